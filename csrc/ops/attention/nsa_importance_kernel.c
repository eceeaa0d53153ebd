/* SPDX-License-Identifier: Apache-2.0 */
/* Native sparse attention: attention to compressed keys, and the blocks of keys that its
 * probabilities select. A unit is a batch with a head of keys; rows are the heads of one query that
 * share it. Scores and sums are float32. */
#include <float.h>
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
#include "ops/attention/nsa.h"
#include "ops/common/work_views.h"
#include "products/blas.h"
#include "products/product.h"
#include "runtime/cores/ai_cores.h"
#include "workspace/l0.h"

enum { QUERY, KEY, VALUE, TABLE };

#define STATISTICS 8 /* copies of each */

struct weighing {
    const struct work *work;
    const struct nsa_importance *s;
    int64_t group; /* heads of queries that share a head of keys */
    int64_t depth;
    int64_t value_depth;
    int64_t keys;    /* the most of a batch: places of a line of a mask */
    int64_t columns; /* as many, in a multiple of ATTENTION_LANES */
    int64_t unit_bytes;
    _Atomic int64_t next;
};

/* What a unit computes on. */
struct panels {
    float *keys;
    float *values;
    float *queries;
    float *scores;
    float *results;
    float *maxima;
    float *sums;
    float *others;
    float *importance; /* of each block */
};

/* A batch with a head of keys. */
struct unit {
    int64_t batch;
    int64_t head;
    int64_t first; /* the number of its first query, of all batches */
    int64_t rows;
    int64_t keys;
    int64_t blocks;
};

static int64_t keys_of(const struct nsa_importance *s, int64_t batch)
{
    return s->key_ends[batch] - nsa_first(s->key_ends, batch);
}

/* How many blocks so many compressed keys are of. Where keys are in pages, rows of the last one
 * that reach into another block count. */
static int64_t blocks_of(const struct nsa_importance *s, int64_t keys)
{
    return s->is_inferred ? divide_up((keys - 1) * s->stride + s->block, s->select)
                          : divide_up(keys, s->select / s->stride);
}

static int64_t most_keys(const struct nsa_importance *s)
{
    int64_t found = 0;
    for (int64_t b = 0; b < s->batches; b++)
        found = most(found, keys_of(s, b));
    return found;
}

static int64_t take_panels(const struct weighing *run, char *scratch, struct panels *p)
{
    char *start = scratch;
    p->keys = attention_take(&scratch, run->columns * run->depth);
    p->values = attention_take(&scratch, run->columns * run->value_depth);
    p->queries = attention_take(&scratch, run->group * run->depth);
    p->scores = attention_take(&scratch, run->group * run->columns);
    p->results = attention_take(&scratch, run->group * attention_padded(run->value_depth));
    p->maxima = attention_take(&scratch, run->group);
    p->sums = attention_take(&scratch, run->group);
    p->others = attention_take(&scratch, run->group);
    p->importance = attention_take(&scratch, blocks_of(run->s, run->columns));
    return scratch - start;
}

/* Brings the keys or values of a batch and head: rows that lie one after another, or in pages. */
static void bring(const struct weighing *run, const struct unit *u, const struct work_view *view,
                  float *panel)
{
    const struct nsa_importance *s = run->s;
    int64_t columns = view->dims[2];
    for (int64_t count = u->keys, done = 0; done < u->keys; done += count) {
        int64_t row = nsa_first(s->key_ends, u->batch);
        if (s->is_inferred) {
            row = nsa_row_in_pages(&run->work->inputs[TABLE], s->page, view->dims[0], u->batch,
                                   done);
            count = least(u->keys - done, s->page);
        }
        product_load(view->type,
                     view->address +
                         (row * view->strides[0] + u->head * view->strides[1]) * view_width(view),
                     view->strides[0], view->strides[2], count, columns, panel + done * columns,
                     columns);
    }
}

/* ---- One query ------------------------------------------------------------------------------- */

/* Whether a mask hides a place. Its elements are a line for each query of a batch, of `length`
 * places, whatever shape they have. */
static bool is_masked(const struct work_view *mask, int64_t length, int64_t row, int64_t column)
{
    return *(const volatile uint8_t *)view_element(mask, row * length + column) != 0;
}

