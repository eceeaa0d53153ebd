/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_rms_norm_grad.h: aclnnRmsNormGrad.
 *
 * Made from csrc/ops/norm/norm.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_RMS_NORM_GRAD_H
#define ACLNNOP_ACLNN_RMS_NORM_GRAD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnRmsNormGrad
 ************************************************/

/*
 * aclnnRmsNormGradGetWorkspaceSize: phase one. The gradients of aclnnRmsNorm.
 *
 *     h = x * rstd, dxOut = rstd * (dy * gamma - h * mean(dy * gamma * h)), dgammaOut = the sum of
 *         dy * h over the dimensions before those of gamma
 *
 * dy         the gradient of what aclnnRmsNorm gave.
 * x          its numbers. SINGLE_OR_HALF.
 * rstd       the reciprocal roots that it gave. ACL_FLOAT.
 * gamma      its factors. SINGLE_OR_HALF.
 * dxOut      the gradient of x.
 * dgammaOut  the gradient of gamma, float32. ACL_FLOAT.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * Precision: within 4 units in the last place in float32, within 0.52 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  dy, x, rstd, gamma, dxOut or dgammaOut NULL
 *   161002  the data type of x not one of SINGLE_OR_HALF
 *   161002  the data type of dy is not the data type of x
 *   161002  the data type of rstd not one of ACL_FLOAT
 *   161002  the data type of gamma not one of SINGLE_OR_HALF
 *   161002  the data type of gamma is not the data type of x (on Ascend910)
 *   161002  the data type of gamma neither float32 nor the data type of x
 *   161002  the data type of dxOut is not the data type of x
 *   161002  the data type of dgammaOut not one of ACL_FLOAT
 *   161002  x not of 1 to 8 dimensions
 *   161002  gamma not of 1 to 8 dimensions
 *   161002  shapes of dy and x differ
 *   161002  gamma not of the last dimensions of x
 *   161002  rstd not of the first dimensions of x, those before gamma, of which the last may be
 *           left out where they are 1, and 1 may stand for each of gamma
 *   161002  shapes of dxOut and x differ
 *   161002  shapes of dgammaOut and gamma differ
 */
ACLNN_API aclnnStatus aclnnRmsNormGradGetWorkspaceSize(const aclTensor *dy, const aclTensor *x,
                                                       const aclTensor *rstd,
                                                       const aclTensor *gamma,
                                                       const aclTensor *dxOut,
                                                       const aclTensor *dgammaOut,
                                                       uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/* aclnnRmsNormGrad: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnRmsNormGrad(void *workspace, uint64_t workspaceSize,
                                       aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
