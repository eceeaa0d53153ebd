/* SPDX-License-Identifier: Apache-2.0 */
/* Resampling along dimensions: kernels. */
#include "ops/resize/resample.h"

#include <math.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/data_type.h"
#include "base/number.h"
#include "declared/resize.h"
#include "executor/schedule.h"
#include "ops/common/work_views.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"
#include "tensor/convert.h"
#include "workspace/l0_operators.h"

#define MOST_TAPS 4 /* the most taps of an element, except for ranges and areas */

#define ELEMENTS_A_BLOCK ((int64_t)32 << 10)

/* Rows are cut into pieces of this many results. */
#define PIECE 4096

/* The taps of a dimension: the elements of the source that each element of the result takes. Those
 * of element i are [starts[i], starts[i + 1]). */
struct taps {
    int64_t *starts;
    int64_t *places;
    double *weights;
    /* Results [run, run_past) each take one element unchanged: run_place and the ones that follow
     * it. */
    int64_t run;
    int64_t run_past;
    int64_t run_place;
};

/* ---- Rules ----------------------------------------------------------------------------------- */

/* A number of elements, limited to [0, most]; NaN gives 0. */
static int64_t whole_places(float value, int64_t most)
{
    if (!(value > 0))
        return 0;
    return value >= (float)most ? most : (int64_t)value;
}

static int64_t reflected(int64_t place, int64_t count)
{
    place = place < 0 ? -place : place;
    place = place >= count ? 2 * (count - 1) - place : place;
    return clamp(place, 0, count - 1);
}

/* For pads: the element of the source that an element of the result is taken from; -1: none. */
static int64_t padded_from(const struct resample_dim *dim, int64_t place, int64_t count)
{
    if (dim->rule == RESAMPLE_REFLECTION)
        return reflected(place - dim->before, count);
    if (dim->rule == RESAMPLE_REPLICATION)
        return clamp(place - dim->before, 0, count - 1);
    int64_t first = dim->before < 0 ? -dim->before : 0;
    int64_t left = count - first + (dim->after < 0 ? dim->after : 0);
    if (left <= 0)
        return -1;
    int64_t at = (place - (dim->before > 0 ? dim->before : 0)) % left;
    return first + (at < 0 ? at + left : at);
}

/* The position in the source, between its elements, of an element of an interpolated result. */
static double place_between(const struct resample_dim *dim, int64_t place)
{
    return dim->corners ? (double)place * dim->step : ((double)place + 0.5) * dim->step - 0.5;
}

static int64_t linear_taps(const struct resample_dim *dim, int64_t place, int64_t count,
                           int64_t *places, double *weights)
{
    double at = place_between(dim, place);
    at = at > 0 ? at : 0;
    at = at < (double)(count - 1) ? at : (double)(count - 1);
    places[0] = (int64_t)at;
    places[1] = places[0] + (places[0] < count - 1);
    weights[1] = at - (double)places[0];
    weights[0] = 1 - weights[1];
    return weights[1] > 0 ? 2 : 1;
}

/* The cubic convolution at a distance of x. */
static double cubic(double x, double a)
{
    x = fabs(x);
    if (x >= 2)
        return 0;
    return x <= 1 ? ((a + 2) * x - (a + 3)) * x * x + 1 : ((x - 5) * x + 8) * x * a - 4 * a;
}

static int64_t cubic_taps(const struct resample_dim *dim, int64_t place, int64_t count,
                          int64_t *places, double *weights)
{
    double at = place_between(dim, place);
    at = at < (double)count + 2 ? at : (double)count + 2;
    double whole = floor(at);
    for (int64_t i = 0; i < 4; i++) {
        places[i] = clamp((int64_t)whole - 1 + i, 0, count - 1);
        weights[i] = cubic(at - whole + 1 - (double)i, -0.75);
    }
    return 4;
}

static bool is_area(const struct resample_dim *dim)
{
    return dim->rule == RESAMPLE_LINEAR_AREA || dim->rule == RESAMPLE_CUBIC_AREA;
}

/* How far from its middle an element of the result takes elements of the source. */
static double reach_of(const struct resample_dim *dim)
{
    double wide = dim->step > 1 ? dim->step : 1;
    return dim->rule == RESAMPLE_CUBIC_AREA ? 2 * wide : wide;
}

