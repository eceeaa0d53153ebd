/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_sync_batch_norm_gather_stats.h: aclnnSyncBatchNormGatherStats.
 *
 * Made from csrc/ops/norm/norm.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   BFLOAT16_ON_950  ACL_FLOAT, ACL_FLOAT16; ACL_BF16 on Ascend950
 *   SAMPLES          ACL_FLOAT, ACL_FLOAT16, ACL_INT32; ACL_BF16 on Ascend950
 */
#ifndef ACLNNOP_ACLNN_SYNC_BATCH_NORM_GATHER_STATS_H
#define ACLNNOP_ACLNN_SYNC_BATCH_NORM_GATHER_STATS_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnSyncBatchNormGatherStats
 ************************************************/

/*
 * aclnnSyncBatchNormGatherStatsGetWorkspaceSize: phase one. Joins sums of channels of several
 * devices to statistics, and keeps running ones.
 *
 *     n = sum(sampleCount), batchMean = sum(totalSum) / n, v = sum(totalSquareSum) / n -
 *         batchMean^2, batchInvstd = 1 / sqrt(v + eps), mean = (1 - momentum) * mean + momentum *
 *         batchMean, variance the same of v * n / (n - 1)
 *
 * totalSum        the sums of channels, a row for each device. BFLOAT16_ON_950.
 * totalSquareSum  the sums of squares, likewise. BFLOAT16_ON_950.
 * sampleCount     the elements of a channel on each device, as an int32. SAMPLES.
 * mean            the running means; receives the result. BFLOAT16_ON_950.
 * variance        the running variances; receives the result. BFLOAT16_ON_950.
 * momentum        the weight of the new statistics.
 * eps             what is added to the variance.
 * batchMean       the means of all. BFLOAT16_ON_950.
 * batchInvstd     the reciprocal roots of all. BFLOAT16_ON_950.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * Precision: within 9 units in the last place in float32, within 0.53 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  totalSum, totalSquareSum, sampleCount, mean, variance, batchMean or batchInvstd NULL
 *   161002  the data type of totalSum not one of BFLOAT16_ON_950
 *   161002  the data type of totalSquareSum not one of BFLOAT16_ON_950
 *   161002  the data type of sampleCount not one of SAMPLES
 *   161002  the data type of mean not one of BFLOAT16_ON_950
 *   161002  the data type of variance not one of BFLOAT16_ON_950
 *   161002  the data type of batchMean not one of BFLOAT16_ON_950
 *   161002  the data type of batchInvstd not one of BFLOAT16_ON_950
 *   161002  the data type of totalSum is not the data type of totalSquareSum
 *   161002  the data type of totalSum is not the data type of mean
 *   161002  the data type of totalSum is not the data type of variance
 *   161002  the data type of batchMean is not the data type of batchInvstd
 *   161002  a layout of totalSum, totalSquareSum, sampleCount, mean or variance private to the
 *           device
 *   161002  totalSum not of 2 to 2 dimensions
 *   161002  totalSquareSum not of 2 to 2 dimensions
 *   161002  sampleCount not of 1 to 1 dimensions
 *   161002  shapes of totalSum and totalSquareSum differ
 *   161002  totalSum no matrix, or sampleCount not of one dimension with its rows
 *   161002  mean not of one dimension as long as the second one of totalSum
 *   161002  variance not of one dimension as long as the second one of totalSum
 *   161002  batchMean not of one dimension as long as the second one of totalSum
 *   161002  batchInvstd not of one dimension as long as the second one of totalSum
 *   161002  totalSum without rows
 *   empty   totalSum empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnSyncBatchNormGatherStatsGetWorkspaceSize(const aclTensor *totalSum,
                                                                    const aclTensor *totalSquareSum,
                                                                    const aclTensor *sampleCount,
                                                                    aclTensor *mean,
                                                                    aclTensor *variance,
                                                                    float momentum, float eps,
                                                                    aclTensor *batchMean,
                                                                    aclTensor *batchInvstd,
                                                                    uint64_t *workspaceSize,
                                                                    aclOpExecutor **executor);

/* aclnnSyncBatchNormGatherStats: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnSyncBatchNormGatherStats(void *workspace, uint64_t workspaceSize,
                                                    aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
