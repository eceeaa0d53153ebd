/* SPDX-License-Identifier: Apache-2.0 */
/* Pools and their gradients: tilings. */
#include "ops/pool/pool_tiling.h"

#include <stdbool.h>
#include <stdint.h>

#include "base/data_type.h"
#include "ops/pool/pool.h"
#include "tensor/convert.h"
#include "workspace/l0_operators.h"

#define BLOCK 32 /* pieces of the unified buffer are aligned to so many bytes */

/* For averages: bytes of the unified buffer that are reserved, and room for cores to wait for each
 * other. */
#define AVERAGE_RESERVED (19 * 1024)
#define AVERAGE_SYNC 2048

/* Windows with a longer side are computed one at a time. */
#define LONG_SIDE 1024
#define MANY_PLACES 10240
#define MANY_READS 10000000000
#define FEW_CHANNELS 64

/* The kernel for small windows takes at most so many elements; rows are rounded up to 8. */
#define SMALL_PLACES 128
#define SMALL_WIDTH 16

/* For gradients of the largest element: the most and the fewest planes at once, and what is
 * reserved. */
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

bool pool_tiling_is_long(const struct pool *pool, const int64_t *windows, int64_t channels)
{
    const int64_t *kernel = pool->kernel;
    double count = (double)kernel[0] * (double)kernel[1] * (double)kernel[2];
    double reads = count * (double)windows[0] * (double)windows[1] * (double)windows[2];
    bool is_long = kernel[0] > LONG_SIDE || kernel[1] > LONG_SIDE || kernel[2] > LONG_SIDE;
    return is_long && count > MANY_PLACES && reads > (double)MANY_READS && channels < FEW_CHANNELS;
}

bool pool_tiling_is_small(const struct pool *pool)
{
    const int64_t *kernel = pool->kernel;
    return kernel[2] <= SMALL_WIDTH && kernel[0] <= SMALL_PLACES && kernel[1] <= SMALL_PLACES &&
           kernel[0] * kernel[1] * (int64_t)up_to((uint64_t)kernel[2], 8) <= SMALL_PLACES;
}

bool pool_tiling_is_deep_only(const struct pool *pool)
{
    return pool->kernel[1] == 1 && pool->kernel[2] == 1 && pool->stride[1] == 1 &&
           pool->stride[2] == 1;
}

/* Whether the last piece is smaller than two blocks, so that it is added to what another core
 * writes. */
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
        if (pool_tiling_is_deep_only(pool))
            return shares_last_piece(plane, whole > tile ? tile : whole, two_blocks);
        if (pool_tiling_is_long(pool, volume->windows, volume->channels) ||
            pool_tiling_is_small(pool))
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

/* Bytes of the unified buffer for so many planes of a volume with all of its windows. */
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

/* ---- Planes on Ascend950 --------------------------------------------------------------------- */

#define REGISTER 256 /* bytes of a vector register */

/* For averages of planes: reserved bytes, and room for the divisors of a plane. */
#define FLAT_RESERVED 512
#define FEWEST_DIVISORS 1024
#define MOST_DIVISORS (64 * 1024)

/* Windows of two dimensions, in the form that kernels take. */
struct windows {
    double kernel;
    double stride;
    double padding;
    double size;
    double count;
};

/* A single window with a divisor of its own is as large as what it reads. */
static struct windows windows_of(const struct pool *pool, const struct pool_volume *volume, int dim)
{
    struct windows w = {.kernel = (double)pool->kernel[dim],
                        .stride = (double)pool->stride[dim],
                        .padding = (double)pool->before[dim],
                        .size = (double)volume->dims[dim],
                        .count = (double)volume->windows[dim]};
    if (w.count == 1 && pool->divisor != 0) {
        w.kernel = w.kernel >= w.size + w.padding ? w.size : w.kernel - w.padding;
        w.stride = w.kernel;
        w.padding = 0;
    }
    return w;
}

static double reach_of(const struct windows *w)
{
    return (w->count - 1) * w->stride + w->kernel;
}

static double multiple(double value, double of)
{
    return (double)up_to((uint64_t)value, (uint64_t)of);
}

