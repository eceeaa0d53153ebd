/* SPDX-License-Identifier: Apache-2.0 */
/* Products of groups on Ascend950 whose weight of float8, hifloat8 or float4 stands for floats:
 * checks. CANN's op_api answers 161002 to all that it does not take. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "executor/operator.h"
#include "ops/common/check.h"
#include "ops/common/fractals.h"
#include "ops/matmul/grouped_floats.h"
#include "ops/matmul/grouped_matmul.h"

#define SIDE_UNIT 64 /* of float4 */
#define MIXED "weight of float8, hifloat8 or float4"

static aclnnStatus check_attributes(const struct reading *r)
{
    if (r->activation != NO_ACTIVATION)
        return matmul_grouped_refuse_number(r, "actType", "0, with floating x,");
    if (r->type != GROUPS_OF_ROWS)
        return matmul_grouped_refuse_number(r, "groupType", "0, with " MIXED ",");
    if (r->split_item != 2 && r->split_item != 3)
        return matmul_grouped_refuse_number(r, "splitItem", "2 or 3, with " MIXED ",");
    if (matmul_grouped_has_float8(r) == r->is_fractal)
        return matmul_grouped_refuse_member(
            r, r->weight, 0,
            "weight of float8 and hifloat8 beside x of float16 or bfloat16 is taken by "
            "aclnnGroupedMatmulV4 and V5, weight of float4 by aclnnGroupedMatmulWeightNz");
    return matmul_grouped_has_groups(r) ? ACLNN_SUCCESS
                                        : matmul_grouped_refuse_missing(r, r->groups, MIXED);
}

static aclnnStatus check_lists(const struct reading *r)
{
    const int unused[] = {r->weight_offset, r->scale, r->offset,
                          matmul_grouped_has_both(r) ? -1 : r->tokens};
    const int lists[] = {r->weight_scale, r->bias};
    int members = matmul_grouped_count_of(r, r->weight);
    for (int i = 0; i < 4; i++)
        if (unused[i] >= 0 && matmul_grouped_first_of(r, unused[i]) != NULL)
            return matmul_grouped_refuse_given(r, unused[i], MIXED);
    if (matmul_grouped_first_of(r, r->weight_scale) == NULL)
        return matmul_grouped_refuse_missing(r, r->weight_scale, MIXED);
    if (matmul_grouped_has_both(r) && matmul_grouped_first_of(r, r->tokens) == NULL)
        return matmul_grouped_refuse_missing(r, r->tokens, "x of float8 and weight of float4");
    if (matmul_grouped_count_of(r, r->x) != 1 || matmul_grouped_count_of(r, r->out) != 1 ||
        (matmul_grouped_is_list(r) && !matmul_grouped_has_both(r)))
        return matmul_grouped_refuse_member(
            r, r->weight, 0,
            "one tensor each of x, weight and the results is required, or, with x of float8, a "
            "list of matrices as weight");
    for (int i = 0; i < 2; i++) {
        if (matmul_grouped_first_of(r, lists[i]) == NULL)
            continue;
        bool fits = matmul_grouped_count_of(r, lists[i]) == members;
        for (int j = 0; fits && j < members; j++)
            fits = matmul_grouped_member(r, lists[i], j) != NULL;
        if (!fits)
            return matmul_grouped_refuse_member(r, lists[i], 0,
                                                "as many tensors as of weight are required");
    }
    return ACLNN_SUCCESS;
}

static aclnnStatus check_types(const struct reading *r)
{
    aclDataType x = matmul_grouped_member(r, r->x, 0)->type;
    aclDataType out = matmul_grouped_member(r, r->out, 0)->type;
    aclDataType own = matmul_grouped_has_float8(r) ? x : ACL_FLOAT8_E8M0;
    aclDataType weight = matmul_grouped_member(r, r->weight, 0)->type;
    if (type_is_half(x) ? out != x : !type_is_half(out))
        return matmul_grouped_refuse_member(
            r, r->out, 0, "the data type of x, or beside float8 float16 or bfloat16, is required");
    for (int i = 0; i < matmul_grouped_count_of(r, r->weight); i++) {
        if (matmul_grouped_member(r, r->weight, i)->type != weight)
            return matmul_grouped_refuse_member(r, r->weight, i,
                                                "all of weight have one data type");
        if (matmul_grouped_member(r, r->weight_scale, i)->type != own)
            return matmul_grouped_refuse_member(
                r, r->weight_scale, i,
                "the data type of x is required with weight of float8 and hifloat8, float8_e8m0 "
                "with weight of float4");
        if (matmul_grouped_first_of(r, r->bias) == NULL)
            continue;
        aclDataType bias = matmul_grouped_member(r, r->bias, i)->type;
        if (bias != out && !(x == ACL_BF16 && bias == ACL_FLOAT))
            return matmul_grouped_refuse_member(
                r, r->bias, i,
                "the data type of the results is required, or float32 with x of "
                "bfloat16");
    }
    return ACLNN_SUCCESS;
}

