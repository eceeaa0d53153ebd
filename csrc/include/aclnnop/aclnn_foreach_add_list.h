/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_foreach_add_list.h: aclnnForeachAddList.
 *
 * Made from csrc/ops/foreach/foreach.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   FOREACH_INT32  ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_INT32 on Ascend910B, Ascend910_93 and
 *                  Ascend950
 */
#ifndef ACLNNOP_ACLNN_FOREACH_ADD_LIST_H
#define ACLNNOP_ACLNN_FOREACH_ADD_LIST_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnForeachAddList
 ************************************************/

/*
 * aclnnForeachAddListGetWorkspaceSize: phase one. Adds the tensors of a list, times a number, to
 * those of another that is in a tensor.
 *
 *     out[i] = x1[i] + alpha * x2[i]
 *
 * x1     the first operands, all of one type. FOREACH_INT32.
 * x2     the second, of the same type and shapes.
 * alpha  their factor, a tensor of one element that is read when the call runs.
 * out    as many tensors of the same type and shapes; may be x1 or x2.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  x1, x2, alpha or out NULL
 *   161002  on Ascend910, which does not have the operator
 *   161002  data type of the first member of x1 not one of FOREACH_INT32
 *   161002  members of x1 of different data types, or not of 0 to 8 dimensions
 *   161002  x2 has not as many members as x1, or they have other data types or shapes
 *   161002  out has not as many members as x1, or they have other data types or shapes
 *   161002  data type of alpha not allowed with that of x1
 *   561002  alpha has not one element
 *   161002  a layout of x1, x2 or out private to the device
 *   empty   x1 empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnForeachAddListGetWorkspaceSize(const aclTensorList *x1,
                                                          const aclTensorList *x2,
                                                          const aclTensor *alpha,
                                                          aclTensorList *out,
                                                          uint64_t *workspaceSize,
                                                          aclOpExecutor **executor);

/* aclnnForeachAddList: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnForeachAddList(void *workspace, uint64_t workspaceSize,
                                          aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
