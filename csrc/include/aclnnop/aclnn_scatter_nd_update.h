/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_scatter_nd_update.h: aclnnScatterNdUpdate.
 *
 * Made from csrc/ops/index/index.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   ND_UPDATED  ACL_FLOAT, ACL_FLOAT16, ACL_BOOL; ACL_INT16, ACL_INT32 on Ascend910B and
 *               Ascend910_93; ACL_BF16, ACL_INT64, ACL_INT8 not on Ascend910; ACL_FLOAT8_E5M2,
 *               ACL_FLOAT8_E4M3FN, ACL_HIFLOAT8, ACL_UINT8 on Ascend950
 */
#ifndef ACLNNOP_ACLNN_SCATTER_ND_UPDATE_H
#define ACLNNOP_ACLNN_SCATTER_ND_UPDATE_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnScatterNdUpdate
 ************************************************/

/*
 * aclnnScatterNdUpdateGetWorkspaceSize: phase one. Writes what rows of indices name, in its place.
 *
 *     varRef[indices[i..., 0], indices[i..., 1], ..., :] = updates[i..., :] in the order of indices
 *
 * varRef   what is changed; receives the result. ND_UPDATED.
 * indices  the places, along its last dimension those of one row. ACL_INT32, ACL_INT64.
 * updates  what is written.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  varRef, indices or updates NULL
 *   161002  the data type of varRef not one of ND_UPDATED
 *   161002  the data type of indices not one of ACL_INT32, ACL_INT64
 *   161002  the data type of updates is not the data type of varRef
 *   empty   varRef, indices or updates empty: nothing is done
 *   161002  varRef not of 1 to 8 dimensions
 *   161002  indices not of 1 to 8 dimensions
 *   161002  the last dimension of indices is larger than the dimensions of varRef, or updates has
 *           not the shape of what is there
 */
ACLNN_API aclnnStatus aclnnScatterNdUpdateGetWorkspaceSize(aclTensor *varRef,
                                                           const aclTensor *indices,
                                                           const aclTensor *updates,
                                                           uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);

/* aclnnScatterNdUpdate: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnScatterNdUpdate(void *workspace, uint64_t workspaceSize,
                                           aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
