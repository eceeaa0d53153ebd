/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_batch_norm_elemt.h: aclnnBatchNormElemt.
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
#ifndef ACLNNOP_ACLNN_BATCH_NORM_ELEMT_H
#define ACLNNOP_ACLNN_BATCH_NORM_ELEMT_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnBatchNormElemt
 ************************************************/

/*
 * aclnnBatchNormElemtGetWorkspaceSize: phase one. Brings channels to mean 0 and variance 1 by
 * statistics that are given.
 *
 *     output = (input - mean) * invstd * weight + bias
 *
 * input   the numbers; channels are the second dimension. SINGLE_OR_HALF.
 * weight  a factor for each channel; NULL: none; may be NULL. SINGLE_OR_HALF.
 * bias    a summand for each channel; NULL: none; may be NULL. SINGLE_OR_HALF.
 * mean    the means. SINGLE_OR_HALF.
 * invstd  the reciprocal roots. SINGLE_OR_HALF.
 * eps     what was added to the variances; invstd has it already.
 * output  the result. SINGLE_OR_HALF.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * Precision: within 6 units in the last place in float32, within 0.53 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161002  input, mean, invstd or output NULL
 *   161002  the data type of input not one of SINGLE_OR_HALF
 *   161002  the data type of weight not one of SINGLE_OR_HALF
 *   161002  the data type of bias not one of SINGLE_OR_HALF
 *   161002  the data type of mean not one of SINGLE_OR_HALF
 *   161002  the data type of invstd not one of SINGLE_OR_HALF
 *   161002  the data type of output not one of SINGLE_OR_HALF
 *   161002  layouts of input and output differ
 *   161002  a layout of input private to the device
 *   161002  input not of 2 to 8 dimensions
 *   161002  output not of 2 to 8 dimensions
 *   161002  shapes of input and output differ
 *   161002  the second dimension of input is 0
 *   161002  weight not of one dimension as long as the second one of input
 *   161002  bias not of one dimension as long as the second one of input
 *   161002  mean not of one dimension as long as the second one of input
 *   161002  invstd not of one dimension as long as the second one of input
 *   empty   input empty: nothing is done
 *   561103  output is not the data type of input
 *   561103  output of five dimensions, and its format not ACL_FORMAT_NCDHW (on Ascend910)
 */
ACLNN_API aclnnStatus aclnnBatchNormElemtGetWorkspaceSize(const aclTensor *input,
                                                          const aclTensor *weight,
                                                          const aclTensor *bias, aclTensor *mean,
                                                          aclTensor *invstd, double eps,
                                                          aclTensor *output,
                                                          uint64_t *workspaceSize,
                                                          aclOpExecutor **executor);

/* aclnnBatchNormElemt: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnBatchNormElemt(void *workspace, uint64_t workspaceSize,
                                          aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
