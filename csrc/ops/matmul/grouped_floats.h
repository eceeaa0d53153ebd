/* SPDX-License-Identifier: Apache-2.0 */
/* Products of groups of float8, hifloat8 and float4: what their checks share. */
#ifndef ACLNN_PY_OPS_MATMUL_GROUPED_FLOATS_H
#define ACLNN_PY_OPS_MATMUL_GROUPED_FLOATS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/number.h"
#include "executor/operator.h"
#include "ops/common/check.h"
#include "ops/matmul/grouped_matmul.h"

#define GROUPED_POWERS_IN_A_PAIR 2

static inline bool matmul_grouped_is_float4(aclDataType type)
{
    return type == ACL_FLOAT4_E2M1 || type == ACL_FLOAT4_E1M2;
}

/* Weight of float8 or hifloat8 beside x of float16 or bfloat16, [k, n] transposed. */
static inline bool matmul_grouped_has_float8(const struct reading *r)
{
    aclDataType weight = matmul_grouped_member(r, r->weight, 0)->type;
    return type_is_half(matmul_grouped_member(r, r->x, 0)->type) &&
           (type_is_float8(weight) || weight == ACL_HIFLOAT8);
}

/* Weight of float4 beside x of float8. */
static inline bool matmul_grouped_has_both(const struct reading *r)
{
    return matmul_grouped_member(r, r->x, 0)->type == ACL_FLOAT8_E4M3FN &&
           matmul_grouped_member(r, r->weight, 0)->type == ACL_FLOAT4_E2M1;
}

/* The first tensor of an optional list; NULL: there is none. */
static inline const struct tensor *matmul_grouped_first_of(const struct reading *r, int parameter)
{
    return matmul_grouped_is_left_out(r->call, parameter) ? NULL
                                                          : matmul_grouped_member(r, parameter, 0);
}

static inline int64_t matmul_grouped_group_count(const struct reading *r)
{
    return r->call->arguments[r->groups].tensor->dims[0];
}

/* Parts of the depth that have scales of their own: of each group, where these divide it. */
static inline int64_t matmul_grouped_scales_down(const struct reading *r, int64_t depth,
                                                 int64_t size)
{
    return r->type == GROUPS_OF_DEPTH ? depth / size + matmul_grouped_group_count(r)
                                      : divide_up(depth, size);
}

static inline bool matmul_grouped_has_one_number(const struct tensor *t)
{
    return t->rank >= 2 && t->dims[t->rank - 1] == 1 && t->dims[t->rank - 2] == 1;
}

#endif
