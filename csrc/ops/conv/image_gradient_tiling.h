/* SPDX-License-Identifier: Apache-2.0 */
/* What CANN's kernel of gradients of images takes (Conv3DBackpropInputV2), which is that of
 * transposed convolutions too (Conv3DTransposeV2). */
#ifndef ACLNN_PY_OPS_CONV_IMAGE_GRADIENT_TILING_H
#define ACLNN_PY_OPS_CONV_IMAGE_GRADIENT_TILING_H

#include <stdint.h>

#include "acl/acl_base.h"
#include "aclnn/aclnn_base.h"
#include "base/soc.h"

/* Depth, rows and columns; of fewer dimensions the first are 1, and have no padding. */
struct conv_image_gradient {
    aclDataType type;
    int64_t channels; /* of what is read */
    int64_t groups;
    int64_t from[3]; /* what is read: the gradient, or the input of a transposed convolution */
    int64_t to[3];   /* what is written */
    int64_t kernel[3];
    int64_t stride[3];
    int64_t dilation[3];
    int64_t before[3];
    int64_t behind[3];
    int64_t more[3]; /* outputPadding */
};

/* 561103, with a text, for what the public tiling refuses. */
aclnnStatus conv_tiling_image_gradient(const struct soc *soc, const struct conv_image_gradient *g);

#endif
