/* SPDX-License-Identifier: Apache-2.0 */
/* Histc and Bincount, which count values. Elements are divided into pieces whose number depends
 * only on the number of elements, and the pieces' counts are added one after another. So results do
 * not depend on the number of cores. */
#include "ops/sort/histogram.h"

#include <inttypes.h>
#include <math.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/sort.h"
#include "executor/schedule.h"
#include "ops/common/work_views.h"
#include "runtime/cores/ai_cores.h"

__extension__ typedef unsigned __int128 uint128;

#define MOST_PIECES 16
#define ELEMENTS_A_PIECE ((int64_t)1 << 15)

/* ---- The work -------------------------------------------------------------------------------- */

struct counting {
    const struct work *work;
    int64_t count;
    int64_t bins;
    int64_t pieces;
    bool is_whole;
    struct histogram_attributes range;
    int64_t low_of[MOST_PIECES]; /* the smallest element of each piece, for integers */
    int64_t high_of[MOST_PIECES];
    float low_real[MOST_PIECES];
    float high_real[MOST_PIECES];
    bool has_nan[MOST_PIECES];
    _Atomic int64_t bad;
};

static int64_t piece_first(const struct counting *c, int64_t piece)
{
    int64_t rest = c->count % c->pieces;
    return c->count / c->pieces * piece + (piece < rest ? piece : rest);
}

/* There are fewer pieces when each has many bins. */
static int64_t pieces_of(int64_t count, int64_t bins)
{
    int64_t pieces = count / (ELEMENTS_A_PIECE + 2 * bins) + 1;
    return pieces < MOST_PIECES ? pieces : MOST_PIECES;
}

static int64_t whole_at(const char *address, aclDataType type)
{
    int64_t value = 0;
    switch (type) {
    case ACL_INT8: return *(const int8_t *)address;
    case ACL_UINT8: return *(const uint8_t *)address;
    case ACL_INT16: {
        int16_t narrow;
        memcpy(&narrow, address, sizeof narrow);
        return narrow;
    }
    case ACL_INT32: return index_at(address, false);
    default: memcpy(&value, address, sizeof value); return value;
    }
}

static const char *element_of(const struct work_view *view, bool is_ordered, int64_t number)
{
    return is_ordered ? view->address + number * view_width(view) : view_element(view, number);
}

static void find_range(int64_t piece, int64_t pieces, void *context)
{
    struct counting *c = context;
    const struct work_view *self = &c->work->inputs[0];
    bool is_ordered = view_is_ordered(self);
    int64_t low = INT64_MAX;
    int64_t high = INT64_MIN;
    float least = INFINITY;
    float most = -INFINITY;
    (void)pieces;
    for (int64_t i = piece_first(c, piece); i < piece_first(c, piece + 1); i++) {
        const char *element = element_of(self, is_ordered, i);
        if (c->is_whole) {
            int64_t value = whole_at(element, self->type);
            low = value < low ? value : low;
            high = value > high ? value : high;
        } else {
            float value;
            memcpy(&value, element, sizeof value);
            c->has_nan[piece] |= isnan(value);
            least = value < least ? value : least;
            most = value > most ? value : most;
        }
    }
    c->low_of[piece] = low;
    c->high_of[piece] = high;
    c->low_real[piece] = least;
    c->high_real[piece] = most;
}

/* Sets the limits. When they are equal, one is subtracted and added. With NaN nothing is
 * counted. */
static void set_range(struct counting *c)
{
    struct histogram_attributes *range = &c->range;
    if (range->is_found) {
        ai_cores_run_function("histogram", find_range, c->pieces, c);
        range->low.whole = c->is_whole ? c->low_of[0] : 0;
        range->high.whole = c->is_whole ? c->high_of[0] : 0;
        float least = c->low_real[0];
        float most = c->high_real[0];
        for (int64_t i = 0; i < c->pieces; i++) {
            if (c->is_whole && c->low_of[i] < range->low.whole)
                range->low.whole = c->low_of[i];
            if (c->is_whole && c->high_of[i] > range->high.whole)
                range->high.whole = c->high_of[i];
            least = c->has_nan[i] ? NAN : c->low_real[i] < least ? c->low_real[i] : least;
            most = c->high_real[i] > most ? c->high_real[i] : most;
        }
        if (!c->is_whole) {
            range->low.real = least;
            range->high.real = most;
        }
    }
    if (c->is_whole && range->low.whole == range->high.whole) {
        range->low.whole -= range->low.whole > INT64_MIN;
        range->high.whole += range->high.whole < INT64_MAX;
    } else if (!c->is_whole && range->low.real == range->high.real) {
        range->low.real -= 1;
        range->high.real += 1;
    }
}

static int64_t *counts_of(const struct counting *c, int64_t piece)
{
    return (int64_t *)(void *)c->work->scratch + piece * c->bins;
}

static void count_piece(int64_t piece, int64_t pieces, void *context)
{
    struct counting *c = context;
    const struct work_view *self = &c->work->inputs[0];
    bool is_ordered = view_is_ordered(self);
    int64_t *counts = counts_of(c, piece);
    (void)pieces;
    memset(counts, 0, (size_t)c->bins * sizeof *counts);
    int64_t low = c->range.low.whole;
    int64_t high = c->range.high.whole;
    uint64_t span = (uint64_t)high - (uint64_t)low;
    float least = c->range.low.real;
    float most = c->range.high.real;
    for (int64_t i = piece_first(c, piece); i < piece_first(c, piece + 1); i++) {
        const char *element = element_of(self, is_ordered, i);
        int64_t bin;
        if (c->is_whole) {
            int64_t value = whole_at(element, self->type);
            if (value < low || value > high)
                continue;
            uint128 scaled = (uint128)((uint64_t)value - (uint64_t)low) * (uint64_t)c->bins;
            bin = scaled <= UINT64_MAX ? (int64_t)((uint64_t)scaled / span)
                                       : (int64_t)(scaled / span);
        } else {
            float value;
            memcpy(&value, element, sizeof value);
            if (!(value >= least && value <= most))
                continue;
            float place = (value - least) * (float)c->bins / (most - least);
            if (!(place >= 0))
                continue; /* the range is infinite */
            bin = place < (float)c->bins ? (int64_t)place : c->bins - 1;
        }
        counts[bin < c->bins ? bin : c->bins - 1]++;
    }
}

