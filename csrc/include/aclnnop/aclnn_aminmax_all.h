/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_aminmax_all.h: aclnnAminmaxAll.
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
#ifndef ACLNNOP_ACLNN_AMINMAX_ALL_H
#define ACLNNOP_ACLNN_AMINMAX_ALL_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnAminmaxAll
 ************************************************/

/*
 * aclnnAminmaxAllGetWorkspaceSize: phase one. The smallest and the largest element.
 *
 *     minOut, maxOut = the smallest and the largest of all elements of self; NaN where one is
 *
 * self    the numbers. REAL_OR_BOOL.
 * minOut  the smallest, one element.
 * maxOut  the largest, one element.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, minOut or maxOut NULL
 *   161002  the data type of self not one of REAL_OR_BOOL
 *   161002  the data type of minOut is not the data type of self
 *   161002  the data type of maxOut is not the data type of self
 *   161002  self not of 0 to 8 dimensions
 *   161002  minOut not of 0 to 8 dimensions
 *   161002  maxOut not of 0 to 8 dimensions
 *   empty   self empty: nothing is done
 *   161002  minOut not of one element, where self has some
 *   161002  maxOut not of one element, where self has some
 */
ACLNN_API aclnnStatus aclnnAminmaxAllGetWorkspaceSize(const aclTensor *self, aclTensor *minOut,
                                                      aclTensor *maxOut, uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/* aclnnAminmaxAll: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnAminmaxAll(void *workspace, uint64_t workspaceSize,
                                      aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
