/* SPDX-License-Identifier: Apache-2.0 */
/* The gradient of SparseFlashAttention: probabilities of the keys that each row sees are found
 * again, by what the forward call kept of the row. Sums are float32. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/number.h"
#include "declared/attention.h"
#include "executor/schedule.h"
#include "kernels.h"
#include "ops/attention/blocks.h"
#include "ops/attention/selected_gradient.h"
#include "ops/attention/sparse_flash.h"
#include "ops/common/work_views.h"

struct backward {
    struct selected_gradient g;
    const struct sparse_flash *s;
    int64_t depth;
    int64_t with_rope;
    int64_t value_depth;
    bool keys_are_values;
    float *sink_shares; /* of each row and head; NULL: there are no sinks */
};

/* Of a core. */
struct key_panels {
    float *keys;
    float *values;
};

static const struct work_view *input(const struct backward *b, enum sparse_flash_input which)
{
    return sparse_flash_input(b->g.work, which);
}

static const struct work_view *output(const struct backward *b, enum sparse_flash_output which)
{
    return b->s->out_at[which] == L0_NONE ? NULL : &b->g.work->outputs[b->s->out_at[which]];
}

static int64_t columns_of(const struct work_view *view)
{
    return view == NULL ? 0 : view->dims[view->rank - 1];
}

static int64_t take_row(const struct backward *b, char *scratch, struct selected_panels *p)
{
    *p = (struct selected_panels){
        .depth = b->with_rope, .value_depth = b->value_depth, .scale = &b->s->scale};
    return attention_selected_take_panels(scratch, b->g.heads, p);
}

static int64_t take_keys(const struct backward *b, char *scratch, struct key_panels *p)
{
    char *start = scratch;
    p->keys = attention_take(&scratch, SELECTED_TILE * b->with_rope);
    p->values = attention_take(&scratch, SELECTED_TILE * b->value_depth);
    return scratch - start;
}

/* ---- A row ----------------------------------------------------------------------------------- */

static void load_heads(const struct backward *b, enum sparse_flash_input which, int64_t row,
                       float *to, int64_t stride)
{
    if (input(b, which) != NULL)
        attention_selected_load_heads(input(b, which), row, b->g.heads, to, stride);
}

static void store_heads(const struct backward *b, enum sparse_flash_output which, int64_t row,
                        const float *from)
{
    if (output(b, which) != NULL)
        attention_selected_store_heads(output(b, which), row, b->g.heads, from, b->with_rope);
}

/* What the sinks get of a row: less, by what their part of it took from all others. */
static void share_sinks(const struct backward *b, const struct selected_row *row,
                        const struct selected_panels *p)
{
    const float one = 1;
    float *shares = b->sink_shares + row->number * b->g.heads;
    const struct attention_rows rows = {.rows = b->g.heads,
                                        .columns = 1,
                                        .stride = 1,
                                        .scores = shares,
                                        .maxima = p->maxima,
                                        .sums = p->parts,
                                        .scale = &one};
    memset(shares, 0, (size_t)b->g.heads * sizeof *shares);
    if (row->seen == 0)
        return;
    for (int64_t i = 0; i < b->g.heads; i++)
        memcpy(&shares[i], view_element(input(b, SPARSE_FLASH_SINKS), i), sizeof *shares);
    attention_run_kernel(KERNEL_ATTENTION_PROBABILITIES, &rows);
    for (int64_t i = 0; i < b->g.heads; i++)
        shares[i] *= -p->common[i];
}

/* Results lie where values will. */
static void begin(const struct selected_gradient *g, struct selected_slot *slot, char *panels)
{
    const struct backward *b = (const struct backward *)(const void *)g;
    int64_t row = slot->row.number;
    struct selected_panels p;
    struct key_panels keys;
    take_row(b, slot->panels, &p);
    take_keys(b, panels, &keys);
    load_heads(b, SPARSE_FLASH_QUERY, row, p.queries, b->with_rope);
    load_heads(b, SPARSE_FLASH_QUERY_ROPE, row, p.queries + b->depth, b->with_rope);
    load_heads(b, SPARSE_FLASH_GRADIENT, row, p.dy, b->value_depth);
    load_heads(b, SPARSE_FLASH_RESULT, row, keys.values, b->value_depth);
    attention_selected_load_numbers(input(b, SPARSE_FLASH_MAXIMA), row, g->heads, p.maxima);
    attention_selected_load_numbers(input(b, SPARSE_FLASH_SUMS), row, g->heads, p.parts);
    attention_selected_compare(g, slot, &p, keys.values);
    if (b->sink_shares != NULL)
        share_sinks(b, &slot->row, &p);
}

static void load_keys(const struct backward *b, const struct selected_row *row,
                      const struct key_panels *p)
{
    attention_selected_load(input(b, SPARSE_FLASH_KEY), row, b->depth, p->keys, b->with_rope);
    if (b->with_rope > b->depth)
        attention_selected_load(input(b, SPARSE_FLASH_KEY_ROPE), row, b->with_rope - b->depth,
                                p->keys + b->depth, b->with_rope);
    if (!b->keys_are_values)
        attention_selected_load(input(b, SPARSE_FLASH_VALUE), row, b->value_depth, p->values,
                                b->value_depth);
}

