/* SPDX-License-Identifier: Apache-2.0 */
/* Pools and their gradients: what their checks, lists and kernels share. */
#include "ops/pool/pool.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"

bool pool_is_last(const struct tensor *tensor)
{
    return tensor->format == ACL_FORMAT_NHWC || tensor->format == ACL_FORMAT_NDHWC;
}

/* ---- Windows --------------------------------------------------------------------------------- */

/* Reads a number for each dimension. The array has one for all dimensions, or one each; when it has
 * none, `others` count. */
static void spread_numbers(const struct array *array, int32_t spatial, const int64_t *others,
                           int64_t *numbers)
{
    for (int i = 0; i < POOL_DIMS; i++)
        numbers[i] = others[i];
    if (array == NULL || array->size == 0)
        return;
    const int64_t *given = array_integers(array);
    for (int32_t i = 0; i < spatial; i++)
        numbers[POOL_DIMS - spatial + i] = given[array->size == 1 ? 0 : i];
}

void pool_set_windows(struct pool *pool, int32_t spatial, const struct array *kernel,
                      const struct array *stride, const struct array *padding,
                      const struct array *dilation, bool by_one)
{
    static const int64_t ones[] = {1, 1, 1};
    static const int64_t zeros[] = {0, 0, 0};
    pool->spatial = spatial;
    spread_numbers(kernel, spatial, ones, pool->kernel);
    spread_numbers(stride, spatial, by_one ? ones : pool->kernel, pool->stride);
    spread_numbers(dilation, spatial, ones, pool->dilation);
    if (padding != NULL && padding->size == 4 && spatial == 2) { /* four numbers are top, left,
                                                                  * bottom, right */
        const int64_t *sides = array_integers(padding);
        memcpy(&pool->before[1], sides, 2 * sizeof *sides);
        memcpy(&pool->behind[1], sides + 2, 2 * sizeof *sides);
        return;
    }
    spread_numbers(padding, spatial, zeros, pool->before);
    spread_numbers(padding, spatial, zeros, pool->behind);
}

bool pool_set_image_windows(struct pool *pool, const struct array *kernel,
                            const struct array *stride, const struct array *padding)
{
    if (kernel->size != 4 || stride->size != 4 || (padding != NULL && padding->size != 4))
        return false;
    pool->spatial = 2;
    pool->kernel[0] = pool->stride[0] = pool->dilation[0] = 1;
    for (int i = 1; i < POOL_DIMS; i++) {
        pool->kernel[i] = array_integers(kernel)[i + 1];
        pool->stride[i] = array_integers(stride)[i + 1];
        pool->dilation[i] = 1;
        pool->before[i] = padding == NULL ? 0 : array_integers(padding)[2 * i - 2];
        pool->behind[i] = padding == NULL ? 0 : array_integers(padding)[2 * i - 1];
        if (pool->kernel[i] < 1 || pool->stride[i] < 1 || pool->before[i] < 0 ||
            pool->behind[i] < 0 || pool->kernel[i] > INT32_MAX || pool->stride[i] > INT32_MAX ||
            pool->before[i] > INT32_MAX || pool->behind[i] > INT32_MAX)
            return false;
    }
    return true;
}

/* On Ascend910B windows with a longer side are left to the kernel of volumes. */
#define LONGEST_SIDE 1000

/* Limits of the matrix unit: channels, and the divisor of an average. */
#define MOST_CHANNELS 65536

/* Whole planes with shorter sides have no gradient operator of their own. */
#define WHOLE_SIDE 10

/* ---- Means of windows ------------------------------------------------------------------------ */

bool pool_is_whole_plane(const struct pool *pool, const int64_t *plane)
{
    const int64_t *kernel = &pool->kernel[1];
    const int64_t *before = &pool->before[1];
    return kernel[0] == plane[0] && kernel[1] == plane[1] && before[0] == 0 && before[1] == 0;
}

static bool is_strip(const int64_t *plane)
{
    return plane[1] / plane[0] >= 2 || plane[0] / plane[1] >= 2;
}

bool pool_is_by_products(const struct pool *pool, const int64_t *last, bool ceils)
{
    return pool_has_small_sides(pool) && pool_has_few_places(pool) &&
           pool_is_small_divisor(pool->divisor) && !is_strip(&last[1]) && !ceils &&
           last[0] < MOST_CHANNELS;
}

bool pool_is_whole_gradient(const struct pool *pool, const int64_t *plane, const int64_t *windows)
{
    return pool->divisor == 0 && pool->kernel[1] == plane[0] && pool->kernel[2] == plane[1] &&
           plane[0] >= WHOLE_SIDE && plane[1] >= WHOLE_SIDE && windows[0] == 1 && windows[1] == 1;
}

bool pool_is_of_long_windows(const struct pool *pool)
{
    return pool->before[1] == pool->behind[1] && pool->before[2] == pool->behind[2] &&
           (pool->kernel[1] > LONGEST_SIDE || pool->kernel[2] > LONGEST_SIDE);
}
