/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_take.h: aclnnTake.
 *
 * Made from csrc/ops/index/index.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_TAKE_H
#define ACLNNOP_ACLNN_TAKE_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnTake
 ************************************************/

/*
 * aclnnTakeGetWorkspaceSize: phase one. Reads one element for each index, of all elements in their
 * order.
 *
 *     out[i] = self.flat[index[i]]
 *
 * self   what is read. ACL_FLOAT, ACL_INT32, ACL_INT64, ACL_FLOAT16, ACL_INT16, ACL_INT8,
 *        ACL_UINT8, ACL_DOUBLE, ACL_BOOL, ACL_COMPLEX64, ACL_COMPLEX128, ACL_UINT16, ACL_UINT32,
 *        ACL_UINT64; ACL_BF16 not on Ascend910.
 * index  the places; negative ones count from the end. ACL_INT32, ACL_INT64.
 * out    what was read, of the shape of index.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, index or out NULL
 *   161002  the data type of self not one of ACL_FLOAT, ACL_INT32, ACL_INT64, ACL_FLOAT16,
 *           ACL_INT16, ACL_INT8, ACL_UINT8, ACL_DOUBLE, ACL_BOOL, ACL_BF16, ACL_COMPLEX64,
 *           ACL_COMPLEX128, ACL_UINT16, ACL_UINT32, ACL_UINT64
 *   161002  the data type of self is not the data type of out
 *   161002  the data type of index not one of ACL_INT32, ACL_INT64
 *   161002  the data type of self is ACL_BF16 (on Ascend910)
 *   161002  index not of 0 to 8 dimensions
 *   161002  shapes of out and index differ
 *   161002  self empty and index not
 *   161002  a layout of self, index or out private to the device
 *   empty   self or index empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnTakeGetWorkspaceSize(const aclTensor *self, const aclTensor *index,
                                                aclTensor *out, uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/* aclnnTake: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnTake(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
