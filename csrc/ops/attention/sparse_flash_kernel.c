/* SPDX-License-Identifier: Apache-2.0 */
/* SparseFlashAttention: the heads of a row see the keys of the blocks that were selected for it.
 * Keys are brought together in tiles, and the softmax goes from tile to tile. Scores and sums are
 * float32; units follow from the shapes alone, so that the number of cores changes no bit. */
#include "ops/attention/sparse_flash.h"

#include <math.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/number.h"
#include "declared/attention.h"
#include "executor/schedule.h"
#include "kernels.h"
#include "ops/attention/blocks.h"
#include "ops/common/work_views.h"
#include "products/product.h"
#include "runtime/cores/ai_cores.h"
#include "workspace/l0.h"

#define UNIT_HEADS 64
#define COLUMNS SPARSE_FLASH_COLUMNS
#define WITH_ROPE (SPARSE_FLASH_COLUMNS + SPARSE_FLASH_ROPE)

enum { RESULT, MAXIMA, SUMS };

struct attending {
    const struct work *work;
    const struct sparse_flash *s;
    struct selected selected;
    int64_t heads;
    int64_t parts; /* of the heads of a row */
    bool keys_are_values;
    char *panels;
    int64_t panel_bytes;
    _Atomic int64_t next;
};

/* Heads of a row. */
struct heads {
    int64_t row;
    int64_t first;
    int64_t count;
};

struct panels {
    struct selected_row *row;
    float *queries;
    float *keys;
    float *values;
    float *scores;
    float *results;
    float *maxima;
    float *sums;
    float *logarithms; /* which nobody needs */
};

static const struct work_view *input(const struct attending *a, enum sparse_flash_input which)
{
    return sparse_flash_input(a->work, which);
}

static struct attending attending_of(const struct work *work)
{
    struct attending a = {
        .work = work, .s = work->attributes, .selected = attention_sparse_flash_selected(work)};
    const struct work_view *query = input(&a, SPARSE_FLASH_QUERY);
    a.heads = query->dims[query->rank - 2];
    a.parts = divide_up(a.heads, UNIT_HEADS);
    a.keys_are_values = attention_selected_is_same(input(&a, SPARSE_FLASH_KEY),
                                                   input(&a, SPARSE_FLASH_VALUE));
    return a;
}

static int64_t take_panels(const struct attending *a, char *scratch, struct panels *p)
{
    char *start = scratch;
    int64_t heads = least(a->heads, UNIT_HEADS);
    p->row = (struct selected_row *)(void *)attention_take(
        &scratch, (int64_t)(sizeof *p->row / sizeof(float)));
    p->queries = attention_take(&scratch, heads * WITH_ROPE);
    p->keys = attention_take(&scratch, SELECTED_TILE * WITH_ROPE);
    p->values = attention_take(&scratch, SELECTED_TILE * COLUMNS);
    p->scores = attention_take(&scratch, heads * SELECTED_TILE);
    p->results = attention_take(&scratch, heads * COLUMNS);
    p->maxima = attention_take(&scratch, heads);
    p->sums = attention_take(&scratch, heads);
    p->logarithms = attention_take(&scratch, heads);
    return scratch - start;
}

/* Brings the next keys of a row, and their values. */
static bool bring_keys(const struct attending *a, const struct panels *p)
{
    if (!attention_selected_next(&a->selected, p->row))
        return false;
    attention_selected_load(input(a, SPARSE_FLASH_KEY), p->row, COLUMNS, p->keys, WITH_ROPE);
    attention_selected_load(input(a, SPARSE_FLASH_KEY_ROPE), p->row, SPARSE_FLASH_ROPE,
                            p->keys + COLUMNS, WITH_ROPE);
    if (!a->keys_are_values)
        attention_selected_load(input(a, SPARSE_FLASH_VALUE), p->row, COLUMNS, p->values, COLUMNS);
    return true;
}

/* ---- Heads of a row -------------------------------------------------------------------------- */

static void load_heads(const struct work_view *view, const struct attending *a,
                       const struct heads *heads, int64_t columns, float *to)
{
    const char *first = view_element(view, (heads->row * a->heads + heads->first) * columns);
    product_load(view->type, first, view->strides[view->rank - 2], view->strides[view->rank - 1],
                 heads->count, columns, to, WITH_ROPE);
}

