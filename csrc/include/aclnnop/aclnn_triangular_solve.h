/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_triangular_solve.h: aclnnTriangularSolve.
 *
 * Made from csrc/ops/linalg/linalg.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   LINALG  ACL_FLOAT, ACL_DOUBLE, ACL_COMPLEX64, ACL_COMPLEX128
 */
#ifndef ACLNNOP_ACLNN_TRIANGULAR_SOLVE_H
#define ACLNNOP_ACLNN_TRIANGULAR_SOLVE_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnTriangularSolve
 ************************************************/

/*
 * aclnnTriangularSolveGetWorkspaceSize: phase one. Solves systems with triangular matrices.
 *
 *     A @ xOut = self, or A^T @ xOut = self with transpose
 *
 * self           the right sides, [..., n, k]. LINALG.
 * A              the matrices, [..., n, n], of which one triangle is read; batches broadcast with
 *                those of self. LINALG.
 * upper          whether that is the upper triangle.
 * transpose      whether A is transposed.
 * unitriangular  whether ones are taken for the diagonal; with float32 only.
 * xOut           the solutions, [..., n, k]. LINALG.
 * mOut           A for each solution, [..., n, n]; may be NULL; may be NULL.
 *
 * A zero on the diagonal gives infinities and NaN.
 *
 * Units in the last place are those of the largest element of the result, for well-conditioned
 * matrices.
 *
 * Without OpenBLAS phase one refuses with 207000, after all checks.
 *
 * Precision: within 64 units in the last place in float32, within 64 units in the last place in
 * complex, within 256 units in the last place in float64.
 *
 * Errors, in the order tested:
 *
 *   561103  self, A or xOut NULL
 *   161002  the data type of self not one of LINALG
 *   161002  the data type of A not one of LINALG
 *   161002  the data type of xOut not one of LINALG
 *   161002  the data type of self is not the data type of A
 *   161002  the data type of self is not the data type of xOut
 *   161002  the data type of self is not the data type of mOut
 *   161002  self or A not of 2 to 8 dimensions, A no square matrices, rows or batches of self that
 *           do not fit them, xOut or mOut not of the shapes that follow, or unitriangular true with
 *           another data type than float32
 */
ACLNN_API aclnnStatus aclnnTriangularSolveGetWorkspaceSize(const aclTensor *self,
                                                           const aclTensor *A, bool upper,
                                                           bool transpose, bool unitriangular,
                                                           aclTensor *xOut, aclTensor *mOut,
                                                           uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);

/* aclnnTriangularSolve: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnTriangularSolve(void *workspace, uint64_t workspaceSize,
                                           aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
