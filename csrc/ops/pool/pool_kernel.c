/* SPDX-License-Identifier: Apache-2.0 */
/* Pools and their gradients: kernels. */
#include "ops/pool/pool.h"

#include <inttypes.h>
#include <math.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/cpu.h"
#include "base/data_type.h"
#include "base/number.h"
#include "declared/pool.h"
#include "ops/common/work_views.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"
#include "vector/registers.h"

/* A block of fewer elements is not worth waking a thread for. */
#define ELEMENTS_A_BLOCK ((int64_t)1 << 14)

/* [batch, channels, depth, height, width]. */
struct planes {
    char *data;
    aclDataType type;
    int64_t count;
    int64_t channels;
    int64_t dims[POOL_DIMS];
    int64_t step; /* strides, in elements */
    int64_t channel;
    int64_t strides[POOL_DIMS];
};

/* Where element k of the last dimension stands for the windows in which it exists. */
struct span {
    int64_t from; /* the first such window, counted from the first of the row's part */
    int64_t past;
    int64_t offset; /* of its element, in the last dimension */
};

/* Spans of the first elements of a window are found once, for rows that are one part. */
#define KEPT_SPANS 16
/* Windows that are looked at together, element after element. */
#define TOGETHER 256
/* Planes with shorter rows of windows are looked at as one row. Where windows reach beyond a plane,
 * in a copy of at most so many elements that has what changes no window around it. */
#define SHORT_ROW 16
#define MOST_COPIED 2048

struct run {
    const struct pool *pool;
    struct planes whole; /* the tensor that windows read, or its gradient */
    struct planes windows;
    struct planes places; /* the indices of largest elements, or the mask */
    int64_t planes;
    struct span spans[KEPT_SPANS];
    bool are_beside;           /* planes are looked at side by side */
    int64_t joined;            /* the windows of a plane that is looked at as one row; 0: none is */
    int64_t offsets[TOGETHER]; /* of their first elements */
    double divisors[TOGETHER];
    bool is_copied;
    struct planes given;   /* what is copied; `whole` is the copy */
    int64_t at[POOL_DIMS]; /* where it lies in the copy */
    struct pool within;    /* the windows of the copy */
    _Atomic int64_t *bad;  /* the first window, counted over all planes, whose index lies outside of
                            * the plane */
};

static struct planes planes_of(const struct work_view *view, int32_t spatial, bool channels_last)
{
    struct planes p = {.data = view->address, .type = view->type, .count = 1, .dims = {1, 1, 1}};
    int32_t first = view->rank - spatial - (channels_last ? 1 : 0);
    int32_t channel = channels_last ? view->rank - 1 : first - 1;
    if (view->rank == spatial + 2) {
        p.count = view->dims[0];
        p.step = view->strides[0];
    }
    p.channels = view->dims[channel];
    p.channel = view->strides[channel];
    for (int32_t i = 0; i < spatial; i++) {
        p.dims[POOL_DIMS - spatial + i] = view->dims[first + i];
        p.strides[POOL_DIMS - spatial + i] = view->strides[first + i];
    }
    return p;
}

static char *plane_at(const struct planes *p, int64_t plane, int64_t size)
{
    return p->data + (plane / p->channels * p->step + plane % p->channels * p->channel) * size;
}

static int64_t places_of_a_plane(const struct planes *p)
{
    return p->dims[0] * p->dims[1] * p->dims[2];
}

/* A window along a dimension: the elements that exist, and how many count for an average. */
struct extent {
    int64_t first;
    int64_t past;
    int64_t step;
    int64_t counted;
    int64_t element; /* which element of the window the first existing one is */
};

static struct extent extent_of(const struct run *run, int dim, int64_t at)
{
    const struct pool *pool = run->pool;
    int64_t size = run->whole.dims[dim];
    struct extent e = {.step = 1};
    if (pool->is_adaptive) {
        int64_t places = run->windows.dims[dim];
        e.first = at * size / places;
        e.past = ((at + 1) * size + places - 1) / places;
        e.counted = e.past - e.first;
        return e;
    }
    int64_t start = at * pool->stride[dim] - pool->before[dim];
    int64_t end = start + (pool->kernel[dim] - 1) * pool->dilation[dim] + 1;
    int64_t limit = size + pool->behind[dim];
    e.step = pool->dilation[dim];
    e.counted = (end < limit ? end : limit) - start;
    e.element = start < 0 ? (-start + e.step - 1) / e.step : 0;
    e.first = start + e.element * e.step;
    e.past = end < size ? end : size;
    if (e.past < e.first)
        e.past = e.first;
    if (!pool->counts_padding)
        e.counted = e.past - e.first;
    return e;
}

static int64_t divisor_of(const struct pool *pool, const struct extent e[POOL_DIMS])
{
    return pool->divisor != 0 ? pool->divisor : e[0].counted * e[1].counted * e[2].counted;
}

/* ---- Means ----------------------------------------------------------------------------------- */

static double sum_of(const struct planes *whole, const any_float *plane,
                     const struct extent e[POOL_DIMS])
{
    double sum = 0;
    for (int64_t d = e[0].first; d < e[0].past; d++)
        for (int64_t h = e[1].first; h < e[1].past; h++) {
            const any_float *row = plane + d * whole->strides[0] + h * whole->strides[1];
            for (int64_t w = e[2].first; w < e[2].past; w++)
                sum += (double)row[w * whole->strides[2]];
        }
    return sum;
}

static void average(const struct run *run, const any_float *plane, any_float *out,
                    const struct extent e[POOL_DIMS])
{
    double mean = sum_of(&run->whole, plane, e) / (double)divisor_of(run->pool, e);
    *out = (float)with_positive_nan(mean);
}

