/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_std.h: aclnnStd.
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
#ifndef ACLNNOP_ACLNN_STD_H
#define ACLNNOP_ACLNN_STD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnStd
 ************************************************/

/*
 * aclnnStdGetWorkspaceSize: phase one. The standard deviation over dimensions.
 *
 *     out = sqrt(the sum over dim of (self - mean)^2, over how many they are less correction)
 *
 * self        the numbers. SINGLE_OR_HALF.
 * dim         the dimensions to take it over, negative ones counted from the last; none means all;
 *             may be NULL.
 * correction  what is taken off the number of elements.
 * keepdim     whether they stay, as dimensions of 1.
 * out         the standard deviations. SINGLE_OR_HALF.
 *
 * Of no elements it is NaN, and of one with a correction of 1 or more; of no more than correction
 * it is infinite.
 *
 * Precision: within 0.51 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of out not one of SINGLE_OR_HALF
 *   161002  the data type of self does not convert to the data type of out
 *   161002  an entry of dim outside the dimensions of self, or named twice
 *   161002  self not of 0 to 8 dimensions
 *   161002  out not of 0 to 8 dimensions
 *   161002  shape of out is not what is left of self without the dimensions that dim names
 */
ACLNN_API aclnnStatus aclnnStdGetWorkspaceSize(const aclTensor *self, const aclIntArray *dim,
                                               int64_t correction, bool keepdim, aclTensor *out,
                                               uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnStd: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnStd(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                               aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
