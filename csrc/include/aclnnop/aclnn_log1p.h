/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_log1p.h: aclnnLog1p, aclnnInplaceLog1p.
 *
 * Made from csrc/ops/unary/unary.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   REAL_OR_BOOL  ACL_FLOAT16, ACL_FLOAT, ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8,
 *                 ACL_BOOL, ACL_DOUBLE; ACL_BF16 not on Ascend910
 *   FLOAT         ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_LOG1P_H
#define ACLNNOP_ACLNN_LOG1P_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnLog1p
 ************************************************/

/*
 * aclnnLog1pGetWorkspaceSize: phase one. The natural logarithm of every element plus 1.
 *
 *     out = log(1 + self)
 *
 * self  the numbers; integers and bool are computed in the data type of out. REAL_OR_BOOL.
 * out   the logarithms; NaN of what is less than -1. FLOAT.
 *
 * Precision: within 0.51 units in the last place in float32, within 1 unit in the last place in
 * float64, within 0.51 units in the last place otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  the data type of self not one of REAL_OR_BOOL
 *   161002  the data type of out not one of FLOAT
 *   161002  shapes of self and out differ
 *   161002  self not of 0 to 8 dimensions
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnLog1pGetWorkspaceSize(const aclTensor *self, aclTensor *out,
                                                 uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnLog1p: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnLog1p(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                 aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceLog1p
 ************************************************/

/*
 * aclnnInplaceLog1pGetWorkspaceSize: phase one. The natural logarithm of every element plus 1, in
 * its place.
 *
 *     selfRef = log(1 + selfRef)
 *
 * selfRef  the numbers; integers and bool are computed in the data type of out; receives the
 *          result. ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE; ACL_BF16 not on Ascend910.
 *
 * Precision: within 0.51 units in the last place in float32, within 1 unit in the last place in
 * float64, within 0.51 units in the last place otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef NULL
 *   161002  the data type of selfRef not one of FLOAT
 *   161002  the data type of selfRef not one of REAL_OR_BOOL
 *   161002  selfRef not of 0 to 8 dimensions
 *   empty   selfRef empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceLog1pGetWorkspaceSize(aclTensor *selfRef, uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/* aclnnInplaceLog1p: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceLog1p(void *workspace, uint64_t workspaceSize,
                                        aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
