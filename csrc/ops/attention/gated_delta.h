/* SPDX-License-Identifier: Apache-2.0 */
/* RecurrentGatedDeltaRule and ChunkGatedDeltaRule: what their checks, lists and kernel share. */
#ifndef ACLNN_PY_OPS_ATTENTION_GATED_DELTA_H
#define ACLNN_PY_OPS_ATTENTION_GATED_DELTA_H

#include <stdbool.h>
#include <stdint.h>

#define GATED_MOST_TOKENS 8 /* of a sequence, and of a piece of a long one */
#define GATED_MOST_HEADS 256
#define GATED_MOST_COLUMNS 512
#define CHUNK_MOST_HEADS 64
#define CHUNK_MOST_COLUMNS 128

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
    bool is_long; /* sequences of any length, each with one state, of which the last is kept */
    int at[GATED_INPUTS]; /* among the inputs of the work; L0_NONE: not given */
};

#endif
