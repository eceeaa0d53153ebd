/* SPDX-License-Identifier: Apache-2.0 */
/* RecurrentGatedDeltaRule: what its checks, list and kernel share. */
#ifndef ACLNN_PY_OPS_ATTENTION_GATED_DELTA_H
#define ACLNN_PY_OPS_ATTENTION_GATED_DELTA_H

#include <stdint.h>

#define GATED_MOST_TOKENS 8 /* of a sequence */
#define GATED_MOST_HEADS 256
#define GATED_MOST_COLUMNS 512

enum gated_input {
    GATED_QUERY,
    GATED_KEY,
    GATED_VALUE,
    GATED_BETA,
    GATED_STATE,
    GATED_LENGTHS,
    GATED_INDICES,
    GATED_G,
    GATED_GK,
    GATED_ACCEPTED,
    GATED_INPUTS,
};

struct gated_delta {
    float scale;
    int at[GATED_INPUTS]; /* among the inputs of the work; L0_NONE: not given */
};

#endif