static void spread(const struct run *run, any_float *plane, float grad,
                   const struct extent e[POOL_DIMS])
{
    const struct planes *whole = &run->whole;
    float share = (float)((double)grad / (double)divisor_of(run->pool, e));
    for (int64_t d = e[0].first; d < e[0].past; d++)
        for (int64_t h = e[1].first; h < e[1].past; h++) {
            any_float *row = plane + d * whole->strides[0] + h * whole->strides[1];
            for (int64_t w = e[2].first; w < e[2].past; w++)
                row[w * whole->strides[2]] += share;
        }
}

/* ---- The largest ----------------------------------------------------------------------------- */

/* The largest element of a window. */
struct largest {
    int64_t place; /* its index in the plane */
    int64_t offset;
    bool is_one;
};

/* Whole planes of fewer elements are looked at side by side, and rows of windows that are less
 * wide one window beside the other. */
#define LONG_PLANE 128
#define WIDE_WINDOW 16

static bool has_dense_planes(const struct planes *p)
{
    int64_t step = 1;
    for (int i = POOL_DIMS - 1; i >= 0; i--) {
        if (p->dims[i] != 1 && p->strides[i] != step)
            return false;
        step *= p->dims[i];
    }
    return step <= INT32_MAX;
}

static bool is_whole_plane(const struct planes *whole, const struct extent e[POOL_DIMS])
{
    for (int i = 0; i < POOL_DIMS; i++)
        if (e[i].first != 0 || e[i].past != whole->dims[i] || e[i].step != 1)
            return false;
    return true;
}

/* Takes values that are larger, or NaN, and with them their numbers. */
static inline void take_lanes(floats values, words numbers, floats *best, words *found)
{
#if defined(__AVX512F__)
    __m512 v = (__m512)values;
    __mmask16 is_more = _mm512_cmp_ps_mask(v, (__m512)*best, _CMP_GT_OQ) |
                        _mm512_cmp_ps_mask(v, v, _CMP_UNORD_Q);
    *best = (floats)_mm512_mask_mov_ps((__m512)*best, is_more, v);
    *found = (words)_mm512_mask_mov_epi32((__m512i)*found, is_more, (__m512i)numbers);
#else
    words is_more = (words)(values > *best) | (words)(values != values);
    *best = (floats)(((words)values & is_more) | ((words)*best & ~is_more));
    *found = (numbers & is_more) | (*found & ~is_more);
#endif
}

/* Whether a value at a place is taken in place of the one at another place, of any sequence. */
static bool goes_before(float value, int64_t place, float other, int64_t other_place)
{
    if (value != value)
        return other == other || place > other_place;
    return value > other || (value == other && place < other_place);
}

/* The largest element of a window whose rows are dense and fill a register or more. */
static struct largest largest_of_rows(const struct planes *whole, const any_float *plane,
                                      const struct extent e[POOL_DIMS])
{
    const int64_t *dims = whole->dims;
    const bool is_one = has_dense_planes(whole) && is_whole_plane(whole, e);
    const int64_t width = is_one ? places_of_a_plane(whole) : e[2].past - e[2].first;
    const int64_t past[] = {is_one ? e[0].first + 1 : e[0].past,
                            is_one ? e[1].first + 1 : e[1].past};
    const int64_t first = e[0].first * whole->strides[0] + e[1].first * whole->strides[1] +
                          e[2].first;
    floats best = floats_at(plane + first);
    words lane = {0};
    words found;
    float values[REGISTER];
    int32_t places[REGISTER];
    _Pragma("GCC unroll 16") for (int i = 0; i < REGISTER; i++) lane[i] = i;
    found = lane + (int32_t)((e[0].first * dims[1] + e[1].first) * dims[2] + e[2].first);
    float largest = plane[first];
    int64_t place = found[0];
    for (int64_t d = e[0].first; d < past[0]; d += e[0].step)
        for (int64_t h = e[1].first; h < past[1]; h += e[1].step) {
            const any_float *row = plane + d * whole->strides[0] + h * whole->strides[1] +
                                   e[2].first;
            const int64_t begin = (d * dims[1] + h) * dims[2] + e[2].first;
            int64_t at = 0;
            for (; at + REGISTER <= width; at += REGISTER)
                take_lanes(floats_at(row + at), lane + (int32_t)(begin + at), &best, &found);
            for (; at < width; at++)
                if (row[at] > largest || row[at] != row[at]) {
                    largest = row[at];
                    place = begin + at;
                }
        }
    memcpy(values, &best, sizeof values);
    memcpy(places, &found, sizeof places);
    for (int i = 0; i < REGISTER; i++)
        if (goes_before(values[i], places[i], largest, place)) {
            largest = values[i];
            place = places[i];
        }
    return (struct largest){.place = place,
                            .offset = place / dims[2] / dims[1] * whole->strides[0] +
                                      place / dims[2] % dims[1] * whole->strides[1] +
                                      place % dims[2],
                            .is_one = true};
}

/* Whether windows have rows that fill a register or more, or are whole planes. */
static bool has_long_rows(const struct planes *whole, const struct extent e[POOL_DIMS])
{
    int64_t width = e[2].past - e[2].first;
    bool is_one = is_whole_plane(whole, e) && has_dense_planes(whole) &&
                  places_of_a_plane(whole) >= LONG_PLANE;
    return whole->type == ACL_FLOAT && places_of_a_plane(whole) <= INT32_MAX &&
           (whole->dims[2] == 1 || whole->strides[2] == 1) && e[2].step == 1 &&
           e[0].first < e[0].past && e[1].first < e[1].past && (is_one || width >= WIDE_WINDOW);
}

