/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_is_inf.h: aclnnIsInf.
 *
 * Made from csrc/ops/logic/logic.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   CLASSIFIED_BY_910B  ACL_FLOAT16, ACL_FLOAT, ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64,
 *                       ACL_UINT8, ACL_BOOL, ACL_DOUBLE, ACL_BF16 on Ascend910B, Ascend910_93 and
 *                       Ascend950
 */
#ifndef ACLNNOP_ACLNN_IS_INF_H
#define ACLNNOP_ACLNN_IS_INF_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnIsInf
 ************************************************/

/*
 * aclnnIsInfGetWorkspaceSize: phase one. Which elements of a tensor are infinite.
 *
 *     out = self == +inf or self == -inf
 *
 * x    the numbers. CLASSIFIED_BY_910B.
 * out  true and false. ACL_BOOL.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  x or out NULL
 *   161002  on Ascend910, which does not have the operator
 *   161002  the data type of x not one of CLASSIFIED_BY_910B
 *   161002  the data type of out not one of ACL_BOOL
 *   161002  shapes of x and out differ
 *   161002  a layout of x or out private to the device
 *   561002  x of more than 8 dimensions
 *   empty   x empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnIsInfGetWorkspaceSize(const aclTensor *x, const aclTensor *out,
                                                 uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnIsInf: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnIsInf(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
