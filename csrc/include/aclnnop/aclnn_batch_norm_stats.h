/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_batch_norm_stats.h: aclnnBatchNormStats.
 *
 * Made from csrc/ops/norm/norm.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   BFLOAT16_ON_950  ACL_FLOAT, ACL_FLOAT16; ACL_BF16 on Ascend950
 */
#ifndef ACLNNOP_ACLNN_BATCH_NORM_STATS_H
#define ACLNNOP_ACLNN_BATCH_NORM_STATS_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnBatchNormStats
 ************************************************/

/*
 * aclnnBatchNormStatsGetWorkspaceSize: phase one. Means and reciprocal roots of the variances of
 * channels.
 *
 *     mean = mean(input), invstd = 1 / sqrt(mean((input - mean)^2) + eps) over all dimensions but
 *         the second
 *
 * input   the numbers; channels are the second dimension. BFLOAT16_ON_950.
 * eps     what is added to the variance, as a float32.
 * mean    the means, float32. ACL_FLOAT.
 * invstd  the reciprocal roots, float32. ACL_FLOAT.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * Of no elements mean is 0 and invstd NaN.
 *
 * Precision: within 6 units in the last place in float32, within 0.53 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  input, mean or invstd NULL
 *   161002  the data type of input not one of BFLOAT16_ON_950
 *   161002  the data type of mean not one of ACL_FLOAT
 *   161002  the data type of invstd not one of ACL_FLOAT
 *   161002  a layout of input, mean or invstd private to the device
 *   161002  input not of 2 to 8 dimensions
 *   161002  the second dimension of input is 0
 *   161002  mean not of one dimension as long as the second one of input
 *   161002  invstd not of one dimension as long as the second one of input
 */
ACLNN_API aclnnStatus aclnnBatchNormStatsGetWorkspaceSize(const aclTensor *input, double eps,
                                                          aclTensor *mean, aclTensor *invstd,
                                                          uint64_t *workspaceSize,
                                                          aclOpExecutor **executor);

/* aclnnBatchNormStats: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnBatchNormStats(void *workspace, uint64_t workspaceSize,
                                          aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
