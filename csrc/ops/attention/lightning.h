/* SPDX-License-Identifier: Apache-2.0 */
/* LightningIndexer: what its checks, list and kernel share. */
#ifndef ACLNN_PY_OPS_ATTENTION_LIGHTNING_H
#define ACLNN_PY_OPS_ATTENTION_LIGHTNING_H

#include <stdbool.h>

#include "ops/attention/batches.h"

#define LIGHTNING_COLUMNS 128
#define LIGHTNING_MOST_COUNT 8192 /* keys of a row */

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
    struct batches_form form;
    bool has_values;          /* a second output has the scores */
    int at[LIGHTNING_INPUTS]; /* among the inputs of the work; L0_NONE: not given */
};

#endif
