/* SPDX-License-Identifier: Apache-2.0 */
/* Convolutions along time that start from states: kernel. Blocks have channels of their own, and
 * take the sequences one after the other. Operands may have any strides. */
#include "ops/conv/causal.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/conv.h"
#include "executor/schedule.h"
#include "ops/common/doubles.h"
#include "ops/common/work_views.h"
#include "products/product.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

#define CHANNELS 128 /* that are computed at once */
#define NUMBERS_A_BLOCK ((int64_t)1 << 14)

enum { X, WEIGHT, STATES };

/* What a sequence's operands say, which are read once: the program may change them. */
struct sequence {
    int64_t first; /* token */
    int64_t count;
    int64_t line;   /* -1: it is left out */
    int64_t offset; /* of its history in the state */
    bool is_new;    /* its history is zeros */
};

struct causal_run {
    const struct work *work;
    const struct causal *c;
    const struct sequence *sequences;
    int64_t taps;
    int64_t channels;
};

/* Rows of channels as float32: the weight, the history before the sequence, and the last tokens. */
struct rows {
    float weight[CAUSAL_MOST_TAPS][CHANNELS];
    float bias[CHANNELS];
    float history[CAUSAL_MOST_TAPS][CHANNELS];
    float last[CAUSAL_MOST_TAPS][CHANNELS];
    float sums[CHANNELS];
    double powers[CHANNELS];
    int64_t first; /* channel */
    int64_t count;
};

static void load(const struct work_view *view, int64_t row, const struct rows *r, float *to)
{
    int64_t stride = view->strides[view->rank - 1];
    char *from = view_element(view, row * view->dims[view->rank - 1]) +
                 r->first * stride * view_width(view);
    product_load(view->type, from, 0, stride, 1, r->count, to, CHANNELS);
}

static void store(const struct work_view *view, int64_t row, const struct rows *r,
                  const float *from)
{
    int64_t stride = view->strides[view->rank - 1];
    char *to = view_element(view, row * view->dims[view->rank - 1]) +
               r->first * stride * view_width(view);
    product_store(view->type, to, 0, stride, 1, r->count, from, CHANNELS);
}

/* ---- Sequences ------------------------------------------------------------------------------- */

static int64_t number_at(const struct work *work, const struct causal *c,
                         enum causal_operand operand, int64_t at, int64_t otherwise)
{
    int place = c->places[operand];
    return place < 0 ? otherwise : index_at(view_element(&work->inputs[place], at), false);
}

static bool refuse(struct task_failure *failure, const char *name, int64_t number, int64_t at)
{
    failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
    snprintf(failure->text, sizeof failure->text,
             "%s has %" PRId64 " for the sequence %" PRId64 ", outside of what there is", name,
             number, at);
    return false;
}

static bool read_sequences(const struct work *work, struct sequence *sequences,
                           struct task_failure *failure)
{
    const struct causal *c = work->attributes;
    const struct work_view *states = &work->inputs[STATES];
    int64_t history = work->inputs[WEIGHT].dims[0] - 1;
    int64_t tokens = view_count(&work->inputs[X]) / states->dims[2];
    int64_t next = number_at(work, c, CAUSAL_STARTS, 0, 0);
    if (c->length == 0 && (next < 0 || next > tokens))
        return refuse(failure, "queryStartLoc", next, 0);
    for (int64_t i = 0; i < c->sequences; i++) {
        struct sequence s = {.first = i * c->length, .count = c->length};
        if (c->length == 0) {
            s.first = next;
            next = number_at(work, c, CAUSAL_STARTS, i + 1, 0);
            s.count = next - s.first;
            if (s.count < 0 || next > tokens)
                return refuse(failure, "queryStartLoc", next, i);
        }
        s.line = number_at(work, c, CAUSAL_LINES, i, i);
        if (c->places[CAUSAL_LINES] >= 0 && s.line == c->nowhere)
            s.line = -1;
        else if (s.line < 0 || s.line >= states->dims[0])
            return refuse(failure, "cacheIndices", s.line, i);
        s.offset = number_at(work, c, CAUSAL_ACCEPTED, i, 0) - 1;
        s.offset = s.offset < 0 ? 0 : s.offset;
        if (s.offset + history > states->dims[1])
            return refuse(failure, "numAcceptedTokens", s.offset + 1, i);
        s.is_new = c->is_prefill && number_at(work, c, CAUSAL_MODES, i, 0) == 0;
        sequences[i] = s;
    }
    return true;
}

/* ---- Channels -------------------------------------------------------------------------------- */