#define LOOK(type, is_more)                                                          \
    do {                                                                             \
        const type *from = (const type *)(const void *)plane;                        \
        type best = 0;                                                               \
        for (int64_t d = e[0].first; d < e[0].past; d += e[0].step)                  \
            for (int64_t h = e[1].first; h < e[1].past; h += e[1].step) {            \
                int64_t row = d * whole->strides[0] + h * whole->strides[1];         \
                for (int64_t w = e[2].first; w < e[2].past; w += e[2].step) {        \
                    type value = from[row + w * whole->strides[2]];                  \
                    if (!found.is_one || (is_more)) {                                \
                        best = value;                                                \
                        found.is_one = true;                                         \
                        found.offset = row + w * whole->strides[2];                  \
                        found.place = (d * whole->dims[1] + h) * whole->dims[2] + w; \
                    }                                                                \
                }                                                                    \
            }                                                                        \
    } while (0)

/* The largest element of a window. A NaN is larger than all numbers; of several NaN the last one
 * counts, as in torch. */
static struct largest largest_of(const struct run *run, const char *plane,
                                 const struct extent e[POOL_DIMS])
{
    const struct planes *whole = &run->whole;
    struct largest found = {.is_one = false};
    if (has_long_rows(whole, e))
        return largest_of_rows(whole, (const any_float *)(const void *)plane, e);
    if (whole->type == ACL_INT64)
        LOOK(any_int64, value > best);
    else if (whole->type == ACL_DOUBLE)
        LOOK(any_double, value > best || value != value);
    else
        LOOK(any_float, value > best || value != value);
    return found;
}

static int64_t index_bytes(const struct planes *places)
{
    return places->type == ACL_INT64 ? 8 : places->type == ACL_INT8 ? 1 : 4;
}

static int64_t place_at(const struct planes *places, const char *plane, int64_t offset)
{
    return places->type == ACL_INT8
               ? ((const int8_t *)(const void *)plane)[offset]
               : index_at(plane + offset * index_bytes(places), places->type == ACL_INT64);
}

static void put_place_at(const struct planes *places, char *plane, int64_t offset, int64_t place)
{
    put_index(plane + offset * index_bytes(places), places->type == ACL_INT64, place);
}

/* ---- Planes ---------------------------------------------------------------------------------- */

static void clear_row(char *row, int64_t count, int64_t stride, int64_t size)
{
    if (stride == 1) {
        memset(row, 0, (size_t)(count * size));
        return;
    }
    for (int64_t i = 0; i < count; i++)
        memset(row + i * stride * size, 0, (size_t)size);
}

static void clear(const struct planes *p, char *plane, int64_t size)
{
    for (int64_t d = 0; d < p->dims[0]; d++)
        for (int64_t h = 0; h < p->dims[1]; h++)
            clear_row(plane + (d * p->strides[0] + h * p->strides[1]) * size, p->dims[2],
                      p->strides[2], size);
}

/* ---- Rows of windows ---------------------------------------------------------------------------
 */

/* Means of fewer windows a row are computed one by one. */
#define FEW_WINDOWS 4

struct together {
    int64_t first; /* the windows of the row */
    int64_t count;
    float best[TOGETHER];
    int32_t element[TOGETHER]; /* its number in the window; -1: none exists */
};

static int64_t rounded_up(int64_t value, int64_t by)
{
    return value <= 0 ? 0 : (value + by - 1) / by;
}

static struct span find_span(const struct run *run, int64_t first, int64_t count, int64_t k)
{
    int64_t stride = run->pool->stride[2];
    int64_t shift = k * run->pool->dilation[2] - run->pool->before[2];
    int64_t from = rounded_up(-shift, stride) - first;
    int64_t past = rounded_up(run->whole.dims[2] - shift, stride) - first;
    struct span span = {most(from, 0), least(past, count), 0};
    span.offset = (first + span.from) * stride + shift;
    return span;
}

static struct span span_of(const struct run *run, const struct together *row, int64_t k)
{
    if (run->joined > 0)
        return (struct span){0, row->count, k * run->pool->dilation[2]};
    if (k < KEPT_SPANS && row->count == run->windows.dims[2])
        return run->spans[k];
    return find_span(run, row->first, row->count, k);
}

static inline void take_larger(const any_float *from, int64_t step, int64_t count, int32_t number,
                               float *best, int32_t *element)
{
    for (int64_t w = 0; w < count; w++) {
        float value = from[w * step];
        bool is_more = element[w] < 0 || value > best[w] || value != value;
        best[w] = is_more ? value : best[w];
        element[w] = is_more ? number : element[w];
    }
}

/* Elements side by side, and every second one, in instructions of the vector unit. */
static void take_larger_by(const any_float *from, int64_t step, int64_t count, int32_t number,
                           float *best, int32_t *element)
{
    if (step == 1)
        take_larger(from, 1, count, number, best, element);
    else if (step == 2)
        take_larger(from, 2, count, number, best, element);
    else
        take_larger(from, step, count, number, best, element);
}

/* The same where numbers of elements do not matter. */
static inline void keep_larger(const any_float *from, int64_t step, const int64_t *offsets,
                               int64_t count, float *best)
{
    for (int64_t w = 0; w < count; w++) {
        float value = from[offsets != NULL ? offsets[w] : w * step];
        best[w] = value > best[w] || value != value ? value : best[w];
    }
}

static inline void add_elements(const any_float *from, int64_t step, const int64_t *offsets,
                                int64_t count, double *sums)
{
    for (int64_t w = 0; w < count; w++)
        sums[w] += (double)from[offsets != NULL ? offsets[w] : w * step];
}

static void keep_larger_by(const struct run *run, const any_float *from, int64_t count, float *best)
{
    int64_t step = run->pool->stride[2] * run->whole.strides[2];
    if (run->joined > 0)
        keep_larger(from, 0, run->offsets, count, best);
    else if (step == 1)
        keep_larger(from, 1, NULL, count, best);
    else if (step == 2)
        keep_larger(from, 2, NULL, count, best);
    else
        keep_larger(from, step, NULL, count, best);
}

