/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_var_mean.h: aclnnVarMean.
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
#ifndef ACLNNOP_ACLNN_VAR_MEAN_H
#define ACLNNOP_ACLNN_VAR_MEAN_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnVarMean
 ************************************************/

/*
 * aclnnVarMeanGetWorkspaceSize: phase one. The variance and the mean over dimensions.
 *
 *     varOut = the sum over dim of (self - meanOut)^2, over how many they are less correction;
 *         meanOut = the mean over dim
 *
 * self        the numbers. BFLOAT16_ON_950.
 * dim         the dimensions to take them over, negative ones counted from the last; none means
 *             all; may be NULL.
 * correction  what is taken off the number of elements.
 * keepdim     whether they stay, as dimensions of 1.
 * varOut      the variances. BFLOAT16_ON_950.
 * meanOut     the means. BFLOAT16_ON_950.
 *
 * Of no elements both are NaN.
 *
 * Units in the last place of the mean are those of the mean of the magnitudes.
 *
 * Precision: within 1.5 units in the last place in float32, within 0.51 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self, varOut or meanOut NULL
 *   161002  the data type of self not one of BFLOAT16_ON_950
 *   161002  the data type of meanOut not one of BFLOAT16_ON_950
 *   161002  the data type of varOut not one of BFLOAT16_ON_950
 *   161002  an entry of dim outside the dimensions of self, or named twice
 *   161002  self not of 0 to 8 dimensions
 *   161002  shape of meanOut is not what is left of self
 *   161002  shape of varOut is not what is left of self
 */
ACLNN_API aclnnStatus aclnnVarMeanGetWorkspaceSize(const aclTensor *self, const aclIntArray *dim,
                                                   int64_t correction, bool keepdim,
                                                   aclTensor *varOut, aclTensor *meanOut,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/* aclnnVarMean: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnVarMean(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
