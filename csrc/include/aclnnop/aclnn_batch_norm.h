/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_batch_norm.h: aclnnBatchNorm.
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
#ifndef ACLNNOP_ACLNN_BATCH_NORM_H
#define ACLNNOP_ACLNN_BATCH_NORM_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnBatchNorm
 ************************************************/

/*
 * aclnnBatchNormGetWorkspaceSize: phase one. Brings the channels to mean 0 and variance 1, and
 * keeps running means and variances of them.
 *
 *     output = (input - m) / sqrt(v + eps) * weight + bias; m and v are the mean and the variance
 *         of a channel, where training, else runningMean and runningVar. Where training,
 *         runningMean = (1 - momentum) * runningMean + momentum * m, and runningVar the same of v *
 *         n / (n - 1), n elements being in a channel
 *
 * input        the numbers; channels are the second dimension, on Ascend950 the last one in the
 *              formats ACL_FORMAT_NHWC and ACL_FORMAT_NDHWC. SINGLE_OR_HALF.
 * weight       a factor for each channel; NULL: none; may be NULL. SINGLE_OR_HALF.
 * bias         a summand for each channel; NULL: none; may be NULL. SINGLE_OR_HALF.
 * runningMean  the running means; NULL: 0; receives the result; may be NULL. SINGLE_OR_HALF.
 * runningVar   the running variances; NULL: 1; receives the result; may be NULL. SINGLE_OR_HALF.
 * training     whether the statistics are those of input, and are kept.
 * momentum     the weight of the new statistics, as a float32.
 * eps          what is added to the variance, as a float32.
 * output       the result. SINGLE_OR_HALF.
 * saveMean     the means, where training; may be NULL. SINGLE_OR_HALF.
 * saveInvstd   where training, the variances; on Ascend950 1 / sqrt(variance + eps).
 *              aclnnBatchNormBackward reads what this product wrote; may be NULL. SINGLE_OR_HALF.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * saveMean and saveInvstd may be NULL where training is false, and are not written then.
 *
 * Of no elements saveMean is 0 and saveInvstd NaN.
 *
 * Precision: within 6 units in the last place in float32, within 0.53 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  input or output NULL
 *   161001  saveMean NULL, where training is true
 *   161001  saveInvstd NULL, where training is true
 *   161002  the data type of input not one of SINGLE_OR_HALF
 *   161002  the data type of output not one of SINGLE_OR_HALF
 *   161002  the data type of saveMean not one of SINGLE_OR_HALF
 *   161002  the data type of saveInvstd not one of SINGLE_OR_HALF
 *   161002  the data type of weight not one of SINGLE_OR_HALF
 *   161002  the data type of bias not one of SINGLE_OR_HALF
 *   161002  the data type of runningMean not one of SINGLE_OR_HALF
 *   161002  the data type of runningVar not one of SINGLE_OR_HALF
 *   161002  layouts of input and output differ
 *   161002  input of five dimensions, and not in a format of volumes
 *   161002  output of five dimensions, and not in a format of volumes
 *   161002  a layout of input private to the device
 *   161002  input not of 2 to 8 dimensions
 *   161002  output not of 2 to 8 dimensions
 *   161002  shapes of input and output differ
 *   161002  weight not of one dimension with the channels of input
 *   161002  bias not of one dimension with the channels of input
 *   161002  runningMean not of one dimension with the channels of input
 *   161002  runningVar not of one dimension with the channels of input
 *   161002  saveMean not of one dimension with the channels of input
 *   161002  saveInvstd not of one dimension with the channels of input
 *   561103  output is not the data type of input
 */
ACLNN_API aclnnStatus aclnnBatchNormGetWorkspaceSize(const aclTensor *input,
                                                     const aclTensor *weight, const aclTensor *bias,
                                                     aclTensor *runningMean, aclTensor *runningVar,
                                                     bool training, double momentum, double eps,
                                                     aclTensor *output, aclTensor *saveMean,
                                                     aclTensor *saveInvstd, uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/* aclnnBatchNorm: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnBatchNorm(void *workspace, uint64_t workspaceSize,
                                     aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
