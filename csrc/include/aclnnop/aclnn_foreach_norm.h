/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_foreach_norm.h: aclnnForeachNorm.
 *
 * Made from csrc/ops/foreach/foreach.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   NEW_SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16, ACL_BF16 on Ascend910B, Ascend910_93 and Ascend950
 */
#ifndef ACLNNOP_ACLNN_FOREACH_NORM_H
#define ACLNNOP_ACLNN_FOREACH_NORM_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnForeachNorm
 ************************************************/

/*
 * aclnnForeachNormGetWorkspaceSize: phase one. The norm of every tensor of a list.
 *
 *     out[i] = (the sum of |x[i]| ^ scalar) ^ (1 / scalar), and the largest |x[i]| for infinity
 *
 * x       the tensors, all of one type. NEW_SINGLE_OR_HALF.
 * scalar  the order of the norm; on Ascend950 1 by its integer part, infinity, and 2 for all
 *         others. ACL_FLOAT, ACL_DOUBLE, ACL_INT64.
 * out     as many tensors of one element, of the same type.
 *
 * Computed in float32, whose numbers have squares up to 3.4e38.
 *
 * Precision: within 4 units in the last place in float32, within 0.52 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  x, scalar or out NULL
 *   161002  on Ascend910, which does not have the operator
 *   161002  data type of the first member of x not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of scalar not one of ACL_FLOAT, ACL_DOUBLE, ACL_INT64
 *   161002  members of x of different data types, or not of 0 to 8 dimensions
 *   561002  out has not as many members as x, of its data type and one element
 *   161002  a layout of x or out private to the device
 *   empty   x empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnForeachNormGetWorkspaceSize(const aclTensorList *x,
                                                       const aclScalar *scalar,
                                                       const aclTensorList *out,
                                                       uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/* aclnnForeachNorm: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnForeachNorm(void *workspace, uint64_t workspaceSize,
                                       aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
