/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_affine_grid.h: aclnnAffineGrid.
 *
 * Made from csrc/ops/vision/vision.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_AFFINE_GRID_H
#define ACLNNOP_ACLNN_AFFINE_GRID_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnAffineGrid
 ************************************************/

/*
 * aclnnAffineGridGetWorkspaceSize: phase one. Where the places of an image lie in another, by an
 * affine matrix for each image: a grid for aclnnGridSampler2D or aclnnGridSampler3D.
 *
 *     out[n, h, w] = theta[n] @ (x, y, 1), or out[n, d, h, w] = theta[n] @ (x, y, z, 1): of size
 *         places x_i is
 *     (2 i + 1) / size - 1, or with alignCorners 2 i / (size - 1) - 1, and 0 of a single place
 *
 * theta         the matrices, [n, 2, 3] or [n, 3, 4]. ACL_FLOAT, ACL_FLOAT16; ACL_BF16 on
 *               Ascend910B and Ascend910_93.
 * size          the shape of the images, [n, channels, height, width] or [n, channels, depth,
 *               height, width].
 * alignCorners  whether -1 and 1 are the centres of the outermost places, or their edges.
 * out           the grid, [n, height, width, 2] or [n, depth, height, width, 3], of the type of
 *               theta.
 *
 * Coordinates and sums are float64, and rounded once. Units in the last place are those of the sum
 * of the magnitudes.
 *
 * Precision: within 0.51 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  theta, size or out NULL
 *   161002  the data type of theta not one of ACL_FLOAT, ACL_FLOAT16 (on Ascend910 and Ascend950)
 *   161002  the data type of theta not one of SINGLE_OR_HALF (on Ascend910B and Ascend910_93)
 *   161002  the data type of out is not the data type of theta
 *   161002  theta without elements
 *   161002  size not of 4 or 5 entries, theta not a matrix of the spatial dimensions and one more
 *           for each image of size, or out not of the places of size and a number for each
 *           dimension
 */
ACLNN_API aclnnStatus aclnnAffineGridGetWorkspaceSize(const aclTensor *theta,
                                                      const aclIntArray *size, bool alignCorners,
                                                      aclTensor *out, uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/* aclnnAffineGrid: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnAffineGrid(void *workspace, uint64_t workspaceSize,
                                      aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
