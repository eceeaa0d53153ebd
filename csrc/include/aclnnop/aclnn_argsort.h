/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_argsort.h: aclnnArgsort.
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
#ifndef ACLNNOP_ACLNN_ARGSORT_H
#define ACLNNOP_ACLNN_ARGSORT_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnArgsort
 ************************************************/

/*
 * aclnnArgsortGetWorkspaceSize: phase one. Where the elements in order along a dimension are: NaN
 * is above all numbers, and equal elements stay in their order.
 *
 *     out = the places along dim of the elements in order
 *
 * self        the elements. ARGSORTED.
 * dim         the dimension.
 * descending  whether the largest are first.
 * out         their places along dim. ACL_INT64.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  dim outside the dimensions of self
 *   161002  self bfloat16, with 1 element along dim (on Ascend910, Ascend910B and Ascend910_93)
 *   161002  the data type of self not one of ARGSORTED
 *   161002  the data type of out not one of ACL_INT64
 *   161002  a layout of self or out private to the device
 *   161002  self not of 0 to 8 dimensions
 *   161002  out not of 0 to 8 dimensions
 *   161002  shapes of self and out differ
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnArgsortGetWorkspaceSize(const aclTensor *self, int64_t dim,
                                                   bool descending, aclTensor *out,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/* aclnnArgsort: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnArgsort(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
