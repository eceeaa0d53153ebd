/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_argmin.h: aclnnArgMin.
 *
 * Made from csrc/ops/reduce/reduce.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   REAL  ACL_FLOAT, ACL_FLOAT16, ACL_INT64, ACL_INT32, ACL_INT8, ACL_UINT8, ACL_INT16, ACL_DOUBLE;
 *         ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_ARGMIN_H
#define ACLNNOP_ACLNN_ARGMIN_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnArgMin
 ************************************************/

/*
 * aclnnArgMinGetWorkspaceSize: phase one. The place of the smallest element along a dimension: the
 * first of several.
 *
 *     out = the index of the smallest of self along dim; of the first NaN where there is one
 *
 * self     the numbers. REAL.
 * dim      the dimension to look along, negative ones counted from the last.
 * keepdim  whether it stays, as a dimension of 1.
 * out      the indices. ACL_INT32, ACL_INT64.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  dim outside the dimensions of self
 *   161002  the data type of self not one of REAL
 *   161002  the data type of out not one of ACL_INT32, ACL_INT64
 *   161002  a layout of self or out private to the device
 *   161002  self not of 0 to 8 dimensions
 *   161002  out not of 0 to 8 dimensions
 *   161002  self without elements along dim
 *   empty   self empty: nothing is done
 *   161002  shape of out is not what is left of self without dim
 */
ACLNN_API aclnnStatus aclnnArgMinGetWorkspaceSize(const aclTensor *self, int64_t dim, bool keepdim,
                                                  aclTensor *out, uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/* aclnnArgMin: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnArgMin(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
