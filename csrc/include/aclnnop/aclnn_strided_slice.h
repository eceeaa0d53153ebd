/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_strided_slice.h: aclnnStridedSlice.
 *
 * Made from csrc/ops/copy_layout/copy_layout.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   STRIDED  ACL_FLOAT, ACL_FLOAT16, ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8,
 *            ACL_UINT16, ACL_UINT32, ACL_UINT64, ACL_BOOL, ACL_BF16, ACL_COMPLEX32, ACL_COMPLEX64,
 *            ACL_HIFLOAT8, ACL_FLOAT8_E5M2, ACL_FLOAT8_E4M3FN on Ascend950
 */
#ifndef ACLNNOP_ACLNN_STRIDED_SLICE_H
#define ACLNNOP_ACLNN_STRIDED_SLICE_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnStridedSlice
 ************************************************/

/*
 * aclnnStridedSliceGetWorkspaceSize: phase one. Cuts a part out of several dimensions, by entries
 * as an index expression has them.
 *
 *     out = self[begin[0]:end[0]:strides[0], ...]; a bit i of a mask is about entry i
 *
 * self            the tensor, of up to 8 dimensions. STRIDED.
 * begin           the first place of each entry; negative ones count from the end, those outside
 *                 become the nearest.
 * end             the places behind the last, as begin.
 * strides         from one place to the next, not 0; negative ones go backwards.
 * beginMask       entries that begin at the end that their stride comes from.
 * endMask         entries that reach the other end.
 * ellipsisMask    the one entry that stands for all dimensions that no other names.
 * newAxisMask     entries that put in a dimension of 1.
 * shrinkAxisMask  entries that take the place begin, and the dimension out.
 * out             the part, of the same type. STRIDED.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, begin, end, strides or out NULL
 *   161002  on Ascend910, which does not have the operator
 *   161002  on Ascend910B and Ascend910_93, which does not have the operator
 *   161002  the data type of self not one of STRIDED
 *   161002  the data type of out not one of STRIDED
 *   161002  the data type of self is not the data type of out
 *   161002  self not of 0 to 8 dimensions
 *   161002  begin, end and strides not of one length, or an entry of strides 0
 *   161002  more than one bit in ellipsisMask, or an entry of strides not above 0 whose bit is in
 *           shrinkAxisMask
 *   empty   self empty: nothing is done
 *   161002  out not of the shape that follows (561103: begin names more dimensions than self has,
 *           or an index that is not there)
 */
ACLNN_API aclnnStatus aclnnStridedSliceGetWorkspaceSize(const aclTensor *self,
                                                        const aclIntArray *begin,
                                                        const aclIntArray *end,
                                                        const aclIntArray *strides,
                                                        int64_t beginMask, int64_t endMask,
                                                        int64_t ellipsisMask, int64_t newAxisMask,
                                                        int64_t shrinkAxisMask, aclTensor *out,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/* aclnnStridedSlice: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnStridedSlice(void *workspace, uint64_t workspaceSize,
                                        aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
