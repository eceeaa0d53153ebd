/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_scatter_list.h: aclnnScatterList.
 *
 * Made from csrc/ops/index/index.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   LISTED_SLOTS  ACL_INT8, ACL_INT16, ACL_INT32, ACL_UINT8, ACL_UINT16, ACL_UINT32, ACL_FLOAT16,
 *                 ACL_BF16, ACL_FLOAT on Ascend910B, Ascend910_93 and Ascend950
 */
#ifndef ACLNNOP_ACLNN_SCATTER_LIST_H
#define ACLNNOP_ACLNN_SCATTER_LIST_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnScatterList
 ************************************************/

/*
 * aclnnScatterListGetWorkspaceSize: phase one. Writes a slot in each member of a list, whose
 * beginning an index names: new keys and values of caches.
 *
 *     varRef[i][..., indice[i] + k, ...] = updates[i, ..., k, ...] along axis where maskOptional[i]
 *         is 1; with pairs of indices from indice[i, 0] on, and for the first indice[i, 1] places k
 *         only
 *
 * varRef          what is changed, all of one shape; receives the result. LISTED_SLOTS.
 * indice          where the slot of each member begins, or that and how long it is. ACL_INT32,
 *                 ACL_INT64.
 * updates         the slots, one behind the other along the first dimension; otherwise of the shape
 *                 of a member, but perhaps shorter along axis.
 * maskOptional    1 for each member that is changed; NULL: all are; may be NULL. ACL_UINT8.
 * reduceOptional  "update", which NULL is too; may be NULL.
 * axis            the dimension of updates that slots are in, any but the first; negative ones
 *                 count from the last.
 *
 * Where an index is out of range, members before the one that it is for are changed.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  varRef, indice or updates NULL
 *   161001  a member of varRef NULL
 *   161002  data type of the first member of varRef not one of LISTED_SLOTS
 *   161002  the data type of indice not one of ACL_INT32, ACL_INT64
 *   161002  the data type of maskOptional not one of ACL_UINT8
 *   161002  reduceOptional not "update"
 *   161002  the data type of a member of varRef not the data type of updates
 *   561002  varRef without members or elements, or of several shapes, updates without a slot for
 *           each of them that fits, axis 0 or no dimension of it, or indice or maskOptional without
 *           a number for each
 */
ACLNN_API aclnnStatus aclnnScatterListGetWorkspaceSize(aclTensorList *varRef,
                                                       const aclTensor *indice,
                                                       const aclTensor *updates,
                                                       const aclTensor *maskOptional,
                                                       char *reduceOptional, int64_t axis,
                                                       uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/* aclnnScatterList: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnScatterList(void *workspace, uint64_t workspaceSize,
                                       aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