static int64_t area_taps(const struct resample_dim *dim, int64_t place, int64_t count,
                         int64_t *places, double *weights)
{
    double middle = ((double)place + 0.5) * dim->step;
    double reach = reach_of(dim);
    double narrow = dim->step > 1 ? 1 / dim->step : 1;
    double low = middle - reach + 0.5;
    double high = middle + reach + 0.5;
    int64_t first = !(low > 0) ? 0 : low < (double)count ? (int64_t)low : count;
    int64_t past = high < (double)count ? (int64_t)high : count;
    int64_t found = 0;
    double sum = 0;
    for (int64_t i = first; i < past; i++, found++) {
        double x = ((double)i - middle + 0.5) * narrow;
        places[found] = i;
        weights[found] = dim->rule == RESAMPLE_CUBIC_AREA ? cubic(x, -0.5)
                         : fabs(x) < 1                    ? 1 - fabs(x)
                                                          : 0;
        sum += weights[found];
    }
    for (int64_t i = 0; i < found && sum != 0; i++)
        weights[i] /= sum;
    return found;
}

/* Appends the taps of one element and returns their number. The source has `count` elements. */
static int64_t taps_of(const struct resample_dim *dim, int64_t place, int64_t count,
                       int64_t *places, double *weights)
{
    float step = (float)dim->step;
    if (dim->rule == RESAMPLE_LINEAR)
        return linear_taps(dim, place, count, places, weights);
    if (dim->rule == RESAMPLE_CUBIC)
        return cubic_taps(dim, place, count, places, weights);
    if (is_area(dim))
        return area_taps(dim, place, count, places, weights);
    if (dim->rule == RESAMPLE_RANGE) {
        int64_t first = whole_places(ceilf((float)place * step - dim->shift), count);
        int64_t past = whole_places(ceilf((float)(place + 1) * step - dim->shift), count);
        for (int64_t i = first; i < past; i++) {
            places[i - first] = i;
            weights[i - first] = 1;
        }
        return past > first ? past - first : 0;
    }
    weights[0] = 1;
    if (dim->rule == RESAMPLE_NEAREST)
        places[0] = whole_places(((float)place + dim->shift) * step, count - 1);
    else
        places[0] = padded_from(dim, place, count);
    return places[0] >= 0;
}

/* The most taps that an element takes from a source of `count` elements. */
static int64_t most_taps(const struct resample_dim *dim, int64_t count)
{
    double reach = reach_of(dim);
    if (is_area(dim))
        return 2 * reach + 2 < (double)count ? (int64_t)(2 * reach + 2) : most(count, 1);
    return dim->rule == RESAMPLE_LINEAR || dim->rule == RESAMPLE_CUBIC ? MOST_TAPS : 1;
}

/* Room for the taps of a dimension with `results` elements from a source of `count`. For a gradient
 * there is also room for those of one element, behind all others. */
static int64_t tap_room(const struct resample_dim *dim, int64_t results, int64_t count)
{
    if (dim->rule == RESAMPLE_RANGE)
        return count;
    return most_taps(dim, count) * (dim->is_gradient ? results + 1 : results);
}

static void find_taps(const struct resample_dim *dim, int64_t results, int64_t count,
                      struct taps *taps)
{
    int64_t total = 0;
    for (int64_t i = 0; i < results; i++) {
        taps->starts[i] = total;
        total += taps_of(dim, i, count, taps->places + total, taps->weights + total);
    }
    taps->starts[results] = total;
}

/* The taps of a gradient: `results` elements get the values that `count` elements took from
 * them. */
