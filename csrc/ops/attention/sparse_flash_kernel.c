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
#define TILE_KEYS 512
#define COLUMNS SPARSE_FLASH_COLUMNS
#define WITH_ROPE (SPARSE_FLASH_COLUMNS + SPARSE_FLASH_ROPE)

enum { RESULT, MAXIMA, SUMS };

struct attending {
    const struct work *work;
    const struct sparse_flash *s;
    struct batches b;
    int64_t heads;
    int64_t parts;  /* of the heads of a row */
    int64_t blocks; /* that are selected for a row */
    bool keys_are_values;
    char *panels;
    int64_t panel_bytes;
    _Atomic int64_t next;
};

/* Heads of a row, and where it is among its keys. */
struct row {
    int64_t batch;
    int64_t number; /* of all rows */
    int64_t first_head;
    int64_t heads;
    int64_t seen;  /* the keys of the batch that it may see */
    int64_t block; /* the next of those that were selected */
    int64_t key;   /* the next of the block before */
    int64_t past;
};

struct panels {
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
    int at = a->s->at[which];
    return at == L0_NONE ? NULL : &a->work->inputs[at];
}

/* Programs give keys as values, which then are brought once. */
static bool is_same(const struct work_view *a, const struct work_view *b)
{
    return a->address == b->address &&
           memcmp(a->strides, b->strides, (size_t)a->rank * sizeof *a->strides) == 0;
}

static struct attending attending_of(const struct work *work)
{
    struct attending a = {.work = work, .s = work->attributes};
    const struct work_view *query = input(&a, SPARSE_FLASH_QUERY);
    const struct work_view *indices = input(&a, SPARSE_FLASH_INDICES);
    a.heads = query->dims[query->rank - 2];
    a.parts = divide_up(a.heads, UNIT_HEADS);
    a.blocks = indices->dims[indices->rank - 1];
    a.keys_are_values = is_same(input(&a, SPARSE_FLASH_KEY), input(&a, SPARSE_FLASH_VALUE));
    a.b = (struct batches){.form = &a.s->form,
                           .query = query,
                           .key = input(&a, SPARSE_FLASH_KEY),
                           .row_lengths = input(&a, SPARSE_FLASH_ROW_LENGTHS),
                           .key_lengths = input(&a, SPARSE_FLASH_KEY_LENGTHS),
                           .table = input(&a, SPARSE_FLASH_TABLE),
                           .key_lengths_name = "actualSeqLengthsKvOptional",
                           .unit_rows = 1};
    return a;
}

static int64_t take_panels(const struct attending *a, char *scratch, struct panels *p)
{
    char *start = scratch;
    int64_t heads = least(a->heads, UNIT_HEADS);
    p->queries = attention_take(&scratch, heads * WITH_ROPE);
    p->keys = attention_take(&scratch, TILE_KEYS * WITH_ROPE);
    p->values = attention_take(&scratch, TILE_KEYS * COLUMNS);
    p->scores = attention_take(&scratch, heads * TILE_KEYS);
    p->results = attention_take(&scratch, heads * COLUMNS);
    p->maxima = attention_take(&scratch, heads);
    p->sums = attention_take(&scratch, heads);
    p->logarithms = attention_take(&scratch, heads);
    return scratch - start;
}

/* ---- Keys ------------------------------------------------------------------------------------ */

/* Moves on to a key that the row sees. A negative block ends those that were selected. */
static bool has_key(const struct attending *a, struct row *row)
{
    const struct work_view *indices = input(a, SPARSE_FLASH_INDICES);
    const char *blocks = view_element(indices, row->number * a->blocks);
    int64_t step = indices->strides[indices->rank - 1] * view_width(indices);
    while (row->key == row->past && row->block < a->blocks) {
        int64_t block = index_at(blocks + row->block * step, false);
        row->block = block < 0 ? a->blocks : row->block + 1;
        if (block >= 0) {
            row->key = least(block * a->s->block, row->seen);
            row->past = least(row->key + a->s->block, row->seen);
        }
    }
    return row->key < row->past;
}

/* Brings the next keys of a row, and their values. Returns how many there are. */
static int64_t bring_keys(const struct attending *a, struct row *row, const struct panels *p)
{
    int64_t count = 0;
    for (; count < TILE_KEYS && has_key(a, row); count++) {
        int64_t number = attention_batches_key(&a->b, row->batch, row->key++);
        float *key = p->keys + count * WITH_ROPE;
        attention_batches_load(input(a, SPARSE_FLASH_KEY), number, COLUMNS, key);
        attention_batches_load(input(a, SPARSE_FLASH_KEY_ROPE), number, SPARSE_FLASH_ROPE,
                               key + COLUMNS);
        if (!a->keys_are_values)
            attention_batches_load(input(a, SPARSE_FLASH_VALUE), number, COLUMNS,
                                   p->values + count * COLUMNS);
    }
    return count;
}

/* ---- Heads of a row -------------------------------------------------------------------------- */

static void load_heads(const struct work_view *view, const struct attending *a,
                       const struct row *row, int64_t columns, float *to)
{
    const char *first = view_element(view, (row->number * a->heads + row->first_head) * columns);
    product_load(view->type, first, view->strides[view->rank - 2], view->strides[view->rank - 1],
                 row->heads, columns, to, WITH_ROPE);
}

