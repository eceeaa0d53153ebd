/* SPDX-License-Identifier: Apache-2.0 */
/* Convolutions along time that start from states: kernel. Blocks have channels of their own, and
 * take the sequences one after the other. States are written before results, which may lie where
 * the tokens do. Operands may have any strides. */
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
    int64_t to;     /* the line of its new state */
    int64_t offset; /* of its history in the state */
    bool is_new;    /* its history is zeros */
    int64_t reset;  /* tokens at the beginning whose results are 0 */
    int64_t blocks; /* that are full, whose states are kept, */
    int64_t *lines; /* where, */
    int64_t end;    /* and the tokens before the end of the first of them */
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

/* The lines of a sequence's blocks, each read once; -1 where one is none. */
static void read_lines(const struct work *work, const struct causal *c, int64_t at,
                       struct sequence *s)
{
    int64_t lines = work->inputs[STATES].dims[0];
    for (int64_t i = 0; i < c->fused.columns; i++) {
        s->lines[i] = number_at(work, c, CAUSAL_LINES, at * c->fused.columns + i, -1);
        if (s->lines[i] >= lines || s->lines[i] < 0)
            s->lines[i] = s->lines[i] == c->nowhere ? c->nowhere : INT64_MIN;
    }
}

/* Where full blocks end: the last of them before the end of the sequence, the others that many
 * tokens before each other. */
static bool read_blocks(const struct work *work, const struct causal *c, int64_t at,
                        struct sequence *s, struct task_failure *failure)
{
    int64_t block = c->fused.block;
    int64_t first = number_at(work, c, CAUSAL_FIRST_BLOCK, at, 0);
    int64_t last = number_at(work, c, CAUSAL_LAST_BLOCK, at, 0);
    int64_t initial = number_at(work, c, CAUSAL_INITIAL, at, 0);
    int64_t computed = number_at(work, c, CAUSAL_COMPUTED, at, 0);
    if (initial < 0 || initial >= c->fused.columns)
        return refuse(failure, "initialStateIdx", initial, at);
    if (first < 0)
        return refuse(failure, "blockIdxFirstScheduledToken", first, at);
    if (last < 0 || last >= c->fused.columns)
        return refuse(failure, "blockIdxLastScheduledToken", last, at);
    s->line = s->lines[initial];
    s->to = s->lines[last];
    s->lines += first < last ? first : last;
    s->blocks = first < last ? last - first : 0;
    int64_t rest = (s->count - (block - computed % block)) % block;
    s->end = s->count - (rest == 0 ? block : rest) - (s->blocks - 1) * block;
    if (s->blocks > 0 && (s->end < 0 || s->end + (s->blocks - 1) * block > s->count))
        return refuse(failure, "blockIdxLastScheduledToken", last, at);
    return true;
}

static bool refuse_line(struct task_failure *failure, int64_t line, int64_t at)
{
    return refuse(failure, "cacheIndices", line == INT64_MIN ? -1 : line, at);
}

/* What FusedCausalConv1d says of a sequence whose tokens are known. */
static bool read_fused(const struct work *work, const struct causal *c, int64_t at,
                       struct sequence *s, struct task_failure *failure)
{
    const struct work_view *states = &work->inputs[STATES];
    int64_t history = work->inputs[WEIGHT].dims[0] - 1;
    int64_t computed = number_at(work, c, CAUSAL_COMPUTED, at, history);
    s->to = s->line = number_at(work, c, CAUSAL_LINES, at, at);
    if (c->fused.columns > 0) {
        read_lines(work, c, at, s);
        if (!read_blocks(work, c, at, s, failure))
            return false;
    }
    s->is_new = computed == 0;
    s->reset = c->fused.has_reset && computed < history ? history - (computed < 0 ? 0 : computed)
                                                        : 0;
    if ((c->fused.is_short ? s->line : s->to) == c->nowhere) {
        s->line = -1;
        return true;
    }
    if (s->line == c->nowhere && s->is_new)
        s->line = s->to;
    if (s->line < 0 || s->line >= states->dims[0])
        return refuse_line(failure, s->line, at);
    if (s->to < 0 || s->to >= states->dims[0])
        return refuse_line(failure, s->to, at);
    for (int64_t i = 0; i < s->blocks; i++)
        if (s->lines[i] < 0 || s->lines[i] >= states->dims[0])
            return refuse_line(failure, s->lines[i], at);
    if (c->places[CAUSAL_ACCEPTED] < 0)
        s->offset = states->dims[1] - history;
    if (s->is_new)
        s->offset = 0;
    return true;
}

