/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_deep_norm_grad.h: aclnnDeepNormGrad.
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
#ifndef ACLNNOP_ACLNN_DEEP_NORM_GRAD_H
#define ACLNNOP_ACLNN_DEEP_NORM_GRAD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnDeepNormGrad
 ************************************************/

/*
 * aclnnDeepNormGradGetWorkspaceSize: phase one. The gradients of aclnnDeepNorm.
 *
 *     h = (alpha * x + gx - mean) * rstd, d = dy * gamma, dgxOut = rstd * (d - mean(d) - h * mean(d
 *         * h)) over the dimensions of gamma, dxOut = alpha * dgxOut; dbetaOut and dgammaOut = the
 *         sums of dy and of dy * h over the dimensions before them
 *
 * dy         the gradient of what aclnnDeepNorm gave. NEW_SINGLE_OR_HALF.
 * x          its numbers.
 * gx         what it added to them.
 * gamma      its factors.
 * mean       the means that it gave. ACL_FLOAT.
 * rstd       the reciprocal roots that it gave. ACL_FLOAT.
 * alpha      what it multiplied x by, as a float32.
 * dxOut      the gradient of x.
 * dgxOut     the gradient of gx.
 * dbetaOut   the gradient of beta, float32. ACL_FLOAT.
 * dgammaOut  the gradient of gamma, float32. ACL_FLOAT.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * Precision: within 7 units in the last place in float32, within 0.53 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  dy, x, gx, gamma, mean, rstd, dxOut, dgxOut, dbetaOut or dgammaOut NULL
 *   161002  the data type of dy not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of x is not the data type of dy
 *   161002  the data type of gx is not the data type of dy
 *   161002  the data type of gamma is not the data type of dy
 *   161002  the data type of mean not one of ACL_FLOAT
 *   161002  the data type of rstd not one of ACL_FLOAT
 *   161002  the data type of dxOut is not the data type of dy
 *   161002  the data type of dgxOut is not the data type of dy
 *   161002  the data type of dbetaOut not one of ACL_FLOAT
 *   161002  the data type of dgammaOut not one of ACL_FLOAT
 *   161002  x not of 2 to 8 dimensions
 *   161002  gamma not of 1 to 7 dimensions
 *   161002  shapes of x and dy differ
 *   161002  shapes of x and gx differ
 *   161002  gamma not of the last dimensions of x
 *   161002  mean not of the shape of x with 1 for each dimension of gamma at its end
 *   161002  rstd not of the shape of x with 1 for each dimension of gamma at its end
 *   161002  shapes of x and dxOut differ
 *   161002  shapes of x and dgxOut differ
 *   161002  shapes of gamma and dbetaOut differ
 *   161002  shapes of gamma and dgammaOut differ
 */
ACLNN_API aclnnStatus aclnnDeepNormGradGetWorkspaceSize(const aclTensor *dy, const aclTensor *x,
                                                        const aclTensor *gx, const aclTensor *gamma,
                                                        const aclTensor *mean,
                                                        const aclTensor *rstd, double alpha,
                                                        const aclTensor *dxOut,
                                                        const aclTensor *dgxOut,
                                                        const aclTensor *dbetaOut,
                                                        const aclTensor *dgammaOut,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/* aclnnDeepNormGrad: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnDeepNormGrad(void *workspace, uint64_t workspaceSize,
                                        aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
