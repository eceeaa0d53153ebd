/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/pool_tiling.h"

#include "base/data_type.h"
#include "tensor/convert.h"
#include "workspace/l0_operators.h"

#define BLOCK 32 /* bytes that pieces of the unified buffer are aligned to */

/* Of the average: what the unified buffer keeps for itself, and room for cores to wait. */
#define AVERAGE_RESERVED (19 * 1024)
#define AVERAGE_SYNC 2048

/* Windows with more places than these run by themselves. */
#define LONG_SIDE 1024
#define MANY_PLACES 10240
#define MANY_READS 10000000000
#define FEW_CHANNELS 64

/* The windows of a kernel for small ones have at most so many places, rows rounded up to 8. */
#define SMALL_PLACES 128
#define SMALL_WIDTH 16

/* Of gradients of the largest: planes at once, at most and at least, and what is reserved. */
#define MOST_PLANES 64
#define FEWEST_PLANES 16
#define LARGEST_RESERVED 8192

static uint64_t up_to(uint64_t value, uint64_t multiple)
{
    return (value + multiple - 1) / multiple * multiple;
}

static uint64_t bytes_of(aclDataType type)
{
    return (uint64_t)data_type_bits(type) / 8;
}

static uint64_t places(const int64_t *dims)
{
    return (uint64_t)dims[0] * (uint64_t)dims[1] * (uint64_t)dims[2];
}

static uint64_t sums_in_float(const struct pool_volume *volume)
{
    return type_is_half(volume->type) ? (uint64_t)volume->planes * places(volume->dims) * 4 : 0;
}

/* ---- Means ----------------------------------------------------------------------------------- */

bool pool_is_long(const struct pool *pool, const int64_t *windows, int64_t channels)
{
    const int64_t *kernel = pool->kernel;
    double count = (double)kernel[0] * (double)kernel[1] * (double)kernel[2];
    double reads = count * (double)windows[0] * (double)windows[1] * (double)windows[2];
    bool is_long = kernel[0] > LONG_SIDE || kernel[1] > LONG_SIDE || kernel[2] > LONG_SIDE;
    return is_long && count > MANY_PLACES && reads > (double)MANY_READS && channels < FEW_CHANNELS;
}

bool pool_is_small(const struct pool *pool)
{
    const int64_t *kernel = pool->kernel;
    return kernel[2] <= SMALL_WIDTH && kernel[0] <= SMALL_PLACES && kernel[1] <= SMALL_PLACES &&
           kernel[0] * kernel[1] * (int64_t)up_to((uint64_t)kernel[2], 8) <= SMALL_PLACES;
}

bool pool_is_deep_only(const struct pool *pool)
{
    return pool->kernel[1] == 1 && pool->kernel[2] == 1 && pool->stride[1] == 1 &&
           pool->stride[2] == 1;
}

/* A last piece that is less than two blocks is added to what another core writes. */
static bool shares_last_piece(uint64_t elements, uint64_t piece, uint64_t two_blocks)
{
    uint64_t last = elements % piece;
    return last != 0 && last < two_blocks;
}

static bool shares_blocks(const struct l0_list *list, const struct pool *pool,
                          const struct pool_volume *volume)
{
    uint64_t size = bytes_of(volume->type);
    uint64_t two_blocks = 2 * BLOCK / size;
    uint64_t buffer = list->soc->unified_buffer_bytes;
    uint64_t room = buffer > AVERAGE_RESERVED ? buffer - AVERAGE_RESERVED : 0;
    uint64_t tile = room / (size + 8) / two_blocks * two_blocks;
    uint64_t channels = (uint64_t)volume->channels;
    if (tile == 0)
        return false;
    if (!volume->channels_last) {
        uint64_t plane = (uint64_t)volume->dims[1] * (uint64_t)volume->dims[2];
        uint64_t whole = up_to(plane, two_blocks);
        if (pool_is_deep_only(pool))
            return shares_last_piece(plane, whole > tile ? tile : whole, two_blocks);
        if (pool_is_long(pool, volume->windows, volume->channels) || pool_is_small(pool))
            return false;
    }
    uint64_t whole = up_to(channels, two_blocks);
    if (2 * whole > tile)
        return shares_last_piece(channels, whole > tile ? tile : whole, two_blocks);
    return channels < BLOCK / size;
}

