/* SPDX-License-Identifier: Apache-2.0 */
/* Batches of rows and keys: layouts by their names, lengths and pages. The program may write to
 * lengths and pages while they are read, so each is read once and checked. */
#include "ops/attention/batches.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/number.h"
#include "ops/attention/blocks.h"
#include "ops/common/check.h"
#include "ops/common/work_views.h"
#include "products/product.h"

enum batches_layout attention_batches_layout(const char *text)
{
    static const char *const names[] = {
        [BATCHES_ROOMS] = "BSND", [BATCHES_ENDS] = "TND", [BATCHES_PAGES] = "PA_BSND"};
    if (text == NULL)
        return BATCHES_ROOMS;
    for (int i = 0; i < BATCHES_NO_LAYOUT; i++)
        if (strcmp(text, names[i]) == 0)
            return (enum batches_layout)i;
    return BATCHES_NO_LAYOUT;
}

enum batches_layout attention_batches_layout_of(const struct call *call, const char *name)
{
    return attention_batches_layout(call->arguments[call_find(call, name)].text);
}

bool attention_batches_has_shape(const struct tensor *t, const int64_t *dims, int32_t rank)
{
    return t->rank == rank && memcmp(t->dims, dims, (size_t)rank * sizeof *dims) == 0;
}

bool attention_batches_is_of_rows(const struct tensor *t, const struct tensor *query,
                                  const int64_t *dims, int32_t count)
{
    int64_t all[4] = {query->dims[0], query->dims[1]};
    int32_t rows = query->rank - 2;
    memcpy(all + rows, dims, (size_t)count * sizeof *dims);
    return attention_batches_has_shape(t, all, rows + count);
}

/* ---- Numbers --------------------------------------------------------------------------------- */

static int64_t pages_each(const struct batches *b)
{
    return b->table == NULL ? 0 : b->table->dims[1];
}

int64_t attention_batches_most_keys(const struct batches *b)
{
    return b->form->keys == BATCHES_ENDS    ? b->key->dims[0]
           : b->form->keys == BATCHES_PAGES ? pages_each(b) * b->key->dims[1]
                                            : b->key->dims[1];
}

int64_t attention_batches_rows(const struct batches *b)
{
    return b->query->dims[0] * (b->form->rows == BATCHES_ENDS ? 1 : b->query->dims[1]);
}

int64_t attention_batches_take(struct batches *b, char *scratch)
{
    char *start = scratch;
    int64_t floats = (int64_t)(sizeof *b->each / sizeof(float));
    b->each = (struct batch *)(void *)attention_take(&scratch, b->form->count * floats);
    b->pages = (int64_t *)(void *)attention_take(&scratch, 2 * b->form->count * pages_each(b));
    return scratch - start;
}

static bool failed(struct task_failure *failure)
{
    failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
    return false;
}

/* A length of a batch, or the end of one, at a place; without lengths all places. */
static bool read_length(const struct work_view *lengths, const char *name, int64_t at,
                        int64_t least_one, int64_t most_one, int64_t *length,
                        struct task_failure *failure)
{
    *length = lengths == NULL ? most_one
                              : index_at(view_element(lengths, at), lengths->type == ACL_INT64);
    if (*length >= least_one && *length <= most_one)
        return true;
    snprintf(failure->text, sizeof failure->text,
             "%s[%" PRId64 "] is %" PRId64 "; %" PRId64 " to %" PRId64 " is required", name, at,
             *length, least_one, most_one);
    return failed(failure);
}

static bool read_pages(const struct batches *b, int64_t batch, struct task_failure *failure)
{
    int64_t each = pages_each(b);
    for (int64_t i = 0; i < divide_up(b->each[batch].keys, b->key->dims[1]); i++) {
        int64_t page = index_at(view_element(b->table, batch * each + i), false);
        b->pages[batch * each + i] = page;
        if (page >= 0 && page < b->key->dims[0])
            continue;
        snprintf(failure->text, sizeof failure->text,
                 "%s[%" PRId64 ", %" PRId64 "] is %" PRId64 "; 0 to %" PRId64 " are pages",
                 b->table_name, batch, i, page, b->key->dims[0] - 1);
        return failed(failure);
    }
    return true;
}

