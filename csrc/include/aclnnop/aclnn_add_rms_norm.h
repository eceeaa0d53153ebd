/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_add_rms_norm.h: aclnnAddRmsNorm.
 *
 * Made from csrc/ops/norm/norm.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   SINGLE_OR_HALF_WITH_BFLOAT16  ACL_FLOAT, ACL_FLOAT16, ACL_BF16
 */
#ifndef ACLNNOP_ACLNN_ADD_RMS_NORM_H
#define ACLNNOP_ACLNN_ADD_RMS_NORM_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnAddRmsNorm
 ************************************************/

/*
 * aclnnAddRmsNormGetWorkspaceSize: phase one. Adds, and divides by the root of the mean square of
 * the last dimensions.
 *
 *     xOut = x1 + x2, yOut = xOut * rstdOut * gamma, rstdOut = 1 / sqrt(mean(xOut^2) + epsilon)
 *         over the dimensions of gamma
 *
 * x1       the first summands. SINGLE_OR_HALF_WITH_BFLOAT16.
 * x2       the second ones. SINGLE_OR_HALF_WITH_BFLOAT16.
 * gamma    factors along the last dimensions. SINGLE_OR_HALF_WITH_BFLOAT16.
 * epsilon  what is added to the mean, as a float32.
 * yOut     the quotients. SINGLE_OR_HALF_WITH_BFLOAT16.
 * rstdOut  the reciprocal roots, float32, with 1 for each dimension of gamma; NULL: not wanted; may
 *          be NULL. ACL_FLOAT.
 * xOut     the sums; NULL: not wanted, as rstdOut; may be NULL.
 *
 * Precision: within 5 units in the last place in float32, within 0.52 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  x1, x2, gamma or yOut NULL
 *   161001  xOut NULL and rstdOut not
 *   161002  the data type of x1 neither float16 nor bfloat16, where rstdOut is NULL
 *   161002  the data type of x1 not one of SINGLE_OR_HALF_WITH_BFLOAT16
 *   161002  the data type of x2 not one of SINGLE_OR_HALF_WITH_BFLOAT16
 *   161002  the data type of gamma not one of SINGLE_OR_HALF_WITH_BFLOAT16
 *   161002  the data type of x1 is not the data type of x2
 *   161002  the data type of x1 is not the data type of gamma
 *   161002  the data type of yOut not one of SINGLE_OR_HALF_WITH_BFLOAT16
 *   161002  the data type of yOut is not the data type of x1
 *   161002  the data type of xOut is not the data type of yOut
 *   161002  the data type of rstdOut not one of ACL_FLOAT
 *   161002  x1 not of 1 to 8 dimensions
 *   161002  x2 not of 1 to 8 dimensions
 *   161002  gamma not of 1 to 8 dimensions
 *   161002  shapes of x1 and x2 differ
 *   161002  shapes of x1 and yOut differ
 *   161002  shapes of x1 and xOut differ
 *   161002  gamma not of the last dimensions of x1; where rstdOut is NULL, with a 1 before the last
 *           one will do
 *   161002  rstdOut not of the shape of x1 with 1 for each dimension of gamma at its end
 *   empty   x1 or gamma empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnAddRmsNormGetWorkspaceSize(const aclTensor *x1, const aclTensor *x2,
                                                      const aclTensor *gamma, double epsilon,
                                                      aclTensor *yOut, aclTensor *rstdOut,
                                                      aclTensor *xOut, uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/* aclnnAddRmsNorm: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnAddRmsNorm(void *workspace, uint64_t workspaceSize,
                                      aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
