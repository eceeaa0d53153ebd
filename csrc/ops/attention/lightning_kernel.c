/* SPDX-License-Identifier: Apache-2.0 */
/* LightningIndexer: each row scores the keys that it sees, as the weighted sum over its heads of
 * products that are above 0, and has the keys with the highest scores. Sums are float32. The
 * program may write to lengths and pages meanwhile, so each is read once and checked. */
#include "ops/attention/lightning.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/number.h"
#include "declared/attention.h"
#include "executor/operator.h"
#include "executor/schedule.h"
#include "ops/attention/blocks.h"
#include "ops/common/work_views.h"
#include "products/product.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"
#include "workspace/l0.h"

#define UNIT_ROWS 8 /* rows whose scores are computed together */
#define TILE_KEYS 256

enum { INDICES, VALUES };

/* Rows and keys of a batch, all of whose numbers were checked. */
struct batch {
    int64_t first_row; /* of all */
    int64_t rows;
    int64_t empty;     /* rows behind these that see nothing */
    int64_t first_key; /* of all, without pages */
    int64_t keys;
    int64_t first_unit;
};

struct indexing {
    const struct work *work;
    const struct lightning *l;
    struct batch *batches;
    int64_t *pages; /* of each batch, as many as the table has columns */
    int64_t units;
    int64_t heads;
    int64_t most_keys;
    int64_t count;
    int64_t panel_bytes;
};

struct panels {
    float *queries;
    float *keys;
    float *products;
    float *weights;
    float *scores; /* of a row of the unit one after another */
    int32_t *chosen;
};

static const struct work_view *input(const struct indexing *x, enum lightning_input which)
{
    int at = x->l->at[which];
    return at == L0_NONE ? NULL : &x->work->inputs[at];
}

static int64_t rows_of_all(const struct work_view *query)
{
    return query->dims[0] * (query->rank == 4 ? query->dims[1] : 1);
}

static int64_t pages_each(const struct indexing *x)
{
    const struct work_view *table = input(x, LIGHTNING_TABLE);
    return table == NULL ? 0 : table->dims[1];
}

static struct indexing indexing_of(const struct work *work)
{
    struct indexing x = {.work = work, .l = work->attributes};
    const struct work_view *query = input(&x, LIGHTNING_QUERY);
    const struct work_view *key = input(&x, LIGHTNING_KEY);
    const struct work_view *out = &work->outputs[INDICES];
    x.heads = query->dims[query->rank - 2];
    x.count = out->dims[out->rank - 1];
    x.most_keys = x.l->keys == LIGHTNING_ENDS    ? key->dims[0]
                  : x.l->keys == LIGHTNING_PAGES ? pages_each(&x) * key->dims[1]
                                                 : key->dims[1];
    return x;
}

static int64_t take_numbers(struct indexing *x, char *scratch)
{
    char *start = scratch;
    int64_t floats = (int64_t)(sizeof *x->batches / sizeof(float));
    x->batches = (struct batch *)(void *)attention_take(&scratch, x->l->batches * floats);
    x->pages = (int64_t *)(void *)attention_take(&scratch, 2 * x->l->batches * pages_each(x));
    return scratch - start;
}

static int64_t take_panels(const struct indexing *x, char *scratch, struct panels *p)
{
    char *start = scratch;
    p->queries = attention_take(&scratch, UNIT_ROWS * x->heads * LIGHTNING_COLUMNS);
    p->keys = attention_take(&scratch, TILE_KEYS * LIGHTNING_COLUMNS);
    p->products = attention_take(&scratch, UNIT_ROWS * x->heads * TILE_KEYS);
    p->weights = attention_take(&scratch, UNIT_ROWS * x->heads);
    p->scores = attention_take(&scratch, UNIT_ROWS * x->most_keys);
    p->chosen = (int32_t *)(void *)attention_take(&scratch, x->count);
    return scratch - start;
}

/* ---- Numbers of batches ---------------------------------------------------------------------- */

static bool failed(struct task_failure *failure)
{
    failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
    return false;
}

/* A length of a batch, or the end of one; without lengths all places. */
static bool read_length(const struct work_view *lengths, const char *name, int64_t batch,
                        int64_t least_one, int64_t most_one, int64_t *length,
                        struct task_failure *failure)
{
    *length = lengths == NULL ? most_one : index_at(view_element(lengths, batch), false);
    if (*length >= least_one && *length <= most_one)
        return true;
    snprintf(failure->text, sizeof failure->text,
             "%s[%" PRId64 "] is %" PRId64 "; %" PRId64 " to %" PRId64 " is required", name, batch,
             *length, least_one, most_one);
    return failed(failure);
}

