/* SPDX-License-Identifier: Apache-2.0 */
/* Resized images: tilings. */
#include "ops/resize/resize_tiling.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/number.h"

#define MEBI ((uint64_t)1 << 20)

enum { DEPTH = RESIZE_DEPTH, HEIGHT = RESIZE_HEIGHT, WIDTH = RESIZE_WIDTH };

/* ---- Numbers --------------------------------------------------------------------------------- */

static bool equal(float a, float b)
{
    return fabsf(a - b) < 1e-6f;
}

/* The integer part. What does not fit into 32 bits becomes the least integer, as processors do
 * it. */
static int64_t whole(float x)
{
    return x > -2147483648.0f && x < 2147483648.0f ? (int32_t)x : INT32_MIN;
}

/* Rounded up, except when the number is this close to an integer. */
static int64_t above(float x)
{
    int64_t floor = whole(x);
    return equal(x, (float)floor) ? floor : floor + 1;
}

static uint64_t align(uint64_t value, uint64_t alignment)
{
    return (value + alignment - 1) / alignment * alignment;
}

/* The number of elements of a slide, from the largest factor: more for small factors. */
static int64_t slide_of(float factor, const float limits[3])
{
    return factor <= limits[0] ? 64 : factor <= limits[1] ? 48 : factor <= limits[2] ? 32 : 16;
}

static const float usual_limits[] = {5, 8, 20};
static const float nearest_limits[] = {6, 10, 24};

/* The number of cores that take the elements of a dimension, slide by slide. When there are fewer
 * slides than cores, groups of cores share a slide, and each core takes at least a number of
 * rows. */
static int64_t cores_of(const struct soc *soc, int64_t places, int64_t slide, int64_t rows,
                        int64_t least_rows)
{
    int64_t cores = soc->ai_cores;
    int64_t slides = divide_up(places, slide);
    if (slides >= cores || slides <= 0)
        return cores;
    int64_t group = cores / slides;
    int64_t share = most(most(divide_up(rows, group), least_rows), 1);
    return slides * least(group, divide_up(rows, share));
}

/* How many elements of one size correspond to an element of the other, by the sizes or by a given
 * factor. */
static float step_of(const struct resize_kernel *k, int dim, int64_t one, int64_t other)
{
    if (k->corners)
        return one > 1 ? (float)(other - 1) / (float)(one - 1) : 0;
    return k->factors[dim] > 0 ? k->factors[dim] : (float)other / (float)one;
}

/* The same as step_of for results; 1 where the size does not change. */
static float result_step(const struct resize_kernel *k, int dim)
{
    return k->from[dim] == k->to[dim] ? 1 : step_of(k, dim, k->to[dim], k->from[dim]);
}

static int64_t rows_of(const struct resize_kernel *k)
{
    return k->images * k->from[HEIGHT];
}

/* The elements between the two dimensions: rows of the input, in the result's width. */
static uint64_t between(const struct resize_kernel *k)
{
    return (uint64_t)k->images * (uint64_t)k->from[HEIGHT] * (uint64_t)k->to[WIDTH];
}

static uint64_t between_bytes(const struct resize_kernel *k)
{
    return align(between(k) * (uint64_t)k->width, 512);
}

/* The cores of planes. A width that does not change is skipped, and so is a height then, unless
 * both are unchanged. */
static int64_t plane_cores(const struct soc *soc, const struct resize_kernel *k,
                           const float steps[RESIZE_MAX_DIMS], const int64_t slides[2],
                           int64_t least_rows)
{
    int64_t cores = 1;
    if (!equal(steps[WIDTH], 1))
        cores = most(cores, cores_of(soc, k->to[WIDTH], slides[1], rows_of(k), least_rows));
    if (!equal(steps[HEIGHT], 1) || equal(steps[WIDTH], 1))
        cores = most(cores, cores_of(soc, k->to[HEIGHT], slides[0], k->images, 0));
    return cores;
}

static void result_steps(const struct resize_kernel *k, float steps[RESIZE_MAX_DIMS])
{
    for (int i = 0; i < RESIZE_MAX_DIMS; i++)
        steps[i] = result_step(k, i);
}

