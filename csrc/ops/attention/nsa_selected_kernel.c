/* SPDX-License-Identifier: Apache-2.0 */
/* Native sparse attention: each query sees the blocks of keys that were selected for it. Rows of a
 * unit are the heads of queries that share a head of keys; scores and sums are float32. */
#include "ops/attention/nsa.h"

#include <math.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/number.h"
#include "declared/attention.h"
#include "executor/schedule.h"
#include "kernels.h"
#include "ops/attention/blocks.h"
#include "ops/common/work_views.h"
#include "products/blas.h"
#include "products/product.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

/* Inputs of both calls; the gradients have four more before the indices. */
enum { QUERY, KEY, VALUE, INDICES, RESULT = 3, DY, MAXIMA, SUMS, GRADIENT_INDICES };

/* What keys in pages have behind the indices. */
enum { TABLE = 4 };

#define QUERIES_A_BLOCK 16

struct selecting {
    const struct work *work;
    const struct nsa_selection *s;
    const struct work_view *indices;
    int64_t group; /* heads of queries that share a head of keys */
    int64_t depth;
    int64_t value_depth;
    int64_t columns; /* keys that a query sees */
    int64_t unit_bytes;
    _Atomic int64_t next;
};

/* What a unit computes on. */
struct panels {
    float *queries;
    float *keys;
    float *values;
    float *scores;
    float *results;
    float *maxima;
    float *sums;
    float *others; /* of gradients: those of probabilities */
    float *dy;
    float *dq;
    float *shares; /* of the gradients of the keys that a query sees */
    float *dk;     /* of all keys of a batch and head */
    float *dv;
};

static int64_t most_keys(const struct nsa_selection *s)
{
    int64_t found = 0;
    for (int64_t b = 0; b < s->batches; b++)
        found = most(found, s->key_ends[b] - nsa_first(s->key_ends, b));
    return found;
}

static int64_t take_panels(const struct selecting *run, char *scratch, struct panels *p,
                           bool is_grad)
{
    char *start = scratch;
    int64_t group = run->group;
    int64_t keys = is_grad ? most_keys(run->s) : 0;
    p->queries = attention_take(&scratch, group * run->depth);
    p->keys = attention_take(&scratch, run->columns * run->depth);
    p->values = attention_take(&scratch, run->columns * run->value_depth);
    p->scores = attention_take(&scratch, group * run->columns);
    p->results = attention_take(&scratch, group * attention_padded(run->value_depth));
    p->maxima = attention_take(&scratch, group);
    p->sums = attention_take(&scratch, group);
    p->others = attention_take(&scratch, is_grad ? group * run->columns : group);
    p->dy = attention_take(&scratch, is_grad ? group * run->value_depth : 0);
    p->dq = attention_take(&scratch, is_grad ? group * run->depth : 0);
    p->shares = attention_take(&scratch, is_grad ? run->columns * run->depth : 0);
    p->dk = attention_take(&scratch, keys * run->depth);
    p->dv = attention_take(&scratch, keys * run->value_depth);
    return scratch - start;
}

/* Heads [first, first + count) of a row, or rows of one head where `by_rows`. */
static void load(const struct work_view *view, int64_t row, int64_t head, int64_t count,
                 bool by_rows, float *panel)
{
    const int64_t *strides = view->strides;
    char *address = view->address + (row * strides[0] + head * strides[1]) * view_width(view);
    product_load(view->type, address, strides[by_rows ? 0 : 1], strides[2], count, view->dims[2],
                 panel, view->dims[2]);
}

static void store(const struct work_view *view, int64_t row, int64_t head, int64_t count,
                  bool by_rows, const float *panel, int64_t stride)
{
    const int64_t *strides = view->strides;
    char *address = view->address + (row * strides[0] + head * strides[1]) * view_width(view);
    product_store(view->type, address, strides[by_rows ? 0 : 1], strides[2], count, view->dims[2],
                  panel, stride);
}

/* ---- What a query sees ----------------------------------------------------------------------- */

struct seen {
    int64_t row;   /* the query, of all batches */
    int64_t place; /* the same, of its own */
    int64_t batch;
    int64_t first; /* the first key of the batch */
    int64_t keys;
    int64_t head; /* of keys */
    int64_t *blocks;
};

/* Which blocks these are; -1 where the batch has no such block. */
static void find_blocks(const struct selecting *run, struct seen *seen)
{
    const int64_t *strides = run->indices->strides;
    for (int64_t i = 0; i < run->s->count; i++) {
        int64_t offset = seen->row * strides[0] + seen->head * strides[1] + i * strides[2];
        int64_t block = index_at(run->indices->address + offset * (int64_t)sizeof(int32_t), false);
        bool is_there = block >= 0 && block < divide_up(seen->keys, run->s->block);
        seen->blocks[i] = is_there ? block : -1;
    }
}