/* The sums of the last tokens, `newest` being where the newest of them lies. */
static void convolve(const struct causal_run *run, struct rows *r, int64_t newest)
{
    memcpy(r->sums, r->bias, sizeof r->sums);
    for (int64_t tap = 0; tap < run->taps; tap++) {
        const float *row = r->last[(newest + 1 + tap) % run->taps];
        for (int64_t i = 0; i < r->count; i++)
            r->sums[i] += r->weight[tap][i] * row[i];
    }
    if (!run->c->has_silu)
        return;
    for (int64_t i = 0; i < r->count; i++)
        r->powers[i] = -(double)r->sums[i];
    doubles_exp(r->powers, r->count);
    for (int64_t i = 0; i < r->count; i++)
        r->sums[i] = (float)((double)r->sums[i] / (1 + r->powers[i]));
}

/* Writes a row of the history, or behind it of the sequence, to the state. */
static void keep(const struct causal_run *run, const struct sequence *s, struct rows *r,
                 int64_t from, int64_t to)
{
    const struct work_view *states = &run->work->outputs[0];
    int64_t history = run->taps - 1;
    if (from >= history)
        load(&run->work->inputs[X], s->first + from - history, r, r->sums);
    store(states, s->line * states->dims[1] + to, r, from < history ? r->history[from] : r->sums);
}

static void keep_state(const struct causal_run *run, const struct sequence *s, struct rows *r)
{
    int64_t room = run->work->outputs[0].dims[1];
    int64_t history = run->taps - 1;
    int64_t kept = history + s->count;
    if (run->c->is_prefill) {
        int64_t count = kept < room ? kept : room;
        for (int64_t i = 0; i < count; i++)
            keep(run, s, r, kept - count + i, room - count + i);
        return;
    }
    int64_t count = run->c->places[CAUSAL_ACCEPTED] < 0 ? history : kept - 1;
    for (int64_t i = 0; i < count && i < room; i++)
        keep(run, s, r, i + 1, i);
}

static void run_sequence(const struct causal_run *run, const struct sequence *s, struct rows *r)
{
    const struct work *work = run->work;
    int64_t history = run->taps - 1;
    if (s->line < 0) {
        memset(r->sums, 0, sizeof r->sums);
        for (int64_t i = 0; i < s->count; i++)
            store(&work->outputs[1], s->first + i, r, r->sums);
        return;
    }
    memset(r->history, 0, sizeof r->history);
    for (int64_t i = 0; i < history && !s->is_new; i++)
        load(&work->inputs[STATES], s->line * work->inputs[STATES].dims[1] + s->offset + i, r,
             r->history[i]);
    memcpy(r->last, r->history, sizeof r->last);
    for (int64_t i = 0; i < s->count; i++) {
        int64_t newest = (history + i) % run->taps;
        load(&work->inputs[X], s->first + i, r, r->last[newest]);
        convolve(run, r, newest);
        store(&work->outputs[1], s->first + i, r, r->sums);
    }
    if (s->count > 0)
        keep_state(run, s, r);
}

static void run_block(int64_t block, int64_t blocks, void *context)
{
    const struct causal_run *run = context;
    const struct work *work = run->work;
    int64_t parts = (run->channels + CHANNELS - 1) / CHANNELS;
    const struct block_share share = share_of_block(parts, block, blocks);
    struct rows r;
    for (int64_t part = share.first; part < share.past; part++) {
        r.first = part * CHANNELS;
        r.count = run->channels - r.first < CHANNELS ? run->channels - r.first : CHANNELS;
        memset(r.bias, 0, sizeof r.bias);
        for (int64_t tap = 0; tap < run->taps; tap++)
            load(&work->inputs[WEIGHT], tap, &r, r.weight[tap]);
        if (run->c->places[CAUSAL_BIAS] >= 0)
            load(&work->inputs[run->c->places[CAUSAL_BIAS]], 0, &r, r.bias);
        for (int64_t i = 0; i < run->c->sequences; i++)
            run_sequence(run, &run->sequences[i], &r);
    }
}

static uint64_t causal_scratch(const struct work *work)
{
    const struct causal *c = work->attributes;
    return (uint64_t)c->sequences * sizeof(struct sequence);
}

static void run_causal(const struct work *work, struct task_failure *failure)
{
    struct sequence *sequences = (struct sequence *)(void *)work->scratch;
    struct causal_run run = {.work = work,
                             .c = work->attributes,
                             .sequences = sequences,
                             .taps = work->inputs[WEIGHT].dims[0],
                             .channels = work->inputs[WEIGHT].dims[1]};
    if (!read_sequences(work, sequences, failure))
        return;
    ai_cores_run_function("causal convolution", run_block,
                          blocks_for(view_count(&work->inputs[X]), NUMBERS_A_BLOCK,
                                     (run.channels + CHANNELS - 1) / CHANNELS),
                          &run);
}
const struct l0_run conv_kernel_causal = {.scratch_bytes = causal_scratch,
                                          .scratch_steers = true,
                                          .itself_in_place = true,
                                          .run = run_causal};
