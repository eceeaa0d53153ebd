/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_logical_not.h: aclnnLogicalNot, aclnnInplaceLogicalNot.
 *
 * Made from csrc/ops/logic/logic.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_LOGICAL_NOT_H
#define ACLNNOP_ACLNN_LOGICAL_NOT_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnLogicalNot
 ************************************************/

/*
 * aclnnLogicalNotGetWorkspaceSize: phase one. Whether the elements of a tensor are not true.
 *
 *     out = not self
 *
 * self  truth values; numbers that are not 0 are true. ACL_FLOAT16, ACL_FLOAT, ACL_INT8, ACL_INT16,
 *       ACL_INT32, ACL_INT64, ACL_UINT8, ACL_BOOL, ACL_DOUBLE, ACL_BF16.
 * out   true and false, as 1 and 0 in a type of numbers. ACL_FLOAT16, ACL_FLOAT, ACL_INT8,
 *       ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8, ACL_BOOL, ACL_DOUBLE, ACL_BF16.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  the data type of self not one of ACL_FLOAT16, ACL_FLOAT, ACL_INT8, ACL_INT16,
 *           ACL_INT32, ACL_INT64, ACL_UINT8, ACL_BOOL, ACL_DOUBLE, ACL_BF16
 *   161002  the data type of out not one of ACL_FLOAT16, ACL_FLOAT, ACL_INT8, ACL_INT16, ACL_INT32,
 *           ACL_INT64, ACL_UINT8, ACL_BOOL, ACL_DOUBLE, ACL_BF16
 *   161002  shapes of self and out differ
 *   161002  self and out of more than 8 dimensions, if one of them is not contiguous
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnLogicalNotGetWorkspaceSize(const aclTensor *self, aclTensor *out,
                                                      uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/* aclnnLogicalNot: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnLogicalNot(void *workspace, uint64_t workspaceSize,
                                      aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceLogicalNot
 ************************************************/

/*
 * aclnnInplaceLogicalNotGetWorkspaceSize: phase one. Whether the elements of a tensor are not true,
 * as 1 and 0 in its place.
 *
 *     selfRef = not selfRef
 *
 * selfRef  truth values; numbers that are not 0 are true; receives the result. ACL_FLOAT16,
 *          ACL_FLOAT, ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8, ACL_BOOL, ACL_DOUBLE,
 *          ACL_BF16.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef NULL
 *   161002  the data type of selfRef not one of ACL_FLOAT16, ACL_FLOAT, ACL_INT8, ACL_INT16,
 *           ACL_INT32, ACL_INT64, ACL_UINT8, ACL_BOOL, ACL_DOUBLE, ACL_BF16
 *   161002  selfRef and selfRef of more than 8 dimensions, if one of them is not contiguous
 *   empty   selfRef empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceLogicalNotGetWorkspaceSize(aclTensor *selfRef,
                                                             uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);

/* aclnnInplaceLogicalNot: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceLogicalNot(void *workspace, uint64_t workspaceSize,
                                             aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
