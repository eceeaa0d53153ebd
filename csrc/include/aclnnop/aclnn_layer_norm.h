/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_layer_norm.h: aclnnLayerNorm, aclnnFastLayerNorm.
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
#ifndef ACLNNOP_ACLNN_LAYER_NORM_H
#define ACLNNOP_ACLNN_LAYER_NORM_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnLayerNorm
 ************************************************/

/*
 * aclnnLayerNormGetWorkspaceSize: phase one. Brings the last dimensions to mean 0 and variance 1.
 *
 *     out = (input - m) * r * weightOptional + biasOptional, m = mean(input), r = 1 /
 *         sqrt(mean((input - m)^2) + eps) over the last dimensions
 *
 * input            the numbers. SINGLE_OR_HALF.
 * normalizedShape  the sizes of the last dimensions.
 * weightOptional   factors along these; NULL: none; may be NULL. SINGLE_OR_HALF.
 * biasOptional     summands along these; NULL: none; may be NULL. SINGLE_OR_HALF.
 * eps              what is added to the variance, as a float32.
 * out              the result. SINGLE_OR_HALF.
 * meanOutOptional  the means, with 1 for each of the last dimensions; NULL: not wanted; may be
 *                  NULL. SINGLE_OR_HALF.
 * rstdOutOptional  the reciprocal roots, in the same shape; NULL: not wanted; may be NULL.
 *                  SINGLE_OR_HALF.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * Of no elements in the last dimensions the mean is 0 and the reciprocal root NaN.
 *
 * Precision: within 6 units in the last place in float32, within 0.53 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  input, normalizedShape or out NULL
 *   161002  the data type of input not one of SINGLE_OR_HALF
 *   161002  the data type of weightOptional not one of SINGLE_OR_HALF
 *   161002  the data type of weightOptional neither float32 nor the data type of input
 *   161002  the data type of biasOptional not one of SINGLE_OR_HALF
 *   161002  the data type of biasOptional neither float32 nor the data type of input
 *   161002  the data type of weightOptional is not the data type of biasOptional
 *   161002  the data type of out not one of SINGLE_OR_HALF
 *   161002  the data type of meanOutOptional not one of SINGLE_OR_HALF
 *   161002  the data type of rstdOutOptional not one of SINGLE_OR_HALF
 *   161002  input not of 0 to 8 dimensions
 *   161002  out not of 0 to 8 dimensions
 *   161002  weightOptional not of 0 to 8 dimensions
 *   161002  biasOptional not of 0 to 8 dimensions
 *   161002  meanOutOptional not of 0 to 8 dimensions
 *   161002  rstdOutOptional not of 0 to 8 dimensions
 *   161002  normalizedShape not the sizes of 1 to 8 last dimensions of input
 *   161002  weightOptional not of the shape normalizedShape
 *   161002  biasOptional not of the shape normalizedShape
 *   161002  shapes of input and out differ
 *   161002  meanOutOptional not of the shape of input with 1 for each entry of normalizedShape at
 *           its end; but on Ascend950 as many elements are enough (on Ascend950)
 *   161002  rstdOutOptional not of the shape of input with 1 for each entry of normalizedShape at
 *           its end; but on Ascend950 as many elements are enough (on Ascend950)
 */
ACLNN_API aclnnStatus aclnnLayerNormGetWorkspaceSize(const aclTensor *input,
                                                     const aclIntArray *normalizedShape,
                                                     const aclTensor *weightOptional,
                                                     const aclTensor *biasOptional, double eps,
                                                     aclTensor *out, aclTensor *meanOutOptional,
                                                     aclTensor *rstdOutOptional,
                                                     uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/* aclnnLayerNorm: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnLayerNorm(void *workspace, uint64_t workspaceSize,
                                     aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnFastLayerNorm
 ************************************************/

/*
 * aclnnFastLayerNormGetWorkspaceSize: phase one. Brings the last dimensions to mean 0 and variance
 * 1: the same as aclnnLayerNorm.
 *
 *     out = (input - m) * r * weightOptional + biasOptional, m = mean(input), r = 1 /
 *         sqrt(mean((input - m)^2) + eps) over the last dimensions
 *
 * input            the numbers. SINGLE_OR_HALF.
 * normalizedShape  the sizes of the last dimensions.
 * weightOptional   factors along these; NULL: none; may be NULL. SINGLE_OR_HALF.
 * biasOptional     summands along these; NULL: none; may be NULL. SINGLE_OR_HALF.
 * eps              what is added to the variance, as a float32.
 * out              the result. SINGLE_OR_HALF.
 * meanOutOptional  the means, with 1 for each of the last dimensions; NULL: not wanted; may be
 *                  NULL. SINGLE_OR_HALF.
 * rstdOutOptional  the reciprocal roots, in the same shape; NULL: not wanted; may be NULL.
 *                  SINGLE_OR_HALF.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * Of no elements in the last dimensions the mean is 0 and the reciprocal root NaN.
 *
 * Precision: within 6 units in the last place in float32, within 0.53 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  input, normalizedShape or out NULL
 *   161002  the data type of input not one of SINGLE_OR_HALF
 *   161002  the data type of weightOptional not one of SINGLE_OR_HALF
 *   161002  the data type of weightOptional neither float32 nor the data type of input
 *   161002  the data type of biasOptional not one of SINGLE_OR_HALF
 *   161002  the data type of biasOptional neither float32 nor the data type of input
 *   161002  the data type of weightOptional is not the data type of biasOptional
 *   161002  the data type of out not one of SINGLE_OR_HALF
 *   161002  the data type of meanOutOptional not one of SINGLE_OR_HALF
 *   161002  the data type of rstdOutOptional not one of SINGLE_OR_HALF
 *   161002  input not of 0 to 8 dimensions
 *   161002  out not of 0 to 8 dimensions
 *   161002  weightOptional not of 0 to 8 dimensions
 *   161002  biasOptional not of 0 to 8 dimensions
 *   161002  meanOutOptional not of 0 to 8 dimensions
 *   161002  rstdOutOptional not of 0 to 8 dimensions
 *   161002  normalizedShape not the sizes of 1 to 8 last dimensions of input
 *   161002  weightOptional not of the shape normalizedShape
 *   161002  biasOptional not of the shape normalizedShape
 *   161002  shapes of input and out differ
 *   161002  meanOutOptional not of the shape of input with 1 for each entry of normalizedShape at
 *           its end; but on Ascend950 as many elements are enough (on Ascend950)
 *   161002  rstdOutOptional not of the shape of input with 1 for each entry of normalizedShape at
 *           its end; but on Ascend950 as many elements are enough (on Ascend950)
 */
ACLNN_API aclnnStatus aclnnFastLayerNormGetWorkspaceSize(const aclTensor *input,
                                                         const aclIntArray *normalizedShape,
                                                         const aclTensor *weightOptional,
                                                         const aclTensor *biasOptional, double eps,
                                                         aclTensor *out, aclTensor *meanOutOptional,
                                                         aclTensor *rstdOutOptional,
                                                         uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);

/* aclnnFastLayerNorm: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnFastLayerNorm(void *workspace, uint64_t workspaceSize,
                                         aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
