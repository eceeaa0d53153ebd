/* SPDX-License-Identifier: Apache-2.0 */
/* KvRmsNormRopeCache: a part of each row is normalised, a part is turned, and both go into caches.
 * Numbers are float64 until they are rounded, so that int8 is what mathematics says. The program
 * may write to the index meanwhile, so each number is read once and checked. */
#include <inttypes.h>
#include <math.h>
#include <stdatomic.h>
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
#include "ops/attention/norm_rope.h"
#include "ops/common/work_views.h"
#include "ops/index/indexed.h"
#include "products/product.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

#define ELEMENTS_A_BLOCK ((int64_t)1 << 13)
#define MOST_INT8 127

struct turning {
    const struct work *work;
    const struct norm_rope *n;
    const struct work_view *kv;
    int64_t heads;
    int64_t sequence;
    int64_t normed;
    int64_t turned;
    _Atomic int64_t bad; /* a number of the index outside of the caches; -1: none */
};

/* What the rows of a block are computed in. */
struct panels {
    double *row;
    double *values;
    double *gamma;
    double *cosines;
    double *sines;
    double *turned;
    float *near; /* columns on the way from and to memory */
};

/* A row of keys or values. */
struct row_place {
    int64_t batch;
    int64_t head;
    int64_t token; /* of the batch */
};

static const struct work_view *input(const struct turning *t, enum norm_rope_input which)
{
    int at = t->n->at[which];
    return at == L0_NONE ? NULL : &t->work->inputs[at];
}

static struct turning turning_of(const struct work *work)
{
    struct turning t = {.work = work, .n = work->attributes};
    t.kv = input(&t, NORM_ROPE_KV);
    t.heads = t.kv->dims[1];
    t.sequence = t.kv->dims[2];
    t.normed = input(&t, NORM_ROPE_GAMMA)->dims[0];
    t.turned = input(&t, NORM_ROPE_COS)->dims[3];
    atomic_init(&t.bad, -1);
    return t;
}

static int64_t rows_of(const struct turning *t)
{
    return t->kv->dims[0] * t->heads * t->sequence;
}

static int64_t blocks_of(const struct turning *t)
{
    return blocks_for(view_count(t->kv), ELEMENTS_A_BLOCK, rows_of(t));
}

static double *take(char **scratch, int64_t count)
{
    return (double *)(void *)attention_take(scratch, 2 * count);
}

static int64_t take_panels(const struct turning *t, char *scratch, struct panels *p)
{
    const struct work_view *v = input(t, NORM_ROPE_V);
    int64_t values = v == NULL ? 0 : v->dims[3];
    char *start = scratch;
    p->row = take(&scratch, t->kv->dims[3]);
    p->values = take(&scratch, values);
    p->gamma = take(&scratch, t->normed);
    p->cosines = take(&scratch, t->turned);
    p->sines = take(&scratch, t->turned);
    p->turned = take(&scratch, t->turned);
    p->near = attention_take(&scratch, most(t->kv->dims[3], values));
    return scratch - start;
}

/* ---- Reading --------------------------------------------------------------------------------- */

/* Columns of the last dimension from the element at these indices of the others on, of which
 * dimensions of 1 repeat theirs. */
static void load(const struct work_view *view, const struct row_place *place, int64_t columns,
                 const struct panels *p, double *to)
{
    const int64_t at[] = {place->batch, place->head, place->token};
    int64_t distance = 0;
    for (int i = 0; i < view->rank - 1; i++)
        distance += (view->dims[i] == 1 ? 0 : at[i]) * view->strides[i];
    product_load(view->type, view->address + distance * view_width(view), 0,
                 view->strides[view->rank - 1], 1, columns, p->near, columns);
    for (int64_t j = 0; j < columns; j++)
        to[j] = (double)p->near[j];
}

/* A factor of a column: one for all, one for each column, or one for each head and column. */
static float factor_of(const struct work_view *factors, int64_t head, int64_t column)
{
    float factor = 0;
    int32_t last = factors->rank - 1;
    int64_t distance = factors->dims[last] == 1 ? 0 : column * factors->strides[last];
    if (factors->rank == 2 && factors->dims[0] > 1)
        distance += head * factors->strides[0];
    memcpy(&factor, factors->address + distance * (int64_t)sizeof factor, sizeof factor);
    return factor;
}

/* ---- Arithmetic ------------------------------------------------------------------------------ */

