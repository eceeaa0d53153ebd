/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_group_norm.h: aclnnGroupNorm.
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
#ifndef ACLNNOP_ACLNN_GROUP_NORM_H
#define ACLNNOP_ACLNN_GROUP_NORM_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnGroupNorm
 ************************************************/

/*
 * aclnnGroupNormGetWorkspaceSize: phase one. Brings groups of channels to mean 0 and variance 1.
 *
 *     out = (self - m) * r * gamma + beta, m = mean(self), r = 1 / sqrt(mean((self - m)^2) + eps)
 *         over each group of channels
 *
 * self     the numbers, [N, C, ...]. SINGLE_OR_HALF.
 * gamma    a factor for each channel; NULL: none; may be NULL.
 * beta     a summand for each channel; NULL: none; may be NULL.
 * N        the first dimension.
 * C        the channels, which are the second one.
 * HxW      the product of all others.
 * group    how many groups the channels are in.
 * eps      what is added to the variance, as a float32.
 * out      the result.
 * meanOut  the means, [N, group].
 * rstdOut  the reciprocal roots, [N, group].
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * Of no elements the mean is 0 and the reciprocal root NaN.
 *
 * Precision: within 6 units in the last place in float32, within 0.53 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self, out, meanOut or rstdOut NULL
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of gamma is not the data type of self
 *   161002  the data type of beta is not the data type of self
 *   161002  the data type of out is not the data type of self
 *   161002  the data type of meanOut is not the data type of self
 *   161002  the data type of rstdOut is not the data type of self
 *   161002  group not above 0, or no divisor of C
 *   161002  eps not above 0
 *   161002  self not of 2 to 8 dimensions
 *   161002  shapes of out and self differ
 *   161002  N, C and HxW not the first two dimensions of self and the product of the others
 *   161002  meanOut not of the first dimension of self by group
 *   161002  rstdOut not of the first dimension of self by group
 *   161002  gamma not of one dimension with the channels of self
 *   161002  beta not of one dimension with the channels of self
 *   161002  layouts of self and out differ
 *   161002  a layout of self with channels elsewhere than in the second dimension
 */
ACLNN_API aclnnStatus aclnnGroupNormGetWorkspaceSize(const aclTensor *self, const aclTensor *gamma,
                                                     const aclTensor *beta, int64_t N, int64_t C,
                                                     int64_t HxW, int64_t group, double eps,
                                                     aclTensor *out, aclTensor *meanOut,
                                                     aclTensor *rstdOut, uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/* aclnnGroupNorm: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnGroupNorm(void *workspace, uint64_t workspaceSize,
                                     aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
