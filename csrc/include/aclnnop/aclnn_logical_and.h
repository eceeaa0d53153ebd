/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_logical_and.h: aclnnLogicalAnd, aclnnInplaceLogicalAnd.
 *
 * Made from csrc/ops/logic/logic.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   NUMBER_WITH_BFLOAT16  ACL_FLOAT16, ACL_FLOAT, ACL_DOUBLE, ACL_INT8, ACL_UINT8, ACL_INT16,
 *                         ACL_INT32, ACL_INT64, ACL_BOOL, ACL_COMPLEX64, ACL_COMPLEX128, ACL_BF16
 */
#ifndef ACLNNOP_ACLNN_LOGICAL_AND_H
#define ACLNNOP_ACLNN_LOGICAL_AND_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnLogicalAnd
 ************************************************/

/*
 * aclnnLogicalAndGetWorkspaceSize: phase one. Whether the elements of both tensors are true.
 *
 *     out = self and other
 *
 * self   truth values; numbers that are not 0 are true. NUMBER_WITH_BFLOAT16.
 * other  the same. NUMBER_WITH_BFLOAT16.
 * out    true and false, as 1 and 0 in a type of numbers.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, other or out NULL
 *   161002  the data type of self not one of NUMBER_WITH_BFLOAT16
 *   161002  the data type of other not one of NUMBER_WITH_BFLOAT16
 *   161002  self not of 0 to 8 dimensions
 *   161002  other not of 0 to 8 dimensions
 *   161002  self and other do not broadcast, or not to the shape of out
 *   empty   self or other empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnLogicalAndGetWorkspaceSize(const aclTensor *self, const aclTensor *other,
                                                      aclTensor *out, uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/* aclnnLogicalAnd: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnLogicalAnd(void *workspace, uint64_t workspaceSize,
                                      aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceLogicalAnd
 ************************************************/

/*
 * aclnnInplaceLogicalAndGetWorkspaceSize: phase one. Whether the elements of both tensors are true,
 * as 1 and 0 in the place of the first.
 *
 *     selfRef = selfRef and other
 *
 * selfRef  truth values; numbers that are not 0 are true; receives the result.
 *          NUMBER_WITH_BFLOAT16.
 * other    the same. NUMBER_WITH_BFLOAT16.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef or other NULL
 *   161002  the data type of selfRef not one of NUMBER_WITH_BFLOAT16
 *   161002  the data type of other not one of NUMBER_WITH_BFLOAT16
 *   161002  selfRef not of 0 to 8 dimensions
 *   161002  other not of 0 to 8 dimensions
 *   161002  selfRef and other do not broadcast, or not to the shape of selfRef
 *   empty   selfRef or other empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceLogicalAndGetWorkspaceSize(aclTensor *selfRef,
                                                             const aclTensor *other,
                                                             uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);

/* aclnnInplaceLogicalAnd: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceLogicalAnd(void *workspace, uint64_t workspaceSize,
                                             aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