/* ---- Linear ---------------------------------------------------------------------------------- */

/* The widest slide among those with which the most cores are used. */
static int64_t widest_slide(const struct soc *soc, const int64_t *slides, int count, int64_t places,
                            int64_t rows, bool has_least)
{
    int64_t slide = slides[0];
    int64_t cores = 0;
    for (int i = 0; i < count; i++) {
        int64_t used = cores_of(soc, places, slides[i], rows, has_least ? slides[i] : 0);
        slide = used >= cores ? slides[i] : slide;
        cores = most(cores, used);
    }
    return slide;
}

/* The first element from which element `slide` - 1 is taken. */
static int64_t first_of(int64_t slide, float step, bool corners)
{
    float last = slide > 1 ? (float)(slide - 1) : 0;
    return whole(corners ? step * last : fmaxf((last + 0.5f) * step - 0.5f, 0));
}

/* The columns of a slide's matrix of weights. */
static int64_t spread_of(int64_t slide, float step, bool corners, int64_t places)
{
    return least(first_of(slide, step, corners) - first_of(0, step, corners) + 10, places);
}

/* Halves are converted in pieces, which cores keep besides the weights. */
static uint64_t linear_pieces(const struct soc *soc, const struct resize_kernel *k, int64_t slide,
                              int64_t spread, uint64_t weights)
{
    uint64_t block = 32 / (uint64_t)k->width;
    uint64_t row = 4 * (align((uint64_t)spread, block) + (uint64_t)slide);
    uint64_t rows = (uint64_t)k->images;
    uint64_t held = (soc->unified_buffer_bytes - 1024 - weights) / row / block * block;
    uint64_t taken = (160 * MEBI / soc->ai_cores - weights) / row / block * block;
    held = held < rows ? held : rows;
    taken = taken < rows ? taken : rows;
    return (taken > held ? taken : held) * row;
}

uint64_t resize_tiling_upsample_linear1d(const struct soc *soc, const struct resize_kernel *k)
{
    static const int64_t slides[] = {16, 32, 64, 128};
    float step = result_step(k, WIDTH);
    int64_t slide = k->from[WIDTH] == 1
                        ? 1024
                        : widest_slide(soc, slides, 4, k->to[WIDTH], k->images, true);
    slide = least(slide, step <= 1 ? 128 : step <= 5 ? 64 : step <= 20 ? 32 : 16);
    bool changes = !equal(step, 1);
    int64_t spread = changes ? spread_of(slide, step, k->corners, k->from[WIDTH]) : 0;
    uint64_t cores = (uint64_t)(changes ? cores_of(soc, k->to[WIDTH], slide, k->images, slide) : 1);
    uint64_t weights = 4 * align((uint64_t)(slide * spread), 128);
    uint64_t each = weights + (k->width == 4 ? 0 : linear_pieces(soc, k, slide, spread, weights));
    return each * cores + 16 * MEBI;
}

static int64_t bilinear_slide(const struct soc *soc, const struct resize_kernel *k, int dim,
                              float step)
{
    static const int64_t slides[] = {16, 32, 48, 64, 128};
    int64_t slide = widest_slide(soc, slides, 5, k->to[dim], dim == WIDTH ? rows_of(k) : k->images,
                                 dim == WIDTH);
    if (k->from[HEIGHT] == 1 && k->from[WIDTH] == 1)
        slide = 1024;
    return least(slide, step <= 1 ? 128 : slide_of(step, usual_limits));
}

uint64_t resize_tiling_upsample_bilinear2d(const struct soc *soc, const struct resize_kernel *k)
{
    float steps[RESIZE_MAX_DIMS];
    result_steps(k, steps);
    int64_t slides[] = {bilinear_slide(soc, k, HEIGHT, steps[HEIGHT]),
                        bilinear_slide(soc, k, WIDTH, steps[WIDTH])};
    int64_t spread = 0;
    if (!equal(steps[WIDTH], 1))
        spread = spread_of(slides[1], steps[WIDTH], k->corners, k->from[WIDTH]);
    if (!equal(steps[HEIGHT], 1) || equal(steps[WIDTH], 1))
        spread = most(spread, least(above((float)slides[0] * steps[HEIGHT]) + 2, k->from[HEIGHT]));
    uint32_t weights = (uint32_t)(most(slides[0], slides[1]) * spread * k->width);
    uint32_t cores = (uint32_t)plane_cores(soc, k, steps, slides, slides[1]);
    return between_bytes(k) + weights * cores + 32 * MEBI;
}

