/* SPDX-License-Identifier: Apache-2.0 */
/* RecurrentGatedDeltaRule and ChunkGatedDeltaRule: states of sequences decay, learn the values of
 * tokens by their keys, and answer their queries. Each row of a state is on its own. Sums are
 * float32. The program may write to lengths and indices meanwhile, so each is read once and
 * checked. */
#include "ops/attention/gated_delta.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/number.h"
#include "declared/attention.h"
#include "executor/operator.h"
#include "executor/schedule.h"
#include "ops/attention/blocks.h"
#include "ops/common/doubles.h"
#include "ops/common/work_views.h"
#include "ops/index/indexed.h"
#include "products/product.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"
#include "workspace/l0.h"

#define ELEMENTS_A_BLOCK ((int64_t)1 << 14) /* of states */
#define LANES ATTENTION_LANES

enum { OUT, STATE_CHANGED };

/* A sequence, all of whose numbers were checked. */
struct sequence {
    int64_t first; /* token */
    int64_t count; /* 0: nothing is computed */
    int64_t state; /* that it begins with */
};

struct ruling {
    const struct work *work;
    const struct gated_delta *d;
    int64_t tokens;
    int64_t batches;
    int64_t heads; /* of values; several have the same queries and keys */
    int64_t heads_together;
    int64_t keys;   /* columns */
    int64_t values; /* columns, rows of a state */
    struct sequence *sequences;
    int64_t *states; /* of tokens */
};

/* What a head of a sequence is computed in. Rows are padded by zeros. */
struct panels {
    float *queries;
    float *keys;
    float *decays; /* of columns */
    float *rows;   /* of the state, all of them where pieces follow each other */
    double *powers;
    float betas[GATED_MOST_TOKENS];
    float alphas[GATED_MOST_TOKENS];
};

static const struct work_view *input(const struct ruling *r, enum gated_input which)
{
    int at = r->d->at[which];
    return at == L0_NONE ? NULL : &r->work->inputs[at];
}

static struct ruling ruling_of(const struct work *work)
{
    struct ruling r = {.work = work, .d = work->attributes};
    const struct work_view *query = input(&r, GATED_QUERY);
    const struct work_view *value = input(&r, GATED_VALUE);
    r.tokens = value->dims[0];
    r.batches = input(&r, GATED_LENGTHS)->dims[0];
    r.heads = value->dims[1];
    r.heads_together = r.heads / query->dims[1];
    r.keys = query->dims[2];
    r.values = value->dims[2];
    return r;
}

static int64_t blocks_of(const struct ruling *r)
{
    int64_t units = r->batches * r->heads;
    return blocks_for(units * r->keys * r->values, ELEMENTS_A_BLOCK, units);
}

/* The numbers of sequences come first, then the panels of each block. */
static int64_t take_numbers(struct ruling *r, char *scratch)
{
    char *start = scratch;
    r->sequences = (struct sequence *)(void *)attention_take(
        &scratch, r->batches * (int64_t)(sizeof *r->sequences / sizeof(float)));
    r->states = (int64_t *)(void *)attention_take(&scratch, 2 * r->tokens);
    return scratch - start;
}

static int64_t take_panels(const struct ruling *r, char *scratch, struct panels *p)
{
    char *start = scratch;
    int64_t columns = attention_padded(r->keys);
    p->queries = attention_take(&scratch, GATED_MOST_TOKENS * columns);
    p->keys = attention_take(&scratch, GATED_MOST_TOKENS * columns);
    p->decays = attention_take(&scratch, GATED_MOST_TOKENS * columns);
    p->rows = attention_take(&scratch, (r->d->is_long ? r->values : 1) * columns);
    p->powers = (double *)(void *)attention_take(&scratch, 2 * columns);
    return scratch - start;
}

/* ---- Numbers of sequences -------------------------------------------------------------------- */

static bool failed(struct task_failure *failure)
{
    failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
    return false;
}

static int64_t number_of(const struct work_view *view, int64_t number)
{
    return index_at(view_element(view, number), false);
}

static bool read_states(struct ruling *r, struct task_failure *failure)
{
    int64_t count = r->work->outputs[STATE_CHANGED].dims[0];
    for (int64_t i = 0; i < r->tokens && !r->d->is_long; i++) {
        r->states[i] = number_of(input(r, GATED_INDICES), i);
        if (r->states[i] >= 0 && r->states[i] < count)
            continue;
        snprintf(failure->text, sizeof failure->text,
                 "ssmStateIndices[%" PRId64 "] is %" PRId64 "; 0 to %" PRId64 " are states", i,
                 r->states[i], count - 1);
        return failed(failure);
    }
    return true;
}

