/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_foreach_mul_list.h: aclnnForeachMulList.
 *
 * Made from csrc/ops/foreach/foreach.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   FOREACH_SMALL  ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_INT32, ACL_INT16, ACL_INT8, ACL_UINT8 on
 *                  Ascend910B, Ascend910_93 and Ascend950
 */
#ifndef ACLNNOP_ACLNN_FOREACH_MUL_LIST_H
#define ACLNNOP_ACLNN_FOREACH_MUL_LIST_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnForeachMulList
 ************************************************/

/*
 * aclnnForeachMulListGetWorkspaceSize: phase one. Multiplies the tensors of two lists.
 *
 *     out[i] = x1[i] * x2[i]
 *
 * x1   the first operands, all of one type. FOREACH_SMALL.
 * x2   the second, of the same type and shapes.
 * out  as many tensors of the same type and shapes; may be x1 or x2.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  x1, x2 or out NULL
 *   161002  on Ascend910, which does not have the operator
 *   161002  data type of the first member of x1 not one of FOREACH_SMALL
 *   161002  members of x1 of different data types, or not of 0 to 8 dimensions
 *   161002  x2 has not as many members as x1, or they have other data types or shapes
 *   161002  out has not as many members as x1, or they have other data types or shapes
 *   161002  a layout of x1, x2 or out private to the device
 *   empty   x1 empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnForeachMulListGetWorkspaceSize(const aclTensorList *x1,
                                                          const aclTensorList *x2,
                                                          aclTensorList *out,
                                                          uint64_t *workspaceSize,
                                                          aclOpExecutor **executor);

/* aclnnForeachMulList: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnForeachMulList(void *workspace, uint64_t workspaceSize,
                                          aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
