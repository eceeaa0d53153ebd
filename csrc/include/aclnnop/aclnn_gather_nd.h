/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_gather_nd.h: aclnnGatherNd.
 *
 * Made from csrc/ops/index/index.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   GATHERED_ND  ACL_FLOAT, ACL_INT32, ACL_INT64, ACL_FLOAT16, ACL_INT8, ACL_UINT8, ACL_BOOL;
 *                ACL_BF16 not on Ascend910; ACL_DOUBLE, ACL_INT16, ACL_UINT16, ACL_UINT32,
 *                ACL_UINT64 on Ascend950
 */
#ifndef ACLNNOP_ACLNN_GATHER_ND_H
#define ACLNNOP_ACLNN_GATHER_ND_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnGatherNd
 ************************************************/

/*
 * aclnnGatherNdGetWorkspaceSize: phase one. Reads what rows of indices name: each row has places in
 * the first dimensions.
 *
 *     out[i..., :] = self[indices[i..., 0], indices[i..., 1], ..., :]
 *
 * self                  what is read. GATHERED_ND.
 * indices               the places, along its last dimension those of one row. ACL_INT32,
 *                       ACL_INT64.
 * negativeIndexSupport  whether negative indices count from the end.
 * out                   what was read.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, indices or out NULL
 *   161002  the data type of self is not the data type of out
 *   161002  the data type of self not one of GATHERED_ND
 *   161002  the data type of indices not one of ACL_INT32, ACL_INT64
 *   161002  self not of 1 to 8 dimensions
 *   161002  indices not of 1 to 8 dimensions
 *   161002  the last dimension of indices is not 1 to the dimensions of self, or out has not the
 *           shape of what is there
 *   empty   self or indices empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnGatherNdGetWorkspaceSize(const aclTensor *self, const aclTensor *indices,
                                                    bool negativeIndexSupport, aclTensor *out,
                                                    uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);

/* aclnnGatherNd: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnGatherNd(void *workspace, uint64_t workspaceSize,
                                    aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
