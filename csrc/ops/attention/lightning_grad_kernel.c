/* SPDX-License-Identifier: Apache-2.0 */
/* The gradient of LightningIndexer: what the scores of the keys that were selected for a row get
 * goes to its heads, whose products with the keys are found again. Sums are float32, of losses
 * float64. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/number.h"
#include "declared/attention.h"
#include "executor/schedule.h"
#include "ops/attention/blocks.h"
#include "ops/attention/lightning.h"
#include "ops/attention/selected_gradient.h"
#include "ops/common/work_views.h"
#include "products/product.h"
#include "workspace/l0.h"

#define COLUMNS LIGHTNING_COLUMNS

/* Of a row. */
struct row_panels {
    float *queries;
    float *dq;
    float *weights;
    float *dweights;
    float *dy;     /* of the scores, by the places of their keys */
    float *shares; /* of the products of heads and keys */
};

struct indexer {
    struct selected_gradient g;
    struct work_view row_ends;
    struct work_view key_ends;
    double *losses; /* of rows; NULL: dy or a target is given */
};

static const struct work_view *input(const struct selected_gradient *g, enum lightning_input which)
{
    return lightning_input(g->work, which);
}

static int64_t take_row(const struct selected_gradient *g, char *scratch, struct row_panels *p)
{
    char *start = scratch;
    p->queries = attention_take(&scratch, g->heads * COLUMNS);
    p->dq = attention_take(&scratch, g->heads * COLUMNS);
    p->weights = attention_take(&scratch, g->heads);
    p->dweights = attention_take(&scratch, g->heads);
    p->dy = attention_take(&scratch, attention_padded(g->s.blocks));
    p->shares = attention_take(&scratch, g->heads * SELECTED_TILE);
    return scratch - start;
}

/* ---- A row ----------------------------------------------------------------------------------- */

static void begin(const struct selected_gradient *g, struct selected_slot *slot, char *panels)
{
    const struct indexer *x = (const struct indexer *)(const void *)g;
    int64_t row = slot->row.number;
    struct row_panels p;
    take_row(g, slot->panels, &p);
    for (int64_t i = 0; i < g->heads; i++)
        attention_batches_load(input(g, LIGHTNING_QUERY), row * g->heads + i, COLUMNS,
                               p.queries + i * COLUMNS);
    attention_batches_load(input(g, LIGHTNING_WEIGHTS), row, g->heads, p.weights);
    if (input(g, LIGHTNING_DY) != NULL)
        attention_batches_load(input(g, LIGHTNING_DY), row, g->s.blocks, p.dy);
    else if (input(g, LIGHTNING_TARGET) != NULL)
        attention_lightning_approach(g, &slot->row, p.queries, p.weights, p.dy, panels);
    else
        x->losses[row] = attention_lightning_compare(g, &slot->row, p.queries, p.weights, p.dy,
                                                     panels);
    memset(p.dq, 0, (size_t)(g->heads * COLUMNS) * sizeof *p.dq);
    memset(p.dweights, 0, (size_t)g->heads * sizeof *p.dweights);
    slot->left[0] = p.shares;
    slot->right[0] = p.queries;
}

/* Products above 0 count: each gives the weight of its head something, and gets the rest. */
static void share(const struct selected_row *row, int64_t head, const struct row_panels *p)
{
    float *shares = p->shares + head * SELECTED_TILE;
    float sum = 0;
    for (int64_t j = 0; j < row->count; j++) {
        float dy = p->dy[row->places[j]];
        float product = shares[j];
        sum += product > 0 ? product * dy : 0;
        shares[j] = product > 0 ? dy * p->weights[head] : 0;
    }
    p->dweights[head] += sum;
}

static void add(const struct selected_gradient *g, struct selected_slot *slot, char *panels)
{
    int64_t count = slot->row.count;
    struct row_panels p;
    float *to = (float *)(void *)panels;
    const struct blas_matrix keys = {to, COLUMNS, false};
    take_row(g, slot->panels, &p);
    attention_selected_load(input(g, LIGHTNING_KEY), &slot->row, COLUMNS, to, COLUMNS);
    attention_multiply(g->heads, count, COLUMNS, (struct blas_matrix){p.queries, COLUMNS, false},
                       attention_transposed(keys), false, p.shares, SELECTED_TILE);
    for (int64_t head = 0; head < g->heads; head++)
        share(&slot->row, head, &p);
    attention_multiply(g->heads, COLUMNS, count,
                       (struct blas_matrix){p.shares, SELECTED_TILE, false}, keys, true, p.dq,
                       COLUMNS);
}

static void store(const struct work_view *to, int64_t row, int64_t columns, const float *from)
{
    product_store(to->type, view_element(to, row * columns), 0, to->strides[to->rank - 1], 1,
                  columns, from, columns);
}

