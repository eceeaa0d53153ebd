/* SPDX-License-Identifier: Apache-2.0 */
/* Im2colBackward, UnfoldGrad, RepeatInterleaveGrad: what their checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_COPY_LAYOUT_WINDOW_SUMS_H
#define ACLNN_PY_OPS_COPY_LAYOUT_WINDOW_SUMS_H

#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "tensor/arrays.h"

/* Windows along one axis: that of rows, or that of columns. */
struct axis {
    int64_t kernel; /* elements of a window */
    int64_t dilation;
    int64_t padding;
    int64_t stride;
    int64_t count;   /* number of windows */
    int64_t size;    /* number of sums */
    int64_t element; /* distance in the input between elements of a window, and between windows */
    int64_t window;
    int64_t place; /* distance between sums */
};

/* Attributes: the meaning of the input's dims [outer, inner, windows and elements ...]. */
struct window_attributes {
    struct axis axes[2];
    int element_dims[2];
    int window_dims[2];
    int place_dims[2];
};

/* The number of windows in an image. Below 0: none fits, or a number does not fit into int64_t. */
int64_t copy_layout_window_sums_count(int64_t image, int64_t kernel, int64_t dilation,
                                      int64_t padding, int64_t stride);

#endif
