/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/vision/blur.h"

#include <math.h>

double vision_blur_spread(int dimension, double sigma_x, double sigma_y)
{
    return dimension == 0 && sigma_y > 0 ? sigma_y : sigma_x;
}

/* Four standard deviations to each side, as CANN has it for float32. */
static int64_t size_of_spread(double sigma)
{
    double size = floor(8 * sigma + 1.5);
    if (!(sigma > 0))
        return 0;
    return size > (double)BLUR_MOST ? BLUR_MOST + 1 : (int64_t)size | 1;
}

int64_t vision_blur_size(int64_t asked, double sigma, int64_t extent, int64_t border)
{
    int64_t size = asked == 0 ? size_of_spread(sigma) : asked;
    if (size > 0 && extent == 1 && border != BLUR_ZEROS)
        return 1;
    return size > BLUR_MOST ? BLUR_MOST + 1 : size;
}
