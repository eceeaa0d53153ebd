/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_confusion_transpose.h: aclnnConfusionTranspose.
 *
 * Made from csrc/ops/copy_layout/copy_layout.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_CONFUSION_TRANSPOSE_H
#define ACLNNOP_ACLNN_CONFUSION_TRANSPOSE_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnConfusionTranspose
 ************************************************/

/*
 * aclnnConfusionTransposeGetWorkspaceSize: phase one. Another shape and another order of
 * dimensions, in either turn.
 *
 *     out = the dimensions of (x in shape) in the order perm; or, with transpose_first, (the
 *         dimensions of x in the order perm) in shape
 *
 * x                the tensor, of 1 to 8 dimensions. ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64,
 *                  ACL_UINT8, ACL_UINT16, ACL_UINT32, ACL_UINT64, ACL_FLOAT16, ACL_FLOAT, ACL_BF16
 *                  on Ascend950.
 * perm             each dimension once, in the order of the result: of x, or of shape.
 * shape            the other shape, of as many elements, in 1 to 8 dimensions.
 * transpose_first  whether the order changes first.
 * out              the same elements, of the same type.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  x, perm, shape or out NULL
 *   161002  the data type of x not one of ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8,
 *           ACL_UINT16, ACL_UINT32, ACL_UINT64, ACL_FLOAT16, ACL_FLOAT, ACL_BF16
 *   161002  the data type of out is not the data type of x
 *   empty   x empty: nothing is done
 *   561103  on Ascend910, which has no kernel of the operator
 *   561103  on Ascend910B and Ascend910_93, which has no kernel of the operator
 *   561103  perm does not name each dimension once, shape has not the elements of x, or out is not
 *           of the shape that follows
 */
ACLNN_API aclnnStatus aclnnConfusionTransposeGetWorkspaceSize(const aclTensor *x,
                                                              const aclIntArray *perm,
                                                              const aclIntArray *shape,
                                                              bool transpose_first, aclTensor *out,
                                                              uint64_t *workspaceSize,
                                                              aclOpExecutor **executor);

/* aclnnConfusionTranspose: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnConfusionTranspose(void *workspace, uint64_t workspaceSize,
                                              aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
