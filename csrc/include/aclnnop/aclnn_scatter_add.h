/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_scatter_add.h: aclnnScatterAdd.
 *
 * Made from csrc/ops/index/index.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   NUMBER  ACL_FLOAT, ACL_INT32, ACL_INT64, ACL_FLOAT16, ACL_INT16, ACL_INT8, ACL_UINT8,
 *           ACL_DOUBLE, ACL_BOOL, ACL_COMPLEX64, ACL_COMPLEX128; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_SCATTER_ADD_H
#define ACLNNOP_ACLNN_SCATTER_ADD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnScatterAdd
 ************************************************/

/*
 * aclnnScatterAddGetWorkspaceSize: phase one. Adds one element for each index, along one dimension.
 *
 *     out = self, with out[..., index[..., i, ...], ...] += src[..., i, ...] in the order of index
 *
 * self   what is added to. NUMBER.
 * dim    the dimension; negative ones count from the last.
 * index  the places; 0 to the length of the dimension - 1.
 * src    what is added, at least as large as index.
 * out    the sums.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  self, index, src or out NULL
 *   161002  the data type of self not one of NUMBER
 *   161002  the data type of src is not the data type of self
 *   161002  the data type of out is not the data type of self
 *   161002  the data type of index not one of ACL_INT32, ACL_INT64, if index has elements
 *   161002  index has elements, and dim is outside the dimensions of self, index or src not of as
 *           many dimensions as self, index larger than src, or than self in another dimension, or
 *           out not of the shape of self
 */
ACLNN_API aclnnStatus aclnnScatterAddGetWorkspaceSize(const aclTensor *self, int64_t dim,
                                                      const aclTensor *index, const aclTensor *src,
                                                      aclTensor *out, uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/* aclnnScatterAdd: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnScatterAdd(void *workspace, uint64_t workspaceSize,
                                      aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
