/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of resized images. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/resize.h"
#include "ops/common/shape.h"
#include "ops/resize/upsample.h"

/* Images of another size. The size is that of the last dimensions, or of those before channels that
 * are last. */
bool resize_shape_resized(const struct call *call, int self, int size, struct shape *shape)
{
    const struct tensor *tensor = call_tensor(call, self);
    struct shape_numbers places = shape_numbers(call, size);
    if (places.count + 2 > tensor->rank)
        return false;
    bool is_last = resize_upsample_first_of(tensor->format) == 1;
    shape_copy(shape, tensor);
    for (int32_t i = 0; i < (int32_t)places.count; i++)
        shape->dims[tensor->rank - (int32_t)places.count - is_last + i] = places.each[i];
    return true;
}

/* The number of dimensions of images that are scaled. */
#define SCALED_RANK 4

/* Each size of an image times its factor, which is a float32, without the fraction. */
bool resize_shape_scaled_image(const struct call *call, int self, int scales, struct shape *shape)
{
    const struct tensor *tensor = call_tensor(call, self);
    const struct array *factors = call->arguments[scales].array;
    if (tensor->rank != SCALED_RANK || factors->size != SCALED_RANK)
        return false;
    const float *each = (const float *)(const void *)factors->values;
    shape_copy(shape, tensor);
    for (int32_t i = 2; i < SCALED_RANK; i++) {
        double places = (double)tensor->dims[i] * (double)each[i];
        if (!(places > -0x1p62 && places < 0x1p62)) /* NaN fails this too */
            return false;
        shape->dims[i] = (int64_t)places;
    }
    return true;
}
