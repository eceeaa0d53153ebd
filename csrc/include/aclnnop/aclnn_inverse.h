/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_inverse.h: aclnnInverse.
 *
 * Made from csrc/ops/linalg/linalg.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_INVERSE_H
#define ACLNNOP_ACLNN_INVERSE_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnInverse
 ************************************************/

/*
 * aclnnInverseGetWorkspaceSize: phase one. Inverts square matrices.
 *
 *     self @ out = the identity
 *
 * self  the matrices, [..., n, n]. ACL_FLOAT, ACL_DOUBLE, ACL_COMPLEX64, ACL_COMPLEX128,
 *       ACL_FLOAT16.
 * out   their inverses; NaN where there is none.
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
 *   161001  self or out NULL
 *   161002  the data type of self not one of ACL_FLOAT, ACL_DOUBLE, ACL_COMPLEX64, ACL_COMPLEX128,
 *           ACL_FLOAT16
 *   161002  the data type of self does not convert to the data type of out
 *   161002  shapes of self and out differ
 *   161002  self not of 2 to 8 dimensions, or no square matrices, where it has elements
 */
ACLNN_API aclnnStatus aclnnInverseGetWorkspaceSize(const aclTensor *self, aclTensor *out,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/* aclnnInverse: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInverse(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
