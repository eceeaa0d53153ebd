/* SPDX-License-Identifier: Apache-2.0 */
/* Gradients of keys that were selected by rows. Some rows are taken at a time: each finds what a
 * tile of its keys gets from it, then columns of the keys are summed up, row after row, so that no
 * number of cores changes a bit. Sums are float32. */
#ifndef ACLNN_PY_OPS_ATTENTION_SELECTED_GRADIENT_H
#define ACLNN_PY_OPS_ATTENTION_SELECTED_GRADIENT_H

#include <stdatomic.h>
#include <stdint.h>

#include "executor/schedule.h"
#include "ops/attention/selected_keys.h"

#define SELECTED_ROUND 32 /* rows that are taken at a time */
#define SELECTED_SHARES 2

/* What keys get: left [heads, keys of the tile], transposed, times right [heads, columns]. */
struct selected_share {
    int64_t columns;
    int64_t stride;     /* of right; that of left is SELECTED_TILE */
    float *sums;        /* of all keys */
    int64_t sum_stride; /* between the sums of a key and of the next one */
};

/* A row of those that are taken together. */
struct selected_slot {
    struct selected_row row;
    enum { SELECTED_NEW, SELECTED_BEGUN, SELECTED_ENDED } state;
    char *panels; /* of the work, as many bytes as it asked for */
    const float *left[SELECTED_SHARES];
    const float *right[SELECTED_SHARES];
};

struct selected_gradient;

typedef void selected_step(const struct selected_gradient *g, struct selected_slot *slot,
                           char *panels);

struct selected_gradient {
    const struct work *work;
    struct selected s;
    int64_t rows; /* of queries */
    int64_t heads;
    int64_t slot_bytes;  /* of the panels of a row */
    int64_t panel_bytes; /* of the panels of a core, which each step is given */
    int64_t share_count;
    struct selected_share shares[SELECTED_SHARES];
    selected_step *begin; /* before the row's first tile */
    selected_step *add;   /* sets what the keys of a tile get: left and right of the slot */
    selected_step *end;   /* behind its last one */
    struct selected_slot *slots;
    char *slot_panels;
    char *panels;
    int64_t count; /* rows that are taken now */
    _Atomic int64_t next;
};

/* Takes the scratch of batches, slots and panels; returns its bytes. Sums are the work's own. */
int64_t attention_selected_take(struct selected_gradient *g, char *scratch);

/* Adds up what all rows give; the sums are 0 before. */
void attention_selected_add_up(struct selected_gradient *g);

/* Stores sums of all keys, whose rows lie so far apart, rounded once. */
void attention_selected_store(const struct work_view *to, const float *sums, int64_t stride);

#endif
