/* SPDX-License-Identifier: Apache-2.0 */
/* GridSampler2D and GridSampler3D: what their checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_VISION_GRID_SAMPLE_H
#define ACLNN_PY_OPS_VISION_GRID_SAMPLE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "tensor/tensor.h"

#define GRID_DIMS 3

enum interpolation { BILINEAR, NEAREST, BICUBIC };
enum padding { ZEROS, BORDER, REFLECTION };

struct grid_sample {
    enum interpolation interpolation;
    enum padding padding;
    bool corners; /* -1 and 1 are the centres of the outermost elements, not their edges */
    int32_t spatial;
    bool channels_last;
    bool is_wanted[2]; /* for gradients: that of the input, that of the grid */
};

static inline bool vision_grid_sample_is_last(const struct tensor *tensor)
{
    return tensor->rank == 5 && tensor->format == ACL_FORMAT_NDHWC;
}

#endif
