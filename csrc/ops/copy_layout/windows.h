/* SPDX-License-Identifier: Apache-2.0 */
/* Im2col: what their checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_COPY_LAYOUT_WINDOWS_H
#define ACLNN_PY_OPS_COPY_LAYOUT_WINDOWS_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "tensor/arrays.h"

/* Windows of images. Each array has a number for height, then one for width. */
struct windows {
    int64_t kernel[2];
    int64_t dilation[2];
    int64_t padding[2];
    int64_t stride[2];
    int64_t count[2]; /* number of windows */
};

/* Counts the windows; false when there is none, or a number does not fit into int64_t. */
bool copy_layout_windows_count(const int64_t *image, const struct array *kernel,
                               const struct array *dilation, const struct array *padding,
                               const struct array *stride, struct windows *w);

#endif