/* Numbers before those of the first batch. */
static bool starts(const struct batches *b, enum batches_layout layout)
{
    return b->form->has_starts && layout == BATCHES_ENDS;
}

static bool read_batch(struct batches *b, int64_t i, struct task_failure *failure)
{
    struct batch *batch = &b->each[i];
    const struct batch *before = i == 0 ? NULL : batch - 1;
    bool row_ends = b->form->rows == BATCHES_ENDS;
    bool key_ends = b->form->keys == BATCHES_ENDS;
    int64_t rows = row_ends ? b->query->dims[0] : b->query->dims[1];
    int64_t keys = attention_batches_most_keys(b);
    int64_t first_row = row_ends && before != NULL
                            ? before->first_row + before->rows + before->empty
                            : 0;
    int64_t first_key = key_ends && before != NULL ? before->past_key : 0;
    int64_t row_number;
    int64_t key_number;
    int64_t rows_used;
    int64_t keys_used;
    if (!read_length(b->row_lengths, b->row_lengths_name, i + starts(b, b->form->rows), first_row,
                     rows, &row_number, failure) ||
        !read_length(b->key_lengths, b->key_lengths_name, i + starts(b, b->form->keys), first_key,
                     keys, &key_number, failure) ||
        !read_length(b->rows_used, "sequsedQOptional", i, 0, row_number - first_row, &rows_used,
                     failure) ||
        !read_length(b->keys_used, b->keys_used_name, i, 0, key_number - first_key, &keys_used,
                     failure))
        return false;
    *batch = (struct batch){.first_row = row_ends ? first_row : i * rows,
                            .rows = rows_used,
                            .empty = (row_ends ? row_number - first_row : rows) - rows_used,
                            .first_key = key_ends ? first_key : i * keys,
                            .keys = keys_used,
                            .past_key = key_number,
                            .rest = b->rests == NULL ? 0
                                                     : index_at(view_element(b->rests, i), false),
                            .first_unit = b->units};
    b->units += divide_up(batch->rows + batch->empty, b->unit_rows);
    return b->form->keys != BATCHES_PAGES || read_pages(b, i, failure);
}

bool attention_batches_read(struct batches *b, struct task_failure *failure)
{
    int64_t start;
    if ((starts(b, b->form->rows) &&
         !read_length(b->row_lengths, b->row_lengths_name, 0, 0, 0, &start, failure)) ||
        (starts(b, b->form->keys) &&
         !read_length(b->key_lengths, b->key_lengths_name, 0, 0, 0, &start, failure)))
        return false;
    for (int64_t i = 0; i < b->form->count; i++)
        if (!read_batch(b, i, failure))
            return false;
    return true;
}

int64_t attention_batches_key(const struct batches *b, int64_t batch, int64_t key)
{
    int64_t page_rows = b->key->dims[1];
    if (b->form->keys != BATCHES_PAGES)
        return b->each[batch].first_key + key;
    return b->pages[batch * pages_each(b) + key / page_rows] * page_rows + key % page_rows;
}

int64_t attention_batches_seen(const struct batches *b, const struct batch *batch, int64_t row)
{
    int64_t ratio = most(b->form->ratio, 1);
    int64_t all = most(batch->keys * ratio + batch->rest, 0);
    int64_t keys = b->form->is_causal ? (all - batch->rows + row + 1) / ratio : batch->keys;
    return row < batch->rows ? most(least(keys, batch->keys), 0) : 0;
}

int64_t attention_batches_with(const struct batches *b, int64_t unit, int64_t batch)
{
    while (batch + 1 < b->form->count && b->each[batch + 1].first_unit <= unit)
        batch++;
    return batch;
}

void attention_batches_load(const struct work_view *view, int64_t number, int64_t columns,
                            float *to)
{
    product_load(view->type, view_element(view, number * columns), 0, view->strides[view->rank - 1],
                 1, columns, to, columns);
}
