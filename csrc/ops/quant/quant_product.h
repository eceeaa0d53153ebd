/* SPDX-License-Identifier: Apache-2.0 */
/* Products of quantised matrices: what their checks, lists and shapes share. */
#ifndef ACLNN_PY_OPS_QUANT_QUANT_PRODUCT_H
#define ACLNN_PY_OPS_QUANT_QUANT_PRODUCT_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "ops/quant/quant.h"
#include "tensor/tensor.h"

#define QUANT_PRODUCT_MOST_DIMS 6

/* The parameters of a call by what they are; -1: the version has none of the kind. */
struct quant_product_call {
    int x1, x2;
    int tokens; /* a scale for each row */
    int scale, offset, bias;
    int flip1, flip2; /* whether the matrices are given transposed */
    int out;
};

struct quant_product_sides {
    int64_t rows;
    int64_t depth;
    int64_t right_depth;
    int64_t columns;
};

/* int4, of which an int32 holds eight along the last dimension. */
static inline bool quant_product_is_small(aclDataType type)
{
    return type == ACL_INT4 || type == ACL_INT32;
}

static inline bool quant_product_is_whole(aclDataType type)
{
    return type == ACL_INT8 || quant_product_is_small(type);
}

/* The numbers along a dimension, counted from the last one: 1 or 2. */
static inline int64_t quant_product_side(const struct tensor *t, int from_last)
{
    int64_t side = t->dims[t->rank - from_last];
    return from_last == 1 && t->type == ACL_INT32 ? side * QUANT_IN_A_WORD : side;
}

static inline struct quant_product_sides quant_product_sides(const struct tensor *x1,
                                                             const struct tensor *x2, bool flip1,
                                                             bool flip2)
{
    return (struct quant_product_sides){
        .rows = quant_product_side(x1, flip1 ? 1 : 2),
        .depth = quant_product_side(x1, flip1 ? 2 : 1),
        .right_depth = quant_product_side(x2, flip2 ? 1 : 2),
        .columns = quant_product_side(x2, flip2 ? 2 : 1),
    };
}

/* A scale as 64 bits hold it, without its lower 13 bits. */
static inline float quant_product_cut(float scale)
{
    uint32_t bits;
    memcpy(&bits, &scale, sizeof bits);
    bits &= 0xFFFFE000U;
    memcpy(&scale, &bits, sizeof scale);
    return scale;
}

/* (x1 @ x2 + bias) * scale * tokens in float32, of dense tensors of a list and two dimensions; x2
 * may be transposed. bias and tokens, a scale for each row, may be L0_NONE. */
struct l0_list;
int quant_list_sums_restored(struct l0_list *list, int x1, int x2, int bias, int scale, int tokens);

/* (sums + bias) * scale, as the page has it, where the bias is int32 or the scale a word, else
 * sums * scale + bias: float32, one operation after the other, rounded once to the type. bias and
 * scale broadcast to the sums; bias may be L0_NONE. */
int quant_list_sums_scaled(struct l0_list *list, int sums, int bias, int scale, aclDataType type);

/* Sums of products of matrices, or of their transposes, in these dims: int32 of int8, else float32.
 * Batches broadcast. */
int quant_list_multiplied(struct l0_list *list, int left, int right, bool flip1, bool flip2,
                          const int64_t *dims, int32_t rank);

/* Matrices of one batch dimension. */
struct quant_matrices {
    int64_t batches;
    int64_t rows;
    int64_t columns;
};

/* So many rows and columns share a scale; so many scales lie along rows and columns. */
struct quant_blocks {
    int64_t rows;
    int64_t columns;
    int64_t down;
    int64_t across;
};

/* (numbers - offset) * scale as float32, each scale and offset that of a block: numbers of a list
 * in these dims, scales and offsets in [batches, down, across], of any float. offsets may be
 * L0_NONE.
 */
int quant_list_blocks_restored(struct l0_list *list, int numbers, int scales, int offsets,
                               const struct quant_matrices *m, const struct quant_blocks *blocks);

/* How such scales multiply the sums of blocks along the depth (quant_kernel_block_product). */
struct quant_block_product {
    bool flip1;
    bool flip2;
    int64_t rows; /* of x1 that share a scale */
};

/* The same with powers of two in pairs for blocks of 32, along columns in [batches, rows, pairs,
 * 2], or along rows in [batches, pairs, columns, 2]. */
int quant_list_mx_restored(struct l0_list *list, int numbers, int scales,
                           const struct quant_matrices *m, bool is_down);

/* The dims that the batches of two tensors broadcast to: their number, or -1 where they do not. */
int32_t quant_product_batches(const struct tensor *x1, const struct tensor *x2, int64_t *dims);

#endif
