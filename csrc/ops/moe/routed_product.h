/* SPDX-License-Identifier: Apache-2.0 */
/* GroupedMatmulFinalizeRouting and its versions: what their checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_MOE_ROUTED_PRODUCT_H
#define ACLNN_PY_OPS_MOE_ROUTED_PRODUCT_H

#include <stdbool.h>
#include <stdint.h>

#include "executor/operator.h"
#include "tensor/tensor.h"

/* The parameters of a version; -1: it does not have one. */
struct routed_product {
    const struct call *call;
    int x, weight, scale, bias, offset, tokens, groups, shared, weights, places, tuning, out;
    bool is_fractal; /* weight must be in fractals */
    bool is_small;   /* weight is of 4 bits, two in a byte or eight in an int32 */
};

/* The attributes of the step that combines rows. */
struct routed_rows {
    bool are_counts; /* groups have numbers of rows, not ends */
    bool has_shared;
    float factor;  /* of the shared rows */
    int64_t first; /* the row of the result that the first shared one goes to */
};

struct routed_product moe_read_routed_product(const struct call *call);

/* The columns of all matrices: an int32 holds eight. */
int64_t moe_routed_columns(const struct tensor *weight);

#endif