static void add(const struct selected_gradient *g, struct selected_slot *slot, char *panels)
{
    const struct backward *b = (const struct backward *)(const void *)g;
    int64_t count = slot->row.count;
    struct selected_panels p;
    struct key_panels k;
    take_row(b, slot->panels, &p);
    take_keys(b, panels, &k);
    load_keys(b, &slot->row, &k);
    const struct blas_matrix keys = {k.keys, b->with_rope, false};
    const struct blas_matrix values = {b->keys_are_values ? k.keys : k.values,
                                       b->keys_are_values ? b->with_rope : b->value_depth, false};
    attention_selected_weigh(g->heads, count, &p, keys, values);
    attention_selected_differentiate(g->heads, count, &p, keys);
}

static void end(const struct selected_gradient *g, struct selected_slot *slot, char *panels)
{
    const struct backward *b = (const struct backward *)(const void *)g;
    struct selected_panels p;
    (void)panels;
    take_row(b, slot->panels, &p);
    store_heads(b, SPARSE_FLASH_DQUERY, slot->row.number, p.dq);
    store_heads(b, SPARSE_FLASH_DQUERY_ROPE, slot->row.number, p.dq + b->depth);
}

/* ---- The work -------------------------------------------------------------------------------- */

static int64_t take(struct backward *b, char *scratch)
{
    char *start = scratch;
    struct selected_panels row;
    struct key_panels keys;
    struct selected_share *shares = b->g.shares;
    int64_t all = view_count(input(b, SPARSE_FLASH_KEY)) / b->depth;
    b->g.slot_bytes = take_row(b, NULL, &row);
    b->g.panel_bytes = take_keys(b, NULL, &keys);
    shares[SELECTED_OF_SCORES].sums = attention_take(&scratch, all * b->with_rope);
    shares[SELECTED_OF_VALUES].sums = output(b, SPARSE_FLASH_DVALUE) == NULL
                                          ? shares[SELECTED_OF_SCORES].sums
                                          : attention_take(&scratch, all * b->value_depth);
    if (input(b, SPARSE_FLASH_SINKS) != NULL)
        b->sink_shares = attention_take(&scratch, b->g.rows * b->g.heads);
    if (start != NULL)
        memset(start, 0, (size_t)(scratch - start));
    return scratch + attention_selected_take(&b->g, scratch) - start;
}

/* Without a gradient of values theirs is part of that of the keys. */
static struct backward backward_of(const struct work *work)
{
    struct backward b = {.s = work->attributes,
                         .g = {.work = work,
                               .s = attention_sparse_flash_selected(work),
                               .share_count = SELECTED_SHARES,
                               .begin = begin,
                               .add = add,
                               .end = end}};
    const struct work_view *query = input(&b, SPARSE_FLASH_QUERY);
    const struct work_view *value = input(&b, SPARSE_FLASH_VALUE);
    bool is_merged = output(&b, SPARSE_FLASH_DVALUE) == NULL;
    b.g.rows = attention_batches_rows(&b.g.s.b);
    b.g.heads = query->dims[query->rank - 2];
    b.depth = columns_of(query);
    b.with_rope = b.depth + columns_of(input(&b, SPARSE_FLASH_QUERY_ROPE));
    b.value_depth = columns_of(value);
    b.keys_are_values = attention_selected_is_same(input(&b, SPARSE_FLASH_KEY), value);
    b.g.shares[SELECTED_OF_SCORES] = (struct selected_share){
        .columns = b.with_rope, .stride = b.with_rope, .sum_stride = b.with_rope};
    b.g.shares[SELECTED_OF_VALUES] = (struct selected_share){
        .columns = b.value_depth,
        .stride = b.value_depth,
        .sum_stride = is_merged ? b.with_rope : b.value_depth};
    return b;
}

static uint64_t scratch_bytes(const struct work *work)
{
    struct backward b = backward_of(work);
    return (uint64_t)take(&b, NULL);
}

static void run_backward(const struct work *work, struct task_failure *failure)
{
    struct backward b = backward_of(work);
    take(&b, work->scratch);
    const float *sums = b.g.shares[SELECTED_OF_SCORES].sums;
    if (!attention_batches_read(&b.g.s.b, failure))
        return;
    attention_selected_add_up(&b.g);
    attention_selected_store(output(&b, SPARSE_FLASH_DKEY), sums, b.with_rope);
    if (output(&b, SPARSE_FLASH_DKEY_ROPE) != NULL)
        attention_selected_store(output(&b, SPARSE_FLASH_DKEY_ROPE), sums + b.depth, b.with_rope);
    if (output(&b, SPARSE_FLASH_DVALUE) != NULL)
        attention_selected_store(output(&b, SPARSE_FLASH_DVALUE),
                                 b.g.shares[SELECTED_OF_VALUES].sums, b.value_depth);
    if (b.sink_shares != NULL)
        attention_selected_store_sinks(output(&b, SPARSE_FLASH_DSINKS), b.sink_shares, b.g.rows,
                                       b.g.heads);
}
const struct l0_run attention_kernel_sparse_flash_grad = {.check = blas_check_work,
                                                          .scratch_bytes = scratch_bytes,
                                                          .scratch_steers = true,
                                                          .run = run_backward};
