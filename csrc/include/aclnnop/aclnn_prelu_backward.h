/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_prelu_backward.h: aclnnPreluBackward.
 *
 * Made from csrc/ops/activation/activation.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_PRELU_BACKWARD_H
#define ACLNNOP_ACLNN_PRELU_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnPreluBackward
 ************************************************/

/*
 * aclnnPreluBackwardGetWorkspaceSize: phase one. The gradients of Prelu by its operand and by its
 * slopes.
 *
 *     gradInput = gradOutput where self > 0, else weight * gradOutput; gradWeight = the sum of
 *         gradOutput * self where self is not positive
 *
 * gradOutput  the gradient by the result. SINGLE_OR_HALF.
 * self        what Prelu was given. SINGLE_OR_HALF.
 * weight      its slopes: one, or one a channel.
 * gradInput   the gradient by self.
 * gradWeight  the gradient by weight.
 *
 * Precision: within 1.5 units in the last place in float32, within 0.51 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOutput, self, weight, gradInput or gradWeight NULL
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of gradOutput is not the data type of self
 *   161002  the data type of weight is not the data type of self
 *   161002  the data type of gradInput is not the data type of self
 *   161002  the data type of gradWeight is not the data type of self
 *   161002  the data type of gradOutput not one of SINGLE_OR_HALF
 *   161002  gradOutput not of 0 to 8 dimensions
 *   161002  self not of 0 to 8 dimensions
 *   161002  weight not of 0 to 8 dimensions
 *   161002  gradInput not of 0 to 8 dimensions
 *   161002  gradWeight not of 0 to 8 dimensions
 *   161002  shapes of self and gradInput differ
 *   161002  weight has neither one element nor as many as the second dimension of self, or
 *           gradWeight is not of its shape
 *   161002  self and gradOutput do not broadcast, or not to the shape of gradInput
 *   empty   gradOutput, self or weight empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnPreluBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                         const aclTensor *self,
                                                         const aclTensor *weight,
                                                         aclTensor *gradInput,
                                                         aclTensor *gradWeight,
                                                         uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);

/* aclnnPreluBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnPreluBackward(void *workspace, uint64_t workspaceSize,
                                         aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
