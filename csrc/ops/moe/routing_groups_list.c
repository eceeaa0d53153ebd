/* SPDX-License-Identifier: Apache-2.0 */
/* MoeInitRoutingV3: tokens quantised to float8 in groups of columns, as steps. */
#include <float.h>
#include <stdbool.h>
#include <stdint.h>

#include "declared/common.h"
#include "declared/moe.h"
#include "declared/pad.h"
#include "declared/quant.h"
#include "ops/common/list.h"
#include "ops/moe/lists.h"
#include "ops/pad/pad.h"
#include "ops/quant/quant.h"
#include "workspace/l0_operators.h"

#define LEAST_MAGNITUDE 0.0001F

/* Tokens with zeros behind them, [tokens, groups, columns of one]. */
static int in_groups(struct l0_list *list, int tokens, int64_t groups)
{
    const struct l0_tensor x = list->tensors[tokens];
    const int64_t whole[] = {x.dims[0], groups * MOE_ROUTED_GROUP};
    const int64_t dims[] = {x.dims[0], groups, MOE_ROUTED_GROUP};
    if (x.dims[1] == whole[1])
        return l0_reshape(list, tokens, dims, 3);
    struct pad *pad = l0_take(list, sizeof *pad);
    int filled = l0_new_shaped(list, "groups", x.type, whole, 2);
    if (pad == NULL || filled == L0_NONE)
        return L0_NONE;
    *pad = (struct pad){.mode = PAD_CONSTANT};
    int zero = list_constant(list, "zero", 0, x.type);
    l0_step(list, L0_STEP_APPLY, &l0_MxPadded, (const int[]){tokens, zero}, 2, &filled, 1, pad);
    return l0_reshape(list, filled, dims, 3);
}

/* The scale of its group for each number. */
static int spread(struct l0_list *list, int scales, int64_t columns)
{
    const struct l0_tensor s = list->tensors[scales];
    const int64_t dims[] = {s.dims[0], s.dims[1], MOE_ROUTED_GROUP};
    const int64_t lines[] = {s.dims[0], s.dims[1] * MOE_ROUTED_GROUP};
    int each = l0_new_shaped(list, "scales of elements", ACL_FLOAT, dims, 3);
    if (each == L0_NONE)
        return L0_NONE;
    l0_step(list, L0_STEP_APPLY, &l0_MxSpread, &scales, 1, &each, 1, NULL);
    return l0_part(list, l0_reshape(list, each, lines, 2), 1, 0, columns);
}

void moe_list_groups(struct l0_list *list, int tokens, int64_t mode, int *results)
{
    const struct l0_tensor x = list->tensors[tokens];
    aclDataType type = moe_routing_type(x.type, mode);
    bool is_least = mode == ROUTED_GROUPS_AT_LEAST || mode == ROUTED_GROUPS_AT_LEAST + 1;
    int64_t groups = moe_routing_groups(x.dims[1], mode);
    const int64_t dims[] = {x.dims[0], groups, 1};
    int blocks = in_groups(list, tokens, groups);
    int largest = list_number_of(list, quant_largest(type));
    const int powers[] = {blocks, list_number_of(list, is_least ? LEAST_MAGNITUDE : 0), largest,
                          list_number_of(list, 0)};
    const int quotients[] = {blocks, largest, list_number_of(list, FLT_MAX)};
    struct l0_fold *fold = l0_take(list, sizeof *fold);
    results[0] = l0_new_shaped(list, "quantised", type, x.dims, 2);
    results[1] = l0_new_shaped(list, "scales", ACL_FLOAT, dims, 3);
    if (fold == NULL || list->status != ACLNN_SUCCESS)
        return;
    fold->dims = UINT64_C(1) << 2;
    if (moe_routing_has_pairs(mode))
        l0_step(list, L0_STEP_APPLY, &l0_BlockQuantScale, quotients, 3, &results[1], 1, fold);
    else
        l0_step(list, L0_STEP_APPLY, &l0_MoeGroupScale, powers, 4, &results[1], 1, fold);
    const int inputs[] = {tokens, spread(list, results[1], x.dims[1]), largest};
    if (list->status == ACLNN_SUCCESS)
        l0_step(list, L0_STEP_APPLY, &l0_MxHeld, inputs, 3, &results[0], 1, NULL);
}
