/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_apply_adam_w.h: aclnnApplyAdamW.
 *
 * Made from csrc/ops/optimizer/optimizer.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_APPLY_ADAM_W_H
#define ACLNNOP_ACLNN_APPLY_ADAM_W_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnApplyAdamW
 ************************************************/

/*
 * aclnnApplyAdamWGetWorkspaceSize: phase one. A step of Adam with decoupled weight decay, with its
 * numbers in tensors.
 *
 *     mRef = beta1 * mRef + (1 - beta1) * g, vRef = beta2 * vRef + (1 - beta2) * g^2, with g =
 *         grad, or -grad to maximize; varRef = varRef * (1 - lr * weightDecay) - lr / (1 -
 *         beta1Power * beta1) * mRef / (sqrt(w / (1 - beta2Power * beta2)) + eps), with w = vRef,
 *         or the larger of it and maxGradNormOptional
 *
 * varRef               the weights; receives the result. SINGLE_OR_HALF.
 * mRef                 the first moments; receives the result.
 * vRef                 the second moments; receives the result.
 * beta1Power           beta1 to the power of the steps before, one element as all that follow.
 * beta2Power           beta2 to that power.
 * lr                   the learning rate.
 * weightDecay          the share of the weights that the learning rate takes off.
 * beta1                the decay of the first moments.
 * beta2                the decay of the second moments.
 * eps                  what is added to the root.
 * grad                 the gradient.
 * maxGradNormOptional  the largest second moments so far; NULL without amsgrad; may be NULL.
 * amsgrad              whether to divide by the largest second moments.
 * maximize             whether to go up.
 *
 * Units in the last place are those of the magnitudes that are added.
 *
 * Precision: within 8 units in the last place in float32, within 0.6 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  varRef, mRef, vRef, beta1Power, beta2Power, lr, weightDecay, beta1, beta2, eps or grad
 *           NULL
 *   161001  maxGradNormOptional NULL, where amsgrad is true
 *   161002  the data type of varRef not one of SINGLE_OR_HALF
 *   161002  the data type of mRef is not the data type of varRef
 *   161002  the data type of vRef is not the data type of varRef
 *   161002  the data type of beta1Power is not the data type of varRef
 *   161002  the data type of beta2Power is not the data type of varRef
 *   161002  the data type of lr is not the data type of varRef
 *   161002  the data type of weightDecay is not the data type of varRef
 *   161002  the data type of beta1 is not the data type of varRef
 *   161002  the data type of beta2 is not the data type of varRef
 *   161002  the data type of eps is not the data type of varRef
 *   161002  the data type of grad is not the data type of varRef
 *   161002  the data type of maxGradNormOptional is not the data type of varRef
 *   161002  shapes of mRef and varRef differ
 *   161002  shapes of vRef and varRef differ
 *   161002  shapes of maxGradNormOptional and varRef differ
 *   161002  shapes of grad and varRef differ
 *   161002  one of beta1Power, beta2Power, lr, weightDecay, beta1, beta2 and eps not of one element
 *   161002  varRef not of 0 to 8 dimensions
 *   empty   varRef empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnApplyAdamWGetWorkspaceSize(aclTensor *varRef, aclTensor *mRef,
                                                      aclTensor *vRef, const aclTensor *beta1Power,
                                                      const aclTensor *beta2Power,
                                                      const aclTensor *lr,
                                                      const aclTensor *weightDecay,
                                                      const aclTensor *beta1,
                                                      const aclTensor *beta2, const aclTensor *eps,
                                                      const aclTensor *grad,
                                                      const aclTensor *maxGradNormOptional,
                                                      bool amsgrad, bool maximize,
                                                      uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/* aclnnApplyAdamW: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnApplyAdamW(void *workspace, uint64_t workspaceSize,
                                      aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
