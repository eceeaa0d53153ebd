/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_mse_loss_backward.h: aclnnMseLossBackward.
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
#ifndef ACLNNOP_ACLNN_MSE_LOSS_BACKWARD_H
#define ACLNNOP_ACLNN_MSE_LOSS_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnMseLossBackward
 ************************************************/

/*
 * aclnnMseLossBackwardGetWorkspaceSize: phase one. The gradient of aclnnMseLoss.
 *
 *     out = gradOutput * 2 * (self - target), over the number of elements with reduction 1
 *
 * gradOutput  the gradient of the losses, or of the one.
 * self        the numbers. SINGLE_OR_HALF.
 * target      what they should be.
 * reduction   how elements are joined: 0 not, 1 to their mean, 2 to their sum.
 * out         the gradient of self. SINGLE_OR_HALF.
 *
 * Precision: within 3 units in the last place in float32, within 0.52 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOutput, self, target or out NULL
 *   161002  the data type of gradOutput is not the data type of self
 *   161002  the data type of target is not the data type of self
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of out not one of SINGLE_OR_HALF
 *   161002  reduction not from 0 to 2
 *   161002  gradOutput not of 0 to 8 dimensions
 *   161002  self not of 0 to 8 dimensions
 *   161002  target not of 0 to 8 dimensions
 *   161002  gradOutput, self and target do not broadcast, or not to the shape of out
 *   empty   self, gradOutput or target empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnMseLossBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                           const aclTensor *self,
                                                           const aclTensor *target,
                                                           int64_t reduction, aclTensor *out,
                                                           uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);

/* aclnnMseLossBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnMseLossBackward(void *workspace, uint64_t workspaceSize,
                                           aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
