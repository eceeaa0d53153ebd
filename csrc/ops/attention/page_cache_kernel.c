/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of keys and values go into pages of a cache, or come from them: elements are copied as they
 * are. The program may write to slots, tables and lengths meanwhile, so each is read once and
 * checked. */
#include "ops/attention/page_cache.h"

#include <inttypes.h>
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
#include "ops/common/work_views.h"
#include "ops/index/indexed.h"
#include "products/product.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

#define ELEMENTS_A_BLOCK ((int64_t)1 << 15)

struct paging {
    const struct work *work;
    const struct page_cache *c;
    _Atomic int64_t bad; /* what lies outside, by its number; -1: nothing */
};

/* A row, [heads, columns] or [columns], and its cache. */
struct passage {
    const struct work_view *cache;
    const struct work_view *rows;
    bool is_fractal;
    bool is_scatter;
};

/* The address of the row's first element in a page of the cache. */
static char *row_in_page(const struct passage *p, int64_t row)
{
    const struct work_view *cache = p->cache;
    int32_t of_rows = p->is_fractal ? cache->rank - 2 : 1;
    int64_t rows = cache->dims[of_rows];
    return cache->address +
           (row / rows * cache->strides[0] + row % rows * cache->strides[of_rows]) *
               view_width(cache);
}

/* The distance of an element from the first of its row. Without pages and rows the dimensions of a
 * cache are those of one row. */
static int64_t distance_in_page(const struct passage *p, int64_t number)
{
    const struct work_view *cache = p->cache;
    int64_t distance = 0;
    for (int32_t i = cache->rank - 1; i > 0; i--) {
        if (i == (p->is_fractal ? cache->rank - 2 : 1))
            continue;
        distance += number % cache->dims[i] * cache->strides[i];
        number /= cache->dims[i];
    }
    return distance;
}

static int64_t distance_in_row(const struct work_view *rows, int64_t number)
{
    int64_t distance = 0;
    for (int32_t i = rows->rank - 1; i > 0; i--) {
        distance += number % rows->dims[i] * rows->strides[i];
        number /= rows->dims[i];
    }
    return distance;
}

/* Elements beside each other, which are copied at once: of the last dimension of both. */
static int64_t elements_together(const struct passage *p)
{
    const struct work_view *views[] = {p->cache, p->rows};
    int64_t found = INT64_MAX;
    for (int i = 0; i < 2; i++) {
        int32_t last = views[i]->rank - 1;
        found = least(found, views[i]->strides[last] == 1 ? views[i]->dims[last] : 1);
    }
    int64_t longer = most(p->cache->dims[p->cache->rank - 1], p->rows->dims[p->rows->rank - 1]);
    return longer % found == 0 ? found : 1;
}

static int64_t columns_of(const struct work_view *rows)
{
    return rows->rank == 3 ? rows->dims[1] * rows->dims[2] : rows->dims[1];
}

static void copy_row(const struct passage *p, int64_t number, int64_t row)
{
    int64_t width = view_width(p->cache);
    int64_t together = elements_together(p);
    char *in_page = row_in_page(p, row);
    char *in_rows = p->rows->address + number * p->rows->strides[0] * width;
    for (int64_t i = 0; i < columns_of(p->rows); i += together) {
        char *a = in_page + distance_in_page(p, i) * width;
        char *b = in_rows + distance_in_row(p->rows, i) * width;
        memcpy(p->is_scatter ? a : b, p->is_scatter ? b : a, (size_t)(together * width));
    }
}

static int64_t number_of(const struct work_view *view, int64_t number)
{
    return index_at(view_element(view, number), view->type == ACL_INT64);
}

static void keep(const struct work_view *from, const struct work_view *to,
                 struct task_failure *failure)
{
    const struct work kept = {.inputs = from, .outputs = to};
    index_kernel_copy_self(&kept, failure);
}

static int64_t pages_rows(const struct paging *p, const struct work_view *cache)
{
    return cache->dims[0] * page_cache_rows(cache->dims, cache->rank, p->c->is_fractal);
}

/* ---- Scatter --------------------------------------------------------------------------------- */

