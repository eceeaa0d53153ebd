/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_flatten.h: aclnnFlatten.
 *
 * Made from csrc/ops/copy_layout/copy_layout.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   FLATTENED  ACL_FLOAT, ACL_FLOAT16, ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8,
 *              ACL_UINT16, ACL_UINT32, ACL_UINT64, ACL_BOOL; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_FLATTEN_H
#define ACLNNOP_ACLNN_FLATTEN_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnFlatten
 ************************************************/

/*
 * aclnnFlattenGetWorkspaceSize: phase one. Makes a matrix of a tensor: what comes before a
 * dimension, by what begins with it.
 *
 *     out = self of the shape (product of the dimensions before axis, product of the others)
 *
 * self  the tensor, of up to 8 dimensions. FLATTENED.
 * axis  the first dimension of the columns; negative ones count from the last.
 * out   the same elements, of the same type and two dimensions.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  the data type of self is not the data type of out
 *   161002  the data type of self not one of FLATTENED
 *   161002  axis outside the dimensions of self, or out not of the shape that follows
 *   empty   self or out empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnFlattenGetWorkspaceSize(const aclTensor *self, int64_t axis,
                                                   aclTensor *out, uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/* aclnnFlatten: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnFlatten(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
