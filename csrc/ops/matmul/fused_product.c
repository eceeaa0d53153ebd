/* SPDX-License-Identifier: Apache-2.0 */
/* What the checks, lists and kernels of products whose kernels do more than multiply share. */
#include "ops/matmul/fused_product.h"

#include "aclnn/opdev/op_errno.h"

const char *const matmul_fused_product_fused_names[FUSED_KINDS] = {
    "", "16cast32", "add", "mul", "gelu_erf", "gelu_tanh", "relu"};
