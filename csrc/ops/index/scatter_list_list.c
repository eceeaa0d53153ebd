/* SPDX-License-Identifier: Apache-2.0 */
/* ScatterList: lists of L0 operators. */
#include "ops/index/scatter_list.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/index.h"
#include "workspace/l0_operators.h"

static void write_slot(struct l0_list *list, const int *inputs, int count, int out,
                       struct slot given)
{
    struct slot *slot = l0_take(list, sizeof *slot);
    const struct l0_tensor like = list->tensors[out];
    int changed = l0_new_shaped(list, "changed", like.type, like.dims, like.rank);
    if (slot == NULL || changed == L0_NONE)
        return;
    *slot = given;
    l0_step(list, L0_STEP_APPLY, &l0_ScatterList, inputs, count, &changed, 1, slot);
    l0_step(list, L0_STEP_STORE, NULL, &changed, 1, &out, 1, NULL);
}

void index_list_scatter_list(struct l0_list *list, const struct tensor_array *varRef, int indice,
                             int updates, int maskOptional, int64_t axis)
{
    uint64_t members = varRef->count;
    bool has_mask = maskOptional != L0_NONE;
    int *refs = l0_take(list, members * sizeof *refs);
    int *operands = l0_take(list, (members + 3) * sizeof *operands);
    if (refs == NULL || operands == NULL)
        return;
    for (uint64_t i = 0; i < members; i++) {
        refs[i] = l0_user_tensor(list, "varRef", varRef->members[i]);
        operands[i] = l0_contiguous(list, refs[i]);
    }
    int *others = &operands[members];
    others[0] = l0_contiguous(list, indice);
    others[1] = l0_contiguous(list, updates);
    others[2] = has_mask ? l0_contiguous(list, maskOptional) : L0_NONE;
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_launch_row(list, &l0_ScatterList, operands, (int)members + 2 + has_mask, 0, NULL, 0, NULL);
    for (uint64_t i = 0; i < members; i++)
        if (operands[i] != refs[i])
            l0_launch_view_copy(list, operands[i], refs[i]);
    int32_t rank = list->tensors[others[1]].rank;
    for (uint64_t i = 0; i < members; i++)
        write_slot(list, (int[]){operands[i], others[0], others[1], others[2]}, 3 + has_mask,
                   refs[i],
                   (struct slot){.member = (int64_t)i,
                                 .dim = (int32_t)(axis < 0 ? axis + rank : axis) - 1,
                                 .has_mask = has_mask});
}
