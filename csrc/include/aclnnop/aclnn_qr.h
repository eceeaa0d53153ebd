/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_qr.h: aclnnQr.
 *
 * Made from csrc/ops/linalg/linalg.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_QR_H
#define ACLNNOP_ACLNN_QR_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnQr
 ************************************************/

/*
 * aclnnQrGetWorkspaceSize: phase one. Decomposes matrices into one with orthogonal columns and a
 * triangle.
 *
 *     self = Q @ R
 *
 * self  the matrices, [..., m, n]. ACL_FLOAT, ACL_DOUBLE, ACL_COMPLEX64, ACL_COMPLEX128,
 *       ACL_FLOAT16.
 * some  whether Q is [..., m, k] and R [..., k, n], k the smaller of m and n; else [..., m, m] and
 *       [..., m, n].
 * Q     orthogonal columns. ACL_FLOAT, ACL_DOUBLE, ACL_COMPLEX64, ACL_COMPLEX128, ACL_FLOAT16.
 * R     the upper triangles, zeros elsewhere. ACL_FLOAT, ACL_DOUBLE, ACL_COMPLEX64, ACL_COMPLEX128,
 *       ACL_FLOAT16.
 *
 * float16 is computed in float32.
 *
 * Units in the last place are those of the largest element of the result, for well-conditioned
 * matrices.
 *
 * Without OpenBLAS phase one refuses with 207000, after all checks.
 *
 * Precision: within 64 units in the last place in float32, within 64 units in the last place in
 * complex, within 1 unit in the last place in float16, within 256 units in the last place in
 * float64.
 *
 * Errors, in the order tested:
 *
 *   561103  self, Q or R NULL
 *   161002  the data type of self not one of ACL_FLOAT, ACL_DOUBLE, ACL_COMPLEX64, ACL_COMPLEX128,
 *           ACL_FLOAT16
 *   161002  the data type of Q not one of ACL_FLOAT, ACL_DOUBLE, ACL_COMPLEX64, ACL_COMPLEX128,
 *           ACL_FLOAT16
 *   161002  the data type of R not one of ACL_FLOAT, ACL_DOUBLE, ACL_COMPLEX64, ACL_COMPLEX128,
 *           ACL_FLOAT16
 *   161002  self not of 2 to 8 dimensions, or Q or R not of the shapes that some says
 */
ACLNN_API aclnnStatus aclnnQrGetWorkspaceSize(const aclTensor *self, bool some, aclTensor *Q,
                                              aclTensor *R, uint64_t *workspaceSize,
                                              aclOpExecutor **executor);

/* aclnnQr: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnQr(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                              aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