static void add_elements_by(const struct run *run, const any_float *from, int64_t count,
                            double *sums)
{
    int64_t step = run->pool->stride[2] * run->whole.strides[2];
    if (run->joined > 0)
        add_elements(from, 0, run->offsets, count, sums);
    else if (step == 1)
        add_elements(from, 1, NULL, count, sums);
    else if (step == 2)
        add_elements(from, 2, NULL, count, sums);
    else
        add_elements(from, step, NULL, count, sums);
}

static void take_marked(const int8_t *marks, int64_t step, int64_t count, int32_t number,
                        int32_t *element)
{
    for (int64_t w = 0; w < count; w++)
        element[w] = marks[w * step] != 0 ? number : element[w];
}

/* The mask of a plane: a row for each element of the window, and an element of the row for each of
 * the output. */
static char *mask_at(const struct planes *mask, char *plane, int64_t element, int64_t place)
{
    return plane + element * mask->strides[1] + place * mask->strides[2];
}

/* Finds the element of each window: the largest, or the last that is marked. at: the place of the
 * part's first window in the mask. */
static void find_elements(const struct run *run, const any_float *plane, char *mask, int64_t at,
                          const struct extent e[POOL_DIMS], struct together *row)
{
    const struct planes *whole = &run->whole;
    const int64_t *kernel = run->pool->kernel;
    for (int64_t w = 0; w < row->count; w++)
        row->element[w] = -1;
    for (int64_t d = e[0].first, i = e[0].element; d < e[0].past; d += e[0].step, i++)
        for (int64_t h = e[1].first, j = e[1].element; h < e[1].past; h += e[1].step, j++)
            for (int64_t k = 0; k < kernel[2]; k++) {
                struct span span = span_of(run, row, k);
                int64_t number = (i * kernel[1] + j) * kernel[2] + k;
                int64_t count = span.past - span.from;
                if (count <= 0)
                    continue;
                if (run->pool->kind == POOL_MAX_GRAD)
                    take_marked((int8_t *)mask_at(&run->places, mask, number, at + span.from),
                                run->places.strides[2], count, (int32_t)number,
                                row->element + span.from);
                else
                    take_larger_by(plane + d * whole->strides[0] + h * whole->strides[1] +
                                       span.offset * whole->strides[2],
                                   run->pool->stride[2] * whole->strides[2], count, (int32_t)number,
                                   row->best + span.from, row->element + span.from);
            }
}

static double divisor_at(const struct run *run, struct extent e[POOL_DIMS], int64_t w)
{
    e[2] = extent_of(run, 2, w);
    return (double)divisor_of(run->pool, e);
}

static const double *divisors_of(const struct run *run, const struct together *row,
                                 struct extent e[POOL_DIMS], double *divisors)
{
    /* The windows between these have all elements. */
    int64_t from = least(span_of(run, row, 0).from, row->count);
    int64_t past = most(span_of(run, row, run->pool->kernel[2] - 1).past, from);
    double divisor = from < past ? divisor_at(run, e, row->first + from) : 1;
    for (int64_t w = 0; w < from; w++)
        divisors[w] = divisor_at(run, e, row->first + w);
    for (int64_t w = from; w < past; w++)
        divisors[w] = divisor;
    for (int64_t w = past; w < row->count; w++)
        divisors[w] = divisor_at(run, e, row->first + w);
    return divisors;
}

/* The means of a part of a row of windows, or their largest elements. */
static void fold_together(const struct run *run, const any_float *plane, any_float *out,
                          struct extent e[POOL_DIMS], const struct together *row)
{
    const int64_t *strides = run->whole.strides;
    const bool is_average = run->pool->kind == POOL_AVERAGE;
    double sums[TOGETHER];
    double own_divisors[TOGETHER];
    float best[TOGETHER];
    for (int64_t w = 0; w < row->count; w++) {
        sums[w] = 0;
        best[w] = -INFINITY;
    }
    for (int64_t d = e[0].first; d < e[0].past; d += e[0].step)
        for (int64_t h = e[1].first; h < e[1].past; h += e[1].step)
            for (int64_t k = 0; k < run->pool->kernel[2]; k++) {
                struct span span = span_of(run, row, k);
                int64_t count = span.past - span.from;
                const any_float *from = plane + d * strides[0] + h * strides[1] +
                                        span.offset * strides[2];
                if (count > 0 && is_average)
                    add_elements_by(run, from, count, sums + span.from);
                else if (count > 0)
                    keep_larger_by(run, from, count, best + span.from);
            }
    const double *divisors = run->divisors;
    if (is_average && run->joined == 0)
        divisors = divisors_of(run, row, e, own_divisors);
    for (int64_t w = 0; is_average && w < row->count; w++)
        best[w] = (float)with_positive_nan(sums[w] / divisors[w]);
    for (int64_t w = 0; w < row->count; w++)
        out[(row->first + w) * run->windows.strides[2]] = best[w];
}

/* The element of a window by its number: its index in the plane, and its offset. */
static struct largest element_at(const struct run *run, int32_t number, const int64_t at[POOL_DIMS])
{
    const struct pool *pool = run->pool;
    struct largest found = {.is_one = number >= 0};
    int32_t width = (int32_t)pool->kernel[2];
    int32_t height = (int32_t)pool->kernel[1];
    int32_t in_window[POOL_DIMS] = {number / width / height, number / width % height,
                                    number % width};
    if (!found.is_one)
        return (struct largest){.is_one = false};
    for (int dim = 0; dim < POOL_DIMS; dim++) {
        int64_t place = at[dim] * pool->stride[dim] - pool->before[dim] +
                        in_window[dim] * pool->dilation[dim];
        found.place = found.place * run->whole.dims[dim] + place;
        found.offset += place * run->whole.strides[dim];
    }
    return found;
}

