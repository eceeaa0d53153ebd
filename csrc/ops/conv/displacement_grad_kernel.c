/* SPDX-License-Identifier: Apache-2.0 */
/* Gradients of convolutions of displaced places: columns of what windows saw, sums of products over
 * images, and what the gradients of columns come to in images and displacements. All are dense
 * float32. */
#include "ops/conv/displacement.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "declared/conv.h"
#include "executor/schedule.h"
#include "ops/common/work_views.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

#define NUMBERS_A_BLOCK ((int64_t)1 << 13)

static float *floats(const struct work_view *view)
{
    return (float *)(void *)view->address;
}

/* ---- Windows side by side, as columns -------------------------------------------------------- */

/* [images, channels, rows, window rows, columns, window columns] to [images, channels, window rows,
 * window columns, rows, columns]. */
static void turn_windows(int64_t block, int64_t blocks, void *context)
{
    const struct work *work = context;
    const struct displacement *d = work->attributes;
    const int64_t *dims = work->inputs[0].dims;
    int64_t tall = d->window[0];
    int64_t wide = d->window[1];
    int64_t rows = dims[2] / tall;
    int64_t columns = dims[3] / wide;
    struct block_share planes = share_of_block(dims[0] * dims[1], block, blocks);
    for (int64_t plane = planes.first; plane < planes.past; plane++) {
        const float *from = floats(&work->inputs[0]) + plane * dims[2] * dims[3];
        float *to = floats(&work->outputs[0]) + plane * dims[2] * dims[3];
        for (int64_t place = 0; place < tall * wide; place++)
            for (int64_t row = 0; row < rows; row++)
                for (int64_t column = 0; column < columns; column++)
                    *to++ = from[((row * tall + place / wide) * columns + column) * wide +
                                 place % wide];
    }
}

static void run_turn(const struct work *work, struct task_failure *failure)
{
    struct work mine = *work;
    const int64_t *dims = work->inputs[0].dims;
    (void)failure;
    ai_cores_run_function(
        "turn_windows", turn_windows,
        blocks_for(view_count(&work->inputs[0]), NUMBERS_A_BLOCK, dims[0] * dims[1]), &mine);
}
const struct l0_run conv_kernel_turned_windows = {.run = run_turn};

/* ---- Displacements --------------------------------------------------------------------------- */

/* One image, one group of channels that are displaced alike. */
struct displaced_group {
    const struct displacement *d;
    const int64_t *image; /* [images, channels, height, width] */
    const int64_t *moved; /* [images, displacements, rows, columns] */
    const float *x;
    const float *offsets;
    const float *grad; /* of columns */
    float *x_grad;
    float *offset_grad;
    int64_t channels; /* of the group */
};

/* A place between the four around it. */
struct between {
    int64_t top;
    int64_t left;
    double down;
    double along;
    bool is_inside;
};

static struct between between_of(double y, double x, const int64_t *image)
{
    struct between b = {0};
    b.is_inside = y > -1 && x > -1 && y < (double)image[2] && x < (double)image[3];
    if (!b.is_inside)
        return b;
    b.top = (int64_t)floor(y);
    b.left = (int64_t)floor(x);
    b.down = y - (double)b.top;
    b.along = x - (double)b.left;
    return b;
}

static bool has_corner(const struct between *b, const int64_t *image, int corner)
{
    int64_t y = b->top + corner / 2;
    int64_t x = b->left + corner % 2;
    return y >= 0 && x >= 0 && y < image[2] && x < image[3];
}

/* What one channel adds at a place: to its image, and to the gradients of a factor and of two
 * displacements. */
static void add_channel(const struct displaced_group *g, const struct between *b, int64_t channel,
                        double share, double factor, double sums[3])
{
    int64_t width = g->image[3];
    int64_t base = channel * g->image[2] * width;
    for (int corner = 0; corner < 4; corner++) {
        if (!has_corner(b, g->image, corner))
            continue;
        int64_t at = base + (b->top + corner / 2) * width + b->left + corner % 2;
        double down = corner / 2 == 1 ? b->down : 1 - b->down;
        double along = corner % 2 == 1 ? b->along : 1 - b->along;
        double value = (double)g->x[at];
        g->x_grad[at] += (float)(share * factor * down * along);
        sums[0] += share * factor * down * (corner % 2 == 1 ? value : -value);
        sums[1] += share * factor * along * (corner / 2 == 1 ? value : -value);
        sums[2] += share * down * along * value;
    }
}

static void add_place(const struct displaced_group *g, int64_t place, int64_t row, int64_t column)
{
    const struct displacement *d = g->d;
    int64_t columns = g->moved[3];
    int64_t area = g->moved[2] * columns;
    int64_t window = d->window[0] * d->window[1];
    int64_t part = d->groups * window * area;
    int64_t at = place * area + row * columns + column;
    double y = (double)(row * d->steps[0] - d->margins[0] + place / d->window[1] * d->spreads[0]);
    double x = (double)(column * d->steps[1] - d->margins[1] +
                        place % d->window[1] * d->spreads[1]);
    struct between b = between_of(y + (double)g->offsets[at + part], x + (double)g->offsets[at],
                                  g->image);
    double factor = (double)g->offsets[at + 2 * part];
    double sums[3] = {0, 0, 0};
    for (int64_t c = 0; b.is_inside && c < g->channels; c++)
        add_channel(g, &b, c, (double)g->grad[c * window * area + at], factor, sums);
    for (int i = 0; i < 3; i++)
        g->offset_grad[at + i * part] = (float)sums[i];
}

static void add_groups(int64_t block, int64_t blocks, void *context)
{
    const struct work *work = context;
    const struct displacement *d = work->attributes;
    const int64_t *image = work->inputs[0].dims;
    const int64_t *moved = work->inputs[1].dims;
    int64_t channels = image[1] / d->groups;
    int64_t window = d->window[0] * d->window[1];
    int64_t area = moved[2] * moved[3];
    struct block_share groups = share_of_block(image[0] * d->groups, block, blocks);
    for (int64_t i = groups.first; i < groups.past; i++) {
        int64_t planes = i * channels;
        int64_t moves = i / d->groups * moved[1] * area + i % d->groups * window * area;
        struct displaced_group g = {d,
                                    image,
                                    moved,
                                    floats(&work->inputs[0]) + planes * image[2] * image[3],
                                    floats(&work->inputs[1]) + moves,
                                    floats(&work->inputs[2]) + planes * window * area,
                                    floats(&work->outputs[0]) + planes * image[2] * image[3],
                                    floats(&work->outputs[1]) + moves,
                                    channels};
        memset(g.x_grad, 0, (size_t)(channels * image[2] * image[3]) * sizeof(float));
        for (int64_t at = 0; at < window * area; at++)
            add_place(&g, at / area, at % area / moved[3], at % moved[3]);
    }
}

static void run_displaced_grad(const struct work *work, struct task_failure *failure)
{
    struct work mine = *work;
    const struct displacement *d = work->attributes;
    (void)failure;
    ai_cores_run_function("displaced_grad", add_groups,
                          blocks_for(view_count(&work->inputs[2]), NUMBERS_A_BLOCK,
                                     work->inputs[0].dims[0] * d->groups),
                          &mine);
}
const struct l0_run conv_kernel_displaced_grad = {.run = run_displaced_grad};
