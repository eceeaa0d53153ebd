/* SPDX-License-Identifier: Apache-2.0 */
/* Keys that were selected for each row, by the numbers of blocks of them: what attention to them
 * and gradients share. */
#ifndef ACLNN_PY_OPS_ATTENTION_SELECTED_KEYS_H
#define ACLNN_PY_OPS_ATTENTION_SELECTED_KEYS_H

#include <stdbool.h>
#include <stdint.h>

#include "executor/schedule.h"
#include "ops/attention/batches.h"

#define SELECTED_TILE 512 /* keys that are brought together */

struct selected {
    struct batches b;
    const struct work_view *indices; /* NULL: all blocks */
    const struct work_view *counts;  /* of the blocks of each row that count; NULL: all */
    int64_t blocks;                  /* that are selected for a row */
    int64_t block;                   /* keys of one */
};

/* A row, and where it is among its keys. */
struct selected_row {
    int64_t number; /* of all rows */
    int64_t batch;
    int64_t seen;   /* the keys of the batch that it may see */
    int64_t blocks; /* those of the row that count */
    int64_t next;   /* of the blocks that were selected */
    int64_t key;    /* the next of the block before */
    int64_t past;
    int64_t count;                 /* keys of the tile */
    int64_t keys[SELECTED_TILE];   /* which of all keys they are */
    int64_t places[SELECTED_TILE]; /* which of the row's blocks they were in */
};

/* Begins with a row, whose batch is not before that of the row that was here, or 0. */
void attention_selected_begin(const struct selected *s, int64_t number, struct selected_row *row);

/* Moves on to the next tile of keys; false: there are no more. A negative number of a block ends
 * those that were selected; keys that the row does not see are left out. */
bool attention_selected_next(const struct selected *s, struct selected_row *row);

/* Loads the tile's rows of so many columns of a view. */
void attention_selected_load(const struct work_view *view, const struct selected_row *row,
                             int64_t columns, float *to, int64_t stride);

/* Whether two views are the same elements: programs give keys as values, which then are brought
 * once. */
bool attention_selected_is_same(const struct work_view *a, const struct work_view *b);

#endif
