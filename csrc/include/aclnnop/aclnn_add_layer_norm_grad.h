/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_add_layer_norm_grad.h: aclnnAddLayerNormGrad.
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
#ifndef ACLNNOP_ACLNN_ADD_LAYER_NORM_GRAD_H
#define ACLNNOP_ACLNN_ADD_LAYER_NORM_GRAD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnAddLayerNormGrad
 ************************************************/

/*
 * aclnnAddLayerNormGradGetWorkspaceSize: phase one. The gradients of aclnnAddLayerNorm.
 *
 *     h = (x1 + x2 - mean) * rstd, d = dy * gamma, dxOut = rstd * (d - mean(d) - h * mean(d * h)) +
 *         dsumOptional over the dimensions of gamma; dgammaOut and dbetaOut = the sums of dy * h
 *         and of dy over the dimensions before them
 *
 * dy            the gradient of what aclnnAddLayerNorm gave. NEW_SINGLE_OR_HALF.
 * x1            its first summands.
 * x2            the second ones.
 * rstd          the reciprocal roots that it gave. ACL_FLOAT.
 * mean          the means that it gave. ACL_FLOAT.
 * gamma         its factors.
 * dsumOptional  the gradient of its sums, which is added; NULL: none; may be NULL.
 * dxOut         the gradient of both summands.
 * dgammaOut     the gradient of gamma, float32. ACL_FLOAT.
 * dbetaOut      the gradient of beta, float32. ACL_FLOAT.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * Precision: within 6 units in the last place in float32, within 0.53 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  dy, x1, x2, rstd, mean, gamma, dxOut, dgammaOut or dbetaOut NULL
 *   161002  the data type of dy not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of x1 is not the data type of dy
 *   161002  the data type of x2 is not the data type of dy
 *   161002  the data type of rstd not one of ACL_FLOAT
 *   161002  the data type of mean not one of ACL_FLOAT
 *   161002  the data type of gamma is not the data type of dy
 *   161002  the data type of dsumOptional is not the data type of dy
 *   161002  the data type of dxOut is not the data type of dy
 *   161002  the data type of dgammaOut not one of ACL_FLOAT
 *   161002  the data type of dbetaOut not one of ACL_FLOAT
 *   161002  dy not of 1 to 8 dimensions
 *   161002  gamma not of 1 to 8 dimensions
 *   161002  shapes of dy and x1 differ
 *   161002  shapes of dy and x2 differ
 *   161002  gamma not of the last dimensions of dy
 *   161002  rstd not of the shape of dy with 1 for each dimension of gamma at its end
 *   161002  mean not of the shape of dy with 1 for each dimension of gamma at its end
 *   161002  shapes of dy and dsumOptional differ
 *   161002  shapes of dy and dxOut differ
 *   161002  shapes of gamma and dgammaOut differ
 *   161002  shapes of gamma and dbetaOut differ
 */
ACLNN_API aclnnStatus aclnnAddLayerNormGradGetWorkspaceSize(const aclTensor *dy,
                                                            const aclTensor *x1,
                                                            const aclTensor *x2,
                                                            const aclTensor *rstd,
                                                            const aclTensor *mean,
                                                            const aclTensor *gamma,
                                                            const aclTensor *dsumOptional,
                                                            const aclTensor *dxOut,
                                                            const aclTensor *dgammaOut,
                                                            const aclTensor *dbetaOut,
                                                            uint64_t *workspaceSize,
                                                            aclOpExecutor **executor);

/* aclnnAddLayerNormGrad: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnAddLayerNormGrad(void *workspace, uint64_t workspaceSize,
                                            aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
