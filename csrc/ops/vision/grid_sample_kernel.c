/* SPDX-License-Identifier: Apache-2.0 */
/* GridSampler2D and GridSampler3D: interpolate images at the positions that a grid gives, and
 * compute the gradients. Coordinates, weights and sums are float64. The taps of a position are
 * found once for all channels, or for some of them. */
#include "ops/vision/grid_sample.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/number.h"
#include "declared/vision.h"
#include "executor/operator.h"
#include "executor/schedule.h"
#include "ops/common/work_views.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

#define MOST_TAPS 16 /* 4 by 4, or 2 by 2 by 2 */
#define PLACES_A_BLOCK ((int64_t)1 << 10)
#define CHANNELS_A_BLOCK ((int64_t)8) /* of images whose gradients are computed */

/* ---- Places ---------------------------------------------------------------------------------- */

/* A coordinate, and its derivative by the coordinate of the grid. */
struct coordinate {
    double at;
    double slope;
};

/* Reflects a coordinate at low and high, which are given doubled. */
static struct coordinate reflected(struct coordinate place, double twice_low, double twice_high)
{
    double low = twice_low / 2;
    double span = (twice_high - twice_low) / 2;
    if (!(span > 0))
        return (struct coordinate){0, 0};
    double at = fabs(place.at - low);
    double turns = floor(at / span);
    double rest = at - turns * span;
    bool is_even = turns - 2 * floor(turns / 2) == 0;
    bool is_turned = (place.at < low) == is_even;
    return (struct coordinate){is_even ? rest + low : span - rest + low,
                               is_turned ? -place.slope : place.slope};
}

/* Limits a coordinate to the image, if wanted. At the edge and beyond its derivative is 0. */
static struct coordinate held(const struct grid_sample *s, struct coordinate place, int64_t size)
{
    double last = (double)(size - 1);
    if (s->padding == ZEROS)
        return place;
    if (s->padding == REFLECTION)
        place = s->corners ? reflected(place, 0, 2 * last) : reflected(place, -1, 2 * last + 1);
    if (!(place.at > 0))
        return (struct coordinate){0, 0};
    return place.at < last ? place : (struct coordinate){last, 0};
}

/* Converts from [-1, 1] to elements. */
static struct coordinate place_of(const struct grid_sample *s, double at, int64_t size)
{
    double last = (double)(size - 1);
    return s->corners ? (struct coordinate){(at + 1) / 2 * last, last / 2}
                      : (struct coordinate){((at + 1) * (double)size - 1) / 2, (double)size / 2};
}

/* Rounds to the nearest integer, ties to even. */
static double nearest(double at)
{
    double up = floor(at + 0.5);
    bool is_odd = up - 2 * floor(up / 2) != 0;
    return up - at == 0.5 && is_odd ? up - 1 : up;
}

static double cubic(double x)
{
    const double a = -0.75;
    x = fabs(x);
    return x <= 1 ? ((a + 2) * x - (a + 3)) * x * x + 1 : ((x - 5) * x + 8) * x * a - 4 * a;
}

static double cubic_slope(double x)
{
    const double a = -0.75;
    double size = fabs(x);
    double slope = size <= 1 ? (3 * (a + 2) * size - 2 * (a + 3)) * size
                             : ((3 * size - 10) * size + 8) * a;
    return x < 0 ? -slope : slope;
}

/* The taps of one dimension: elements, -1 outside of the image, their weights, and the derivatives
 * of these by the grid's coordinate. */
struct along {
    int count;
    int64_t places[4];
    double weights[4];
    double slopes[4];
};

static int64_t inside(double at, int64_t size)
{
    return at >= 0 && at <= (double)(size - 1) ? (int64_t)at : -1;
}

static struct along taps_along(const struct grid_sample *s, double coordinate, int64_t size)
{
    struct along a = {.count = 1, .weights = {1}};
    struct coordinate place = place_of(s, coordinate, size);
    if (s->interpolation == BICUBIC) {
        double whole = floor(place.at);
        a.count = 4;
        for (int i = 0; i < 4; i++) {
            double tap = whole - 1 + i;
            a.places[i] = inside(held(s, (struct coordinate){tap, 0}, size).at, size);
            a.weights[i] = cubic(place.at - tap);
            a.slopes[i] = cubic_slope(place.at - tap) * place.slope;
        }
        return a;
    }
    place = held(s, place, size);
    if (s->interpolation == NEAREST) {
        a.places[0] = inside(nearest(place.at), size);
        return a;
    }
    double whole = floor(place.at);
    a.count = 2;
    a.places[0] = inside(whole, size);
    a.places[1] = inside(whole + 1, size);
    a.weights[1] = place.at - whole;
    a.weights[0] = 1 - a.weights[1];
    a.slopes[1] = place.slope;
    a.slopes[0] = -place.slope;
    return a;
}

/* ---- The work -------------------------------------------------------------------------------- */

