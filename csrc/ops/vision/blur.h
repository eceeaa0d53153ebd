/* SPDX-License-Identifier: Apache-2.0 */
/* GaussianBlur: sizes and spreads of its kernel, and what its steps are told. */
#ifndef ACLNN_PY_OPS_VISION_BLUR_H
#define ACLNN_PY_OPS_VISION_BLUR_H

#include <stdint.h>

enum { BLUR_MOST = 31 };

enum blur_border {
    BLUR_ZEROS = 0,
    BLUR_NEAREST = 1,
    BLUR_MIRROR = 2,        /* the place at the border is repeated */
    BLUR_MIRROR_INSIDE = 4, /* it is not */
};

/* A kernel along one dimension. */
struct blur {
    int32_t dimension; /* of the image: 0 or 1 */
    enum blur_border border;
    int64_t size;
    float weights[BLUR_MOST];
};

/* What sigma stands for a dimension, 0 for the height: that of the width, where it is not above 0.
 */
double vision_blur_spread(int dimension, double sigma_x, double sigma_y);

/* The size of the kernel along a dimension of an image, `asked` being that of the call: 0 where
 * sigma has to give it and does not, and BLUR_MOST + 1 for all that are larger than BLUR_MOST. */
int64_t vision_blur_size(int64_t asked, double sigma, int64_t extent, int64_t border);

#endif