uint64_t resize_tiling_upsample_bilinear2d_grad(const struct soc *soc,
                                                const struct resize_kernel *k)
{
    const int64_t slides[] = {16, 16};
    float steps[RESIZE_MAX_DIMS] = {1, 1, 1};
    int64_t spread = 0;
    for (int i = HEIGHT; i <= WIDTH; i++) {
        steps[i] = step_of(k, i, k->from[i], k->to[i]);
        int64_t own = equal(steps[i], 0) ? k->from[i]
                                         : (whole(ceilf(20 / steps[i])) + 8 + 7) / 8 * 8;
        spread = most(spread, most(own, 16));
    }
    uint32_t weights = (uint32_t)(16 * spread);
    uint32_t cores = (uint32_t)plane_cores(soc, k, steps, slides, 16);
    return (between(k) + weights * cores) * 8 + 32 * MEBI;
}

/* ---- Areas ----------------------------------------------------------------------------------- */

/* The most elements that an element of the result takes. A `reach` of 1 is that of linear
 * interpolation. */
static int64_t taps_of(float step, float reach)
{
    return above(step >= 1 ? reach * step : reach) * 2 + 1;
}

uint64_t resize_tiling_upsample_bilinear2d_area(const struct soc *soc,
                                                const struct resize_kernel *k)
{
    float steps[RESIZE_MAX_DIMS];
    result_steps(k, steps);
    int64_t slide = slide_of(fmaxf(steps[HEIGHT], steps[WIDTH]), usual_limits);
    int64_t spread = 0;
    for (int i = HEIGHT; i <= WIDTH; i++)
        if (!equal(steps[i], 1) || (i == HEIGHT && equal(steps[WIDTH], 1)))
            spread = most(spread,
                          least(above((float)slide * steps[i]) + taps_of(steps[i], 1), k->from[i]));
    uint32_t weights = (uint32_t)(slide * spread * k->width);
    uint32_t cores = (uint32_t)plane_cores(soc, k, steps, (int64_t[]){slide, slide}, slide);
    return between_bytes(k) + weights * cores + 32 * MEBI;
}

/* The cores that work on one dimension of the gradient. They share the rows of the other dimension:
 * all images' rows for the width, rows in the output's width for the height. */
static int64_t gradient_cores(const struct soc *soc, const struct resize_kernel *k, int dim,
                              int64_t slide)
{
    return cores_of(soc, k->to[dim], slide, dim == WIDTH ? rows_of(k) : k->to[WIDTH], 16);
}

uint64_t resize_tiling_upsample_bilinear2d_area_backward(const struct soc *soc,
                                                         const struct resize_kernel *k)
{
    float steps[RESIZE_MAX_DIMS];
    bool changes[RESIZE_MAX_DIMS];
    int64_t slide = 16;
    int64_t spread = 0;
    int64_t cores = 1;
    for (int i = HEIGHT; i <= WIDTH; i++) {
        steps[i] = step_of(k, i, k->from[i], k->to[i]);
        changes[i] = !k->corners && k->factors[i] > 0 ? !equal(k->factors[i], 1)
                                                      : k->from[i] != k->to[i];
        slide = steps[i] > 0 && steps[i] < 0.04f ? 8 : slide;
    }
    changes[HEIGHT] |= !changes[WIDTH];
    for (int i = HEIGHT; i <= WIDTH; i++) {
        if (!changes[i])
            continue;
        int64_t own = k->from[i];
        if (steps[i] > 0)
            own = least(own, above((float)(slide + 4) / steps[i]) + taps_of(steps[i], 1) + 4);
        spread = most(spread, own);
        cores = most(cores, gradient_cores(soc, k, i, slide));
    }
    uint32_t weights = (uint32_t)(slide * spread * k->width);
    return between(k) * (uint64_t)k->width + weights * (uint32_t)cores * 2 + 16 * MEBI;
}

