/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_batch_norm_backward.h: aclnnBatchNormBackward.
 *
 * Made from csrc/ops/norm/norm.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_BATCH_NORM_BACKWARD_H
#define ACLNNOP_ACLNN_BATCH_NORM_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
#include <array>
#endif

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnBatchNormBackward
 ************************************************/

/*
 * aclnnBatchNormBackwardGetWorkspaceSize: phase one. The gradients of aclnnBatchNorm.
 *
 *     h = (input - m) * r, gradWeight and gradBias = the sums of gradOut * h and of gradOut over a
 *         channel; gradInput = weight * r * (gradOut - mean(gradOut) - h * mean(gradOut * h)) where
 *         training, else weight * r * gradOut
 *
 * gradOut      the gradient of what aclnnBatchNorm gave. SINGLE_OR_HALF.
 * input        its numbers. SINGLE_OR_HALF.
 * weight       its factors; NULL: it had none; may be NULL. SINGLE_OR_HALF.
 * runningMean  the running means, which are m where training is false; NULL: 0; may be NULL.
 *              SINGLE_OR_HALF.
 * runningVar   the running variances v, and r = 1 / sqrt(v + eps) where training is false; NULL: 1;
 *              may be NULL. SINGLE_OR_HALF.
 * saveMean     what it kept, which is m where training; NULL: 0; may be NULL. SINGLE_OR_HALF.
 * saveInvstd   what it kept, where training: v; on Ascend950 r itself; NULL: 1; may be NULL.
 *              SINGLE_OR_HALF.
 * training     whether the statistics were those of input.
 * eps          what it added to the variance, as a float32.
 * outputMask   which of the three gradients are wanted; may be NULL.
 * gradInput    the gradient of input; may be NULL. SINGLE_OR_HALF.
 * gradWeight   the gradient of weight; may be NULL. SINGLE_OR_HALF.
 * gradBias     the gradient of the bias; may be NULL. SINGLE_OR_HALF.
 *
 * What is not wanted may be NULL, and is not written.
 *
 * Of no elements nothing is written.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * Precision: within 6 units in the last place in float32, within 0.53 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOut or input NULL
 *   empty   input or gradOut empty: nothing is done
 *   161001  outputMask NULL, or not of three entries
 *   161001  gradInput NULL and entry 0 of outputMask true
 *   161001  gradWeight NULL and entry 1 of outputMask true
 *   161001  gradBias NULL and entry 2 of outputMask true
 *   161002  the data type of gradOut not one of SINGLE_OR_HALF
 *   161002  the data type of input not one of SINGLE_OR_HALF
 *   161002  the data type of input is not the data type of gradOut
 *   161002  the data type of gradInput not one of SINGLE_OR_HALF
 *   161002  the data type of gradWeight not one of SINGLE_OR_HALF
 *   161002  the data type of gradBias not one of SINGLE_OR_HALF
 *   161002  the data type of weight not one of SINGLE_OR_HALF
 *   161002  the data type of runningMean not one of SINGLE_OR_HALF
 *   161002  the data type of runningVar not one of SINGLE_OR_HALF
 *   161002  the data type of saveMean not one of SINGLE_OR_HALF
 *   161002  the data type of saveInvstd not one of SINGLE_OR_HALF
 *   161002  the data type of weight neither float32 nor the data type of gradOut (on Ascend950)
 *   161002  the data type of runningMean neither float32 nor the data type of gradOut (on
 *           Ascend950)
 *   161002  the data type of runningVar neither float32 nor the data type of gradOut (on Ascend950)
 *   161002  the data type of runningMean is not the data type of runningVar (on Ascend950)
 *   161002  the data type of saveMean neither float32 nor the data type of gradOut (on Ascend950)
 *   161002  the data type of saveInvstd neither float32 nor the data type of gradOut (on Ascend950)
 *   161002  the data type of saveInvstd is not the data type of saveMean (on Ascend950)
 *   161002  the data type of gradInput is not the data type of gradOut (on Ascend950)
 *   161002  the data type of gradWeight neither float32 nor the data type of weight (on Ascend950)
 *   161002  the data type of gradBias neither float32 nor the data type of weight (on Ascend950)
 *   161002  the data type of gradWeight is not the data type of gradBias (on Ascend950)
 *   161002  layouts of gradOut and input differ
 *   161002  layouts of gradOut and gradInput differ
 *   161002  input of five dimensions, and not in a format of volumes (on Ascend950)
 *   161002  gradInput of five dimensions, and not in a format of volumes (on Ascend950)
 *   161002  a layout of gradOut or input private to the device
 *   161002  input not of 2 to 8 dimensions
 *   161002  gradOut not of 2 to 8 dimensions
 *   161002  shapes of gradOut and input differ
 *   161002  gradInput not of 2 to 8 dimensions
 *   161002  shapes of gradInput and gradOut differ
 *   161002  weight not of one dimension with the channels of input
 *   161002  runningMean not of one dimension with the channels of input
 *   161002  runningVar not of one dimension with the channels of input
 *   161002  saveMean not of one dimension with the channels of input; none will do where training
 *           is false (on Ascend950)
 *   161002  saveInvstd not of one dimension with the channels of input; none will do where training
 *           is false (on Ascend950)
 *   161002  gradWeight not of one dimension with the channels of input (on Ascend950)
 *   161002  gradBias not of one dimension with the channels of input (on Ascend950)
 *   161002  training true, and saveMean not of one element for each channel of input (on Ascend910)
 *   161002  training true, and saveMean not of one element for each channel of input (on Ascend910B
 *           and Ascend910_93)
 *   161002  training true, and saveInvstd not of one element for each channel of input (on
 *           Ascend910)
 *   161002  training true, and saveInvstd not of one element for each channel of input (on
 *           Ascend910B and Ascend910_93)
 *   561103  gradInput is not the data type of input
 *   561103  gradWeight not of one element for each channel of input
 *   561103  gradBias not of one element for each channel of input
 */
ACLNN_API aclnnStatus aclnnBatchNormBackwardGetWorkspaceSize(const aclTensor *gradOut,
                                                             const aclTensor *input,
                                                             const aclTensor *weight,
                                                             const aclTensor *runningMean,
                                                             const aclTensor *runningVar,
                                                             const aclTensor *saveMean,
                                                             const aclTensor *saveInvstd,
                                                             bool training, double eps,
                                                             const aclBoolArray *outputMask,
                                                             aclTensor *gradInput,
                                                             aclTensor *gradWeight,
                                                             aclTensor *gradBias,
                                                             uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);

/* aclnnBatchNormBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnBatchNormBackward(void *workspace, uint64_t workspaceSize,
                                             aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
