/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_gt_scalar.h: aclnnGtScalar, aclnnInplaceGtScalar.
 *
 * Made from csrc/ops/compare/compare.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   REAL_UNSIGNED_OR_BOOL  ACL_FLOAT, ACL_FLOAT16, ACL_INT64, ACL_INT32, ACL_INT8, ACL_UINT8,
 *                          ACL_INT16, ACL_DOUBLE, ACL_BOOL, ACL_UINT16, ACL_UINT32, ACL_UINT64;
 *                          ACL_BF16 not on Ascend910
 *   ANY_NUMBER             ACL_FLOAT, ACL_INT32, ACL_UINT64, ACL_INT64, ACL_UINT32, ACL_FLOAT16,
 *                          ACL_UINT16, ACL_INT16, ACL_INT8, ACL_UINT8, ACL_DOUBLE, ACL_BOOL,
 *                          ACL_COMPLEX64, ACL_COMPLEX128; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_GT_SCALAR_H
#define ACLNNOP_ACLNN_GT_SCALAR_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnGtScalar
 ************************************************/

/*
 * aclnnGtScalarGetWorkspaceSize: phase one. Which elements of a tensor are greater than a number.
 *
 *     out = self > other
 *
 * self   the tensor. REAL_UNSIGNED_OR_BOOL.
 * other  the number, converted to the type compared in. REAL_UNSIGNED_OR_BOOL.
 * out    true and false, as 1 and 0 in a type of numbers. ANY_NUMBER.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, other or out NULL
 *   161002  the data type of self not one of REAL_UNSIGNED_OR_BOOL
 *   161002  the data type of other not one of REAL_UNSIGNED_OR_BOOL
 *   161002  the data type of out not one of ANY_NUMBER
 *   161002  no common data type of self and other (on Ascend910, Ascend910B and Ascend910_93)
 *   161002  no common data type of self and other (on Ascend950)
 *   161002  self not of 0 to 8 dimensions
 *   161002  shapes of self and out differ
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnGtScalarGetWorkspaceSize(const aclTensor *self, const aclScalar *other,
                                                    aclTensor *out, uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);

/* aclnnGtScalar: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnGtScalar(void *workspace, uint64_t workspaceSize,
                                    aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceGtScalar
 ************************************************/

/*
 * aclnnInplaceGtScalarGetWorkspaceSize: phase one. Which elements of a tensor are greater than a
 * number, as 1 and 0 in its place.
 *
 *     selfRef = selfRef > other
 *
 * selfRef  the tensor; receives the result. ACL_FLOAT, ACL_FLOAT16, ACL_INT64, ACL_INT32, ACL_INT8,
 *          ACL_UINT8, ACL_INT16, ACL_DOUBLE, ACL_BOOL, ACL_UINT16, ACL_UINT32, ACL_UINT64; ACL_BF16
 *          not on Ascend910.
 * other    the number, converted to the type compared in. REAL_UNSIGNED_OR_BOOL.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef or other NULL
 *   161002  the data type of selfRef not one of REAL_UNSIGNED_OR_BOOL
 *   161002  the data type of other not one of REAL_UNSIGNED_OR_BOOL
 *   161002  the data type of selfRef not one of ANY_NUMBER
 *   161002  no common data type of selfRef and other (on Ascend910, Ascend910B and Ascend910_93)
 *   161002  no common data type of selfRef and other (on Ascend950)
 *   161002  selfRef not of 0 to 8 dimensions
 *   empty   selfRef empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceGtScalarGetWorkspaceSize(aclTensor *selfRef,
                                                           const aclScalar *other,
                                                           uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);

/* aclnnInplaceGtScalar: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceGtScalar(void *workspace, uint64_t workspaceSize,
                                           aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