uint64_t resize_tiling_upsample_bicubic2d_area(const struct soc *soc, const struct resize_kernel *k)
{
    float steps[RESIZE_MAX_DIMS];
    uint32_t weights = 0;
    for (int i = HEIGHT; i <= WIDTH; i++)
        steps[i] = k->corners ? step_of(k, i, k->to[i], k->from[i]) : result_step(k, i);
    int64_t slide = slide_of(fmaxf(steps[HEIGHT], steps[WIDTH]), usual_limits);
    if (slide > k->to[HEIGHT] || slide > k->to[WIDTH])
        slide = 16;
    for (int i = HEIGHT; i <= WIDTH; i++) {
        float support = steps[i] >= 1 ? 2 * steps[i] : 2;
        int64_t spread = above((float)slide * steps[i]) + above(2 * support);
        weights = (uint32_t)most(weights, (uint32_t)(slide * spread * k->width));
    }
    int64_t cores = most(cores_of(soc, k->to[WIDTH], slide, rows_of(k), slide * 2 / k->width),
                         cores_of(soc, k->to[HEIGHT], slide, k->images, 0));
    return between_bytes(k) + (uint64_t)weights * (uint64_t)cores * 2 + 32 * MEBI;
}

uint64_t resize_tiling_upsample_bicubic2d_area_grad(const struct soc *soc,
                                                    const struct resize_kernel *k)
{
    float steps[RESIZE_MAX_DIMS];
    int64_t cores = 1;
    for (int i = HEIGHT; i <= WIDTH; i++) {
        bool is_same = k->corners && k->from[i] == k->to[i];
        steps[i] = is_same ? 1 : step_of(k, i, k->from[i], k->to[i]);
    }
    int64_t spread = k->from[WIDTH];
    if (!equal(steps[WIDTH], 0))
        spread = least(spread, 2 * above(16 / steps[WIDTH]) + 2 * taps_of(steps[WIDTH], 2));
    if (!equal(steps[WIDTH], 1))
        cores = most(cores, gradient_cores(soc, k, WIDTH, 16));
    if (!equal(steps[HEIGHT], 1) || equal(steps[WIDTH], 1))
        cores = most(cores, gradient_cores(soc, k, HEIGHT, 16));
    uint32_t weights = (uint32_t)(16 * spread);
    return between(k) * (uint64_t)k->width + (uint64_t)weights * (uint64_t)cores * 8 + 32 * MEBI;
}

/* ---- Cubic ----------------------------------------------------------------------------------- */

uint64_t resize_tiling_upsample_bicubic2d(const struct soc *soc, const struct resize_kernel *k)
{
    float steps[RESIZE_MAX_DIMS];
    result_steps(k, steps);
    int64_t slide = slide_of(fmaxf(steps[HEIGHT], steps[WIDTH]), usual_limits);
    int64_t spread = 0;
    for (int i = HEIGHT; i <= WIDTH; i++)
        if (!equal(steps[i], 1) || (i == HEIGHT && equal(steps[WIDTH], 1)))
            spread = most(spread, above((float)slide * steps[i]) + 4);
    uint32_t weights = (uint32_t)(slide * spread * k->width);
    uint32_t cores = (uint32_t)plane_cores(soc, k, steps, (int64_t[]){slide, slide}, slide);
    return between_bytes(k) + weights * cores + 32 * MEBI;
}

/* The number of cores when each adds up some slides of 16, or some rows of the rest. */
static int64_t ordered_cores(int64_t cores, int64_t places, int64_t rows)
{
    return places / (16 * cores) > 0 || rows / cores > 0 ? cores : rows % cores;
}