static void find_taps_back(const struct resample_dim *dim, int64_t results, int64_t count,
                           struct taps *taps)
{
    int64_t *places = taps->places + most_taps(dim, results) * count;
    double *weights = taps->weights + most_taps(dim, results) * count;
    memset(taps->starts, 0, (size_t)(results + 1) * sizeof *taps->starts);
    for (int64_t i = 0; i < count; i++) {
        int64_t found = taps_of(dim, i, results, places, weights);
        for (int64_t k = 0; k < found; k++)
            taps->starts[places[k]]++;
    }
    for (int64_t i = 0, total = 0; i <= results; i++) {
        int64_t own = taps->starts[i];
        taps->starts[i] = total;
        total += own;
    }
    for (int64_t i = 0; i < count; i++) {
        int64_t found = taps_of(dim, i, results, places, weights);
        for (int64_t k = 0; k < found; k++) {
            int64_t at = taps->starts[places[k]]++;
            taps->places[at] = i;
            taps->weights[at] = weights[k];
        }
    }
    memmove(taps->starts + 1, taps->starts, (size_t)results * sizeof *taps->starts);
    taps->starts[0] = 0;
}

static bool takes_one(const struct taps *taps, int64_t i)
{
    return taps->starts[i + 1] - taps->starts[i] == 1 && taps->weights[taps->starts[i]] == 1;
}

