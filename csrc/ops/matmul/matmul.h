/* SPDX-License-Identifier: Apache-2.0 */
/* Products within lists. */
#ifndef ACLNN_PY_OPS_MATMUL_MATMUL_H
#define ACLNN_PY_OPS_MATMUL_MATMUL_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "workspace/l0.h"

/* The product of left and right, as NumPy multiplies: of vectors, matrices, and batches that
 * broadcast. The operands are tensors of the caller's in any layout, or dense ones. */
struct product_request {
    int left;
    int right;
    aclDataType out;     /* the type of the call's result, on which that of the product depends */
    int64_t mode;        /* cubeMathType */
    bool transpose_left; /* of matrices */
    bool transpose_right;
    bool is_summand; /* something is added to the product afterwards */
    bool has_bias;   /* the kernel computes alpha left right + beta bias */
    int bias;
    float alpha;
    float beta;
    bool for_size;       /* appends operators only: other steps do the work */
    const int64_t *dims; /* for that: the dims of the result, when they are not those of a
                          * product */
    int32_t rank;
    const struct l0_row *row; /* the kernel, which writes float32 to a float32 result and the type
                               * of bias to others; NULL: the one that CANN chooses for a product */
};

/* Appends the product, in the type that its kernel writes. It is zeros when the depth is 0. */
int matmul_list_product(struct l0_list *list, const struct product_request *request);

/* The values of cubeMathType. HFLOAT32 is computed in float32 here. */
enum cube_math_type {
    KEEP_SUM_FLOAT = -1, /* operands keep their type, the product is float32 */
    KEEP = 0,
    ALLOW_LOWER = 1,
    USE_FLOAT16 = 2,
    USE_HFLOAT32 = 3,
    FORCE_GROUPS = 4,
};

#endif
