/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_fused_adamw.h: aclnnFusedAdamw.
 *
 * Made from csrc/ops/optimizer/optimizer.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   NEW_SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16, ACL_BF16 on Ascend910B, Ascend910_93 and Ascend950
 *   SINGLE_OR_HALF      ACL_FLOAT, ACL_FLOAT16; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_FUSED_ADAMW_H
#define ACLNNOP_ACLNN_FUSED_ADAMW_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnFusedAdamw
 ************************************************/

/*
 * aclnnFusedAdamwGetWorkspaceSize: phase one. A step of Adam with decoupled weight decay on every
 * member of lists.
 *
 *     as aclnnApplyAdamWV2, with g = grads / gradScaleOptional and t = stateSteps; nothing is
 *         written where foundInfOptional is 1
 *
 * paramsRef          the weights; receives the result. NEW_SINGLE_OR_HALF.
 * grads              the gradients.
 * expAvgsRef         the first moments; receives the result.
 * expAvgSqsRef       the second moments; receives the result.
 * maxExpAvgSqsRef    the largest second moments so far; NULL without amsgrad; receives the result;
 *                    may be NULL.
 * stateSteps         how many steps were made with this one, one element for each member.
 *                    ACL_FLOAT, ACL_INT64.
 * gradScaleOptional  what gradients are divided by; NULL: 1; may be NULL. SINGLE_OR_HALF.
 * foundInfOptional   1 where a gradient is infinite or NaN; NULL: none is; may be NULL.
 *                    SINGLE_OR_HALF.
 * lr                 the learning rate.
 * beta1              the decay of the first moments.
 * beta2              the decay of the second moments.
 * weightDecay        the share of the weights that the learning rate takes off.
 * eps                what is added to the root.
 * amsgrad            whether to divide by the largest second moments.
 * maximize           whether to go up.
 *
 * Units in the last place are those of the magnitudes that are added.
 *
 * Precision: within 8 units in the last place in float32, within 0.6 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161002  lr, beta1, beta2 or weightDecay negative
 *   161002  maxExpAvgSqsRef NULL where amsgrad is true
 *   161001  paramsRef NULL
 *   161001  a member of paramsRef NULL
 *   161001  grads NULL
 *   161001  a member of grads NULL
 *   161001  expAvgsRef NULL
 *   161001  a member of expAvgsRef NULL
 *   161001  expAvgSqsRef NULL
 *   161001  a member of expAvgSqsRef NULL
 *   161001  stateSteps NULL
 *   161001  a member of stateSteps NULL
 *   161002  paramsRef without members
 *   161002  data type of the first member of paramsRef not one of NEW_SINGLE_OR_HALF
 *   161002  members of paramsRef of different data types, or not of 0 to 8 dimensions
 *   161002  grads has not as many members as paramsRef, or they have other data types or shapes
 *   161002  expAvgsRef has not as many members as paramsRef, or they have other data types or
 *           shapes
 *   161002  expAvgSqsRef has not as many members as paramsRef, or they have other data types or
 *           shapes
 *   161002  maxExpAvgSqsRef has not as many members as paramsRef, or they have other data types or
 *           shapes
 *   161002  data type of the first member of stateSteps not one of ACL_FLOAT, ACL_INT64
 *   161002  members of stateSteps of different data types, or not of 0 to 8 dimensions
 *   161002  stateSteps has not as many members as paramsRef, or one of them not one element
 *   161002  the data type of gradScaleOptional not one of SINGLE_OR_HALF
 *   161002  the data type of foundInfOptional not one of SINGLE_OR_HALF
 *   161002  gradScaleOptional of more than one element
 *   161002  foundInfOptional of more than one element
 */
ACLNN_API aclnnStatus aclnnFusedAdamwGetWorkspaceSize(const aclTensorList *paramsRef,
                                                      const aclTensorList *grads,
                                                      const aclTensorList *expAvgsRef,
                                                      const aclTensorList *expAvgSqsRef,
                                                      const aclTensorList *maxExpAvgSqsRef,
                                                      const aclTensorList *stateSteps,
                                                      const aclTensor *gradScaleOptional,
                                                      const aclTensor *foundInfOptional, double lr,
                                                      double beta1, double beta2,
                                                      double weightDecay, double eps, bool amsgrad,
                                                      bool maximize, uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/* aclnnFusedAdamw: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnFusedAdamw(void *workspace, uint64_t workspaceSize,
                                      aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