/* Whether windows are looked at by rows: others have windows of several sizes, or types. */
static bool goes_by_rows(const struct run *run)
{
    const struct pool *pool = run->pool;
    if (pool->has_mask)
        return true; /* numbers of elements: of float32 alone, and never adaptive */
    if (pool->kind == POOL_AVERAGE)
        return !pool->is_adaptive && run->windows.dims[2] >= FEW_WINDOWS;
    bool are_wide = pool->kernel[2] >= WIDE_WINDOW && run->windows.dims[2] < SHORT_ROW &&
                    run->places.data != NULL;
    return pool->kind == POOL_MAX && !pool->is_adaptive && run->whole.type == ACL_FLOAT &&
           !are_wide && pool->kernel[0] * pool->kernel[1] * pool->kernel[2] <= INT32_MAX;
}

/* ---- Results -----------------------------------------------------------------------------------
 */

static void put_largest(const struct run *run, const char *plane, char *out, int64_t offset,
                        const struct largest *found)
{
    if (run->whole.type == ACL_INT64)
        ((any_int64 *)(void *)out)[offset] =
            !found->is_one ? INT64_MIN : ((const any_int64 *)(const void *)plane)[found->offset];
    else if (run->whole.type == ACL_DOUBLE)
        ((any_double *)(void *)out)[offset] =
            !found->is_one ? -(double)INFINITY
                           : ((const any_double *)(const void *)plane)[found->offset];
    else
        ((any_float *)(void *)out)[offset] =
            !found->is_one ? -INFINITY : ((const any_float *)(const void *)plane)[found->offset];
}

/* Adds a gradient to the element of an index; false when that lies outside of the plane. */
static bool give_back(const struct planes *whole, any_float *plane, float grad, int64_t place)
{
    if (place < 0 || place >= places_of_a_plane(whole))
        return false;
    int64_t row = place / whole->dims[2];
    plane[row / whole->dims[1] * whole->strides[0] + row % whole->dims[1] * whole->strides[1] +
          place % whole->dims[2] * whole->strides[2]] += grad;
    return true;
}

/* Sets the failure for an index outside of the plane, by the number of its window. */
static void report_bad(const struct run *run, const struct work_view *places, int64_t window,
                       struct task_failure *failure)
{
    const struct planes *windows = &run->windows;
    int64_t at[POOL_DIMS];
    int64_t place[TENSOR_MAX_DIMS] = {0};
    int64_t offset = 0;
    char where[160];
    for (int i = POOL_DIMS - 1; i >= 0; i--) {
        at[i] = window % windows->dims[i];
        window /= windows->dims[i];
        offset += at[i] * run->places.strides[i];
    }
    int32_t spatial = run->pool->spatial;
    int32_t batch = places->rank - spatial - 1;
    int32_t first = batch + !run->pool->channels_last;
    for (int32_t i = 0; i < spatial; i++)
        place[first + i] = at[POOL_DIMS - spatial + i];
    place[run->pool->channels_last ? places->rank - 1 : batch] = window % windows->channels;
    if (batch > 0)
        place[0] = window / windows->channels;
    failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
    snprintf(
        failure->text, sizeof failure->text,
        "indices%s is %" PRId64 "; every index must be in [0, %" PRId64 ")",
        dims_describe(place, places->rank, where, sizeof where),
        place_at(&run->places, plane_at(&run->places, window, index_bytes(&run->places)), offset),
        places_of_a_plane(&run->whole));
}

/* The largest of windows; -infinity where a window has no element. */
static void put_row(const struct run *run, char *out, const struct together *row)
{
    any_float *to = (any_float *)(void *)out;
    int64_t step = run->windows.strides[2];
    for (int64_t w = 0; w < row->count; w++)
        to[(row->first + w) * step] = row->element[w] < 0 ? -INFINITY : row->best[w];
}

/* A part of a row of windows. offsets: of the row in `windows` and in the indices. */
static void run_together(const struct run *run, char *plane, char *out, char *places,
                         const struct extent e[POOL_DIMS], int64_t at[POOL_DIMS],
                         const int64_t offsets[2], struct together *row)
{
    const struct planes *windows = &run->windows;
    int64_t place = (at[0] * windows->dims[1] + at[1]) * windows->dims[2];
    find_elements(run, (const any_float *)(const void *)plane, places, place + row->first, e, row);
    if (run->pool->kind == POOL_MAX)
        put_row(run, out + offsets[0] * (int64_t)sizeof(float), row);
    for (int64_t w = 0; w < row->count; w++) {
        at[2] = row->first + w;
        if (run->pool->kind == POOL_MAX && run->pool->has_mask) {
            *mask_at(&run->places, places, row->element[w] < 0 ? 0 : row->element[w],
                     place + at[2]) = 1;
            continue;
        }
        struct largest found = element_at(run, row->element[w], at);
        if (run->pool->kind == POOL_MAX)
            put_place_at(&run->places, places, offsets[1] + at[2] * run->places.strides[2],
                         found.place);
        else if (found.is_one)
            ((any_float *)(void *)plane)[found.offset] += ((
                any_float *)(void *)out)[offsets[0] + at[2] * windows->strides[2]];
    }
}

