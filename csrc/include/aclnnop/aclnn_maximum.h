/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_maximum.h: aclnnMaximum.
 *
 * Made from csrc/ops/binary/binary.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   REAL_OR_BOOL  ACL_FLOAT16, ACL_FLOAT, ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8,
 *                 ACL_BOOL, ACL_DOUBLE; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_MAXIMUM_H
#define ACLNNOP_ACLNN_MAXIMUM_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnMaximum
 ************************************************/

/*
 * aclnnMaximumGetWorkspaceSize: phase one. The larger of two numbers.
 *
 *     out = max(self, other); NaN if one of them is
 *
 * self   the first number. REAL_OR_BOOL.
 * other  the second number. REAL_OR_BOOL.
 * out    the larger one. REAL_OR_BOOL.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, other or out NULL
 *   161002  the data type of self not one of REAL_OR_BOOL
 *   161002  the data type of other not one of REAL_OR_BOOL
 *   161002  the data type of out not one of REAL_OR_BOOL
 *   161002  no common data type of self and other, or it does not convert to the data type of out
 *   161002  self not of 0 to 8 dimensions
 *   161002  other not of 0 to 8 dimensions
 *   161002  self and other do not broadcast, or not to the shape of out
 *   empty   self or other empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnMaximumGetWorkspaceSize(const aclTensor *self, const aclTensor *other,
                                                   aclTensor *out, uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/* aclnnMaximum: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnMaximum(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
