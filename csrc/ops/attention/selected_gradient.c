/* SPDX-License-Identifier: Apache-2.0 */
/* Gradients of keys that were selected by rows. */
#include "ops/attention/selected_gradient.h"

#include <stdbool.h>
#include <string.h>

#include "base/number.h"
#include "ops/attention/blocks.h"
#include "ops/common/work_views.h"
#include "products/product.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

#define SUM_COLUMNS 32 /* that a core sums up at once */

static int64_t slot_count(const struct selected_gradient *g)
{
    return least(g->rows, SELECTED_ROUND);
}

static bool has_others(const struct selected_gradient *g)
{
    return g->others.b.key != NULL;
}

int64_t attention_selected_take(struct selected_gradient *g, char *scratch)
{
    char *start = scratch;
    int64_t floats = (int64_t)(sizeof *g->slots / sizeof(float));
    scratch += attention_batches_take(&g->s.b, scratch);
    if (has_others(g))
        scratch += attention_batches_take(&g->others.b, scratch);
    g->slots = (struct selected_slot *)(void *)attention_take(&scratch, slot_count(g) * floats);
    g->slot_panels = scratch;
    scratch += slot_count(g) * g->slot_bytes;
    g->panel_bytes = most(g->panel_bytes, attention_piece(SELECTED_TILE * SUM_COLUMNS));
    g->panels = scratch;
    return scratch + ai_cores_count() * g->panel_bytes - start;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* Moves on to the next tile of keys, after those of one kind to those of the other. */
static bool has_tile(const struct selected_gradient *g, struct selected_slot *slot)
{
    if (attention_selected_next(slot->kind, &slot->row))
        return true;
    if (!slot->has_others)
        return false;
    slot->has_others = false;
    slot->kind = &g->others;
    attention_selected_begin(slot->kind, slot->row.number, &slot->row);
    return attention_selected_next(slot->kind, &slot->row);
}

static void take_tile(const struct selected_gradient *g, struct selected_slot *slot, char *panels)
{
    if (slot->state == SELECTED_NEW) {
        slot->kind = &g->s;
        slot->has_others = has_others(g);
        attention_selected_begin(slot->kind, slot->row.number, &slot->row);
        g->begin(g, slot, panels);
        slot->state = SELECTED_BEGUN;
    }
    if (slot->state == SELECTED_ENDED)
        return;
    if (has_tile(g, slot)) {
        g->add(g, slot, panels);
    } else {
        g->end(g, slot, panels);
        slot->state = SELECTED_ENDED;
    }
}

static void take_tiles(int64_t block, int64_t blocks, void *context)
{
    struct selected_gradient *g = context;
    (void)blocks;
    for (int64_t i; (i = atomic_fetch_add(&g->next, 1)) < g->count;)
        take_tile(g, &g->slots[i], g->panels + block * g->panel_bytes);
}

/* ---- Columns --------------------------------------------------------------------------------- */

static void sum_columns(const struct selected_gradient *g, int which, int64_t first, float *panel)
{
    const struct selected_share *share = &g->shares[which];
    int64_t columns = least(SUM_COLUMNS, share->columns - first);
    for (int64_t i = 0; i < g->count; i++) {
        const struct selected_slot *slot = &g->slots[i];
        if (slot->row.count == 0)
            continue;
        attention_multiply(slot->row.count, columns, g->heads,
                           (struct blas_matrix){slot->left[which], SELECTED_TILE, true},
                           (struct blas_matrix){slot->right[which] + first, share->stride, false},
                           false, panel, SUM_COLUMNS);
        int64_t first_key = slot->kind == &g->s ? 0 : g->keys;
        for (int64_t j = 0; j < slot->row.count; j++) {
            float *sums = share->sums + (first_key + slot->row.keys[j]) * share->sum_stride + first;
            for (int64_t k = 0; k < columns; k++)
                sums[k] += panel[j * SUM_COLUMNS + k];
        }
    }
}

/* Shares may have the same sums: so columns of one are added before those of another. */
static void sum_shares(int64_t block, int64_t blocks, void *context)
{
    struct selected_gradient *g = context;
    float *panel = (float *)(void *)(g->panels + block * g->panel_bytes);
    (void)blocks;
    for (int64_t i; (i = atomic_fetch_add(&g->next, 1) * SUM_COLUMNS) < g->shares[0].columns;)
        for (int which = 0; which < g->share_count; which++)
            if (i < g->shares[which].columns)
                sum_columns(g, which, i, panel);
}

static void run(struct selected_gradient *g, const char *name, block_function function,
                int64_t units)
{
    atomic_store(&g->next, 0);
    ai_cores_run_function(name, function, least(units, ai_cores_count()), g);
}

static bool has_keys(const struct selected_gradient *g)
{
    for (int64_t i = 0; i < g->count; i++)
        if (g->slots[i].row.count > 0)
            return true;
    return false;
}

void attention_selected_add_up(struct selected_gradient *g)
{
    int64_t units = divide_up(g->shares[0].columns, SUM_COLUMNS);
    for (int64_t i = 0; i < slot_count(g); i++)
        g->slots[i] = (struct selected_slot){.panels = g->slot_panels + i * g->slot_bytes};
    for (int64_t first = 0; first < g->rows; first += SELECTED_ROUND) {
        g->count = least(SELECTED_ROUND, g->rows - first);
        for (int64_t i = 0; i < g->count; i++) {
            g->slots[i].row.number = first + i;
            g->slots[i].state = SELECTED_NEW;
        }
        run(g, "selected keys", take_tiles, g->count);
        while (has_keys(g)) {
            run(g, "gradients of selected keys", sum_shares, units);
            run(g, "selected keys", take_tiles, g->count);
        }
    }
}

/* ---- Results --------------------------------------------------------------------------------- */

struct storing {
    const struct work_view *to;
    const float *sums;
    int64_t stride;
    int64_t columns;
};

static void store_keys(int64_t block, int64_t blocks, void *context)
{
    const struct storing *s = context;
    const struct work_view *to = s->to;
    struct block_share share = share_of_block(view_count(to) / s->columns, block, blocks);
    for (int64_t i = share.first; i < share.past; i++)
        product_store(to->type, view_element(to, i * s->columns), 0, to->strides[to->rank - 1], 1,
                      s->columns, s->sums + i * s->stride, s->columns);
}

void attention_selected_store(const struct work_view *to, const float *sums, int64_t stride)
{
    struct storing s = {
        .to = to, .sums = sums, .stride = stride, .columns = to->dims[to->rank - 1]};
    ai_cores_run_function("gradients of selected keys: stored", store_keys,
                          least(view_count(to) / s.columns, ai_cores_count()), &s);
}

/* ---- Attention ------------------------------------------------------------------------------- */

int64_t attention_selected_take_panels(char *scratch, int64_t heads, struct selected_panels *p)
{
    char *start = scratch;
    p->queries = attention_take(&scratch, heads * p->depth);
    p->dy = attention_take(&scratch, heads * p->value_depth);
    p->dq = attention_take(&scratch, heads * p->depth);
    p->maxima = attention_take(&scratch, heads);
    p->parts = attention_take(&scratch, heads);
    p->common = attention_take(&scratch, heads);
    p->scores = attention_take(&scratch, heads * SELECTED_TILE);
    p->others = attention_take(&scratch, heads * SELECTED_TILE);
    return scratch - start;
}

void attention_selected_compare(const struct selected_gradient *g, struct selected_slot *slot,
                                const struct selected_panels *p, float *results)
{
    const struct attention_rows rows = {.rows = g->heads,
                                        .depth = p->value_depth,
                                        .others = p->dy,
                                        .maxima = p->common,
                                        .sums = p->parts,
                                        .results = results};
    attention_run_kernel(KERNEL_ATTENTION_COMMON, &rows);
    memset(p->dq, 0, (size_t)(g->heads * p->depth) * sizeof *p->dq);
    slot->left[SELECTED_OF_SCORES] = p->others;
    slot->right[SELECTED_OF_SCORES] = p->queries;
    slot->left[SELECTED_OF_VALUES] = p->scores;
    slot->right[SELECTED_OF_VALUES] = p->dy;
}

/* Columns up to a multiple of what the kernels take hold anything finite. */
static void pad(int64_t heads, int64_t count, float *scores)
{
    for (int64_t i = 0; i < heads; i++)
        for (int64_t j = count; j < attention_padded(count); j++)
            scores[i * SELECTED_TILE + j] = 0;
}

static struct attention_rows tile_of(int64_t heads, int64_t count, const struct selected_panels *p)
{
    return (struct attention_rows){.rows = heads,
                                   .columns = attention_padded(count),
                                   .stride = SELECTED_TILE,
                                   .scores = p->scores,
                                   .others = p->others,
                                   .maxima = p->maxima,
                                   .sums = p->parts,
                                   .scale = p->scale};
}

void attention_selected_weigh(int64_t heads, int64_t count, const struct selected_panels *p,
                              struct blas_matrix keys, struct blas_matrix values)
{
    const struct attention_rows rows = tile_of(heads, count, p);
    attention_multiply(heads, count, p->depth, (struct blas_matrix){p->queries, p->depth, false},
                       attention_transposed(keys), false, p->scores, SELECTED_TILE);
    pad(heads, count, p->scores);
    attention_run_kernel(KERNEL_ATTENTION_PROBABILITIES, &rows);
    attention_multiply(heads, count, p->value_depth,
                       (struct blas_matrix){p->dy, p->value_depth, false},
                       attention_transposed(values), false, p->others, SELECTED_TILE);
    pad(heads, count, p->others);
}

void attention_selected_differentiate(int64_t heads, int64_t count, const struct selected_panels *p,
                                      struct blas_matrix keys)
{
    struct attention_rows rows = tile_of(heads, count, p);
    rows.maxima = p->common;
    attention_run_kernel(KERNEL_ATTENTION_GRADIENTS, &rows);
    attention_multiply(heads, p->depth, count,
                       (struct blas_matrix){p->others, SELECTED_TILE, false}, keys, true, p->dq,
                       p->depth);
}

/* ---- Heads ----------------------------------------------------------------------------------- */

void attention_selected_load_heads(const struct work_view *view, int64_t row, int64_t heads,
                                   float *to, int64_t stride)
{
    int64_t columns = view->dims[view->rank - 1];
    product_load(view->type, view_element(view, row * heads * columns),
                 view->strides[view->rank - 2], view->strides[view->rank - 1], heads, columns, to,
                 stride);
}

void attention_selected_store_heads(const struct work_view *view, int64_t row, int64_t heads,
                                    const float *from, int64_t stride)
{
    int64_t columns = view->dims[view->rank - 1];
    product_store(view->type, view_element(view, row * heads * columns),
                  view->strides[view->rank - 2], view->strides[view->rank - 1], heads, columns,
                  from, stride);
}

void attention_selected_load_numbers(const struct work_view *view, int64_t row, int64_t heads,
                                     float *to)
{
    for (int64_t i = 0; i < heads; i++)
        memcpy(&to[i], view_element(view, row * heads + i), sizeof *to);
}

void attention_selected_store_sinks(const struct work_view *to, const float *numbers, int64_t rows,
                                    int64_t heads)
{
    for (int64_t head = 0; head < heads; head++) {
        double sum = 0;
        for (int64_t row = 0; row < rows; row++)
            sum += numbers[row * heads + head];
        float rounded = (float)sum;
        memcpy(view_element(to, head), &rounded, sizeof rounded);
    }
}
