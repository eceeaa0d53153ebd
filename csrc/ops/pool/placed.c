/* SPDX-License-Identifier: Apache-2.0 */
/* Windows with places on each side of their own (MaxPool3D): where they lie. */
#include "ops/pool/placed.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "ops/common/shape.h"

/* One, three or five numbers, all above 0; those of batches and channels are 1. */
static bool read_spatial(const struct array *array, bool is_last, int64_t found[POOL_DIMS])
{
    const struct shape_numbers numbers = shape_numbers_of(array);
    int64_t first = numbers.count == 5 ? (is_last ? 1 : 2) : 0;
    if (numbers.count != 1 && numbers.count != 3 && numbers.count != 5)
        return false;
    for (int64_t i = 0; i < numbers.count; i++)
        if (numbers.each[i] < 1)
            return false;
    if (numbers.count == 5 && (numbers.each[0] != 1 || numbers.each[is_last ? 4 : 1] != 1))
        return false;
    for (int64_t i = 0; i < POOL_DIMS; i++)
        found[i] = numbers.each[numbers.count == 1 ? 0 : first + i];
    return true;
}

static bool read_padding(struct pool *pool, const struct array *padding)
{
    const struct shape_numbers numbers = shape_numbers_of(padding);
    if (padding == NULL)
        return true;
    if (numbers.count != 2 * POOL_DIMS)
        return false;
    for (int i = 0; i < POOL_DIMS; i++) {
        pool->before[i] = numbers.each[2 * i];
        pool->behind[i] = numbers.each[2 * i + 1];
        if (pool->before[i] < 0 || pool->behind[i] < 0)
            return false;
    }
    return true;
}

/* The windows that fit between the sides; the last one begins inside. */
static int64_t count_between(const struct pool *pool, int dim, int64_t size, int64_t reach,
                             bool ceils)
{
    int64_t stride = pool->stride[dim];
    int64_t rest = shape_difference(
        shape_sum(size, shape_sum(pool->before[dim], pool->behind[dim])), reach);
    int64_t count = 1 + (ceils ? shape_quotient_up(rest, stride) : shape_quotient(rest, stride));
    if (ceils && count > 1 && (count - 1) * stride >= shape_sum(size, pool->before[dim]))
        count--;
    return rest < 0 ? 0 : count;
}

static int64_t count_same(struct pool *pool, int dim, int64_t size, int64_t reach)
{
    int64_t count = shape_quotient_up(size, pool->stride[dim]);
    int64_t rest = (count - 1) * pool->stride[dim] + reach - size;
    rest = rest > 0 ? rest : 0;
    pool->before[dim] = rest / 2;
    pool->behind[dim] = rest - rest / 2;
    return count;
}

bool pool_place_windows(struct pool *pool, const int64_t *dims,
                        const struct placed_windows *windows, int64_t places[POOL_DIMS])
{
    const char *format = windows->format == NULL ? "NDHWC" : windows->format;
    bool is_last = strcmp(format, "NDHWC") == 0;
    bool is_same = strcmp(windows->mode, "SAME") == 0;
    bool is_given = strcmp(windows->mode, "CALCULATED") == 0;
    *pool = (struct pool){
        .kind = POOL_MAX, .spatial = POOL_DIMS, .channels_last = is_last, .dilation = {1, 1, 1}};
    if ((!is_last && strcmp(format, "NCDHW") != 0) ||
        (!is_same && !is_given && strcmp(windows->mode, "VALID") != 0) ||
        !read_spatial(windows->kernel, is_last, pool->kernel) ||
        !read_spatial(windows->stride, is_last, pool->stride) ||
        (windows->dilation != NULL && !read_spatial(windows->dilation, is_last, pool->dilation)) ||
        (is_given && !read_padding(pool, windows->padding)))
        return false;
    bool fits = true;
    for (int i = 0; i < POOL_DIMS; i++) {
        int64_t size = dims[(is_last ? 1 : 2) + i];
        int64_t reach = shape_sum(shape_product(pool->kernel[i] - 1, pool->dilation[i]), 1);
        places[i] = is_same ? count_same(pool, i, size, reach)
                            : count_between(pool, i, size, reach, is_given && windows->ceils != 0);
        fits = fits && places[i] > 0;
    }
    return fits;
}
