/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_index.h: aclnnIndex.
 *
 * Made from csrc/ops/index/index.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   INDEXED  ACL_FLOAT, ACL_FLOAT16, ACL_INT64, ACL_INT32, ACL_BOOL, ACL_INT8, ACL_UINT8,
 *            ACL_DOUBLE, ACL_INT16; ACL_BF16 not on Ascend910; ACL_COMPLEX64 on Ascend950
 */
#ifndef ACLNNOP_ACLNN_INDEX_H
#define ACLNNOP_ACLNN_INDEX_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnIndex
 ************************************************/

/*
 * aclnnIndexGetWorkspaceSize: phase one. Reads what a list of indices names: places in the next
 * dimensions, one after the other.
 *
 *     out = self[indices[0], indices[1], ...]
 *
 * self     what is read. ACL_FLOAT, ACL_FLOAT16, ACL_INT64, ACL_INT32, ACL_BOOL, ACL_INT8,
 *          ACL_UINT8, ACL_BF16, ACL_DOUBLE, ACL_INT16 on Ascend910B, Ascend910_93 and Ascend950;
 *          ACL_COMPLEX64 on Ascend950.
 * indices  for the next dimension each: places, negative ones count from the end; for as many
 *          dimensions as it has a mask; or, without elements, nothing, so that all of it is read.
 *          Shapes broadcast, with one dimension for each mask.
 * out      what was read: the dimensions of the indices stand where the first of them is, or first
 *          of all where dimensions without lie between them.
 *
 * How many places a mask names is known when the call runs; where the size of out says otherwise,
 * that is 507015.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, out or indices NULL
 *   161001  a member of indices NULL
 *   161002  the data type of self is ACL_BF16 (on Ascend910)
 *   161002  the data type of self is not the data type of out
 *   161002  the data type of self not one of INDEXED
 *   161002  the data type of a member of indices that has elements not one of ACL_INT32, ACL_INT64,
 *           ACL_BOOL
 *   161002  a layout of self, out or indices private to the device
 *   161002  self not of 0 to 8 dimensions
 *   161002  indices not of 0 to 8 dimensions
 *   empty   self or out empty: nothing is done
 *   161002  indices does not fit self (more entries than dimensions, masks of other sizes, shapes
 *           that do not broadcast), or out has not the shape of what it names
 *   561103  self complex with a mask in indices (on Ascend950)
 */
ACLNN_API aclnnStatus aclnnIndexGetWorkspaceSize(const aclTensor *self,
                                                 const aclTensorList *indices, aclTensor *out,
                                                 uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnIndex: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnIndex(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
