/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_grid_sampler3d.h: aclnnGridSampler3D.
 *
 * Made from csrc/ops/vision/vision.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_GRID_SAMPLER3D_H
#define ACLNNOP_ACLNN_GRID_SAMPLER3D_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnGridSampler3D
 ************************************************/

/*
 * aclnnGridSampler3DGetWorkspaceSize: phase one. Reads volumes at the places of a grid, between
 * theirs.
 *
 *     out[n, c, d, h, w] = input[n, c] at z, y, x, where (x, y, z) = grid[n, d, h, w] is in [-1, 1]
 *         from edge
 *     to edge, or with alignCorners from centre to centre of the outermost places
 *
 * input              the volumes, [n, channels, depth, height, width]; with format NDHWC the
 *                    channels come last. ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE.
 * grid               the places, [n, d, h, w, 3], of the type of input.
 * interpolationMode  0: by the eight places around, by distance; 1: the nearest (halfway: the even
 *                    one).
 * paddingMode        what lies outside: 0: zeros; 1: the edge; 2: the volume, turned back at the
 *                    edges.
 * alignCorners       what -1 and 1 are.
 * out                the result, [n, channels, d, h, w], of the type of input.
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
 *   161002  format of input neither NCDHW, NDHWC nor ND
 *   161002  format of out neither NCDHW, NDHWC nor ND
 *   161002  interpolationMode not 0 or 1 (nor 2, of two dimensions, where the data type of input is
 *           not ACL_DOUBLE and not on Ascend910), or paddingMode not from 0 to 2
 *   161002  input, grid or out not of 3 dimensions behind two, of other batches, of places that are
 *           not 3 numbers, with a last dimension of input that is 0, or out not of the places of
 *           grid for each channel
 *   empty   input or grid empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnGridSampler3DGetWorkspaceSize(const aclTensor *input,
                                                         const aclTensor *grid,
                                                         int64_t interpolationMode,
                                                         int64_t paddingMode, bool alignCorners,
                                                         aclTensor *out, uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);

/* aclnnGridSampler3D: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnGridSampler3D(void *workspace, uint64_t workspaceSize,
                                         aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