static bool is_hidden(const struct weighing *run, const struct unit *u, int64_t row, int64_t key)
{
    const struct nsa_importance *s = run->s;
    if (s->mask != L0_NONE)
        return is_masked(&run->work->inputs[s->mask], run->keys, row, key);
    return s->spare != NULL && key == u->keys - 1 && u->rows - row - 1 > s->spare[u->batch];
}

/* A key that is hidden has the lowest number, as on the device: where all are, all count alike. */
static void scale_and_hide(const struct weighing *run, const struct unit *u, int64_t row,
                           float *scores)
{
    for (int64_t j = 0; j < run->columns; j++) {
        bool is_shown = j < u->keys && !is_hidden(run, u, row, j);
        float other = j < u->keys ? -FLT_MAX : -(float)INFINITY;
        for (int64_t g = 0; g < run->group; g++) {
            float *score = &scores[g * run->columns + j];
            *score = is_shown ? *score * run->s->scale : other;
        }
    }
}

/* Finds exponentials of the scores, with their maxima and sums, and the sums of values. */
static void attend(const struct weighing *run, const struct unit *u, int64_t row, struct panels *p)
{
    static const float one = 1;
    const struct work_view *query = &run->work->inputs[QUERY];
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
                                        .scale = &one};
    product_load(query->type,
                 query->address + ((u->first + row) * query->strides[0] +
                                   u->head * run->group * query->strides[1]) *
                                      view_width(query),
                 query->strides[1], query->strides[2], run->group, run->depth, p->queries,
                 run->depth);
    attention_multiply(
        run->group, u->keys, run->depth, (struct blas_matrix){p->queries, run->depth, false},
        (struct blas_matrix){p->keys, run->depth, true}, false, p->scores, run->columns);
    scale_and_hide(run, u, row, p->scores);
    attention_of_rows(&rows, p->values, run->value_depth, u->keys);
}

/* The statistics of a batch lie head by head. */
static void write_statistic(const struct weighing *run, const struct unit *u, int64_t row,
                            const struct work_view *to, const float *values)
{
    int64_t heads = run->s->heads;
    for (int64_t g = 0; g < run->group; g++) {
        int64_t head = u->head * run->group + g;
        int64_t first = (u->first * heads + head * u->rows + row) * STATISTICS;
        for (int64_t i = 0; i < STATISTICS; i++)
            memcpy(view_element(to, first + i), &values[g], sizeof values[g]);
    }
}

static void write_result(const struct weighing *run, const struct unit *u, int64_t row,
                         const struct work_view *to, const float *results)
{
    int64_t offset = (u->first + row) * to->strides[0] + u->head * run->group * to->strides[1];
    product_store(to->type, to->address + offset * view_width(to), to->strides[1], to->strides[2],
                  run->group, run->value_depth, results, attention_padded(run->value_depth));
}

/* ---- What is selected ------------------------------------------------------------------------ */

static float importance_of(const struct weighing *run, const struct unit *u, const struct panels *p,
                           int64_t block)
{
    int64_t outer = run->s->select / run->s->stride; /* steps in a block that is selected */
    int64_t inner = run->s->block / run->s->stride;  /* steps in a compressed key */
    int64_t last = (block + 1) * outer;
    float found = 0;
    for (int64_t g = 0; g < run->group; g++) {
        float sum = 0;
        for (int64_t i = 0; i < outer + inner - 1; i++) {
            int64_t pairs = least(least(i + 1, outer + inner - 1 - i), least(outer, inner));
            if (last - i >= 0 && last - i < u->keys)
                sum += p->scores[g * run->columns + last - i] * (float)pairs;
        }
        found += sum / p->sums[g];
    }
    return found;
}

/* Whether a block is selected before those that probabilities select. */
static bool is_forced(const struct weighing *run, const struct unit *u, int64_t row, int64_t block)
{
    const struct nsa_importance *s = run->s;
    if (s->is_inferred)
        return block == 0 || block >= u->blocks - 2;
    return s->top_mask != L0_NONE &&
           is_masked(&run->work->inputs[s->top_mask], blocks_of(s, run->keys), row, block);
}

