/* SPDX-License-Identifier: Apache-2.0 */
/* Keys that were selected for each row. The program may write to the numbers of blocks, and to how
 * many count, while they are read, so each is read once. */
#include "ops/attention/selected_keys.h"

#include <string.h>

#include "base/number.h"
#include "ops/common/work_views.h"

void attention_selected_begin(const struct selected *s, int64_t number, struct selected_row *row)
{
    row->batch = attention_batches_with(&s->b, number, row->batch);
    const struct batch *batch = &s->b.each[row->batch];
    row->number = number;
    row->seen = attention_batches_seen(&s->b, batch, number - batch->first_unit);
    row->blocks = s->blocks;
    if (s->counts != NULL)
        row->blocks = least(most(index_at(view_element(s->counts, number), false), 0), s->blocks);
    row->next = row->key = row->past = 0;
}

/* Moves on to a key that the row sees. */
static bool has_key(const struct selected *s, struct selected_row *row)
{
    while (row->key == row->past && row->next < row->blocks) {
        int64_t block = row->next;
        if (s->indices != NULL)
            block = index_at(view_element(s->indices, row->number * s->blocks + row->next), false);
        row->next = block < 0 ? row->blocks : row->next + 1;
        if (block >= 0) {
            row->key = least(block * s->block, row->seen);
            row->past = least(row->key + s->block, row->seen);
        }
    }
    return row->key < row->past;
}

bool attention_selected_next(const struct selected *s, struct selected_row *row)
{
    for (row->count = 0; row->count < SELECTED_TILE && has_key(s, row); row->count++) {
        row->keys[row->count] = attention_batches_key(&s->b, row->batch, row->key++);
        row->places[row->count] = row->next - 1;
    }
    return row->count > 0;
}

void attention_selected_load(const struct work_view *view, const struct selected_row *row,
                             int64_t columns, float *to, int64_t stride)
{
    for (int64_t i = 0; i < row->count; i++)
        attention_batches_load(view, row->keys[i], columns, to + i * stride);
}

bool attention_selected_is_same(const struct work_view *a, const struct work_view *b)
{
    return a->address == b->address &&
           memcmp(a->strides, b->strides, (size_t)a->rank * sizeof *a->strides) == 0;
}
