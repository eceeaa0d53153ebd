/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_rotary_position_embedding_grad.h: aclnnRotaryPositionEmbeddingGrad.
 *
 * Made from csrc/ops/rope/rope.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   NEW_SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16, ACL_BF16 on Ascend910B, Ascend910_93 and Ascend950
 */
#ifndef ACLNNOP_ACLNN_ROTARY_POSITION_EMBEDDING_GRAD_H
#define ACLNNOP_ACLNN_ROTARY_POSITION_EMBEDDING_GRAD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnRotaryPositionEmbeddingGrad
 ************************************************/

/*
 * aclnnRotaryPositionEmbeddingGradGetWorkspaceSize: phase one. Gradients of rotary position
 * embedding.
 *
 *     dxOut = dy turned back; dcosOut = sum(dy * x), dsinOut = sum(dy * turned(x)), over what cos
 *         was broadcast to
 *
 * dy         the gradient of the result, of four dimensions, the last of at most 1024.
 *            NEW_SINGLE_OR_HALF.
 * cos        cosines: the dims of dy, or 1 but for the last.
 * sin        sines, of the shape of cos.
 * xOptional  what was turned; NULL: dcosOut and dsinOut are not written; may be NULL.
 * mode       as in aclnnRotaryPositionEmbedding.
 * dxOut      the gradient of x.
 * dcosOut    that of cos.
 * dsinOut    that of sin.
 *
 * Sums are float64, in the order of the rows, and are rounded to float32 and then to the data type.
 *
 * Units in the last place are those of the sum of the magnitudes of the products.
 *
 * Precision: within 1.5 units in the last place in float32, within 0.51 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  dy, cos, sin, dxOut, dcosOut or dsinOut NULL
 *   161002  the data type of dy not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of cos is not the data type of dy
 *   161002  the data type of sin is not the data type of dy
 *   161002  the data type of xOptional is not the data type of dy
 *   161002  the data type of dxOut is not the data type of dy
 *   161002  the data type of dcosOut is not the data type of dy
 *   161002  the data type of dsinOut is not the data type of dy
 *   161002  a layout of dy, cos, sin, xOptional, dxOut, dcosOut or dsinOut private to the device
 *   561002  mode not 0 to 3; dy not of four dimensions, the last of at most 1024 and a multiple of
 *           2 (of 4 in mode 2), cos not of its dims or 1, sin not of the shape of cos, xOptional or
 *           dxOut not of that of dy, or dcosOut or dsinOut not of that of cos
 */
ACLNN_API aclnnStatus aclnnRotaryPositionEmbeddingGradGetWorkspaceSize(const aclTensor *dy,
                                                                       const aclTensor *cos,
                                                                       const aclTensor *sin,
                                                                       const aclTensor *xOptional,
                                                                       int64_t mode,
                                                                       const aclTensor *dxOut,
                                                                       const aclTensor *dcosOut,
                                                                       const aclTensor *dsinOut,
                                                                       uint64_t *workspaceSize,
                                                                       aclOpExecutor **executor);

/* aclnnRotaryPositionEmbeddingGrad: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnRotaryPositionEmbeddingGrad(void *workspace, uint64_t workspaceSize,
                                                       aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
