/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_slice.h: aclnnSlice.
 *
 * Made from csrc/ops/copy_layout/copy_layout.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   SLICED  ACL_FLOAT, ACL_FLOAT16, ACL_INT64, ACL_INT8, ACL_INT32, ACL_UINT8, ACL_BOOL, ACL_BF16
 */
#ifndef ACLNNOP_ACLNN_SLICE_H
#define ACLNNOP_ACLNN_SLICE_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnSlice
 ************************************************/

/*
 * aclnnSliceGetWorkspaceSize: phase one. Cuts a part out of one dimension.
 *
 *     out[..., i, ...] = self[..., start + i * step, ...]
 *
 * self   the tensor, of 1 to 8 dimensions. ACL_FLOAT, ACL_FLOAT16, ACL_INT64, ACL_INT8, ACL_INT32,
 *        ACL_UINT8, ACL_BOOL, ACL_BF16 on Ascend910B, Ascend910_93 and Ascend950.
 * dim    the dimension; negative ones count from the last.
 * start  the first place; negative ones count from the end, those outside become the nearest.
 * end    the place behind the last, as start.
 * step   from one place to the next, above 0.
 * out    the part, of the same type.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  the data type of self is not the data type of out
 *   161002  the data type of self is ACL_BF16 (on Ascend910)
 *   161002  the data type of self not one of SLICED
 *   161002  dim outside the dimensions of self, step not above 0, or out not of the shape that
 *           follows
 *   empty   self or out empty: nothing is done
 *   561103  format of self neither ACL_FORMAT_ND nor that of out
 */
ACLNN_API aclnnStatus aclnnSliceGetWorkspaceSize(const aclTensor *self, int64_t dim, int64_t start,
                                                 int64_t end, int64_t step, aclTensor *out,
                                                 uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnSlice: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnSlice(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