/* Finds the longest run of taps that take one element unchanged. */
static void find_run(struct taps *taps, int64_t results)
{
    for (int64_t i = 0; i < results;) {
        int64_t past = i;
        while (past < results && takes_one(taps, past) &&
               (past == i ||
                taps->places[taps->starts[past]] == taps->places[taps->starts[past - 1]] + 1))
            past++;
        if (past - i > taps->run_past - taps->run) {
            taps->run = i;
            taps->run_past = past;
            taps->run_place = taps->places[taps->starts[i]];
        }
        i = past > i ? past : i + 1;
    }
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* A row of the result lies along the last resampled dimension. Rows are numbered by the other
 * resampled dimensions, within all other dimensions, which are batches. */
struct resampling {
    const struct work_view *from;
    const struct work_view *to;
    struct taps taps[RESAMPLE_MAX_DIMS]; /* outer, inner, row; a dimension that does not exist takes
                                          * element 0 */
    int64_t results[RESAMPLE_MAX_DIMS];
    int64_t counts[RESAMPLE_MAX_DIMS];
    int64_t from_steps[RESAMPLE_MAX_DIMS]; /* in elements */
    int64_t to_steps[RESAMPLE_MAX_DIMS];
    int32_t batch_rank;
    int64_t batch_dims[TENSOR_MAX_DIMS + 1];
    int64_t batch_from[TENSOR_MAX_DIMS + 1];
    int64_t batch_to[TENSOR_MAX_DIMS + 1];
    int64_t width;   /* bytes of an element */
    int64_t rows;    /* rows of the result */
    int64_t pieces;  /* pieces of each row */
    bool is_plain;   /* each row takes one row unchanged */
    double *buffers; /* for each block, a row of the source */
};

static int64_t dim_bytes(int64_t results, int64_t room)
{
    return (results + 1 + room) * (int64_t)sizeof(int64_t) + room * (int64_t)sizeof(double);
}

/* Takes the memory for a dimension's taps from scratch. */
static char *place_taps(struct taps *taps, char *scratch, int64_t results, int64_t room)
{
    *taps = (struct taps){.starts = (int64_t *)(void *)scratch};
    taps->places = taps->starts + results + 1;
    taps->weights = (double *)(void *)(taps->places + room);
    return scratch + dim_bytes(results, room);
}

static int64_t room_of(const struct resample_dim *dim, int64_t results, int64_t count)
{
    return dim->is_gradient ? tap_room(dim, count, results) : tap_room(dim, results, count);
}

static int64_t blocks_of(const struct resampling *r)
{
    return blocks_for(r->rows * r->results[2], ELEMENTS_A_BLOCK, r->rows * r->pieces);
}

/* Sets what needs no memory: sizes, steps and batches. */
static void shape_resampling(const struct work *work, struct resampling *r)
{
    const struct resample *resample = work->attributes;
    r->from = &work->inputs[0];
    r->to = &work->outputs[0];
    bool is_complex = type_is_complex(r->from->type);
    int64_t parts = is_complex ? 2 : 1;
    r->width = data_type_bits(r->from->type) / 8 / parts;
    r->rows = 1;
    for (int32_t i = 0; i < RESAMPLE_MAX_DIMS; i++) {
        int32_t at = i - (RESAMPLE_MAX_DIMS - resample->count);
        int32_t dim = resample->first + at;
        r->results[i] = at < 0 ? 1 : r->to->dims[dim];
        r->counts[i] = at < 0 ? 1 : r->from->dims[dim];
        r->from_steps[i] = at < 0 ? 0 : r->from->strides[dim] * parts;
        r->to_steps[i] = at < 0 ? 0 : r->to->strides[dim] * parts;
        if (i < RESAMPLE_MAX_DIMS - 1)
            r->rows *= r->results[i];
    }
    for (int32_t i = 0; i < r->to->rank; i++) {
        if (i >= resample->first && i < resample->first + resample->count)
            continue;
        r->batch_dims[r->batch_rank] = r->to->dims[i];
        r->batch_from[r->batch_rank] = r->from->strides[i] * parts;
        r->batch_to[r->batch_rank] = r->to->strides[i] * parts;
        r->rows *= r->to->dims[i];
        r->batch_rank++;
    }
    if (is_complex) {
        r->batch_dims[r->batch_rank] = parts;
        r->batch_from[r->batch_rank] = 1;
        r->batch_to[r->batch_rank] = 1;
        r->rows *= parts;
        r->batch_rank++;
    }
    r->is_plain = resample->count == 1;
    r->pieces = r->is_plain ? (r->results[2] + PIECE - 1) / PIECE : 1;
}

static void fill_taps(const struct work *work, struct resampling *r)
{
    static int64_t one_start[] = {0, 1};
    static int64_t one_place[] = {0};
    static double one_weight[] = {1};
    const struct resample *resample = work->attributes;
    char *scratch = work->scratch;
    for (int32_t i = 0; i < RESAMPLE_MAX_DIMS; i++) {
        int32_t at = i - (RESAMPLE_MAX_DIMS - resample->count);
        if (at < 0) {
            r->taps[i] = (struct taps){one_start, one_place, one_weight, 0, 1, 0};
            continue;
        }
        const struct resample_dim *dim = &resample->dims[at];
        scratch = place_taps(&r->taps[i], scratch, r->results[i],
                             room_of(dim, r->results[i], r->counts[i]));
        (dim->is_gradient ? find_taps_back : find_taps)(dim, r->results[i], r->counts[i],
                                                        &r->taps[i]);
        find_run(&r->taps[i], r->results[i]);
    }
    r->buffers = (double *)(void *)scratch;
}

static uint64_t resample_scratch(const struct work *work)
{
    const struct resample *resample = work->attributes;
    struct resampling r = {0};
    int64_t bytes = 0;
    shape_resampling(work, &r);
    for (int32_t i = 0; i < resample->count; i++) {
        int32_t at = RESAMPLE_MAX_DIMS - resample->count + i;
        bytes += dim_bytes(r.results[at], room_of(&resample->dims[i], r.results[at], r.counts[at]));
    }
    if (!r.is_plain)
        bytes += blocks_of(&r) * r.counts[2] * (int64_t)sizeof(double);
    return (uint64_t)bytes;
}

/* Finds where a row of the result lies, where its batch begins in the source, in elements, and the
 * row's index along the outer dimensions. */
static void find_row(const struct resampling *r, int64_t row, int64_t *from, int64_t *to,
                     int64_t *places)
{
    *from = 0;
    *to = 0;
    for (int32_t i = RESAMPLE_MAX_DIMS - 2; i >= 0; i--) {
        places[i] = row % r->results[i];
        *to += places[i] * r->to_steps[i];
        row /= r->results[i];
    }
    for (int32_t i = r->batch_rank - 1; i >= 0; i--) {
        int64_t at = row % r->batch_dims[i];
        *from += at * r->batch_from[i];
        *to += at * r->batch_to[i];
        row /= r->batch_dims[i];
    }
}

/* ---- Sums ------------------------------------------------------------------------------------ */

/* Elements at any address, because tensors may begin at odd addresses. */
typedef float any_float __attribute__((aligned(1)));
typedef double any_double __attribute__((aligned(1)));
typedef uint16_t any_16 __attribute__((aligned(1), may_alias));
typedef uint32_t any_32 __attribute__((aligned(1), may_alias));
typedef uint64_t any_64 __attribute__((aligned(1), may_alias));

#define resize_kernel_DEFINE_RESAMPLE(type)                                                       \
    static void add_##type(const type *from, int64_t step, double weight, int64_t count,          \
                           double *sums)                                                          \
    {                                                                                             \
        if (step == 1)                                                                            \
            for (int64_t i = 0; i < count; i++)                                                   \
                sums[i] += weight * (double)from[i];                                              \
        else                                                                                      \
            for (int64_t i = 0; i < count; i++)                                                   \
                sums[i] += weight * (double)from[i * step];                                       \
    }                                                                                             \
    static void take_##type(const struct taps *taps, const double *from, int64_t count, type *to, \
                            int64_t step)                                                         \
    {                                                                                             \
        for (int64_t i = 0; i < count; i++) {                                                     \
            if (i == taps->run && step == 1) {                                                    \
                for (; i < taps->run_past; i++)                                                   \
                    to[i] = (type)with_positive_nan(from[taps->run_place + i - taps->run]);       \
                if (i == count)                                                                   \
                    break;                                                                        \
            }                                                                                     \
            double sum = 0;                                                                       \
            for (int64_t k = taps->starts[i]; k < taps->starts[i + 1]; k++)                       \
                sum += taps->weights[k] * from[taps->places[k]];                                  \
            to[i * step] = (type)with_positive_nan(sum);                                          \
        }                                                                                         \
    }                                                                                             \
    static void take_plain_##type(const struct taps *taps, const type *from, int64_t from_step,   \
                                  int64_t first, int64_t past, type *to, int64_t step)            \
    {                                                                                             \
        for (int64_t i = first; i < past; i++) {                                                  \
            if (i >= taps->run && i < taps->run_past) {                                           \
                int64_t last = taps->run_past < past ? taps->run_past : past;                     \
                const type *same = from + (taps->run_place + i - taps->run) * from_step;          \
                if (from_step == 1 && step == 1)                                                  \
                    memcpy(to + i, same, (size_t)(last - i) * sizeof(type));                      \
                else                                                                              \
                    for (int64_t k = i; k < last; k++)                                            \
                        to[k * step] = same[(k - i) * from_step];                                 \
                i = last;                                                                         \
                if (i == past)                                                                    \
                    break;                                                                        \
            }                                                                                     \
            double sum = 0;                                                                       \
            for (int64_t k = taps->starts[i]; k < taps->starts[i + 1]; k++)                       \
                sum += taps->weights[k] * (double)from[taps->places[k] * from_step];              \
            to[i * step] = (type)with_positive_nan(sum);                                          \
        }                                                                                         \
    }                                                                                             \
    static void resample_##type(int64_t block, int64_t blocks, void *context)                     \
    {                                                                                             \
        const struct resampling *r = context;                                                     \
        const struct taps *taps = r->taps;                                                        \
        double *sums = r->buffers + block * r->counts[2];                                         \
        struct block_share share = share_of_block(r->rows * r->pieces, block, blocks);            \
        for (int64_t unit = share.first; unit < share.past; unit++) {                             \
            int64_t at[RESAMPLE_MAX_DIMS - 1];                                                    \
            int64_t source = 0;                                                                   \
            int64_t target = 0;                                                                   \
            find_row(r, unit / r->pieces, &source, &target, at);                                  \
            const type *from = (const type *)(const void *)r->from->address + source;             \
            type *to = (type *)(void *)r->to->address + target;                                   \
            if (takes_one(&taps[0], at[0]) && takes_one(&taps[1], at[1])) {                       \
                int64_t begin = unit % r->pieces * PIECE;                                         \
                int64_t end = r->pieces > 1 && begin + PIECE < r->results[2] ? begin + PIECE      \
                                                                             : r->results[2];     \
                from += taps[0].places[taps[0].starts[at[0]]] * r->from_steps[0] +                \
                        taps[1].places[taps[1].starts[at[1]]] * r->from_steps[1];                 \
                take_plain_##type(&taps[2], from, r->from_steps[2], begin, end, to,               \
                                  r->to_steps[2]);                                                \
                continue;                                                                         \
            }                                                                                     \
            memset(sums, 0, (size_t)r->counts[2] * sizeof *sums);                                 \
            for (int64_t i = taps[0].starts[at[0]]; i < taps[0].starts[at[0] + 1]; i++)           \
                for (int64_t j = taps[1].starts[at[1]]; j < taps[1].starts[at[1] + 1]; j++)       \
                    add_##type(from + taps[0].places[i] * r->from_steps[0] +                      \
                                   taps[1].places[j] * r->from_steps[1],                          \
                               r->from_steps[2], taps[0].weights[i] * taps[1].weights[j],         \
                               r->counts[2], sums);                                               \
            take_##type(&taps[2], sums, r->results[2], to, r->to_steps[2]);                       \
        }                                                                                         \
    }

