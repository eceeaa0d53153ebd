/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_batch_norm_backward_reduce.h: aclnnBatchNormReduceBackward.
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
#ifndef ACLNNOP_ACLNN_BATCH_NORM_BACKWARD_REDUCE_H
#define ACLNNOP_ACLNN_BATCH_NORM_BACKWARD_REDUCE_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnBatchNormReduceBackward
 ************************************************/

/*
 * aclnnBatchNormReduceBackwardGetWorkspaceSize: phase one. Sums of channels for the gradients of a
 * batch norm over several devices.
 *
 *     sumDy = gradBias = sum(gradOut), sumDyXmu = sum(gradOut * (input - mean)), gradWeight =
 *         sumDyXmu * invstd over all dimensions but the second
 *
 * gradOut     the gradient of what the batch norm gave. SINGLE_OR_HALF.
 * input       its numbers; channels are the second dimension. SINGLE_OR_HALF.
 * mean        its means. SINGLE_OR_HALF.
 * invstd      its reciprocal roots. SINGLE_OR_HALF.
 * weight      its factors, which nothing depends on; NULL: none; may be NULL.
 * inputG      whether sumDy and sumDyXmu are wanted.
 * weightG     whether gradWeight is wanted.
 * biasG       whether gradBias is wanted.
 * sumDy       the sums of the gradients; may be NULL. SINGLE_OR_HALF.
 * sumDyXmu    the sums of the gradients times the distances from the means; may be NULL.
 *             SINGLE_OR_HALF.
 * gradWeight  the gradient of weight; may be NULL. SINGLE_OR_HALF.
 * gradBias    the gradient of the summands; may be NULL. SINGLE_OR_HALF.
 *
 * What is not wanted may be NULL, and is not written.
 *
 * Of no elements the sums are 0 on Ascend950, and not written elsewhere.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * Precision: within 5 units in the last place in float32, within 0.52 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOut, input, mean or invstd NULL
 *   161001  sumDy NULL, where inputG is true
 *   161001  sumDyXmu NULL, where inputG is true
 *   161001  gradWeight NULL, where weightG is true
 *   161001  gradBias NULL, where biasG is true
 *   161002  the data type of gradOut not one of SINGLE_OR_HALF
 *   161002  the data type of input not one of SINGLE_OR_HALF
 *   161002  the data type of mean not one of SINGLE_OR_HALF
 *   161002  the data type of invstd not one of SINGLE_OR_HALF
 *   161002  the data type of gradOut is not the data type of input
 *   161002  the data type of sumDy not one of SINGLE_OR_HALF
 *   161002  the data type of sumDyXmu not one of SINGLE_OR_HALF
 *   161002  the data type of gradWeight not one of SINGLE_OR_HALF
 *   161002  the data type of gradBias not one of SINGLE_OR_HALF
 *   161002  layouts of gradOut and input differ
 *   161002  a layout of gradOut, input, mean, invstd, sumDy, sumDyXmu, gradWeight or gradBias
 *           private to the device
 *   161002  gradOut not of 2 to 8 dimensions
 *   161002  input not of 2 to 8 dimensions
 *   161002  the second dimension of input is 0
 *   161002  sumDy not of one dimension as long as the second one of input
 *   161002  sumDyXmu not of one dimension as long as the second one of input
 *   161002  gradWeight not of one dimension as long as the second one of input
 *   161002  gradBias not of one dimension as long as the second one of input
 *   561103  shapes of gradOut and input differ, or mean or invstd not of one element for each
 *           channel, if none is empty
 */
ACLNN_API aclnnStatus aclnnBatchNormReduceBackwardGetWorkspaceSize(const aclTensor *gradOut,
                                                                   const aclTensor *input,
                                                                   const aclTensor *mean,
                                                                   const aclTensor *invstd,
                                                                   const aclTensor *weight,
                                                                   bool inputG, bool weightG,
                                                                   bool biasG, aclTensor *sumDy,
                                                                   aclTensor *sumDyXmu,
                                                                   aclTensor *gradWeight,
                                                                   aclTensor *gradBias,
                                                                   uint64_t *workspaceSize,
                                                                   aclOpExecutor **executor);

/* aclnnBatchNormReduceBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnBatchNormReduceBackward(void *workspace, uint64_t workspaceSize,
                                                   aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