enum { KEY, SLOTS, KEY_CACHE, VALUE, VALUE_CACHE, SCALE, SCALE_CACHE };

/* Tokens with a negative slot go nowhere. */
static void scatter_tokens(int64_t block, int64_t blocks, void *context)
{
    struct paging *p = context;
    const struct work *work = p->work;
    const struct passage key = {&work->outputs[0], &work->inputs[KEY], p->c->is_fractal, true};
    const struct passage value = {&work->outputs[1], &work->inputs[VALUE], p->c->is_fractal, true};
    const struct passage scale = {&work->outputs[2], &work->inputs[SCALE], p->c->is_fractal, true};
    struct block_share share = share_of_block(key.rows->dims[0], block, blocks);
    for (int64_t token = share.first; token < share.past; token++) {
        int64_t slot = number_of(&work->inputs[SLOTS], token);
        bool is_there = slot < pages_rows(p, key.cache) &&
                        (!p->c->has_value || slot < pages_rows(p, value.cache));
        if (!is_there && !p->c->has_scale)
            keep_least(&p->bad, token);
        if (!is_there || slot < 0)
            continue;
        copy_row(&key, token, slot);
        if (p->c->has_value)
            copy_row(&value, token, slot);
        if (p->c->has_scale)
            copy_row(&scale, token, slot);
    }
}

static void run_scatter(const struct work *work, struct task_failure *failure)
{
    struct paging p = {.work = work, .c = work->attributes};
    const struct work_view *key = &work->inputs[KEY];
    atomic_init(&p.bad, -1);
    keep(&work->inputs[KEY_CACHE], &work->outputs[0], failure);
    if (p.c->has_value)
        keep(&work->inputs[VALUE_CACHE], &work->outputs[1], failure);
    if (p.c->has_scale)
        keep(&work->inputs[SCALE_CACHE], &work->outputs[2], failure);
    if (view_count(key) > 0)
        ai_cores_run_function("page_scatter", scatter_tokens,
                              blocks_for(view_count(key), ELEMENTS_A_BLOCK, key->dims[0]), &p);
    int64_t bad = atomic_load(&p.bad);
    if (bad < 0)
        return;
    failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
    snprintf(failure->text, sizeof failure->text,
             "slotMapping[%" PRId64 "] is outside of the caches, which have %" PRId64 " rows", bad,
             pages_rows(&p, &work->outputs[0]));
}
const struct l0_run attention_kernel_page_scatter = {.itself_in_place = true, .run = run_scatter};

/* ---- Rows of heads, shortened ---------------------------------------------------------------- */

enum { SHORTENED = 3, SEQUENCES, BEFORE };

/* Beyond all rows, and so far from the ends of int64 that sums of a few do not overflow. */
#define FAR ((int64_t)1 << 60)

static int64_t near_number_of(const struct work_view *view, int64_t number)
{
    return least(most(number_of(view, number), -FAR), FAR);
}

/* Rows from `from` on go to slots from `slot` on, of those that are there. */
static __attribute__((cold, noinline)) void copy_rows(const struct paging *p,
                                                      const struct passage *passage, int64_t from,
                                                      int64_t slot, int64_t count)
{
    int64_t first = most(0, most(-from, -slot));
    int64_t past = least(least(count, passage->rows->dims[0] - from),
                         pages_rows(p, passage->cache) - slot);
    for (int64_t i = first; i < past; i++)
        copy_row(passage, from + i, slot + i);
}

#define COLUMNS_TOGETHER 256

static __attribute__((cold)) void mean_of_floats(const struct work_view *rows, int64_t count,
                                                 char *to, int64_t stride)
{
    double sums[COLUMNS_TOGETHER];
    float row[COLUMNS_TOGETHER];
    int64_t width = view_width(rows);
    for (int64_t first = 0; first < rows->dims[1]; first += COLUMNS_TOGETHER) {
        int64_t columns = least(COLUMNS_TOGETHER, rows->dims[1] - first);
        memset(sums, 0, sizeof sums);
        for (int64_t i = 0; i < count; i++) {
            product_load(rows->type,
                         rows->address + (i * rows->strides[0] + first * rows->strides[1]) * width,
                         0, rows->strides[1], 1, columns, row, columns);
            for (int64_t j = 0; j < columns; j++)
                sums[j] += (double)row[j];
        }
        for (int64_t j = 0; j < columns; j++)
            row[j] = (float)(sums[j] / (double)count);
        product_store(rows->type, to + first * stride * width, 0, stride, 1, columns, row, columns);
    }
}

