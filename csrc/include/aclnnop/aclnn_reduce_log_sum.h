/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_reduce_log_sum.h: aclnnReduceLogSum.
 *
 * Made from csrc/ops/reduce/reduce.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   BFLOAT16_ON_950  ACL_FLOAT, ACL_FLOAT16; ACL_BF16 on Ascend950
 */
#ifndef ACLNNOP_ACLNN_REDUCE_LOG_SUM_H
#define ACLNNOP_ACLNN_REDUCE_LOG_SUM_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnReduceLogSum
 ************************************************/

/*
 * aclnnReduceLogSumGetWorkspaceSize: phase one. The logarithm of the sum over dimensions.
 *
 *     reduce = log(the sum of data over axes)
 *
 * data               the summands. BFLOAT16_ON_950.
 * axes               the dimensions to sum over, negative ones counted from the last.
 * keepDims           whether they stay, as dimensions of 1.
 * noopWithEmptyAxes  whether no dimensions means that data is copied; else all.
 * reduce             the logarithms. BFLOAT16_ON_950.
 *
 * Of no elements it is 0.
 *
 * Units in the last place are those of the logarithm, and of one: what the sum has lost is measured
 * by its magnitude.
 *
 * Precision: within 1.5 units in the last place in float32, within 0.52 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  data, axes or reduce NULL
 *   161002  the data type of data not one of BFLOAT16_ON_950
 *   161002  the data type of reduce not one of BFLOAT16_ON_950
 *   161002  data not of 0 to 8 dimensions
 *   161002  an entry of axes outside the dimensions of data, or named twice
 *   161002  shape of reduce is not what is left of data
 */
ACLNN_API aclnnStatus aclnnReduceLogSumGetWorkspaceSize(const aclTensor *data,
                                                        const aclIntArray *axes, bool keepDims,
                                                        bool noopWithEmptyAxes, aclTensor *reduce,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/* aclnnReduceLogSum: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnReduceLogSum(void *workspace, uint64_t workspaceSize,
                                        aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
