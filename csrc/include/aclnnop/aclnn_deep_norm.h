/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_deep_norm.h: aclnnDeepNorm.
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
#ifndef ACLNNOP_ACLNN_DEEP_NORM_H
#define ACLNNOP_ACLNN_DEEP_NORM_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnDeepNorm
 ************************************************/

/*
 * aclnnDeepNormGetWorkspaceSize: phase one. Adds a multiple, and brings the last dimensions to mean
 * 0 and variance 1.
 *
 *     s = alpha * x + gx, yOut = (s - meanOut) * rstdOut * gamma + beta, meanOut = mean(s), rstdOut
 *         = 1 / sqrt(mean((s - meanOut)^2) + epsilon) over the dimensions of gamma
 *
 * x        the numbers that are multiplied. NEW_SINGLE_OR_HALF.
 * gx       what is added to them.
 * beta     summands behind, along the last dimensions.
 * gamma    factors along the last dimensions.
 * alpha    what x is multiplied by, as a float32.
 * epsilon  what is added to the variance, as a float32.
 * meanOut  the means, float32, with 1 for each dimension of gamma. ACL_FLOAT.
 * rstdOut  the reciprocal roots, likewise. ACL_FLOAT.
 * yOut     the result.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * Precision: within 7 units in the last place in float32, within 0.53 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  x, gx, beta, gamma, meanOut, rstdOut or yOut NULL
 *   161002  the data type of x not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of gx is not the data type of x
 *   161002  the data type of beta is not the data type of x
 *   161002  the data type of gamma is not the data type of x
 *   161002  the data type of meanOut not one of ACL_FLOAT
 *   161002  the data type of rstdOut not one of ACL_FLOAT
 *   161002  the data type of yOut is not the data type of x
 *   161002  x not of 2 to 8 dimensions
 *   161002  gamma not of 1 to 7 dimensions
 *   161002  shapes of x and gx differ
 *   161002  gamma not of the last dimensions of x
 *   161002  shapes of gamma and beta differ
 *   161002  meanOut not of the shape of x with 1 for each dimension of gamma at its end
 *   161002  rstdOut not of the shape of x with 1 for each dimension of gamma at its end
 *   161002  shapes of x and yOut differ
 *   empty   x empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnDeepNormGetWorkspaceSize(const aclTensor *x, const aclTensor *gx,
                                                    const aclTensor *beta, const aclTensor *gamma,
                                                    double alpha, double epsilon,
                                                    const aclTensor *meanOut,
                                                    const aclTensor *rstdOut, const aclTensor *yOut,
                                                    uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);

/* aclnnDeepNorm: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnDeepNorm(void *workspace, uint64_t workspaceSize,
                                    aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
