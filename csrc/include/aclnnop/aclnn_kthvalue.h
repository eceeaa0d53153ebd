/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_kthvalue.h: aclnnKthvalue.
 *
 * Made from csrc/ops/sort/sort.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   ARGSORTED  ACL_FLOAT, ACL_FLOAT16, ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8;
 *              ACL_BF16 not on Ascend910; ACL_UINT16, ACL_UINT32, ACL_UINT64 on Ascend950
 */
#ifndef ACLNNOP_ACLNN_KTHVALUE_H
#define ACLNNOP_ACLNN_KTHVALUE_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnKthvalue
 ************************************************/

/*
 * aclnnKthvalueGetWorkspaceSize: phase one. The kth smallest element along a dimension: NaN is
 * above all numbers.
 *
 *     valuesOut = the kth of self in order, indicesOut = where it was along dim
 *
 * self        the elements. ARGSORTED.
 * k           which: 1 is the smallest.
 * dim         the dimension.
 * keepdim     whether a dimension of 1 stays in its place.
 * valuesOut   the elements.
 * indicesOut  their places along dim. ACL_INT64.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  self, valuesOut or indicesOut NULL
 *   161002  dim outside the dimensions of self
 *   161002  k not from 1 to the elements of self along dim
 *   161002  the data type of self not one of ARGSORTED
 *   161002  the data type of valuesOut is not the data type of self
 *   161002  the data type of indicesOut not one of ACL_INT64
 *   161002  self not of 0 to 8 dimensions
 *   empty   self empty: nothing is done
 *   161002  valuesOut not of the shape of self without dim, or with 1 there where keepdim says so
 *   161002  indicesOut not of the shape of self without dim, or with 1 there where keepdim says so
 */
ACLNN_API aclnnStatus aclnnKthvalueGetWorkspaceSize(const aclTensor *self, int64_t k, int64_t dim,
                                                    bool keepdim, aclTensor *valuesOut,
                                                    aclTensor *indicesOut, uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);

/* aclnnKthvalue: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnKthvalue(void *workspace, uint64_t workspaceSize,
                                    aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
