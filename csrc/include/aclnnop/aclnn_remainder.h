/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_remainder.h: aclnnRemainderTensorTensor, aclnnInplaceRemainderTensorTensor,
 * aclnnRemainderTensorScalar, aclnnInplaceRemainderTensorScalar, aclnnRemainderScalarTensor.
 *
 * Made from csrc/ops/binary/binary.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   FLOAT_OR_WIDE_INTEGER  ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE, ACL_INT32, ACL_INT64; ACL_BF16 not
 *                          on Ascend910
 *   REAL_UNSIGNED_OR_BOOL  ACL_FLOAT, ACL_FLOAT16, ACL_INT64, ACL_INT32, ACL_INT8, ACL_UINT8,
 *                          ACL_INT16, ACL_DOUBLE, ACL_BOOL, ACL_UINT16, ACL_UINT32, ACL_UINT64;
 *                          ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_REMAINDER_H
#define ACLNNOP_ACLNN_REMAINDER_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnRemainderTensorTensor
 ************************************************/

/*
 * aclnnRemainderTensorTensorGetWorkspaceSize: phase one. What is left of a division that is rounded
 * down, with the sign of the divisor.
 *
 *     out = self - floor(self / other) * other
 *
 * self   the dividend.
 * other  the divisor.
 * out    the rest; by 0 NaN, and of integers all bits are set.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  self, other or out NULL
 *   161002  no common data type of self and other
 *   161002  the type computed in does not convert to the data type of out
 *   161002  the type computed in not one of FLOAT_OR_WIDE_INTEGER
 *   161002  self and other do not broadcast, or not to the shape of out
 *   161002  self not of 0 to 8 dimensions
 *   161002  other not of 0 to 8 dimensions
 *   161002  out not of 0 to 8 dimensions
 *   empty   self or other empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnRemainderTensorTensorGetWorkspaceSize(const aclTensor *self,
                                                                 const aclTensor *other,
                                                                 aclTensor *out,
                                                                 uint64_t *workspaceSize,
                                                                 aclOpExecutor **executor);

/* aclnnRemainderTensorTensor: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnRemainderTensorTensor(void *workspace, uint64_t workspaceSize,
                                                 aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceRemainderTensorTensor
 ************************************************/

/*
 * aclnnInplaceRemainderTensorTensorGetWorkspaceSize: phase one. What is left of a division that is
 * rounded down, in the dividend's place.
 *
 *     selfRef = selfRef - floor(selfRef / other) * other
 *
 * selfRef  the dividend; receives the result.
 * other    the divisor.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef or other NULL
 *   161002  no common data type of selfRef and other
 *   161002  the type computed in does not convert to the data type of selfRef
 *   161002  the type computed in not one of FLOAT_OR_WIDE_INTEGER
 *   161002  selfRef and other do not broadcast, or not to the shape of selfRef
 *   161002  selfRef not of 0 to 8 dimensions
 *   161002  other not of 0 to 8 dimensions
 *   empty   selfRef or other empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceRemainderTensorTensorGetWorkspaceSize(aclTensor *selfRef,
                                                                        const aclTensor *other,
                                                                        uint64_t *workspaceSize,
                                                                        aclOpExecutor **executor);

/* aclnnInplaceRemainderTensorTensor: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceRemainderTensorTensor(void *workspace, uint64_t workspaceSize,
                                                        aclOpExecutor *executor,
                                                        aclrtStream stream);

/*-**********************************************
 *  aclnnRemainderTensorScalar
 ************************************************/

/*
 * aclnnRemainderTensorScalarGetWorkspaceSize: phase one. What is left of a division by a number
 * that is rounded down, with the sign of the divisor.
 *
 *     out = self - floor(self / other) * other
 *
 * self   the dividend.
 * other  the divisor. REAL_UNSIGNED_OR_BOOL.
 * out    the rest; by 0 NaN, and of integers all bits are set.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  self, other or out NULL
 *   161002  shapes of self and out differ
 *   161002  the data type of other not one of REAL_UNSIGNED_OR_BOOL
 *   161002  no common data type of self and other
 *   161002  the data type of self does not convert to the type computed in
 *   161002  the type computed in not one of FLOAT_OR_WIDE_INTEGER
 *   161002  the type computed in does not convert to the data type of out
 *   161002  self not of 0 to 8 dimensions
 *   161002  out not of 0 to 8 dimensions
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnRemainderTensorScalarGetWorkspaceSize(const aclTensor *self,
                                                                 const aclScalar *other,
                                                                 aclTensor *out,
                                                                 uint64_t *workspaceSize,
                                                                 aclOpExecutor **executor);

/* aclnnRemainderTensorScalar: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnRemainderTensorScalar(void *workspace, uint64_t workspaceSize,
                                                 aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceRemainderTensorScalar
 ************************************************/

/*
 * aclnnInplaceRemainderTensorScalarGetWorkspaceSize: phase one. What is left of a division by a
 * number that is rounded down, in the dividend's place.
 *
 *     selfRef = selfRef - floor(selfRef / other) * other
 *
 * selfRef  the dividend; receives the result.
 * other    the divisor. REAL_UNSIGNED_OR_BOOL.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef or other NULL
 *   161002  the data type of other not one of REAL_UNSIGNED_OR_BOOL
 *   161002  no common data type of selfRef and other
 *   161002  the data type of selfRef does not convert to the type computed in
 *   161002  the type computed in not one of FLOAT_OR_WIDE_INTEGER
 *   161002  the type computed in does not convert to the data type of selfRef
 *   161002  selfRef not of 0 to 8 dimensions
 *   empty   selfRef empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceRemainderTensorScalarGetWorkspaceSize(aclTensor *selfRef,
                                                                        const aclScalar *other,
                                                                        uint64_t *workspaceSize,
                                                                        aclOpExecutor **executor);

/* aclnnInplaceRemainderTensorScalar: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceRemainderTensorScalar(void *workspace, uint64_t workspaceSize,
                                                        aclOpExecutor *executor,
                                                        aclrtStream stream);

/*-**********************************************
 *  aclnnRemainderScalarTensor
 ************************************************/

/*
 * aclnnRemainderScalarTensorGetWorkspaceSize: phase one. What is left of a division of a number
 * that is rounded down, with the sign of the divisor.
 *
 *     out = self - floor(self / other) * other
 *
 * self   the dividend. REAL_UNSIGNED_OR_BOOL.
 * other  the divisor.
 * out    the rest, in whose data type it is computed but on Ascend950; by 0 NaN, and of integers
 *        all bits are set. FLOAT_OR_WIDE_INTEGER.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   561103  self, other or out NULL
 *   161002  shapes of other and out differ
 *   161002  the data type of self not one of REAL_UNSIGNED_OR_BOOL
 *   161002  no common data type of self and other, or it does not convert to the data type of out
 *   161002  the data type of out not one of FLOAT_OR_WIDE_INTEGER
 *   161002  other not of 0 to 8 dimensions
 *   161002  out not of 0 to 8 dimensions
 *   empty   other empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnRemainderScalarTensorGetWorkspaceSize(const aclScalar *self,
                                                                 const aclTensor *other,
                                                                 aclTensor *out,
                                                                 uint64_t *workspaceSize,
                                                                 aclOpExecutor **executor);

/* aclnnRemainderScalarTensor: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnRemainderScalarTensor(void *workspace, uint64_t workspaceSize,
                                                 aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
