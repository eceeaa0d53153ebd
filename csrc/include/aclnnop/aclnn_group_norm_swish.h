/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_group_norm_swish.h: aclnnGroupNormSwish.
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
#ifndef ACLNNOP_ACLNN_GROUP_NORM_SWISH_H
#define ACLNNOP_ACLNN_GROUP_NORM_SWISH_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnGroupNormSwish
 ************************************************/

/*
 * aclnnGroupNormSwishGetWorkspaceSize: phase one. Brings groups of channels to mean 0 and variance
 * 1, and may give the swish of that.
 *
 *     z = (x - m) * r * gamma + beta, m = mean(x), r = 1 / sqrt(mean((x - m)^2) + eps) over each
 *         group of channels; yOut = z / (1 + e^(-swishScale * z)) where activateSwish, else z
 *
 * x                   the numbers; channels are the second dimension. NEW_SINGLE_OR_HALF.
 * gamma               a factor for each channel. NEW_SINGLE_OR_HALF.
 * beta                a summand for each channel, of the same type.
 * numGroups           how many groups the channels are in.
 * dataFormatOptional  not looked at: channels are the second dimension; may be NULL; may be NULL.
 * eps                 what is added to the variance, as a float32.
 * activateSwish       whether the swish is wanted.
 * swishScale          what it scales its argument by, as a float32.
 * yOut                the result.
 * meanOut             the means, one for each group of the first dimension, in the type of gamma.
 * rstdOut             the reciprocal roots, likewise.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * Precision: within 10 units in the last place in float32, within 0.55 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  x, gamma, beta, yOut, meanOut or rstdOut NULL
 *   161002  the data type of x not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of gamma not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of gamma neither float32 nor the data type of x
 *   161002  the data type of beta is not the data type of gamma
 *   161002  the data type of yOut is not the data type of x
 *   161002  the data type of meanOut is not the data type of gamma
 *   161002  the data type of rstdOut is not the data type of gamma
 *   161002  x not of 2 to 8 dimensions
 *   161002  shapes of x and yOut differ
 *   161002  numGroups not above 0, or no divisor of the channels of x
 *   161002  gamma not of one dimension with the channels of x
 *   161002  beta not of one dimension with the channels of x
 *   161002  meanOut not of the first dimension of x by numGroups
 *   161002  rstdOut not of the first dimension of x by numGroups
 */
ACLNN_API aclnnStatus aclnnGroupNormSwishGetWorkspaceSize(const aclTensor *x,
                                                          const aclTensor *gamma,
                                                          const aclTensor *beta, int64_t numGroups,
                                                          char *dataFormatOptional, double eps,
                                                          bool activateSwish, double swishScale,
                                                          const aclTensor *yOut,
                                                          const aclTensor *meanOut,
                                                          const aclTensor *rstdOut,
                                                          uint64_t *workspaceSize,
                                                          aclOpExecutor **executor);

/* aclnnGroupNormSwish: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnGroupNormSwish(void *workspace, uint64_t workspaceSize,
                                          aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