/* The rows of a block that the batch has. */
static int64_t rows_of(const struct selecting *run, const struct seen *seen, int64_t index)
{
    int64_t block = seen->blocks[index];
    return block < 0 ? 0 : least(run->s->block, seen->keys - block * run->s->block);
}

/* Brings rows of a block, which lie one after another in one page, or in several. */
static void bring_rows(const struct selecting *run, const struct seen *seen,
                       const struct work_view *view, int64_t first, int64_t rows, float *to)
{
    int64_t page = run->s->page;
    if (page == 0) {
        load(view, seen->first + first, seen->head, rows, true, to);
        return;
    }
    for (int64_t count = 0, done = 0; done < rows; done += count) {
        int64_t row = nsa_row_in_pages(&run->work->inputs[TABLE], page, view->dims[0], seen->batch,
                                       first + done);
        count = least(rows - done, page - row % page);
        load(view, row, seen->head, count, true, to + done * view->dims[2]);
    }
}

/* Brings the keys or values of the blocks; 0 where there is none. */
static void bring(const struct selecting *run, const struct seen *seen,
                  const struct work_view *view, float *panel)
{
    int64_t columns = view->dims[2];
    for (int64_t i = 0; i < run->s->count; i++) {
        float *to = panel + i * run->s->block * columns;
        int64_t rows = rows_of(run, seen, i);
        if (rows > 0)
            bring_rows(run, seen, view, seen->blocks[i] * run->s->block, rows, to);
        memset(to + rows * columns, 0, (size_t)((run->s->block - rows) * columns) * sizeof *to);
    }
}

/* -infinity where a key does not count. */
static void hide(const struct selecting *run, const struct seen *seen, float *scores)
{
    int64_t block = run->s->block;
    for (int64_t i = 0; i < run->s->count; i++) {
        int64_t shown = rows_of(run, seen, i);
        if (run->s->is_causal)
            shown = most(least(shown, seen->place + 1 - seen->blocks[i] * block), 0);
        for (int64_t g = 0; g < run->group; g++)
            for (int64_t j = shown; j < block; j++)
                scores[g * run->columns + i * block + j] = -(float)INFINITY;
    }
}

static void find_scores(const struct selecting *run, const struct seen *seen, struct panels *p)
{
    const struct blas_matrix queries = {p->queries, run->depth, false};
    const struct blas_matrix keys = {p->keys, run->depth, false};
    load(&run->work->inputs[QUERY], seen->row, seen->head * run->group, run->group, false,
         p->queries);
    bring(run, seen, &run->work->inputs[KEY], p->keys);
    bring(run, seen, &run->work->inputs[VALUE], p->values);
    attention_multiply(run->group, run->columns, run->depth, queries, attention_transposed(keys),
                       false, p->scores, run->columns);
    hide(run, seen, p->scores);
}

/* ---- Forward --------------------------------------------------------------------------------- */

static void write_statistic(const struct work_view *to, const struct seen *seen, int64_t group,
                            const float *values)
{
    for (int64_t g = 0; g < group; g++)
        for (int64_t i = 0; i < to->dims[2]; i++) {
            int64_t offset = seen->row * to->strides[0] +
                             (seen->head * group + g) * to->strides[1] + i * to->strides[2];
            memcpy(to->address + offset * (int64_t)sizeof(float), &values[g], sizeof values[g]);
        }
}

static void attend(const struct selecting *run, const struct seen *seen, struct panels *p)
{
    int64_t depth = attention_padded(run->value_depth);
    const struct attention_rows rows = {.rows = run->group,
                                        .columns = run->columns,
                                        .stride = run->columns,
                                        .depth = depth,
                                        .is_first = true,
                                        .scores = p->scores,
                                        .others = p->others,
                                        .maxima = p->maxima,
                                        .sums = p->sums,
                                        .results = p->results,
                                        .scale = &run->s->scale};
    find_scores(run, seen, p);
    attention_of_rows(&rows, p->values, run->value_depth, run->columns);
    if (run->s->has_statistics) {
        write_statistic(&run->work->outputs[0], seen, run->group, p->maxima);
        write_statistic(&run->work->outputs[1], seen, run->group, p->sums);
    }
    store(&run->work->outputs[run->s->has_statistics ? 2 : 0], seen->row, seen->head * run->group,
          run->group, false, p->results, depth);
}

static int64_t batch_of(const int64_t *ends, int64_t batches, int64_t row)
{
    int64_t batch = 0;
    while (batch < batches && row >= ends[batch])
        batch++;
    return batch;
}