static void end(const struct selected_gradient *g, struct selected_slot *slot, char *panels)
{
    const struct work_view *outputs = g->work->outputs;
    struct row_panels p;
    (void)panels;
    take_row(g, slot->panels, &p);
    for (int64_t i = 0; i < g->heads; i++)
        store(&outputs[LIGHTNING_DQUERY], slot->row.number * g->heads + i, COLUMNS,
              p.dq + i * COLUMNS);
    store(&outputs[LIGHTNING_DWEIGHTS], slot->row.number, g->heads, p.dweights);
}

/* ---- The work -------------------------------------------------------------------------------- */

static int64_t take(struct indexer *x, char *scratch)
{
    char *start = scratch;
    struct selected_gradient *g = &x->g;
    struct row_panels row;
    bool compares = input(g, LIGHTNING_DY) == NULL;
    g->slot_bytes = take_row(g, NULL, &row);
    g->panel_bytes = compares ? attention_lightning_loss_bytes(g)
                              : attention_piece(SELECTED_TILE * COLUMNS);
    g->shares[0].sums = attention_take(&scratch, view_count(input(g, LIGHTNING_KEY)));
    if (start != NULL)
        memset(start, 0, (size_t)(scratch - start));
    if (compares && input(g, LIGHTNING_TARGET) == NULL)
        x->losses = (double *)(void *)attention_take(&scratch, 2 * g->rows);
    return scratch + attention_selected_take(g, scratch) - start;
}

static struct work_view view_of(const int64_t *ends, const struct lightning *l)
{
    static const int64_t one = 1;
    return (struct work_view){ACL_INT64, 1, &l->form.count, &one, (char *)(uintptr_t)ends};
}

/* The most keys of a batch, of all of which there are gradients. */
static int64_t dense_keys(const struct lightning *l, const struct work_view *key)
{
    int64_t found = l->key_ends == NULL ? key->dims[1] : 0;
    for (int64_t b = 0; l->key_ends != NULL && b < l->form.count; b++)
        found = most(found, l->key_ends[b] - (b == 0 ? 0 : l->key_ends[b - 1]));
    return found;
}

static void describe(const struct work *work, struct indexer *x)
{
    const struct lightning *l = work->attributes;
    *x = (struct indexer){
        .g = {.work = work,
              .share_count = 1,
              .shares = {{.columns = COLUMNS, .stride = COLUMNS, .sum_stride = COLUMNS}},
              .begin = begin,
              .add = add,
              .end = end},
        .row_ends = view_of(l->row_ends, l),
        .key_ends = view_of(l->key_ends, l)};
    struct selected_gradient *g = &x->g;
    const struct work_view *query = input(g, LIGHTNING_QUERY);
    const struct work_view *indices = input(g, LIGHTNING_INDICES);
    bool has_target = input(g, LIGHTNING_TARGET) != NULL;
    g->s = (struct selected){
        .b = {.form = &l->form,
              .query = query,
              .key = input(g, LIGHTNING_KEY),
              .row_lengths = l->row_ends == NULL ? input(g, LIGHTNING_ROW_LENGTHS) : &x->row_ends,
              .key_lengths = l->key_ends == NULL ? input(g, LIGHTNING_KEY_LENGTHS) : &x->key_ends,
              .rests = input(g, LIGHTNING_RESTS),
              .row_lengths_name = has_target ? "cuSeqLensQOptional" : "actualSeqQLenOptional",
              .key_lengths_name = has_target ? "cuSeqLensKOptional" : "actualSeqKvLenOptional",
              .unit_rows = 1},
        .indices = indices,
        .blocks = l->is_dense ? dense_keys(l, input(g, LIGHTNING_KEY))
                              : indices->dims[indices->rank - 1],
        .block = 1};
    g->rows = attention_batches_rows(&g->s.b);
    g->heads = query->dims[query->rank - 2];
}

static uint64_t scratch_bytes(const struct work *work)
{
    struct indexer x;
    describe(work, &x);
    return (uint64_t)take(&x, NULL);
}

static void store_loss(const struct indexer *x)
{
    double sum = 0;
    for (int64_t i = 0; i < x->g.rows; i++)
        sum += x->losses[i];
    float rounded = (float)sum;
    memcpy(x->g.work->outputs[LIGHTNING_LOSS].address, &rounded, sizeof rounded);
}

static void run_gradient(const struct work *work, struct task_failure *failure)
{
    struct indexer x;
    describe(work, &x);
    take(&x, work->scratch);
    if (!attention_batches_read(&x.g.s.b, failure))
        return;
    attention_selected_add_up(&x.g);
    attention_selected_store(&work->outputs[LIGHTNING_DKEY], x.g.shares[0].sums, COLUMNS);
    if (x.losses != NULL)
        store_loss(&x);
}
const struct l0_run attention_kernel_lightning_grad = {.check = blas_check_work,
                                                       .scratch_bytes = scratch_bytes,
                                                       .scratch_steers = true,
                                                       .run = run_gradient};
