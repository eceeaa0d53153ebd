/* SPDX-License-Identifier: Apache-2.0 */
/* SparseFlashMla: the heads of a row see its own keys in tiles, then compressed ones, and the
 * softmax goes from tile to tile. Scores and sums are float32; units follow from the shapes alone,
 * so that the number of cores changes no bit. */
#include "ops/attention/sparse_mla.h"

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

#define UNIT_HEADS 64
#define COLUMNS SPARSE_MLA_COLUMNS

enum { RESULT, LOG_SUMS };

struct attending {
    const struct work *work;
    const struct sparse_mla *m;
    struct selected keys;
    struct selected compressed;
    bool has_compressed;
    int64_t heads;
    int64_t parts; /* of the heads of a row */
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
    struct selected_row *compressed;
    float *queries;
    float *keys;
    float *scores;
    float *results;
    float *maxima;
    float *sums;
    float *logarithms;
};

static struct attending attending_of(const struct work *work)
{
    struct attending a = {.work = work,
                          .m = work->attributes,
                          .keys = attention_sparse_mla_keys(work),
                          .compressed = attention_sparse_mla_compressed(work)};
    const struct work_view *query = a.keys.b.query;
    a.has_compressed = a.compressed.b.key != NULL;
    a.heads = query->dims[query->rank - 2];
    a.parts = divide_up(a.heads, UNIT_HEADS);
    return a;
}

static struct selected_row *take_row(char **scratch)
{
    return (struct selected_row *)(void *)attention_take(
        scratch, (int64_t)(sizeof(struct selected_row) / sizeof(float)));
}

static int64_t take_panels(const struct attending *a, char *scratch, struct panels *p)
{
    char *start = scratch;
    int64_t heads = least(a->heads, UNIT_HEADS);
    p->row = take_row(&scratch);
    p->compressed = take_row(&scratch);
    p->queries = attention_take(&scratch, heads * COLUMNS);
    p->keys = attention_take(&scratch, SELECTED_TILE * COLUMNS);
    p->scores = attention_take(&scratch, heads * SELECTED_TILE);
    p->results = attention_take(&scratch, heads * COLUMNS);
    p->maxima = attention_take(&scratch, heads);
    p->sums = attention_take(&scratch, heads);
    p->logarithms = attention_take(&scratch, heads);
    return scratch - start;
}

/* Heads begin with their sink, which counts as a score whose value is 0. */
static void begin(const struct attending *a, const struct heads *heads, const struct panels *p)
{
    const struct work_view *query = a->keys.b.query;
    const struct work_view *sinks = sparse_mla_input(a->work, SPARSE_MLA_SINKS);
    product_load(query->type, view_element(query, (heads->row * a->heads + heads->first) * COLUMNS),
                 query->strides[query->rank - 2], query->strides[query->rank - 1], heads->count,
                 COLUMNS, p->queries, COLUMNS);
    memset(p->results, 0, (size_t)(heads->count * COLUMNS) * sizeof *p->results);
    for (int64_t i = 0; i < heads->count; i++) {
        memcpy(&p->maxima[i], view_element(sinks, heads->first + i), sizeof *p->maxima);
        p->sums[i] = 1;
    }
}

static void add_all(const struct selected *s, struct selected_row *row, struct attention_rows *rows,
                    const struct panels *p)
{
    const struct blas_matrix queries = {p->queries, COLUMNS, false};
    const struct blas_matrix tile = {p->keys, COLUMNS, false};
    while (attention_selected_next(s, row)) {
        attention_selected_load(s->b.key, row, COLUMNS, p->keys, COLUMNS);
        attention_add_tile(rows, row->count, COLUMNS, queries, tile, tile);
    }
}

static void store(const struct attending *a, const struct heads *heads, const struct panels *p)
{
    const struct work_view *result = &a->work->outputs[RESULT];
    int64_t head = heads->row * a->heads + heads->first;
    product_store(result->type, view_element(result, head * COLUMNS),
                  result->strides[result->rank - 2], result->strides[result->rank - 1],
                  heads->count, COLUMNS, p->results, COLUMNS);
    if (!a->m->has_log_sums)
        return;
    const struct work_view *sums = &a->work->outputs[LOG_SUMS];
    product_store(ACL_FLOAT, view_element(sums, head), 0, sums->strides[sums->rank - 1], 1,
                  heads->count, p->logarithms, heads->count);
}

/* A row that sees nothing is 0, and so are its logarithms. */
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
                                  .scale = &a->m->scale};
    attention_selected_begin(&a->keys, heads->row, p->row);
    if (!attention_sparse_mla_see(a->m, &a->keys, p->row)) {
        memset(p->results, 0, (size_t)(heads->count * COLUMNS) * sizeof *p->results);
        memset(p->logarithms, 0, (size_t)heads->count * sizeof *p->logarithms);
        store(a, heads, p);
        return;
    }
    begin(a, heads, p);
    add_all(&a->keys, p->row, &rows, p);
    if (a->has_compressed) {
        attention_selected_begin(&a->compressed, heads->row, p->compressed);
        add_all(&a->compressed, p->compressed, &rows, p);
    }
    struct attention_rows logarithms = rows;
    logarithms.results = p->logarithms;
    attention_run_kernel(KERNEL_ATTENTION_LOG_SUMS, &logarithms);
    attention_run_kernel(KERNEL_ATTENTION_FINISH, &rows);
    store(a, heads, p);
}

static void attend_units(int64_t index, int64_t blocks, void *context)
{
    struct attending *a = context;
    struct panels p;
    (void)blocks;
    take_panels(a, a->panels + index * a->panel_bytes, &p);
    p.row->batch = p.compressed->batch = 0;
    for (int64_t unit = 0; (unit = atomic_fetch_add(&a->next, 1)) < a->keys.b.units * a->parts;) {
        int64_t head = unit % a->parts * UNIT_HEADS;
        const struct heads heads = {unit / a->parts, head, least(a->heads - head, UNIT_HEADS)};
        attend(a, &heads, &p);
    }
}

static int64_t most_blocks(const struct attending *a)
{
    return least(ai_cores_count(), attention_batches_rows(&a->keys.b) * a->parts);
}

/* Takes the numbers of both kinds of batches; returns their bytes. */
static int64_t take_numbers(struct attending *a, char *scratch)
{
    int64_t bytes = attention_batches_take(&a->keys.b, scratch);
    if (a->has_compressed)
        bytes += attention_batches_take(&a->compressed.b, scratch == NULL ? NULL : scratch + bytes);
    return bytes;
}

static uint64_t sparse_mla_scratch(const struct work *work)
{
    struct attending a = attending_of(work);
    struct panels p;
    return (uint64_t)(take_numbers(&a, NULL) + most_blocks(&a) * take_panels(&a, NULL, &p));
}

static void run_sparse_mla(const struct work *work, struct task_failure *failure)
{
    struct attending a = attending_of(work);
    struct panels p;
    a.panels = work->scratch + take_numbers(&a, work->scratch);
    a.panel_bytes = take_panels(&a, NULL, &p);
    if (!attention_batches_read(&a.keys.b, failure) ||
        (a.has_compressed && !attention_batches_read(&a.compressed.b, failure)))
        return;
    if (a.keys.b.units > 0)
        ai_cores_run_function("sparse_flash_mla", attend_units,
                              least(a.keys.b.units * a.parts, most_blocks(&a)), &a);
}
const struct l0_run attention_kernel_sparse_mla = {.check = blas_check_work,
                                                   .scratch_bytes = sparse_mla_scratch,
                                                   .scratch_steers = true,
                                                   .run = run_sparse_mla};
