/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_rms_norm.h: aclnnRmsNorm.
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
#ifndef ACLNNOP_ACLNN_RMS_NORM_H
#define ACLNNOP_ACLNN_RMS_NORM_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnRmsNorm
 ************************************************/

/*
 * aclnnRmsNormGetWorkspaceSize: phase one. Divides by the root of the mean square of the last
 * dimensions.
 *
 *     yOut = x * rstdOut * gamma, rstdOut = 1 / sqrt(mean(x^2) + epsilon) over the dimensions of
 *         gamma
 *
 * x        the numbers. SINGLE_OR_HALF.
 * gamma    factors along the last dimensions; float32, or of the type of x. SINGLE_OR_HALF.
 * epsilon  what is added to the mean, as a float32.
 * yOut     the quotients.
 * rstdOut  the reciprocal roots, float32, with 1 for each dimension of gamma. ACL_FLOAT.
 *
 * Precision: within 4 units in the last place in float32, within 0.52 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  x, gamma, yOut or rstdOut NULL
 *   161002  the data type of x not one of SINGLE_OR_HALF
 *   161002  the data type of gamma not one of SINGLE_OR_HALF
 *   161002  the data type of gamma is not the data type of x (on Ascend910)
 *   161002  the data type of gamma neither float32 nor the data type of x
 *   161002  the data type of yOut is not the data type of x
 *   161002  the data type of rstdOut not one of ACL_FLOAT
 *   161002  x not of 1 to 8 dimensions
 *   161002  gamma not of 1 to 8 dimensions
 *   161002  gamma not of the last dimensions of x
 *   161002  shapes of yOut and x differ
 *   161002  rstdOut not of the first dimensions of x, those before gamma, of which the last may be
 *           left out where they are 1, and 1 may stand for each of gamma
 *   empty   x empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnRmsNormGetWorkspaceSize(const aclTensor *x, const aclTensor *gamma,
                                                   double epsilon, const aclTensor *yOut,
                                                   const aclTensor *rstdOut,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/* aclnnRmsNorm: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnRmsNorm(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
