/* SPDX-License-Identifier: Apache-2.0 */
/* KvRmsNormRopeCache: the list of L0 operators. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/attention.h"
#include "ops/attention/norm_rope.h"
#include "ops/common/check.h"
#include "workspace/l0_operators.h"

static int tensor_of(struct l0_list *list, const struct call *call, int at)
{
    const struct tensor *given = at < 0 ? NULL : call_tensor(call, at);
    return given == NULL ? L0_NONE : l0_user_tensor(list, call_name(call, at), given);
}

/* Reads the inputs; those that were not given are left out of the operator's. */
static int read_inputs(struct l0_list *list, const struct call *call, struct norm_rope *n,
                       int *given, int *dense)
{
    int count = 0;
    for (int i = 0; i < NORM_ROPE_INPUTS; i++) {
        int tensor = tensor_of(list, call, attention_norm_rope_find(call, (enum norm_rope_input)i));
        n->at[i] = tensor == L0_NONE ? L0_NONE : count;
        if (tensor == L0_NONE)
            continue;
        given[count] = tensor;
        dense[count++] = l0_contiguous(list, tensor);
    }
    return count;
}

static int made_like(struct l0_list *list, int tensor, const char *name)
{
    const struct l0_tensor like = list->tensors[tensor];
    return l0_new_shaped(list, name, like.type, like.dims, like.rank);
}

void attention_list_norm_rope(struct l0_list *list, const struct call *call)
{
    static const char *const results[] = {"kCacheRef", "ckvCacheRef", "kRopeOut", "cKvOut"};
    int given[NORM_ROPE_INPUTS];
    int dense[NORM_ROPE_INPUTS];
    int written[NORM_ROPE_OUTPUTS];
    int made[NORM_ROPE_OUTPUTS];
    struct norm_rope *n = l0_take(list, sizeof *n);
    if (n == NULL)
        return;
    n->mode = attention_norm_rope_mode(call->arguments[call_find(call, "cacheModeOptional")].text);
    n->epsilon = (float)call->arguments[call_find(call, "epsilon")].real;
    n->has_outputs = call->arguments[call_find(call, "isOutputKv")].integer != 0;
    int outputs = n->has_outputs ? NORM_ROPE_OUTPUTS : NORM_ROPE_K_OUT;
    int count = read_inputs(list, call, n, given, dense);
    if (list->status != ACLNN_SUCCESS)
        return;
    for (int i = 0; i < outputs; i++) {
        written[i] = tensor_of(list, call, call_find(call, results[i]));
        made[i] = made_like(list, written[i], results[i]);
    }
    l0_launch_row(list, &l0_KvRmsNormRopeCache, dense, count, 0, made + NORM_ROPE_K_OUT,
                  outputs - NORM_ROPE_K_OUT, NULL);
    for (int i = NORM_ROPE_K_CHANGED; i <= NORM_ROPE_V_CHANGED; i++) {
        int cache = n->at[NORM_ROPE_K_CACHE] + i;
        if (dense[cache] != given[cache])
            l0_launch_view_copy(list, dense[cache], given[cache]);
    }
    for (int i = NORM_ROPE_K_OUT; i < outputs; i++)
        l0_launch_view_copy(list, made[i], written[i]);
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_step(list, L0_STEP_APPLY, &l0_KvRmsNormRopeCache, dense, count, made, outputs, n);
    for (int i = 0; i < outputs; i++)
        l0_step(list, L0_STEP_STORE, NULL, &made[i], 1, &written[i], 1, NULL);
}
