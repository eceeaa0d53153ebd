/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_diag.h: aclnnDiag.
 *
 * Made from csrc/ops/copy_layout/copy_layout.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   ON_DIAGONAL            ACL_FLOAT16, ACL_FLOAT, ACL_INT64, ACL_INT32, ACL_INT16, ACL_INT8,
 *                          ACL_UINT8, ACL_DOUBLE, ACL_BOOL, ACL_COMPLEX64; ACL_BF16 not on
 *                          Ascend910
 *   REAL_BFLOAT16_OR_BOOL  ACL_FLOAT16, ACL_FLOAT, ACL_INT64, ACL_INT32, ACL_INT16, ACL_INT8,
 *                          ACL_UINT8, ACL_DOUBLE, ACL_BOOL, ACL_BF16
 */
#ifndef ACLNNOP_ACLNN_DIAG_H
#define ACLNNOP_ACLNN_DIAG_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnDiag
 ************************************************/

/*
 * aclnnDiagGetWorkspaceSize: phase one. The diagonal of a matrix, or the matrix with a diagonal and
 * zeros.
 *
 *     out[i] = self[i, i + diagonal] of a matrix, out[i, i + diagonal] = self[i] of a row
 *
 * self      a matrix, or a row of up to one dimension. ON_DIAGONAL.
 * diagonal  which diagonal: 0 the main one, 1 the one above it.
 * out       the diagonal, or the matrix, of the same type.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  the data type of self not one of ON_DIAGONAL
 *   161002  the data type of self is not the data type of out
 *   161002  self not of 0 to 2 dimensions
 *   161002  the data type of out not one of REAL_BFLOAT16_OR_BOOL, if self has no elements
 *   161002  out not of the shape that follows from self and diagonal
 */
ACLNN_API aclnnStatus aclnnDiagGetWorkspaceSize(const aclTensor *self, int64_t diagonal,
                                                aclTensor *out, uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/* aclnnDiag: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnDiag(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
