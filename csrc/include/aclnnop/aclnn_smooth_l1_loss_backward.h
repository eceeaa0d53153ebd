/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_smooth_l1_loss_backward.h: aclnnSmoothL1LossBackward.
 *
 * Made from csrc/ops/loss/loss.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_SMOOTH_L1_LOSS_BACKWARD_H
#define ACLNNOP_ACLNN_SMOOTH_L1_LOSS_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnSmoothL1LossBackward
 ************************************************/

/*
 * aclnnSmoothL1LossBackwardGetWorkspaceSize: phase one. The gradient of aclnnSmoothL1Loss.
 *
 *     gradInput = gradOut * (d / beta where d = self - target is below beta, else the sign of d),
 *         over the number of elements with reduction 1
 *
 * gradOut    the gradient of the losses, or of the one. SINGLE_OR_HALF.
 * self       the numbers. SINGLE_OR_HALF.
 * target     what they should be. SINGLE_OR_HALF.
 * reduction  how elements are joined: 0 not, 1 to their mean, 2 to their sum.
 * beta       differences below it were squared; not negative.
 * gradInput  the gradient of self. SINGLE_OR_HALF.
 *
 * Precision: within 3 units in the last place in float32, within 0.52 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOut, self, target or gradInput NULL
 *   161002  the data type of gradOut not one of SINGLE_OR_HALF
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of target not one of SINGLE_OR_HALF
 *   161002  the data type of gradInput not one of SINGLE_OR_HALF
 *   161002  gradOut not of 0 to 8 dimensions
 *   161002  self not of 0 to 8 dimensions
 *   161002  target not of 0 to 8 dimensions
 *   161002  reduction not from 0 to 2
 *   161002  beta negative
 *   161002  no common data type of gradOut, self and target
 *   161002  the type computed in does not convert to the data type of gradInput
 *   161002  gradOut, self and target do not broadcast, or not to the shape of gradInput
 *   empty   gradOut, self or target empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnSmoothL1LossBackwardGetWorkspaceSize(const aclTensor *gradOut,
                                                                const aclTensor *self,
                                                                const aclTensor *target,
                                                                int64_t reduction, float beta,
                                                                aclTensor *gradInput,
                                                                uint64_t *workspaceSize,
                                                                aclOpExecutor **executor);

/* aclnnSmoothL1LossBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnSmoothL1LossBackward(void *workspace, uint64_t workspaceSize,
                                                aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
