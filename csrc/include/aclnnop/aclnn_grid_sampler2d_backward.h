/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_grid_sampler2d_backward.h: aclnnGridSampler2DBackward.
 *
 * Made from csrc/ops/vision/vision.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   FLOAT  ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_GRID_SAMPLER2D_BACKWARD_H
#define ACLNNOP_ACLNN_GRID_SAMPLER2D_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnGridSampler2DBackward
 ************************************************/

/*
 * aclnnGridSampler2DBackwardGetWorkspaceSize: phase one. The gradients of aclnnGridSampler2D.
 *
 *     inputGrad[n, c] = the sum over h, w of gradOutput[n, c, h, w] where out[n, c, h, w] was read,
 *         by its weights
 *     gridGrad[n, h, w] = the sum over c of gradOutput[n, c, h, w] * the derivative of out[n, c, h,
 *         w] by x, y
 *
 * gradOutput         the gradient of the result, [n, channels, h, w].
 * input              the images, [n, channels, height, width]. FLOAT.
 * grid               the places, [n, h, w, 2].
 * interpolationMode  0: by the four places around, by distance; 1: the nearest (halfway: the even
 *                    one), of which gridGrad is 0; 2: by sixteen, cubic convolution with a of
 *                    -0.75.
 * paddingMode        what lies outside: 0: zeros; 1: the edge; 2: the image, turned back at the
 *                    edges.
 * alignCorners       what -1 and 1 are.
 * outputMask         which of the two gradients are wanted; NULL: none; may be NULL.
 * inputGrad          the gradient of input.
 * gridGrad           the gradient of grid, 0 where a place is held at an edge.
 *
 * Sums are float64, in the order of the places, and rounded once. Units in the last place are those
 * of the sum of the magnitudes.
 *
 * What is not wanted is not written.
 *
 * Near the zeros of cubic weights float64 has what the coordinates of the grid leave of its digits.
 *
 * Precision: within 0.51 units in the last place in float32, within 16384 units in the last place
 * in float64, within 0.51 units in the last place otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOutput, input, grid, inputGrad or gridGrad NULL
 *   161002  the data type of gradOutput is not the data type of input
 *   161002  the data type of grid is not the data type of input
 *   161002  the data type of inputGrad is not the data type of input
 *   161002  the data type of gridGrad is not the data type of input
 *   161002  the data type of input not one of FLOAT
 *   161002  interpolationMode not 0 or 1 (nor 2, of two dimensions), or paddingMode not from 0 to 2
 *   161002  input, grid or gradOutput not of 2 dimensions behind two, of other batches, of places
 *           that are not 2 numbers, with a last dimension of input that is 0, or gradOutput not of
 *           the places of grid for each channel
 *   161002  shapes of inputGrad and input differ
 *   161002  shapes of gridGrad and grid differ
 *   empty   gradOutput, input or grid empty: nothing is done
 *   161002  outputMask not of two entries
 */
ACLNN_API aclnnStatus aclnnGridSampler2DBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                                 const aclTensor *input,
                                                                 const aclTensor *grid,
                                                                 int64_t interpolationMode,
                                                                 int64_t paddingMode,
                                                                 bool alignCorners,
                                                                 const aclBoolArray *outputMask,
                                                                 aclTensor *inputGrad,
                                                                 aclTensor *gridGrad,
                                                                 uint64_t *workspaceSize,
                                                                 aclOpExecutor **executor);

/* aclnnGridSampler2DBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnGridSampler2DBackward(void *workspace, uint64_t workspaceSize,
                                                 aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