uint64_t resize_tiling_upsample_bicubic2d_grad(const struct soc *soc, const struct resize_kernel *k)
{
    const float most_step = 50;
    const float *steps = k->factors;
    bool in_order = k->deterministic;
    int64_t cores = soc->vector_cores;
    for (int i = HEIGHT; i <= WIDTH; i++)
        in_order |= steps[i] >= most_step || steps[i] < 1 / most_step;
    if (!in_order) {
        uint64_t base = 16 * (uint64_t)whole(ceilf(fmaxf(steps[HEIGHT], steps[WIDTH]) + 0.25f));
        return base * 16 * (uint64_t)cores * (uint64_t)k->width +
               align(between(k) * (uint64_t)k->width, 32) + (uint64_t)cores * 64 + 16 * MEBI;
    }
    int64_t used = 1;
    int64_t spread = 0;
    bool is_wide = k->from[WIDTH] != k->to[WIDTH];
    cores /= 2;
    if (is_wide)
        used = most(used, ordered_cores(cores, k->to[WIDTH], rows_of(k)));
    if (!is_wide || k->from[HEIGHT] != k->to[HEIGHT])
        used = most(used, ordered_cores(cores, k->to[HEIGHT], k->to[WIDTH]));
    for (int i = HEIGHT; i <= WIDTH; i++)
        spread = most(spread, equal(steps[i], 0) ? k->from[i]
                                                 : least(whole(20 / steps[i]) + 1, k->from[i]));
    return (between(k) + (uint64_t)(spread * 16 * used * 2)) * (uint64_t)k->width + 16 * MEBI;
}

/* ---- Volumes --------------------------------------------------------------------------------- */

/* The cores of a dimension of a volume. Groups of cores share remaining slides as equally as
 * possible. A core of the width takes at least 16 rows. */
static int64_t group_cores(const struct soc *soc, int64_t places, int64_t rows, bool is_width)
{
    int64_t cores = soc->ai_cores;
    int64_t groups = divide_up(places % (16 * cores), 16);
    int64_t found = 0;
    if (places / (16 * cores) > 0)
        return cores;
    for (int64_t i = 0; i < groups; i++) {
        int64_t group = cores / groups + (i < cores % groups);
        found += least(group, is_width ? divide_up(rows, most(divide_up(rows, group), 16)) : rows);
    }
    return found;
}

uint64_t resize_tiling_upsample_trilinear3d(const struct soc *soc, const struct resize_kernel *k)
{
    float steps[RESIZE_MAX_DIMS];
    bool changes[RESIZE_MAX_DIMS];
    int64_t cores = 1;
    int64_t weights = 0;
    int64_t rows = k->images;
    result_steps(k, steps);
    for (int i = 0; i < RESIZE_MAX_DIMS; i++)
        changes[i] = !equal(steps[i], 1);
    changes[DEPTH] |= !changes[HEIGHT] && !changes[WIDTH];
    for (int i = 0; i < RESIZE_MAX_DIMS; i++) {
        if (changes[i])
            cores = most(cores, group_cores(soc, k->to[i], rows, i == WIDTH));
        weights = most(weights, (above(16 * steps[i]) + 2) * 16);
        rows *= k->from[i];
    }
    uint64_t lines = (uint64_t)k->images * (uint64_t)k->from[DEPTH] * (uint64_t)k->to[WIDTH];
    uint64_t kept = (equal(steps[WIDTH], 1) ? 0 : lines * (uint64_t)k->from[HEIGHT]) +
                    (equal(steps[HEIGHT], 1) ? 0 : lines * (uint64_t)k->to[HEIGHT]);
    return (kept + (uint64_t)(weights * cores)) * (uint64_t)k->width + 32 * MEBI;
}

/* The bytes between the dimensions of a gradient, and those of all cores' weights. */
static uint64_t volume_bytes(const struct resize_kernel *k, const bool changes[RESIZE_MAX_DIMS],
                             uint64_t weights)
{
    uint64_t block = 32 / (uint64_t)k->width;
    uint64_t lines = (uint64_t)k->images * (uint64_t)k->from[DEPTH] * (uint64_t)k->to[WIDTH];
    uint64_t kept = 0;
    if (changes[WIDTH] && (changes[HEIGHT] || changes[DEPTH]))
        kept += align(lines * (uint64_t)k->from[HEIGHT], block);
    if (changes[HEIGHT] && changes[DEPTH])
        kept += align(lines * (uint64_t)k->to[HEIGHT], block);
    return (kept + weights) * (uint64_t)k->width;
}

