/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_soft_margin_loss_backward.h: aclnnSoftMarginLossBackward.
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
#ifndef ACLNNOP_ACLNN_SOFT_MARGIN_LOSS_BACKWARD_H
#define ACLNNOP_ACLNN_SOFT_MARGIN_LOSS_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnSoftMarginLossBackward
 ************************************************/

/*
 * aclnnSoftMarginLossBackwardGetWorkspaceSize: phase one. The gradient of aclnnSoftMarginLoss.
 *
 *     out = -gradOutput * target / (1 + exp(target * self)), over the number of elements with
 *         reduction 1
 *
 * gradOutput  the gradient of the losses, or of the one. SINGLE_OR_HALF.
 * self        the numbers. SINGLE_OR_HALF.
 * target      the classes, 1 and -1. SINGLE_OR_HALF.
 * reduction   how elements are joined: 0 not, 1 to their mean, 2 to their sum.
 * out         the gradient of self. SINGLE_OR_HALF.
 *
 * Precision: within 4 units in the last place in float32, within 0.52 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOutput, self, target or out NULL
 *   161002  the data type of gradOutput not one of SINGLE_OR_HALF
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of target not one of SINGLE_OR_HALF
 *   161002  the data type of out not one of SINGLE_OR_HALF
 *   161002  no common data type of gradOutput, self and target
 *   161002  gradOutput not of 0 to 8 dimensions
 *   161002  self not of 0 to 8 dimensions
 *   161002  target not of 0 to 8 dimensions
 *   161002  gradOutput, self and target do not broadcast, or not to the shape of out
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnSoftMarginLossBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                                  const aclTensor *self,
                                                                  const aclTensor *target,
                                                                  int64_t reduction, aclTensor *out,
                                                                  uint64_t *workspaceSize,
                                                                  aclOpExecutor **executor);

/* aclnnSoftMarginLossBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnSoftMarginLossBackward(void *workspace, uint64_t workspaceSize,
                                                  aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
