/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_apply_adam.h: aclnnApplyAdam.
 *
 * Made from csrc/ops/optimizer/optimizer.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   NEWEST_SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16, ACL_BF16 on Ascend950
 */
#ifndef ACLNNOP_ACLNN_APPLY_ADAM_H
#define ACLNNOP_ACLNN_APPLY_ADAM_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnApplyAdam
 ************************************************/

/*
 * aclnnApplyAdamGetWorkspaceSize: phase one. A step of Adam on the weights.
 *
 *     varRef = varRef - lr * sqrt(1 - beta2Power) / (1 - beta1Power) * m1 / (sqrt(v1) + epsilon),
 *         with m1 = beta1 * m + (1 - beta1) * grad and v1 = beta2 * v + (1 - beta2) * grad^2; by
 *         Nesterov with beta1 * m1 + (1 - beta1) * grad for m1
 *
 * varRef       the weights; receives the result. NEWEST_SINGLE_OR_HALF.
 * m            the first moments.
 * v            the second moments.
 * beta1Power   beta1 to the power of the steps, float32 of one element as all that follow.
 *              ACL_FLOAT.
 * beta2Power   beta2 to that power. ACL_FLOAT.
 * lr           the learning rate. ACL_FLOAT.
 * beta1        the decay of the first moments. ACL_FLOAT.
 * beta2        the decay of the second moments. ACL_FLOAT.
 * epsilon      what is added to the root. ACL_FLOAT.
 * grad         the gradient.
 * useLocking   without effect.
 * useNesterov  whether to look ahead.
 *
 * Units in the last place are those of the magnitudes that are added.
 *
 * m and v are not written.
 *
 * Precision: within 8 units in the last place in float32, within 0.6 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  varRef, m, v, beta1Power, beta2Power, lr, beta1, beta2, epsilon or grad NULL
 *   161002  the data type of varRef not one of NEWEST_SINGLE_OR_HALF
 *   161002  the data type of m is not the data type of varRef
 *   161002  the data type of v is not the data type of varRef
 *   161002  the data type of grad is not the data type of varRef
 *   161002  the data type of beta1Power not one of ACL_FLOAT
 *   161002  the data type of beta2Power not one of ACL_FLOAT
 *   161002  the data type of lr not one of ACL_FLOAT
 *   161002  the data type of beta1 not one of ACL_FLOAT
 *   161002  the data type of beta2 not one of ACL_FLOAT
 *   161002  the data type of epsilon not one of ACL_FLOAT
 *   161002  varRef not of 0 to 8 dimensions
 *   161002  shapes of m and varRef differ
 *   161002  shapes of v and varRef differ
 *   161002  shapes of grad and varRef differ
 *   161002  one of beta1Power, beta2Power, lr, beta1, beta2 and epsilon not of one element
 *   empty   varRef empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnApplyAdamGetWorkspaceSize(aclTensor *varRef, const aclTensor *m,
                                                     const aclTensor *v,
                                                     const aclTensor *beta1Power,
                                                     const aclTensor *beta2Power,
                                                     const aclTensor *lr, const aclTensor *beta1,
                                                     const aclTensor *beta2,
                                                     const aclTensor *epsilon,
                                                     const aclTensor *grad, bool useLocking,
                                                     bool useNesterov, uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/* aclnnApplyAdam: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnApplyAdam(void *workspace, uint64_t workspaceSize,
                                     aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
