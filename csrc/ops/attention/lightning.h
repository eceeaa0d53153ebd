/* SPDX-License-Identifier: Apache-2.0 */
/* LightningIndexer, its gradient and its loss: what their checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_ATTENTION_LIGHTNING_H
#define ACLNN_PY_OPS_ATTENTION_LIGHTNING_H

#include <stdbool.h>

#include "executor/schedule.h"
#include "ops/attention/batches.h"
#include "workspace/l0.h"

#define LIGHTNING_COLUMNS 128
#define LIGHTNING_MOST_COUNT 8192 /* keys of a row */

enum lightning_input {
    LIGHTNING_QUERY,
    LIGHTNING_KEY,
    LIGHTNING_WEIGHTS,
    LIGHTNING_ROW_LENGTHS,
    LIGHTNING_KEY_LENGTHS,
    LIGHTNING_TABLE,
    LIGHTNING_OWN_INPUTS,
    LIGHTNING_INDICES = LIGHTNING_OWN_INPUTS, /* further inputs of the gradient */
    LIGHTNING_DY,
    LIGHTNING_ATTENTION_QUERY, /* in place of dy: the attention that the scores are compared with */
    LIGHTNING_ATTENTION_KEY,
    LIGHTNING_ATTENTION_QUERY_ROPE,
    LIGHTNING_ATTENTION_KEY_ROPE,
    LIGHTNING_MAXIMA,
    LIGHTNING_SUMS,
    LIGHTNING_INDEX_MAXIMA, /* of all keys: what the softmax of their scores has */
    LIGHTNING_INDEX_SUMS,
    LIGHTNING_TARGET, /* in place of the attention: what it sees of the keys that were selected */
    LIGHTNING_RESTS,  /* of keys that stand for several */
    LIGHTNING_ROWS_USED, /* of those up to ends */
    LIGHTNING_KEYS_USED,
    LIGHTNING_OFFSETS,    /* of the numbers of a row's keys */
    LIGHTNING_ROW_SCALES, /* of the heads of queries that are quantised, */
    LIGHTNING_KEY_SCALES, /* and of their keys */
    LIGHTNING_INPUTS,
};

/* Results of the gradient. */
enum lightning_output {
    LIGHTNING_DQUERY,
    LIGHTNING_DKEY,
    LIGHTNING_DWEIGHTS,
    LIGHTNING_LOSS, /* where neither dy nor a target was given */
    LIGHTNING_OUTPUTS,
    LIGHTNING_SOFTMAX = LIGHTNING_LOSS, /* where a target was */
};

struct lightning {
    struct batches_form form;
    bool is_second;           /* names of arguments are those of the second version */
    bool is_dense;            /* of all keys, in the place of those of indices, or of the best */
    bool has_values;          /* a second output has the scores */
    int at[LIGHTNING_INPUTS]; /* among the inputs of the work; L0_NONE: not given */
    float scale;              /* of the attention's scores */
    const int64_t *row_ends;  /* of batches, or with rooms lengths, where they are no input */
    const int64_t *key_ends;
};

/* An input of the work, NULL where it was not given. */
static inline const struct work_view *lightning_input(const struct work *work,
                                                      enum lightning_input which)
{
    const struct lightning *l = work->attributes;
    return l->at[which] == L0_NONE ? NULL : &work->inputs[l->at[which]];
}

/* The layout that a text of the second version says: keys in pages are "PA_BBND" there. */
enum batches_layout attention_lightning_layout(const struct call *call, const char *name);

/* Refuses keys, or what goes with them, whose elements do not lie side by side, which the kernels
 * of Ascend950 require except between pages. */
aclnnStatus attention_lightning_check_dense(const struct call *call, const char *name,
                                            bool are_pages);

struct selected_gradient;
struct selected_row;

/* The bytes of scratch that a comparison takes. */
int64_t attention_lightning_loss_bytes(const struct selected_gradient *g);

/* Compares the softmax of a row's scores with what the heads of the attention see: the Kullback-
 * Leibler divergence. dy gets what the scores get, by the places of their keys, and has room for a
 * multiple of ATTENTION_LANES. */
double attention_lightning_compare(const struct selected_gradient *g,
                                   const struct selected_row *begun, const float *queries,
                                   const float *weights, float *dy, char *scratch);

/* The same by what is known of the attention: dy gets the softmax of the scores, as often as the
 * attention has parts of them, less these. The softmax is stored. */
void attention_lightning_approach(const struct selected_gradient *g,
                                  const struct selected_row *begun, const float *queries,
                                  const float *weights, float *dy, char *scratch);

#endif
