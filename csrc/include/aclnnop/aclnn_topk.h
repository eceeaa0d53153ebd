/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_topk.h: aclnnTopk.
 *
 * Made from csrc/ops/sort/sort.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   TOP  ACL_FLOAT, ACL_INT32, ACL_INT64, ACL_FLOAT16, ACL_INT16, ACL_INT8, ACL_UINT8, ACL_DOUBLE;
 *        ACL_BF16 not on Ascend910; ACL_UINT64, ACL_UINT16, ACL_UINT32 on Ascend950
 */
#ifndef ACLNNOP_ACLNN_TOPK_H
#define ACLNNOP_ACLNN_TOPK_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnTopk
 ************************************************/

/*
 * aclnnTopkGetWorkspaceSize: phase one. The largest or smallest elements along a dimension, in
 * order: NaN is above all numbers, and of equal elements the first are taken.
 *
 *     valuesOut = the first k of self in order, indicesOut = where they were along dim
 *
 * self        the elements. TOP.
 * k           how many are taken.
 * dim         the dimension.
 * largest     whether the largest are taken, and not the smallest.
 * sorted      makes no difference: they are always in order.
 * valuesOut   the elements.
 * indicesOut  their places along dim. ACL_INT64.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  self, valuesOut or indicesOut NULL
 *   161002  dim outside the dimensions of self
 *   161002  k not from 0 to the elements of self along dim
 *   161002  the data type of self not one of TOP
 *   161002  the data type of valuesOut is not the data type of self
 *   161002  the data type of indicesOut not one of ACL_INT64
 *   161002  self not of 0 to 8 dimensions
 *   empty   self, valuesOut or indicesOut empty: nothing is done
 *   161002  valuesOut not of the shape of self with k along dim
 *   161002  indicesOut not of the shape of self with k along dim
 */
ACLNN_API aclnnStatus aclnnTopkGetWorkspaceSize(const aclTensor *self, int64_t k, int64_t dim,
                                                bool largest, bool sorted, aclTensor *valuesOut,
                                                aclTensor *indicesOut, uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/* aclnnTopk: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnTopk(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
