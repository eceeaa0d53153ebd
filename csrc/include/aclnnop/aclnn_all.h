/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_all.h: aclnnAll.
 *
 * Made from csrc/ops/reduce/reduce.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_ALL_H
#define ACLNNOP_ACLNN_ALL_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnAll
 ************************************************/

/*
 * aclnnAllGetWorkspaceSize: phase one. Whether all elements over dimensions are true.
 *
 *     out = all of self over dim are not 0
 *
 * self     the truth values; any number but 0 is true. ACL_FLOAT, ACL_FLOAT16, ACL_INT64,
 *          ACL_INT32, ACL_INT8, ACL_UINT8, ACL_INT16, ACL_DOUBLE, ACL_BOOL; ACL_BF16 not on
 *          Ascend910.
 * dim      the dimensions to look over, negative ones counted from the last; none means all.
 * keepdim  whether they stay, as dimensions of 1.
 * out      the truth values. ACL_UINT8, ACL_BOOL.
 *
 * Of no elements it is true.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, dim or out NULL
 *   161002  the data type of self not one of ACL_FLOAT, ACL_FLOAT16, ACL_INT64, ACL_INT32,
 *           ACL_INT8, ACL_UINT8, ACL_INT16, ACL_DOUBLE, ACL_BOOL; ACL_BF16 not on Ascend910
 *   161002  the data type of out not one of ACL_UINT8, ACL_BOOL
 *   161002  a layout of self private to the device
 *   161002  an entry of dim outside the dimensions of self, or named twice
 *   161002  self not of 0 to 8 dimensions
 *   161002  out not of 0 to 8 dimensions
 *   161002  shape of out is not what is left of self
 */
ACLNN_API aclnnStatus aclnnAllGetWorkspaceSize(const aclTensor *self, const aclIntArray *dim,
                                               bool keepdim, aclTensor *out,
                                               uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnAll: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnAll(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                               aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
