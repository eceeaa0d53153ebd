/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_group_norm_backward.h: aclnnGroupNormBackward.
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
#ifndef ACLNNOP_ACLNN_GROUP_NORM_BACKWARD_H
#define ACLNNOP_ACLNN_GROUP_NORM_BACKWARD_H

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
 *  aclnnGroupNormBackward
 ************************************************/

/*
 * aclnnGroupNormBackwardGetWorkspaceSize: phase one. The gradients of aclnnGroupNorm.
 *
 *     h = (input - mean) * rstd, d = gradOut * gamma, gradInput = rstd * (d - mean(d) - h * mean(d
 *         * h)) over each group of channels; gradGammaOut and gradBetaOut = the sums of gradOut * h
 *         and of gradOut over each channel
 *
 * gradOut       the gradient of what aclnnGroupNorm gave. SINGLE_OR_HALF.
 * input         its numbers.
 * mean          the means that it gave: one for each group. SINGLE_OR_HALF.
 * rstd          the reciprocal roots that it gave.
 * gamma         its factors, of C elements; NULL: it had none; may be NULL.
 * N             the first dimension.
 * C             the channels, which are the second one.
 * HxW           the product of all others.
 * group         how many groups the channels are in.
 * outputMask    which of the three gradients are wanted; may be NULL.
 * gradInput     the gradient of input; may be NULL.
 * gradGammaOut  the gradient of gamma; may be NULL.
 * gradBetaOut   the gradient of the summands; may be NULL.
 *
 * What is not wanted may be NULL, and is not written.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * Of no elements the gradients of gamma and of the summands are 0 on Ascend950, and not written
 * elsewhere.
 *
 * Precision: within 6 units in the last place in float32, within 0.53 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOut, input, mean or rstd NULL
 *   161002  outputMask not of three entries
 *   161002  gradInput NULL and entry 0 of outputMask true
 *   161002  gradGammaOut NULL and entry 1 of outputMask true
 *   161002  gradBetaOut NULL and entry 2 of outputMask true
 *   161002  the data type of gradOut not one of SINGLE_OR_HALF
 *   161002  the data type of mean not one of SINGLE_OR_HALF
 *   161002  the data type of input is not the data type of gradOut
 *   161002  the data type of mean neither float32 nor the data type of gradOut
 *   161002  the data type of mean is not the data type of gradOut (on Ascend910)
 *   161002  the data type of mean is not the data type of gradOut (on Ascend910B and Ascend910_93)
 *   161002  the data type of rstd is not the data type of mean
 *   161002  the data type of gamma is not the data type of mean
 *   161002  the data type of gradInput is not the data type of gradOut
 *   161002  the data type of gradGammaOut is not the data type of mean
 *   161002  the data type of gradBetaOut is not the data type of mean
 *   161002  group not above 0, or no divisor of C
 *   161002  C above 240000, or more than 8000 of them in each of group groups (on Ascend910B and
 *           Ascend910_93)
 *   161002  gradOut not of 0 to 8 dimensions
 *   161002  input not of 0 to 8 dimensions
 *   161002  mean not of 0 to 8 dimensions
 *   161002  rstd not of 0 to 8 dimensions
 *   161002  gamma not of 0 to 8 dimensions
 *   161002  gradOut not of as many elements as the product of N, C and HxW
 *   161002  input not of as many elements as the product of N, C and HxW
 *   161002  mean not of as many elements as the product of N and group
 *   161002  rstd not of as many elements as the product of N and group
 *   161002  gamma not of as many elements as the product of C
 *   161002  shapes of input and gradInput differ
 *   161002  gradGammaOut not of the shape of gamma ([C] where that is NULL)
 *   161002  gradBetaOut not of the shape of gamma ([C] where that is NULL)
 */
ACLNN_API aclnnStatus aclnnGroupNormBackwardGetWorkspaceSize(const aclTensor *gradOut,
                                                             const aclTensor *input,
                                                             const aclTensor *mean,
                                                             const aclTensor *rstd,
                                                             const aclTensor *gamma, int64_t N,
                                                             int64_t C, int64_t HxW, int64_t group,
                                                             const aclBoolArray *outputMask,
                                                             aclTensor *gradInput,
                                                             aclTensor *gradGammaOut,
                                                             aclTensor *gradBetaOut,
                                                             uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);

/* aclnnGroupNormBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnGroupNormBackward(void *workspace, uint64_t workspaceSize,
                                             aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