static bool read_sequences(struct ruling *r, struct task_failure *failure)
{
    const struct work_view *accepted = input(r, GATED_ACCEPTED);
    int64_t first = 0;
    for (int64_t i = 0; i < r->batches; i++) {
        int64_t count = number_of(input(r, GATED_LENGTHS), i);
        int64_t last = accepted == NULL ? 1 : number_of(accepted, i);
        int64_t most_tokens = r->d->is_long ? r->tokens - first
                                            : least(GATED_MOST_TOKENS, r->tokens - first);
        if (count < 0 || count > most_tokens) {
            snprintf(failure->text, sizeof failure->text,
                     "actualSeqLengths[%" PRId64 "] is %" PRId64 "; 0 to %" PRId64
                     " tokens are there",
                     i, count, most_tokens);
            return failed(failure);
        }
        if (count > 0 && (last < 1 || last > count)) {
            snprintf(failure->text, sizeof failure->text,
                     "numAcceptedTokens[%" PRId64 "] is %" PRId64 "; 1 to %" PRId64
                     " are tokens of the sequence",
                     i, last, count);
            return failed(failure);
        }
        r->sequences[i] = (struct sequence){first, count, i};
        if (count > 0 && !r->d->is_long)
            r->sequences[i].state = r->states[first + last - 1];
        first += count;
    }
    return true;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* Columns of the last dimension from these indices of the first two on, padded by zeros. */
static void load_columns(const struct work_view *view, int64_t token, int64_t head, float *to)
{
    int64_t columns = view->dims[2];
    product_load(view->type,
                 view->address +
                     (token * view->strides[0] + head * view->strides[1]) * view_width(view),
                 0, view->strides[2], 1, columns, to, columns);
    for (int64_t j = columns; j < attention_padded(columns); j++)
        to[j] = 0;
}

static float number_at(const struct work_view *view, int64_t token, int64_t head)
{
    float value = 0;
    product_load(view->type,
                 view->address +
                     (token * view->strides[0] + head * view->strides[1]) * view_width(view),
                 0, 1, 1, 1, &value, 1);
    return value;
}

static void load_decays(const struct ruling *r, int64_t token, int64_t head, const struct panels *p,
                        float *to)
{
    load_columns(input(r, GATED_GK), token, head, to);
    for (int64_t j = 0; j < r->keys; j++)
        p->powers[j] = (double)to[j];
    doubles_exp(p->powers, r->keys);
    for (int64_t j = 0; j < r->keys; j++)
        to[j] = (float)p->powers[j];
}

static void load_head(const struct ruling *r, const struct sequence *s, int64_t head,
                      struct panels *p)
{
    const struct work_view *g = input(r, GATED_G);
    int64_t columns = attention_padded(r->keys);
    int64_t of_keys = head / r->heads_together;
    for (int64_t i = 0; i < s->count; i++) {
        int64_t token = s->first + i;
        load_columns(input(r, GATED_QUERY), token, of_keys, p->queries + i * columns);
        load_columns(input(r, GATED_KEY), token, of_keys, p->keys + i * columns);
        for (int64_t j = 0; j < r->keys; j++)
            p->queries[i * columns + j] *= r->d->scale;
        p->betas[i] = number_at(input(r, GATED_BETA), token, head);
        p->alphas[i] = g == NULL ? 1 : (float)double_exp((double)number_at(g, token, head));
        if (input(r, GATED_GK) != NULL)
            load_decays(r, token, head, p, p->decays + i * columns);
    }
}

/* A sum of products whose order follows from the number of columns alone. */
static float dot(const float *a, const float *b, int64_t columns)
{
    float lanes[LANES] = {0};
    float sum = 0;
    for (int64_t j = 0; j < columns; j += LANES)
        for (int64_t i = 0; i < LANES; i++)
            lanes[i] += a[j + i] * b[j + i];
    for (int64_t i = 0; i < LANES; i++)
        sum += lanes[i];
    return sum;
}

static char *state_row(const struct ruling *r, int64_t state, int64_t head, int64_t row)
{
    const struct work_view *view = &r->work->outputs[STATE_CHANGED];
    return view->address +
           (state * view->strides[0] + head * view->strides[1] + row * view->strides[2]) *
               view_width(view);
}

static void put_out(const struct ruling *r, int64_t token, int64_t head, int64_t column,
                    float value)
{
    const struct work_view *out = &r->work->outputs[OUT];
    product_store(out->type,
                  out->address + (token * out->strides[0] + head * out->strides[1] +
                                  column * out->strides[2]) *
                                     view_width(out),
                  0, 1, 1, 1, &value, 1);
}

/* The row of the state that a sequence begins with. */
static void load_state(const struct ruling *r, const struct sequence *s, int64_t head, int64_t row,
                       float *to)
{
    const struct work_view *state = &r->work->outputs[STATE_CHANGED];
    product_load(state->type, state_row(r, s->state, head, row), 0, state->strides[3], 1, r->keys,
                 to, r->keys);
    memset(to + r->keys, 0, (size_t)(attention_padded(r->keys) - r->keys) * sizeof *to);
}

static void store_state(const struct ruling *r, int64_t number, int64_t head, int64_t row,
                        const float *from)
{
    const struct work_view *state = &r->work->outputs[STATE_CHANGED];
    product_store(state->type, state_row(r, number, head, row), 0, state->strides[3], 1, r->keys,
                  from, r->keys);
}

/* Takes a row of the state, which has the column of the values of that number, through the tokens
 * of a piece. */
static void rule_row(const struct ruling *r, const struct sequence *s, int64_t head, int64_t row,
                     const struct panels *p, float *of_row)
{
    const struct work_view *value = input(r, GATED_VALUE);
    bool has_decays = input(r, GATED_GK) != NULL;
    int64_t columns = attention_padded(r->keys);
    for (int64_t i = 0; i < s->count; i++) {
        const float *key = p->keys + i * columns;
        float learnt = 0;
        for (int64_t j = 0; j < columns; j++)
            of_row[j] *= p->alphas[i];
        for (int64_t j = 0; j < columns && has_decays; j++)
            of_row[j] *= p->decays[i * columns + j];
        product_load(value->type,
                     value->address + ((s->first + i) * value->strides[0] +
                                       head * value->strides[1] + row * value->strides[2]) *
                                          view_width(value),
                     0, 1, 1, 1, &learnt, 1);
        learnt = (learnt - dot(of_row, key, columns)) * p->betas[i];
        for (int64_t j = 0; j < columns; j++)
            of_row[j] += learnt * key[j];
        put_out(r, s->first + i, head, row, dot(of_row, p->queries + i * columns, columns));
        if (!r->d->is_long)
            store_state(r, r->states[s->first + i], head, row, of_row);
    }
}

/* Takes a sequence through its pieces. */
static void rule_head(const struct ruling *r, const struct sequence *s, int64_t head,
                      struct panels *p)
{
    int64_t next_row = r->d->is_long ? attention_padded(r->keys) : 0;
    for (int64_t at = 0; at < s->count; at += GATED_MOST_TOKENS) {
        const struct sequence piece = {s->first + at, least(GATED_MOST_TOKENS, s->count - at),
                                       s->state};
        load_head(r, &piece, head, p);
        for (int64_t row = 0; row < r->values; row++) {
            float *of_row = p->rows + row * next_row;
            if (at == 0)
                load_state(r, s, head, row, of_row);
            rule_row(r, &piece, head, row, p, of_row);
            if (r->d->is_long && at + piece.count == s->count)
                store_state(r, s->state, head, row, of_row);
        }
    }
}

static void rule_heads(int64_t block, int64_t blocks, void *context)
{
    const struct ruling *r = context;
    struct ruling numbers = *r;
    struct panels p;
    char *scratch = r->work->scratch + take_numbers(&numbers, r->work->scratch);
    struct block_share share = share_of_block(r->batches * r->heads, block, blocks);
    take_panels(r, scratch + block * take_panels(r, scratch, &p), &p);
    for (int64_t unit = share.first; unit < share.past; unit++)
        rule_head(r, &r->sequences[unit / r->heads], unit % r->heads, &p);
}

/* ---- The work -------------------------------------------------------------------------------- */

static uint64_t gated_scratch(const struct work *work)
{
    struct ruling r = ruling_of(work);
    struct panels p;
    int64_t numbers = take_numbers(&r, NULL);
    return (uint64_t)(numbers + blocks_of(&r) * take_panels(&r, NULL, &p));
}

static void run_gated_delta(const struct work *work, struct task_failure *failure)
{
    struct ruling r = ruling_of(work);
    const struct work kept = {.inputs = input(&r, GATED_STATE),
                              .outputs = &work->outputs[STATE_CHANGED]};
    index_kernel_copy_self(&kept, failure);
    take_numbers(&r, work->scratch);
    if (read_states(&r, failure) && read_sequences(&r, failure))
        ai_cores_run_function("gated_delta", rule_heads, blocks_of(&r), &r);
}
const struct l0_run attention_kernel_gated_delta = {.scratch_bytes = gated_scratch,
                                                    .scratch_steers = true,
                                                    .itself_in_place = true,
                                                    .run = run_gated_delta};
