/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_scatter_update.h: aclnnInplaceScatterUpdate.
 *
 * Made from csrc/ops/index/index.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   SLOT_UPDATED  ACL_INT8, ACL_FLOAT16, ACL_FLOAT, ACL_INT32; ACL_BF16 not on Ascend910;
 *                 ACL_UINT8, ACL_FLOAT8_E4M3FN, ACL_FLOAT8_E5M2, ACL_HIFLOAT8 on Ascend950
 */
#ifndef ACLNNOP_ACLNN_SCATTER_UPDATE_H
#define ACLNNOP_ACLNN_SCATTER_UPDATE_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnInplaceScatterUpdate
 ************************************************/

/*
 * aclnnInplaceScatterUpdateGetWorkspaceSize: phase one. Writes a slot in each row of a batch, whose
 * beginning an index names: new keys and values of a cache.
 *
 *     data[b, ..., indices[b] + k, ...] = updates[b, ..., k, ...] along axis; with pairs of indices
 *         data[indices[b, 0], ..., indices[b, 1] + k, ...]
 *
 * data     what is changed; receives the result. SLOT_UPDATED.
 * indices  where each slot begins, or the row and where. ACL_INT32, ACL_INT64.
 * updates  the slots, in no dimension larger than data.
 * axis     the dimension that slots are in, any but the first; negative ones count from the last.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  data, indices or updates NULL
 *   161002  the data type of data not one of SLOT_UPDATED
 *   161002  the data type of indices not one of ACL_INT32, ACL_INT64
 *   161002  the data type of updates is not the data type of data
 *   161002  one of data, indices and updates has no elements, axis is 0 or no dimension, or the
 *           shapes do not fit
 */
ACLNN_API aclnnStatus aclnnInplaceScatterUpdateGetWorkspaceSize(aclTensor *data,
                                                                const aclTensor *indices,
                                                                const aclTensor *updates,
                                                                int64_t axis,
                                                                uint64_t *workspaceSize,
                                                                aclOpExecutor **executor);

/* aclnnInplaceScatterUpdate: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceScatterUpdate(void *workspace, uint64_t workspaceSize,
                                                aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
