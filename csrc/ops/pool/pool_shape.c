/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of the results of pools. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/pool.h"
#include "ops/common/shape.h"
#include "ops/pool/placed.h"
#include "ops/pool/pool.h"

/* A mask has room for whole blocks of elements and one block more, each of so many bytes. */
#define MASK_PLACES 16
#define MASK_BYTES 32

/* The number of windows along a dimension; 0: none, or a number does not fit into int64_t. When a
 * window is larger than the padded dimension CANN rounds the negative difference down, but toward 0
 * for means, which then have one window. */
static int64_t windows_in(const struct pool *pool, int dim, int64_t size, bool ceil_mode)
{
    int64_t reach = 0;
    int64_t room = 0;
    int64_t stride = pool->stride[dim];
    if (__builtin_mul_overflow(pool->kernel[dim] - 1, pool->dilation[dim], &reach) ||
        __builtin_add_overflow(pool->before[dim], pool->behind[dim], &room) ||
        __builtin_add_overflow(room, size, &room) || __builtin_sub_overflow(room, 1, &room) ||
        __builtin_sub_overflow(room, reach, &room) ||
        __builtin_add_overflow(room, ceil_mode ? stride - 1 : 0, &room))
        return 0;
    bool is_down = room < 0 && room % stride != 0 && pool->kind == POOL_MAX;
    int64_t count = room / stride + (is_down ? 0 : 1);
    if (ceil_mode && shape_product(count - 1, stride) >= shape_sum(size, pool->before[dim]))
        count--;
    return count;
}

bool pool_shape_of_windows(const struct tensor *self, const struct pool *pool, int32_t first,
                           bool ceil_mode, struct shape *shape)
{
    shape_copy(shape, self);
    for (int32_t i = 0; i < pool->spatial; i++) {
        int64_t *dim = &shape->dims[first + i];
        *dim = windows_in(pool, POOL_DIMS - pool->spatial + i, *dim, ceil_mode);
        if (*dim <= 0)
            return false;
    }
    return true;
}

void pool_shape_of_mask(const struct tensor *self, const struct pool *pool, const int64_t *windows,
                        struct shape *shape)
{
    bool last = pool_is_last(self);
    int32_t batch = self->rank - 3;
    const int64_t *plane = &windows[batch + !last];
    int64_t blocks = shape_quotient_up(shape_product(plane[0], plane[1]), MASK_PLACES);
    shape->rank = 0;
    shape_push_dims(shape, self, 0, batch);
    shape_push(shape, self->dims[last ? self->rank - 1 : batch]);
    shape_push(shape, shape_product(pool->kernel[1], pool->kernel[2]));
    shape_push(shape, shape_product(shape_sum(blocks, 1), MASK_BYTES));
}

/* The parameters of a pool; dilation is negative where the call has none. */
struct parameters {
    int self;
    int kernel;
    int stride;
    int padding;
    int dilation;
    int ceil_mode;
};

/* Whether the array has one number, or one for each dimension, or none where that is allowed; and
 * none of them is below `least`. */
static bool are_numbers(const struct call *call, int array, int32_t spatial, bool may_be_none,
                        int64_t least)
{
    if (array < 0)
        return true;
    struct shape_numbers numbers = shape_numbers(call, array);
    for (int64_t i = 0; i < numbers.count; i++)
        if (numbers.each[i] < least)
            return false;
    return numbers.count == 1 || numbers.count >= spatial || (numbers.count == 0 && may_be_none);
}

static bool read_windows(const struct call *call, const struct parameters *p, int32_t spatial,
                         bool by_one, struct pool *pool)
{
    if (call_tensor(call, p->self)->rank <= spatial ||
        !are_numbers(call, p->kernel, spatial, false, 1) ||
        !are_numbers(call, p->stride, spatial, true, 1) ||
        !are_numbers(call, p->padding, spatial, true, 0) ||
        !are_numbers(call, p->dilation, spatial, true, 1))
        return false;
    pool_set_windows(pool, spatial, call->arguments[p->kernel].array,
                     call->arguments[p->stride].array, call->arguments[p->padding].array,
                     p->dilation < 0 ? NULL : call->arguments[p->dilation].array, by_one);
    return true;
}

static bool windows_of(const struct call *call, const struct parameters *p, int32_t spatial,
                       struct pool *pool, struct shape *shape)
{
    const struct tensor *tensor = call_tensor(call, p->self);
    return read_windows(call, p, spatial, false, pool) &&
           pool_shape_of_windows(tensor, pool, tensor->rank - spatial - pool_is_last(tensor),
                                 shape_integer(call, p->ceil_mode) != 0, shape);
}

/* An element for each window of the last two dimensions. */
bool pool_shape_averaged(const struct call *call, int self, int kernelSize, int stride, int padding,
                         int ceilMode, struct shape *shape)
{
    struct pool pool = {.kind = POOL_AVERAGE};
    const struct parameters p = {self, kernelSize, stride, padding, -1, ceilMode};
    return windows_of(call, &p, 2, &pool, shape);
}

