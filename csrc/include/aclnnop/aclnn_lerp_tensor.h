/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_lerp_tensor.h: aclnnLerp, aclnnInplaceLerp.
 *
 * Made from csrc/ops/ternary/ternary.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_LERP_TENSOR_H
#define ACLNNOP_ACLNN_LERP_TENSOR_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnLerp
 ************************************************/

/*
 * aclnnLerpGetWorkspaceSize: phase one. What lies between two tensors, by weights.
 *
 *     out = self + weight * (end - self) where |weight| < 0.5
 *     out = end - (end - self) * (1 - weight) elsewhere
 *
 * self    where weight is 0. SINGLE_OR_HALF.
 * end     where weight is 1; of the same data type.
 * weight  the weights, of the same data type.
 * out     what lies between, of the same data type.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  self, end, weight or out NULL
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of end is not the data type of self
 *   161002  the data type of weight is not the data type of self
 *   161002  the data type of out is not the data type of self
 *   161002  self, end and weight do not broadcast, or not to the shape of out
 *   161002  self, end, weight and out of more than 8 dimensions, if one of them is not contiguous
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnLerpGetWorkspaceSize(const aclTensor *self, const aclTensor *end,
                                                const aclTensor *weight, aclTensor *out,
                                                uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnLerp: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnLerp(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceLerp
 ************************************************/

/*
 * aclnnInplaceLerpGetWorkspaceSize: phase one. What lies between two tensors, by weights, in the
 * first one's place.
 *
 *     selfRef = selfRef + weight * (end - selfRef) where |weight| < 0.5
 *     selfRef = end - (end - selfRef) * (1 - weight) elsewhere
 *
 * selfRef  where weight is 0; receives the result. SINGLE_OR_HALF.
 * end      where weight is 1; of the same data type.
 * weight   the weights, of the same data type.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef, end or weight NULL
 *   161002  the data type of selfRef not one of SINGLE_OR_HALF
 *   161002  the data type of end is not the data type of selfRef
 *   161002  the data type of weight is not the data type of selfRef
 *   161002  selfRef, end and weight do not broadcast, or not to the shape of selfRef
 *   161002  selfRef, end, weight and selfRef of more than 8 dimensions, if one of them is not
 *           contiguous
 *   empty   selfRef empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceLerpGetWorkspaceSize(aclTensor *selfRef, const aclTensor *end,
                                                       const aclTensor *weight,
                                                       uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/* aclnnInplaceLerp: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceLerp(void *workspace, uint64_t workspaceSize,
                                       aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
