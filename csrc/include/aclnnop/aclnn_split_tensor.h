/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_split_tensor.h: aclnnSplitTensor.
 *
 * Made from csrc/ops/copy_layout/copy_layout.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   SPLIT  ACL_DOUBLE, ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_INT64, ACL_INT32, ACL_INT16, ACL_INT8,
 *          ACL_UINT8, ACL_BOOL, ACL_COMPLEX128, ACL_COMPLEX64; ACL_UINT16, ACL_UINT32, ACL_UINT64
 *          on Ascend950
 */
#ifndef ACLNNOP_ACLNN_SPLIT_TENSOR_H
#define ACLNNOP_ACLNN_SPLIT_TENSOR_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnSplitTensor
 ************************************************/

/*
 * aclnnSplitTensorGetWorkspaceSize: phase one. Cuts a tensor into parts of one size.
 *
 *     out[i] = self[..., i * splitSections : (i + 1) * splitSections, ...]
 *
 * self           the tensor, of 1 to 8 dimensions. SPLIT.
 * splitSections  places of a part; the last one may have fewer.
 * dim            the dimension that is cut; negative ones count from the last.
 * out            the parts, of one type; self's is converted to it. ACL_DOUBLE, ACL_FLOAT,
 *                ACL_FLOAT16, ACL_BF16, ACL_INT64, ACL_INT32, ACL_INT16, ACL_INT8, ACL_UINT8,
 *                ACL_BOOL, ACL_COMPLEX128, ACL_COMPLEX64; ACL_UINT16, ACL_UINT32, ACL_UINT64 on
 *                Ascend950.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  the data type of self not one of SPLIT
 *   161002  the data type of a member of out not one of SPLIT
 *   161002  data types of members of out differ
 *   161002  self not of 1 to 8 dimensions
 *   161002  out not of 0 to 8 dimensions
 *   161002  dim outside the dimensions of self, splitSections 0 where there are elements, or out
 *           not of the shapes that follow
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnSplitTensorGetWorkspaceSize(const aclTensor *self,
                                                       uint64_t splitSections, int64_t dim,
                                                       aclTensorList *out, uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/* aclnnSplitTensor: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnSplitTensor(void *workspace, uint64_t workspaceSize,
                                       aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
