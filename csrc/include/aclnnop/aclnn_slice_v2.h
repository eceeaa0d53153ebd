/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_slice_v2.h: aclnnSliceV2.
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
#ifndef ACLNNOP_ACLNN_SLICE_V2_H
#define ACLNNOP_ACLNN_SLICE_V2_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnSliceV2
 ************************************************/

/*
 * aclnnSliceV2GetWorkspaceSize: phase one. Cuts a part out of several dimensions.
 *
 *     out[i, j, ...] = self[starts[0] + i * steps[0], starts[1] + j * steps[1], ...]
 *
 * self    the tensor, of up to 8 dimensions. ACL_FLOAT, ACL_FLOAT16, ACL_INT64, ACL_INT8,
 *         ACL_INT32, ACL_UINT8, ACL_BOOL, ACL_BF16 on Ascend910B, Ascend910_93 and Ascend950.
 * starts  the first place of each dimension that is cut; negative ones count from the end, those
 *         outside become the nearest.
 * ends    the places behind the last, as starts.
 * axes    the dimensions, each once; negative ones count from the last.
 * steps   from one place to the next, above 0.
 * out     the part, of the same type.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, out, starts, ends, axes or steps NULL
 *   161002  the data type of self is not the data type of out
 *   161002  the data type of self is ACL_BF16 (on Ascend910)
 *   161002  the data type of self not one of SLICED
 *   161002  self not of 0 to 8 dimensions
 *   161002  starts, ends and axes not of one length, axes outside the dimensions of self or named
 *           twice, steps not above 0, or out not of the shape that follows
 *   empty   self empty: nothing is done
 *   561103  format of self neither ACL_FORMAT_ND nor that of out
 */
ACLNN_API aclnnStatus aclnnSliceV2GetWorkspaceSize(const aclTensor *self, const aclIntArray *starts,
                                                   const aclIntArray *ends, const aclIntArray *axes,
                                                   const aclIntArray *steps, aclTensor *out,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/* aclnnSliceV2: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnSliceV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
