/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_foreach_round_off_number.h: aclnnForeachRoundOffNumber.
 *
 * Made from csrc/ops/foreach/foreach.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   FOREACH_ROUND_SIMT  ACL_FLOAT, ACL_FLOAT16, ACL_BF16 on Ascend910B, Ascend910_93 and Ascend950;
 *                       ACL_INT16 on Ascend910B and Ascend910_93
 */
#ifndef ACLNNOP_ACLNN_FOREACH_ROUND_OFF_NUMBER_H
#define ACLNNOP_ACLNN_FOREACH_ROUND_OFF_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnForeachRoundOffNumber
 ************************************************/

/*
 * aclnnForeachRoundOffNumberGetWorkspaceSize: phase one. Rounds every tensor of a list as a number
 * in a tensor says.
 *
 *     out[i] = round(x[i], roundMode)
 *
 * x          the tensors, all of one type. FOREACH_ROUND_SIMT.
 * roundMode  a tensor of one element that is read when the call runs: 1 to the nearest integer,
 *            between two the even one; 2 down, 3 up, 4 to the nearest, between two away from 0, 5
 *            toward 0, 6 to the odd integer beside, 7 what is cut off toward 0; others change
 *            nothing. ACL_INT8.
 * out        as many tensors of the same type and shapes; may be x.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  x, roundMode or out NULL
 *   161002  on Ascend910, which does not have the operator
 *   161002  data type of the first member of x not one of FOREACH_ROUND_SIMT
 *   161002  members of x of different data types, or not of 0 to 8 dimensions
 *   161002  out has not as many members as x, or they have other data types or shapes
 *   161002  the data type of roundMode not one of ACL_INT8
 *   561002  roundMode has not one element
 *   161002  a layout of x or out private to the device
 *   empty   x empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnForeachRoundOffNumberGetWorkspaceSize(const aclTensorList *x,
                                                                 const aclTensor *roundMode,
                                                                 const aclTensorList *out,
                                                                 uint64_t *workspaceSize,
                                                                 aclOpExecutor **executor);

/* aclnnForeachRoundOffNumber: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnForeachRoundOffNumber(void *workspace, uint64_t workspaceSize,
                                                 aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
