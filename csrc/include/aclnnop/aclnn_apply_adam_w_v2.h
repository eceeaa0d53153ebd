/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_apply_adam_w_v2.h: aclnnApplyAdamWV2.
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
#ifndef ACLNNOP_ACLNN_APPLY_ADAM_W_V2_H
#define ACLNNOP_ACLNN_APPLY_ADAM_W_V2_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnApplyAdamWV2
 ************************************************/

/*
 * aclnnApplyAdamWV2GetWorkspaceSize: phase one. A step of Adam with decoupled weight decay.
 *
 *     mRef = beta1 * mRef + (1 - beta1) * g, vRef = beta2 * vRef + (1 - beta2) * g^2, with g =
 *         grad, or -grad to maximize; varRef = varRef * (1 - lr * weightDecay) - lr * (mRef / (1 -
 *         beta1^t)) / (sqrt(w / (1 - beta2^t)) + eps), with t = step + 1 and w = vRef, or the
 *         largest so far
 *
 * varRef                  the weights; receives the result. SINGLE_OR_HALF.
 * mRef                    the first moments; receives the result. SINGLE_OR_HALF.
 * vRef                    the second moments; receives the result. SINGLE_OR_HALF.
 * maxGradNormOptionalRef  the largest second moments so far; NULL without amsgrad; receives the
 *                         result; may be NULL. SINGLE_OR_HALF.
 * grad                    the gradient. SINGLE_OR_HALF.
 * step                    how many steps were made before, one element. ACL_FLOAT, ACL_INT64.
 * lr                      the learning rate.
 * beta1                   the decay of the first moments.
 * beta2                   the decay of the second moments.
 * weightDecay             the share of the weights that the learning rate takes off.
 * eps                     what is added to the root.
 * amsgrad                 whether to divide by the largest second moments.
 * maximize                whether to go up.
 *
 * Units in the last place are those of the magnitudes that are added.
 *
 * Precision: within 8 units in the last place in float32, within 0.6 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  varRef, mRef or vRef NULL
 *   161001  maxGradNormOptionalRef NULL, where amsgrad is true
 *   161001  grad or step NULL
 *   161002  the data type of varRef not one of SINGLE_OR_HALF
 *   161002  the data type of mRef not one of SINGLE_OR_HALF
 *   161002  the data type of vRef not one of SINGLE_OR_HALF
 *   161002  the data type of maxGradNormOptionalRef not one of SINGLE_OR_HALF
 *   161002  the data type of grad not one of SINGLE_OR_HALF
 *   161002  the data type of step not one of ACL_FLOAT, ACL_INT64
 *   161002  shapes of mRef and varRef differ
 *   161002  shapes of vRef and varRef differ
 *   161002  shapes of maxGradNormOptionalRef and varRef differ
 *   161002  shapes of grad and varRef differ
 *   161002  one of step not of one element
 *   161002  varRef not of 0 to 8 dimensions
 *   empty   varRef empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnApplyAdamWV2GetWorkspaceSize(aclTensor *varRef, aclTensor *mRef,
                                                        aclTensor *vRef,
                                                        aclTensor *maxGradNormOptionalRef,
                                                        const aclTensor *grad,
                                                        const aclTensor *step, float lr,
                                                        float beta1, float beta2, float weightDecay,
                                                        float eps, bool amsgrad, bool maximize,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/* aclnnApplyAdamWV2: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnApplyAdamWV2(void *workspace, uint64_t workspaceSize,
                                        aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
