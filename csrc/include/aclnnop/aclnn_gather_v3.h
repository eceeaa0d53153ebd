/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_gather_v3.h: aclnnGatherV3.
 *
 * Made from csrc/ops/index/index.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_GATHER_V3_H
#define ACLNNOP_ACLNN_GATHER_V3_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnGatherV3
 ************************************************/

/*
 * aclnnGatherV3GetWorkspaceSize: phase one. Selects along one dimension the places that an index of
 * any shape names, by batches.
 *
 *     out[b..., :, i..., ...] = self[b..., :, index[b..., i...], ...]
 *
 * self       what is selected from. ACL_FLOAT, ACL_INT32, ACL_INT64, ACL_FLOAT16, ACL_INT16,
 *            ACL_INT8, ACL_UINT8, ACL_DOUBLE, ACL_BOOL, ACL_BF16, ACL_COMPLEX64, ACL_COMPLEX128.
 * dim        the dimension; negative ones count from the last.
 * index      the places; 0 to the length of the dimension - 1. ACL_INT32, ACL_INT64.
 * batchDims  first dimensions that self and index share.
 * mode       how the device computes; the results are the same.
 * out        what was selected, with the dimensions of index behind the batches in place of dim.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, index or out NULL
 *   161002  the data type of out is not the data type of self
 *   161002  the data type of self not one of ACL_FLOAT, ACL_INT32, ACL_INT64, ACL_FLOAT16,
 *           ACL_INT16, ACL_INT8, ACL_UINT8, ACL_DOUBLE, ACL_BOOL, ACL_BF16, ACL_COMPLEX64,
 *           ACL_COMPLEX128
 *   161002  the data type of index not one of ACL_INT32, ACL_INT64
 *   161002  self not of 0 to 8 dimensions
 *   161002  index not of 0 to 8 dimensions
 *   161002  dim outside the dimensions of self; on Ascend950 batchDims not a count of first
 *           dimensions that self and index share, elsewhere dim not 0, batchDims not 0 or mode not
 *           1; or out not of the shape that follows
 *   empty   self or index empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnGatherV3GetWorkspaceSize(const aclTensor *self, int64_t dim,
                                                    const aclTensor *index, int64_t batchDims,
                                                    int64_t mode, aclTensor *out,
                                                    uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);

/* aclnnGatherV3: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnGatherV3(void *workspace, uint64_t workspaceSize,
                                    aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
