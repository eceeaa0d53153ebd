/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_add_rms_norm_cast.h: aclnnAddRmsNormCast.
 *
 * Made from csrc/ops/norm/norm.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   NEW_HALF  ACL_FLOAT16, ACL_BF16 on Ascend910B, Ascend910_93 and Ascend950
 */
#ifndef ACLNNOP_ACLNN_ADD_RMS_NORM_CAST_H
#define ACLNNOP_ACLNN_ADD_RMS_NORM_CAST_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnAddRmsNormCast
 ************************************************/

/*
 * aclnnAddRmsNormCastGetWorkspaceSize: phase one. Adds, and divides by the root of the mean square
 * of the last dimensions, in two data types.
 *
 *     xOut = x1 + x2, y1Out = y2Out = xOut * rstdOut * gamma, rstdOut = 1 / sqrt(mean(xOut^2) +
 *         epsilon) over the dimensions of gamma
 *
 * x1       the first summands. NEW_HALF.
 * x2       the second ones.
 * gamma    factors along the last dimensions.
 * epsilon  what is added to the mean, as a float32.
 * y1Out    the quotients as float32. ACL_FLOAT.
 * y2Out    the quotients in the type of x1.
 * rstdOut  the reciprocal roots, float32, with 1 for each dimension of gamma. ACL_FLOAT.
 * xOut     the sums.
 *
 * Precision: within 5 units in the last place in float32, within 0.52 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  x1, x2, gamma, y1Out, y2Out, rstdOut or xOut NULL
 *   161002  the data type of x1 not one of NEW_HALF
 *   161002  the data type of x2 is not the data type of x1
 *   161002  the data type of gamma is not the data type of x1
 *   161002  the data type of y1Out not one of ACL_FLOAT
 *   161002  the data type of y2Out is not the data type of x1
 *   161002  the data type of rstdOut not one of ACL_FLOAT
 *   161002  the data type of xOut is not the data type of x1
 *   161002  x1 not of 1 to 8 dimensions
 *   161002  gamma not of 1 to 8 dimensions
 *   161002  shapes of x1 and x2 differ
 *   161002  shapes of x1 and y1Out differ
 *   161002  shapes of x1 and y2Out differ
 *   161002  shapes of x1 and xOut differ
 *   161002  gamma not of the last dimensions of x1
 *   161002  rstdOut not of the shape of x1 with 1 for each dimension of gamma at its end
 *   empty   x1 empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnAddRmsNormCastGetWorkspaceSize(const aclTensor *x1, const aclTensor *x2,
                                                          const aclTensor *gamma, double epsilon,
                                                          const aclTensor *y1Out,
                                                          const aclTensor *y2Out,
                                                          const aclTensor *rstdOut,
                                                          const aclTensor *xOut,
                                                          uint64_t *workspaceSize,
                                                          aclOpExecutor **executor);

/* aclnnAddRmsNormCast: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnAddRmsNormCast(void *workspace, uint64_t workspaceSize,
                                          aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