/* The matrices: of float4 in fractals, whose sides are multiples of 64. */
static aclnnStatus check_matrices(const struct reading *r)
{
    bool is_turned = matmul_grouped_has_float8(r) || matmul_grouped_has_both(r);
    if (matmul_grouped_member(r, r->x, 0)->rank != 2 || r->is_x_turned)
        return matmul_grouped_refuse_member(r, r->x, 0,
                                            "two dimensions that are not transposed are required");
    for (int i = 0; i < matmul_grouped_count_of(r, r->weight); i++) {
        const struct tensor *t = matmul_grouped_member(r, r->weight, i);
        if (t->rank != (matmul_grouped_is_list(r) ? 2 : 3) ||
            matmul_grouped_is_turned(t) != is_turned)
            return matmul_grouped_refuse_member(
                r, r->weight, i,
                "three dimensions, or two of a list's members, are required: [k, n] transposed of "
                "float8, hifloat8 and beside x of float8, else as it is");
        if (r->is_fractal != format_is_fractal(t->format))
            return matmul_grouped_refuse_member(
                r, r->weight, i, "weight of float4 lies in fractals, of others in ACL_FORMAT_ND");
        if (r->is_fractal &&
            (t->dims[t->rank - 1] % SIDE_UNIT != 0 || t->dims[t->rank - 2] % SIDE_UNIT != 0))
            return matmul_grouped_refuse_member(r, r->weight, i,
                                                "sides that are multiples of 64 are required");
    }
    return ACLNN_SUCCESS;
}

static aclnnStatus refuse_scale(const struct reading *r, int at)
{
    return matmul_grouped_refuse_member(
        r, r->weight_scale, at,
        "[groups, n] is required of float8 and hifloat8, [groups, k / 32, n] of float4, beside x "
        "of float8 [groups, k / 64, n, 2], without groups for a member of a list");
}

static aclnnStatus check_scales(const struct reading *r)
{
    bool has_groups = !matmul_grouped_is_list(r);
    for (int i = 0; i < matmul_grouped_count_of(r, r->weight); i++) {
        const struct tensor *weight = matmul_grouped_member(r, r->weight, i);
        const struct tensor *t = matmul_grouped_member(r, r->weight_scale, i);
        int64_t columns = weight->dims[weight->rank - 1];
        int64_t depth = weight->dims[weight->rank - 2];
        const int64_t of_columns[] = {weight->dims[0], columns};
        const int64_t of_blocks[] = {weight->dims[0], depth / GROUPED_POWER_BLOCK, columns};
        const int64_t of_pairs[] = {weight->dims[0], depth / SIDE_UNIT, columns,
                                    GROUPED_POWERS_IN_A_PAIR};
        const int64_t *dims = matmul_grouped_has_float8(r) ? of_columns
                              : matmul_grouped_has_both(r) ? of_pairs + !has_groups
                                                           : of_blocks;
        int32_t rank = matmul_grouped_has_float8(r) ? 2
                       : matmul_grouped_has_both(r) ? 3 + has_groups
                                                    : 3;
        if (t->rank != rank || memcmp(t->dims, dims, (size_t)rank * sizeof *dims) != 0)
            return refuse_scale(r, i);
    }
    return ACLNN_SUCCESS;
}

static aclnnStatus check_tokens(const struct reading *r)
{
    const struct tensor *x = matmul_grouped_member(r, r->x, 0);
    const struct tensor *t = matmul_grouped_first_of(r, r->tokens);
    bool fits = matmul_grouped_count_of(r, r->tokens) == 1 && t->type == ACL_FLOAT8_E8M0 &&
                t->rank == 3 && t->dims[0] == x->dims[0] && x->dims[1] % SIDE_UNIT == 0 &&
                t->dims[1] == x->dims[1] / SIDE_UNIT && t->dims[2] == GROUPED_POWERS_IN_A_PAIR;
    return fits ? ACLNN_SUCCESS
                : matmul_grouped_refuse_member(r, r->tokens, 0,
                                               "one tensor of float8_e8m0 [m, k / 64, 2] is "
                                               "required");
}

aclnnStatus matmul_check_grouped_mixed(const struct reading *given)
{
    struct reading r = *given;
    matmul_grouped_read_layouts(&r);
    aclnnStatus status = check_attributes(&r);
    if (status == ACLNN_SUCCESS)
        status = check_lists(&r);
    if (status == ACLNN_SUCCESS)
        status = check_types(&r);
    if (status == ACLNN_SUCCESS)
        status = check_matrices(&r);
    if (status == ACLNN_SUCCESS && matmul_grouped_has_both(&r))
        status = check_tokens(&r);
    return status == ACLNN_SUCCESS ? check_scales(&r) : status;
}

/* ---- Weight of int4 that becomes int8 -------------------------------------------------------- */

#define REQUANTISED "x of int8 and weight of int4"

