/* SPDX-License-Identifier: Apache-2.0 */
/*
 * GridSampler2D and GridSampler3D: images read between their places, where a grid says. Coordinates
 * and weights are float64, in which the taps of a place are found once for all channels.
 */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "executor/operator.h"
#include "executor/schedule.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/lists.h"
#include "ops/work_views.h"
#include "runtime/ai_cores.h"
#include "tensor/convert.h"
#include "tensor/layout.h"

#define GRID_DIMS 3
#define MOST_TAPS 16 /* 4 by 4, or 2 by 2 by 2 */
#define PLACES_A_BLOCK ((int64_t)1 << 10)
#define MAX_BLOCKS 64

enum interpolation { BILINEAR, NEAREST, BICUBIC };
enum padding { ZEROS, BORDER, REFLECTION };

struct grid_sample {
    enum interpolation interpolation;
    enum padding padding;
    bool corners; /* -1 and 1 are the centres of the outermost places, not their edges */
    int32_t spatial;
    bool channels_last;
};

/* ---- Checks ------------------------------------------------------------------------------------
 */

static aclnnStatus refuse(const struct call *call, int tensor, const char *required)
{
    char shape[160];
    const struct tensor *given = call_tensor(call, tensor);
    return report(ACLNN_ERR_PARAM_INVALID, "the shape of %s is %s; beside a grid %s",
                  call_name(call, tensor),
                  dims_describe(given->dims, given->rank, shape, sizeof shape), required);
}

aclnnStatus check_grid_modes(struct call *call, int input, int interpolation, int padding,
                             int spatial)
{
    int64_t mode = call->arguments[interpolation].integer;
    int64_t outside = call->arguments[padding].integer;
    int64_t most = spatial == 2 ? BICUBIC : NEAREST;
    bool is_cubic = mode == BICUBIC && (call->soc->architecture == ARCHITECTURE_1001 ||
                                        call_type(call, input) == ACL_DOUBLE);
    if (mode >= 0 && mode <= most && outside >= 0 && outside <= REFLECTION && !is_cubic)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "interpolationMode is %" PRId64 " and paddingMode %" PRId64 "; 0 to %" PRId64
                  " and 0 to 2 are required, and bicubic (2) is neither for "
                  "ACL_DOUBLE nor on Ascend910",
                  mode, outside, most);
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

/* ---- Places ------------------------------------------------------------------------------------
 */

/* Turned back at low and high, which come doubled. */
static double reflected(double at, double twice_low, double twice_high)
{
    double low = twice_low / 2;
    double span = (twice_high - twice_low) / 2;
    if (!(span > 0))
        return 0;
    at = fabs(at - low);
    double turns = floor(at / span);
    double rest = at - turns * span;
    bool is_even = turns - 2 * floor(turns / 2) == 0;
    return is_even ? rest + low : span - rest + low;
}

/* A coordinate that is held within the image, or not. */
static double held(const struct grid_sample *s, double at, int64_t size)
{
    if (s->padding == ZEROS)
        return at;
    if (s->padding == REFLECTION)
        at = s->corners ? reflected(at, 0, 2 * (double)(size - 1))
                        : reflected(at, -1, 2 * (double)size - 1);
    at = at > 0 ? at : 0;
    return at < (double)(size - 1) ? at : (double)(size - 1);
}

