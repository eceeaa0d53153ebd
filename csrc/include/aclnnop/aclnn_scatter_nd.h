/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_scatter_nd.h: aclnnScatterNd.
 *
 * Made from csrc/ops/index/index.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   ND_SCATTERED  ACL_FLOAT16, ACL_FLOAT, ACL_BOOL; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_SCATTER_ND_H
#define ACLNNOP_ACLNN_SCATTER_ND_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnScatterNd
 ************************************************/

/*
 * aclnnScatterNdGetWorkspaceSize: phase one. Writes what rows of indices name: each row has places
 * in the first dimensions.
 *
 *     out = data, with out[indices[i..., 0], indices[i..., 1], ..., :] = updates[i..., :] in the
 *         order of indices
 *
 * data     what is changed. ND_SCATTERED.
 * indices  the places, along its last dimension those of one row. ACL_INT32, ACL_INT64.
 * updates  what is written.
 * out      data, changed.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  data, indices, updates or out NULL
 *   161002  the data type of data not one of ND_SCATTERED
 *   161002  the data type of indices not one of ACL_INT32, ACL_INT64
 *   161002  the data type of updates is not the data type of data
 *   161002  the data type of out is not the data type of data
 *   161002  data not of 1 to 8 dimensions
 *   161002  indices not of 1 to 8 dimensions
 *   161002  updates not of 1 to 8 dimensions
 *   161002  shapes of data and out differ
 *   161002  the last dimension of indices is larger than the dimensions of data, or updates has not
 *           the shape of what is there
 *   empty   data, indices or updates empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnScatterNdGetWorkspaceSize(const aclTensor *data,
                                                     const aclTensor *indices,
                                                     const aclTensor *updates, aclTensor *out,
                                                     uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/* aclnnScatterNd: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnScatterNd(void *workspace, uint64_t workspaceSize,
                                     aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
