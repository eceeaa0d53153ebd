/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_nll_loss_backward.h: aclnnNLLLossBackward.
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
#ifndef ACLNNOP_ACLNN_NLL_LOSS_BACKWARD_H
#define ACLNNOP_ACLNN_NLL_LOSS_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnNLLLossBackward
 ************************************************/

/*
 * aclnnNLLLossBackwardGetWorkspaceSize: phase one. The gradient of aclnnNLLLoss.
 *
 *     out[n, c] = -gradOutput[n] * weight[c] where c is target[n] and not ignoreIndex, over
 *         totalWeight with reduction 1; 0 elsewhere
 *
 * gradOutput   the gradient of the losses, or of the one.
 * self         what aclnnNLLLoss was given, (N, C) or (C); its shape counts. SINGLE_OR_HALF.
 * target       the classes, (N) or none: 0 to C - 1, or ignoreIndex. ACL_INT64, ACL_UINT8,
 *              ACL_INT32.
 * weight       a factor for each class, (C).
 * reduction    how losses were joined: 0 not, 1 to their weighted mean, 2 to their sum.
 * ignoreIndex  positions of this class have no gradient.
 * totalWeight  the sum of the weights, as aclnnNLLLoss gave it; one element.
 * out          the gradient of self.
 *
 * A class that is neither in range nor ignoreIndex fails on the stream.
 *
 * Precision: within 2 units in the last place in float32, within 0.52 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOutput, self, target, weight, totalWeight or out NULL
 *   161002  the data type of weight is not the data type of self
 *   161002  the data type of gradOutput is not the data type of self
 *   161002  the data type of totalWeight is not the data type of self
 *   161002  the data type of self does not convert to the data type of out
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of target not one of ACL_INT64, ACL_UINT8, ACL_INT32
 *   161002  reduction not from 0 to 2
 *   161002  self not (N, C) or (C), target not (N) or of no dimensions, or weight not (C)
 *   161002  totalWeight not of one element
 *   161002  gradOutput not of an element for each row of self, with reduction 0 and two dimensions,
 *           or not of one, in one dimension or none
 *   161002  shapes of self and out differ
 *   empty   self empty: nothing is done
 *   561103  format of self neither ACL_FORMAT_ND nor that of out
 */
ACLNN_API aclnnStatus aclnnNLLLossBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                           const aclTensor *self,
                                                           const aclTensor *target,
                                                           const aclTensor *weight,
                                                           int64_t reduction, int64_t ignoreIndex,
                                                           const aclTensor *totalWeight,
                                                           aclTensor *out, uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);

/* aclnnNLLLossBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnNLLLossBackward(void *workspace, uint64_t workspaceSize,
                                           aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