/* What a piece of a plane takes of the unified buffer, in elements. */
struct flat {
    struct windows h;
    struct windows w;
    double size;  /* bytes of an element */
    double block; /* elements in 32 bytes */
    bool is_padded;
    bool doubles_results;
    bool has_divisors; /* each piece has divisors */
};

static double piece_of(const struct flat *f, double rows, double columns, double out_rows,
                       double out_columns)
{
    double in = rows * multiple(columns, f->block);
    double out = multiple(out_rows * out_columns, f->block) * (f->doubles_results ? 2 : 1);
    double divisors = f->has_divisors ? multiple(out_rows * out_columns * 4, BLOCK) / f->size : 0;
    return (in + out) * 2 + (f->is_padded ? in : 0) + divisors;
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

static bool has_room(const struct flat *f, double available, double at_once)
{
    double columns = larger(reach_of(&f->w), f->w.size + 2 * f->w.padding);
    double rows = larger(reach_of(&f->h), f->h.size + 2 * f->h.padding);
    double places = f->h.count * f->w.count;
    double plane = piece_of(f, rows, multiple(columns, f->block), f->h.count, f->w.count);
    if (plane < available && (double)(uint64_t)(available / plane) * places >= at_once)
        return true;
    double out_columns = f->w.count > at_once ? at_once : f->w.count;
    double out_rows = f->w.count > at_once ? 1 : (double)(uint64_t)(at_once / f->w.count);
    double least = f->w.count > at_once ? f->h.kernel : (out_rows - 1) * f->h.stride + f->h.kernel;
    double width = (out_columns - 1) * f->w.stride + f->w.kernel;
    return piece_of(f, least, multiple(width, f->block), out_rows, out_columns) <= available;
}

static bool is_flat_small(const struct l0_list *list, const struct pool *pool,
                          const struct pool_volume *volume, bool ceils)
{
    double size = (double)bytes_of(volume->type);
    struct flat f = {.h = windows_of(pool, volume, 1),
                     .w = windows_of(pool, volume, 2),
                     .size = size,
                     .block = BLOCK / size,
                     .doubles_results = pool->divisor == 0 && size == 2};
    double places = f.h.count * f.w.count;
    double area = f.h.kernel * f.w.kernel;
    double step = f.h.stride * f.w.stride;
    bool is_crowded = (uint64_t)(f.h.kernel / f.h.stride) >= 30 ||
                      (uint64_t)(f.w.kernel / f.w.stride) >= 30;
    if ((double)volume->planes * places < (double)list->soc->vector_cores ||
        (area >= 3600 && area <= 4900 && step >= 58 && step <= 64 && volume->planes >= 64 &&
         is_crowded) ||
        (f.h.count > 1 && f.h.stride >= 2 * f.h.kernel) ||
        (f.w.count > 1 && f.w.stride >= 2 * f.w.kernel && f.w.stride > 128))
        return false;
    f.is_padded = f.h.padding != 0 || f.w.padding != 0 ||
                  (ceils && (reach_of(&f.w) > f.w.size || reach_of(&f.h) > f.h.size));
    bool all_count = reach_of(&f.w) <= f.w.size + 2 * f.w.padding &&
                     reach_of(&f.h) <= f.h.size + 2 * f.h.padding && pool->counts_padding;
    double divisors = multiple(places * 4, BLOCK);
    f.has_divisors = f.is_padded && !all_count && divisors > MOST_DIVISORS;
    if (!f.is_padded || all_count || f.has_divisors)
        divisors = 0;
    else if (divisors < FEWEST_DIVISORS)
        divisors = FEWEST_DIVISORS;
    double lanes = REGISTER / size;
    double indices = multiple(area, lanes) / lanes * REGISTER;
    double available = (double)list->soc->unified_buffer_bytes - indices - divisors - FLAT_RESERVED;
    return available > 0 && has_room(&f, (double)(uint64_t)(available / size), lanes / 2);
}

/* Whether a core computes windows one after the other. */
static bool is_flat_long(const struct l0_list *list, const struct pool *pool,
                         const struct pool_volume *volume)
{
    struct windows h = windows_of(pool, volume, 1);
    struct windows w = windows_of(pool, volume, 2);
    double area = h.kernel * w.kernel;
    double results = (double)volume->planes * h.count * w.count;
    if ((w.stride < (double)(uint64_t)(w.kernel / 8) || w.stride < 32) && area < 5000 &&
        results > 8400)
        return false;
    return results < 2.0 * list->soc->vector_cores || area * (double)bytes_of(volume->type) >= 256;
}

void pool_tiling_flat_average(struct l0_list *list, const struct pool *pool,
                              const struct pool_volume *volume, bool ceils)
{
    bool has_none = !is_flat_small(list, pool, volume, ceils) && is_flat_long(list, pool, volume);
    l0_kernel_workspace(list, has_none ? 0 : L0_SYSTEM_WORKSPACE);
}

static int64_t divide_up(int64_t value, int64_t by)
{
    return (value + by - 1) / by;
}

/* The sides of the planes and of their parts. */
struct sides {
    int64_t h;
    int64_t w;
    int64_t part_h;
    int64_t part_w;
};

static bool is_long_part(const struct l0_list *list, const struct sides *s, int64_t size)
{
    int64_t h = divide_up(s->h, s->part_h);
    int64_t w = divide_up(s->w, s->part_w);
    int64_t lanes = REGISTER / size;
    if ((double)h * (double)w < 256 || w <= lanes / 2)
        return false;
    int64_t columns = s->w < lanes ? s->w : lanes;
    double grads = (double)(divide_up(s->part_h, s->h) + 1) *
                   ((double)divide_up(columns * s->part_w, s->w) + 1);
    double room = multiple(grads * (double)size, BLOCK) +
                  multiple((double)columns, (double)(BLOCK / size)) * 4;
    return 2 * room <= (double)list->soc->unified_buffer_bytes - 4096;
}

/* Whether another kernel takes these sizes as well. */
static bool is_unfriendly(const struct sides *s, int64_t planes)
{
    double places = (double)s->h * (double)s->w;
    double parts = (double)s->part_h * (double)s->part_w;
    bool grows = s->h > s->part_h && s->w > s->part_w && planes <= 700 && places >= 3 * parts;
    bool is_tall = s->h > s->part_h && s->w < s->part_w && s->h >= s->part_h * 4 &&
                   s->part_w >= s->w * 3;
    bool is_wide = s->h < s->part_h && s->w > s->part_w && s->part_h >= s->h * 3 &&
                   s->w * 2 >= s->part_w * 3;
    return divide_up(s->h, s->part_h) * divide_up(s->w, s->part_w) <= 7 && planes <= 4096 &&
           (grows || is_tall || is_wide);
}

static bool is_narrow(int64_t h, int64_t w, int64_t other_h, int64_t other_w)
{
    return h > other_h && w <= other_w && w <= 4 && (h >= other_h * 4 || other_h <= 64);
}

static bool is_small_part(const struct l0_list *list, const struct sides *s, int64_t planes,
                          int64_t size)
{
    if (is_narrow(s->part_h, s->part_w, s->h, s->w) || is_narrow(s->h, s->w, s->part_h, s->part_w))
        return false;
    double kernel = (double)divide_up(s->h, s->part_h) * (double)divide_up(s->w, s->part_w);
    if (kernel >= 256 || planes < 128 || (double)s->part_h * (double)s->part_w < 16 ||
        s->part_w < (size == 4 ? 8 : 16) || is_unfriendly(s, planes))
        return false;
    int64_t at_once = REGISTER / size;
    double block = (double)(BLOCK / size);
    double rows = (double)(divide_up(s->part_h, s->h) + 1);
    double in = (double)at_once * rows * multiple((double)(divide_up(s->part_w, s->w) + 1), block);
    double out = multiple(block, 16) * (double)at_once;
    double room = multiple(in * (double)size, BLOCK) + 4 * larger(in, out) + 4 * out;
    return 2 * room <= (double)list->soc->unified_buffer_bytes - 2048 - 2560;
}

void pool_tiling_flat_adaptive_average_grad(struct l0_list *list, const struct pool_volume *volume)
{
    const struct sides sides = {volume->dims[1], volume->dims[2], volume->windows[1],
                                volume->windows[2]};
    int64_t size = (int64_t)bytes_of(volume->type);
    bool is_small = !is_long_part(list, &sides, size) &&
                    is_small_part(list, &sides, volume->planes, size);
    l0_kernel_workspace(list, is_small ? L0_SYSTEM_WORKSPACE : 0);
}
