/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_binary_cross_entropy_with_logits_target_backward.h:
 * aclnnBinaryCrossEntropyWithLogitsTargetBackward.
 *
 * Made from csrc/ops/loss/loss.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_BINARY_CROSS_ENTROPY_WITH_LOGITS_TARGET_BACKWARD_H
#define ACLNNOP_ACLNN_BINARY_CROSS_ENTROPY_WITH_LOGITS_TARGET_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnBinaryCrossEntropyWithLogitsTargetBackward
 ************************************************/

/*
 * aclnnBinaryCrossEntropyWithLogitsTargetBackwardGetWorkspaceSize: phase one. The gradient of
 * aclnnBinaryCrossEntropyWithLogits by its target.
 *
 *     gradTarget = gradOutput * weightOptional * (log(1 - s) - posWeightOptional * log(s)) with s =
 *         1 / (1 + exp(-self)), over the number of elements with reduction 1
 *
 * gradOutput         the gradient of the losses, or of the one. ACL_FLOAT, ACL_FLOAT16, ACL_BF16.
 * self               numbers whose sigmoid are probabilities. ACL_FLOAT, ACL_FLOAT16, ACL_BF16.
 * target             what these should be; its shape counts. ACL_FLOAT, ACL_FLOAT16, ACL_BF16.
 * weightOptional     factors, broadcast to self; NULL: 1; may be NULL. ACL_FLOAT, ACL_FLOAT16,
 *                    ACL_BF16.
 * posWeightOptional  factors of the first class, broadcast to self; NULL: 1; may be NULL.
 *                    ACL_FLOAT, ACL_FLOAT16, ACL_BF16.
 * reduction          how losses were joined: 0 not, 1 to their mean, 2 to their sum.
 * gradTarget         the gradient of target. ACL_FLOAT, ACL_FLOAT16, ACL_BF16.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * Precision: within 5 units in the last place in float32, within 0.52 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOutput, self, target or gradTarget NULL
 *   161002  gradOutput not of 0 to 8 dimensions
 *   161002  self not of 0 to 8 dimensions
 *   161002  target not of 0 to 8 dimensions
 *   161002  weightOptional not of 0 to 8 dimensions
 *   161002  posWeightOptional not of 0 to 8 dimensions
 *   161002  gradTarget not of 0 to 8 dimensions
 *   161002  the data type of gradOutput not one of ACL_FLOAT, ACL_FLOAT16, ACL_BF16
 *   161002  the data type of self not one of ACL_FLOAT, ACL_FLOAT16, ACL_BF16
 *   161002  the data type of target not one of ACL_FLOAT, ACL_FLOAT16, ACL_BF16
 *   161002  the data type of weightOptional not one of ACL_FLOAT, ACL_FLOAT16, ACL_BF16
 *   161002  the data type of posWeightOptional not one of ACL_FLOAT, ACL_FLOAT16, ACL_BF16
 *   161002  the data type of gradTarget not one of ACL_FLOAT, ACL_FLOAT16, ACL_BF16
 *   161002  the data type of gradTarget is not the data type of target
 *   161002  layouts of self and target differ
 *   161002  layouts of self and gradTarget differ
 *   161002  shapes of self and target differ, where self has elements
 *   161002  shapes of self and gradTarget differ, where self has elements
 *   161002  gradOutput does not broadcast to the shape of self, where that has elements
 *   161002  weightOptional does not broadcast to the shape of self, where that has elements
 *   161002  posWeightOptional does not broadcast to the shape of self, where that has elements
 *   161002  reduction not from 0 to 2
 *   161002  no common data type of self, target, gradOutput, weightOptional and posWeightOptional
 *   161002  the type computed in does not convert to the data type of gradTarget
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnBinaryCrossEntropyWithLogitsTargetBackwardGetWorkspaceSize(
    const aclTensor *gradOutput, const aclTensor *self, const aclTensor *target,
    const aclTensor *weightOptional, const aclTensor *posWeightOptional, int64_t reduction,
    aclTensor *gradTarget, uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnBinaryCrossEntropyWithLogitsTargetBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnBinaryCrossEntropyWithLogitsTargetBackward(void *workspace,
                                                                      uint64_t workspaceSize,
                                                                      aclOpExecutor *executor,
                                                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
