/* SPDX-License-Identifier: Apache-2.0 */
/*
 * GridSampler2D and GridSampler3D: images read between their places, where a grid says, and the
 * gradients of that. Coordinates, weights and sums are float64. The taps of a place are found once
 * for all channels, or for some of them.
 */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/number.h"
#include "base/report.h"
#include "executor/operator.h"
#include "executor/schedule.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/lists.h"
#include "ops/work_views.h"
#include "runtime/ai_cores.h"
#include "runtime/blocks.h"
#include "tensor/convert.h"
#include "tensor/layout.h"

#define GRID_DIMS 3
#define MOST_TAPS 16 /* 4 by 4, or 2 by 2 by 2 */
#define PLACES_A_BLOCK ((int64_t)1 << 10)
#define CHANNELS_A_BLOCK ((int64_t)8) /* of images that get gradients */
#define WIDEST_TRANSPOSED 2048        /* channels of images that CANN transposes for its kernels */

enum interpolation { BILINEAR, NEAREST, BICUBIC };
enum padding { ZEROS, BORDER, REFLECTION };

struct grid_sample {
    enum interpolation interpolation;
    enum padding padding;
    bool corners; /* -1 and 1 are the centres of the outermost places, not their edges */
    int32_t spatial;
    bool channels_last;
    bool is_wanted[2]; /* of gradients: the input's, the grid's */
};

/* ---- Checks ---------------------------------------------------------------------------------- */

static aclnnStatus refuse(const struct call *call, int tensor, const char *required)
{
    char shape[160];
    const struct tensor *given = call_tensor(call, tensor);
    return report(ACLNN_ERR_PARAM_INVALID, "the shape of %s is %s; beside a grid %s",
                  call_name(call, tensor),
                  dims_describe(given->dims, given->rank, shape, sizeof shape), required);
}

static aclnnStatus refuse_modes(int64_t mode, int64_t most, int64_t outside, const char *more)
{
    return report(ACLNN_ERR_PARAM_INVALID,
                  "interpolationMode is %" PRId64 " and paddingMode %" PRId64 "; 0 to %" PRId64
                  " and 0 to 2 are required%s",
                  mode, outside, most, more);
}

static bool modes_fit(const struct call *call, int interpolation, int padding, int64_t most)
{
    int64_t mode = call->arguments[interpolation].integer;
    int64_t outside = call->arguments[padding].integer;
    return mode >= 0 && mode <= most && outside >= 0 && outside <= REFLECTION;
}

aclnnStatus check_grid_modes(struct call *call, int input, int interpolation, int padding,
                             int spatial)
{
    int64_t mode = call->arguments[interpolation].integer;
    int64_t most = spatial == 2 ? BICUBIC : NEAREST;
    bool is_cubic = mode == BICUBIC && (call->soc->architecture == ARCHITECTURE_1001 ||
                                        call_type(call, input) == ACL_DOUBLE);
    if (modes_fit(call, interpolation, padding, most) && !is_cubic)
        return ACLNN_SUCCESS;
    return refuse_modes(mode, most, call->arguments[padding].integer,
                        ", and bicubic (2) is neither for ACL_DOUBLE nor on Ascend910");
}

aclnnStatus check_grid_gradient_modes(struct call *call, int interpolation, int padding,
                                      int spatial)
{
    int64_t most = spatial == 2 ? BICUBIC : NEAREST;
    return modes_fit(call, interpolation, padding, most)
               ? ACLNN_SUCCESS
               : refuse_modes(call->arguments[interpolation].integer, most,
                              call->arguments[padding].integer, "");
}

static bool is_last(const struct tensor *tensor)
{
    return tensor->rank == 5 && tensor->format == ACL_FORMAT_NDHWC;
}

aclnnStatus check_grid(struct call *call, int input, int grid, int out, int spatial)
{
    const struct tensor *x = call_tensor(call, input);
    const struct tensor *g = call_tensor(call, grid);
    int64_t dims[GRID_DIMS + 2];
    int32_t rank = spatial + 2;
    int32_t first = is_last(x) ? 1 : 2;
    int32_t channel = is_last(x) ? rank - 1 : 1;
    if (x->rank != rank || g->rank != rank)
        return refuse(call, x->rank != rank ? input : grid, "as many dimensions are required");
    if (g->dims[0] != x->dims[0] || g->dims[rank - 1] != spatial)
        return refuse(call, grid,
                      "the batch of input and a number for each dimension are required");
    if (x->dims[rank - 2] == 0 || x->dims[rank - 1] == 0)
        return refuse(call, input, "planes have elements");
    dims[0] = x->dims[0];
    dims[channel] = x->dims[channel];
    memcpy(dims + first, g->dims + 1, (size_t)spatial * sizeof *dims);
    return call_shape_is(call, out, dims, rank, false, "the grid's, for each channel");
}

