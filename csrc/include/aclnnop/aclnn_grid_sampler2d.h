/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_grid_sampler2d.h: aclnnGridSampler2D.
 *
 * Made from csrc/ops/vision/vision.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_GRID_SAMPLER2D_H
#define ACLNNOP_ACLNN_GRID_SAMPLER2D_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnGridSampler2D
 ************************************************/

/*
 * aclnnGridSampler2DGetWorkspaceSize: phase one. Reads images at the places of a grid, between
 * theirs.
 *
 *     out[n, c, h, w] = input[n, c] at y, x, where (x, y) = grid[n, h, w] is in [-1, 1] from edge
 *         to edge,
 *     or with alignCorners from centre to centre of the outermost places
 *
 * input              the images, [n, channels, height, width]. ACL_FLOAT, ACL_FLOAT16, ACL_BF16,
 *                    ACL_DOUBLE.
 * grid               the places, [n, h, w, 2], of the type of input.
 * interpolationMode  0: by the four places around, by distance; 1: the nearest (halfway: the even
 *                    one); 2: by sixteen, cubic convolution with a of -0.75, neither in ACL_DOUBLE
 *                    nor on Ascend910.
 * paddingMode        what lies outside: 0: zeros; 1: the edge; 2: the image, turned back at the
 *                    edges.
 * alignCorners       what -1 and 1 are.
 * out                the result, [n, channels, h, w], of the type of input.
 *
 * Places and weights are float64, as exact as the coordinates of the grid let them be. Units in the
 * last place are those of the sum of the magnitudes.
 *
 * Precision: within 0.51 units in the last place in float32, within 256 units in the last place in
 * float64, within 0.51 units in the last place otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  input, grid or out NULL
 *   161002  the data type of grid is not the data type of input
 *   161002  the data type of out is not the data type of input
 *   161002  the data type of input not one of ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE
 *   161002  interpolationMode not 0 or 1 (nor 2, of two dimensions, where the data type of input is
 *           not ACL_DOUBLE and not on Ascend910), or paddingMode not from 0 to 2
 *   161002  input, grid or out not of 2 dimensions behind two, of other batches, of places that are
 *           not 2 numbers, with a last dimension of input that is 0, or out not of the places of
 *           grid for each channel
 *   empty   input or grid empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnGridSampler2DGetWorkspaceSize(const aclTensor *input,
                                                         const aclTensor *grid,
                                                         int64_t interpolationMode,
                                                         int64_t paddingMode, bool alignCorners,
                                                         aclTensor *out, uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);

/* aclnnGridSampler2D: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnGridSampler2D(void *workspace, uint64_t workspaceSize,
                                         aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
