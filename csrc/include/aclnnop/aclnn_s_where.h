/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_s_where.h: aclnnSWhere.
 *
 * Made from csrc/ops/ternary/ternary.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   ANY_NUMBER  ACL_FLOAT, ACL_INT32, ACL_UINT64, ACL_INT64, ACL_UINT32, ACL_FLOAT16, ACL_UINT16,
 *               ACL_INT16, ACL_INT8, ACL_UINT8, ACL_DOUBLE, ACL_BOOL, ACL_COMPLEX64,
 *               ACL_COMPLEX128; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_S_WHERE_H
#define ACLNNOP_ACLNN_S_WHERE_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnSWhere
 ************************************************/

/*
 * aclnnSWhereGetWorkspaceSize: phase one. Chooses between two tensors, element by element.
 *
 *     out = self where condition, other elsewhere
 *
 * condition  what chooses; anything but 0 is true. ACL_BOOL, ACL_UINT8.
 * self       what is taken where condition is true. ANY_NUMBER.
 * other      what is taken elsewhere. ANY_NUMBER.
 * out        what was chosen. ANY_NUMBER.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, other, condition or out NULL
 *   161002  the data type of self not one of ANY_NUMBER
 *   161002  the data type of other not one of ANY_NUMBER
 *   161002  the data type of out not one of ANY_NUMBER
 *   161002  the data type of condition not one of ACL_BOOL, ACL_UINT8
 *   161002  self not of 0 to 8 dimensions
 *   161002  other not of 0 to 8 dimensions
 *   161002  condition not of 0 to 8 dimensions
 *   161002  self, other and condition do not broadcast, or not to the shape of out
 *   empty   self, condition or other empty: nothing is done
 *   161002  no common data type of self and other
 */
ACLNN_API aclnnStatus aclnnSWhereGetWorkspaceSize(const aclTensor *condition, const aclTensor *self,
                                                  const aclTensor *other, aclTensor *out,
                                                  uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/* aclnnSWhere: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnSWhere(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
