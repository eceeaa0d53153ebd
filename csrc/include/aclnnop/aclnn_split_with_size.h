/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_split_with_size.h: aclnnSplitWithSize.
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
#ifndef ACLNNOP_ACLNN_SPLIT_WITH_SIZE_H
#define ACLNNOP_ACLNN_SPLIT_WITH_SIZE_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnSplitWithSize
 ************************************************/

/*
 * aclnnSplitWithSizeGetWorkspaceSize: phase one. Cuts a tensor into parts.
 *
 *     out[i] = the next splitSize[i] places of self
 *
 * self       the tensor, of 1 to 8 dimensions. SPLIT.
 * splitSize  places of each part, all of them together.
 * dim        the dimension that is cut; negative ones count from the last.
 * out        the parts, each of any type; self's is converted to it. ACL_DOUBLE, ACL_FLOAT,
 *            ACL_FLOAT16, ACL_BF16, ACL_INT64, ACL_INT32, ACL_INT16, ACL_INT8, ACL_UINT8, ACL_BOOL,
 *            ACL_COMPLEX128, ACL_COMPLEX64; ACL_UINT16, ACL_UINT32, ACL_UINT64 on Ascend950.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, splitSize or out NULL
 *   161001  a member of out NULL
 *   161002  the data type of self not one of SPLIT
 *   161002  the data type of a member of out not one of SPLIT
 *   161002  self not of 1 to 8 dimensions
 *   161002  out not of 0 to 8 dimensions
 *   161002  dim outside the dimensions of self, splitSize not all of its places, or out not of the
 *           shapes that follow
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnSplitWithSizeGetWorkspaceSize(const aclTensor *self,
                                                         const aclIntArray *splitSize, int64_t dim,
                                                         aclTensorList *out,
                                                         uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);

/* aclnnSplitWithSize: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnSplitWithSize(void *workspace, uint64_t workspaceSize,
                                         aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
