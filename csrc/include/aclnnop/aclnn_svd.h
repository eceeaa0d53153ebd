/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_svd.h: aclnnSvd.
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
#ifndef ACLNNOP_ACLNN_SVD_H
#define ACLNNOP_ACLNN_SVD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnSvd
 ************************************************/

/*
 * aclnnSvdGetWorkspaceSize: phase one. Finds the singular values of matrices, and their singular
 * vectors.
 *
 *     input = u @ diag(sigma) @ v^T, with complex numbers v^H
 *
 * input         the matrices, [..., m, n]. LINALG.
 * fullMatrices  whether u is [..., m, m] and v [..., n, n]; else [..., m, k] and [..., n, k], k the
 *               smaller of m and n.
 * computeUV     whether u and v are written; else their shapes are not looked at.
 * sigma         the singular values, [..., k], the largest first; the imaginary parts of complex
 *               ones are 0. LINALG.
 * u             the left singular vectors, in columns. LINALG.
 * v             the right ones, in columns. LINALG.
 *
 * The signs of pairs of vectors are LAPACK's. A matrix with NaN or infinities gives NaN.
 *
 * Units in the last place are those of the largest element of the result, for singular values that
 * lie apart.
 *
 * Without OpenBLAS phase one refuses with 207000, after all checks.
 *
 * Precision: within 256 units in the last place in float32, within 256 units in the last place in
 * complex, within 1024 units in the last place in float64.
 *
 * Errors, in the order tested:
 *
 *   161001  input, sigma, u or v NULL
 *   161002  the data type of input not one of LINALG
 *   161002  the data type of sigma not one of LINALG
 *   161002  the data type of u not one of LINALG
 *   161002  the data type of v not one of LINALG
 *   161002  the data type of input is not the data type of sigma
 *   161002  the data type of input is not the data type of u
 *   161002  the data type of input is not the data type of v
 *   161002  input not of 2 to 8 dimensions
 *   161002  sigma, or with computeUV u or v, not of the shapes that input and fullMatrices say
 */
ACLNN_API aclnnStatus aclnnSvdGetWorkspaceSize(const aclTensor *input, bool fullMatrices,
                                               bool computeUV, aclTensor *sigma, aclTensor *u,
                                               aclTensor *v, uint64_t *workspaceSize,
                                               aclOpExecutor **executor);

/* aclnnSvd: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnSvd(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                               aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