static aclnnStatus check_requantised_given(const struct reading *r)
{
    const int required[] = {r->weight_scale, r->scale, r->tokens};
    const int unused[] = {r->weight_offset, r->offset};
    const int lists[] = {r->x, r->weight, r->out, r->scale, r->weight_scale, r->tokens, r->bias};
    if (r->activation != NO_ACTIVATION)
        return matmul_grouped_refuse_number(r, "actType", "0, with " REQUANTISED ",");
    if (r->type != GROUPS_OF_ROWS)
        return matmul_grouped_refuse_number(r, "groupType", "0, with " REQUANTISED ",");
    if (!r->is_fractal)
        return matmul_grouped_refuse_member(
            r, r->weight, 0,
            "weight of int4 beside x of int8 is taken by aclnnGroupedMatmulWeightNz on Ascend950");
    if (!matmul_grouped_has_groups(r))
        return matmul_grouped_refuse_missing(r, r->groups, REQUANTISED);
    if (r->split_item != 2 && r->split_item != 3)
        return matmul_grouped_refuse_number(r, "splitItem", "2 or 3, with " REQUANTISED ",");
    for (int i = 0; i < 2; i++)
        if (matmul_grouped_first_of(r, unused[i]) != NULL)
            return matmul_grouped_refuse_given(r, unused[i], REQUANTISED);
    for (int i = 0; i < 3; i++)
        if (matmul_grouped_first_of(r, required[i]) == NULL)
            return matmul_grouped_refuse_missing(r, required[i], REQUANTISED);
    for (int i = 0; i < 7; i++)
        if (matmul_grouped_first_of(r, lists[i]) != NULL &&
            matmul_grouped_count_of(r, lists[i]) != 1)
            return matmul_grouped_refuse_member(r, lists[i], 0, "one tensor is required");
    return ACLNN_SUCCESS;
}

static aclnnStatus check_requantised_types(const struct reading *r)
{
    const struct tensor *bias = matmul_grouped_first_of(r, r->bias);
    const int lists[] = {r->tokens, r->scale, r->weight_scale};
    const aclDataType types[] = {ACL_FLOAT, ACL_FLOAT, ACL_FLOAT16};
    if (!type_is_half(matmul_grouped_member(r, r->out, 0)->type))
        return matmul_grouped_refuse_member(r, r->out, 0, "float16 or bfloat16 is required");
    for (int i = 0; i < 3; i++)
        if (matmul_grouped_first_of(r, lists[i])->type != types[i])
            return matmul_grouped_refuse_member(
                r, lists[i], 0,
                "float32 is required of scaleOptional and perTokenScaleOptional, float16 of "
                "antiquantScaleOptional");
    return bias == NULL || bias->type == ACL_FLOAT
               ? ACLNN_SUCCESS
               : matmul_grouped_refuse_member(r, r->bias, 0, "float32 is required");
}

/* Parts of the depth of 128, 192, 256 or 512. */
static bool has_known_parts(int64_t depth, int64_t parts)
{
    int64_t length = parts > 0 && depth % parts == 0 ? depth / parts : 0;
    return length == 128 || length == 192 || length == 256 || length == 512;
}

static aclnnStatus check_requantised_shapes(const struct reading *r)
{
    const struct tensor *x = matmul_grouped_member(r, r->x, 0);
    const struct tensor *weight = matmul_grouped_member(r, r->weight, 0);
    const struct tensor *tokens = matmul_grouped_first_of(r, r->tokens);
    const struct tensor *scale = matmul_grouped_first_of(r, r->scale);
    const struct tensor *own = matmul_grouped_first_of(r, r->weight_scale);
    int64_t columns = matmul_grouped_columns(weight);
    if (x->rank != 2 || r->is_x_turned || weight->rank != 3 || r->is_weight_turned ||
        !format_is_fractal(weight->format) || columns % SIDE_UNIT != 0 ||
        weight->dims[1] % SIDE_UNIT != 0)
        return matmul_grouped_refuse_member(
            r, r->weight, 0,
            "x of two dimensions and weight of three in fractals are required, neither of them "
            "transposed, whose sides are multiples of 64");
    if (tokens->rank != 1 || tokens->dims[0] != x->dims[0])
        return matmul_grouped_refuse_member(r, r->tokens, 0,
                                            "a number for each row of x is required");
    if (scale->rank != 2 || scale->dims[0] != weight->dims[0] || scale->dims[1] != columns)
        return matmul_grouped_refuse_member(r, r->scale, 0, "[groups, n] is required");
    if (own->rank != 3 || own->dims[0] != weight->dims[0] || own->dims[2] != columns ||
        !has_known_parts(weight->dims[1], own->dims[1]))
        return matmul_grouped_refuse_member(
            r, r->weight_scale, 0,
            "[groups, parts, n] is required, of parts of 128, 192, 256 or 512 of the depth");
    return ACLNN_SUCCESS;
}

aclnnStatus matmul_check_grouped_requantised(const struct reading *given)
{
    struct reading r = *given;
    matmul_grouped_read_layouts(&r);
    aclnnStatus status = check_requantised_given(&r);
    if (status == ACLNN_SUCCESS)
        status = check_requantised_types(&r);
    return status == ACLNN_SUCCESS ? check_requantised_shapes(&r) : status;
}
