/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_foreach_add_scalar_list.h: aclnnForeachAddScalarList.
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
#ifndef ACLNNOP_ACLNN_FOREACH_ADD_SCALAR_LIST_H
#define ACLNNOP_ACLNN_FOREACH_ADD_SCALAR_LIST_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnForeachAddScalarList
 ************************************************/

/*
 * aclnnForeachAddScalarListGetWorkspaceSize: phase one. Adds a number of its own to every tensor of
 * a list.
 *
 *     out[i] = x[i] + scalars[i]
 *
 * x        the tensors, all of one type. FOREACH_INT32.
 * scalars  a number for each tensor.
 * out      as many tensors of the same type and shapes; may be x.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  x, scalars or out NULL
 *   161002  on Ascend910, which does not have the operator
 *   161002  data type of the first member of x not one of FOREACH_INT32
 *   161002  members of x of different data types, or not of 0 to 8 dimensions
 *   161002  out has not as many members as x, or they have other data types or shapes
 *   561002  scalars has not as many numbers as x has members
 *   161002  a layout of x or out private to the device
 *   empty   x empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnForeachAddScalarListGetWorkspaceSize(const aclTensorList *x,
                                                                const aclScalarList *scalars,
                                                                const aclTensorList *out,
                                                                uint64_t *workspaceSize,
                                                                aclOpExecutor **executor);

/* aclnnForeachAddScalarList: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnForeachAddScalarList(void *workspace, uint64_t workspaceSize,
                                                aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
