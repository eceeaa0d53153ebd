/* SPDX-License-Identifier: Apache-2.0 */
/* Weights of which each four numbers keep two: their blocks. */
#ifndef ACLNN_PY_OPS_QUANT_SPARSE_H
#define ACLNN_PY_OPS_QUANT_SPARSE_H

#include <stdbool.h>
#include <stdint.h>

#define SPARSE_FOUR 4
#define SPARSE_EIGHT 8 /* numbers that a byte of index is for */
#define SPARSE_ROWS 16 /* of a block */
#define SPARSE_KEPT 32 /* numbers of a row of a block */
#define SPARSE_INDEX 8 /* bytes of index of a row of a block */
#define SPARSE_PART (2 * SPARSE_KEPT)

/* The blocks of n rows of so many numbers that are kept. */
struct sparse_blocks {
    int64_t parts;
    int64_t rows; /* whole blocks of them */
};

static inline struct sparse_blocks sparse_blocks_of(int64_t rows, int64_t kept)
{
    return (struct sparse_blocks){
        .parts = kept / SPARSE_KEPT + (kept % SPARSE_KEPT != 0),
        .rows = (rows / SPARSE_ROWS + (rows % SPARSE_ROWS != 0)) * SPARSE_ROWS,
    };
}

/* The rows of all blocks; false where 63 bits do not count the numbers that they keep. */
static inline bool sparse_places(const struct sparse_blocks *blocks, int64_t *places)
{
    return !__builtin_mul_overflow(blocks->parts, blocks->rows, places) &&
           *places <= INT64_MAX / SPARSE_KEPT;
}

#endif
