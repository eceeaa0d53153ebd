/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_inplace_add_rms_norm.h: aclnnInplaceAddRmsNorm.
 *
 * Made from csrc/ops/norm/norm.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   NEW_SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16, ACL_BF16 on Ascend910B, Ascend910_93 and Ascend950
 */
#ifndef ACLNNOP_ACLNN_INPLACE_ADD_RMS_NORM_H
#define ACLNNOP_ACLNN_INPLACE_ADD_RMS_NORM_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnInplaceAddRmsNorm
 ************************************************/

/*
 * aclnnInplaceAddRmsNormGetWorkspaceSize: phase one. Adds, and divides by the root of the mean
 * square of the last dimensions; quotients and sums take the place of what was added.
 *
 *     x2Ref = x1Ref + x2Ref, x1Ref = x2Ref * rstdOut * gamma, rstdOut = 1 / sqrt(mean(x2Ref^2) +
 *         epsilon) over the dimensions of gamma
 *
 * x1Ref    the first summands, then the quotients; receives the result. NEW_SINGLE_OR_HALF.
 * x2Ref    the second summands, then the sums; receives the result.
 * gamma    factors along the last dimensions.
 * epsilon  what is added to the mean, as a float32.
 * rstdOut  the reciprocal roots, float32, with 1 for each dimension of gamma. ACL_FLOAT.
 *
 * Precision: within 5 units in the last place in float32, within 0.52 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  x1Ref, x2Ref, gamma or rstdOut NULL
 *   161002  the data type of x1Ref not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of x2Ref is not the data type of x1Ref
 *   161002  the data type of gamma is not the data type of x1Ref
 *   161002  the data type of rstdOut not one of ACL_FLOAT
 *   161002  x1Ref not of 1 to 8 dimensions
 *   161002  gamma not of 1 to 8 dimensions
 *   161002  shapes of x1Ref and x2Ref differ
 *   161002  gamma not of the last dimensions of x1Ref
 *   161002  rstdOut not of the shape of x1Ref with 1 for each dimension of gamma at its end
 *   empty   x1Ref empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceAddRmsNormGetWorkspaceSize(aclTensor *x1Ref, aclTensor *x2Ref,
                                                             const aclTensor *gamma, double epsilon,
                                                             const aclTensor *rstdOut,
                                                             uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);

/* aclnnInplaceAddRmsNorm: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceAddRmsNorm(void *workspace, uint64_t workspaceSize,
                                             aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