static void run_row(const struct run *run, char *plane, char *out, char *places,
                    struct extent e[POOL_DIMS], int64_t d, int64_t h)
{
    const struct planes *windows = &run->windows;
    int64_t at[POOL_DIMS] = {d, h, 0};
    int64_t offsets[2] = {d * windows->strides[0] + h * windows->strides[1],
                          d * run->places.strides[0] + h * run->places.strides[1]};
    struct together row;
    for (row.first = 0; row.first < windows->dims[2]; row.first += row.count) {
        int64_t left = windows->dims[2] - row.first;
        row.count = left < TOGETHER ? left : TOGETHER;
        if (places == NULL)
            fold_together(run, (const any_float *)(const void *)plane,
                          (any_float *)(void *)out + offsets[0], e, &row);
        else
            run_together(run, plane, out, places, e, at, offsets, &row);
    }
}

/* Whether planes are looked at as one row: its windows follow each other. */
static bool joins_rows(const struct run *run)
{
    const struct pool *pool = run->pool;
    const struct planes *windows = &run->windows;
    int64_t step = windows->strides[2];
    int64_t count = places_of_a_plane(windows);
    bool is_average = pool->kind == POOL_AVERAGE && !pool->is_adaptive && count >= FEW_WINDOWS;
    bool is_largest = pool->kind == POOL_MAX && !pool->has_mask && goes_by_rows(run);
    if (!(is_average || is_largest) || run->places.data != NULL || count > TOGETHER ||
        windows->dims[2] >= SHORT_ROW)
        return false;
    for (int i = POOL_DIMS - 1; i >= 0; i--) {
        if (windows->dims[i] != 1 && windows->strides[i] != step)
            return false;
        step *= windows->dims[i];
    }
    return true;
}

/* Changes the run to windows of planes that have all their elements; false where a copy of a plane
 * would be too large. */
static bool find_within(struct run *run)
{
    const struct pool *pool = run->pool;
    int64_t step = 1;
    run->given = run->whole;
    run->within = *pool;
    for (int i = POOL_DIMS - 1; i >= 0; i--) {
        int64_t past = (run->windows.dims[i] - 1) * pool->stride[i] +
                       (pool->kernel[i] - 1) * pool->dilation[i] + 1;
        run->is_copied |= pool->before[i] > 0 || past > run->whole.dims[i];
        run->within.before[i] = 0;
        run->at[i] = pool->before[i];
        run->given.dims[i] = least(run->given.dims[i], past - pool->before[i]);
        run->whole.dims[i] = past;
        run->whole.strides[i] = step;
        step *= past;
    }
    return !run->is_copied || step <= MOST_COPIED;
}

static void join_rows(struct run *run)
{
    struct run joined = *run;
    const int64_t *dims = run->windows.dims;
    const int64_t *stride = run->pool->stride;
    struct extent e[POOL_DIMS];
    if (!find_within(&joined))
        return;
    if (!joined.is_copied)
        joined.whole = run->whole;
    const int64_t *strides = joined.whole.strides;
    for (int64_t d = 0; d < dims[0]; d++)
        for (int64_t h = 0; h < dims[1]; h++)
            for (int64_t w = 0; w < dims[2]; w++) {
                e[0] = extent_of(run, 0, d);
                e[1] = extent_of(run, 1, h);
                joined.divisors[joined.joined] = divisor_at(run, e, w);
                joined.offsets[joined.joined++] = d * stride[0] * strides[0] +
                                                  h * stride[1] * strides[1] +
                                                  w * stride[2] * strides[2];
            }
    *run = joined;
    run->pool = &run->within;
}

/* Copies the elements that windows read; others around them are there. */
static void copy_plane(const struct run *run, const any_float *from, float *copy)
{
    const struct planes *given = &run->given;
    const int64_t *strides = run->whole.strides;
    copy += run->at[0] * strides[0] + run->at[1] * strides[1] + run->at[2];
    for (int64_t d = 0; d < given->dims[0]; d++)
        for (int64_t h = 0; h < given->dims[1]; h++) {
            const any_float *row = from + d * given->strides[0] + h * given->strides[1];
            float *to = copy + d * strides[0] + h * strides[1];
            for (int64_t w = 0; w < given->dims[2]; w++)
                to[w] = row[w * given->strides[2]];
        }
}

/* The planes of a block, each as one row. */
static void run_joined(const struct run *run, struct block_share share)
{
    struct together row = {.count = run->joined};
    struct extent e[POOL_DIMS];
    float copy[MOST_COPIED];
    for (int i = 0; i < POOL_DIMS; i++)
        e[i] = extent_of(run, i, 0);
    for (int64_t i = 0; run->is_copied && i < places_of_a_plane(&run->whole); i++)
        copy[i] = run->pool->kind == POOL_AVERAGE ? 0 : -INFINITY;
    for (int64_t i = share.first; i < share.past; i++) {
        const any_float *plane = (any_float *)(void *)plane_at(&run->given, i, sizeof(float));
        char *out = plane_at(&run->windows, i, sizeof(float));
        if (run->is_copied) {
            copy_plane(run, plane, copy);
            plane = (const any_float *)copy;
        }
        fold_together(run, plane, (any_float *)(void *)out, e, &row);
    }
}

