/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_fmod_tensor.h: aclnnFmodTensor, aclnnInplaceFmodTensor.
 *
 * Made from csrc/ops/binary/binary.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   REAL_BUT_INT16  ACL_FLOAT, ACL_INT32, ACL_INT64, ACL_FLOAT16, ACL_INT8, ACL_UINT8, ACL_DOUBLE;
 *                   ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_FMOD_TENSOR_H
#define ACLNNOP_ACLNN_FMOD_TENSOR_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnFmodTensor
 ************************************************/

/*
 * aclnnFmodTensorGetWorkspaceSize: phase one. What is left of a division without its fraction, with
 * the sign of the dividend.
 *
 *     out = self - trunc(self / other) * other
 *
 * self   the dividend. REAL_BUT_INT16.
 * other  the divisor. REAL_BUT_INT16.
 * out    the rest; by 0 NaN, and of integers all bits are set. REAL_BUT_INT16.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, other or out NULL
 *   161002  the data type of self not one of REAL_BUT_INT16
 *   161002  the data type of other not one of REAL_BUT_INT16
 *   161002  the data type of out not one of REAL_BUT_INT16
 *   161002  no common data type of self and other
 *   161002  the type computed in not one of REAL_BUT_INT16
 *   161002  self not of 0 to 8 dimensions
 *   161002  other not of 0 to 8 dimensions
 *   161002  self and other do not broadcast, or not to the shape of out
 *   empty   self or other empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnFmodTensorGetWorkspaceSize(const aclTensor *self, const aclTensor *other,
                                                      aclTensor *out, uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/* aclnnFmodTensor: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnFmodTensor(void *workspace, uint64_t workspaceSize,
                                      aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceFmodTensor
 ************************************************/

/*
 * aclnnInplaceFmodTensorGetWorkspaceSize: phase one. What is left of a division without its
 * fraction, in the dividend's place.
 *
 *     selfRef = selfRef - trunc(selfRef / other) * other
 *
 * selfRef  the dividend; receives the result. REAL_BUT_INT16.
 * other    the divisor. REAL_BUT_INT16.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef or other NULL
 *   161002  the data type of selfRef not one of REAL_BUT_INT16
 *   161002  the data type of other not one of REAL_BUT_INT16
 *   161002  no common data type of selfRef and other
 *   161002  the type computed in not one of REAL_BUT_INT16
 *   161002  selfRef not of 0 to 8 dimensions
 *   161002  other not of 0 to 8 dimensions
 *   161002  selfRef and other do not broadcast, or not to the shape of selfRef
 *   empty   selfRef or other empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceFmodTensorGetWorkspaceSize(aclTensor *selfRef,
                                                             const aclTensor *other,
                                                             uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);

/* aclnnInplaceFmodTensor: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceFmodTensor(void *workspace, uint64_t workspaceSize,
                                             aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
