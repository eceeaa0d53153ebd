/* SPDX-License-Identifier: Apache-2.0 */
/* GroupedMatmulFinalizeRouting and its versions: what their checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_MOE_ROUTED_PRODUCT_H
#define ACLNN_PY_OPS_MOE_ROUTED_PRODUCT_H

#include <stdbool.h>
#include <stdint.h>

#include "executor/operator.h"
#include "tensor/tensor.h"
#include "workspace/l0.h"

/* The parameters of a version; -1: it does not have one. */
struct routed_product {
    const struct call *call;
    int x, weight, scale, bias, offset, tokens, groups, shared, weights, places, tuning, out;
    bool is_fractal; /* weight must be in fractals */
    bool is_small;   /* weight is of 4 bits, two in a byte or eight in an int32 */
    bool is_new;     /* the product is Ascend950, which has other forms of the call */
};

/* The matrices as the kernel of Ascend950 takes them. */
struct routed_matrices {
    int64_t groups;
    int64_t depth;
    int64_t columns;
    bool is_turned;  /* the view swaps the last two dimensions of what memory has */
    bool is_flipped; /* the kernel takes [groups, columns, depth] */
};

/* x as the kernel of Ascend950 takes it. */
struct routed_left {
    int64_t rows;
    int64_t depth;
    bool is_turned;  /* the view swaps both in what memory has */
    bool is_flipped; /* the kernel would have to take [depth, rows] */
};

/* The attributes of the step that combines rows. */
struct routed_rows {
    bool are_counts; /* groups have numbers of rows, not ends */
    bool has_shared;
    float factor;  /* of the shared rows */
    int64_t first; /* the row of the result that the first shared one goes to */
};

struct routed_product moe_read_routed_product(const struct call *call);

/* The tensor of a parameter, NULL where the version does not have it. */
const struct tensor *moe_routed_tensor(const struct routed_product *r, int parameter);

/* Refuses a tensor of another shape, if there is one. */
aclnnStatus moe_routed_check_shape(const struct routed_product *r, int parameter, int32_t rank,
                                   const int64_t *dims);

/* The columns of all matrices: an int32 holds eight. */
int64_t moe_routed_columns(const struct tensor *weight);

/* Of a weight of three dimensions. */
struct routed_matrices moe_routed_matrices(const struct routed_product *r);

/* Of x of two dimensions. */
struct routed_left moe_routed_left(const struct routed_product *r);

/* Whether the powers of a weight, in pairs, lie as those of matrices of [columns, depth] do, behind
 * a view that swaps them. */
bool moe_routed_powers_are_turned(const struct tensor *scale);

/* Whether rows and matrices are int8. */
bool moe_routed_is_whole(const struct routed_product *r);

/* The bytes in which the deterministic kernel of Ascend950, of int8, holds rows: a part of the
 * second-level cache. */
uint64_t moe_routed_held_bytes(const struct soc *soc);

/* The checks of Ascend950 in place of those of other products. */
aclnnStatus moe_check_routed_factors(struct call *call);
aclnnStatus moe_check_routed_factors_kernel(struct call *call);

/* Appends the factors on Ascend950, [rows, depth] and [groups, depth, columns]: whole numbers as
 * they are, others in float32, times their powers of two. */
void moe_list_routed_factors(struct l0_list *list, const struct routed_product *r,
                             const int *launched, int *factors);

#endif
