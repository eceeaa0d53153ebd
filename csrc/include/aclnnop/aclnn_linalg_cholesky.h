/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_linalg_cholesky.h: aclnnLinalgCholesky.
 *
 * Made from csrc/ops/linalg/linalg.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   NEW_SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16, ACL_BF16 on Ascend910B, Ascend910_93 and Ascend950
 */
#ifndef ACLNNOP_ACLNN_LINALG_CHOLESKY_H
#define ACLNNOP_ACLNN_LINALG_CHOLESKY_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnLinalgCholesky
 ************************************************/

/*
 * aclnnLinalgCholeskyGetWorkspaceSize: phase one. Decomposes symmetric positive definite matrices
 * into a triangle and its transpose.
 *
 *     self = out @ out^T, or out^T @ out with upper
 *
 * self   the matrices, [..., n, n], n at most 8192, of which one triangle is read.
 *        NEW_SINGLE_OR_HALF.
 * upper  whether out is the upper triangle, and the upper one is read.
 * out    the triangles, zeros elsewhere; NaN where a matrix is not positive definite.
 *
 * Halves are computed in float32.
 *
 * Units in the last place are those of the largest element of the result, for well-conditioned
 * matrices.
 *
 * Without OpenBLAS phase one refuses with 207000, after all checks.
 *
 * Precision: within 64 units in the last place in float32, within 1 unit in the last place in
 * float16, within 1 unit in the last place in bfloat16.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  the data type of self is not the data type of out
 *   161002  the data type of self not one of NEW_SINGLE_OR_HALF
 *   161002  a layout of self or out private to the device
 *   161002  shapes of self and out differ
 *   161002  self not of 2 to 8 dimensions, or no square matrices of at most 8192 columns, where it
 *           has elements
 */
ACLNN_API aclnnStatus aclnnLinalgCholeskyGetWorkspaceSize(const aclTensor *self, bool upper,
                                                          aclTensor *out, uint64_t *workspaceSize,
                                                          aclOpExecutor **executor);

/* aclnnLinalgCholesky: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnLinalgCholesky(void *workspace, uint64_t workspaceSize,
                                          aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
