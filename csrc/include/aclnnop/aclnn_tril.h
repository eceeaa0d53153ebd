/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_tril.h: aclnnTril, aclnnInplaceTril.
 *
 * Made from csrc/ops/copy_layout/copy_layout.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   TRIANGLE  ACL_FLOAT, ACL_FLOAT16, ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8,
 *             ACL_UINT16, ACL_UINT32, ACL_UINT64, ACL_BOOL, ACL_DOUBLE; ACL_BF16 not on Ascend910;
 *             ACL_COMPLEX64, ACL_COMPLEX32 on Ascend950
 */
#ifndef ACLNNOP_ACLNN_TRIL_H
#define ACLNNOP_ACLNN_TRIL_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnTril
 ************************************************/

/*
 * aclnnTrilGetWorkspaceSize: phase one. The lower triangle of matrices; everything above a diagonal
 * becomes 0.
 *
 *     out[..., i, j] = self[..., i, j] if j - i <= diagonal, else 0
 *
 * self      the matrices, of 2 to 8 dimensions. TRIANGLE.
 * diagonal  the last diagonal that is kept: 0 the main one, 1 the one above it.
 * out       of the same type and shape. TRIANGLE.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  the data type of self not one of TRIANGLE
 *   161002  the data type of out not one of TRIANGLE
 *   161002  the data type of self is not the data type of out
 *   161002  layouts of self and out differ
 *   161002  self not of 2 to 8 dimensions
 *   161002  out not of 0 to 8 dimensions
 *   161002  shapes of self and out differ
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnTrilGetWorkspaceSize(const aclTensor *self, int64_t diagonal,
                                                aclTensor *out, uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/* aclnnTril: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnTril(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceTril
 ************************************************/

/*
 * aclnnInplaceTrilGetWorkspaceSize: phase one. The lower triangle of matrices, in their place;
 * everything above a diagonal becomes 0.
 *
 *     selfRef[..., i, j] = selfRef[..., i, j] if j - i <= diagonal, else 0
 *
 * selfRef   the matrices, of 2 to 8 dimensions; receives the result. TRIANGLE.
 * diagonal  the last diagonal that is kept: 0 the main one, 1 the one above it.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef NULL
 *   161002  the data type of selfRef not one of TRIANGLE
 *   161002  layouts of selfRef and selfRef differ
 *   161002  selfRef not of 2 to 8 dimensions
 *   161002  selfRef not of 0 to 8 dimensions
 *   empty   selfRef empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceTrilGetWorkspaceSize(const aclTensor *selfRef, int64_t diagonal,
                                                       uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/* aclnnInplaceTril: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceTril(void *workspace, uint64_t workspaceSize,
                                       aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
