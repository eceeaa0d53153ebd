/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_add_layer_norm.h: aclnnAddLayerNorm.
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
#ifndef ACLNNOP_ACLNN_ADD_LAYER_NORM_H
#define ACLNNOP_ACLNN_ADD_LAYER_NORM_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnAddLayerNorm
 ************************************************/

/*
 * aclnnAddLayerNormGetWorkspaceSize: phase one. Adds, and brings the last dimensions to mean 0 and
 * variance 1.
 *
 *     xOut = x1 + x2 + biasOptional, yOut = (xOut - meanOut) * rstdOut * gamma + beta, meanOut =
 *         mean(xOut), rstdOut = 1 / sqrt(mean((xOut - meanOut)^2) + epsilon) over the dimensions of
 *         gamma
 *
 * x1                the first summands. NEW_SINGLE_OR_HALF.
 * x2                the second ones, of the same type, or one of both float32. NEW_SINGLE_OR_HALF.
 * gamma             factors along the last dimensions; float32, or of the type of yOut.
 *                   NEW_SINGLE_OR_HALF.
 * beta              summands behind them, of the same type.
 * biasOptional      more summands, in the shape of x1 or of gamma, in the type of yOut; NULL: none;
 *                   may be NULL.
 * epsilon           what is added to the variance, as a float32.
 * additionalOutput  whether xOut is wanted.
 * yOut              the result, in the type of x1 and x2, or float32 where they differ.
 * meanOut           the means, float32, with 1 for each dimension of gamma. ACL_FLOAT.
 * rstdOut           the reciprocal roots, likewise. ACL_FLOAT.
 * xOut              the sums, in the type of yOut.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * Precision: within 6 units in the last place in float32, within 0.53 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  x1, x2, gamma, beta, yOut, meanOut, rstdOut or xOut NULL
 *   161002  the data type of x1 not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of x2 not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of x1 and the data type of x2 neither equal nor one of them float32
 *   161002  the data type of gamma not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of gamma neither float32 nor the type computed in
 *   161002  the data type of beta is not the data type of gamma
 *   161002  the data type of biasOptional is not the type computed in
 *   161002  the data type of yOut is not the type computed in
 *   161002  the data type of meanOut not one of ACL_FLOAT
 *   161002  the data type of rstdOut not one of ACL_FLOAT
 *   161002  the data type of xOut is not the type computed in
 *   161002  x1 not of 1 to 8 dimensions
 *   161002  gamma not of 1 to 8 dimensions
 *   161002  shapes of x1 and x2 differ
 *   161002  gamma not of the last dimensions of x1
 *   161002  shapes of gamma and beta differ
 *   161002  biasOptional of the shape of neither x1 nor gamma
 *   161002  shapes of x1 and yOut differ
 *   161002  shapes of x1 and xOut differ
 *   161002  meanOut not of the shape of x1 with 1 for each dimension of gamma at its end
 *   161002  rstdOut not of the shape of x1 with 1 for each dimension of gamma at its end
 *   empty   x1 empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnAddLayerNormGetWorkspaceSize(const aclTensor *x1, const aclTensor *x2,
                                                        const aclTensor *gamma,
                                                        const aclTensor *beta,
                                                        const aclTensor *biasOptional,
                                                        double epsilon, bool additionalOutput,
                                                        const aclTensor *yOut,
                                                        const aclTensor *meanOut,
                                                        const aclTensor *rstdOut,
                                                        const aclTensor *xOut,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/* aclnnAddLayerNorm: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnAddLayerNorm(void *workspace, uint64_t workspaceSize,
                                        aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
