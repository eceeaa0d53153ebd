/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_kl_div_target_backward.h: aclnnKlDivTargetBackward.
 *
 * Made from csrc/ops/loss/loss.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   NEW_SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16, ACL_BF16 on Ascend910B, Ascend910_93 and Ascend950
 */
#ifndef ACLNNOP_ACLNN_KL_DIV_TARGET_BACKWARD_H
#define ACLNNOP_ACLNN_KL_DIV_TARGET_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnKlDivTargetBackward
 ************************************************/

/*
 * aclnnKlDivTargetBackwardGetWorkspaceSize: phase one. The gradient of aclnnKlDiv by its target.
 *
 *     gradTarget = gradOutput * (log(target) - self + 1), with logTarget gradOutput * exp(target) *
 *         (target - self + 1), over the number of elements with reduction 1, over the first
 *         dimension with 3
 *
 * gradOutput  the gradient of the divergences, or of the one. NEW_SINGLE_OR_HALF.
 * self        logarithms of probabilities. NEW_SINGLE_OR_HALF.
 * target      probabilities, or their logarithms. NEW_SINGLE_OR_HALF.
 * reduction   how divergences were joined: 1 to their mean, 2 to their sum, 3 to their sum over the
 *             first dimension; any other number: not.
 * logTarget   whether target holds logarithms.
 * gradTarget  the gradient of target. NEW_SINGLE_OR_HALF.
 *
 * Where self has more elements than target, the gradients of those that target stood for are
 * summed.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * Precision: within 5 units in the last place in float32, within 0.53 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOutput, self, target or gradTarget NULL
 *   161002  the data type of self does not convert to the data type of gradTarget
 *   161002  the data type of gradOutput not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of self not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of target not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of gradTarget not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of gradTarget is not the data type of target
 *   161002  gradOutput not of 0 to 8 dimensions
 *   161002  self not of 0 to 8 dimensions
 *   161002  target not of 0 to 8 dimensions
 *   161002  gradTarget not of 0 to 8 dimensions
 *   161002  self and target do not broadcast, or gradOutput not to the shape of both
 *   161002  shapes of target and gradTarget differ
 *   161002  a layout of gradOutput, self, target or gradTarget private to the device
 *   empty   self empty: nothing is done
 *   561103  target of the shape that target and self broadcast to, and its format neither
 *           ACL_FORMAT_ND nor that of gradTarget (on Ascend950)
 */
ACLNN_API aclnnStatus aclnnKlDivTargetBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                               const aclTensor *self,
                                                               const aclTensor *target,
                                                               int64_t reduction, bool logTarget,
                                                               aclTensor *gradTarget,
                                                               uint64_t *workspaceSize,
                                                               aclOpExecutor **executor);

/* aclnnKlDivTargetBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnKlDivTargetBackward(void *workspace, uint64_t workspaceSize,
                                               aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
