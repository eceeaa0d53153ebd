/* SPDX-License-Identifier: Apache-2.0 */
/* The workspace of kernels of Ascend910B and 910_93 that resize images. They multiply by matrices
 * of weights: one for `slide` elements of the result along a dimension at a time. Cores share
 * these, and what lies between two dimensions is kept as a whole. Sizes and factors follow the
 * vendor's public tilings, and so do the widths of integers that may overflow. */
#ifndef ACLNN_PY_OPS_RESIZE_RESIZE_TILING_H
#define ACLNN_PY_OPS_RESIZE_RESIZE_TILING_H

#include <stdbool.h>
#include <stdint.h>

#include "base/soc.h"

#define RESIZE_MAX_DIMS 3

/* A kernel's tensors, with channels before the spatial dimensions. The arrays end with depth,
 * height and width. */
struct resize_kernel {
    int64_t images; /* batches times channels */
    int64_t from[RESIZE_MAX_DIMS];
    int64_t to[RESIZE_MAX_DIMS];
    float factors[RESIZE_MAX_DIMS]; /* the factors that the kernel is told; 0: none */
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
