/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_foreach_copy.h: aclnnForeachCopy.
 *
 * Made from csrc/ops/foreach/foreach.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   FOREACH_COPIED  ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_INT32, ACL_INT8, ACL_UINT8, ACL_INT16,
 *                   ACL_UINT16, ACL_UINT32, ACL_INT64, ACL_DOUBLE, ACL_BOOL on Ascend910B,
 *                   Ascend910_93 and Ascend950
 */
#ifndef ACLNNOP_ACLNN_FOREACH_COPY_H
#define ACLNNOP_ACLNN_FOREACH_COPY_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnForeachCopy
 ************************************************/

/*
 * aclnnForeachCopyGetWorkspaceSize: phase one. Copies the tensors of a list.
 *
 *     out[i] = x[i]
 *
 * x    the tensors, all of one type. FOREACH_COPIED.
 * out  as many tensors of as many elements; float32 and the halves may become each other.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  x or out NULL
 *   161002  on Ascend910, which does not have the operator
 *   161002  data type of the first member of x not one of FOREACH_COPIED
 *   161002  members of x of different data types, or not of 0 to 8 dimensions
 *   161002  out has not as many members as x, of as many elements, in a data type that x is copied
 *           to
 *   161002  a layout of x or out private to the device
 *   empty   x empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnForeachCopyGetWorkspaceSize(const aclTensorList *x, aclTensorList *out,
                                                       uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/* aclnnForeachCopy: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnForeachCopy(void *workspace, uint64_t workspaceSize,
                                       aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
