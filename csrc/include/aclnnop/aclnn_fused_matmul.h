/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_fused_matmul.h: aclnnFusedMatmul.
 *
 * Made from csrc/ops/matmul/matmul.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   SINGLE_OR_HALF_WITH_BFLOAT16  ACL_FLOAT, ACL_FLOAT16, ACL_BF16
 */
#ifndef ACLNNOP_ACLNN_FUSED_MATMUL_H
#define ACLNNOP_ACLNN_FUSED_MATMUL_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnFusedMatmul
 ************************************************/

/*
 * aclnnFusedMatmulGetWorkspaceSize: phase one. Multiplies matrices, and does something to the
 * elements of the product.
 *
 *     y = op(x1 @ x2 + bias) op is what fusedOpType says: nothing, + x3, * x3, Gelu, Gelu by its
 *     approximation with tanh, Relu, or float32 in place of 16 bits
 *
 * x1            the left matrices, [..., m, k]. SINGLE_OR_HALF_WITH_BFLOAT16.
 * x2            the right matrices, [..., k, n].
 * bias          what is added to each row, [n] or [1, n]; NULL: nothing, as Gelu requires; may be
 *               NULL.
 * x3            the other operand of "add" and "mul", [m, n], or of the batches of y or one; NULL:
 *               none; may be NULL.
 * fusedOpType   "", "16cast32", "add", "mul", "gelu_erf", "gelu_tanh" or "relu"; may be NULL.
 * cubeMathType  the type to compute in: 0 keep, 1 float32 may become HFLOAT32, 2 float16, 3
 *               HFLOAT32, which float32 requires, 4 add and multiply in float32. All products are
 *               summed in float32.
 * y             the result, [..., m, n].
 *
 * Sums are float32, and so is what is done to them but for "add" and "mul" of Ascend950 where the
 * product is rounded first: few rows or columns, a depth of 1, or one x3 for all batches.
 *
 * Units in the last place are those of the sum of the magnitudes of the products.
 *
 * CANN documents the call for Ascend950 alone; its checks pass on Ascend910B and Ascend910_93 as
 * well.
 *
 * Without OpenBLAS phase one refuses with 207000, after all checks.
 *
 * Precision: within 16 units in the last place in float32, within 1.01 units in the last place in
 * float16, within 1.01 units in the last place in bfloat16.
 *
 * Errors, in the order tested:
 *
 *   161002  fusedOpType none of "", "16cast32", "add", "mul", "gelu_erf", "gelu_tanh" and "relu"
 *   161001  x1 or x2 NULL
 *   161001  bias not NULL with fusedOpType "gelu_erf" or "gelu_tanh", or x3 NULL with "add" or
 *           "mul"
 *   161001  y NULL
 *   161002  x1, x2 and y not of as many dimensions: 2 to 6 with fusedOpType "" or "relu", 2 with
 *           "gelu_erf" or "gelu_tanh", else 2 or 3; batches that differ; x3 not of the rows and
 *           columns of y, or of other batches than one or those of y; bias not of one or two
 *           dimensions, or beside a depth of 0
 *   161002  the data type of x1 not one of SINGLE_OR_HALF_WITH_BFLOAT16
 *   161002  the data type of x2 is not the data type of x1
 *   161002  the data type of x1 float32 with fusedOpType "16cast32", "gelu_erf" or "gelu_tanh", or
 *           with cubeMathType other than 3; the data type of y not the data type of x1, or not
 *           float32 with "16cast32"; the data type of bias neither the data type of x1 nor float32;
 *           the data type of x3 not the data type of x1
 *   161002  a layout of x1, x2, y, bias or x3 private to the device
 *   161002  cubeMathType is no mode that the product has for the data type of x1 and the data type
 *           of x2
 *   561103  on Ascend910, which has no kernel of the operator
 *   561103  x1 and x2 of sides that do not fit, or no rows or columns, or (with fusedOpType
 *           "16cast32") no elements; y not of as many elements as the product; bias not a number
 *           for each column; x3 not NULL where fusedOpType is neither "add" nor "mul"
 */
ACLNN_API aclnnStatus aclnnFusedMatmulGetWorkspaceSize(const aclTensor *x1, const aclTensor *x2,
                                                       const aclTensor *bias, const aclTensor *x3,
                                                       const char *fusedOpType, int8_t cubeMathType,
                                                       const aclTensor *y, uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/* aclnnFusedMatmul: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnFusedMatmul(void *workspace, uint64_t workspaceSize,
                                       aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