/* From [-1, 1] to places. */
static double place_of(const struct grid_sample *s, double at, int64_t size)
{
    return s->corners ? (at + 1) / 2 * (double)(size - 1) : ((at + 1) * (double)size - 1) / 2;
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

/* What one dimension takes: places, -1 outside of the image, and their weights. */
struct along {
    int count;
    int64_t places[4];
    double weights[4];
};

static int64_t inside(double at, int64_t size)
{
    return at >= 0 && at <= (double)(size - 1) ? (int64_t)at : -1;
}

static struct along taps_along(const struct grid_sample *s, double coordinate, int64_t size)
{
    struct along a = {.count = 1, .weights = {1}};
    double at = place_of(s, coordinate, size);
    if (s->interpolation == BICUBIC) {
        double whole = floor(at);
        a.count = 4;
        for (int i = 0; i < 4; i++) {
            a.places[i] = inside(held(s, whole - 1 + i, size), size);
            a.weights[i] = cubic(at - (whole - 1 + i));
        }
        return a;
    }
    at = held(s, at, size);
    if (s->interpolation == NEAREST) {
        a.places[0] = inside(nearest(at), size);
        return a;
    }
    double whole = floor(at);
    a.count = 2;
    a.places[0] = inside(whole, size);
    a.places[1] = inside(whole + 1, size);
    a.weights[1] = at - whole;
    a.weights[0] = 1 - a.weights[1];
    return a;
}

/* ---- The work ----------------------------------------------------------------------------------
 */

struct run {
    const struct work *work;
    const struct grid_sample *sample;
    int32_t first;   /* spatial dimension of the image and the result */
    int32_t channel; /* their dimension of the channels */
    int64_t places;  /* of the result, in one image */
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

/* The taps of a place: offsets in the image, and weights. */
static int find_taps(const struct run *r, const struct along *along, int64_t *offsets,
                     double *weights)
{
    const struct work_view *x = &r->work->inputs[0];
    int count = 1;
    offsets[0] = 0;
    weights[0] = 1;
    for (int32_t d = 0; d < r->sample->spatial; d++) {
        int64_t before[MOST_TAPS];
        double shares[MOST_TAPS];
        int found = 0;
        memcpy(before, offsets, (size_t)count * sizeof *before);
        memcpy(shares, weights, (size_t)count * sizeof *shares);
        for (int i = 0; i < count; i++)
            for (int k = 0; k < along[d].count; k++)
                if (along[d].places[k] >= 0) {
                    offsets[found] = before[i] + along[d].places[k] * x->strides[r->first + d];
                    weights[found++] = shares[i] * along[d].weights[k];
                }
        count = found;
    }
    return count;
}

static void run_place(const struct run *r, int64_t batch, int64_t place)
{
    const struct work_view *x = &r->work->inputs[0];
    const struct work_view *grid = &r->work->inputs[1];
    const struct work_view *out = &r->work->outputs[0];
    struct along along[GRID_DIMS];
    int64_t offsets[MOST_TAPS];
    double weights[MOST_TAPS];
    int32_t spatial = r->sample->spatial;
    int64_t from = batch * grid->strides[0];
    int64_t to = batch * out->strides[0];
    for (int32_t d = spatial - 1; d >= 0; d--) {
        int64_t at = place % grid->dims[d + 1];
        place /= grid->dims[d + 1];
        from += at * grid->strides[d + 1];
        to += at * out->strides[r->first + d];
    }
    /* The grid has x, y, z; images have z, y, x. */
    for (int32_t d = 0; d < spatial; d++)
        along[d] = taps_along(
            r->sample, number_at(grid, from + (spatial - 1 - d) * grid->strides[spatial + 1]),
            x->dims[r->first + d]);
    int count = find_taps(r, along, offsets, weights);
    for (int64_t c = 0; c < x->dims[r->channel]; c++) {
        int64_t image = batch * x->strides[0] + c * x->strides[r->channel];
        double sum = 0;
        for (int i = 0; i < count; i++)
            sum += weights[i] * number_at(x, image + offsets[i]);
        put_number(out, to + c * out->strides[r->channel], sum);
    }
}

static void run_places(int64_t block, int64_t blocks, void *context)
{
    const struct run *r = context;
    int64_t count = r->work->inputs[1].dims[0] * r->places;
    for (int64_t i = count * block / blocks; i < count * (block + 1) / blocks; i++)
        run_place(r, i / r->places, i % r->places);
}

static void run_samples(const struct work *work, struct task_failure *failure)
{
    struct run r = {.work = work, .sample = work->attributes, .places = 1};
    const struct work_view *grid = &work->inputs[1];
    (void)failure;
    r.first = r.sample->channels_last ? 1 : 2;
    r.channel = r.sample->channels_last ? r.sample->spatial + 1 : 1;
    for (int32_t d = 0; d < r.sample->spatial; d++)
        r.places *= grid->dims[d + 1];
    int64_t blocks = grid->dims[0] * r.places / PLACES_A_BLOCK + 1;
    blocks = blocks < MAX_BLOCKS ? blocks : MAX_BLOCKS;
    if (blocks <= 1)
        run_places(0, 1, &r);
    else
        ai_cores_run_function("grid_sample", run_places, blocks, &r);
}

extern const struct l0_run run_grid_sample;
const struct l0_run run_grid_sample = {.run = run_samples};

/* ---- The list ----------------------------------------------------------------------------------
 */

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