resize_kernel_DEFINE_RESAMPLE(any_float) resize_kernel_DEFINE_RESAMPLE(any_double)

    static void run_blocks(const struct work *work, struct resampling *r, block_function function)
{
    if (r->rows * r->pieces == 0)
        return;
    fill_taps(work, r);
    ai_cores_run_function("resample", function, blocks_of(r), r);
}

static void run_resample_work(const struct work *work, struct task_failure *failure)
{
    struct resampling r = {0};
    (void)failure;
    shape_resampling(work, &r);
    run_blocks(work, &r, r.width == 4 ? resample_any_float : resample_any_double);
}
const struct l0_run resize_kernel_resample = {
    .scratch_bytes = resample_scratch, .scratch_steers = true, .run = run_resample_work};

/* ---- Nearest: bits that are moved ------------------------------------------------------------ */

#define DEFINE_MOVE(name, type)                                                         \
    static void move_##name(const int64_t *places, const char *from, int64_t from_step, \
                            int64_t first, int64_t past, char *to, int64_t step)        \
    {                                                                                   \
        const type *source = (const type *)(const void *)from;                          \
        type *target = (type *)(void *)to;                                              \
        for (int64_t i = first; i < past; i++)                                          \
            target[i * step] = source[places[i] * from_step];                           \
    }

