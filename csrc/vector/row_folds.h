/* SPDX-License-Identifier: Apache-2.0 */
/* Folds of many dense rows of floats at once, with the bits of the fold instructions. */
#ifndef ACLNN_PY_VECTOR_ROW_FOLDS_H
#define ACLNN_PY_VECTOR_ROW_FOLDS_H

#include <stdint.h>

#include "vector/vector.h"

/* Rows that lie `step` bytes apart, in memory that need not be aligned. */
struct folded_rows {
    const char *memory;
    int64_t step;
    int64_t count;
    int64_t columns; /* at least 1, and at most a run of the vector unit */
};

/* Writes a total of each row. Element i is joined to lane i mod 32, and the lanes pairwise; NaN is
 * the one that instructions give. */
typedef void row_fold(const struct folded_rows *rows, double *totals);

/* The same of integers, whose totals are int64: sums and products wrap around. */
typedef void whole_fold(const struct folded_rows *rows, int64_t *totals);

/* By the type of elements. */
struct whole_folds_of {
    whole_fold *int32;
    whole_fold *int64;
};

/* By the type of elements; NULL where the level has no instructions for it. */
struct row_folds_of {
    row_fold *floats;
    row_fold *float16;
    row_fold *bfloat16;
};

/* What row_folds_kernel.c compiles for one level. Sums are float32 in lanes, and float64 from
 * there on; products are float64. */
struct row_folds {
    struct row_folds_of sum;
    struct row_folds_of squares; /* their sums */
    struct row_folds_of product;
    struct row_folds_of largest;
    struct row_folds_of least;
    struct whole_folds_of whole_sum;
    struct whole_folds_of whole_product;
    struct whole_folds_of whole_largest;
    struct whole_folds_of whole_least;
    whole_fold *count;     /* the sum of bytes that are 0 or 1 */
    row_fold *float_count; /* the same of as many as float32 counts */
    /* Adds halves to lanes: lanes before, halves, lanes behind; NULL where the level has no
     * instructions for it. */
    vector_function add_float16;
    vector_function add_bfloat16;
};

extern const struct row_folds vector_kernel_row_folds;

#endif