uint64_t resize_tiling_upsample_trilinear3d_backward(const struct soc *soc,
                                                     const struct resize_kernel *k)
{
    bool changes[RESIZE_MAX_DIMS];
    int64_t cores = 1;
    int64_t spread = 0;
    int64_t rows = k->images;
    float steps[RESIZE_MAX_DIMS];
    for (int i = 0; i < RESIZE_MAX_DIMS; i++) {
        steps[i] = k->from[i] == k->to[i] ? 1 : step_of(k, i, k->from[i], k->to[i]);
        changes[i] = !equal(steps[i], 1);
    }
    changes[WIDTH] |= !changes[HEIGHT] && !changes[DEPTH];
    for (int i = 0; i < RESIZE_MAX_DIMS; i++) {
        if (changes[i]) {
            int64_t own = k->from[i];
            if (!equal(steps[i], 0))
                own = least(own, above(20 / steps[i]) + 4);
            spread = most(spread, own);
            cores = most(cores, cores_of(soc, k->to[i], 16, rows, 16));
        }
        rows *= k->from[i];
    }
    return volume_bytes(k, changes, (uint64_t)(16 * spread * cores)) + 32 * MEBI;
}

/* ---- Nearest --------------------------------------------------------------------------------- */

uint64_t resize_tiling_upsample_nearest2d_grad(const struct soc *soc, const struct resize_kernel *k)
{
    float steps[RESIZE_MAX_DIMS] = {1, 1, 1};
    for (int i = HEIGHT; i <= WIDTH; i++)
        steps[i] = k->factors[i] > 0 ? k->factors[i] : (float)k->from[i] / (float)k->to[i];
    int64_t slide = slide_of(fmaxf(steps[HEIGHT], steps[WIDTH]), usual_limits);
    int64_t spread = k->from[WIDTH];
    if (!equal(steps[WIDTH], 0))
        spread = least(spread, above((float)slide * steps[WIDTH]) + 4);
    uint64_t cores = (uint64_t)plane_cores(soc, k, steps, (int64_t[]){slide, slide}, slide);
    return (between(k) * (uint64_t)k->width + (uint64_t)(slide * spread) * cores) * 8 + 32 * MEBI;
}

uint64_t resize_tiling_upsample_nearest3d_grad(const struct soc *soc, const struct resize_kernel *k)
{
    const int64_t rows[] = {most(k->images, k->to[HEIGHT] * k->to[WIDTH]),
                            most(k->images * k->from[DEPTH], k->to[WIDTH]),
                            k->images * k->from[DEPTH] * k->from[HEIGHT]};
    bool changes[RESIZE_MAX_DIMS];
    float steps[RESIZE_MAX_DIMS];
    float largest = 0;
    int64_t cores = 1;
    int64_t spread = 0;
    for (int i = 0; i < RESIZE_MAX_DIMS; i++) {
        bool is_given = k->factors[i] > 0;
        steps[i] = is_given ? k->factors[i] : (float)k->from[i] / (float)k->to[i];
        changes[i] = is_given ? !equal(steps[i], 1) : k->from[i] != k->to[i];
        largest = fmaxf(largest, steps[i]);
    }
    changes[WIDTH] |= !changes[HEIGHT] && !changes[DEPTH];
    int64_t slide = slide_of(largest, nearest_limits);
    for (int i = 0; i < RESIZE_MAX_DIMS; i++) {
        if (!changes[i])
            continue;
        spread = most(spread, least(above((float)slide * steps[i]) + 5, k->from[i]));
        cores = most(cores, cores_of(soc, k->to[i], slide, rows[i], slide));
    }
    return volume_bytes(k, changes, (uint64_t)(slide * spread * cores)) + 16 * MEBI;
}