/* An element for each window of the last three dimensions. */
bool pool_shape_averaged3d(const struct call *call, int self, int kernelSize, int stride,
                           int padding, int ceilMode, struct shape *shape)
{
    struct pool pool = {.kind = POOL_AVERAGE};
    const struct parameters p = {self, kernelSize, stride, padding, -1, ceilMode};
    return windows_of(call, &p, 3, &pool, shape);
}

/* An element for each window of the last two dimensions; windows may be dilated. */
bool pool_shape_pooled(const struct call *call, int self, int kernelSize, int stride, int padding,
                       int dilation, int ceilMode, struct shape *shape)
{
    struct pool pool = {.kind = POOL_MAX};
    const struct parameters p = {self, kernelSize, stride, padding, dilation, ceilMode};
    return windows_of(call, &p, 2, &pool, shape);
}

/* An element for each window of the last three dimensions; windows may be dilated. */
bool pool_shape_pooled3d(const struct call *call, int self, int kernelSize, int stride, int padding,
                         int dilation, int ceilMode, struct shape *shape)
{
    struct pool pool = {.kind = POOL_MAX};
    const struct parameters p = {self, kernelSize, stride, padding, dilation, ceilMode};
    return windows_of(call, &p, 3, &pool, shape);
}

/* The same as pool_shape_pooled, but the stride is 1 when none is given, and padding may have four
 * sides. */
bool pool_shape_max_pooled(const struct call *call, int self, int kernelShape, int strides,
                           int pads, int ceilMode, struct shape *shape)
{
    struct pool pool = {.kind = POOL_MAX};
    const struct tensor *tensor = call_tensor(call, self);
    const struct parameters p = {self, kernelShape, strides, pads, -1, ceilMode};
    return read_windows(call, &p, 2, true, &pool) &&
           pool_shape_of_windows(tensor, &pool, tensor->rank - 2,
                                 shape_integer(call, ceilMode) != 0, shape);
}

/* An element for each window of images, of the kernel's own interface. */
bool pool_shape_image_windows(const struct call *call, int x, int ksize, int strides, int pads,
                              int ceilMode, struct shape *shape)
{
    struct pool pool = {.kind = POOL_MAX};
    const struct tensor *tensor = call_tensor(call, x);
    const struct array *kernel = call->arguments[ksize].array;
    const struct array *stride = call->arguments[strides].array;
    const struct scalar *ceils = call_scalar(call, ceilMode);
    return tensor != NULL && tensor->rank == 4 && kernel != NULL && stride != NULL &&
           pool_set_image_windows(&pool, kernel, stride, call->arguments[pads].array) &&
           pool_shape_of_windows(tensor, &pool, 2, ceils != NULL && scalar_float(ceils) != 0,
                                 shape);
}

/* Rows of bytes for the elements of a window, of the length that CANN gives them. */
bool pool_shape_pool_mask(const struct call *call, int self, int kernelSize, int stride,
                          int padding, int dilation, int ceilMode, struct shape *shape)
{
    struct pool pool = {.kind = POOL_MAX};
    struct shape windows;
    const struct parameters p = {self, kernelSize, stride, padding, dilation, ceilMode};
    if (!windows_of(call, &p, 2, &pool, &windows))
        return false;
    pool_shape_of_mask(call_tensor(call, self), &pool, windows.dims, shape);
    return true;
}

/* The shape with other last dimensions. */
bool pool_shape_adaptive(const struct call *call, int self, int outputSize, struct shape *shape)
{
    const struct tensor *tensor = call_tensor(call, self);
    struct shape_numbers size = shape_numbers(call, outputSize);
    if (size.count > tensor->rank)
        return false;
    shape_copy(shape, tensor);
    for (int32_t i = 0; i < (int32_t)size.count; i++)
        shape->dims[tensor->rank - (int32_t)size.count + i] = size.each[i];
    return true;
}

/* One element for each channel of each image. */
bool pool_shape_global_pool(const struct call *call, int self, struct shape *shape)
{
    shape_copy(shape, call_tensor(call, self));
    for (int32_t i = 2; i < shape->rank; i++)
        shape->dims[i] = 1;
    return true;
}

/* A place for each window of volumes in a format that a text names. */
bool pool_shape_placed(const struct call *call, int x, int ksize, int strides, int padding,
                       int pads, int dilation, int ceilMode, int format, struct shape *shape)
{
    struct pool pool;
    int64_t places[POOL_DIMS];
    const struct tensor *given = call_tensor(call, x);
    const struct placed_windows windows = {
        call->arguments[ksize].array,  call->arguments[strides].array,
        call->arguments[pads].array,   call->arguments[dilation].array,
        call->arguments[padding].text, shape_integer(call, ceilMode),
        call->arguments[format].text};
    if (given->rank != POOL_DIMS + 2 || !pool_place_windows(&pool, given->dims, &windows, places))
        return false;
    shape_copy(shape, given);
    for (int i = 0; i < POOL_DIMS; i++)
        shape->dims[(pool.channels_last ? 1 : 2) + i] = places[i];
    return true;
}