struct run {
    const struct work *work;
    const struct grid_sample *sample;
    const struct work_view *image; /* the input */
    const struct work_view *grid;
    const struct work_view *result; /* out or its gradient, with an element for each position of the
                                     * grid */
    int32_t first;                  /* the first spatial dimension of the image and the result */
    int32_t channel;                /* their dimension of channels */
    int64_t places;                 /* positions of the grid for one image */
};

static double number_at(const struct work_view *view, int64_t offset)
{
    const char *at = view->address + offset * view_width(view);
    float narrow;
    double wide;
    if (view->type == ACL_DOUBLE) {
        memcpy(&wide, at, sizeof wide);
        return wide;
    }
    memcpy(&narrow, at, sizeof narrow);
    return (double)narrow;
}

static void put_number(const struct work_view *view, int64_t offset, double value)
{
    char *at = view->address + offset * view_width(view);
    float narrow = (float)value;
    if (view->type == ACL_DOUBLE)
        memcpy(at, &value, sizeof value);
    else
        memcpy(at, &narrow, sizeof narrow);
}

/* The taps of a position: offsets in an image, and weights, or their derivatives by one coordinate
 * of the grid. */
static int find_taps(const struct run *r, const struct work_view *image, const struct along *along,
                     int32_t changed, int64_t *offsets, double *weights)
{
    int count = 1;
    offsets[0] = 0;
    weights[0] = 1;
    for (int32_t d = 0; d < r->sample->spatial; d++) {
        const double *own = d == changed ? along[d].slopes : along[d].weights;
        int64_t before[MOST_TAPS];
        double shares[MOST_TAPS];
        int found = 0;
        memcpy(before, offsets, (size_t)count * sizeof *before);
        memcpy(shares, weights, (size_t)count * sizeof *shares);
        for (int i = 0; i < count; i++)
            for (int k = 0; k < along[d].count; k++)
                if (along[d].places[k] >= 0) {
                    offsets[found] = before[i] + along[d].places[k] * image->strides[r->first + d];
                    weights[found++] = shares[i] * own[k];
                }
        count = found;
    }
    return count;
}

#define NONE_CHANGED (-1)

/* The offset of one of the grid's positions in a view whose spatial dimensions begin at `first`. */
static int64_t place_offset(const struct run *r, const struct work_view *view, int32_t first,
                            int64_t batch, int64_t place)
{
    int64_t offset = batch * view->strides[0];
    for (int32_t d = r->sample->spatial - 1; d >= 0; d--) {
        offset += place % r->grid->dims[d + 1] * view->strides[first + d];
        place /= r->grid->dims[d + 1];
    }
    return offset;
}

static void find_along(const struct run *r, int64_t batch, int64_t place, struct along *along)
{
    int32_t spatial = r->sample->spatial;
    int64_t at = place_offset(r, r->grid, 1, batch, place);
    /* The grid has x, y, z; images have z, y, x. */
    for (int32_t d = 0; d < spatial; d++)
        along[d] = taps_along(
            r->sample, number_at(r->grid, at + (spatial - 1 - d) * r->grid->strides[spatial + 1]),
            r->image->dims[r->first + d]);
}

static double sum_of_taps(const struct work_view *image, int64_t from, int count,
                          const int64_t *offsets, const double *weights)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += weights[i] * number_at(image, from + offsets[i]);
    return sum;
}

static void run_place(const struct run *r, int64_t batch, int64_t place)
{
    struct along along[GRID_DIMS];
    int64_t offsets[MOST_TAPS];
    double weights[MOST_TAPS];
    const struct work_view *x = r->image;
    find_along(r, batch, place, along);
    int64_t to = place_offset(r, r->result, r->first, batch, place);
    int count = find_taps(r, x, along, NONE_CHANGED, offsets, weights);
    for (int64_t c = 0; c < x->dims[r->channel]; c++)
        put_number(r->result, to + c * r->result->strides[r->channel],
                   sum_of_taps(x, batch * x->strides[0] + c * x->strides[r->channel], count,
                               offsets, weights));
}

static void run_places(int64_t block, int64_t blocks, void *context)
{
    const struct run *r = context;
    const struct block_share share = share_of_block(r->grid->dims[0] * r->places, block, blocks);
    for (int64_t i = share.first; i < share.past; i++)
        run_place(r, i / r->places, i % r->places);
}

/* Makes a run from the views of an input, a grid, and the result or its gradient. */
static struct run new_run(const struct work *work, const struct work_view *image,
                          const struct work_view *result)
{
    struct run r = {.work = work,
                    .sample = work->attributes,
                    .image = image,
                    .grid = image + 1,
                    .result = result,
                    .places = 1};
    r.first = r.sample->channels_last ? 1 : 2;
    r.channel = r.sample->channels_last ? r.sample->spatial + 1 : 1;
    for (int32_t d = 0; d < r.sample->spatial; d++)
        r.places *= r.grid->dims[d + 1];
    return r;
}

