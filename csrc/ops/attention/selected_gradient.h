/* SPDX-License-Identifier: Apache-2.0 */
/* Gradients of keys that were selected by rows, of one kind or of two. Some rows are taken at a
 * time: each finds what a tile of its keys gets from it, then columns of the keys are summed up,
 * row after row, so that no number of cores changes a bit. Sums are float32. */
#ifndef ACLNN_PY_OPS_ATTENTION_SELECTED_GRADIENT_H
#define ACLNN_PY_OPS_ATTENTION_SELECTED_GRADIENT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "executor/schedule.h"
#include "ops/attention/selected_keys.h"
#include "products/blas.h"

#define SELECTED_ROUND 32 /* rows that are taken at a time */
#define SELECTED_SHARES 2

/* What keys get: left [heads, keys of the tile], transposed, times right [heads, columns]. */
struct selected_share {
    int64_t columns;
    int64_t stride;     /* of right; that of left is SELECTED_TILE */
    float *sums;        /* of all keys, those of the other kind last */
    int64_t sum_stride; /* between the sums of a key and of the next one */
};

/* A row of those that are taken together. */
struct selected_slot {
    struct selected_row row;
    const struct selected *kind; /* of the tile's keys */
    bool has_others;             /* keys of the other kind are still to come */
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
    struct selected others; /* of the other kind; without keys: there is none */
    int64_t keys;           /* of s; read where there are others */
    int64_t rows;           /* of queries */
    int64_t heads;
    int64_t slot_bytes;  /* of the panels of a row */
    int64_t panel_bytes; /* of the panels of a core, which each step is given */
    int64_t share_count;
    struct selected_share shares[SELECTED_SHARES];
    selected_step *begin; /* before the row's first tile; may leave out keys of the slot's row */
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

/* ---- Attention, whose probabilities are found again by what the forward call kept of a row -----
 */

/* What the keys get: of the scores, and of the sum of values. */
enum { SELECTED_OF_SCORES, SELECTED_OF_VALUES };

/* Of a row. */
struct selected_panels {
    int64_t depth;
    int64_t value_depth;
    const float *scale;
    float *queries;
    float *dy;
    float *dq;
    float *maxima;
    float *parts; /* reciprocals of sums */
    float *common;
    float *scores;
    float *others;
};

/* Takes the panels of a row, whose depths are set; returns their bytes. */
int64_t attention_selected_take_panels(char *scratch, int64_t heads, struct selected_panels *p);

/* Sets what the row's keys will get, from panels that are loaded: `parts` are sums until then. The
 * results of the forward call are in a panel of their own. */
void attention_selected_compare(const struct selected_gradient *g, struct selected_slot *slot,
                                const struct selected_panels *p, float *results);

/* Scores of a tile become probabilities, and others their gradients. */
void attention_selected_weigh(int64_t heads, int64_t count, const struct selected_panels *p,
                              struct blas_matrix keys, struct blas_matrix values);

/* Others become the gradients of the scores, and the queries get theirs. */
void attention_selected_differentiate(int64_t heads, int64_t count, const struct selected_panels *p,
                                      struct blas_matrix keys);

/* Loads and stores the heads of a row of a view, with all of its columns. */
void attention_selected_load_heads(const struct work_view *view, int64_t row, int64_t heads,
                                   float *to, int64_t stride);
void attention_selected_store_heads(const struct work_view *view, int64_t row, int64_t heads,
                                    const float *from, int64_t stride);

/* Loads a number for each head of a row. */
void attention_selected_load_numbers(const struct work_view *view, int64_t row, int64_t heads,
                                     float *to);

/* Stores sums of all rows' numbers for each head, in float64, row after row. */
void attention_selected_store_sinks(const struct work_view *to, const float *numbers, int64_t rows,
                                    int64_t heads);

#endif
