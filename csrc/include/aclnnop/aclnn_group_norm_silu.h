/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_group_norm_silu.h: aclnnGroupNormSilu, aclnnGroupNormSiluV2.
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
#ifndef ACLNNOP_ACLNN_GROUP_NORM_SILU_H
#define ACLNNOP_ACLNN_GROUP_NORM_SILU_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnGroupNormSilu
 ************************************************/

/*
 * aclnnGroupNormSiluGetWorkspaceSize: phase one. Brings groups of channels to mean 0 and variance
 * 1, and gives the silu of that.
 *
 *     out = z / (1 + e^-z), z = (self - m) * r * gamma + beta, m = mean(self), r = 1 /
 *         sqrt(mean((self - m)^2) + eps) over each group of channels
 *
 * self     the numbers; channels are the second dimension. SINGLE_OR_HALF.
 * gamma    a factor for each channel; NULL: none; may be NULL. SINGLE_OR_HALF.
 * beta     a summand for each channel; NULL: none; may be NULL. SINGLE_OR_HALF.
 * group    how many groups the channels are in.
 * eps      what is added to the variance, as a float32.
 * out      the result.
 * meanOut  the means, one for each group of the first dimension; on Ascend950 of the type of gamma,
 *          or of beta without it.
 * rstdOut  the reciprocal roots, in the same shape.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * Of no elements the mean is 0 and the reciprocal root NaN; of no images nothing is written on
 * Ascend950.
 *
 * Precision: within 10 units in the last place in float32, within 0.55 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self, out, meanOut or rstdOut NULL
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of gamma not one of SINGLE_OR_HALF
 *   161002  the data type of beta not one of SINGLE_OR_HALF
 *   161002  the data type of gamma is not the data type of beta
 *   161002  gamma and beta given, or self of float32: the data type of gamma or the data type of
 *           beta neither the data type of self nor float32 (on Ascend910)
 *   161002  gamma and beta given, or self of float32: the data type of gamma or the data type of
 *           beta neither the data type of self nor float32 (on Ascend910B and Ascend910_93)
 *   161002  the data type of gamma neither float32 nor the data type of self (on Ascend950)
 *   161002  the data type of beta neither float32 nor the data type of self (on Ascend950)
 *   161002  the data type of out is not the data type of self
 *   161002  the data type of meanOut is not the data type of self (on Ascend910)
 *   161002  the data type of meanOut is not the data type of self (on Ascend910B and Ascend910_93)
 *   161002  the data type of rstdOut is not the data type of self (on Ascend910)
 *   161002  the data type of rstdOut is not the data type of self (on Ascend910B and Ascend910_93)
 *   161002  the data type of gamma not the data type of self, and the data type of meanOut not the
 *           data type of gamma (on Ascend950)
 *   161002  the data type of gamma not the data type of self, and the data type of rstdOut not the
 *           data type of gamma (on Ascend950)
 *   161002  the data type of beta not the data type of self, and the data type of meanOut not the
 *           data type of beta (on Ascend950)
 *   161002  the data type of beta not the data type of self, and the data type of rstdOut not the
 *           data type of beta (on Ascend950)
 *   161002  self not of 2 to 8 dimensions
 *   161002  shapes of out and self differ
 *   161002  meanOut not of the first dimension of self by group
 *   161002  rstdOut not of the first dimension of self by group
 *   161002  gamma not of one dimension with the channels of self
 *   161002  beta not of one dimension with the channels of self
 *   161002  group not above 0, or no divisor of the channels of self
 *   161002  one of the first two dimensions of self is 0 (on Ascend910)
 *   161002  one of the first two dimensions of self is 0 (on Ascend910B and Ascend910_93)
 *   161002  eps not above 0
 *   561103  on Ascend910, which has no kernel of the operator (on Ascend910)
 *   561103  one of gamma and beta given, not of the data type of self (on Ascend910B and
 *           Ascend910_93)
 *   561103  format of self neither ACL_FORMAT_ND nor that of out
 *   561103  the data type of meanOut not that of gamma, or of beta or self without (on Ascend950)
 *   561103  the data type of rstdOut not that of gamma, or of beta or self without (on Ascend950)
 */
ACLNN_API aclnnStatus aclnnGroupNormSiluGetWorkspaceSize(const aclTensor *self,
                                                         const aclTensor *gamma,
                                                         const aclTensor *beta, int64_t group,
                                                         double eps, aclTensor *out,
                                                         aclTensor *meanOut, aclTensor *rstdOut,
                                                         uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);