aclnnStatus check_grid_format(struct call *call, int tensor)
{
    aclFormat format = call_tensor(call, tensor)->format;
    return format == ACL_FORMAT_NCDHW || format == ACL_FORMAT_NDHWC || format == ACL_FORMAT_ND
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "the format of %s is %s; beside a grid NCDHW, NDHWC or ND is required",
                        call_name(call, tensor), format_name(format));
}

/* Without a mask nothing is wanted, and nothing is done. */
aclnnStatus check_grid_mask(struct call *call, int mask)
{
    const struct array *wanted = call->arguments[mask].array;
    if (wanted != NULL && wanted->size != 2)
        return report(ACLNN_ERR_PARAM_INVALID, "%s has %" PRIu64 " entries; 2 are required",
                      call_name(call, mask), wanted->size);
    const bool *entries = wanted != NULL ? (const bool *)wanted->values : NULL;
    call->is_empty = call->is_empty || entries == NULL || (!entries[0] && !entries[1]);
    return ACLNN_SUCCESS;
}

/* ---- Places ---------------------------------------------------------------------------------- */

/* A coordinate, and how much it moves as that of the grid does. */
struct coordinate {
    double at;
    double slope;
};

/* Turned back at low and high, which come doubled. */
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

/* Held within the image, or not: at its edge, and beyond, it does not move. */
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

/* From [-1, 1] to places. */
static struct coordinate place_of(const struct grid_sample *s, double at, int64_t size)
{
    double last = (double)(size - 1);
    return s->corners ? (struct coordinate){(at + 1) / 2 * last, last / 2}
                      : (struct coordinate){((at + 1) * (double)size - 1) / 2, (double)size / 2};
}

/* The nearest whole number, halfway to the even one. */
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

/* What one dimension takes: places, -1 outside of the image, their weights, and how those change
   as the grid's coordinate does. */
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
    const struct work_view *image; /* input */
    const struct work_view *grid;
    const struct work_view *result; /* out, or its gradient: elements at the grid's places */
    int32_t first;                  /* spatial dimension of the image and the result */
    int32_t channel;                /* their dimension of the channels */
    int64_t places;                 /* of the result, in one image */
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

/* The taps of a place: offsets in an image, and weights, or how they change as the grid's
   coordinate of one dimension does. */
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

/* The offset of one of the grid's places in a view whose spatial dimensions begin at first. */
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

/* Of an input, a grid, and the result or its gradient. */
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

extern const struct l0_run run_grid_sample;
const struct l0_run run_grid_sample = {.run = run_samples};

/* ---- Gradients ------------------------------------------------------------------------------- */

/* The change of the results at a place, times their gradients, as each coordinate changes. */
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

/* Some channels of an image: what the places took is added up in their order. */
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

/* Of the gradient of the result, the input and the grid: the gradients of the last two that are
   wanted. */
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

extern const struct l0_run run_grid_sample_gradient;
const struct l0_run run_grid_sample_gradient = {.run = run_gradients};

/* ---- The list -------------------------------------------------------------------------------- */

void list_grid_sample(struct l0_list *list, const struct l0_row *row, int input, int grid,
                      int64_t interpolation, int64_t padding, bool corners, int out,
                      int64_t spatial)
{
    struct grid_sample *s = arena_take(list->arena, sizeof *s);
    if (s == NULL || input == L0_NONE || grid == L0_NONE || out == L0_NONE)
        return;
    *s = (struct grid_sample){.interpolation = (enum interpolation)interpolation,
                              .padding = (enum padding)padding,
                              .corners = corners,
                              .spatial = (int32_t)spatial,
                              .channels_last = is_last(list->tensors[input].given)};
    int given[] = {l0_contiguous(list, input), l0_contiguous(list, grid)};
    const struct l0_tensor result = list->tensors[out];
    int sampled = l0_new_shaped(list, "sampled", result.type, result.dims, result.rank);
    if (given[0] == L0_NONE || given[1] == L0_NONE || sampled == L0_NONE)
        return;
    l0_launch_row(list, row, given, 2, 0, &sampled, 1, NULL);
    aclDataType type = result.type == ACL_DOUBLE ? ACL_DOUBLE : ACL_FLOAT;
    int values = type == result.type
                     ? sampled
                     : l0_new_shaped(list, "values", type, result.dims, result.rank);
    const int inputs[] = {l0_convert(list, given[0], type), l0_convert(list, given[1], type)};
    if (inputs[0] == L0_NONE || inputs[1] == L0_NONE || values == L0_NONE)
        return;
    l0_step(list, L0_STEP_APPLY, row, inputs, 2, &values, 1, s);
    if (values != sampled)
        l0_step(list, L0_STEP_CAST, NULL, &values, 1, &sampled, 1, NULL);
    l0_view_copy(list, sampled, out);
}

/* Images with channels in the last dimension are what CANN's kernels read, where they are not too
   many and the order of additions is not asked for. */
