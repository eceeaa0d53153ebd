/* SPDX-License-Identifier: Apache-2.0 */
/* What the work of attention has in common: kernels on blocks of scores, products of them, and
 * pieces of scratch. */
#ifndef ACLNN_PY_OPS_ATTENTION_BLOCKS_H
#define ACLNN_PY_OPS_ATTENTION_BLOCKS_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/number.h"
#include "kernels.h"
#include "products/blas.h"
#include "runtime/cores/ai_cores.h"

#define ATTENTION_ALIGNMENT ((int64_t)64) /* bytes, of a piece of scratch */

static inline int64_t attention_padded(int64_t count)
{
    return divide_up(count, ATTENTION_LANES) * ATTENTION_LANES;
}

/* Rows of scores, and what belongs to each. */
struct attention_rows {
    int64_t rows;
    int64_t columns; /* a multiple of ATTENTION_LANES, and so is depth */
    int64_t stride;
    int64_t depth;
    bool is_first;
    float *scores;
    const float *others;
    float *maxima;
    float *sums;
    float *results;
    const float *scale;
    const void *keys;  /* or values, in 16 bits, read in place */
    const void *ahead; /* those that are read next */
    int64_t key_stride;
};

static inline void attention_run_kernel(int kernel, const struct attention_rows *rows)
{
    const int64_t tiling[ATTENTION_TILING_SIZE] = {
        [ATTENTION_TILING_ROWS] = rows->rows,
        [ATTENTION_TILING_COLUMNS] = rows->columns,
        [ATTENTION_TILING_STRIDE] = rows->stride,
        [ATTENTION_TILING_DEPTH] = rows->depth,
        [ATTENTION_TILING_DEPTH_STRIDE] = rows->depth,
        [ATTENTION_TILING_IS_FIRST] = rows->is_first,
        [ATTENTION_TILING_KEY_STRIDE] = rows->key_stride,
    };
    const int64_t arguments[ATTENTION_ARGUMENT_COUNT] = {
        [ATTENTION_ARGUMENT_SCORES] = (int64_t)(intptr_t)rows->scores,
        [ATTENTION_ARGUMENT_OTHERS] = (int64_t)(intptr_t)rows->others,
        [ATTENTION_ARGUMENT_MAXIMA] = (int64_t)(intptr_t)rows->maxima,
        [ATTENTION_ARGUMENT_SUMS] = (int64_t)(intptr_t)rows->sums,
        [ATTENTION_ARGUMENT_RESULTS] = (int64_t)(intptr_t)rows->results,
        [ATTENTION_ARGUMENT_SCALE] = (int64_t)(intptr_t)rows->scale,
        [ATTENTION_ARGUMENT_KEYS] = (int64_t)(intptr_t)rows->keys,
        [ATTENTION_ARGUMENT_AHEAD] = (int64_t)(intptr_t)rows->ahead,
    };
    ai_cores_kernel(kernel)(0, 1, (int64_t)(intptr_t)tiling, (int64_t)(intptr_t)arguments);
}

static inline struct blas_matrix attention_transposed(struct blas_matrix matrix)
{
    matrix.by_columns = !matrix.by_columns;
    return matrix;
}

static inline void attention_multiply(int64_t rows, int64_t columns, int64_t depth,
                                      struct blas_matrix left, struct blas_matrix right, bool add,
                                      float *out, int64_t stride)
{
    const struct blas_matrix to = {out, stride, false};
    blas_gemm(false, rows, columns, depth, &left, &right, add, &to);
}

/* Attention of rows to all that they see, from their scores: sums of the first columns' values by
 * the scores' exponentials, over the sums of these. */
static inline void attention_of_rows(const struct attention_rows *rows, const float *values,
                                     int64_t value_depth, int64_t columns)
{
    for (int64_t i = 0; i < rows->rows; i++) {
        rows->maxima[i] = -(float)INFINITY;
        rows->sums[i] = 0;
    }
    attention_run_kernel(KERNEL_ATTENTION_SOFTMAX, rows);
    memset(rows->results, 0, (size_t)(rows->rows * rows->depth) * sizeof *rows->results);
    attention_multiply(
        rows->rows, value_depth, columns, (struct blas_matrix){rows->scores, rows->stride, false},
        (struct blas_matrix){values, value_depth, false}, false, rows->results, rows->depth);
    attention_run_kernel(KERNEL_ATTENTION_FINISH, rows);
}

/* Goes on with a tile of so many keys: scores of the queries, both of `depth` columns, and sums of
 * the values by their exponentials. */
static inline void attention_add_tile(struct attention_rows *rows, int64_t keys, int64_t depth,
                                      struct blas_matrix queries, struct blas_matrix tile,
                                      struct blas_matrix values)
{
    const struct blas_matrix scores = {rows->scores, rows->stride, false};
    rows->columns = attention_padded(keys);
    attention_multiply(rows->rows, keys, depth, queries, attention_transposed(tile), false,
                       rows->scores, rows->stride);
    for (int64_t i = 0; i < rows->rows; i++)
        for (int64_t j = keys; j < rows->columns; j++)
            rows->scores[i * rows->stride + j] = -(float)INFINITY;
    attention_run_kernel(KERNEL_ATTENTION_SOFTMAX, rows);
    attention_multiply(rows->rows, rows->depth, keys, scores, values, true, rows->results,
                       rows->depth);
}

/* The bytes of a piece of scratch. */
static inline int64_t attention_piece(int64_t floats)
{
    return divide_up(floats * (int64_t)sizeof(float), ATTENTION_ALIGNMENT) * ATTENTION_ALIGNMENT;
}

/* Takes a piece of a unit's scratch. */
static inline float *attention_take(char **scratch, int64_t floats)
{
    float *taken = (float *)(void *)*scratch;
    *scratch += attention_piece(floats);
    return taken;
}

#endif
