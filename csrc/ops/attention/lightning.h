/* SPDX-License-Identifier: Apache-2.0 */
/* LightningIndexer: what its checks, list and kernel share. */
#ifndef ACLNN_PY_OPS_ATTENTION_LIGHTNING_H
#define ACLNN_PY_OPS_ATTENTION_LIGHTNING_H

#include <stdbool.h>
#include <stdint.h>

#include "executor/call.h"

#define LIGHTNING_COLUMNS 128
#define LIGHTNING_MOST_COUNT 8192 /* keys of a row */

enum lightning_layout { LIGHTNING_BATCHES, LIGHTNING_ENDS, LIGHTNING_PAGES, LIGHTNING_NO_LAYOUT };

enum lightning_input {
    LIGHTNING_QUERY,
    LIGHTNING_KEY,
    LIGHTNING_WEIGHTS,
    LIGHTNING_ROW_LENGTHS,
    LIGHTNING_KEY_LENGTHS,
    LIGHTNING_TABLE,
    LIGHTNING_INPUTS,
};

struct lightning {
    enum lightning_layout rows; /* batches, or ends of batches */
    enum lightning_layout keys;
    bool is_causal;  /* the last row sees all keys, each before it one less */
    bool has_values; /* a second output has the scores */
    int64_t batches;
    int at[LIGHTNING_INPUTS]; /* among the inputs of the work; L0_NONE: not given */
};

/* The layout of a text: NULL is "BSND". */
enum lightning_layout attention_lightning_layout(const char *text);

#endif
