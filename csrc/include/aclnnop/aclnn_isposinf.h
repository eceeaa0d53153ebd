/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_isposinf.h: aclnnIsPosInf.
 *
 * Made from csrc/ops/logic/logic.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   NEW_SINGLE_INTEGER_OR_BOOL  ACL_FLOAT16, ACL_FLOAT, ACL_BF16, ACL_INT8, ACL_INT16, ACL_INT32,
 *                               ACL_INT64, ACL_UINT8, ACL_BOOL on Ascend910B, Ascend910_93 and
 *                               Ascend950
 */
#ifndef ACLNNOP_ACLNN_ISPOSINF_H
#define ACLNNOP_ACLNN_ISPOSINF_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnIsPosInf
 ************************************************/

/*
 * aclnnIsPosInfGetWorkspaceSize: phase one. Which elements of a tensor are positive infinity.
 *
 *     out = self == +inf
 *
 * self  the numbers. NEW_SINGLE_INTEGER_OR_BOOL.
 * out   true and false. ACL_BOOL.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  on Ascend910, which does not have the operator
 *   161002  shapes of self and out differ
 *   161002  self not of 0 to 8 dimensions
 *   161002  the data type of self not one of NEW_SINGLE_INTEGER_OR_BOOL
 *   161002  the data type of out not one of ACL_BOOL
 *   empty   self or out empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnIsPosInfGetWorkspaceSize(const aclTensor *self, aclTensor *out,
                                                    uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);

/* aclnnIsPosInf: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnIsPosInf(void *workspace, uint64_t workspaceSize,
                                    aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
