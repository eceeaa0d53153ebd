/* SPDX-License-Identifier: Apache-2.0 */
/* LightningIndexer: each row scores the keys that it sees, as the weighted sum over its heads of
 * products that are above 0, and has the keys with the highest scores, or what the softmax of all
 * scores has. Sums are float32. */
#include "ops/attention/lightning.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/number.h"
#include "declared/attention.h"
#include "executor/operator.h"
#include "executor/schedule.h"
#include "ops/attention/blocks.h"
#include "ops/common/work_views.h"
#include "products/product.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"
#include "vector/vector.h"
#include "workspace/l0.h"

#define UNIT_ROWS 8 /* rows whose scores are computed together */
#define TILE_KEYS 256
#define CODES 256 /* of 8 bits */

enum { INDICES, VALUES };
enum { MAXIMA, SUMS }; /* of all keys */

struct indexing {
    const struct work *work;
    const struct lightning *l;
    struct batches b;
    int64_t heads;
    int64_t most_keys;
    int64_t count; /* of the best keys */
    struct work_view row_ends;
    struct work_view key_ends;
    float *numbers; /* of codes of 8 bits */
    char *panels;
    int64_t panel_bytes;
};

struct panels {
    float *queries;
    float *keys;
    float *products;
    float *weights;
    float *row_scales; /* of heads of rows, and of keys, that are quantised */
    float *key_scales;
    float *scores; /* of a row of the unit one after another */
    int32_t *chosen;
};

static const struct work_view *input(const struct indexing *x, enum lightning_input which)
{
    int at = x->l->at[which];
    return at == L0_NONE ? NULL : &x->work->inputs[at];
}

static struct work_view view_of(const int64_t *ends, const struct lightning *l)
{
    static const int64_t one = 1;
    return (struct work_view){ACL_INT64, 1, &l->form.count, &one, (char *)(uintptr_t)ends};
}

static void describe(const struct work *work, struct indexing *x)
{
    *x = (struct indexing){.work = work, .l = work->attributes};
    const struct work_view *query = input(x, LIGHTNING_QUERY);
    const struct work_view *out = &work->outputs[INDICES];
    x->heads = query->dims[query->rank - 2];
    x->count = x->l->is_dense ? 0 : out->dims[out->rank - 1];
    x->row_ends = view_of(x->l->row_ends, x->l);
    x->key_ends = view_of(x->l->key_ends, x->l);
    x->b = (struct batches){
        .form = &x->l->form,
        .query = query,
        .key = input(x, LIGHTNING_KEY),
        .row_lengths = x->l->row_ends == NULL ? input(x, LIGHTNING_ROW_LENGTHS) : &x->row_ends,
        .key_lengths = x->l->key_ends == NULL ? input(x, LIGHTNING_KEY_LENGTHS) : &x->key_ends,
        .rows_used = input(x, LIGHTNING_ROWS_USED),
        .keys_used = input(x, LIGHTNING_KEYS_USED),
        .table = input(x, LIGHTNING_TABLE),
        .rests = input(x, LIGHTNING_RESTS),
        .row_lengths_name = !x->l->is_second                  ? "actualSeqLengthsQueryOptional"
                            : x->l->form.rows == BATCHES_ENDS ? "cuSeqlensQOptional"
                                                              : "sequsedQOptional",
        .key_lengths_name = !x->l->is_second                  ? "actualSeqLengthsKeyOptional"
                            : x->l->form.keys == BATCHES_ENDS ? "cuSeqlensKOptional"
                                                              : "sequsedKOptional",
        .keys_used_name = "sequsedKOptional",
        .table_name = "blockTableOptional",
        .unit_rows = UNIT_ROWS};
    x->most_keys = attention_padded(attention_batches_most_keys(&x->b));
}

static int64_t take_panels(const struct indexing *x, char *scratch, struct panels *p)
{
    char *start = scratch;
    p->queries = attention_take(&scratch, UNIT_ROWS * x->heads * LIGHTNING_COLUMNS);
    p->keys = attention_take(&scratch, TILE_KEYS * LIGHTNING_COLUMNS);
    p->products = attention_take(&scratch, UNIT_ROWS * x->heads * TILE_KEYS);
    p->weights = attention_take(&scratch, UNIT_ROWS * x->heads);
    p->row_scales = attention_take(&scratch, UNIT_ROWS * x->heads);
    p->key_scales = attention_take(&scratch, TILE_KEYS);
    p->scores = attention_take(&scratch, UNIT_ROWS * x->most_keys);
    p->chosen = (int32_t *)(void *)attention_take(&scratch, x->count);
    return scratch - start;
}