static uint64_t histogram_scratch(const struct work *work)
{
    int64_t bins = work->outputs[0].dims[0];
    return (uint64_t)(pieces_of(view_count(&work->inputs[0]), bins) * bins) * 8;
}

static struct counting counting_of(const struct work *work)
{
    struct counting c = {.work = work, .count = view_count(&work->inputs[0])};
    c.bins = work->outputs[0].dims[0];
    c.pieces = pieces_of(c.count, c.bins);
    atomic_init(&c.bad, INT64_MAX);
    return c;
}

static void run_histogram_work(const struct work *work, struct task_failure *failure)
{
    struct counting c = counting_of(work);
    (void)failure;
    c.range = *(const struct histogram_attributes *)work->attributes;
    c.is_whole = work->inputs[0].type != ACL_FLOAT;
    set_range(&c);
    ai_cores_run_function("histogram", count_piece, c.pieces, &c);
    for (int64_t bin = 0; bin < c.bins; bin++) {
        int64_t sum = 0;
        for (int64_t piece = 0; piece < c.pieces; piece++)
            sum += counts_of(&c, piece)[bin];
        memcpy(view_element(&work->outputs[0], bin), &sum, sizeof sum);
    }
}
const struct l0_run sort_kernel_histogram = {.scratch_bytes = histogram_scratch,
                                             .run = run_histogram_work};

/* Keeps the lowest number of an element that is out of range. */
static void keep_bad(struct counting *c, int64_t i)
{
    int64_t known = atomic_load(&c->bad);
    while (i < known && !atomic_compare_exchange_weak(&c->bad, &known, i))
        continue;
}

/* Counts dense elements. */
static void count_words(struct counting *c, int64_t first, int64_t past, int64_t *counts)
{
    const char *elements = c->work->inputs[0].address;
    uint64_t bins = (uint64_t)c->bins;
    for (int64_t i = first; i < past; i++) {
        uint64_t bin;
        memcpy(&bin, elements + i * (int64_t)sizeof bin, sizeof bin);
        if (bin >= bins) {
            keep_bad(c, i);
            return;
        }
        counts[bin]++;
    }
}

static void sum_piece(int64_t piece, int64_t pieces, void *context)
{
    struct counting *c = context;
    const struct work_view *self = &c->work->inputs[0];
    const struct work_view *weights = c->is_whole ? NULL : &c->work->inputs[1];
    int64_t *counts = counts_of(c, piece);
    double *sums = (double *)(void *)counts;
    (void)pieces;
    memset(counts, 0, (size_t)c->bins * sizeof *counts);
    if (weights == NULL && view_is_ordered(self)) {
        count_words(c, piece_first(c, piece), piece_first(c, piece + 1), counts);
        return;
    }
    for (int64_t i = piece_first(c, piece); i < piece_first(c, piece + 1); i++) {
        int64_t bin = whole_at(view_element(self, i), ACL_INT64);
        if (bin < 0 || bin >= c->bins) {
            keep_bad(c, i);
            return;
        }
        if (weights != NULL) {
            double weight;
            memcpy(&weight, view_element(weights, i), sizeof weight);
            sums[bin] += weight;
        } else {
            counts[bin]++;
        }
    }
}

/* Writes the sums of the counts of all pieces, over those of the first. */
static void write_counts(const struct counting *c, const struct work_view *out)
{
    int64_t *counts = counts_of(c, 0);
    for (int64_t piece = 1; piece < c->pieces; piece++) {
        const int64_t *more = counts_of(c, piece);
        for (int64_t bin = 0; bin < c->bins; bin++)
            counts[bin] += more[bin];
    }
    if (c->bins > 0 && view_is_ordered(out)) {
        memcpy(out->address, counts, (size_t)c->bins * sizeof *counts);
        return;
    }
    for (int64_t bin = 0; bin < c->bins; bin++)
        memcpy(view_element(out, bin), &counts[bin], sizeof *counts);
}

static void run_bincount_work(const struct work *work, struct task_failure *failure)
{
    struct counting c = counting_of(work);
    const struct work_view *out = &work->outputs[0];
    c.is_whole = out->type == ACL_INT64;
    ai_cores_run_function("bincount", sum_piece, c.pieces, &c);
    int64_t bad = atomic_load(&c.bad);
    if (bad != INT64_MAX) {
        failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
        snprintf(failure->text, sizeof failure->text,
                 "self[%" PRId64 "] is %" PRId64 "; every value must be in [0, %" PRId64 ")", bad,
                 whole_at(view_element(&work->inputs[0], bad), ACL_INT64), c.bins);
        return;
    }
    if (c.is_whole) {
        write_counts(&c, out);
        return;
    }
    for (int64_t bin = 0; bin < c.bins; bin++) {
        double sum = 0;
        for (int64_t piece = 0; piece < c.pieces; piece++)
            sum += ((double *)(void *)counts_of(&c, piece))[bin];
        memcpy(view_element(out, bin), &sum, sizeof sum);
    }
}
const struct l0_run sort_kernel_bincount = {.scratch_bytes = histogram_scratch,
                                            .run = run_bincount_work};
