/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_group_norm_swish_grad.h: aclnnGroupNormSwishGrad.
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
#ifndef ACLNNOP_ACLNN_GROUP_NORM_SWISH_GRAD_H
#define ACLNNOP_ACLNN_GROUP_NORM_SWISH_GRAD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnGroupNormSwishGrad
 ************************************************/

/*
 * aclnnGroupNormSwishGradGetWorkspaceSize: phase one. The gradients of aclnnGroupNormSwish.
 *
 *     h = (x - mean) * rstd, z = h * gamma + beta, t = 1 / (1 + e^(-swishScale * z)), n = dy * t *
 *         (1 + swishScale * z * (1 - t)), d = n * gamma, dxOut = rstd * (d - mean(d) - h * mean(d *
 *         h)) over each group of channels; dgammaOut and dbetaOut = the sums of n * h and of n over
 *         each channel
 *
 * dy                  the gradient of what aclnnGroupNormSwish gave. NEW_SINGLE_OR_HALF.
 * mean                the means that it gave.
 * rstd                the reciprocal roots that it gave.
 * x                   its numbers.
 * gamma               its factors.
 * beta                its summands.
 * numGroups           how many groups the channels are in.
 * dataFormatOptional  not looked at: channels are the second dimension; may be NULL; may be NULL.
 * swishScale          what the swish scales its argument by, as a float32.
 * dgammaIsRequire     whether dgammaOut is wanted.
 * dbetaIsRequire      whether dbetaOut is wanted.
 * dxOut               the gradient of x.
 * dgammaOut           the gradient of gamma.
 * dbetaOut            the gradient of beta.
 *
 * What is not wanted is not written.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * Precision: within 12 units in the last place in float32, within 0.55 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  dy, mean, rstd, x, gamma, beta, dxOut, dgammaOut or dbetaOut NULL
 *   161002  the data type of dy not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of mean is not the data type of dy
 *   161002  the data type of rstd is not the data type of dy
 *   161002  the data type of x is not the data type of dy
 *   161002  the data type of gamma is not the data type of dy
 *   161002  the data type of beta is not the data type of dy
 *   161002  the data type of dxOut is not the data type of dy
 *   161002  the data type of dgammaOut is not the data type of dy
 *   161002  the data type of dbetaOut is not the data type of dy
 *   161002  x not of 2 to 8 dimensions
 *   161002  shapes of x and dy differ
 *   161002  shapes of x and dxOut differ
 *   161002  numGroups not above 0, or no divisor of the channels of x
 *   161002  mean not of the first dimension of x by numGroups
 *   161002  rstd not of the first dimension of x by numGroups
 *   161002  gamma not of one dimension with the channels of x
 *   161002  beta not of one dimension with the channels of x
 *   161002  dgammaOut not of one dimension with the channels of x
 *   161002  dbetaOut not of one dimension with the channels of x
 */
ACLNN_API aclnnStatus aclnnGroupNormSwishGradGetWorkspaceSize(const aclTensor *dy,
                                                              const aclTensor *mean,
                                                              const aclTensor *rstd,
                                                              const aclTensor *x,
                                                              const aclTensor *gamma,
                                                              const aclTensor *beta,
                                                              int64_t numGroups,
                                                              char *dataFormatOptional,
                                                              double swishScale,
                                                              bool dgammaIsRequire,
                                                              bool dbetaIsRequire,
                                                              const aclTensor *dxOut,
                                                              const aclTensor *dgammaOut,
                                                              const aclTensor *dbetaOut,
                                                              uint64_t *workspaceSize,
                                                              aclOpExecutor **executor);

/* aclnnGroupNormSwishGrad: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnGroupNormSwishGrad(void *workspace, uint64_t workspaceSize,
                                              aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
