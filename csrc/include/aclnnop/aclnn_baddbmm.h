/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_baddbmm.h: aclnnBaddbmm, aclnnInplaceBaddbmm.
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
#ifndef ACLNNOP_ACLNN_BADDBMM_H
#define ACLNNOP_ACLNN_BADDBMM_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnBaddbmm
 ************************************************/

/*
 * aclnnBaddbmmGetWorkspaceSize: phase one. Adds a tensor and the products of two batches of
 * matrices, each by a factor.
 *
 *     out[b] = beta * self[b] + alpha * (batch1[b] @ batch2[b])
 *
 * self          what is added, of dimensions that broadcast to the product. SINGLE_OR_HALF.
 * batch1        the left matrices, [b, m, k]. SINGLE_OR_HALF.
 * batch2        the right matrices, [b, k, n] or [1, k, n]. SINGLE_OR_HALF.
 * beta          the factor of self; where it is 0, self is not looked at.
 * alpha         the factor of the products.
 * out           the sums, [b, m, n]. SINGLE_OR_HALF.
 * cubeMathType  the type to compute in: 0 keep, 1 float32 may become float16 or HFLOAT32, 2
 *               float16, 3 HFLOAT32, 4 sum float32 in groups; -1 on Ascend910B and Ascend910_93:
 *               keep, with sums kept in float32. HFLOAT32 and groups are computed in float32.
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
 *   161001  self, batch1, batch2, beta, alpha or out NULL
 *   161002  the data type of batch1 not one of SINGLE_OR_HALF
 *   161002  the data type of batch2 not one of SINGLE_OR_HALF
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of out not one of SINGLE_OR_HALF
 *   161002  cubeMathType is no mode that the product has for the data type of batch1 and the data
 *           type of batch2
 *   161002  batch1 or batch2 not of three dimensions, batch1 has not as many columns as batch2 has
 *           rows, batches of batch2 neither those of batch1 nor 1, self does not broadcast to the
 *           product, or out not of its shape
 *   161002  a layout of self, batch1, batch2 or out private to the device
 *   161002  cubeMathType 4 (on Ascend910)
 */
ACLNN_API aclnnStatus aclnnBaddbmmGetWorkspaceSize(const aclTensor *self, const aclTensor *batch1,
                                                   const aclTensor *batch2, const aclScalar *beta,
                                                   const aclScalar *alpha, aclTensor *out,
                                                   int8_t cubeMathType, uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/* aclnnBaddbmm: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnBaddbmm(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                   aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceBaddbmm
 ************************************************/

/*
 * aclnnInplaceBaddbmmGetWorkspaceSize: phase one. Adds the products of two batches of matrices to a
 * tensor, each by a factor.
 *
 *     selfRef[b] = beta * selfRef[b] + alpha * (batch1[b] @ batch2[b])
 *
 * selfRef       what is added, of dimensions that broadcast to the product; receives the result.
 *               SINGLE_OR_HALF.
 * batch1        the left matrices, [b, m, k]. SINGLE_OR_HALF.
 * batch2        the right matrices, [b, k, n] or [1, k, n]. SINGLE_OR_HALF.
 * beta          the factor of self; where it is 0, self is not looked at.
 * alpha         the factor of the products.
 * cubeMathType  the type to compute in: 0 keep, 1 float32 may become float16 or HFLOAT32, 2
 *               float16, 3 HFLOAT32, 4 sum float32 in groups; -1 on Ascend910B and Ascend910_93:
 *               keep, with sums kept in float32. HFLOAT32 and groups are computed in float32.
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
 *   161001  selfRef, batch1, batch2, beta or alpha NULL
 *   161002  the data type of batch1 not one of SINGLE_OR_HALF
 *   161002  the data type of batch2 not one of SINGLE_OR_HALF
 *   161002  the data type of selfRef not one of SINGLE_OR_HALF
 *   161002  cubeMathType is no mode that the product has for the data type of batch1 and the data
 *           type of batch2
 *   161002  batch1 or batch2 not of three dimensions, batch1 has not as many columns as batch2 has
 *           rows, batches of batch2 neither those of batch1 nor 1, selfRef does not broadcast to
 *           the product, or selfRef not of its shape
 *   161002  a layout of selfRef, batch1 or batch2 private to the device
 *   161002  cubeMathType 4 (on Ascend910)
 */
ACLNN_API aclnnStatus aclnnInplaceBaddbmmGetWorkspaceSize(const aclTensor *selfRef,
                                                          const aclTensor *batch1,
                                                          const aclTensor *batch2,
                                                          const aclScalar *beta,
                                                          const aclScalar *alpha,
                                                          int8_t cubeMathType,
                                                          uint64_t *workspaceSize,
                                                          aclOpExecutor **executor);

/* aclnnInplaceBaddbmm: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceBaddbmm(void *workspace, uint64_t workspaceSize,
                                          aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