static __attribute__((cold)) void mean_of_integers(const struct work_view *rows, int64_t count,
                                                   char *to, int64_t stride)
{
    int64_t width = view_width(rows);
    int unused = (int)(64 - 8 * width);
    bool is_signed = rows->type == ACL_INT8 || rows->type == ACL_INT16 || rows->type == ACL_INT32;
    for (int64_t j = 0; j < rows->dims[1]; j++) {
        int64_t sum = 0;
        for (int64_t i = 0; i < count; i++) {
            uint64_t read = 0;
            memcpy(&read, rows->address + (i * rows->strides[0] + j * rows->strides[1]) * width,
                   (size_t)width);
            sum += is_signed ? (int64_t)(read << unused) >> unused : (int64_t)read;
        }
        sum /= count;
        memcpy(to + j * stride * width, &sum, (size_t)width);
    }
}

/* The mean of so many rows goes to a slot, if it is there. */
static void put_mean(const struct paging *p, const struct passage *passage, int64_t from,
                     int64_t slot, int64_t count)
{
    struct work_view rows = *passage->rows;
    const struct work_view *cache = passage->cache;
    count = least(count, rows.dims[0] - from);
    if (from < 0 || count <= 0 || slot < 0 || slot >= pages_rows(p, cache))
        return;
    rows.address += from * rows.strides[0] * view_width(&rows);
    bool is_float = rows.type == ACL_FLOAT || rows.type == ACL_FLOAT16 || rows.type == ACL_BF16;
    (is_float ? mean_of_floats : mean_of_integers)(&rows, count, row_in_page(passage, slot),
                                                   cache->strides[cache->rank - 1]);
}

static __attribute__((cold)) void shorten_heads(int64_t block, int64_t blocks, void *context)
{
    struct paging *p = context;
    const struct work_view *inputs = p->work->inputs;
    const struct work_view *key = &inputs[KEY];
    int64_t heads = key->dims[2];
    struct block_share share = share_of_block(key->dims[0] * heads, block, blocks);
    for (int64_t head = share.first; head < share.past; head++) {
        int64_t dims[] = {key->dims[1], key->dims[3]};
        int64_t strides[] = {key->strides[1], key->strides[3]};
        struct work_view rows = *key;
        rows.address += (head / heads * key->strides[0] + head % heads * key->strides[2]) *
                        view_width(key);
        rows.rank = 2;
        rows.dims = dims;
        rows.strides = strides;
        const struct passage passage = {&p->work->outputs[0], &rows, false, true};
        int64_t slot = near_number_of(&inputs[SLOTS], head);
        int64_t count = near_number_of(&inputs[SHORTENED], head);
        int64_t all = near_number_of(&inputs[SEQUENCES], head / heads);
        if (!p->c->has_offset) {
            copy_rows(p, &passage, all - count, slot, count);
            continue;
        }
        int64_t before = near_number_of(&inputs[BEFORE], head);
        copy_rows(p, &passage, 0, slot, before);
        put_mean(p, &passage, before, slot + before, count);
        copy_rows(p, &passage, before + count, slot + before + 1, all - before - count);
    }
}

static void run_shorten(const struct work *work, struct task_failure *failure)
{
    struct paging p = {.work = work, .c = work->attributes};
    const struct work_view *key = &work->inputs[KEY];
    keep(&work->inputs[KEY_CACHE], &work->outputs[0], failure);
    if (view_count(key) > 0)
        ai_cores_run_function(
            "page_shorten", shorten_heads,
            blocks_for(view_count(key), ELEMENTS_A_BLOCK, key->dims[0] * key->dims[2]), &p);
}
const struct l0_run attention_kernel_page_shorten = {.itself_in_place = true, .run = run_shorten};

