/* SPDX-License-Identifier: Apache-2.0 */
/* RecurrentGatedDeltaRule and ChunkGatedDeltaRule: lists of L0 operators. */
#include "ops/attention/gated_delta.h"

#include "declared/attention.h"
#include "workspace/l0_operators.h"

#define CHUNK 64 /* tokens */
#define CHUNKS_A_CORE 2
#define MASKS_A_CORE 4
#define STAGES_AT_ONCE 2

/* What the tiling asks for: of the tokens that all cores take at once decays, keys and queries
 * times these, values, answers and their products, then states, masks, and panels of a stage. */
static uint64_t chunk_bytes(const struct l0_list *list, int query, int state)
{
    int64_t cores = list->soc->ai_cores;
    int64_t tokens = CHUNKS_A_CORE * CHUNK * cores;
    const int64_t *s = list->tensors[state].dims;
    int64_t keys = list->tensors[query].dims[2];
    int64_t values = s[2];
    int64_t of_token = s[1] * (1 + 3 * keys + 2 * values + CHUNK);
    int64_t stage = CHUNK * (2 * CHUNK + 3 * keys + values) * STAGES_AT_ONCE * cores;
    int64_t masks = CHUNK * CHUNK * MASKS_A_CORE * cores;
    int64_t floats = of_token * tokens + s[0] * s[1] * values * keys + masks + stage;
    return L0_SYSTEM_WORKSPACE + (uint64_t)floats * sizeof(float);
}

/* Appends the operator of the row and the step that does its work, whose results are out and the
 * states as they are then. */
static void append(struct l0_list *list, const struct l0_row *row, struct gated_delta *d,
                   const int *given, int out, int state)
{
    int inputs[GATED_INPUTS];
    int made[2];
    int count = 0;
    for (int i = 0; i < GATED_INPUTS; i++) {
        bool is_changed = i == GATED_STATE && !d->is_long;
        d->at[i] = given[i] == L0_NONE ? L0_NONE : count;
        if (given[i] != L0_NONE)
            inputs[count++] = is_changed ? given[i] : l0_contiguous(list, given[i]);
    }
    if (list->status != ACLNN_SUCCESS)
        return;
    const struct l0_tensor states = list->tensors[state];
    const struct l0_tensor result = list->tensors[out];
    made[0] = l0_new_shaped(list, "out", result.type, result.dims, result.rank);
    made[1] = l0_new_shaped(list, "state", states.type, states.dims, states.rank);
    l0_launch_row(list, row, inputs, count, 0, made, d->is_long ? 2 : 1, NULL);
    if (d->is_long)
        l0_kernel_workspace(list, chunk_bytes(list, given[GATED_QUERY], state));
    l0_launch_view_copy(list, made[0], out);
    if (d->is_long)
        l0_launch_view_copy(list, made[1], state);
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_step(list, L0_STEP_APPLY, row, inputs, count, made, 2, d);
    l0_step(list, L0_STEP_STORE, NULL, &made[0], 1, &out, 1, NULL);
    l0_step(list, L0_STEP_STORE, NULL, &made[1], 1, &state, 1, NULL);
}

void attention_list_gated_delta(struct l0_list *list, int query, int key, int value, int beta,
                                int stateRef, int actualSeqLengths, int ssmStateIndices, int g,
                                int gk, int numAcceptedTokens, double scaleValue, int out)
{
    const int given[GATED_INPUTS] = {query,
                                     key,
                                     value,
                                     beta,
                                     stateRef,
                                     actualSeqLengths,
                                     ssmStateIndices,
                                     g,
                                     gk,
                                     numAcceptedTokens};
    struct gated_delta *d = l0_take(list, sizeof *d);
    if (d == NULL)
        return;
    *d = (struct gated_delta){.scale = (float)scaleValue};
    append(list, &l0_RecurrentGatedDeltaRule, d, given, out, stateRef);
}

void attention_list_chunk_gated_delta(struct l0_list *list, int query, int key, int value, int beta,
                                      int initialState, int actualSeqLengths, int gOptional,
                                      double scaleValue, int out, int finalState)
{
    const int given[GATED_INPUTS] = {
        query,   key,       value,   beta,   initialState, actualSeqLengths,
        L0_NONE, gOptional, L0_NONE, L0_NONE};
    struct gated_delta *d = l0_take(list, sizeof *d);
    if (d == NULL)
        return;
    *d = (struct gated_delta){.scale = (float)scaleValue, .is_long = true};
    append(list, &l0_ChunkGatedDeltaRule, d, given, out, finalState);
}