static bool read_sequences(const struct work *work, struct sequence *sequences,
                           struct task_failure *failure)
{
    const struct causal *c = work->attributes;
    const struct work_view *states = &work->inputs[STATES];
    int64_t history = work->inputs[WEIGHT].dims[0] - 1;
    int64_t tokens = view_count(&work->inputs[X]) / states->dims[2];
    int64_t *lines = (int64_t *)(void *)(sequences + c->sequences);
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
        s.offset = number_at(work, c, CAUSAL_ACCEPTED, i, 0) - 1;
        s.offset = s.offset < 0 ? 0 : s.offset;
        s.lines = lines + i * c->fused.columns;
        if (c->fused.is_there) {
            if (!read_fused(work, c, i, &s, failure))
                return false;
        } else {
            s.to = s.line = number_at(work, c, CAUSAL_LINES, i, i);
            if (c->places[CAUSAL_LINES] >= 0 && s.line == c->nowhere)
                s.line = -1;
            else if (s.line < 0 || s.line >= states->dims[0])
                return refuse(failure, "cacheIndices", s.line, i);
            s.is_new = c->is_prefill && number_at(work, c, CAUSAL_MODES, i, 0) == 0;
        }
        if (s.offset + history > states->dims[1])
            return refuse(failure, "numAcceptedTokens", s.offset + 1, i);
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

/* Writes a row of what is behind each other: the state up to the end of the history, and the
 * sequence. */
static void keep_joined(const struct causal_run *run, const struct sequence *s, struct rows *r,
                        int64_t from, int64_t line, int64_t to)
{
    const struct work_view *states = &run->work->outputs[0];
    int64_t before = s->offset + run->taps - 1;
    if (from >= before)
        load(&run->work->inputs[X], s->first + from - before, r, r->sums);
    else if (s->is_new)
        memset(r->sums, 0, sizeof r->sums);
    else if (from >= s->offset)
        memcpy(r->sums, r->history[from - s->offset], sizeof r->sums);
    else
        load(states, s->line * states->dims[1] + from, r, r->sums);
    store(states, line * states->dims[1] + to, r, r->sums);
}

/* The state becomes the last rows of what is joined. A row is read before one is written there. */
static void keep_fused(const struct causal_run *run, const struct sequence *s, struct rows *r)
{
    int64_t room = run->work->outputs[0].dims[1];
    int64_t history = run->taps - 1;
    int64_t joined = s->offset + history + s->count;
    int64_t count = joined < room ? joined : room;
    for (int64_t i = 0; i < count; i++) {
        int64_t at = joined > room ? i : count - 1 - i;
        keep_joined(run, s, r, joined - count + at, s->to, room - count + at);
    }
    for (int64_t i = 0; i < s->blocks; i++)
        for (int64_t j = 0; j < history; j++)
            keep_joined(run, s, r, s->offset + s->end + i * run->c->fused.block + j, s->lines[i],
                        room - history + j);
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
    if (s->count > 0)
        (run->c->fused.is_there ? keep_fused : keep_state)(run, s, r);
    for (int64_t i = 0; i < s->count; i++) {
        int64_t newest = (history + i) % run->taps;
        load(&work->inputs[X], s->first + i, r, r->last[newest]);
        convolve(run, r, newest);
        if (i < s->reset)
            memset(r->sums, 0, sizeof r->sums);
        for (int64_t j = 0; j < r->count && run->c->fused.has_residual; j++)
            r->sums[j] += r->last[newest][j];
        store(&work->outputs[1], s->first + i, r, r->sums);
    }
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
    return (uint64_t)c->sequences *
           (sizeof(struct sequence) + (uint64_t)c->fused.columns * sizeof(int64_t));
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