/* ---- Scores ---------------------------------------------------------------------------------- */

/* The number of each code of the data type. */
static void fill_numbers(aclDataType type, float *numbers)
{
    unsigned char codes[CODES];
    for (int code = 0; code < CODES; code++)
        codes[code] = (unsigned char)code;
    vector_widen(type, (const char *)codes, CODES, numbers);
}

/* Loads a head of a row, or a key. */
static void load(const struct indexing *x, const struct work_view *view, int64_t number, float *to)
{
    if (view_width(view) > 1) {
        attention_batches_load(view, number, LIGHTNING_COLUMNS, to);
        return;
    }
    const char *from = view_element(view, number * LIGHTNING_COLUMNS);
    int64_t step = view->strides[view->rank - 1];
    for (int64_t i = 0; i < LIGHTNING_COLUMNS; i++)
        to[i] = x->numbers[(unsigned char)from[i * step]];
}

/* The sum of a row's products that are above 0, each times the weight of its head. */
static void sum_heads(const struct indexing *x, const struct panels *p, int64_t row, int64_t keys,
                      float *scores)
{
    bool is_quantised = input(x, LIGHTNING_ROW_SCALES) != NULL;
    memset(scores, 0, (size_t)keys * sizeof *scores);
    for (int64_t head = 0; head < x->heads; head++) {
        float *products = p->products + (row * x->heads + head) * TILE_KEYS;
        float weight = p->weights[row * x->heads + head];
        float scale = is_quantised ? p->row_scales[row * x->heads + head] : 1;
        for (int64_t j = 0; j < keys && is_quantised; j++)
            products[j] *= scale * p->key_scales[j];
        for (int64_t j = 0; j < keys; j++)
            scores[j] += (products[j] > 0 ? products[j] : 0) * weight;
    }
}

static void load_rows(const struct indexing *x, int64_t first, int64_t rows, const struct panels *p)
{
    const struct work_view *scales = input(x, LIGHTNING_ROW_SCALES);
    for (int64_t i = 0; i < rows * x->heads; i++)
        load(x, input(x, LIGHTNING_QUERY), first * x->heads + i,
             p->queries + i * LIGHTNING_COLUMNS);
    for (int64_t i = 0; i < rows; i++)
        attention_batches_load(input(x, LIGHTNING_WEIGHTS), first + i, x->heads,
                               p->weights + i * x->heads);
    for (int64_t i = 0; i < rows && scales != NULL; i++)
        attention_batches_load(scales, first + i, x->heads, p->row_scales + i * x->heads);
}

static void load_keys(const struct indexing *x, int64_t batch, int64_t first, int64_t keys,
                      const struct panels *p)
{
    const struct work_view *scales = input(x, LIGHTNING_KEY_SCALES);
    for (int64_t j = 0; j < keys; j++) {
        int64_t key = attention_batches_key(&x->b, batch, first + j);
        load(x, input(x, LIGHTNING_KEY), key, p->keys + j * LIGHTNING_COLUMNS);
        if (scales != NULL)
            attention_batches_load(scales, key, 1, p->key_scales + j);
    }
}

