/* SPDX-License-Identifier: Apache-2.0 */
/* RingAttentionUpdate: the list of L0 operators. */
#include "ops/attention/ring_update.h"

#include <stdbool.h>
#include <stdint.h>

#include "declared/attention.h"
#include "workspace/l0_operators.h"

#define STATISTICS_AND_RESULTS 6
#define RESULTS 3

void attention_list_ring_update_by(struct l0_list *list, int prevAttnOut, int prevSoftmaxMax,
                                   int prevSoftmaxSum, int curAttnOut, int curSoftmaxMax,
                                   int curSoftmaxSum, int actualSeqQlenOptional,
                                   const char *inputLayoutOptional,
                                   const char *inputSoftmaxLayoutOptional, int attnOutOut,
                                   int softmaxMaxOut, int softmaxSumOut)
{
    const int read[] = {prevAttnOut,   prevSoftmaxMax, prevSoftmaxSum,       curAttnOut,
                        curSoftmaxMax, curSoftmaxSum,  actualSeqQlenOptional};
    const int written[] = {attnOutOut, softmaxMaxOut, softmaxSumOut};
    int inputs[STATISTICS_AND_RESULTS + 1];
    int made[RESULTS];
    struct ring_update *u = l0_take(list, sizeof *u);
    if (u == NULL)
        return;
    u->has_batches = ring_is_text(inputLayoutOptional, "SBH");
    u->has_ends = !u->has_batches && !ring_is_text(inputSoftmaxLayoutOptional, "TND");
    int count = STATISTICS_AND_RESULTS + (u->has_batches ? 0 : 1);
    for (int i = 0; i < count; i++)
        inputs[i] = l0_contiguous(list, read[i]);
    for (int i = 0; i < RESULTS; i++) {
        const struct l0_tensor like = list->tensors[read[i]];
        made[i] = l0_new_shaped(list, "updated", like.type, like.dims, like.rank);
    }
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_apply(list, &l0_RingAttentionUpdate, inputs, count, 0, made, RESULTS, u);
    for (int i = 0; i < RESULTS && list->status == ACLNN_SUCCESS; i++)
        l0_view_copy(list, made[i], written[i]);
}

void attention_list_ring_update(struct l0_list *list, int prevAttnOut, int prevSoftmaxMax,
                                int prevSoftmaxSum, int curAttnOut, int curSoftmaxMax,
                                int curSoftmaxSum, int actualSeqQlenOptional,
                                const char *inputLayoutOptional, int attnOutOut, int softmaxMaxOut,
                                int softmaxSumOut)
{
    attention_list_ring_update_by(
        list, prevAttnOut, prevSoftmaxMax, prevSoftmaxSum, curAttnOut, curSoftmaxMax, curSoftmaxSum,
        actualSeqQlenOptional, inputLayoutOptional, "", attnOutOut, softmaxMaxOut, softmaxSumOut);
}
