/* SPDX-License-Identifier: Apache-2.0 */
/* Convolutions along time that start from states: list of L0 operators. The kernel writes states
 * and results itself. */
#include "ops/conv/causal.h"

#include <string.h>

#include "declared/conv.h"
#include "ops/common/check.h"
#include "ops/common/list.h"
#include "workspace/l0_operators.h"

#define FIRST 3 /* x, weight and states */
#define MOST (FIRST + CAUSAL_OPTIONAL)

static uint64_t workspace_of(const struct l0_list *list, const struct causal *c, int states)
{
    uint64_t kept = list->tensors[states].bytes;
    bool copies = c->is_prefill && c->places[CAUSAL_MODES] >= 0;
    return copies ? L0_SYSTEM_WORKSPACE + kept : 0;
}

void conv_list_causal(struct l0_list *list, const struct call *call)
{
    static const char *const first[FIRST] = {"x", "weight", "convStatesRef"};
    const char *activation = call->arguments[call_find(call, "activation")].text;
    struct causal *c = l0_take(list, sizeof *c);
    int read[MOST];
    int launched[MOST];
    int count = 0;
    if (c == NULL)
        return;
    *c = (struct causal){0};
    for (int i = 0; i < CAUSAL_OPERANDS; i++)
        c->places[i] = -1;
    conv_causal_read(call, c);
    c->nowhere = call->arguments[call_find(call, "nullBlockId")].integer;
    c->has_silu = activation == NULL || strcmp(activation, "none") != 0;
    for (int i = 0; i < MOST; i++) {
        bool is_there = i < FIRST || conv_causal_operand(call, i - FIRST) != NULL;
        if (i >= FIRST)
            c->places[i - FIRST] = is_there ? count : -1;
        if (is_there)
            read[count++] = list_tensor_named(list, call,
                                              i < FIRST ? first[i] : conv_causal_names[i - FIRST]);
    }
    for (int i = 0; i < count; i++)
        launched[i] = l0_contiguous(list, read[i]);
    int outs[] = {launched[2], list_tensor_named(list, call, "y")};
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_launch_row(list, &l0_CausalConv1d, launched, count, 0, outs, 2, NULL);
    l0_kernel_workspace(list, workspace_of(list, c, read[2]));
    outs[0] = read[2];
    l0_step(list, L0_STEP_APPLY, &l0_CausalConv1d, read, count, outs, 2, c);
}