static void normalise(double *row, int64_t columns, const double *gamma, double epsilon)
{
    double sum = 0;
    for (int64_t j = 0; j < columns; j++)
        sum += row[j] * row[j];
    double part = 1 / sqrt(sum / (double)columns + epsilon);
    for (int64_t j = 0; j < columns; j++)
        row[j] = row[j] * part * gamma[j];
}

/* Pairs of neighbours become numbers in both halves. */
static void turn(double *row, int64_t columns, const struct panels *p)
{
    int64_t half = columns / 2;
    for (int64_t j = 0; j < half; j++) {
        double even = row[2 * j];
        double odd = row[2 * j + 1];
        p->turned[j] = even * p->cosines[j] - odd * p->sines[j];
        p->turned[half + j] = odd * p->cosines[half + j] + even * p->sines[half + j];
    }
    memcpy(row, p->turned, (size_t)columns * sizeof *row);
}

static int8_t int8_of(double value)
{
    double whole = rint(value);
    return (int8_t)(whole > MOST_INT8        ? MOST_INT8
                    : whole < -MOST_INT8 - 1 ? -MOST_INT8 - 1
                    : whole == whole         ? whole
                                             : 0);
}

/* ---- Writing --------------------------------------------------------------------------------- */

/* Stores columns beside each other, from this element on. Those of int8 are quantised before. */
static void store(const struct work_view *to, int64_t number, const double *row, int64_t columns,
                  const struct panels *p)
{
    char *address = view_element(to, number);
    int64_t stride = to->strides[to->rank - 1];
    for (int64_t j = 0; j < columns && to->type == ACL_INT8; j++) {
        int8_t whole = int8_of(row[j]);
        memcpy(address + j * stride, &whole, sizeof whole);
    }
    if (to->type == ACL_INT8)
        return;
    for (int64_t j = 0; j < columns; j++)
        p->near[j] = (float)row[j];
    product_store(to->type, address, 0, stride, 1, columns, p->near, columns);
}

static void quantise(const struct turning *t, enum norm_rope_input scale,
                     enum norm_rope_input offset, int64_t head, double *row, int64_t columns)
{
    const struct work_view *factors = input(t, scale);
    const struct work_view *terms = input(t, offset);
    for (int64_t j = 0; j < columns && factors != NULL; j++)
        row[j] *= (double)factor_of(factors, head, j);
    for (int64_t j = 0; j < columns && terms != NULL; j++)
        row[j] += (double)factor_of(terms, head, j);
}

/* The row of a page or batch that a token goes to, or -1; of caches in pages their rows are
 * numbered through. */
static int64_t row_in_cache(struct turning *t, const struct row_place *place)
{
    const struct work_view *cache = &t->work->outputs[NORM_ROPE_K_CHANGED];
    const struct work_view *index = input(t, NORM_ROPE_INDEX);
    bool by_batch = t->n->mode == NORM_ROPE_BATCHES;
    int64_t rows = cache->dims[by_batch ? 2 : 1];
    int64_t all = by_batch ? rows : rows * cache->dims[0];
    int64_t each = norm_rope_by_page(t->n->mode) ? divide_up(t->sequence, rows) : t->sequence;
    int64_t part = norm_rope_by_page(t->n->mode) ? place->token / rows : place->token;
    int64_t number = place->batch * each + part;
    int64_t found = index_at(view_element(index, number), true);
    if (found >= all)
        keep_least(&t->bad, number);
    if (found < 0 || found >= all)
        return -1;
    return norm_rope_by_page(t->n->mode) ? found / rows * rows + place->token % rows : found;
}

static void put(const struct turning *t, enum norm_rope_output which, const struct row_place *place,
                int64_t row, const double *columns, const struct panels *p)
{
    const struct work_view *cache = &t->work->outputs[which];
    int64_t width = cache->dims[3];
    if (t->n->mode == NORM_ROPE_BATCHES) {
        int64_t line = (place->batch * t->heads + place->head) * cache->dims[2] + row;
        store(cache, line * width, columns, width, p);
        return;
    }
    if (!norm_rope_in_blocks(t->n->mode)) {
        store(cache, (row * t->heads + place->head) * width, columns, width, p);
        return;
    }
    int64_t rows = cache->dims[1];
    int64_t block = 32 / view_width(cache);
    int64_t first = (row / rows * t->heads + place->head) * rows * width + row % rows * block;
    for (int64_t j = 0; j < width; j += block)
        store(cache, first + j * rows, columns + j, block, p);
}

