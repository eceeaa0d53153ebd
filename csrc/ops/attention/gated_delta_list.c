/* SPDX-License-Identifier: Apache-2.0 */
/* RecurrentGatedDeltaRule: the list of L0 operators. */
#include "ops/attention/gated_delta.h"

#include "declared/attention.h"
#include "operators.h"
#include "workspace/l0_operators.h"

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
    int inputs[GATED_INPUTS];
    int made[2];
    int count = 0;
    struct gated_delta *d = l0_take(list, sizeof *d);
    if (d == NULL)
        return;
    d->scale = (float)scaleValue;
    for (int i = 0; i < GATED_INPUTS; i++) {
        d->at[i] = given[i] == L0_NONE ? L0_NONE : count;
        if (given[i] != L0_NONE)
            inputs[count++] = i == GATED_STATE ? given[i] : l0_contiguous(list, given[i]);
    }
    if (list->status != ACLNN_SUCCESS)
        return;
    const struct l0_tensor state = list->tensors[stateRef];
    const struct l0_tensor result = list->tensors[out];
    made[0] = l0_new_shaped(list, "out", result.type, result.dims, result.rank);
    made[1] = l0_new_shaped(list, "state", state.type, state.dims, state.rank);
    l0_launch_row(list, &l0_RecurrentGatedDeltaRule, inputs, count, 0, made, 1, NULL);
    l0_launch_view_copy(list, made[0], out);
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_step(list, L0_STEP_APPLY, &l0_RecurrentGatedDeltaRule, inputs, count, made, 2, d);
    l0_step(list, L0_STEP_STORE, NULL, &made[0], 1, &out, 1, NULL);
    l0_step(list, L0_STEP_STORE, NULL, &made[1], 1, &stateRef, 1, NULL);
}
