/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_gather.h: aclnnGather.
 *
 * Made from csrc/ops/index/index.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   GATHERED  ACL_FLOAT, ACL_FLOAT16, ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8,
 *             ACL_UINT16, ACL_UINT32, ACL_UINT64, ACL_BOOL, ACL_DOUBLE; ACL_BF16 not on Ascend910;
 *             ACL_FLOAT8_E5M2, ACL_FLOAT8_E4M3FN, ACL_FLOAT8_E8M0 on Ascend950
 */
#ifndef ACLNNOP_ACLNN_GATHER_H
#define ACLNNOP_ACLNN_GATHER_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnGather
 ************************************************/

/*
 * aclnnGatherGetWorkspaceSize: phase one. Reads one element for each index, along one dimension.
 *
 *     out[..., i, ...] = self[..., index[..., i, ...], ...]
 *
 * self   what is read. GATHERED.
 * dim    the dimension; negative ones count from the last.
 * index  the places; negative ones count from the end.
 * out    what was read.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, index or out NULL
 *   161002  the data type of self not one of GATHERED
 *   161002  the data type of index not one of ACL_INT32, ACL_INT64, if index has elements
 *   161002  the data type of out is not the data type of self
 *   161002  self and index not of as many dimensions
 *   161002  self not of 0 to 8 dimensions
 *   161002  index not of 0 to 8 dimensions
 *   161002  out not of 0 to 8 dimensions
 *   161002  shapes of out and index differ
 *   161002  dim outside the dimensions of self, index larger than self in another dimension, or
 *           self without places
 *   empty   index or self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnGatherGetWorkspaceSize(const aclTensor *self, int64_t dim,
                                                  const aclTensor *index, aclTensor *out,
                                                  uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/* aclnnGather: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnGather(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