static void run_samples(const struct work *work, struct task_failure *failure)
{
    struct run r = new_run(work, &work->inputs[0], &work->outputs[0]);
    int64_t count = r.grid->dims[0] * r.places;
    (void)failure;
    ai_cores_run_function("grid_sample", run_places, blocks_for(count, PLACES_A_BLOCK, count), &r);
}
const struct l0_run vision_kernel_grid_sample = {.run = run_samples};

/* ---- Gradients ------------------------------------------------------------------------------- */

/* The gradient of one position: the derivatives of the results by each coordinate, times the
 * results' gradients. */
static void run_grid_gradient(const struct run *r, int64_t batch, int64_t place)
{
    struct along along[GRID_DIMS];
    int64_t offsets[MOST_TAPS];
    double weights[MOST_TAPS];
    const struct work_view *x = r->image;
    const struct work_view *out = &r->work->outputs[1];
    int32_t spatial = r->sample->spatial;
    find_along(r, batch, place, along);
    int64_t from = place_offset(r, r->result, r->first, batch, place);
    int64_t to = place_offset(r, out, 1, batch, place);
    for (int32_t d = 0; d < spatial; d++) {
        int count = find_taps(r, x, along, d, offsets, weights);
        double sum = 0;
        for (int64_t c = 0; c < x->dims[r->channel]; c++)
            sum += number_at(r->result, from + c * r->result->strides[r->channel]) *
                   sum_of_taps(x, batch * x->strides[0] + c * x->strides[r->channel], count,
                               offsets, weights);
        put_number(out, to + (spatial - 1 - d) * out->strides[spatial + 1], sum);
    }
}

static void run_grid_gradients(int64_t block, int64_t blocks, void *context)
{
    const struct run *r = context;
    const struct block_share share = share_of_block(r->grid->dims[0] * r->places, block, blocks);
    for (int64_t i = share.first; i < share.past; i++)
        run_grid_gradient(r, i / r->places, i % r->places);
}

static void fill_zeros(const struct run *r, const struct work_view *out, int64_t from, int32_t dim)
{
    if (dim == r->sample->spatial) {
        put_number(out, from, 0);
        return;
    }
    for (int64_t i = 0; i < out->dims[r->first + dim]; i++)
        fill_zeros(r, out, from + i * out->strides[r->first + dim], dim + 1);
}

/* The gradient of some channels of an image: adds up what the positions took, one position after
 * another. */
static void run_image_gradient(const struct run *r, int64_t batch, int64_t first, int64_t past)
{
    struct along along[GRID_DIMS];
    int64_t offsets[MOST_TAPS];
    double weights[MOST_TAPS];
    const struct work_view *out = &r->work->outputs[0];
    for (int64_t c = first; c < past; c++)
        fill_zeros(r, out, batch * out->strides[0] + c * out->strides[r->channel], 0);
    for (int64_t place = 0; place < r->places; place++) {
        find_along(r, batch, place, along);
        int64_t from = place_offset(r, r->result, r->first, batch, place);
        int count = find_taps(r, out, along, NONE_CHANGED, offsets, weights);
        for (int64_t c = first; c < past; c++) {
            int64_t to = batch * out->strides[0] + c * out->strides[r->channel];
            double grad = number_at(r->result, from + c * r->result->strides[r->channel]);
            for (int i = 0; i < count; i++)
                put_number(out, to + offsets[i],
                           number_at(out, to + offsets[i]) + weights[i] * grad);
        }
    }
}

static int64_t channel_groups(const struct run *r)
{
    return divide_up(r->image->dims[r->channel], CHANNELS_A_BLOCK);
}

static void run_image_gradients(int64_t block, int64_t blocks, void *context)
{
    const struct run *r = context;
    int64_t groups = channel_groups(r);
    int64_t channels = r->image->dims[r->channel];
    const struct block_share share = share_of_block(r->image->dims[0] * groups, block, blocks);
    for (int64_t i = share.first; i < share.past; i++) {
        int64_t first = i % groups * CHANNELS_A_BLOCK;
        run_image_gradient(r, i / groups, first, least(first + CHANNELS_A_BLOCK, channels));
    }
}

/* Inputs are the result's gradient, the input and the grid; outputs are the gradients of the last
 * two that are wanted. */
static void run_gradients(const struct work *work, struct task_failure *failure)
{
    struct run r = new_run(work, &work->inputs[1], &work->inputs[0]);
    int64_t count = r.grid->dims[0] * r.places;
    (void)failure;
    if (r.sample->is_wanted[0])
        ai_cores_run_function("grid_sample_gradient", run_image_gradients,
                              blocks_for(count * r.image->dims[r.channel], PLACES_A_BLOCK,
                                         r.image->dims[0] * channel_groups(&r)),
                              &r);
    if (r.sample->is_wanted[1])
        ai_cores_run_function("grid_sample_gradient", run_grid_gradients,
                              blocks_for(count, PLACES_A_BLOCK, count), &r);
}
const struct l0_run vision_kernel_grid_sample_gradient = {.run = run_gradients};
