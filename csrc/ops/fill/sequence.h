/* SPDX-License-Identifier: Apache-2.0 */
/* Work that computes each element of an output from its position. */
#ifndef ACLNN_PY_OPS_FILL_SEQUENCE_H
#define ACLNN_PY_OPS_FILL_SEQUENCE_H

#include <stdbool.h>
#include <stdint.h>

/* Attributes of Range and LinSpace: numbers at equal distances, in row-major sequence, in the
 * output's data type.
 *
 * By steps: first + i * step. Integers are computed in int64 and keep their low bits; others in
 * float64, rounded once (halves by way of float32). Between two numbers: counted from first in the
 * first half and from last in the second, in float64; integers are cut toward zero. */
struct sequence_attributes {
    bool is_between;
    double first;
    double step;
    double last;
    int64_t whole_first; /* for integers by steps */
    int64_t whole_step;
    int64_t count; /* for numbers between two others: at least 2 */
};

/* Attributes of OneHot: which dimension of the output is that of classes. */
struct one_hot_attributes {
    int32_t axis; /* 0 or more */
};

/* Attributes of FillDiagonal. It writes its input, one element, to the diagonal of its output, and
 * leaves the other elements as they are. */
struct diagonal_attributes {
    int64_t count; /* number of elements of the diagonal */
    bool is_flat;  /* the elements of the matrix are taken as one row, of which every (columns +
                    * 1)th is written */
};

#endif
