/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_stack.h: aclnnStack.
 *
 * Made from csrc/ops/copy_layout/copy_layout.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   ANY_NUMBER  ACL_FLOAT, ACL_INT32, ACL_UINT64, ACL_INT64, ACL_UINT32, ACL_FLOAT16, ACL_UINT16,
 *               ACL_INT16, ACL_INT8, ACL_UINT8, ACL_DOUBLE, ACL_BOOL, ACL_COMPLEX64,
 *               ACL_COMPLEX128; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_STACK_H
#define ACLNNOP_ACLNN_STACK_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnStack
 ************************************************/

/*
 * aclnnStackGetWorkspaceSize: phase one. Joins tensors along a new dimension.
 *
 *     out[..., i, ...] = tensors[i]
 *
 * tensors  the tensors, of one shape with up to 8 dimensions; of different types they are converted
 *          to the common one. ACL_FLOAT, ACL_INT32, ACL_UINT64, ACL_INT64, ACL_UINT32, ACL_FLOAT16,
 *          ACL_UINT16, ACL_INT16, ACL_INT8, ACL_UINT8, ACL_DOUBLE, ACL_BOOL, ACL_COMPLEX64,
 *          ACL_COMPLEX128; ACL_BF16 not on Ascend910.
 * dim      where the new dimension is in out; negative ones count from its last.
 * out      all of them, in a type that the common one converts to. ANY_NUMBER.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   561103  tensors or out NULL
 *   161001  a member of tensors NULL
 *   161002  the data type of a member of tensors not one of ANY_NUMBER
 *   161002  the data type of out not one of ANY_NUMBER
 *   161002  no common data type of tensors
 *   161002  the type computed in does not convert to the data type of out
 *   161002  tensors without members, dim outside the dimensions of out, shapes of tensors that
 *           differ, or out not of the shape that follows
 */
ACLNN_API aclnnStatus aclnnStackGetWorkspaceSize(const aclTensorList *tensors, int64_t dim,
                                                 aclTensor *out, uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/* aclnnStack: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnStack(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