/* Heads begin with their sink, which counts as a score whose value is 0. */
static void begin(const struct attending *a, const struct row *row, const struct panels *p)
{
    const struct work_view *sinks = row->seen > 0 ? input(a, SPARSE_FLASH_SINKS) : NULL;
    load_heads(input(a, SPARSE_FLASH_QUERY), a, row, COLUMNS, p->queries);
    load_heads(input(a, SPARSE_FLASH_QUERY_ROPE), a, row, SPARSE_FLASH_ROPE, p->queries + COLUMNS);
    memset(p->results, 0, (size_t)(row->heads * COLUMNS) * sizeof *p->results);
    for (int64_t i = 0; i < row->heads; i++) {
        p->maxima[i] = -(float)INFINITY;
        p->sums[i] = 0;
        if (sinks == NULL)
            continue;
        memcpy(&p->maxima[i], view_element(sinks, row->first_head + i), sizeof *p->maxima);
        p->sums[i] = 1;
    }
}

static void add_keys(const struct attending *a, const struct attention_rows *rows, int64_t keys,
                     const struct panels *p)
{
    const struct blas_matrix queries = {p->queries, WITH_ROPE, false};
    const struct blas_matrix scores = {p->scores, TILE_KEYS, false};
    const struct blas_matrix values = {a->keys_are_values ? p->keys : p->values,
                                       a->keys_are_values ? WITH_ROPE : COLUMNS, false};
    attention_multiply(rows->rows, keys, WITH_ROPE, queries,
                       (struct blas_matrix){p->keys, WITH_ROPE, true}, false, p->scores, TILE_KEYS);
    for (int64_t i = 0; i < rows->rows; i++)
        for (int64_t j = keys; j < rows->columns; j++)
            p->scores[i * TILE_KEYS + j] = -(float)INFINITY;
    attention_run_kernel(KERNEL_ATTENTION_SOFTMAX, rows);
    attention_multiply(rows->rows, COLUMNS, keys, scores, values, true, p->results, COLUMNS);
}

static void store(const struct attending *a, const struct row *row, const struct panels *p)
{
    const struct work_view *outputs = a->work->outputs;
    const struct work_view *result = &outputs[RESULT];
    int64_t head = row->number * a->heads + row->first_head;
    product_store(result->type, view_element(result, head * COLUMNS),
                  result->strides[result->rank - 2], result->strides[result->rank - 1], row->heads,
                  COLUMNS, p->results, COLUMNS);
    for (int i = MAXIMA; a->s->has_statistics && i <= SUMS; i++)
        product_store(ACL_FLOAT, view_element(&outputs[i], head), 0,
                      outputs[i].strides[outputs[i].rank - 1], 1, row->heads,
                      i == MAXIMA ? p->maxima : p->sums, row->heads);
}

/* Statistics of a row that sees no key are 0. */
static void attend(const struct attending *a, struct row *row, const struct panels *p)
{
    struct attention_rows rows = {.rows = row->heads,
                                  .stride = TILE_KEYS,
                                  .depth = COLUMNS,
                                  .scores = p->scores,
                                  .others = p->logarithms,
                                  .maxima = p->maxima,
                                  .sums = p->sums,
                                  .results = p->results,
                                  .scale = &a->s->scale};
    bool has_scores = row->seen > 0 && input(a, SPARSE_FLASH_SINKS) != NULL;
    begin(a, row, p);
    for (int64_t keys; (keys = bring_keys(a, row, p)) > 0; has_scores = true) {
        rows.columns = attention_padded(keys);
        add_keys(a, &rows, keys, p);
    }
    if (has_scores)
        attention_run_kernel(KERNEL_ATTENTION_FINISH, &rows);
    else
        memset(p->maxima, 0, (size_t)row->heads * sizeof *p->maxima);
    store(a, row, p);
}

static void attend_units(int64_t index, int64_t blocks, void *context)
{
    struct attending *a = context;
    struct panels p;
    int64_t batch = 0;
    (void)blocks;
    take_panels(a, a->panels + index * a->panel_bytes, &p);
    for (int64_t unit = 0; (unit = atomic_fetch_add(&a->next, 1)) < a->b.units * a->parts;) {
        batch = attention_batches_with(&a->b, unit / a->parts, batch);
        const struct batch *b = &a->b.each[batch];
        int64_t place = unit / a->parts - b->first_unit;
        int64_t head = unit % a->parts * UNIT_HEADS;
        struct row row = {.batch = batch,
                          .number = b->first_row + place,
                          .first_head = head,
                          .heads = least(a->heads - head, UNIT_HEADS),
                          .seen = attention_batches_seen(&a->b, b, place)};
        attend(a, &row, &p);
    }
}

/* ---- The work -------------------------------------------------------------------------------- */

static aclnnStatus check_blas(const struct work *work)
{
    (void)work;
    return blas_check();
}

static int64_t most_blocks(const struct attending *a)
{
    return least(ai_cores_count(), attention_batches_rows(&a->b) * a->parts);
}

static uint64_t sparse_flash_scratch(const struct work *work)
{
    struct attending a = attending_of(work);
    struct panels p;
    int64_t numbers = attention_batches_take(&a.b, NULL);
    return (uint64_t)(numbers + most_blocks(&a) * take_panels(&a, NULL, &p));
}

static void run_sparse_flash(const struct work *work, struct task_failure *failure)
{
    struct attending a = attending_of(work);
    struct panels p;
    a.panels = work->scratch + attention_batches_take(&a.b, work->scratch);
    a.panel_bytes = take_panels(&a, NULL, &p);
    if (attention_batches_read(&a.b, failure) && a.b.units > 0)
        ai_cores_run_function("sparse_flash_attention", attend_units,
                              least(a.b.units * a.parts, most_blocks(&a)), &a);
}
const struct l0_run attention_kernel_sparse_flash = {.check = check_blas,
                                                     .scratch_bytes = sparse_flash_scratch,
                                                     .scratch_steers = true,
                                                     .run = run_sparse_flash};
