/* SPDX-License-Identifier: Apache-2.0 */
/* AttentionUpdate: the list of L0 operators. */
#include "ops/attention/attention_update.h"

#include <stdbool.h>
#include <stdint.h>

#include "declared/attention.h"
#include "workspace/l0_operators.h"

void attention_list_update(struct l0_list *list, const struct tensor_array *lse,
                           const struct tensor_array *localOut, int64_t updateType, int out,
                           int lseOut)
{
    int inputs[2 * ATTENTION_MOST_PARTS];
    int made[2];
    const int written[] = {out, lseOut};
    int parts = (int)lse->count;
    int outputs = updateType == 1 ? 2 : 1;
    struct attention_update *u = l0_take(list, sizeof *u);
    if (u == NULL)
        return;
    *u = (struct attention_update){parts, outputs == 2};
    for (int i = 0; i < parts; i++) {
        inputs[i] = l0_contiguous(list, l0_user_tensor(list, "lse", lse->members[i]));
        inputs[parts + i] = l0_contiguous(list,
                                          l0_user_tensor(list, "localOut", localOut->members[i]));
    }
    for (int i = 0; i < outputs; i++) {
        const struct l0_tensor to = list->tensors[written[i]];
        made[i] = l0_new_shaped(list, "AttentionUpdate", to.type, to.dims, to.rank);
    }
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_apply(list, &l0_AttentionUpdate, inputs, 2 * parts, 0, made, outputs, u);
    for (int i = 0; i < outputs && list->status == ACLNN_SUCCESS; i++)
        l0_view_copy(list, made[i], written[i]);
}