static bool is_transposed(const struct l0_list *list, const struct l0_tensor *image,
                          const struct grid_sample *s)
{
    int64_t channels = image->dims[s->channels_last ? image->rank - 1 : 1];
    bool is_single = image->type == ACL_FLOAT;
    if (channels > WIDEST_TRANSPOSED || image->type == ACL_DOUBLE || s->channels_last ||
        list->architecture == L0_1001)
        return false;
    if (list->architecture == L0_2201)
        return true;
    if (list->deterministic)
        return false;
    if (s->spatial == 3)
        return channels >= 128;
    return is_single && ((channels >= 32 && s->padding == BORDER) ||
                         (channels >= 128 && s->padding == REFLECTION));
}

void list_grid_sample_gradient(struct l0_list *list, const struct l0_row *row, int gradOutput,
                               int input, int grid, int64_t interpolation, int64_t padding,
                               bool corners, const struct array *outputMask, int inputGrad,
                               int gridGrad, int64_t spatial)
{
    static const int64_t last[][GRID_DIMS + 2] = {{0, 2, 3, 1}, {0, 2, 3, 4, 1}};
    static const int64_t second[][GRID_DIMS + 2] = {{0, 3, 1, 2}, {0, 4, 1, 2, 3}};
    const bool *is_wanted = (const bool *)outputMask->values;
    struct grid_sample *s = arena_take(list->arena, sizeof *s);
    if (s == NULL || gradOutput == L0_NONE || input == L0_NONE || grid == L0_NONE)
        return;
    *s = (struct grid_sample){.interpolation = (enum interpolation)interpolation,
                              .padding = (enum padding)padding,
                              .corners = corners,
                              .spatial = (int32_t)spatial,
                              .channels_last = is_last(list->tensors[input].given),
                              .is_wanted = {is_wanted[0], is_wanted[1]}};
    int given[] = {l0_contiguous(list, gradOutput), l0_contiguous(list, input),
                   l0_contiguous(list, grid)};
    if (given[0] == L0_NONE || given[1] == L0_NONE || given[2] == L0_NONE)
        return;
    const struct l0_tensor image = list->tensors[given[1]];
    const struct l0_tensor places = list->tensors[given[2]];
    bool is_half = image.type == ACL_FLOAT16 || image.type == ACL_BF16;
    bool transposed = is_transposed(list, &image, s);
    bool in_kernel = transposed || spatial == 3 ||
                     (list->architecture == L0_3510 && image.type != ACL_DOUBLE);
    bool is_cast = is_half &&
                   (spatial == 2 ? !in_kernel : list->architecture != L0_3510 || transposed);
    aclDataType type = image.type == ACL_DOUBLE ? ACL_DOUBLE : ACL_FLOAT;
    int operands[3];
    for (int i = 0; i < 3; i++) {
        operands[i] = transposed && i < 2 ? list_launch_transpose(list, given[i], last[spatial - 2])
                                          : given[i];
        if (is_cast && operands[i] != L0_NONE)
            operands[i] = l0_launch_cast(list, operands[i], ACL_FLOAT);
        if (operands[i] == L0_NONE)
            return;
    }
    const struct l0_tensor seen = list->tensors[operands[1]];
    int launched[] = {l0_new_shaped(list, "inputGrad", seen.type, seen.dims, seen.rank),
                      l0_new_shaped(list, "gridGrad", seen.type, places.dims, places.rank)};
    if (launched[0] == L0_NONE || launched[1] == L0_NONE)
        return;
    if (in_kernel)
        l0_launch_row(list, row, operands, 3, 0, launched, 2, NULL);
    else
        l0_launch_many(list, row->name, L0_AI_CPU, operands, 3, launched, 2);
    if (spatial == 2 && is_half && list->architecture == L0_2201 && in_kernel)
        l0_kernel_workspace(list, (uint64_t)image.elements * sizeof(float));

    const int inputs[] = {l0_convert(list, given[0], type), l0_convert(list, given[1], type),
                          l0_convert(list, given[2], type)};
    int sums[] = {l0_new_shaped(list, "sums", ACL_DOUBLE, image.dims, image.rank),
                  l0_new_shaped(list, "sums", ACL_DOUBLE, places.dims, places.rank)};
    int results[] = {l0_new_shaped(list, "inputGrad", image.type, image.dims, image.rank),
                     l0_new_shaped(list, "gridGrad", places.type, places.dims, places.rank)};
    if (inputs[0] == L0_NONE || inputs[1] == L0_NONE || inputs[2] == L0_NONE ||
        sums[0] == L0_NONE || sums[1] == L0_NONE || results[0] == L0_NONE || results[1] == L0_NONE)
        return;
    l0_step(list, L0_STEP_APPLY, row, inputs, 3, sums, 2, s);
    const int outputs[] = {inputGrad, gridGrad};
    for (int i = 0; i < 2; i++) {
        if (is_cast)
            launched[i] = l0_launch_cast(list, launched[i], image.type);
        if (!is_wanted[i] || launched[i] == L0_NONE)
            continue;
        if (transposed && i == 0)
            list_launch_transpose(list, launched[i], second[spatial - 2]);
        l0_step(list, L0_STEP_CAST, NULL, &sums[i], 1, &results[i], 1, NULL);
        l0_view_copy(list, results[i], outputs[i]);
    }
}
