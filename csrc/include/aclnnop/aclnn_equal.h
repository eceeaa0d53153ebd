/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_equal.h: aclnnEqual.
 *
 * Made from csrc/ops/compare/compare.toml by build_support/operators; do not edit.
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
#ifndef ACLNNOP_ACLNN_EQUAL_H
#define ACLNNOP_ACLNN_EQUAL_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnEqual
 ************************************************/

/*
 * aclnnEqualGetWorkspaceSize: phase one. Whether two tensors have the same shape and elements.
 *
 *     out = self == other, of all elements
 *
 * self   a tensor. ACL_FLOAT, ACL_FLOAT16, ACL_INT64, ACL_INT32, ACL_INT8, ACL_UINT8, ACL_INT16,
 *        ACL_DOUBLE, ACL_BF16, ACL_BOOL, ACL_UINT16, ACL_UINT32, ACL_UINT64.
 * other  another. ACL_FLOAT, ACL_FLOAT16, ACL_INT64, ACL_INT32, ACL_INT8, ACL_UINT8, ACL_INT16,
 *        ACL_DOUBLE, ACL_BF16, ACL_BOOL, ACL_UINT16, ACL_UINT32, ACL_UINT64.
 * out    one truth value. ACL_BOOL.
 *
 * NaN is equal to nothing; tensors of different shapes are not equal, and empty ones of the same
 * shape are.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, other or out NULL
 *   161002  the data type of self not one of REAL_UNSIGNED_OR_BOOL (on Ascend910B, Ascend910_93 and
 *           Ascend950)
 *   161002  the data type of other not one of REAL_UNSIGNED_OR_BOOL (on Ascend910B, Ascend910_93
 *           and Ascend950)
 *   161002  no common data type of self and other
 *   161002  the type computed in not one of REAL_UNSIGNED_OR_BOOL
 *   161002  the data type of out not one of ACL_BOOL
 *   161002  self not of 0 to 8 dimensions
 *   161002  other not of 0 to 8 dimensions
 *   161002  out not of the shape [1]
 */
ACLNN_API aclnnStatus aclnnEqualGetWorkspaceSize(const aclTensor *self, const aclTensor *other,
                                                 aclTensor *out, uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/* aclnnEqual: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnEqual(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
