/* SPDX-License-Identifier: Apache-2.0 */
/* Products of quantised matrices whose groups of numbers have scales: what their checks, lists and
 * shapes share. */
#include "ops/quant/scaled_product.h"

#include <stdbool.h>
#include <stdint.h>

#include "ops/quant/quant_product.h"
#include "tensor/convert.h"

static bool is_of(const struct tensor *t, aclDataType type)
{
    return t != NULL && t->type == type;
}

static bool has_lines(const struct tensor *t, aclDataType type)
{
    return is_of(t, type) && t->rank > 1;
}

static bool are_blocks(const struct quant_scaled *g)
{
    bool fits = (g->x1->type == ACL_INT8 || g->x1->type == ACL_HIFLOAT8)
                    ? g->x2->type == g->x1->type
                : type_is_float8(g->x1->type) ? type_is_float8(g->x2->type)
                                              : false;
    return fits && has_lines(g->x1_scale, ACL_FLOAT) && has_lines(g->x2_scale, ACL_FLOAT);
}

static bool have_offsets(const struct quant_scaled *g)
{
    return quant_product_is_small(g->x1->type) && quant_product_is_small(g->x2->type) &&
           has_lines(g->x1_scale, ACL_FLOAT) && has_lines(g->x2_scale, ACL_FLOAT) &&
           has_lines(g->offset, ACL_FLOAT16);
}

enum quant_scaling quant_scaling_of(const struct quant_scaled *given)
{
    bool is_float4 = type_is_float8(given->x1->type) && given->x2->type == ACL_FLOAT4_E2M1;
    if (is_of(given->x1_scale, ACL_FLOAT8_E8M0) && is_of(given->x2_scale, ACL_FLOAT8_E8M0))
        return SCALED_POWERS;
    if (given->x1->type == ACL_INT8 && given->x2->type == ACL_INT32)
        return SCALED_INT4;
    if (is_float4)
        return SCALED_FLOAT4;
    if (have_offsets(given))
        return SCALED_OFFSETS;
    return are_blocks(given) ? SCALED_BLOCKS : SCALED_LINES;
}

/* Whether two neighbouring dims, behind which `behind` elements lie densely, are swapped. */
static bool are_swapped(const struct tensor *t, int32_t first, int64_t behind)
{
    int64_t step = behind;
    int64_t next;
    if (first < 0 || t->strides[first] != behind ||
        __builtin_mul_overflow(behind, t->dims[first], &next) || t->strides[first + 1] != next ||
        (t->dims[first] == 1 && t->dims[first + 1] == 1))
        return false;
    if (__builtin_mul_overflow(step, t->dims[first], &step) ||
        __builtin_mul_overflow(step, t->dims[first + 1], &step))
        return false;
    for (int32_t i = first - 1; i >= 0; i--)
        if (t->strides[i] != step || __builtin_mul_overflow(step, t->dims[i], &step))
            return false;
    return true;
}

bool quant_scaled_is_turned(const struct tensor *t)
{
    return are_swapped(t, t->rank - 2, 1);
}

bool quant_powers_are_turned(const struct tensor *t)
{
    return t->rank > 2 && are_swapped(t, t->rank - 3, t->dims[t->rank - 1]);
}
