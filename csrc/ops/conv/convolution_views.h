/* SPDX-License-Identifier: Apache-2.0 */
/* Views of the operands of convolutions. */
#ifndef ACLNN_PY_OPS_CONV_CONVOLUTION_VIEWS_H
#define ACLNN_PY_OPS_CONV_CONVOLUTION_VIEWS_H

#include <stdint.h>

#include "ops/common/work_views.h"
#include "ops/conv/convolution.h"

#define DEPTH 0
#define HEIGHT 1
#define WIDTH 2

/* [count, channels, depth, height, width]. Of a weight, count is the number of output channels. */
struct image {
    any_float *data;
    int64_t count;
    int64_t channels;
    int64_t dims[CONVOLUTION_DIMS];
    int64_t step; /* strides, in elements */
    int64_t channel;
    int64_t strides[CONVOLUTION_DIMS];
};

static inline int64_t volume(const int64_t *dims)
{
    return dims[DEPTH] * dims[HEIGHT] * dims[WIDTH];
}

/* Which elements of the input a position of the output reads. Used for convolutions and for their
 * gradients. */
struct lens {
    int64_t kernel[CONVOLUTION_DIMS];
    int64_t stride[CONVOLUTION_DIMS];
    int64_t dilation[CONVOLUTION_DIMS];
    int64_t before[CONVOLUTION_DIMS]; /* may be negative */
};

#endif
