/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_gemm.h: aclnnGemm.
 *
 * Made from csrc/ops/matmul/matmul.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_GEMM_H
#define ACLNNOP_ACLNN_GEMM_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnGemm
 ************************************************/

/*
 * aclnnGemmGetWorkspaceSize: phase one. Adds a tensor and a product of matrices or their
 * transposes, each by a factor.
 *
 *     out = alpha * (a @ b) + beta * C a is A, its transpose where transA is not 0; b is B,
 *     its transpose where transB is not 0
 *
 * A             the left matrix. SINGLE_OR_HALF.
 * B             the right matrix. SINGLE_OR_HALF.
 * C             what is added, of dimensions that broadcast to the product. SINGLE_OR_HALF.
 * alpha         the factor of the product.
 * beta          the factor of C; where it is 0, C is not looked at.
 * transA        whether A is transposed.
 * transB        whether B is transposed.
 * out           the sum, [m, n]. SINGLE_OR_HALF.
 * cubeMathType  the type to compute in: 0 keep, 1 float32 may become float16 or HFLOAT32, 2
 *               float16, 3 HFLOAT32, 4 sum float32 in groups; -1 on Ascend910B and Ascend910_93:
 *               keep, with sums kept in float32. HFLOAT32 and groups are computed in float32; 4
 *               counts as 0 on Ascend910B and Ascend910_93.
 *
 * Sums are float32 and rounded once. HFLOAT32 is not rounded to: modes 1 and 3 compute in float32
 * what they do not lower. On Ascend910 products are computed from float16, as CANN documents it.
 *
 * Units in the last place are those of the sum of the magnitudes of the products.
 *
 * Without OpenBLAS phase one refuses with 207000, after all checks, what has an element to
 * multiply.
 *
 * Precision: within 16 units in the last place in float32, within 0.51 units in the last place in
 * float16, within 0.51 units in the last place in bfloat16.
 *
 * Errors, in the order tested:
 *
 *   161001  C, A, B or out NULL
 *   161002  the data type of A not one of SINGLE_OR_HALF
 *   161002  the data type of B not one of SINGLE_OR_HALF
 *   161002  the data type of C not one of SINGLE_OR_HALF
 *   161002  the data type of out not one of SINGLE_OR_HALF
 *   161002  A or B no matrix, A (its transpose where transA is not 0) has not as many columns as B
 *           (its transpose where transB is not 0) has rows, C does not broadcast to the product, or
 *           out not of its shape
 *   161002  cubeMathType is no mode that the product has for the data type of A and the data type
 *           of B
 *   161002  a layout of A, B, C or out private to the device
 */
ACLNN_API aclnnStatus aclnnGemmGetWorkspaceSize(const aclTensor *A, const aclTensor *B,
                                                const aclTensor *C, float alpha, float beta,
                                                int64_t transA, int64_t transB, aclTensor *out,
                                                int8_t cubeMathType, uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/* aclnnGemm: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnGemm(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
