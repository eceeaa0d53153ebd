/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The work of pools, on planes of up to three spatial dimensions of tensors of any strides:
 *
 *     average        x -> mean of each window
 *     average grad   grad -> grad of x
 *     max            x -> largest of each window, and its place in the plane, or a mask
 *     max grad       grad, and places or a mask -> grad of x
 *
 * Values are float32; those of max may be int64. A mask is bytes, [..., elements of the window,
 * places of the output and more]: 1 where the element is the largest, else 0.
 */
#ifndef ACLNN_PY_OPS_POOL_POOL_H
#define ACLNN_PY_OPS_POOL_POOL_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "tensor/arrays.h"
#include "tensor/tensor.h"

#define POOL_DIMS 3

enum pool_kind { POOL_AVERAGE, POOL_AVERAGE_GRAD, POOL_MAX, POOL_MAX_GRAD };

/* Attributes of the work. Dimensions that the tensors do not have are before those they have. */
struct pool {
    enum pool_kind kind;
    int32_t spatial; /* dimensions of a plane */
    bool channels_last;
    bool is_adaptive; /* windows divide the plane among the places of the output */
    bool has_places;
    bool has_mask;
    bool counts_padding;
    int64_t divisor; /* 0: that of the window */
    int64_t kernel[POOL_DIMS];
    int64_t stride[POOL_DIMS];
    int64_t dilation[POOL_DIMS];
    int64_t before[POOL_DIMS];
    int64_t behind[POOL_DIMS];
};

/* Whether the format says that channels come last. */
bool pool_is_last(const struct tensor *tensor);

/* The windows of arrays that were checked for their sizes: one number for all dimensions, or one
   each; no stride is that of the kernel, or 1 where by_one says so. */
void pool_set_windows(struct pool *pool, int32_t spatial, const struct array *kernel,
                      const struct array *stride, const struct array *padding,
                      const struct array *dilation, bool by_one);

/* The shape of what the windows give, the first of which is along a dimension; false where there is
   no window along one. */
struct shape;
bool pool_shape_of_windows(const struct tensor *self, const struct pool *pool, int32_t first,
                           bool ceil_mode, struct shape *shape);

/* The shape of a mask of planes, of which there are so many windows in the dims of their result. */
void pool_shape_of_mask(const struct tensor *self, const struct pool *pool, const int64_t *windows,
                        struct shape *shape);

/* ---- How CANN averages: the last dimensions of a tensor are channels and a plane --------------
 */

/* As a whole, by a mean. */
bool pool_is_whole_plane(const struct pool *pool, const int64_t *plane);

/* By the matrix unit of Ascend910B: else by the kernel of volumes. */
bool pool_is_by_products(const struct pool *pool, const int64_t *last, bool ceils);

/* By the kernel of volumes on Ascend910B, the largest of windows with a side above 1000. */
bool pool_is_of_long_windows(const struct pool *pool);

/* A gradient of one place, which is divided by as many as the plane has. */
bool pool_is_whole_gradient(const struct pool *pool, const int64_t *plane, const int64_t *windows);
#define MOST_DIVISOR 255

static inline bool pool_has_small_sides(const struct pool *pool)
{
    return pool->kernel[1] <= 255 && pool->kernel[2] <= 255;
}

/* Of windows with small sides. */
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