/* Heads begin with their sink, which counts as a score whose value is 0. */
static void begin(const struct attending *a, const struct heads *heads, const struct panels *p)
{
    const struct work_view *sinks = p->row->seen > 0 ? input(a, SPARSE_FLASH_SINKS) : NULL;
    load_heads(input(a, SPARSE_FLASH_QUERY), a, heads, COLUMNS, p->queries);
    load_heads(input(a, SPARSE_FLASH_QUERY_ROPE), a, heads, SPARSE_FLASH_ROPE,
               p->queries + COLUMNS);
    memset(p->results, 0, (size_t)(heads->count * COLUMNS) * sizeof *p->results);
    for (int64_t i = 0; i < heads->count; i++) {
        p->maxima[i] = -(float)INFINITY;
        p->sums[i] = 0;
        if (sinks == NULL)
            continue;
        memcpy(&p->maxima[i], view_element(sinks, heads->first + i), sizeof *p->maxima);
        p->sums[i] = 1;
    }
}

static void add_keys(const struct attending *a, struct attention_rows *rows, int64_t keys,
                     const struct panels *p)
{
    const struct blas_matrix queries = {p->queries, WITH_ROPE, false};
    const struct blas_matrix tile = {p->keys, WITH_ROPE, false};
    const struct blas_matrix values = {p->values, COLUMNS, false};
    attention_add_tile(rows, keys, WITH_ROPE, queries, tile, a->keys_are_values ? tile : values);
}

static void store(const struct attending *a, const struct heads *heads, const struct panels *p)
{
    const struct work_view *outputs = a->work->outputs;
    const struct work_view *result = &outputs[RESULT];
    int64_t head = heads->row * a->heads + heads->first;
    product_store(result->type, view_element(result, head * COLUMNS),
                  result->strides[result->rank - 2], result->strides[result->rank - 1],
                  heads->count, COLUMNS, p->results, COLUMNS);
    for (int i = MAXIMA; a->s->has_statistics && i <= SUMS; i++)
        product_store(ACL_FLOAT, view_element(&outputs[i], head), 0,
                      outputs[i].strides[outputs[i].rank - 1], 1, heads->count,
                      i == MAXIMA ? p->maxima : p->sums, heads->count);
}

/* Statistics of a row that sees no key are 0. */
static void attend(const struct attending *a, const struct heads *heads, const struct panels *p)
{
    struct attention_rows rows = {.rows = heads->count,
                                  .stride = SELECTED_TILE,
                                  .depth = COLUMNS,
                                  .scores = p->scores,
                                  .others = p->logarithms,
                                  .maxima = p->maxima,
                                  .sums = p->sums,
                                  .results = p->results,
                                  .scale = &a->s->scale};
    bool has_scores = p->row->seen > 0 && input(a, SPARSE_FLASH_SINKS) != NULL;
    begin(a, heads, p);
    for (; bring_keys(a, p); has_scores = true)
        add_keys(a, &rows, p->row->count, p);
    if (has_scores)
        attention_run_kernel(KERNEL_ATTENTION_FINISH, &rows);
    else
        memset(p->maxima, 0, (size_t)heads->count * sizeof *p->maxima);
    store(a, heads, p);
}

static void attend_units(int64_t index, int64_t blocks, void *context)
{
    struct attending *a = context;
    struct panels p;
    (void)blocks;
    take_panels(a, a->panels + index * a->panel_bytes, &p);
    p.row->batch = 0;
    for (int64_t unit = 0;
         (unit = atomic_fetch_add(&a->next, 1)) < a->selected.b.units * a->parts;) {
        int64_t head = unit % a->parts * UNIT_HEADS;
        const struct heads heads = {unit / a->parts, head, least(a->heads - head, UNIT_HEADS)};
        attention_selected_begin(&a->selected, heads.row, p.row);
        attend(a, &heads, &p);
    }
}

/* ---- The work -------------------------------------------------------------------------------- */

static int64_t most_blocks(const struct attending *a)
{
    return least(ai_cores_count(), attention_batches_rows(&a->selected.b) * a->parts);
}

static uint64_t sparse_flash_scratch(const struct work *work)
{
    struct attending a = attending_of(work);
    struct panels p;
    int64_t numbers = attention_batches_take(&a.selected.b, NULL);
    return (uint64_t)(numbers + most_blocks(&a) * take_panels(&a, NULL, &p));
}

static void run_sparse_flash(const struct work *work, struct task_failure *failure)
{
    struct attending a = attending_of(work);
    struct panels p;
    a.panels = work->scratch + attention_batches_take(&a.selected.b, work->scratch);
    a.panel_bytes = take_panels(&a, NULL, &p);
    if (attention_batches_read(&a.selected.b, failure) && a.selected.b.units > 0)
        ai_cores_run_function("sparse_flash_attention", attend_units,
                              least(a.selected.b.units * a.parts, most_blocks(&a)), &a);
}
const struct l0_run attention_kernel_sparse_flash = {.check = blas_check_work,
                                                     .scratch_bytes = sparse_flash_scratch,
                                                     .scratch_steers = true,
                                                     .run = run_sparse_flash};