static struct seen seen_by(const struct selecting *run, int64_t row, int64_t batch, int64_t head,
                           int64_t *blocks)
{
    const struct nsa_selection *s = run->s;
    int64_t first = nsa_first(s->key_ends, batch);
    int64_t before = s->rows_each > 0 ? batch * s->rows_each : nsa_first(s->ends, batch);
    int64_t rows = s->ends[batch] - nsa_first(s->ends, batch);
    /* The queries of keys in pages are the last rows of their batch. */
    int64_t ahead = s->page > 0 ? s->key_ends[batch] - first - rows : 0;
    struct seen seen = {.row = row,
                        .place = row - before + ahead,
                        .batch = batch,
                        .first = first,
                        .keys = s->key_ends[batch] - first,
                        .head = head,
                        .blocks = blocks};
    find_blocks(run, &seen);
    return seen;
}

/* The batch of a row; as many as there are where the row is none of a batch. */
static int64_t batch_with(const struct nsa_selection *s, int64_t row)
{
    if (s->rows_each == 0)
        return batch_of(s->ends, s->batches, row);
    int64_t batch = row / s->rows_each;
    return row % s->rows_each < s->ends[batch] - nsa_first(s->ends, batch) ? batch : s->batches;
}

static int64_t rows_with_batches(const struct nsa_selection *s)
{
    return s->rows_each > 0 ? s->batches * s->rows_each : s->ends[s->batches - 1];
}

/* Rows that are none of a batch are not written. */
static void attend_units(int64_t index, int64_t blocks, void *context)
{
    struct selecting *run = context;
    struct panels p;
    int64_t chosen[NSA_MOST_SELECTED_IN_PAGES];
    int64_t heads = run->work->inputs[KEY].dims[1];
    int64_t rows = rows_with_batches(run->s);
    (void)blocks;
    take_panels(run, run->work->scratch + index * run->unit_bytes, &p, false);
    for (int64_t unit = 0; (unit = atomic_fetch_add(&run->next, 1)) * QUERIES_A_BLOCK < rows;)
        for (int64_t i = 0; i < QUERIES_A_BLOCK * heads; i++) {
            int64_t row = unit * QUERIES_A_BLOCK + i / heads;
            int64_t batch = row < rows ? batch_with(run->s, row) : run->s->batches;
            if (batch == run->s->batches)
                continue;
            const struct seen seen = seen_by(run, row, batch, i % heads, chosen);
            attend(run, &seen, &p);
        }
}

static struct selecting divide(const struct work *work, int indices, bool is_grad)
{
    const struct nsa_selection *s = work->attributes;
    struct panels p;
    struct selecting run = {.work = work, .s = s, .indices = &work->inputs[indices]};
    run.group = s->heads / work->inputs[KEY].dims[1];
    run.depth = work->inputs[QUERY].dims[2];
    run.value_depth = work->inputs[VALUE].dims[2];
    run.columns = s->block * s->count;
    run.unit_bytes = take_panels(&run, NULL, &p, is_grad);
    return run;
}

static int64_t forward_blocks(const struct nsa_selection *s)
{
    return most(1, least(divide_up(rows_with_batches(s), QUERIES_A_BLOCK), ai_cores_count()));
}

static uint64_t forward_scratch(const struct work *work)
{
    return (uint64_t)(forward_blocks(work->attributes) * divide(work, INDICES, false).unit_bytes);
}

static void run_forward(const struct work *work, struct task_failure *failure)
{
    struct selecting run = divide(work, INDICES, false);
    (void)failure;
    ai_cores_run_function("nsa_selected", attend_units, forward_blocks(run.s), &run);
}
const struct l0_run attention_kernel_nsa_selected = {
    .check = blas_check_work, .scratch_bytes = forward_scratch, .run = run_forward};

/* ---- The gradient ---------------------------------------------------------------------------- */

static void read_statistic(const struct work_view *view, const struct seen *seen, int64_t group,
                           float *values)
{
    for (int64_t g = 0; g < group; g++) {
        int64_t offset = seen->row * view->strides[0] + (seen->head * group + g) * view->strides[1];
        memcpy(&values[g], view->address + offset * (int64_t)sizeof(float), sizeof values[g]);
    }
}

/* Adds the shares of the keys that a query sees to those of all keys. */
static void scatter(const struct selecting *run, const struct seen *seen, const float *shares,
                    int64_t columns, float *sums)
{
    for (int64_t i = 0; i < run->s->count; i++) {
        const float *from = shares + i * run->s->block * columns;
        float *to = sums + seen->blocks[i] * run->s->block * columns;
        for (int64_t j = 0; j < rows_of(run, seen, i) * columns; j++)
            to[j] += from[j];
    }
}