/* Writes the blocks from the most important one on; of those that are alike the first comes
 * first. */
static void select_blocks(const struct weighing *run, const struct unit *u, int64_t row,
                          const struct work_view *to, struct panels *p)
{
    const struct work_view *key = &run->work->inputs[KEY];
    int64_t line = ((u->first + row) * key->dims[1] + u->head) * run->s->count;
    for (int64_t j = 0; j < u->blocks; j++)
        p->importance[j] = is_forced(run, u, row, j) ? FLT_MAX : importance_of(run, u, p, j);
    for (int64_t i = 0; i < run->s->count; i++) {
        int64_t chosen = 0;
        for (int64_t j = 1; j < u->blocks; j++)
            if (p->importance[j] > p->importance[chosen])
                chosen = j;
        put_index(view_element(to, line + i), false, chosen);
        p->importance[chosen] = -1; /* sums of probabilities are not negative */
    }
}

/* ---- The work -------------------------------------------------------------------------------- */

static void weigh(const struct weighing *run, const struct unit *u, struct panels *p)
{
    const struct work_view *out = run->work->outputs;
    bool is_inferred = run->s->is_inferred;
    bring(run, u, &run->work->inputs[KEY], p->keys);
    bring(run, u, &run->work->inputs[VALUE], p->values);
    for (int64_t row = 0; row < u->rows; row++) {
        attend(run, u, row, p);
        if (!is_inferred) {
            write_statistic(run, u, row, &out[0], p->maxima);
            write_statistic(run, u, row, &out[1], p->sums);
        }
        write_result(run, u, row, &out[is_inferred ? 0 : 2], p->results);
        select_blocks(run, u, row, &out[is_inferred ? 1 : 3], p);
    }
}

static struct unit unit_of(const struct weighing *run, int64_t number)
{
    const struct nsa_importance *s = run->s;
    int64_t heads = run->work->inputs[KEY].dims[1];
    int64_t batch = number / heads;
    int64_t first = nsa_first(s->ends, batch);
    struct unit u = {.batch = batch,
                     .head = number % heads,
                     .first = s->rows_each > 0 ? batch * s->rows_each : first,
                     .rows = s->ends[batch] - first,
                     .keys = keys_of(s, batch)};
    u.blocks = blocks_of(s, u.keys);
    return u;
}

static int64_t units_of(const struct work *work)
{
    const struct nsa_importance *s = work->attributes;
    return s->batches * work->inputs[KEY].dims[1];
}

/* Rows that are none of a batch are not written. */
static void weigh_units(int64_t index, int64_t blocks, void *context)
{
    struct weighing *run = context;
    struct panels p;
    int64_t units = units_of(run->work);
    (void)blocks;
    take_panels(run, run->work->scratch + index * run->unit_bytes, &p);
    for (int64_t number = 0; (number = atomic_fetch_add(&run->next, 1)) < units;) {
        const struct unit u = unit_of(run, number);
        weigh(run, &u, &p);
    }
}

static struct weighing divide(const struct work *work)
{
    const struct nsa_importance *s = work->attributes;
    struct panels p;
    struct weighing run = {.work = work, .s = s};
    run.group = s->heads / work->inputs[KEY].dims[1];
    run.depth = work->inputs[QUERY].dims[2];
    run.value_depth = work->inputs[VALUE].dims[2];
    run.keys = most_keys(s);
    run.columns = attention_padded(run.keys);
    run.unit_bytes = take_panels(&run, NULL, &p);
    return run;
}

static int64_t blocks_for_units(const struct work *work)
{
    return most(1, least(units_of(work), ai_cores_count()));
}

static uint64_t importance_scratch(const struct work *work)
{
    return (uint64_t)(blocks_for_units(work) * divide(work).unit_bytes);
}

static void run_importance(const struct work *work, struct task_failure *failure)
{
    struct weighing run = divide(work);
    (void)failure;
    ai_cores_run_function("nsa_importance", weigh_units, blocks_for_units(work), &run);
}
const struct l0_run attention_kernel_nsa_importance = {
    .check = blas_check_work, .scratch_bytes = importance_scratch, .run = run_importance};
