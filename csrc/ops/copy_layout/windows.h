/* SPDX-License-Identifier: Apache-2.0 */
/* Im2col: what its checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_COPY_LAYOUT_WINDOWS_H
#define ACLNN_PY_OPS_COPY_LAYOUT_WINDOWS_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "tensor/arrays.h"

/* Of height and width, in this order. */
struct windows {
    int64_t kernel[2];
    int64_t dilation[2];
    int64_t padding[2];
    int64_t stride[2];
    int64_t count[2]; /* windows */
};

/* How many windows there are; false when that is none, or beyond 63 bits. */
bool copy_layout_windows_count_windows(const int64_t *image, const struct array *kernel,
                                       const struct array *dilation, const struct array *padding,
                                       const struct array *stride, struct windows *w);

#endif
