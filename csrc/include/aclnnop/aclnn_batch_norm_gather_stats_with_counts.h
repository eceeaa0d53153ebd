/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_batch_norm_gather_stats_with_counts.h: aclnnBatchNormGatherStatsWithCounts.
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
#ifndef ACLNNOP_ACLNN_BATCH_NORM_GATHER_STATS_WITH_COUNTS_H
#define ACLNNOP_ACLNN_BATCH_NORM_GATHER_STATS_WITH_COUNTS_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnBatchNormGatherStatsWithCounts
 ************************************************/

/*
 * aclnnBatchNormGatherStatsWithCountsGetWorkspaceSize: phase one. Joins the statistics of channels
 * of several devices, and keeps running ones.
 *
 *     n = sum(counts), meanAll = sum(mean * counts) / n, v = sum((1 / invstd^2 - eps + (mean -
 *         meanAll)^2) * counts) / n, invstdAll = 1 / sqrt(v + eps), runningMean = (1 - momentum) *
 *         runningMean + momentum * meanAll, runningVar the same of v * n / (n - 1)
 *
 * input        numbers of which the channels count: the second dimension. SINGLE_OR_HALF.
 * mean         the means, a row for each device. SINGLE_OR_HALF.
 * invstd       the reciprocal roots, likewise. SINGLE_OR_HALF.
 * runningMean  the running means, on Ascend950 of the type of mean; NULL: none; receives the
 *              result; may be NULL. SINGLE_OR_HALF.
 * runningVar   the running variances, likewise; NULL: none. Left as they are where runningMean is
 *              NULL; receives the result; may be NULL. SINGLE_OR_HALF.
 * momentum     the weight of the new statistics, as a float32.
 * eps          what was added to the variances, as a float32.
 * counts       the elements of a channel on each device. SINGLE_OR_HALF.
 * meanAll      the means of all. SINGLE_OR_HALF.
 * invstdAll    the reciprocal roots of all. SINGLE_OR_HALF.
 *
 * Of no devices meanAll is 0 and invstdAll NaN.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * Precision: within 9 units in the last place in float32, within 0.53 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  input, mean, invstd, counts, meanAll or invstdAll NULL
 *   161002  the data type of input not one of SINGLE_OR_HALF
 *   161002  the data type of mean not one of SINGLE_OR_HALF
 *   161002  the data type of invstd not one of SINGLE_OR_HALF
 *   161002  the data type of runningMean not one of SINGLE_OR_HALF
 *   161002  the data type of runningVar not one of SINGLE_OR_HALF
 *   161002  the data type of counts not one of SINGLE_OR_HALF
 *   161002  the data type of meanAll not one of SINGLE_OR_HALF
 *   161002  the data type of invstdAll not one of SINGLE_OR_HALF
 *   161002  a layout of input, mean, invstd or counts private to the device
 *   161002  input not of 2 to 8 dimensions
 *   161002  mean not of 2 to 2 dimensions
 *   161002  invstd not of 2 to 2 dimensions
 *   161002  shapes of mean and invstd differ
 *   161002  mean no matrix, or counts not of one dimension with its rows
 *   161002  mean has not as many columns as input has channels
 *   161002  runningMean not of one dimension as long as the second one of input
 *   161002  runningVar not of one dimension as long as the second one of input
 *   161002  meanAll not of one dimension as long as the second one of input
 *   161002  invstdAll not of one dimension as long as the second one of input
 *   561103  runningMean given, and the data type of runningMean not the data type of mean (on
 *           Ascend950)
 *   561103  runningMean given, and the data type of runningVar not the data type of mean (on
 *           Ascend950)
 */
ACLNN_API aclnnStatus aclnnBatchNormGatherStatsWithCountsGetWorkspaceSize(const aclTensor *input,
                                                                          const aclTensor *mean,
                                                                          const aclTensor *invstd,
                                                                          aclTensor *runningMean,
                                                                          aclTensor *runningVar,
                                                                          double momentum,
                                                                          double eps,
                                                                          const aclTensor *counts,
                                                                          aclTensor *meanAll,
                                                                          aclTensor *invstdAll,
                                                                          uint64_t *workspaceSize,
                                                                          aclOpExecutor **executor);

/* aclnnBatchNormGatherStatsWithCounts: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnBatchNormGatherStatsWithCounts(void *workspace, uint64_t workspaceSize,
                                                          aclOpExecutor *executor,
                                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
