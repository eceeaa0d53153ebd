/* SPDX-License-Identifier: Apache-2.0 */
/* Products of groups of float8, hifloat8 and float4 on Ascend950: what their scales belong to. */
#include "ops/matmul/grouped_floats.h"

#include <stdbool.h>
#include <stdint.h>

#include "base/number.h"
#include "executor/operator.h"
#include "ops/common/check.h"
#include "ops/matmul/grouped_matmul.h"

bool matmul_grouped_is_of_floats(const struct reading *r)
{
    aclDataType x = matmul_grouped_member(r, r->x, 0)->type;
    aclDataType weight = matmul_grouped_member(r, r->weight, 0)->type;
    return call_is_on_950(r->call) && r->tokens >= 0 &&
           ((type_is_float8(x) && type_is_float8(weight)) ||
            (matmul_grouped_is_float4(x) && matmul_grouped_is_float4(weight)) ||
            (x == ACL_HIFLOAT8 && weight == ACL_HIFLOAT8));
}

bool matmul_grouped_is_mixed(const struct reading *r)
{
    bool is_half = type_is_half(matmul_grouped_member(r, r->x, 0)->type);
    aclDataType weight = matmul_grouped_member(r, r->weight, 0)->type;
    return call_is_on_950(r->call) && r->tokens >= 0 &&
           (matmul_grouped_has_float8(r) || matmul_grouped_has_both(r) ||
            (is_half && weight == ACL_FLOAT4_E2M1));
}

bool matmul_grouped_is_list(const struct reading *r)
{
    return matmul_grouped_count_of(r, r->weight) > 1 ||
           (r->type == GROUPS_OF_ROWS && matmul_grouped_member(r, r->weight, 0)->rank == 2 &&
            (matmul_grouped_is_of_floats(r) || matmul_grouped_is_mixed(r)));
}

bool matmul_grouped_is_requantised(const struct reading *r)
{
    return call_is_on_950(r->call) && r->tokens >= 0 && matmul_grouped_is_packed(r);
}

bool matmul_grouped_powers_are_turned(const struct tensor *t)
{
    int32_t last = t->rank - 1;
    return last >= 2 && t->strides[last] == 1 && t->strides[last - 2] == GROUPED_POWERS_IN_A_PAIR &&
           t->strides[last - 1] % GROUPED_POWERS_IN_A_PAIR == 0 &&
           t->strides[last - 1] / GROUPED_POWERS_IN_A_PAIR == t->dims[last - 2];
}

/* Groups of a short depth, of few columns, whose scales of rows may lie as they like. */
static bool is_short(const struct reading *r, const struct tensor *tokens)
{
    const struct tensor *x = matmul_grouped_member(r, r->x, 0);
    const struct tensor *weight = matmul_grouped_member(r, r->weight, 0);
    return r->type == GROUPS_OF_DEPTH && matmul_grouped_group_count(r) > 1 &&
           weight->dims[weight->rank - 2] < GROUPED_BLOCK &&
           weight->dims[weight->rank - 1] <= GROUPED_BLOCK && x->dims[0] > 1 &&
           x->dims[0] == tokens->dims[0];
}

static bool has_blocks(const struct reading *r)
{
    const struct tensor *x = matmul_grouped_member(r, r->x, 0);
    const struct tensor *weight = matmul_grouped_member(r, r->weight, 0);
    const struct tensor *scale = matmul_grouped_first_of(r, r->scale);
    const struct tensor *tokens = matmul_grouped_first_of(r, r->tokens);
    if (tokens == NULL || scale->rank < 2 || scale->rank != weight->rank || tokens->rank < 2 ||
        tokens->rank != x->rank)
        return false;
    if (!matmul_grouped_has_one_number(tokens) &&
        matmul_grouped_is_turned(tokens) != r->is_x_turned && !is_short(r, tokens))
        return false;
    int32_t last = weight->rank - 1;
    return scale->dims[last] == divide_up(weight->dims[last], GROUPED_BLOCK) &&
           scale->dims[last - 1] ==
               matmul_grouped_scales_down(r, weight->dims[last - 1], GROUPED_BLOCK);
}

enum grouped_scaling matmul_grouped_scaling(const struct reading *r)
{
    bool is_mixed = matmul_grouped_is_mixed(r);
    int scale = is_mixed ? r->weight_scale : r->scale;
    if (matmul_grouped_member(r, scale, 0)->type == ACL_FLOAT8_E8M0)
        return SCALES_AS_POWERS;
    if (is_mixed)
        return SCALES_OF_SUMS;
    return has_blocks(r) ? SCALES_OF_BLOCKS : SCALES_OF_SUMS;
}
