/* SPDX-License-Identifier: Apache-2.0 */
/* LightningIndexer: the list of L0 operators. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/attention.h"
#include "operators.h"
#include "ops/attention/lightning.h"
#include "workspace/l0_operators.h"

#define BASE_ROWS 512 /* of scores at once, which a core keeps twice */
#define BASE_KEYS 512
#define ENDS_A_CORE (2 * 8) /* rows whose keys other cores have too */
#define MOST_CHOSEN 2048
#define PARAMETERS 16

static uint64_t bytes(const struct l0_list *list)
{
    int64_t scores = 2 * BASE_ROWS * BASE_KEYS * (int64_t)sizeof(float);
    int64_t chosen = ENDS_A_CORE * 2 * MOST_CHOSEN * (int64_t)sizeof(int32_t);
    int64_t parameters = ENDS_A_CORE * PARAMETERS * (int64_t)sizeof(int64_t);
    return L0_SYSTEM_WORKSPACE +
           (uint64_t)((scores + chosen + parameters) * (int64_t)list->soc->ai_cores);
}

void attention_list_lightning(struct l0_list *list, int query, int key, int weights,
                              int actualSeqLengthsQueryOptional, int actualSeqLengthsKeyOptional,
                              int blockTableOptional, const char *layoutQueryOptional,
                              const char *layoutKeyOptional, int64_t sparseMode, bool returnValues,
                              int sparseIndicesOut, int sparseValuesOut)
{
    const int given[LIGHTNING_INPUTS] = {query,
                                         key,
                                         weights,
                                         actualSeqLengthsQueryOptional,
                                         actualSeqLengthsKeyOptional,
                                         blockTableOptional};
    const int out[] = {sparseIndicesOut, sparseValuesOut};
    int inputs[LIGHTNING_INPUTS];
    int made[2];
    int count = 0;
    struct lightning *l = l0_take(list, sizeof *l);
    if (l == NULL)
        return;
    l->has_values = returnValues;
    l->form = (struct batches_form){.rows = attention_batches_layout(layoutQueryOptional),
                                    .keys = attention_batches_layout(layoutKeyOptional),
                                    .is_causal = sparseMode == 3};
    l->form.count =
        list->tensors[l->form.rows == BATCHES_ENDS ? actualSeqLengthsQueryOptional : query].dims[0];
    for (int i = 0; i < LIGHTNING_INPUTS; i++) {
        l->at[i] = given[i] == L0_NONE ? L0_NONE : count;
        if (given[i] != L0_NONE)
            inputs[count++] = l0_contiguous(list, given[i]);
    }
    int outputs = returnValues ? 2 : 1;
    for (int i = 0; i < outputs; i++) {
        const struct l0_tensor like = list->tensors[out[i]];
        made[i] = l0_new_shaped(list, "chosen", like.type, like.dims, like.rank);
    }
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_apply(list, &l0_LightningIndexer, inputs, count, 0, made, outputs, l);
    l0_kernel_workspace(list, bytes(list));
    for (int i = 0; i < outputs && list->status == ACLNN_SUCCESS; i++)
        l0_view_copy(list, made[i], out[i]);
}
