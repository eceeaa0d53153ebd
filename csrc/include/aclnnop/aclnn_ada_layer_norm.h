/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_ada_layer_norm.h: aclnnAdaLayerNorm.
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
#ifndef ACLNNOP_ACLNN_ADA_LAYER_NORM_H
#define ACLNNOP_ACLNN_ADA_LAYER_NORM_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnAdaLayerNorm
 ************************************************/

/*
 * aclnnAdaLayerNormGetWorkspaceSize: phase one. Brings the last dimension to mean 0 and variance 1,
 * and scales and shifts that for each batch.
 *
 *     out = ((x - m) * r * weightOptional + biasOptional) * (1 + scale) + shift, m = mean(x), r = 1
 *         / sqrt(mean((x - m)^2) + epsilon) over the last dimension
 *
 * x               the numbers, [B..., S, H]. NEW_SINGLE_OR_HALF.
 * scale           factors less 1, [B..., H] or [B..., 1, H].
 * shift           summands, in such a shape.
 * weightOptional  factors along the last dimension; NULL: none; may be NULL.
 * biasOptional    summands along it; NULL: none; may be NULL.
 * epsilon         what is added to the variance, as a float32.
 * out             the result.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * Precision: within 8 units in the last place in float32, within 0.53 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  x, scale, shift or out NULL
 *   161002  the data type of x not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of shift is not the data type of x
 *   161002  the data type of scale is not the data type of x
 *   161002  the data type of weightOptional is not the data type of biasOptional
 *   161002  the data type of biasOptional is not the data type of x
 *   161002  the data type of weightOptional is not the data type of x
 *   161002  the data type of out is not the data type of x
 *   161002  x not of 2 to 8 dimensions
 *   161002  x without elements
 *   161002  shift not of the shape of x without its last dimension but one, or with 1 in its place
 *   161002  scale not of the shape of x without its last dimension but one, or with 1 in its place
 *   161002  biasOptional not of the last dimension of x
 *   161002  weightOptional not of the last dimension of x
 *   161002  shapes of x and out differ
 */
ACLNN_API aclnnStatus aclnnAdaLayerNormGetWorkspaceSize(const aclTensor *x, const aclTensor *scale,
                                                        const aclTensor *shift,
                                                        const aclTensor *weightOptional,
                                                        const aclTensor *biasOptional,
                                                        double epsilon, aclTensor *out,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/* aclnnAdaLayerNorm: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnAdaLayerNorm(void *workspace, uint64_t workspaceSize,
                                        aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
