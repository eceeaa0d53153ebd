/* SPDX-License-Identifier: Apache-2.0 */
/* Copies of experts: lists of L0 operators. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/common.h"
#include "declared/moe.h"
#include "ops/common/list.h"
#include "ops/moe/lists.h"
#include "workspace/l0_operators.h"

/* Which experts of each token are used. */
static void prune(struct l0_list *list, int scales, int thresholds, int active, int mask)
{
    struct l0_fold *fold = l0_take(list, sizeof *fold);
    const struct l0_tensor s = list->tensors[scales];
    int inputs[] = {scales, l0_reshape(list, thresholds, (const int64_t[]){1, s.dims[1]}, 2),
                    active == L0_NONE
                        ? list_integer_constant(list, "active", 1, ACL_BOOL)
                        : l0_reshape(list, active, (const int64_t[]){s.dims[0], 1}, 2)};
    if (fold == NULL || inputs[1] == L0_NONE || inputs[2] == L0_NONE)
        return;
    fold->dims = 2;
    l0_step(list, L0_STEP_APPLY, &l0_MoePruneExperts, inputs, 3, &mask, 1, fold);
}

void moe_list_update_expert(struct l0_list *list, int expertIds, int eplbTable, int expertScales,
                            int pruningThreshold, int activeMask, int64_t localRankId,
                            int64_t worldSize, int64_t balanceMode, int balancedExpertIds,
                            int balancedActiveMask)
{
    struct moe_updating *attributes = l0_take(list, sizeof *attributes);
    const int read[] = {moe_dense(list, expertIds), moe_dense(list, eplbTable),
                        moe_dense(list, expertScales), moe_dense(list, pruningThreshold),
                        moe_dense(list, activeMask)};
    const int made[] = {moe_like(list, "copies", balancedExpertIds),
                        moe_like(list, "mask", balancedActiveMask)};
    if (list->status != ACLNN_SUCCESS || attributes == NULL || made[0] == L0_NONE ||
        made[1] == L0_NONE)
        return;
    *attributes = (struct moe_updating){localRankId, worldSize, balanceMode == 1};
    moe_launch(list, &l0_MoeUpdateExpert, read, 5, made, 2);
    l0_step(list, L0_STEP_APPLY, &l0_MoeUpdateExpert, read, 2, made, 1, attributes);
    l0_view_copy(list, made[0], balancedExpertIds);
    if (read[2] != L0_NONE)
        prune(list, read[2], read[3], read[4], made[1]);
    moe_return(list, made[1], balancedActiveMask);
    if (read[2] != L0_NONE)
        list_store_reshaped(list, made[1], balancedActiveMask);
    else
        moe_store_number(list, 1, balancedActiveMask);
}
