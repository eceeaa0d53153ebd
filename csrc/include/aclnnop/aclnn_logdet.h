/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_logdet.h: aclnnLogdet.
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
#ifndef ACLNNOP_ACLNN_LOGDET_H
#define ACLNNOP_ACLNN_LOGDET_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnLogdet
 ************************************************/

/*
 * aclnnLogdetGetWorkspaceSize: phase one. Finds the logarithm of determinants.
 *
 *     out = log(det(self))
 *
 * self  the matrices, [..., n, n]. LINALG.
 * out   the logarithms, [...]; -infinity or NaN of a singular matrix, NaN of a negative
 *       determinant. LINALG.
 *
 * Without OpenBLAS phase one refuses with 207000, after all checks.
 *
 * Precision: within 64 units in the last place in float32, within 64 units in the last place in
 * complex, within 256 units in the last place in float64.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  the data type of self not one of LINALG
 *   161002  the data type of out not one of LINALG
 *   161002  the data type of out real where self is complex
 *   161002  self of less than two dimensions, or no square matrices, or out not of the dimensions
 *           before them
 */
ACLNN_API aclnnStatus aclnnLogdetGetWorkspaceSize(const aclTensor *self, aclTensor *out,
                                                  uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/* aclnnLogdet: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnLogdet(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
