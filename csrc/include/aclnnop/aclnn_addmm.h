/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_addmm.h: aclnnAddmm, aclnnInplaceAddmm.
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
#ifndef ACLNNOP_ACLNN_ADDMM_H
#define ACLNNOP_ACLNN_ADDMM_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnAddmm
 ************************************************/

/*
 * aclnnAddmmGetWorkspaceSize: phase one. Adds a tensor and a product of matrices, each by a factor.
 *
 *     out = beta * self + alpha * (mat1 @ mat2)
 *
 * self          what is added, of one or two dimensions that broadcast to the product.
 *               SINGLE_OR_HALF.
 * mat1          the left matrix, [m, k]. SINGLE_OR_HALF.
 * mat2          the right matrix, [k, n]. SINGLE_OR_HALF.
 * beta          the factor of self; where it is 0, self is not looked at.
 * alpha         the factor of the product; where it is 0, the product is not computed.
 * out           the sum, [m, n]. SINGLE_OR_HALF.
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
 *   161001  self, mat1, mat2, beta, alpha or out NULL
 *   161002  the data type of mat1 not one of SINGLE_OR_HALF
 *   161002  the data type of mat2 not one of SINGLE_OR_HALF
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of out not one of SINGLE_OR_HALF
 *   161002  cubeMathType is no mode that the product has for the data type of mat1 and the data
 *           type of mat2
 *   161002  mat1 or mat2 no matrix, mat1 has not as many columns as mat2 has rows, self of more
 *           than two dimensions, of none in its storage, or not such that they broadcast to the
 *           product, or out not of its shape
 *   161002  a layout of self, mat1 or out private to the device
 *   161002  format of mat2 private to the device, and not ACL_FORMAT_FRACTAL_NZ
 *   161002  cubeMathType 4 (on Ascend910)
 */
ACLNN_API aclnnStatus aclnnAddmmGetWorkspaceSize(const aclTensor *self, const aclTensor *mat1,
                                                 const aclTensor *mat2, const aclScalar *beta,
                                                 const aclScalar *alpha, aclTensor *out,
                                                 int8_t cubeMathType, uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/* aclnnAddmm: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnAddmm(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                 aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceAddmm
 ************************************************/

/*
 * aclnnInplaceAddmmGetWorkspaceSize: phase one. Adds a product of matrices to a tensor, each by a
 * factor.
 *
 *     selfRef = beta * selfRef + alpha * (mat1 @ mat2)
 *
 * selfRef       what is added, of one or two dimensions that broadcast to the product; receives the
 *               result. SINGLE_OR_HALF.
 * mat1          the left matrix, [m, k]. SINGLE_OR_HALF.
 * mat2          the right matrix, [k, n]. SINGLE_OR_HALF.
 * beta          the factor of self; where it is 0, self is not looked at.
 * alpha         the factor of the product; where it is 0, the product is not computed.
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
 *   161001  selfRef, mat1, mat2, beta or alpha NULL
 *   161002  the data type of mat1 not one of SINGLE_OR_HALF
 *   161002  the data type of mat2 not one of SINGLE_OR_HALF
 *   161002  the data type of selfRef not one of SINGLE_OR_HALF
 *   161002  cubeMathType is no mode that the product has for the data type of mat1 and the data
 *           type of mat2
 *   161002  mat1 or mat2 no matrix, mat1 has not as many columns as mat2 has rows, selfRef of more
 *           than two dimensions, of none in its storage, or not such that they broadcast to the
 *           product, or selfRef not of its shape
 *   161002  a layout of selfRef or mat1 private to the device
 *   161002  format of mat2 private to the device, and not ACL_FORMAT_FRACTAL_NZ
 *   161002  cubeMathType 4 (on Ascend910)
 */
ACLNN_API aclnnStatus aclnnInplaceAddmmGetWorkspaceSize(const aclTensor *selfRef,
                                                        const aclTensor *mat1,
                                                        const aclTensor *mat2,
                                                        const aclScalar *beta,
                                                        const aclScalar *alpha, int8_t cubeMathType,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/* aclnnInplaceAddmm: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceAddmm(void *workspace, uint64_t workspaceSize,
                                        aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
