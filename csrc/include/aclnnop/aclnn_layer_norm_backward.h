/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_layer_norm_backward.h: aclnnLayerNormBackward.
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
#ifndef ACLNNOP_ACLNN_LAYER_NORM_BACKWARD_H
#define ACLNNOP_ACLNN_LAYER_NORM_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnLayerNormBackward
 ************************************************/

/*
 * aclnnLayerNormBackwardGetWorkspaceSize: phase one. The gradients of aclnnLayerNorm.
 *
 *     h = (input - mean) * rstd, d = gradOut * weightOptional, gradInputOut = rstd * (d - mean(d) -
 *         h * mean(d * h)) over the last dimensions; gradWeightOut and gradBiasOut = the sums of
 *         gradOut * h and of gradOut over the dimensions before them
 *
 * gradOut          the gradient of what aclnnLayerNorm gave. SINGLE_OR_HALF.
 * input            its numbers. SINGLE_OR_HALF.
 * normalizedShape  the sizes of the last dimensions.
 * mean             the means that it gave: one for each row. SINGLE_OR_HALF.
 * rstd             the reciprocal roots that it gave, in the same shape. SINGLE_OR_HALF.
 * weightOptional   its factors; NULL: it had none; may be NULL. SINGLE_OR_HALF.
 * biasOptional     its summands, which are not read; NULL: it had none; may be NULL.
 *                  SINGLE_OR_HALF.
 * outputMask       which of the three gradients are wanted.
 * gradInputOut     the gradient of input; may be NULL. SINGLE_OR_HALF.
 * gradWeightOut    the gradient of weightOptional, of as many elements; may be NULL.
 *                  SINGLE_OR_HALF.
 * gradBiasOut      the gradient of biasOptional, of as many elements; may be NULL. SINGLE_OR_HALF.
 *
 * What is not wanted may be NULL, and is not written.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * Of no rows the gradients of weightOptional and biasOptional are 0.
 *
 * Precision: within 5 units in the last place in float32, within 0.52 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOut, input, normalizedShape, mean, rstd or outputMask NULL
 *   161002  outputMask not of three entries
 *   161001  gradInputOut NULL and entry 0 of outputMask true
 *   161001  gradWeightOut NULL and entry 1 of outputMask true
 *   161001  gradBiasOut NULL and entry 2 of outputMask true
 *   161002  the data type of gradOut not one of SINGLE_OR_HALF
 *   161002  the data type of input not one of SINGLE_OR_HALF
 *   161002  the data type of mean not one of SINGLE_OR_HALF
 *   161002  the data type of rstd not one of SINGLE_OR_HALF
 *   161002  the data type of gradOut is not the data type of input
 *   161002  the data type of weightOptional not one of SINGLE_OR_HALF
 *   161002  the data type of weightOptional neither float32 nor the data type of input
 *   161002  the data type of biasOptional not one of SINGLE_OR_HALF
 *   161002  the data type of gradInputOut not one of SINGLE_OR_HALF
 *   161002  the data type of gradWeightOut not one of SINGLE_OR_HALF
 *   161002  the data type of gradBiasOut not one of SINGLE_OR_HALF
 *   161002  gradOut not of 0 to 8 dimensions
 *   161002  input not of 0 to 8 dimensions
 *   161002  mean not of 0 to 8 dimensions
 *   161002  rstd not of 0 to 8 dimensions
 *   161002  gradInputOut not of 0 to 8 dimensions
 *   161002  gradWeightOut not of 0 to 8 dimensions
 *   161002  gradBiasOut not of 0 to 8 dimensions
 *   161002  normalizedShape not the sizes of 1 to 8 last dimensions of input
 *   161002  weightOptional not of the shape normalizedShape
 *   161002  biasOptional not of the shape normalizedShape
 *   161002  shapes of gradOut and input differ
 *   161002  shapes of mean and rstd differ
 *   161002  mean not of as many elements as input has rows of the shape normalizedShape
 *   161002  shapes of gradInputOut and input differ
 *   161002  gradWeightOut not of as many elements as normalizedShape says
 *   161002  gradBiasOut not of as many elements as normalizedShape says
 */
ACLNN_API aclnnStatus aclnnLayerNormBackwardGetWorkspaceSize(const aclTensor *gradOut,
                                                             const aclTensor *input,
                                                             const aclIntArray *normalizedShape,
                                                             const aclTensor *mean,
                                                             const aclTensor *rstd,
                                                             const aclTensor *weightOptional,
                                                             const aclTensor *biasOptional,
                                                             const aclBoolArray *outputMask,
                                                             aclTensor *gradInputOut,
                                                             aclTensor *gradWeightOut,
                                                             aclTensor *gradBiasOut,
                                                             uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);

/* aclnnLayerNormBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnLayerNormBackward(void *workspace, uint64_t workspaceSize,
                                             aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
