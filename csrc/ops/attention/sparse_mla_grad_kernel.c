/* SPDX-License-Identifier: Apache-2.0 */
/* The gradient of SparseFlashMla: probabilities of the keys of both kinds that each row sees are
 * found again, by the logarithms of sums that the forward call gave. Keys are values, so each gets
 * one sum of both. Sums are float32. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "declared/attention.h"
#include "executor/schedule.h"
#include "kernels.h"
#include "ops/attention/blocks.h"
#include "ops/attention/selected_gradient.h"
#include "ops/attention/sparse_mla.h"
#include "ops/common/work_views.h"
#include "workspace/l0.h"

#define COLUMNS SPARSE_MLA_COLUMNS

struct backward {
    struct selected_gradient g;
    const struct sparse_mla *m;
    float *sink_shares; /* of each row and head; NULL: there are no sinks */
};

/* Of a row, beside those of all gradients of selected keys. */
struct row_panels {
    struct selected_panels p;
    float *sinks; /* their probabilities */
    float *norms; /* of each selected key: the mean of its probabilities */
};

static const struct work_view *input(const struct backward *b, enum sparse_mla_input which)
{
    return sparse_mla_input(b->g.work, which);
}

static const struct work_view *output(const struct backward *b, enum sparse_mla_output which)
{
    return b->m->out_at[which] == L0_NONE ? NULL : &b->g.work->outputs[b->m->out_at[which]];
}

static int64_t take_row(const struct backward *b, char *scratch, struct row_panels *row)
{
    char *start = scratch;
    row->p = (struct selected_panels){
        .depth = COLUMNS, .value_depth = COLUMNS, .scale = &b->m->scale};
    scratch += attention_selected_take_panels(scratch, b->g.heads, &row->p);
    row->sinks = attention_take(&scratch, b->g.heads);
    row->norms = attention_take(&scratch, b->g.others.blocks);
    return scratch - start;
}

/* ---- A row ----------------------------------------------------------------------------------- */

static void load_sinks(const struct backward *b, const struct row_panels *row)
{
    const float one = 1;
    const struct attention_rows rows = {.rows = b->g.heads,
                                        .columns = 1,
                                        .stride = 1,
                                        .scores = row->sinks,
                                        .maxima = row->p.maxima,
                                        .sums = row->p.parts,
                                        .scale = &one};
    attention_selected_load_numbers(input(b, SPARSE_MLA_SINKS), 0, b->g.heads, row->sinks);
    attention_run_kernel(KERNEL_ATTENTION_PROBABILITIES, &rows);
}

static void begin(const struct selected_gradient *g, struct selected_slot *slot, char *panels)
{
    const struct backward *b = (const struct backward *)(const void *)g;
    int64_t number = slot->row.number;
    float *results = (float *)(void *)panels;
    struct row_panels row;
    take_row(b, slot->panels, &row);
    attention_selected_load_heads(input(b, SPARSE_MLA_QUERY), number, g->heads, row.p.queries,
                                  COLUMNS);
    attention_selected_load_heads(input(b, SPARSE_MLA_GRADIENT), number, g->heads, row.p.dy,
                                  COLUMNS);
    attention_selected_load_heads(input(b, SPARSE_MLA_RESULT), number, g->heads, results, COLUMNS);
    attention_selected_load_numbers(input(b, SPARSE_MLA_LOG_SUMS), number, g->heads, row.p.maxima);
    for (int64_t i = 0; i < g->heads; i++)
        row.p.parts[i] = 1;
    attention_selected_compare(g, slot, &row.p, results);
    if (b->sink_shares != NULL)
        load_sinks(b, &row);
    memset(row.norms, 0, (size_t)g->others.blocks * sizeof *row.norms);
    if (!attention_sparse_mla_see(b->m, &g->s, &slot->row))
        slot->has_others = false;
}

/* Sinks get less, by what their part of a tile took from its keys: those of rows that see no key
 * get nothing, whatever their parts are. */
static void share_sinks(const struct backward *b, const struct selected_row *selected,
                        const struct row_panels *row)
{
    float *shares = b->sink_shares + selected->number * b->g.heads;
    for (int64_t head = 0; head < b->g.heads; head++) {
        const float *scores = row->p.scores + head * SELECTED_TILE;
        const float *others = row->p.others + head * SELECTED_TILE;
        double sum = 0;
        for (int64_t j = 0; j < selected->count; j++)
            sum += (double)scores[j] * (double)others[j];
        shares[head] -= (float)sum * row->sinks[head];
    }
}

static void add_norms(const struct backward *b, const struct selected_row *selected,
                      const struct row_panels *row)
{
    for (int64_t j = 0; j < selected->count; j++) {
        double sum = 0;
        for (int64_t head = 0; head < b->g.heads; head++)
            sum += (double)row->p.scores[head * SELECTED_TILE + j];
        row->norms[selected->places[j]] = (float)(sum / (double)b->g.heads);
    }
}

