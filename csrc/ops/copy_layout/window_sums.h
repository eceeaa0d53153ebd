/* SPDX-License-Identifier: Apache-2.0 */
/* Im2colBackward, UnfoldGrad, RepeatInterleaveGrad: what its checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_COPY_LAYOUT_WINDOW_SUMS_H
#define ACLNN_PY_OPS_COPY_LAYOUT_WINDOW_SUMS_H

#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "tensor/arrays.h"

/* Of rows and columns, in this order. */
struct axis {
    int64_t kernel; /* places of a window */
    int64_t dilation;
    int64_t padding;
    int64_t stride;
    int64_t count;   /* windows */
    int64_t size;    /* places of the sums */
    int64_t element; /* the steps of the windows' elements, in elements of the input */
    int64_t window;
    int64_t place; /* and those of the sums */
};

/* Attributes: which dims of the input [outer, inner, windows and elements ...] they are. */
struct window_attributes {
    struct axis axes[2];
    int element_dims[2];
    int window_dims[2];
    int place_dims[2];
};

/* How many windows there are in an image; below 0: none fits, or a number is beyond 63 bits. */
int64_t copy_layout_window_sums_windows_in(int64_t image, int64_t kernel, int64_t dilation,
                                           int64_t padding, int64_t stride);

#endif
