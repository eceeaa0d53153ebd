/* SPDX-License-Identifier: Apache-2.0 */
/* Work that writes an output from the positions of its elements. */
#ifndef ACLNN_PY_OPS_FILL_SEQUENCE_H
#define ACLNN_PY_OPS_FILL_SEQUENCE_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Attributes of Range and LinSpace: numbers at equal distances, in the order of the elements of the
 * output, in its data type.
 *
 * By steps: first + i * step; integers in int64, whose low bits are kept, others in float64,
 * rounded once (halves by way of float32). Between two numbers: from first in the first half, from
 * last in the second, in float64; integers are cut toward zero.
 */
struct sequence_attributes {
    bool is_between;
    double first;
    double step;
    double last;
    int64_t whole_first; /* of integers by steps */
    int64_t whole_step;
    int64_t count; /* between two numbers: 2 and more */
};

/* Attributes of OneHot: where the dimension of classes is in the output. */
struct one_hot_attributes {
    int32_t axis; /* 0 and more */
};

/*
 * Attributes of FillDiagonal, which writes its input, one element, to the diagonal of its output
 * and leaves all else as it is.
 */
struct diagonal_attributes {
    int64_t count; /* elements of the diagonal */
    bool is_flat;  /* every (columns + 1)th element of a matrix, by rows */
};

#endif
