/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_nll_loss2d_backward.h: aclnnNLLLoss2dBackward.
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
#ifndef ACLNNOP_ACLNN_NLL_LOSS2D_BACKWARD_H
#define ACLNNOP_ACLNN_NLL_LOSS2D_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnNLLLoss2dBackward
 ************************************************/

/*
 * aclnnNLLLoss2dBackwardGetWorkspaceSize: phase one. The gradient of aclnnNLLLoss2d.
 *
 *     out[n, c, h, w] = -gradOutput[n, h, w] * weight[c] where c is target[n, h, w] and not
 *         ignoreIndex, over totalWeight with reduction 1; 0 elsewhere
 *
 * gradOutput   the gradient of the losses, or of the one.
 * self         what aclnnNLLLoss2d was given, (N, C, H, W); its shape counts. SINGLE_OR_HALF.
 * target       the classes, (N, H, W): 0 to C - 1, or ignoreIndex. ACL_INT64, ACL_UINT8, ACL_INT32.
 * weight       a factor for each class, (C).
 * reduction    how losses were joined: 0 not, 1 to their weighted mean, 2 to their sum.
 * ignoreIndex  positions of this class have no gradient.
 * totalWeight  the sum of the weights, as aclnnNLLLoss2d gave it; one element.
 * out          the gradient of self.
 *
 * A class that is neither in range nor ignoreIndex fails on the stream.
 *
 * Precision: within 2 units in the last place in float32, within 0.52 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOutput, self, target, weight, out or totalWeight NULL
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of self is not the data type of gradOutput
 *   161002  the data type of self is not the data type of weight
 *   161002  the data type of self is not the data type of out
 *   161002  the data type of self is not the data type of totalWeight
 *   161002  the data type of target not one of ACL_INT64, ACL_UINT8, ACL_INT32
 *   161002  gradOutput not of the shape of target, with reduction 0, or not of one element, in one
 *           dimension or none, with another
 *   161002  self not (N, C, H, W), or target not (N, H, W)
 *   161002  weight without an element for each class of self
 *   161002  shapes of self and out differ
 *   161002  totalWeight not of one element
 *   161002  reduction not from 0 to 2
 *   empty   self empty: nothing is done
 *   561103  format of self neither ACL_FORMAT_ND nor that of out (on Ascend950)
 */
ACLNN_API aclnnStatus aclnnNLLLoss2dBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                             const aclTensor *self,
                                                             const aclTensor *target,
                                                             const aclTensor *weight,
                                                             int64_t reduction, int64_t ignoreIndex,
                                                             aclTensor *totalWeight, aclTensor *out,
                                                             uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);

/* aclnnNLLLoss2dBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnNLLLoss2dBackward(void *workspace, uint64_t workspaceSize,
                                             aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
