/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_aminmax.h: aclnnAminmax.
 *
 * Made from csrc/ops/reduce/reduce.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   REAL_OR_BOOL  ACL_FLOAT16, ACL_FLOAT, ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8,
 *                 ACL_BOOL, ACL_DOUBLE; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_AMINMAX_H
#define ACLNNOP_ACLNN_AMINMAX_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnAminmax
 ************************************************/

/*
 * aclnnAminmaxGetWorkspaceSize: phase one. The smallest and the largest elements over dimensions.
 *
 *     minOut, maxOut = the smallest and the largest of self over dim; NaN where one is
 *
 * self     the numbers. REAL_OR_BOOL.
 * dim      the dimension to look along, negative ones counted from the last; none means all.
 * keepDim  whether it stays, as a dimension of 1.
 * minOut   the smallest, in the type of self.
 * maxOut   the largest, in the type of self.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, dim, minOut or maxOut NULL
 *   161002  the data type of self not one of REAL_OR_BOOL
 *   161002  the data type of minOut is not the data type of self
 *   161002  the data type of maxOut is not the data type of self
 *   161002  self not of 0 to 8 dimensions
 *   161002  minOut not of 0 to 8 dimensions
 *   161002  maxOut not of 0 to 8 dimensions
 *   161002  self empty and not one dimension in dim
 *   161002  an entry of dim outside the dimensions of self, or named twice
 *   161002  dim names a dimension of self that has no elements, unless it is one that is counted
 *           from the last
 *   empty   self empty: nothing is done
 *   161002  shape of minOut is not what is left of self
 *   161002  shape of maxOut is not what is left of self
 */
ACLNN_API aclnnStatus aclnnAminmaxGetWorkspaceSize(const aclTensor *self, const aclIntArray *dim,
                                                   bool keepDim, aclTensor *minOut,
                                                   aclTensor *maxOut, uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/* aclnnAminmax: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnAminmax(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
