/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_addmv.h: aclnnAddmv.
 *
 * Made from csrc/ops/matmul/matmul.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   REAL_BFLOAT16_OR_BOOL  ACL_FLOAT16, ACL_FLOAT, ACL_INT64, ACL_INT32, ACL_INT16, ACL_INT8,
 *                          ACL_UINT8, ACL_DOUBLE, ACL_BOOL, ACL_BF16
 */
#ifndef ACLNNOP_ACLNN_ADDMV_H
#define ACLNNOP_ACLNN_ADDMV_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnAddmv
 ************************************************/

/*
 * aclnnAddmvGetWorkspaceSize: phase one. Adds a vector and the product of a matrix and a vector,
 * each by a factor.
 *
 *     out = beta * self + alpha * (mat @ vec)
 *
 * self          what is added, of no dimensions, or [n], or [1] where alpha is not 0.
 *               REAL_BFLOAT16_OR_BOOL.
 * mat           the matrix, [n, m]. ACL_FLOAT16, ACL_FLOAT, ACL_INT64, ACL_INT32, ACL_INT16,
 *               ACL_INT8, ACL_UINT8, ACL_DOUBLE, ACL_BOOL; ACL_BF16 not on Ascend910.
 * vec           the vector, [m]. ACL_FLOAT16, ACL_FLOAT, ACL_INT64, ACL_INT32, ACL_INT16, ACL_INT8,
 *               ACL_UINT8, ACL_DOUBLE, ACL_BOOL; ACL_BF16 not on Ascend910.
 * alpha         the factor of the product; where it is 0, the product is not computed.
 *               REAL_BFLOAT16_OR_BOOL.
 * beta          the factor of self; where it is 0, self is not looked at. REAL_BFLOAT16_OR_BOOL.
 * out           the sum, [n]. REAL_BFLOAT16_OR_BOOL.
 * cubeMathType  the type to compute in: 0 keep, 1 float32 may become float16 or HFLOAT32, 2
 *               float16, 3 HFLOAT32, 4 sum float32 in groups; -1 on Ascend910B and Ascend910_93:
 *               keep, with sums kept in float32. HFLOAT32 and groups are computed in float32; 4
 *               counts as 0 on Ascend910B and Ascend910_93. Other data types are multiplied by
 *               elements and added up.
 *
 * Sums are float32 and rounded once. HFLOAT32 is not rounded to: modes 1 and 3 compute in float32
 * what they do not lower. On Ascend910 products are computed from float16, as CANN documents it.
 *
 * Units in the last place are those of the sum of the magnitudes of the products.
 *
 * Without OpenBLAS phase one refuses with 207000, after all checks, what has an element to
 * multiply.
 *
 * Precision: within 16 units in the last place in float32, within 16 units in the last place in
 * float64, within 0.51 units in the last place in float16, within 0.51 units in the last place in
 * bfloat16, exact otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self, mat, vec, alpha, beta or out NULL
 *   161002  the data type of self not one of REAL_BFLOAT16_OR_BOOL
 *   161002  the data type of mat not one of REAL_BFLOAT16_OR_BOOL
 *   161002  the data type of vec not one of REAL_BFLOAT16_OR_BOOL
 *   161002  the data type of alpha not one of REAL_BFLOAT16_OR_BOOL
 *   161002  the data type of beta not one of REAL_BFLOAT16_OR_BOOL
 *   161002  the data type of out not one of REAL_BFLOAT16_OR_BOOL
 *   161002  no common data type of self, mat, vec, alpha and beta, where a factor of 1 does not
 *           count
 *   161002  the type computed in does not convert to the data type of out
 *   161002  mat no matrix, vec not of one dimension with its columns, out not of one with its rows,
 *           or self not of none or one with its rows (one will do where alpha is not 0)
 *   161002  the data type of mat is ACL_BF16 (on Ascend910)
 *   161002  the data type of vec is ACL_BF16 (on Ascend910)
 *   161002  cubeMathType is no mode that the product has for the data type of mat and the data type
 *           of vec
 *   161002  a layout of self, mat, vec or out private to the device
 */
ACLNN_API aclnnStatus aclnnAddmvGetWorkspaceSize(const aclTensor *self, const aclTensor *mat,
                                                 const aclTensor *vec, const aclScalar *alpha,
                                                 const aclScalar *beta, aclTensor *out,
                                                 int8_t cubeMathType, uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/* aclnnAddmv: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnAddmv(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