static bool read_pages(const struct indexing *x, int64_t batch, struct task_failure *failure)
{
    const struct work_view *key = input(x, LIGHTNING_KEY);
    const struct work_view *table = input(x, LIGHTNING_TABLE);
    int64_t each = pages_each(x);
    for (int64_t i = 0; i < divide_up(x->batches[batch].keys, key->dims[1]); i++) {
        int64_t page = index_at(view_element(table, batch * each + i), false);
        x->pages[batch * each + i] = page;
        if (page >= 0 && page < key->dims[0])
            continue;
        snprintf(failure->text, sizeof failure->text,
                 "blockTableOptional[%" PRId64 ", %" PRId64 "] is %" PRId64 "; 0 to %" PRId64
                 " are pages",
                 batch, i, page, key->dims[0] - 1);
        return failed(failure);
    }
    return true;
}

static bool read_batch(struct indexing *x, int64_t i, struct task_failure *failure)
{
    struct batch *b = &x->batches[i];
    const struct batch *before = i == 0 ? NULL : b - 1;
    const struct work_view *query = input(x, LIGHTNING_QUERY);
    bool row_ends = x->l->rows == LIGHTNING_ENDS;
    bool key_ends = x->l->keys == LIGHTNING_ENDS;
    int64_t rows = row_ends ? query->dims[0] : query->dims[1];
    int64_t first_row = row_ends && before != NULL ? before->first_row + before->rows : 0;
    int64_t first_key = key_ends && before != NULL ? before->first_key + before->keys : 0;
    int64_t row_number;
    int64_t key_number;
    if (!read_length(input(x, LIGHTNING_ROW_LENGTHS), "actualSeqLengthsQueryOptional", i, first_row,
                     rows, &row_number, failure) ||
        !read_length(input(x, LIGHTNING_KEY_LENGTHS), "actualSeqLengthsKeyOptional", i, first_key,
                     x->most_keys, &key_number, failure))
        return false;
    *b = (struct batch){.first_row = row_ends ? first_row : i * rows,
                        .rows = row_number - first_row,
                        .first_key = key_ends ? first_key : i * x->most_keys,
                        .keys = key_number - first_key,
                        .first_unit = x->units};
    b->empty = row_ends ? 0 : rows - b->rows;
    x->units += divide_up(b->rows + b->empty, UNIT_ROWS);
    return x->l->keys != LIGHTNING_PAGES || read_pages(x, i, failure);
}

/* ---- Scores ---------------------------------------------------------------------------------- */

/* Rows of views whose dims before the last are joined: columns as floats. */
static void load_row(const struct work_view *view, int64_t number, int64_t columns, float *to)
{
    product_load(view->type, view_element(view, number * columns), 0, view->strides[view->rank - 1],
                 1, columns, to, columns);
}

static int64_t key_number(const struct indexing *x, int64_t batch, int64_t key)
{
    int64_t page_rows = input(x, LIGHTNING_KEY)->dims[1];
    if (x->l->keys != LIGHTNING_PAGES)
        return x->batches[batch].first_key + key;
    return x->pages[batch * pages_each(x) + key / page_rows] * page_rows + key % page_rows;
}

/* The sum of a row's products that are above 0, each times the weight of its head. */
static void sum_heads(const struct indexing *x, const struct panels *p, int64_t row, int64_t keys,
                      float *scores)
{
    memset(scores, 0, (size_t)keys * sizeof *scores);
    for (int64_t head = 0; head < x->heads; head++) {
        const float *products = p->products + (row * x->heads + head) * TILE_KEYS;
        float weight = p->weights[row * x->heads + head];
        for (int64_t j = 0; j < keys; j++)
            scores[j] += (products[j] > 0 ? products[j] : 0) * weight;
    }
}

/* Scores of rows for the first keys of their batch. */
static void score(const struct indexing *x, int64_t batch, int64_t first, int64_t rows,
                  int64_t keys, struct panels *p)
{
    const struct blas_matrix left = {p->queries, LIGHTNING_COLUMNS, false};
    const struct blas_matrix right = {p->keys, LIGHTNING_COLUMNS, true};
    for (int64_t i = 0; i < rows * x->heads; i++)
        load_row(input(x, LIGHTNING_QUERY), first * x->heads + i, LIGHTNING_COLUMNS,
                 p->queries + i * LIGHTNING_COLUMNS);
    for (int64_t i = 0; i < rows; i++)
        load_row(input(x, LIGHTNING_WEIGHTS), first + i, x->heads, p->weights + i * x->heads);
    for (int64_t at = 0; at < keys; at += TILE_KEYS) {
        int64_t count = least(TILE_KEYS, keys - at);
        for (int64_t j = 0; j < count; j++)
            load_row(input(x, LIGHTNING_KEY), key_number(x, batch, at + j), LIGHTNING_COLUMNS,
                     p->keys + j * LIGHTNING_COLUMNS);
        attention_multiply(rows * x->heads, count, LIGHTNING_COLUMNS, left, right, false,
                           p->products, TILE_KEYS);
        for (int64_t i = 0; i < rows; i++)
            sum_heads(x, p, i, count, p->scores + i * x->most_keys + at);
    }
}

/* ---- The best keys --------------------------------------------------------------------------- */

/* Of equal scores the key that comes first is better. */
static bool is_better(const float *scores, int32_t a, int32_t b)
{
    return scores[a] > scores[b] || (scores[a] == scores[b] && a < b);
}