DEFINE_MOVE(1, uint8_t)
DEFINE_MOVE(2, any_16)
DEFINE_MOVE(4, any_32)
DEFINE_MOVE(8, any_64)

static void move_rows(int64_t block, int64_t blocks, void *context)
{
    const struct resampling *r = context;
    const char *last_from = NULL; /* the row before this one, when both are dense */
    char *last_to = NULL;
    struct block_share share = share_of_block(r->rows * r->pieces, block, blocks);
    for (int64_t unit = share.first; unit < share.past; unit++) {
        int64_t at[RESAMPLE_MAX_DIMS - 1];
        int64_t source = 0;
        int64_t target = 0;
        find_row(r, unit / r->pieces, &source, &target, at);
        for (int32_t i = 0; i < RESAMPLE_MAX_DIMS - 1; i++)
            source += r->taps[i].places[at[i]] * r->from_steps[i];
        const char *from = r->from->address + source * r->width;
        char *to = r->to->address + target * r->width;
        int64_t begin = r->is_plain ? unit % r->pieces * PIECE : 0;
        int64_t end = r->is_plain && begin + PIECE < r->results[2] ? begin + PIECE : r->results[2];
        if (!r->is_plain && from == last_from && r->to_steps[2] == 1) {
            memcpy(to, last_to, (size_t)(r->results[2] * r->width));
            continue;
        }
        switch (r->width) {
        case 1:
            move_1(r->taps[2].places, from, r->from_steps[2], begin, end, to, r->to_steps[2]);
            break;
        case 2:
            move_2(r->taps[2].places, from, r->from_steps[2], begin, end, to, r->to_steps[2]);
            break;
        case 4:
            move_4(r->taps[2].places, from, r->from_steps[2], begin, end, to, r->to_steps[2]);
            break;
        default: move_8(r->taps[2].places, from, r->from_steps[2], begin, end, to, r->to_steps[2]);
        }
        last_from = from;
        last_to = to;
    }
}

static void run_nearest_work(const struct work *work, struct task_failure *failure)
{
    struct resampling r = {0};
    (void)failure;
    shape_resampling(work, &r);
    run_blocks(work, &r, move_rows);
}
const struct l0_run resize_kernel_resample_nearest = {
    .scratch_bytes = resample_scratch, .scratch_steers = true, .run = run_nearest_work};
