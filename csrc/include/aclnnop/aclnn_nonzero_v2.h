/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_nonzero_v2.h: aclnnNonzeroV2.
 *
 * Made from csrc/ops/index/index.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   REAL_UNSIGNED_OR_BOOL  ACL_FLOAT, ACL_FLOAT16, ACL_INT64, ACL_INT32, ACL_INT8, ACL_UINT8,
 *                          ACL_INT16, ACL_DOUBLE, ACL_BOOL, ACL_UINT16, ACL_UINT32, ACL_UINT64;
 *                          ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_NONZERO_V2_H
#define ACLNNOP_ACLNN_NONZERO_V2_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnNonzeroV2
 ************************************************/

/*
 * aclnnNonzeroV2GetWorkspaceSize: phase one. Finds the elements that are not 0, a column for each.
 *
 *     out[:, n] = the place of the n-th element other than 0
 *
 * self  what is looked through. REAL_UNSIGNED_OR_BOOL.
 * out   a column for each, with its place in every dimension; with room for all. When the call has
 *       run its view shape has as many columns as there are. ACL_INT64.
 *
 * aclGetViewShape of out gives its maximum until the call has run, and what was found after it.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  the data type of self not one of REAL_UNSIGNED_OR_BOOL
 *   161002  the data type of out not one of ACL_INT64
 *   161002  self not of 0 to 8 dimensions
 *   161002  out not of 0 to 8 dimensions
 *   161002  a dimension of self more than 2147483647
 *   empty   self or out empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnNonzeroV2GetWorkspaceSize(const aclTensor *self, aclTensor *out,
                                                     uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/* aclnnNonzeroV2: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnNonzeroV2(void *workspace, uint64_t workspaceSize,
                                     aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