/* ---- Gather ---------------------------------------------------------------------------------- */

enum { TABLES = 2, LENGTHS, KEYS, VALUES, OFFSETS };

/* Where the rows of a batch begin among those of all, and how many it has. */
struct extent {
    int64_t first;
    int64_t count;
};

static struct extent extent_of(const struct paging *p, int64_t batch)
{
    const struct work_view *lengths = &p->work->inputs[LENGTHS];
    struct extent found = {0, 0};
    if (p->c->has_sums) {
        found.first = number_of(lengths, batch);
        found.count = number_of(lengths, batch + 1) - found.first;
        return found;
    }
    for (int64_t i = 0; i < batch; i++)
        found.first += number_of(lengths, i);
    found.count = number_of(lengths, batch);
    return found;
}

/* The row of a cache for a row of a batch. An entry outside of the pages reads the first one, so
 * that a mistake of the program stays inside of its own memory. */
static int64_t row_of(const struct paging *p, const struct work_view *cache, int64_t batch,
                      int64_t column, int64_t row)
{
    const struct work_view *tables = &p->work->inputs[TABLES];
    int64_t rows = page_cache_rows(cache->dims, cache->rank, p->c->is_fractal);
    int64_t page = -1;
    column += row / rows;
    if (column >= 0 && column < tables->dims[1])
        page = number_of(tables, batch * tables->dims[1] + column);
    if (page < 0 || page >= cache->dims[0])
        page = 0;
    return page * rows + row % rows;
}

static void gather_batch(struct paging *p, const struct passage *passage, int64_t batch)
{
    const struct extent e = extent_of(p, batch);
    int64_t rows = page_cache_rows(passage->cache->dims, passage->cache->rank, p->c->is_fractal);
    int64_t column = p->c->has_offset ? number_of(&p->work->inputs[OFFSETS], batch) / rows : 0;
    int64_t room = passage->rows->dims[0];
    if (e.count <= 0)
        return;
    if (e.first < 0 || e.count > room - e.first)
        keep_least(&p->bad, batch);
    if (e.first < 0)
        return;
    for (int64_t i = 0; i < least(e.count, room - e.first); i++)
        copy_row(passage, e.first + i, row_of(p, passage->cache, batch, column, i));
}

static void gather_batches(int64_t block, int64_t blocks, void *context)
{
    struct paging *p = context;
    const struct work *work = p->work;
    const struct passage key = {&work->inputs[0], &work->outputs[0], p->c->is_fractal, false};
    const struct passage value = {&work->inputs[1], &work->outputs[1], p->c->is_fractal, false};
    struct block_share share = share_of_block(work->inputs[TABLES].dims[0], block, blocks);
    for (int64_t batch = share.first; batch < share.past; batch++) {
        gather_batch(p, &key, batch);
        gather_batch(p, &value, batch);
    }
}

static void run_gather(const struct work *work, struct task_failure *failure)
{
    struct paging p = {.work = work, .c = work->attributes};
    int64_t batches = work->inputs[TABLES].dims[0];
    int64_t elements = view_count(&work->outputs[0]) + view_count(&work->outputs[1]);
    atomic_init(&p.bad, -1);
    keep(&work->inputs[KEYS], &work->outputs[0], failure);
    keep(&work->inputs[VALUES], &work->outputs[1], failure);
    if (elements > 0 && batches > 0)
        ai_cores_run_function("page_gather", gather_batches,
                              blocks_for(elements, ELEMENTS_A_BLOCK, batches), &p);
    int64_t bad = atomic_load(&p.bad);
    if (bad < 0)
        return;
    failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
    snprintf(failure->text, sizeof failure->text,
             "seqLens: the rows of batch %" PRId64
             " reach beyond keyRef or valueRef, which have %" PRId64 " and %" PRId64 " rows",
             bad, work->outputs[0].dims[0], work->outputs[1].dims[0]);
}
const struct l0_run attention_kernel_page_gather = {.itself_in_place = true, .run = run_gather};
