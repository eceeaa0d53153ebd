/* SPDX-License-Identifier: Apache-2.0 */
/* Products whose kernels do more than multiply: what their checks, lists and kernels share. */
#include "ops/matmul/fused_product.h"

#include "aclnn/opdev/op_errno.h"

const char *const matmul_fused_names[FUSED_KINDS] = {"",         "16cast32",  "add", "mul",
                                                     "gelu_erf", "gelu_tanh", "relu"};
