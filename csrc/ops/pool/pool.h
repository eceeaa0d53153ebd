/* SPDX-License-Identifier: Apache-2.0 */
/* The work of pools, on tensors of up to three spatial dimensions and any strides:
 *     average        x -> mean of each window
 *     average grad   grad -> grad of x
 *     max            x -> largest element of each window, and its index in the plane, or a mask
 *     max grad       grad, and indices or a mask -> grad of x
 *
 * Values are float32; those of max may be int64. A mask is bytes, [..., elements of the window,
 * elements of the output and some more]: 1 where the element is the largest, else 0. */
#ifndef ACLNN_PY_OPS_POOL_POOL_H
#define ACLNN_PY_OPS_POOL_POOL_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "tensor/arrays.h"
#include "tensor/tensor.h"

#define POOL_DIMS 3

enum pool_kind { POOL_AVERAGE, POOL_AVERAGE_GRAD, POOL_MAX, POOL_MAX_GRAD };

/* Attributes of the work. When the tensors have fewer than three spatial dims, the missing ones
 * come first. */
struct pool {
    enum pool_kind kind;
    int32_t spatial; /* number of spatial dimensions */
    bool channels_last;
    bool is_adaptive; /* the windows divide the plane evenly among the elements of the output */
    bool has_places;
    bool has_mask;
    bool counts_padding;
    int64_t divisor; /* 0: the number of elements of the window */
    int64_t kernel[POOL_DIMS];
    int64_t stride[POOL_DIMS];
    int64_t dilation[POOL_DIMS];
    int64_t before[POOL_DIMS];
    int64_t behind[POOL_DIMS];
};

/* Whether the format has channels last. */
bool pool_is_last(const struct tensor *tensor);

/* Reads the windows from arrays whose sizes have been checked: one number for all dimensions, or
 * one each. Without a stride it is the kernel's size, or 1 where by_one is set. */
void pool_set_windows(struct pool *pool, int32_t spatial, const struct array *kernel,
                      const struct array *stride, const struct array *padding,
                      const struct array *dilation, bool by_one);

/* The same for images from the arrays of the kernel: four numbers each, of which the windows' and
 * strides' last two count, and top, bottom, left and right of the padding, which may be NULL. False
 * where they are none. */
bool pool_set_image_windows(struct pool *pool, const struct array *kernel,
                            const struct array *stride, const struct array *padding);

/* The shape of the result, whose first window dimension is given; false when a dimension has no
 * window. */
struct shape;
bool pool_shape_of_windows(const struct tensor *self, const struct pool *pool, int32_t first,
                           bool ceil_mode, struct shape *shape);

/* The shape of the mask of planes, from the number of windows in the result's dims. */
void pool_shape_of_mask(const struct tensor *self, const struct pool *pool, const int64_t *windows,
                        struct shape *shape);

/* ---- How CANN averages: the last dimensions of a tensor are channels and a plane --------------
 */

/* Whether CANN computes the pool as a mean over the whole plane. */
bool pool_is_whole_plane(const struct pool *pool, const int64_t *plane);

/* Whether Ascend910B uses the matrix unit; otherwise it uses the kernel of volumes. */
bool pool_is_by_products(const struct pool *pool, const int64_t *last, bool ceils);

/* Whether Ascend910B uses the kernel of volumes for the largest element, because a side of the
 * window is above LONGEST_SIDE. */
bool pool_is_of_long_windows(const struct pool *pool);

/* Whether the gradient has one element a plane, which is divided by the number of the plane's
 * elements. */
bool pool_is_whole_gradient(const struct pool *pool, const int64_t *plane, const int64_t *windows);
#define MOST_DIVISOR 255

static inline bool pool_has_small_sides(const struct pool *pool)
{
    return pool->kernel[1] <= 255 && pool->kernel[2] <= 255;
}

/* Whether windows have small sides. */
static inline bool pool_has_few_places(const struct pool *pool)
{
    const int64_t *kernel = &pool->kernel[1];
    return kernel[0] * kernel[1] <= 255 || (kernel[0] <= 20 && kernel[1] <= 20);
}

static inline bool pool_is_small_divisor(int64_t divisor)
{
    return divisor >= -MOST_DIVISOR && divisor <= MOST_DIVISOR;
}

#endif
