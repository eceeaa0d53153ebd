/* SPDX-License-Identifier: Apache-2.0 */
/* LightningIndexer and its gradient: what their checks, lists and kernels share. */
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
    LIGHTNING_OWN_INPUTS,
    LIGHTNING_INDICES = LIGHTNING_OWN_INPUTS, /* further inputs of the gradient */
    LIGHTNING_DY,
    LIGHTNING_INPUTS,
};

/* Results of the gradient. */
enum lightning_output {
    LIGHTNING_DQUERY,
    LIGHTNING_DKEY,
    LIGHTNING_DWEIGHTS,
    LIGHTNING_OUTPUTS,
};

struct lightning {
    struct batches_form form;
    bool has_values;          /* a second output has the scores */
    int at[LIGHTNING_INPUTS]; /* among the inputs of the work; L0_NONE: not given */
};

#endif
