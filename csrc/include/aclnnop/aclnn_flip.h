/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_flip.h: aclnnFlip.
 *
 * Made from csrc/ops/copy_layout/copy_layout.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   FLIPPED  ACL_FLOAT, ACL_INT32, ACL_INT64, ACL_FLOAT16, ACL_INT16, ACL_INT8, ACL_UINT8,
 *            ACL_BOOL, ACL_DOUBLE, ACL_COMPLEX64, ACL_COMPLEX128; ACL_BF16 not on Ascend910;
 *            ACL_UINT16, ACL_UINT32, ACL_UINT64 on Ascend950
 */
#ifndef ACLNNOP_ACLNN_FLIP_H
#define ACLNNOP_ACLNN_FLIP_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnFlip
 ************************************************/

/*
 * aclnnFlipGetWorkspaceSize: phase one. Reverses the order of elements along dimensions.
 *
 *     out[..., i, ...] = self[..., n - 1 - i, ...] for each of dims
 *
 * self  the tensor, of up to 8 dimensions. FLIPPED.
 * dims  the dimensions, each once; negative ones count from the last.
 * out   the same elements, of the same type and shape.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, dims or out NULL
 *   161002  the data type of self is not the data type of out
 *   161002  the data type of self not one of FLIPPED
 *   161002  shapes of out and self differ
 *   161002  self not of 0 to 8 dimensions
 *   161002  an entry of dims outside the dimensions of self, or named twice
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnFlipGetWorkspaceSize(const aclTensor *self, const aclIntArray *dims,
                                                aclTensor *out, uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/* aclnnFlip: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnFlip(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