static void run_plane(const struct run *run, int64_t index)
{
    const struct pool *pool = run->pool;
    const struct planes *windows = &run->windows;
    int64_t size = data_type_bits(run->whole.type) / 8;
    char *plane = plane_at(&run->whole, index, size);
    char *out = plane_at(windows, index, size);
    char *places = NULL;
    struct extent e[POOL_DIMS];
    bool by_rows = goes_by_rows(run);
    if (run->places.data != NULL)
        places = plane_at(&run->places, index, pool->has_mask ? 1 : index_bytes(&run->places));
    if (pool->kind == POOL_AVERAGE_GRAD || pool->kind == POOL_MAX_GRAD)
        clear(&run->whole, plane, size);
    if (index >= windows->count * windows->channels)
        return;
    if (pool->kind == POOL_MAX && pool->has_mask)
        clear(&run->places, places, 1);
    for (int64_t d = 0, at = 0; d < windows->dims[0]; d++) {
        e[0] = extent_of(run, 0, d);
        for (int64_t h = 0; h < windows->dims[1]; h++) {
            e[1] = extent_of(run, 1, h);
            if (by_rows) {
                run_row(run, plane, out, places, e, d, h);
                continue;
            }
            for (int64_t w = 0; w < windows->dims[2]; w++, at++) {
                int64_t offset = d * windows->strides[0] + h * windows->strides[1] +
                                 w * windows->strides[2];
                int64_t index_offset = d * run->places.strides[0] + h * run->places.strides[1] +
                                       w * run->places.strides[2];
                e[2] = extent_of(run, 2, w);
                switch (pool->kind) {
                case POOL_AVERAGE:
                    average(run, (const any_float *)(const void *)plane,
                            (any_float *)(void *)out + offset, e);
                    break;
                case POOL_AVERAGE_GRAD:
                    spread(run, (any_float *)(void *)plane,
                           ((const any_float *)(const void *)out)[offset], e);
                    break;
                case POOL_MAX: {
                    struct largest found = largest_of(run, plane, e);
                    put_largest(run, plane, out, offset, &found);
                    if (places != NULL)
                        put_place_at(&run->places, places, index_offset, found.place);
                    break;
                }
                case POOL_MAX_GRAD: {
                    int64_t place = place_at(&run->places, places, index_offset);
                    if (!give_back(&run->whole, (any_float *)(void *)plane,
                                   ((const any_float *)(const void *)out)[offset], place))
                        keep_least(run->bad, index * places_of_a_plane(windows) + at);
                    break;
                }
                }
            }
        }
    }
}

/* ---- Planes side by side -----------------------------------------------------------------------
 */

/* The most places of as many planes as a register has floats that lie side by side. */
#define MOST_BESIDE 1024

/* Planes side by side, a lane each: their places from number `first` on, and what each of their
 * windows has. */
struct beside {
    const struct run *run;
    int64_t first;
    int64_t count; /* of planes */
    const any_float *planes[REGISTER];
    struct extent columns[SHORT_ROW];
    _Alignas(CPU_CACHE_LINE) floats places[MOST_BESIDE];
    floats largest[TOGETHER];
    words found[TOGETHER]; /* the place, or for a mask the element of the window */
};

/* Which rows of a plane a row of windows reads. */
static void rows_of_windows(const struct run *run, int64_t d, int64_t h, int64_t rows[2])
{
    struct extent depth = extent_of(run, 0, d);
    struct extent height = extent_of(run, 1, h);
    rows[0] = depth.first * run->whole.dims[1] + height.first;
    rows[1] = (depth.past - 1) * run->whole.dims[1] + height.past;
}

/* Whether the planes are small, or what a row of windows reads of them. */
static bool goes_beside(const struct run *run)
{
    const struct pool *pool = run->pool;
    const struct planes *whole = &run->whole;
    const struct planes *windows = &run->windows;
    int64_t width = whole->dims[2];
    if (pool->kind != POOL_MAX || run->places.data == NULL || whole->type != ACL_FLOAT ||
        run->planes < REGISTER || run->planes != windows->count * windows->channels ||
        windows->dims[2] > SHORT_ROW || !has_dense_planes(whole) ||
        places_of_a_plane(windows) > TOGETHER)
        return false;
    if (places_of_a_plane(windows) < FEW_WINDOWS && places_of_a_plane(whole) >= LONG_PLANE)
        return false;
    if (places_of_a_plane(whole) <= MOST_BESIDE)
        return true;
    for (int64_t d = 0; d < windows->dims[0]; d++)
        for (int64_t h = 0; h < windows->dims[1]; h++) {
            int64_t rows[2];
            rows_of_windows(run, d, h, rows);
            if ((rows[1] - rows[0]) * width > MOST_BESIDE)
                return false;
        }
    return true;
}

static void put_beside(struct beside *b, int64_t first, int64_t past)
{
    const int64_t width = b->run->whole.dims[2];
    float *to = (float *)(void *)b->places;
    b->first = first * width;
    for (int64_t at = first * width; at < past * width; at++, to += REGISTER)
        for (int lane = 0; lane < REGISTER; lane++)
            to[lane] = b->planes[lane][at];
}

static void look_beside(struct beside *b, const struct extent e[POOL_DIMS], int64_t window)
{
    const struct run *run = b->run;
    const int64_t *dims = run->whole.dims;
    const int64_t *kernel = run->pool->kernel;
    const bool has_mask = run->pool->has_mask;
    floats best = (floats){0} - INFINITY;
    words found = {0};
    bool is_first = true;
    for (int64_t d = e[0].first, i = e[0].element; d < e[0].past; d += e[0].step, i++)
        for (int64_t h = e[1].first, j = e[1].element; h < e[1].past; h += e[1].step, j++) {
            const int64_t row = (d * dims[1] + h) * dims[2];
            for (int64_t w = e[2].first, k = e[2].element; w < e[2].past; w += e[2].step, k++) {
                const floats values = b->places[row + w - b->first];
                int64_t number = has_mask ? (i * kernel[1] + j) * kernel[2] + k : row + w;
                if (is_first) {
                    best = values;
                    found = (words){0} + (int32_t)number;
                }
                is_first = false;
                take_lanes(values, (words){0} + (int32_t)number, &best, &found);
            }
        }
    b->largest[window] = best;
    b->found[window] = found;
}

