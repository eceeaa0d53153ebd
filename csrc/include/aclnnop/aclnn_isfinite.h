/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_isfinite.h: aclnnIsFinite.
 *
 * Made from csrc/ops/logic/logic.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   REAL_OR_BOOL  ACL_FLOAT16, ACL_FLOAT, ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8,
 *                 ACL_BOOL, ACL_DOUBLE; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_ISFINITE_H
#define ACLNNOP_ACLNN_ISFINITE_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnIsFinite
 ************************************************/

/*
 * aclnnIsFiniteGetWorkspaceSize: phase one. Which elements of a tensor are finite.
 *
 *     out = self is neither infinite nor NaN
 *
 * self  the numbers. REAL_OR_BOOL.
 * out   true and false. ACL_BOOL.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  the data type of self not one of REAL_OR_BOOL
 *   161002  the data type of out not one of ACL_BOOL
 *   161002  self not of 0 to 8 dimensions
 *   161002  shapes of self and out differ
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnIsFiniteGetWorkspaceSize(const aclTensor *self, aclTensor *out,
                                                    uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);

/* aclnnIsFinite: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnIsFinite(void *workspace, uint64_t workspaceSize,
                                    aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
