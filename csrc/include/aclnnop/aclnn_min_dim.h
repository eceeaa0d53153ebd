/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_min_dim.h: aclnnMinDim.
 *
 * Made from csrc/ops/reduce/reduce.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   SEARCHED  ACL_FLOAT, ACL_FLOAT16, ACL_INT64, ACL_BOOL; ACL_BF16 not on Ascend910; ACL_INT32 on
 *             Ascend950
 */
#ifndef ACLNNOP_ACLNN_MIN_DIM_H
#define ACLNNOP_ACLNN_MIN_DIM_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnMinDim
 ************************************************/

/*
 * aclnnMinDimGetWorkspaceSize: phase one. The smallest elements along a dimension, and the place of
 * the first of them.
 *
 *     out = the smallest of self along dim, indices = its index; of the first NaN where there is
 *         one
 *
 * self     the numbers. SEARCHED.
 * dim      the dimension to look along, negative ones counted from the last.
 * keepdim  whether it stays, as a dimension of 1.
 * out      the smallest, in the type of self.
 * indices  where they are.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, out or indices NULL
 *   161002  the data type of self not one of SEARCHED
 *   161002  the data type of self is not the data type of out
 *   161002  self not of 0 to 8 dimensions
 *   161002  out not of 0 to 8 dimensions
 *   161002  indices not of 0 to 8 dimensions
 *   161002  dim outside the dimensions of self
 *   empty   self empty: nothing is done
 *   161002  shape of indices is not what is left of self without dim
 *   161002  shape of out is not what is left of self without dim
 */
ACLNN_API aclnnStatus aclnnMinDimGetWorkspaceSize(const aclTensor *self, int64_t dim, bool keepdim,
                                                  aclTensor *out, aclTensor *indices,
                                                  uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/* aclnnMinDim: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnMinDim(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
