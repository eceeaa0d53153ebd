/* SPDX-License-Identifier: Apache-2.0 */
/* The best experts by softmax: lists of L0 operators. */
#include "ops/moe/gating_softmax.h"

#include <stdbool.h>
#include <stdint.h>

#include "declared/moe.h"
#include "ops/moe/lists.h"
#include "workspace/l0_operators.h"

static void gate(struct l0_list *list, const struct l0_row *row, int x, int finished,
                 struct gating_softmax as, const int *out, int outputs)
{
    const int inputs[] = {moe_dense(list, x), moe_dense(list, finished)};
    int made[3];
    struct gating_softmax *g = l0_take(list, sizeof *g);
    if (g == NULL)
        return;
    *g = as;
    g->has_finished = finished != L0_NONE;
    for (int i = 0; i < outputs; i++) {
        const struct l0_tensor like = list->tensors[out[i]];
        made[i] = l0_new_shaped(list, "chosen", like.type, like.dims, like.rank);
    }
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_apply(list, row, inputs, g->has_finished ? 2 : 1, 0, made, outputs, g);
    for (int i = 0; i < outputs && list->status == ACLNN_SUCCESS; i++)
        l0_view_copy(list, made[i], out[i]);
}

void moe_list_gating_softmax(struct l0_list *list, int x, int finishedOptional, int yOut,
                             int expertIdxOut, int rowIdxOut)
{
    gate(list, &l0_MoeGatingTopKSoftmax, x, finishedOptional,
         (struct gating_softmax){.has_rows = true}, (const int[]){yOut, expertIdxOut, rowIdxOut},
         3);
}

void moe_list_gating_softmax_v2(struct l0_list *list, int x, int finishedOptional, int64_t renorm,
                                bool outputSoftmaxResultFlag, int yOut, int expertIdxOut,
                                int softmaxResultOutOptional)
{
    struct gating_softmax as = {.is_of_chosen = renorm == 1};
    as.has_softmax = outputSoftmaxResultFlag && !as.is_of_chosen;
    gate(list, &l0_MoeGatingTopKSoftmaxV2, x, finishedOptional, as,
         (const int[]){yOut, expertIdxOut, softmaxResultOutOptional}, as.has_softmax ? 3 : 2);
}