/* A heap whose worst key is the first: moves the one at `at` down to where it belongs. */
static void sink(const float *scores, int32_t *heap, int64_t count, int64_t at)
{
    int32_t key = heap[at];
    for (int64_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && is_better(scores, heap[child], heap[child + 1]))
            child++;
        if (!is_better(scores, key, heap[child]))
            break;
        heap[at] = heap[child];
    }
    heap[at] = key;
}

/* The best keys, the best one first. Returns how many there are. */
static int64_t choose(const float *scores, int64_t keys, int32_t *chosen, int64_t count)
{
    count = least(count, keys);
    for (int64_t i = 0; i < count; i++)
        chosen[i] = (int32_t)i;
    for (int64_t i = count / 2 - 1; i >= 0; i--)
        sink(scores, chosen, count, i);
    for (int64_t i = count; i < keys && count > 0; i++)
        if (is_better(scores, (int32_t)i, chosen[0])) {
            chosen[0] = (int32_t)i;
            sink(scores, chosen, count, 0);
        }
    for (int64_t last = count - 1; last > 0; last--) {
        int32_t worst = chosen[0];
        chosen[0] = chosen[last];
        chosen[last] = worst;
        sink(scores, chosen, last, 0);
    }
    return count;
}

/* Places behind the keys have -1, and minus infinity. */
static void put(const struct indexing *x, int64_t row, const float *scores, const int32_t *chosen,
                int64_t found)
{
    const struct work_view *values = &x->work->outputs[VALUES];
    for (int64_t i = 0; i < x->count; i++) {
        float value = i < found ? scores[chosen[i]] : -(float)INFINITY;
        put_index(view_element(&x->work->outputs[INDICES], row * x->count + i), false,
                  i < found ? chosen[i] : -1);
        if (x->l->has_values)
            product_store(values->type, view_element(values, row * x->count + i), 0, 1, 1, 1,
                          &value, 1);
    }
}

/* The keys that a row of a batch sees. */
static int64_t seen(const struct indexing *x, const struct batch *b, int64_t row)
{
    int64_t keys = x->l->is_causal ? b->keys - b->rows + row + 1 : b->keys;
    return row < b->rows && keys > 0 ? keys : 0;
}

static void index_unit(const struct indexing *x, int64_t batch, int64_t unit, struct panels *p)
{
    const struct batch *b = &x->batches[batch];
    int64_t first = (unit - b->first_unit) * UNIT_ROWS;
    int64_t past = least(first + UNIT_ROWS, b->rows + b->empty);
    int64_t scored = least(past, b->rows) - first;
    if (scored > 0)
        score(x, batch, b->first_row + first, scored, seen(x, b, first + scored - 1), p);
    for (int64_t row = first; row < past; row++) {
        const float *scores = p->scores + (row - first) * x->most_keys;
        int64_t found = choose(scores, seen(x, b, row), p->chosen, x->count);
        put(x, b->first_row + row, scores, p->chosen, found);
    }
}

static void index_units(int64_t block, int64_t blocks, void *context)
{
    const struct indexing *x = context;
    struct panels p;
    struct block_share share = share_of_block(x->units, block, blocks);
    struct indexing numbers = *x;
    char *scratch = x->work->scratch + take_numbers(&numbers, x->work->scratch);
    int64_t batch = 0;
    take_panels(x, scratch + block * x->panel_bytes, &p);
    for (int64_t unit = share.first; unit < share.past; unit++) {
        while (batch + 1 < x->l->batches && x->batches[batch + 1].first_unit <= unit)
            batch++;
        index_unit(x, batch, unit, &p);
    }
}

/* ---- The work -------------------------------------------------------------------------------- */

static aclnnStatus check_blas(const struct work *work)
{
    (void)work;
    return blas_check();
}

static int64_t most_blocks(const struct indexing *x)
{
    return least(ai_cores_count(), rows_of_all(input(x, LIGHTNING_QUERY)));
}

static uint64_t lightning_scratch(const struct work *work)
{
    struct indexing x = indexing_of(work);
    struct panels p;
    int64_t numbers = take_numbers(&x, NULL);
    return (uint64_t)(numbers + most_blocks(&x) * take_panels(&x, NULL, &p));
}

static void run_lightning(const struct work *work, struct task_failure *failure)
{
    struct indexing x = indexing_of(work);
    struct panels p;
    take_numbers(&x, work->scratch);
    x.panel_bytes = take_panels(&x, NULL, &p);
    for (int64_t i = 0; i < x.l->batches; i++)
        if (!read_batch(&x, i, failure))
            return;
    if (x.units > 0)
        ai_cores_run_function("lightning_indexer", index_units, least(x.units, most_blocks(&x)),
                              &x);
}
const struct l0_run attention_kernel_lightning = {.check = check_blas,
                                                  .scratch_bytes = lightning_scratch,
                                                  .scratch_steers = true,
                                                  .run = run_lightning};
