/* SPDX-License-Identifier: Apache-2.0 */
/* QkvRmsNormRopeCache: heads of queries and keys are normalised and turned, and keys and values go
 * into caches in blocks of 32 bytes. The program may write to the index meanwhile, so each number
 * is read once and checked. */
#include "ops/attention/qkv_cache.h"

#include <inttypes.h>
#include <math.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "declared/attention.h"
#include "executor/schedule.h"
#include "ops/attention/qkv_rows.h"
#include "ops/common/work_views.h"
#include "ops/index/indexed.h"
#include "products/product.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

#define ELEMENTS_A_BLOCK ((int64_t)1 << 13)

struct caching {
    const struct work *work;
    const struct qkv_cache *q;
    _Atomic int64_t bad; /* a number of the index outside of the caches; -1: none */
};

/* What the rows of a block are computed with. */
struct factors {
    double queries[QKV_COLUMNS];
    double keys[QKV_COLUMNS];
    double cosines[QKV_COLUMNS];
    double sines[QKV_COLUMNS];
};

static const struct work_view *input(const struct caching *c, int which)
{
    int at = c->q->at[which];
    return at < 0 ? NULL : &c->work->inputs[at];
}

/* Stores columns beside each other from an element on. */
static void store(const struct work_view *to, int64_t number, const double *row, int64_t columns)
{
    float near[QKV_COLUMNS];
    for (int64_t j = 0; j < columns; j++)
        near[j] = (float)row[j];
    product_store(to->type, view_element(to, number), 0, to->strides[to->rank - 1], 1, columns,
                  near, columns);
}

static void store_int8(const struct work_view *to, int64_t number, const double *row,
                       int64_t columns)
{
    for (int64_t j = 0; j < columns; j++)
        *view_element(to, number + j) = row[j] == row[j]
                                            ? (char)(int8_t)fmax(-128, fmin(127, rint(row[j])))
                                            : 0;
}

/* Puts a head of a token into a row of all pages, quantised where the cache is. */
static void put(const struct caching *c, bool is_value, int64_t head, int64_t row, double *columns)
{
    const struct work_view *cache =
        &c->work->outputs[is_value ? QKV_CACHE_V_CHANGED : QKV_CACHE_K_CHANGED];
    const struct work_view *scales = input(c, is_value ? QKV_CACHE_V_SCALE : QKV_CACHE_K_SCALE);
    const struct work_view *offsets = input(c, is_value ? QKV_CACHE_V_OFFSET : QKV_CACHE_K_OFFSET);
    int64_t rows = cache->dims[2];
    int64_t width = cache->dims[3];
    int64_t first = (row / rows * c->q->keys + head) * rows * QKV_COLUMNS + row % rows * width;
    double factors[QKV_COLUMNS];
    if (scales != NULL) {
        qkv_load(scales, head * QKV_COLUMNS, factors);
        for (int64_t j = 0; j < QKV_COLUMNS; j++)
            columns[j] /= factors[j];
    }
    if (offsets != NULL) {
        qkv_load(offsets, head * QKV_COLUMNS, factors);
        for (int64_t j = 0; j < QKV_COLUMNS; j++)
            columns[j] += factors[j];
    }
    for (int64_t j = 0; j < QKV_COLUMNS; j += width)
        (cache->type == ACL_INT8 ? store_int8 : store)(cache, first + j * rows, columns + j, width);
}

/* The row of all pages that a token goes to; -1: none. */
static int64_t row_in_cache(struct caching *c, int64_t token)
{
    const struct work_view *cache = &c->work->outputs[QKV_CACHE_K_CHANGED];
    int64_t row = index_at(view_element(input(c, QKV_CACHE_INDEX), token), true);
    if (row < cache->dims[0] * cache->dims[2])
        return row < 0 ? -1 : row;
    keep_least(&c->bad, token);
    return -1;
}

static void put_token(struct caching *c, int64_t token, struct factors *f)
{
    const struct qkv_cache *q = c->q;
    const struct work_view *outputs = c->work->outputs;
    int64_t heads = q->queries + 2 * q->keys;
    int64_t row = row_in_cache(c, token);
    qkv_load(input(c, QKV_CACHE_COS), token * QKV_COLUMNS, f->cosines);
    qkv_load(input(c, QKV_CACHE_SIN), token * QKV_COLUMNS, f->sines);
    for (int64_t i = 0; i < heads; i++) {
        double columns[QKV_COLUMNS];
        bool is_query = i < q->queries;
        bool is_value = i >= q->queries + q->keys;
        int64_t head = is_query ? i : (i - q->queries) % q->keys;
        int64_t place = (token * (is_query ? q->queries : q->keys) + head) * QKV_COLUMNS;
        qkv_load(input(c, QKV_CACHE_X), (token * heads + i) * QKV_COLUMNS, columns);
        if (!is_value) {
            qkv_normalise(columns, is_query ? f->queries : f->keys, q->epsilon);
            qkv_turn(columns, f->cosines, f->sines);
        }
        if (is_query)
            store(&outputs[QKV_CACHE_QUERIES], place, columns, QKV_COLUMNS);
        if (q->has_before)
            store(&outputs[is_query   ? QKV_CACHE_Q_BEFORE
                           : is_value ? QKV_CACHE_V_BEFORE
                                      : QKV_CACHE_K_BEFORE],
                  place, columns, QKV_COLUMNS);
        if (!is_query && row >= 0)
            put(c, is_value, head, row, columns);
    }
}

static void put_tokens(int64_t block, int64_t blocks, void *context)
{
    struct caching *c = context;
    struct factors f;
    struct block_share share = share_of_block(input(c, QKV_CACHE_X)->dims[0], block, blocks);
    qkv_load(input(c, QKV_CACHE_Q_GAMMA), 0, f.queries);
    qkv_load(input(c, QKV_CACHE_K_GAMMA), 0, f.keys);
    for (int64_t token = share.first; token < share.past; token++)
        put_token(c, token, &f);
}

static void run_qkv_cache(const struct work *work, struct task_failure *failure)
{
    struct caching c = {.work = work, .q = work->attributes};
    const struct work_view *x = input(&c, QKV_CACHE_X);
    atomic_init(&c.bad, -1);
    for (int i = QKV_CACHE_K_CHANGED; i <= QKV_CACHE_V_CHANGED; i++) {
        const struct work kept = {.inputs = input(&c, QKV_CACHE_Q_OUT + i),
                                  .outputs = &work->outputs[i]};
        index_kernel_copy_self(&kept, failure);
    }
    ai_cores_run_function("qkv_cache", put_tokens,
                          blocks_for(view_count(x), ELEMENTS_A_BLOCK, x->dims[0]), &c);
    int64_t bad = atomic_load(&c.bad);
    if (bad < 0)
        return;
    failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
    snprintf(failure->text, sizeof failure->text,
             "index[%" PRId64 "] is outside of the caches, which have %" PRId64 " rows", bad,
             work->outputs[QKV_CACHE_K_CHANGED].dims[0] *
                 work->outputs[QKV_CACHE_K_CHANGED].dims[2]);
}
const struct l0_run attention_kernel_qkv_cache = {.itself_in_place = true, .run = run_qkv_cache};