/* Scores of rows for the first keys of their batch. */
static void score(const struct indexing *x, int64_t batch, int64_t first, int64_t rows,
                  int64_t keys, struct panels *p)
{
    const struct blas_matrix left = {p->queries, LIGHTNING_COLUMNS, false};
    const struct blas_matrix right = {p->keys, LIGHTNING_COLUMNS, true};
    load_rows(x, first, rows, p);
    for (int64_t at = 0; at < keys; at += TILE_KEYS) {
        int64_t count = least(TILE_KEYS, keys - at);
        load_keys(x, batch, at, count, p);
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
    const struct work_view *offsets = input(x, LIGHTNING_OFFSETS);
    int64_t offset = offsets == NULL ? 0 : index_at(view_element(offsets, row), false);
    for (int64_t i = 0; i < x->count; i++) {
        float value = i < found ? scores[chosen[i]] : -(float)INFINITY;
        put_index(view_element(&x->work->outputs[INDICES], row * x->count + i), false,
                  i < found ? chosen[i] + offset : -1);
        if (x->l->has_values)
            product_store(values->type, view_element(values, row * x->count + i), 0, 1, 1, 1,
                          &value, 1);
    }
}

/* ---- Of all keys ----------------------------------------------------------------------------- */

static void put_statistics(const struct indexing *x, int64_t row, float largest, float sum)
{
    memcpy(view_element(&x->work->outputs[MAXIMA], row), &largest, sizeof largest);
    memcpy(view_element(&x->work->outputs[SUMS], row), &sum, sizeof sum);
}

/* The largest of a row's scores, and the sum of the exponentials; 0 where there are none. */
static void find_statistics(const struct indexing *x, int64_t row, float *scores, int64_t keys)
{
    const float one = 1;
    float largest = -(float)INFINITY;
    float sum = 0;
    int64_t places = attention_padded(keys);
    for (int64_t i = keys; i < places; i++)
        scores[i] = -(float)INFINITY;
    if (keys > 0)
        attention_run_kernel(KERNEL_ATTENTION_SOFTMAX, &(struct attention_rows){.rows = 1,
                                                                                .columns = places,
                                                                                .stride = places,
                                                                                .is_first = true,
                                                                                .scores = scores,
                                                                                .maxima = &largest,
                                                                                .sums = &sum,
                                                                                .scale = &one});
    put_statistics(x, row, keys > 0 ? largest : 0, sum);
}

/* ---- Units ----------------------------------------------------------------------------------- */

static void index_unit(const struct indexing *x, int64_t batch, int64_t unit, struct panels *p)
{
    const struct batch *b = &x->b.each[batch];
    int64_t first = (unit - b->first_unit) * UNIT_ROWS;
    int64_t past = least(first + UNIT_ROWS, b->rows + b->empty);
    int64_t scored = least(past, b->rows) - first;
    if (scored > 0)
        score(x, batch, b->first_row + first, scored,
              attention_batches_seen(&x->b, b, first + scored - 1), p);
    for (int64_t row = first; row < past; row++) {
        float *scores = p->scores + (row - first) * x->most_keys;
        int64_t keys = attention_batches_seen(&x->b, b, row);
        if (x->l->is_dense)
            find_statistics(x, b->first_row + row, scores, keys);
        else
            put(x, b->first_row + row, scores, p->chosen,
                choose(scores, keys, p->chosen, x->count));
    }
}

static void index_units(int64_t block, int64_t blocks, void *context)
{
    const struct indexing *x = context;
    struct panels p;
    struct block_share share = share_of_block(x->b.units, block, blocks);
    int64_t batch = 0;
    take_panels(x, x->panels + block * x->panel_bytes, &p);
    for (int64_t unit = share.first; unit < share.past; unit++) {
        batch = attention_batches_with(&x->b, unit, batch);
        index_unit(x, batch, unit, &p);
    }
}

/* ---- The work -------------------------------------------------------------------------------- */

static int64_t most_blocks(const struct indexing *x)
{
    return least(ai_cores_count(), attention_batches_rows(&x->b));
}

static uint64_t lightning_scratch(const struct work *work)
{
    struct indexing x;
    struct panels p;
    describe(work, &x);
    int64_t numbers = attention_batches_take(&x.b, NULL) + attention_piece(CODES);
    return (uint64_t)(numbers + most_blocks(&x) * take_panels(&x, NULL, &p));
}

static void run_lightning(const struct work *work, struct task_failure *failure)
{
    struct indexing x;
    struct panels p;
    describe(work, &x);
    x.panels = work->scratch + attention_batches_take(&x.b, work->scratch);
    x.numbers = attention_take(&x.panels, CODES);
    x.panel_bytes = take_panels(&x, NULL, &p);
    if (view_width(input(&x, LIGHTNING_QUERY)) == 1)
        fill_numbers(input(&x, LIGHTNING_QUERY)->type, x.numbers);
    if (!attention_batches_read(&x.b, failure))
        return;
    if (x.l->is_dense && x.b.form->rows == BATCHES_ENDS)
        for (int64_t row = x.l->row_ends[x.b.form->count - 1]; row < attention_batches_rows(&x.b);
             row++)
            put_statistics(&x, row, 0, 0);
    if (x.b.units > 0)
        ai_cores_run_function("lightning_indexer", index_units, least(x.b.units, most_blocks(&x)),
                              &x);
}
const struct l0_run attention_kernel_lightning = {.check = blas_check_work,
                                                  .scratch_bytes = lightning_scratch,
                                                  .scratch_steers = true,
                                                  .run = run_lightning};
