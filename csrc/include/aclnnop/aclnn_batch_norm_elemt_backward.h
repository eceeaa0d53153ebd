/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_batch_norm_elemt_backward.h: aclnnBatchNormElemtBackward.
 *
 * Made from csrc/ops/norm/norm.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16; ACL_BF16 not on Ascend910
 *   ELEMENT_COUNT   ACL_FLOAT, ACL_FLOAT16, ACL_INT32
 */
#ifndef ACLNNOP_ACLNN_BATCH_NORM_ELEMT_BACKWARD_H
#define ACLNNOP_ACLNN_BATCH_NORM_ELEMT_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnBatchNormElemtBackward
 ************************************************/

/*
 * aclnnBatchNormElemtBackwardGetWorkspaceSize: phase one. The gradient of aclnnBatchNormElemt by
 * sums that aclnnBatchNormReduceBackward gave.
 *
 *     n = sum(counter), gradInput = (gradOut - sumDy / n - (input - mean) * invstd^2 * sumDyXmu /
 *         n) * invstd * weight
 *
 * gradOut    the gradient of what aclnnBatchNormElemt gave. SINGLE_OR_HALF.
 * input      its numbers; channels are the second dimension. SINGLE_OR_HALF.
 * mean       its means. SINGLE_OR_HALF.
 * invstd     its reciprocal roots. SINGLE_OR_HALF.
 * weight     its factors; NULL: it had none; may be NULL. SINGLE_OR_HALF.
 * sumDy      the sums of the gradients of all devices. SINGLE_OR_HALF.
 * sumDyXmu   the sums of the gradients times the distances from the means. SINGLE_OR_HALF.
 * counter    the elements of a channel on each device. ELEMENT_COUNT.
 * gradInput  the gradient of input. SINGLE_OR_HALF.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * Precision: within 9 units in the last place in float32, within 0.53 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOut, input, mean, invstd, sumDy, sumDyXmu, counter or gradInput NULL
 *   161002  the data type of gradOut not one of SINGLE_OR_HALF
 *   161002  the data type of input not one of SINGLE_OR_HALF
 *   161002  the data type of mean not one of SINGLE_OR_HALF
 *   161002  the data type of invstd not one of SINGLE_OR_HALF
 *   161002  the data type of weight not one of SINGLE_OR_HALF
 *   161002  the data type of sumDy not one of SINGLE_OR_HALF
 *   161002  the data type of sumDyXmu not one of SINGLE_OR_HALF
 *   161002  the data type of counter not one of ELEMENT_COUNT
 *   161002  the data type of gradInput not one of SINGLE_OR_HALF
 *   161002  a layout of gradOut, input or gradInput private to the device
 *   161002  input not of 2 to 8 dimensions
 *   161002  gradOut not of 0 to 8 dimensions
 *   161002  gradInput not of 0 to 8 dimensions
 *   161002  counter not of 0 to 8 dimensions
 *   161002  the second dimension of input is 0
 *   161002  shapes of gradOut and input differ
 *   161002  shapes of gradInput and input differ
 *   161002  mean not of one dimension as long as the second one of input
 *   161002  invstd not of one dimension as long as the second one of input
 *   161002  weight not of one dimension as long as the second one of input
 *   161002  sumDy not of one dimension as long as the second one of input
 *   161002  sumDyXmu not of one dimension as long as the second one of input
 *   empty   input empty: nothing is done
 *   561103  format of input neither ACL_FORMAT_ND nor that of gradInput
 */
ACLNN_API aclnnStatus aclnnBatchNormElemtBackwardGetWorkspaceSize(const aclTensor *gradOut,
                                                                  const aclTensor *input,
                                                                  const aclTensor *mean,
                                                                  const aclTensor *invstd,
                                                                  const aclTensor *weight,
                                                                  const aclTensor *sumDy,
                                                                  const aclTensor *sumDyXmu,
                                                                  aclTensor *counter,
                                                                  aclTensor *gradInput,
                                                                  uint64_t *workspaceSize,
                                                                  aclOpExecutor **executor);

/* aclnnBatchNormElemtBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnBatchNormElemtBackward(void *workspace, uint64_t workspaceSize,
                                                  aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