/* ---- The work -------------------------------------------------------------------------------- */

/* Keys and values of a row: parts of it, or values of their own. */
static void compute_row(const struct turning *t, const struct row_place *place,
                        const struct panels *p)
{
    const struct work_view *values = input(t, NORM_ROPE_V);
    load(t->kv, place, t->kv->dims[3], p, p->row);
    load(input(t, NORM_ROPE_COS), place, t->turned, p, p->cosines);
    load(input(t, NORM_ROPE_SIN), place, t->turned, p, p->sines);
    normalise(p->row, t->normed, p->gamma, (double)t->n->epsilon);
    turn(values == NULL ? p->row + t->normed : p->row, t->turned, p);
    if (values != NULL)
        load(values, place, values->dims[3], p, p->values);
}

static void put_row(struct turning *t, int64_t number, const struct panels *p)
{
    const struct work_view *caches = t->work->outputs;
    struct row_place place = {number / (t->heads * t->sequence), number / t->sequence % t->heads,
                              number % t->sequence};
    bool has_v = input(t, NORM_ROPE_V) != NULL;
    double *keys = has_v ? p->row : p->row + t->normed;
    double *values = has_v ? p->values : p->row;
    int64_t key_columns = caches[NORM_ROPE_K_CHANGED].dims[3];
    int64_t value_columns = caches[NORM_ROPE_V_CHANGED].dims[3];
    int64_t row = row_in_cache(t, &place);
    if (row < 0 && !t->n->has_outputs)
        return;
    compute_row(t, &place, p);
    if (t->n->has_outputs) {
        store(&t->work->outputs[NORM_ROPE_K_OUT], number * key_columns, keys, key_columns, p);
        store(&t->work->outputs[NORM_ROPE_V_OUT], number * value_columns, values, value_columns, p);
    }
    if (row < 0)
        return;
    quantise(t, NORM_ROPE_K_SCALE, NORM_ROPE_K_OFFSET, place.head, keys, key_columns);
    quantise(t, NORM_ROPE_V_SCALE, NORM_ROPE_V_OFFSET, place.head, values, value_columns);
    put(t, NORM_ROPE_K_CHANGED, &place, row, keys, p);
    put(t, NORM_ROPE_V_CHANGED, &place, row, values, p);
}

static void put_rows(int64_t block, int64_t blocks, void *context)
{
    struct turning *t = context;
    struct panels p;
    const struct work_view *gamma = input(t, NORM_ROPE_GAMMA);
    struct block_share share = share_of_block(rows_of(t), block, blocks);
    take_panels(t, t->work->scratch + block * take_panels(t, t->work->scratch, &p), &p);
    load(gamma, &(struct row_place){0, 0, 0}, t->normed, &p, p.gamma);
    for (int64_t number = share.first; number < share.past; number++)
        put_row(t, number, &p);
}

static uint64_t norm_rope_scratch(const struct work *work)
{
    const struct turning t = turning_of(work);
    struct panels p;
    return (uint64_t)(blocks_of(&t) * take_panels(&t, NULL, &p));
}

static void keep_cache(const struct turning *t, enum norm_rope_input from, enum norm_rope_output to,
                       struct task_failure *failure)
{
    const struct work kept = {.inputs = input(t, from), .outputs = &t->work->outputs[to]};
    index_kernel_copy_self(&kept, failure);
}

static void run_norm_rope(const struct work *work, struct task_failure *failure)
{
    struct turning t = turning_of(work);
    keep_cache(&t, NORM_ROPE_K_CACHE, NORM_ROPE_K_CHANGED, failure);
    keep_cache(&t, NORM_ROPE_V_CACHE, NORM_ROPE_V_CHANGED, failure);
    ai_cores_run_function("norm_rope", put_rows, blocks_of(&t), &t);
    int64_t bad = atomic_load(&t.bad);
    if (bad < 0)
        return;
    failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
    snprintf(failure->text, sizeof failure->text,
             "index[%" PRId64 "] is outside of the caches, which have %" PRId64 " rows", bad,
             t.n->mode == NORM_ROPE_BATCHES ? work->outputs[0].dims[2]
                                            : work->outputs[0].dims[0] * work->outputs[0].dims[1]);
}
const struct l0_run attention_kernel_norm_rope = {
    .scratch_bytes = norm_rope_scratch, .itself_in_place = true, .run = run_norm_rope};
