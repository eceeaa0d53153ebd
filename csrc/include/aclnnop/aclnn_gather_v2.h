/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_gather_v2.h: aclnnGatherV2.
 *
 * Made from csrc/ops/index/index.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   TAKEN  ACL_FLOAT, ACL_INT32, ACL_INT64, ACL_FLOAT16, ACL_INT16, ACL_INT8, ACL_UINT8,
 *          ACL_DOUBLE, ACL_BOOL, ACL_COMPLEX64, ACL_COMPLEX128; ACL_BF16 not on Ascend910;
 *          ACL_UINT16 on Ascend950
 */
#ifndef ACLNNOP_ACLNN_GATHER_V2_H
#define ACLNNOP_ACLNN_GATHER_V2_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnGatherV2
 ************************************************/

/*
 * aclnnGatherV2GetWorkspaceSize: phase one. Selects along one dimension the places that an index of
 * any shape names.
 *
 *     out[..., i..., ...] = self[..., index[i...], ...]
 *
 * self   what is selected from. TAKEN.
 * dim    the dimension; negative ones count from the last.
 * index  the places; 0 to the length of the dimension - 1. ACL_INT32, ACL_INT64.
 * out    what was selected, with the dimensions of index in place of dim.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, index or out NULL
 *   161002  the data type of out is not the data type of self
 *   161002  the data type of self not one of TAKEN
 *   161002  the data type of index not one of ACL_INT32, ACL_INT64
 *   161002  self not of 0 to 8 dimensions
 *   161002  index not of 0 to 8 dimensions
 *   161002  dim outside the dimensions of self, or out not of the shape of self with that of index
 *           in place of one dimension
 *   empty   self or index empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnGatherV2GetWorkspaceSize(const aclTensor *self, int64_t dim,
                                                    const aclTensor *index, aclTensor *out,
                                                    uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);

/* aclnnGatherV2: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnGatherV2(void *workspace, uint64_t workspaceSize,
                                    aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