static void add(const struct selected_gradient *g, struct selected_slot *slot, char *panels)
{
    const struct backward *b = (const struct backward *)(const void *)g;
    int64_t count = slot->row.count;
    float *loaded = (float *)(void *)panels;
    const struct blas_matrix keys = {loaded, COLUMNS, false};
    struct row_panels row;
    take_row(b, slot->panels, &row);
    attention_selected_load(slot->kind->b.key, &slot->row, COLUMNS, loaded, COLUMNS);
    attention_selected_weigh(g->heads, count, &row.p, keys, keys);
    if (b->sink_shares != NULL)
        share_sinks(b, &slot->row, &row);
    if (slot->kind == &g->others && output(b, SPARSE_MLA_NORMS) != NULL)
        add_norms(b, &slot->row, &row);
    attention_selected_differentiate(g->heads, count, &row.p, keys);
}

static void end(const struct selected_gradient *g, struct selected_slot *slot, char *panels)
{
    const struct backward *b = (const struct backward *)(const void *)g;
    const struct work_view *norms = output(b, SPARSE_MLA_NORMS);
    int64_t number = slot->row.number;
    int64_t blocks = g->others.blocks;
    struct row_panels row;
    (void)panels;
    take_row(b, slot->panels, &row);
    attention_selected_store_heads(output(b, SPARSE_MLA_DQUERY), number, g->heads, row.p.dq,
                                   COLUMNS);
    if (norms != NULL)
        attention_selected_store_heads(norms, number, 1, row.norms, blocks);
}

/* ---- The work -------------------------------------------------------------------------------- */

static int64_t keys_of(const struct work_view *view)
{
    return view == NULL ? 0 : view_count(view) / COLUMNS;
}

static int64_t take(struct backward *b, char *scratch)
{
    char *start = scratch;
    struct row_panels row;
    struct selected_share *shares = b->g.shares;
    int64_t all = b->g.keys + keys_of(b->g.others.b.key);
    b->g.slot_bytes = take_row(b, NULL, &row);
    b->g.panel_bytes = attention_piece(SELECTED_TILE * COLUMNS);
    shares[SELECTED_OF_SCORES].sums = attention_take(&scratch, all * COLUMNS);
    shares[SELECTED_OF_VALUES].sums = shares[SELECTED_OF_SCORES].sums;
    if (input(b, SPARSE_MLA_SINKS) != NULL)
        b->sink_shares = attention_take(&scratch, b->g.rows * b->g.heads);
    if (start != NULL)
        memset(start, 0, (size_t)(scratch - start));
    return scratch + attention_selected_take(&b->g, scratch) - start;
}

static struct backward backward_of(const struct work *work)
{
    const struct selected_share share = {
        .columns = COLUMNS, .stride = COLUMNS, .sum_stride = COLUMNS};
    struct backward b = {.m = work->attributes,
                         .g = {.work = work,
                               .s = attention_sparse_mla_keys(work),
                               .others = attention_sparse_mla_compressed(work),
                               .share_count = SELECTED_SHARES,
                               .shares = {share, share},
                               .begin = begin,
                               .add = add,
                               .end = end}};
    const struct work_view *query = input(&b, SPARSE_MLA_QUERY);
    b.g.keys = keys_of(b.g.s.b.key);
    b.g.rows = attention_batches_rows(&b.g.s.b);
    b.g.heads = query->dims[query->rank - 2];
    return b;
}

static uint64_t scratch_bytes(const struct work *work)
{
    struct backward b = backward_of(work);
    return (uint64_t)take(&b, NULL);
}

static void store_own_norms(const struct work_view *to)
{
    const float zero = 0;
    for (int64_t i = 0; to != NULL && i < view_count(to); i++)
        memcpy(view_element(to, i), &zero, sizeof zero);
}

static void run_backward(const struct work *work, struct task_failure *failure)
{
    struct backward b = backward_of(work);
    take(&b, work->scratch);
    const float *sums = b.g.shares[SELECTED_OF_SCORES].sums;
    bool has_others = b.g.others.b.key != NULL;
    if (!attention_batches_read(&b.g.s.b, failure) ||
        (has_others && !attention_batches_read(&b.g.others.b, failure)))
        return;
    attention_selected_add_up(&b.g);
    attention_selected_store(output(&b, SPARSE_MLA_DKEY), sums, COLUMNS);
    store_own_norms(output(&b, SPARSE_MLA_OWN_NORMS));
    if (has_others)
        attention_selected_store(output(&b, SPARSE_MLA_DCOMPRESSED), sums + b.g.keys * COLUMNS,
                                 COLUMNS);
    if (b.sink_shares != NULL)
        attention_selected_store_sinks(output(&b, SPARSE_MLA_DSINKS), b.sink_shares, b.g.rows,
                                       b.g.heads);
}
const struct l0_run attention_kernel_sparse_mla_grad = {.check = blas_check_work,
                                                        .scratch_bytes = scratch_bytes,
                                                        .scratch_steers = true,
                                                        .run = run_backward};
