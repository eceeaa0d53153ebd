/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_ge_tensor.h: aclnnGeTensor, aclnnInplaceGeTensor.
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
 */
#ifndef ACLNNOP_ACLNN_GE_TENSOR_H
#define ACLNNOP_ACLNN_GE_TENSOR_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnGeTensor
 ************************************************/

/*
 * aclnnGeTensorGetWorkspaceSize: phase one. Which elements of a tensor are at least those of
 * another.
 *
 *     out = self >= other
 *
 * self   the left operand. ACL_FLOAT, ACL_FLOAT16, ACL_INT64, ACL_INT32, ACL_INT8, ACL_UINT8,
 *        ACL_INT16, ACL_DOUBLE, ACL_BF16, ACL_BOOL, ACL_UINT16, ACL_UINT32, ACL_UINT64.
 * other  the right operand. ACL_FLOAT, ACL_FLOAT16, ACL_INT64, ACL_INT32, ACL_INT8, ACL_UINT8,
 *        ACL_INT16, ACL_DOUBLE, ACL_BF16, ACL_BOOL, ACL_UINT16, ACL_UINT32, ACL_UINT64.
 * out    true and false, as 1 and 0 in a type of numbers. ACL_FLOAT, ACL_INT32, ACL_UINT64,
 *        ACL_INT64, ACL_UINT32, ACL_FLOAT16, ACL_UINT16, ACL_INT16, ACL_INT8, ACL_UINT8,
 *        ACL_DOUBLE, ACL_BOOL, ACL_COMPLEX64, ACL_COMPLEX128, ACL_BF16.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, other or out NULL
 *   161002  the data type of self not one of REAL_UNSIGNED_OR_BOOL (on Ascend910B, Ascend910_93 and
 *           Ascend950)
 *   161002  the data type of other not one of REAL_UNSIGNED_OR_BOOL (on Ascend910B, Ascend910_93
 *           and Ascend950)
 *   161002  the data type of out not one of ACL_FLOAT, ACL_INT32, ACL_UINT64, ACL_INT64,
 *           ACL_UINT32, ACL_FLOAT16, ACL_UINT16, ACL_INT16, ACL_INT8, ACL_UINT8, ACL_DOUBLE,
 *           ACL_BOOL, ACL_COMPLEX64, ACL_COMPLEX128, ACL_BF16
 *   161002  no common data type of self and other (on Ascend910, Ascend910B and Ascend910_93)
 *   161002  no common data type of self and other (on Ascend950)
 *   161002  the type computed in not one of REAL_UNSIGNED_OR_BOOL
 *   161002  self not of 0 to 8 dimensions
 *   161002  other not of 0 to 8 dimensions
 *   161002  self and other do not broadcast, or not to the shape of out
 *   empty   self or other empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnGeTensorGetWorkspaceSize(const aclTensor *self, const aclTensor *other,
                                                    aclTensor *out, uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);

/* aclnnGeTensor: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnGeTensor(void *workspace, uint64_t workspaceSize,
                                    aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceGeTensor
 ************************************************/

/*
 * aclnnInplaceGeTensorGetWorkspaceSize: phase one. Which elements of a tensor are at least those of
 * another, as 1 and 0 in its place.
 *
 *     selfRef = selfRef >= other
 *
 * selfRef  the left operand; receives the result. ACL_FLOAT, ACL_FLOAT16, ACL_INT64, ACL_INT32,
 *          ACL_INT8, ACL_UINT8, ACL_INT16, ACL_DOUBLE, ACL_BOOL, ACL_UINT16, ACL_UINT32,
 *          ACL_UINT64; ACL_BF16 not on Ascend910.
 * other    the right operand. ACL_FLOAT, ACL_FLOAT16, ACL_INT64, ACL_INT32, ACL_INT8, ACL_UINT8,
 *          ACL_INT16, ACL_DOUBLE, ACL_BF16, ACL_BOOL, ACL_UINT16, ACL_UINT32, ACL_UINT64.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161002  the data type of selfRef not one of REAL_UNSIGNED_OR_BOOL (on Ascend910)
 *   161001  selfRef or other NULL
 *   161002  the data type of selfRef not one of REAL_UNSIGNED_OR_BOOL (on Ascend910B, Ascend910_93
 *           and Ascend950)
 *   161002  the data type of other not one of REAL_UNSIGNED_OR_BOOL (on Ascend910B, Ascend910_93
 *           and Ascend950)
 *   161002  the data type of selfRef not one of ACL_FLOAT, ACL_INT32, ACL_UINT64, ACL_INT64,
 *           ACL_UINT32, ACL_FLOAT16, ACL_UINT16, ACL_INT16, ACL_INT8, ACL_UINT8, ACL_DOUBLE,
 *           ACL_BOOL, ACL_COMPLEX64, ACL_COMPLEX128, ACL_BF16
 *   161002  no common data type of selfRef and other (on Ascend910, Ascend910B and Ascend910_93)
 *   161002  no common data type of selfRef and other (on Ascend950)
 *   161002  the type computed in not one of REAL_UNSIGNED_OR_BOOL
 *   161002  selfRef not of 0 to 8 dimensions
 *   161002  other not of 0 to 8 dimensions
 *   161002  selfRef and other do not broadcast, or not to the shape of selfRef
 *   empty   selfRef or other empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceGeTensorGetWorkspaceSize(aclTensor *selfRef,
                                                           const aclTensor *other,
                                                           uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);

/* aclnnInplaceGeTensor: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceGeTensor(void *workspace, uint64_t workspaceSize,
                                           aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
