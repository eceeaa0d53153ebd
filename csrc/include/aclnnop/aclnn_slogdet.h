/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_slogdet.h: aclnnSlogdet.
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
#ifndef ACLNNOP_ACLNN_SLOGDET_H
#define ACLNNOP_ACLNN_SLOGDET_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnSlogdet
 ************************************************/

/*
 * aclnnSlogdetGetWorkspaceSize: phase one. Finds the sign and the logarithm of the magnitude of
 * determinants.
 *
 *     det(self) = signOut * exp(logOut)
 *
 * self     the matrices, [..., n, n]. LINALG.
 * signOut  the signs, [...]: -1, 0 or 1; of complex matrices of magnitude 1 or 0. LINALG.
 * logOut   the logarithms, [...]; -infinity of a singular matrix. LINALG.
 *
 * Without OpenBLAS phase one refuses with 207000, after all checks.
 *
 * Precision: within 64 units in the last place in float32, within 64 units in the last place in
 * complex, within 256 units in the last place in float64.
 *
 * Errors, in the order tested:
 *
 *   161001  self, signOut or logOut NULL
 *   161002  the data type of self not one of LINALG
 *   161002  the data type of signOut not one of LINALG
 *   161002  the data type of logOut not one of LINALG
 *   161002  the data type of signOut real where self is complex
 *   161002  the data type of logOut real where self is complex
 *   161002  self of less than two dimensions, or no square matrices, or signOut not of the
 *           dimensions before them
 *   161002  self of less than two dimensions, or no square matrices, or logOut not of the
 *           dimensions before them
 */
ACLNN_API aclnnStatus aclnnSlogdetGetWorkspaceSize(const aclTensor *self, aclTensor *signOut,
                                                   aclTensor *logOut, uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/* aclnnSlogdet: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnSlogdet(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
