/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the kernels of Ascend910B and 910_93 that resize images ask for. They multiply by matrices
 * of weights: of each dimension a matrix of `slide` places of the result at a time, which the cores
 * share out, and what lies between two dimensions is kept as a whole. Sizes and factors are those
 * of the vendor's public tilings; so is the width of an integer, where it may overflow.
 */
#ifndef ACLNN_PY_OPS_RESIZE_RESIZE_TILING_H
#define ACLNN_PY_OPS_RESIZE_RESIZE_TILING_H

#include <stdbool.h>
#include <stdint.h>

#include "base/soc.h"

#define RESIZE_MAX_DIMS 3

/* A kernel's tensors, with the channels before the dimensions; the last ones, of `from` and `to`,
   are depth, height and width. */
struct resize_kernel {
    int64_t images; /* batches times channels */
    int64_t from[RESIZE_MAX_DIMS];
    int64_t to[RESIZE_MAX_DIMS];
    float factors[RESIZE_MAX_DIMS]; /* as the kernel is given them; 0: none */
    bool corners;
    bool deterministic;
    int64_t width; /* bytes of an element */
};

enum { RESIZE_DEPTH, RESIZE_HEIGHT, RESIZE_WIDTH };

typedef uint64_t resize_tiling(const struct soc *soc, const struct resize_kernel *k);

resize_tiling resize_tiling_upsample_linear1d;
resize_tiling resize_tiling_upsample_bilinear2d;
resize_tiling resize_tiling_upsample_bilinear2d_grad;
resize_tiling resize_tiling_upsample_bilinear2d_area;
resize_tiling resize_tiling_upsample_bilinear2d_area_backward;
resize_tiling resize_tiling_upsample_bicubic2d;
resize_tiling resize_tiling_upsample_bicubic2d_grad;
resize_tiling resize_tiling_upsample_bicubic2d_area;
resize_tiling resize_tiling_upsample_bicubic2d_area_grad;
resize_tiling resize_tiling_upsample_trilinear3d;
resize_tiling resize_tiling_upsample_trilinear3d_backward;
resize_tiling resize_tiling_upsample_nearest2d_grad;
resize_tiling resize_tiling_upsample_nearest3d_grad;

#endif