static void write_beside(const struct beside *b, int64_t first)
{
    const struct run *run = b->run;
    const struct planes *windows = &run->windows;
    const struct planes *places = &run->places;
    const float *largest = (const float *)(const void *)b->largest;
    const int32_t *found = (const int32_t *)(const void *)b->found;
    const int64_t bytes = run->pool->has_mask ? 1 : index_bytes(places);
    for (int64_t lane = 0; lane < b->count; lane++) {
        any_float *out = (any_float *)(void *)plane_at(windows, first + lane, sizeof(float));
        char *to = plane_at(places, first + lane, bytes);
        int64_t at = lane;
        int64_t window = 0;
        if (run->pool->has_mask)
            clear(places, to, 1);
        for (int64_t d = 0; d < windows->dims[0]; d++)
            for (int64_t h = 0; h < windows->dims[1]; h++) {
                int64_t row = d * windows->strides[0] + h * windows->strides[1];
                int64_t row_of_places = d * places->strides[0] + h * places->strides[1];
                for (int64_t w = 0; w < windows->dims[2]; w++, at += REGISTER, window++) {
                    out[row + w * windows->strides[2]] = largest[at];
                    if (run->pool->has_mask)
                        *mask_at(places, to, found[at], window) = 1;
                    else
                        put_place_at(places, to, row_of_places + w * places->strides[2], found[at]);
                }
            }
    }
}

/* The planes of a block, as many together as a register has floats. */
static void run_beside(const struct run *run, struct block_share share)
{
    const int64_t *dims = run->windows.dims;
    const int64_t rows = run->whole.dims[0] * run->whole.dims[1];
    const bool are_whole = places_of_a_plane(&run->whole) <= MOST_BESIDE;
    struct beside b;
    struct extent e[POOL_DIMS];
    b.run = run;
    for (int64_t w = 0; w < dims[2]; w++)
        b.columns[w] = extent_of(run, 2, w);
    for (int64_t first = share.first; first < share.past; first += REGISTER) {
        int64_t window = 0;
        b.count = least(share.past - first, REGISTER);
        for (int64_t i = 0; i < REGISTER; i++)
            b.planes[i] = (const any_float *)(const void *)plane_at(
                &run->whole, first + least(i, b.count - 1), sizeof(float));
        if (are_whole)
            put_beside(&b, 0, rows);
        for (int64_t d = 0; d < dims[0]; d++)
            for (int64_t h = 0; h < dims[1]; h++) {
                int64_t read[2];
                rows_of_windows(run, d, h, read);
                if (!are_whole)
                    put_beside(&b, read[0], most(read[0], read[1]));
                e[0] = extent_of(run, 0, d);
                e[1] = extent_of(run, 1, h);
                for (int64_t w = 0; w < dims[2]; w++) {
                    e[2] = b.columns[w];
                    look_beside(&b, e, window++);
                }
            }
        write_beside(&b, first);
    }
}

static void run_planes(int64_t block, int64_t blocks, void *context)
{
    const struct run *run = context;
    struct block_share share = share_of_block(run->planes, block, blocks);
    if (run->are_beside) {
        run_beside(run, share);
        return;
    }
    if (run->joined > 0) {
        run_joined(run, share);
        return;
    }
    for (int64_t i = share.first; i < share.past; i++)
        run_plane(run, i);
}

/* Parts of a plane that are all of one size are windows; false where they are not, or are few. */
static bool find_even_parts(const struct run *run, struct pool *windows)
{
    bool folds = run->pool->kind == POOL_AVERAGE || run->pool->kind == POOL_MAX;
    if (!run->pool->is_adaptive || !folds || places_of_a_plane(&run->windows) < FEW_WINDOWS)
        return false;
    *windows = *run->pool;
    windows->is_adaptive = false;
    for (int i = 0; i < POOL_DIMS; i++) {
        int64_t size = run->whole.dims[i] / run->windows.dims[i];
        if (size == 0 || size * run->windows.dims[i] != run->whole.dims[i])
            return false;
        windows->kernel[i] = windows->stride[i] = size;
        windows->dilation[i] = 1;
        windows->before[i] = windows->behind[i] = 0;
    }
    return true;
}

static void run_pool_work(const struct work *work, struct task_failure *failure)
{
    const struct pool *pool = work->attributes;
    struct pool even;
    bool is_grad = pool->kind == POOL_AVERAGE_GRAD || pool->kind == POOL_MAX_GRAD;
    const struct work_view *places = pool->kind == POOL_MAX        ? &work->outputs[1]
                                     : pool->kind == POOL_MAX_GRAD ? &work->inputs[1]
                                                                   : NULL;
    _Atomic int64_t bad = INT64_MAX;
    struct run run = {.pool = pool, .bad = &bad};
    run.whole = planes_of(is_grad ? &work->outputs[0] : &work->inputs[0], pool->spatial,
                          pool->channels_last);
    run.windows = planes_of(is_grad ? &work->inputs[0] : &work->outputs[0], pool->spatial,
                            pool->channels_last);
    if (places != NULL && pool->has_places)
        run.places = planes_of(places, pool->has_mask ? 2 : pool->spatial,
                               pool->channels_last && !pool->has_mask);
    run.planes = run.whole.count * run.whole.channels;
    if (find_even_parts(&run, &even))
        run.pool = pool = &even;
    for (int64_t k = 0; k < KEPT_SPANS && pool->stride[2] > 0; k++)
        run.spans[k] = find_span(&run, 0, run.windows.dims[2], k);
    run.are_beside = goes_beside(&run);
    if (joins_rows(&run))
        join_rows(&run);
    int64_t elements = run.planes * run.whole.dims[0] * run.whole.dims[1] * run.whole.dims[2];
    int64_t blocks = blocks_for(elements, ELEMENTS_A_BLOCK, run.planes);
    ai_cores_run_function("pool", run_planes, blocks, &run);
    if (bad != INT64_MAX)
        report_bad(&run, places, bad, failure);
}
const struct l0_run pool_kernel_windows = {.run = run_pool_work};