/* aclnnGroupNormSilu: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnGroupNormSilu(void *workspace, uint64_t workspaceSize,
                                         aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnGroupNormSiluV2
 ************************************************/

/*
 * aclnnGroupNormSiluV2GetWorkspaceSize: phase one. Brings groups of channels to mean 0 and variance
 * 1, and may give the silu of that.
 *
 *     z = (self - m) * r * gamma + beta, m = mean(self), r = 1 / sqrt(mean((self - m)^2) + eps)
 *         over each group of channels; out = z / (1 + e^-z) where activateSilu, else z
 *
 * self          the numbers; channels are the second dimension. SINGLE_OR_HALF.
 * gamma         a factor for each channel; NULL: none; may be NULL. SINGLE_OR_HALF.
 * beta          a summand for each channel; NULL: none; may be NULL. SINGLE_OR_HALF.
 * group         how many groups the channels are in.
 * eps           what is added to the variance, as a float32.
 * activateSilu  whether the silu is wanted.
 * out           the result.
 * meanOut       the means, one for each group of the first dimension.
 * rstdOut       the reciprocal roots, in the same shape.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * Of no elements the mean is 0 and the reciprocal root NaN; of no images nothing is written on
 * Ascend950.
 *
 * Precision: within 10 units in the last place in float32, within 0.55 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self, out, meanOut or rstdOut NULL
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of gamma not one of SINGLE_OR_HALF
 *   161002  the data type of beta not one of SINGLE_OR_HALF
 *   161002  the data type of gamma is not the data type of beta
 *   161002  gamma and beta given, or self of float32: the data type of gamma or the data type of
 *           beta neither the data type of self nor float32 (on Ascend910)
 *   161002  gamma and beta given, or self of float32: the data type of gamma or the data type of
 *           beta neither the data type of self nor float32 (on Ascend910B and Ascend910_93)
 *   161002  the data type of gamma neither float32 nor the data type of self (on Ascend950)
 *   161002  the data type of beta neither float32 nor the data type of self (on Ascend950)
 *   161002  the data type of out is not the data type of self
 *   161002  the data type of meanOut is not the data type of self (on Ascend910)
 *   161002  the data type of meanOut is not the data type of self (on Ascend910B and Ascend910_93)
 *   161002  the data type of rstdOut is not the data type of self (on Ascend910)
 *   161002  the data type of rstdOut is not the data type of self (on Ascend910B and Ascend910_93)
 *   161002  the data type of gamma not the data type of self, and the data type of meanOut not the
 *           data type of gamma (on Ascend950)
 *   161002  the data type of gamma not the data type of self, and the data type of rstdOut not the
 *           data type of gamma (on Ascend950)
 *   161002  the data type of beta not the data type of self, and the data type of meanOut not the
 *           data type of beta (on Ascend950)
 *   161002  the data type of beta not the data type of self, and the data type of rstdOut not the
 *           data type of beta (on Ascend950)
 *   161002  self not of 2 to 8 dimensions
 *   161002  shapes of out and self differ
 *   161002  meanOut not of the first dimension of self by group
 *   161002  rstdOut not of the first dimension of self by group
 *   161002  gamma not of one dimension with the channels of self
 *   161002  beta not of one dimension with the channels of self
 *   161002  group not above 0, or no divisor of the channels of self
 *   161002  one of the first two dimensions of self is 0 (on Ascend910)
 *   161002  one of the first two dimensions of self is 0 (on Ascend910B and Ascend910_93)
 *   161002  eps not above 0
 *   561103  on Ascend910, which has no kernel of the operator (on Ascend910)
 *   561103  one of gamma and beta given, not of the data type of self (on Ascend910B and
 *           Ascend910_93)
 *   561103  format of self neither ACL_FORMAT_ND nor that of out
 *   561103  the data type of meanOut not that of gamma, or of beta or self without (on Ascend950)
 *   561103  the data type of rstdOut not that of gamma, or of beta or self without (on Ascend950)
 */
ACLNN_API aclnnStatus aclnnGroupNormSiluV2GetWorkspaceSize(const aclTensor *self,
                                                           const aclTensor *gamma,
                                                           const aclTensor *beta, int64_t group,
                                                           double eps, bool activateSilu,
                                                           aclTensor *out, aclTensor *meanOut,
                                                           aclTensor *rstdOut,
                                                           uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);

/* aclnnGroupNormSiluV2: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnGroupNormSiluV2(void *workspace, uint64_t workspaceSize,
                                           aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