static void attend_back(const struct selecting *run, const struct seen *seen, struct panels *p)
{
    const struct work_view *inputs = run->work->inputs;
    int64_t head = seen->head * run->group;
    struct attention_rows rows = {.rows = run->group,
                                  .columns = run->columns,
                                  .stride = run->columns,
                                  .scores = p->scores,
                                  .others = p->others,
                                  .maxima = p->maxima,
                                  .sums = p->sums,
                                  .scale = &run->s->scale};
    const struct attention_rows common = {.rows = run->group,
                                          .depth = run->value_depth,
                                          .others = p->dy,
                                          .maxima = p->maxima,
                                          .sums = p->dq,
                                          .results = p->results};
    const struct blas_matrix dy = {p->dy, run->value_depth, false};
    const struct blas_matrix values = {p->values, run->value_depth, false};
    const struct blas_matrix kept = {p->scores, run->columns, true};
    const struct blas_matrix gradient = {p->others, run->columns, false};
    find_scores(run, seen, p);
    load(&inputs[DY], seen->row, head, run->group, false, p->dy);
    load(&inputs[RESULT], seen->row, head, run->group, false, p->results);
    read_statistic(&inputs[MAXIMA], seen, run->group, p->maxima);
    read_statistic(&inputs[SUMS], seen, run->group, p->sums);
    for (int64_t g = 0; g < run->group; g++)
        p->sums[g] = 1 / p->sums[g];
    attention_run_kernel(KERNEL_ATTENTION_PROBABILITIES, &rows);
    attention_multiply(run->columns, run->value_depth, run->group, kept, dy, false, p->shares,
                       run->value_depth);
    scatter(run, seen, p->shares, run->value_depth, p->dv);
    attention_multiply(run->group, run->columns, run->value_depth, dy, attention_transposed(values),
                       false, p->others, run->columns);
    for (int64_t g = 0; g < run->group; g++)
        p->dq[g] = 1; /* the kernel makes reciprocals of these, which nobody needs */
    attention_run_kernel(KERNEL_ATTENTION_COMMON, &common);
    attention_run_kernel(KERNEL_ATTENTION_GRADIENTS, &rows);
    attention_multiply(run->group, run->depth, run->columns, gradient,
                       (struct blas_matrix){p->keys, run->depth, false}, false, p->dq, run->depth);
    store(&run->work->outputs[0], seen->row, head, run->group, false, p->dq, run->depth);
    attention_multiply(run->columns, run->depth, run->group, attention_transposed(gradient),
                       (struct blas_matrix){p->queries, run->depth, false}, false, p->shares,
                       run->depth);
    scatter(run, seen, p->shares, run->depth, p->dk);
}

/* A unit is a batch and a head of keys: the gradients of its keys grow with each query. */
static void attend_units_back(int64_t index, int64_t blocks, void *context)
{
    struct selecting *run = context;
    const struct nsa_selection *s = run->s;
    struct panels p;
    int64_t chosen[NSA_MOST_SELECTED];
    int64_t heads = run->work->inputs[KEY].dims[1];
    (void)blocks;
    take_panels(run, run->work->scratch + index * run->unit_bytes, &p, true);
    for (int64_t unit = 0; (unit = atomic_fetch_add(&run->next, 1)) < s->batches * heads;) {
        int64_t batch = unit / heads;
        int64_t head = unit % heads;
        int64_t first = nsa_first(s->key_ends, batch);
        int64_t keys = s->key_ends[batch] - first;
        memset(p.dk, 0, (size_t)(keys * run->depth) * sizeof *p.dk);
        memset(p.dv, 0, (size_t)(keys * run->value_depth) * sizeof *p.dv);
        for (int64_t row = nsa_first(s->ends, batch); row < s->ends[batch]; row++) {
            const struct seen seen = seen_by(run, row, batch, head, chosen);
            attend_back(run, &seen, &p);
        }
        store(&run->work->outputs[1], first, head, keys, true, p.dk, run->depth);
        store(&run->work->outputs[2], first, head, keys, true, p.dv, run->value_depth);
    }
}

static int64_t backward_blocks(const struct work *work)
{
    const struct nsa_selection *s = work->attributes;
    return most(1, least(s->batches * work->inputs[KEY].dims[1], ai_cores_count()));
}

static uint64_t backward_scratch(const struct work *work)
{
    return (uint64_t)(backward_blocks(work) * divide(work, GRADIENT_INDICES, true).unit_bytes);
}

static void run_backward(const struct work *work, struct task_failure *failure)
{
    struct selecting run = divide(work, GRADIENT_INDICES, true);
    (void)failure;
    ai_cores_run_function("nsa_selected: gradient", attend_units_back, backward_blocks(work), &run);
}
const struct l0_run attention_kernel_nsa_selected_grad = {
    .check = blas_check_work, .scratch_bytes = backward_scratch, .run = run_backward};