void pool_tiling_average(struct l0_list *list, const struct pool *pool,
                         const struct pool_volume *volume)
{
    l0_kernel_workspace(list, L0_SYSTEM_WORKSPACE +
                                  (shares_blocks(list, pool, volume) ? AVERAGE_SYNC : 0));
}

void pool_tiling_average_grad(struct l0_list *list, const struct pool_volume *volume)
{
    l0_kernel_workspace(list, L0_SYSTEM_WORKSPACE + sums_in_float(volume));
}

static bool parts_overlap(const struct pool_volume *volume)
{
    for (int i = 0; i < POOL_DIMS; i++)
        if (volume->dims[i] % volume->windows[i] != 0)
            return true;
    return false;
}

void pool_tiling_adaptive_average_grad(struct l0_list *list, const struct pool_volume *volume)
{
    l0_kernel_workspace(list, 2 * L0_SYSTEM_WORKSPACE +
                                  (parts_overlap(volume) ? sums_in_float(volume) : 0));
}

/* ---- The largest ----------------------------------------------------------------------------- */

/* Bytes of the unified buffer for so many planes of a volume with all its windows. */
static double buffer_for(const struct pool *pool, const struct pool_volume *volume, uint64_t planes,
                         const int64_t *windows, bool overlaps)
{
    double size = (double)bytes_of(volume->type);
    uint64_t block = BLOCK / bytes_of(volume->type);
    double sides[POOL_DIMS];
    for (int i = 0; i < POOL_DIMS; i++)
        sides[i] = (double)(windows[i] - 1) * (double)pool->stride[i] + (double)pool->kernel[i];
    double rows = sides[0] * sides[1];
    double count = (double)places(windows);
    double width = (double)up_to((uint64_t)sides[2], BLOCK / 4);
    double own_width = (double)up_to((uint64_t)sides[2], block);
    double grads = (double)up_to(places(windows), block);
    double indices = (double)up_to(places(windows), BLOCK / 4);
    double inputs = overlaps ? 8 * rows * width : rows * own_width * (4 + size);
    return (double)planes * (rows * sides[2] * 4 + inputs + 8 * indices + 2 * grads * size) +
           (double)up_to((uint64_t)((double)planes * count), BLOCK) + LARGEST_RESERVED;
}

static uint64_t planes_at_once(const struct l0_list *list, const struct pool *pool,
                               const struct pool_volume *volume)
{
    double buffer = (double)list->soc->unified_buffer_bytes;
    uint64_t planes = (uint64_t)volume->planes;
    uint64_t at_once = MOST_PLANES;
    if (planes >= (uint64_t)MOST_PLANES * list->soc->vector_cores &&
        buffer_for(pool, volume, at_once, volume->windows, true) <= buffer)
        return at_once;
    if (planes <= MOST_PLANES - FEWEST_PLANES)
        at_once = up_to(planes, FEWEST_PLANES);
    return buffer_for(pool, volume, at_once, volume->windows, true) > buffer ? FEWEST_PLANES
                                                                             : at_once;
}

static bool is_whole_on_a_core(const struct l0_list *list, const struct pool *pool,
                               const struct pool_volume *volume)
{
    static const int64_t one[] = {1, 1, 1};
    double buffer = (double)list->soc->unified_buffer_bytes;
    if (buffer_for(pool, volume, MOST_PLANES, one, true) > buffer)
        return false;
    return buffer_for(pool, volume, planes_at_once(list, pool, volume), volume->windows, false) <=
           buffer;
}

void pool_tiling_max_grad(struct l0_list *list, const struct pool *pool,
                          const struct pool_volume *volume)
{
    bool overlaps = false;
    for (int i = 0; i < POOL_DIMS; i++)
        overlaps = overlaps || pool->kernel[i] > pool->stride[i];
    bool has_sums = overlaps && !is_whole_on_a_core(list, pool, volume);
    l0_kernel_workspace(list, L0_SYSTEM_WORKSPACE + (has_sums ? sums_in_float(volume) : 0));
}

void pool_tiling_adaptive_max_grad(struct l0_list *list, const struct pool_volume *volume)
{
    l0_kernel_workspace(list,
                        L0_SYSTEM_WORKSPACE + (parts_overlap(volume) ? sums_in_float(volume) : 0));
}
