/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_std_mean_correction.h: aclnnStdMeanCorrection.
 *
 * Made from csrc/ops/reduce/reduce.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_STD_MEAN_CORRECTION_H
#define ACLNNOP_ACLNN_STD_MEAN_CORRECTION_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnStdMeanCorrection
 ************************************************/

/*
 * aclnnStdMeanCorrectionGetWorkspaceSize: phase one. The standard deviation and the mean over
 * dimensions.
 *
 *     stdOut = sqrt(the sum over dim of (self - meanOut)^2, over how many they are less
 *         correction); meanOut = the mean over dim
 *
 * self        the numbers. SINGLE_OR_HALF.
 * dim         the dimensions to take them over, negative ones counted from the last; none means
 *             all; may be NULL.
 * correction  what is taken off the number of elements.
 * keepdim     whether they stay, as dimensions of 1.
 * stdOut      the standard deviations. SINGLE_OR_HALF.
 * meanOut     the means. SINGLE_OR_HALF.
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
 *   161001  self, stdOut or meanOut NULL
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of stdOut not one of SINGLE_OR_HALF
 *   161002  the data type of meanOut not one of SINGLE_OR_HALF
 *   161002  the data type of self is not the data type of stdOut (on Ascend910)
 *   161002  the data type of self is not the data type of stdOut (on Ascend910B and Ascend910_93)
 *   161002  the data type of self is not the data type of meanOut (on Ascend910)
 *   161002  the data type of self is not the data type of meanOut (on Ascend910B and Ascend910_93)
 *   161002  an entry of dim outside the dimensions of self, or named twice
 *   161002  self not of 0 to 8 dimensions
 *   161002  stdOut not of 0 to 8 dimensions
 *   161002  meanOut not of 0 to 8 dimensions
 *   161002  shape of stdOut is not what is left of self without the dimensions that dim names
 *   161002  shape of meanOut is not what is left of self without the dimensions that dim names
 */
ACLNN_API aclnnStatus aclnnStdMeanCorrectionGetWorkspaceSize(const aclTensor *self,
                                                             const aclIntArray *dim,
                                                             int64_t correction, bool keepdim,
                                                             aclTensor *stdOut, aclTensor *meanOut,
                                                             uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);

/* aclnnStdMeanCorrection: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnStdMeanCorrection(void *workspace, uint64_t workspaceSize,
                                             aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
