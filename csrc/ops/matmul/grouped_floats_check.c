/* SPDX-License-Identifier: Apache-2.0 */
/* Products of groups of float8, hifloat8 and float4 on Ascend950: checks. CANN's op_api answers
 * 161002 to all that it does not take. */
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "executor/operator.h"
#include "ops/common/check.h"
#include "ops/matmul/grouped_floats.h"
#include "ops/matmul/grouped_matmul.h"

#define PAIR (GROUPED_POWERS_IN_A_PAIR * GROUPED_POWER_BLOCK)
#define FLOATS "float8, hifloat8 or float4"

/* ---- What all have --------------------------------------------------------------------------- */

static aclnnStatus check_lists(const struct reading *r)
{
    bool is_joined = matmul_grouped_count_of(r, r->x) == 1 &&
                     matmul_grouped_count_of(r, r->out) == 1;
    bool is_list = r->is_fractal && r->type == GROUPS_OF_ROWS && matmul_grouped_is_list(r);
    int members = is_list ? matmul_grouped_count_of(r, r->weight) : 1;
    if (!is_joined || (matmul_grouped_count_of(r, r->weight) != 1 && !is_list))
        return matmul_grouped_refuse_member(
            r, r->weight, 0,
            "of " FLOATS " one tensor each of x, weight and the results is required, or (of "
            "aclnnGroupedMatmulWeightNz, with groups of rows) a list of matrices as weight");
    if (matmul_grouped_count_of(r, r->scale) != members)
        return matmul_grouped_refuse_member(
            r, r->scale, 0, "as many tensors of scaleOptional as of weight are required");
    for (int i = 0; i < members; i++)
        if (matmul_grouped_member(r, r->scale, i) == NULL)
            return matmul_grouped_refuse_missing(r, r->scale, "all matrices of a list");
    return matmul_grouped_first_of(r, r->tokens) == NULL ||
                   matmul_grouped_count_of(r, r->tokens) == 1
               ? ACLNN_SUCCESS
               : matmul_grouped_refuse_member(r, r->tokens, 0,
                                              "one tensor of perTokenScaleOptional is required");
}

static aclnnStatus check_given(const struct reading *r)
{
    if (r->activation != NO_ACTIVATION)
        return matmul_grouped_refuse_number(r, "actType", "0, with floating x,");
    if (matmul_grouped_first_of(r, r->scale) == NULL)
        return matmul_grouped_refuse_missing(r, r->scale, FLOATS);
    if (!matmul_grouped_has_groups(r))
        return matmul_grouped_refuse_missing(r, r->groups, FLOATS);
    if (matmul_grouped_first_of(r, r->offset) != NULL)
        return matmul_grouped_refuse_given(r, r->offset, FLOATS);
    if (r->type == NO_GROUPS)
        return matmul_grouped_refuse_number(r, "groupType", "0 or 2, with " FLOATS ",");
    return check_lists(r);
}

/* Two dimensions of x, and as many of weight as its form has, with a depth. */
static aclnnStatus check_matrices(const struct reading *r)
{
    const struct tensor *x = matmul_grouped_member(r, r->x, 0);
    bool is_list = r->is_fractal && matmul_grouped_is_list(r);
    int32_t rank = r->type == GROUPS_OF_DEPTH || is_list ? 2 : 3;
    if (x->rank != 2)
        return matmul_grouped_refuse_member(r, r->x, 0, "two dimensions are required");
    for (int i = 0; i < matmul_grouped_count_of(r, r->weight); i++) {
        const struct tensor *weight = matmul_grouped_member(r, r->weight, i);
        if (weight->rank != rank)
            return matmul_grouped_refuse_member(
                r, r->weight, i,
                "three dimensions are required, and two with groupType 2 or of a list's members");
        bool is_empty = x->dims[0] == 0 || weight->dims[rank - 1] == 0;
        if (r->type == GROUPS_OF_ROWS && !is_empty &&
            (x->dims[1] == 0 || weight->dims[rank - 2] == 0))
            return matmul_grouped_refuse_member(r, r->weight, i,
                                                "a depth of 1 at least is required");
        if (r->is_fractal && (weight->dims[rank - 1] == 1 || weight->dims[rank - 2] == 1))
            return matmul_grouped_refuse_member(
                r, r->weight, i,
                "matrices in fractals of more than one row and column are "
                "required");
    }
    bool fits = r->type == GROUPS_OF_ROWS ? !r->is_x_turned
                                          : r->is_x_turned && !r->is_weight_turned;
    return fits ? ACLNN_SUCCESS
                : matmul_grouped_refuse_member(r, r->x, 0,
                                               "x is transposed with groupType 2, where weight "
                                               "must not be, and not with groupType 0");
}

static aclnnStatus check_results(const struct reading *r)
{
    aclDataType out = matmul_grouped_member(r, r->out, 0)->type;
    return out == ACL_FLOAT || type_is_half(out)
               ? ACLNN_SUCCESS
               : matmul_grouped_refuse_member(r, r->out, 0,
                                              "float32, float16 or bfloat16 is required");
}

/* aclnnGroupedMatmulWeightNz has powers of two alone, and neither float8_e5m2 nor hifloat8. */
static aclnnStatus check_fractals(const struct reading *r)
{
    aclDataType x = matmul_grouped_member(r, r->x, 0)->type;
    aclDataType weight = matmul_grouped_member(r, r->weight, 0)->type;
    bool has_powers = matmul_grouped_first_of(r, r->scale)->type == ACL_FLOAT8_E8M0 &&
                      matmul_grouped_first_of(r, r->tokens) != NULL;
    if (!(x == ACL_FLOAT8_E4M3FN && weight == x) && !matmul_grouped_is_float4(x))
        return matmul_grouped_refuse_member(
            r, r->weight, 0, "both of float8_e4m3fn or of float4 are required of fractals");
    return has_powers ? ACLNN_SUCCESS
                      : matmul_grouped_refuse_member(
                            r, r->scale, 0,
                            "float8_e8m0 of scaleOptional and of perTokenScaleOptional is "
                            "required of fractals");
}

/* ---- Powers of two --------------------------------------------------------------------------- */

static bool has_dims(const struct tensor *t, const int64_t *dims, int32_t rank)
{
    bool fits = t->rank == rank;
    for (int32_t i = 0; fits && i < rank; i++)
        fits = t->dims[i] == dims[i];
    return fits;
}

/* Whether a pair is all there is beside the first dimension, so that it lies in both ways. */
static bool has_one_pair(const struct tensor *t)
{
    return t->rank >= 3 && t->dims[t->rank - 2] == 1 && t->dims[t->rank - 3] == 1;
}

static aclnnStatus check_powers(const struct reading *r, int parameter, int at, bool is_turned,
                                const int64_t *dims, int32_t rank)
{
    const struct tensor *t = matmul_grouped_member(r, parameter, at);
    bool lies = has_one_pair(t) || matmul_grouped_powers_are_turned(t) == is_turned;
    if (t->type == ACL_FLOAT8_E8M0 && lies && has_dims(t, dims, rank))
        return ACLNN_SUCCESS;
    return matmul_grouped_refuse_member(
        r, parameter, at,
        "float8_e8m0 in pairs is required: perTokenScaleOptional [m, k / 64, 2] and scaleOptional "
        "[groups, k / 64, n, 2], without groups for a member of a list, k / 64 rounded up, and "
        "with groupType 2 [m, k / 64 + groups, 2] and [k / 64 + groups, n, 2], k / 64 rounded "
        "down; transposed as x and weight are");
}

static aclnnStatus check_all_powers(const struct reading *r)
{
    const struct tensor *x = matmul_grouped_member(r, r->x, 0);
    const struct tensor *tokens = matmul_grouped_first_of(r, r->tokens);
    int64_t pairs = matmul_grouped_scales_down(r, x->dims[1], PAIR);
    int members = matmul_grouped_count_of(r, r->weight);
    bool is_joint = !matmul_grouped_is_list(r) && r->type == GROUPS_OF_ROWS;
    if (tokens == NULL)
        return matmul_grouped_refuse_missing(r, r->tokens, "scaleOptional of float8_e8m0");
    for (int i = 0; i < members; i++) {
        const struct tensor *weight = matmul_grouped_member(r, r->weight, i);
        const int64_t dims[] = {matmul_grouped_group_count(r), pairs,
                                weight->dims[weight->rank - 1], GROUPED_POWERS_IN_A_PAIR};
        aclnnStatus status = check_powers(r, r->scale, i, r->is_weight_turned, dims + !is_joint,
                                          is_joint ? 4 : 3);
        if (status != ACLNN_SUCCESS)
            return status;
    }
    return check_powers(r, r->tokens, 0, r->is_x_turned,
                        (const int64_t[]){x->dims[0], pairs, GROUPED_POWERS_IN_A_PAIR}, 3);
}

static aclnnStatus check_float8_powers(const struct reading *r)
{
    if (matmul_grouped_first_of(r, r->bias) != NULL)
        return matmul_grouped_refuse_given(r, r->bias, "float8 and hifloat8");
    return check_all_powers(r);
}

static aclnnStatus check_float4(const struct reading *r)
{
    const struct tensor *x = matmul_grouped_member(r, r->x, 0);
    const struct tensor *bias = matmul_grouped_first_of(r, r->bias);
    if (r->type != GROUPS_OF_ROWS)
        return matmul_grouped_refuse_number(r, "groupType", "0, with float4,");
    if (matmul_grouped_first_of(r, r->scale)->type != ACL_FLOAT8_E8M0)
        return matmul_grouped_refuse_member(r, r->scale, 0, "float8_e8m0 is required of float4");
    aclDataType weight = matmul_grouped_member(r, r->weight, 0)->type;
    if (!r->is_fractal && (x->type == ACL_FLOAT4_E1M2 || weight == ACL_FLOAT4_E1M2))
        return matmul_grouped_refuse_member(
            r, r->weight, 0, "float4_e1m2 is taken by aclnnGroupedMatmulWeightNz alone");
    if (bias != NULL && bias->type != ACL_FLOAT)
        return matmul_grouped_refuse_member(r, r->bias, 0, "float32 is required of float4");
    if (bias != NULL && matmul_grouped_is_list(r))
        return matmul_grouped_refuse_given(r, r->bias, "a list of weights of float4");
    aclnnStatus status = check_all_powers(r);
    for (int i = 0; i < matmul_grouped_count_of(r, r->weight) && status == ACLNN_SUCCESS; i++) {
        const struct tensor *t = matmul_grouped_member(r, r->weight, i);
        if (x->dims[1] % 2 != 0 || x->dims[1] == 2 ||
            (!r->is_weight_turned && t->dims[t->rank - 1] % 2 != 0))
            status = matmul_grouped_refuse_member(
                r, r->weight, i,
                "an even depth other than 2 is required of float4, and an even number of columns "
                "unless weight is transposed");
    }
    return status;
}

/* ---- Scales of blocks ------------------------------------------------------------------------ */

static aclnnStatus check_blocks(const struct reading *r)
{
    const struct tensor *x = matmul_grouped_member(r, r->x, 0);
    const struct tensor *scale = matmul_grouped_first_of(r, r->scale);
    const struct tensor *tokens = matmul_grouped_first_of(r, r->tokens);
    bool lies = matmul_grouped_is_turned(scale) == r->is_weight_turned ||
                matmul_grouped_has_one_number(scale);
    if (!lies)
        return matmul_grouped_refuse_member(r, r->scale, 0,
                                            "scales of blocks are transposed as weight is");
    bool fits = tokens->dims[0] == x->dims[0] &&
                tokens->dims[1] == matmul_grouped_scales_down(r, x->dims[1], GROUPED_BLOCK);
    return fits ? ACLNN_SUCCESS
                : matmul_grouped_refuse_member(
                      r, r->tokens, 0,
                      "beside scales of blocks of 128 of weight as many along the depth are "
                      "required for each row of x");
}

/* ---- Scales of sums -------------------------------------------------------------------------- */

/* A number for each column of each group, or for each group. */
static aclnnStatus check_columns(const struct reading *r)
{
    const struct tensor *weight = matmul_grouped_member(r, r->weight, 0);
    const struct tensor *t = matmul_grouped_first_of(r, r->scale);
    bool fits = (t->rank == 1 || t->rank == 2) && t->dims[0] == matmul_grouped_group_count(r);
    if (fits && t->rank == 2)
        fits = t->dims[1] == 1 || t->dims[1] == weight->dims[weight->rank - 1];
    return fits ? ACLNN_SUCCESS
                : matmul_grouped_refuse_member(r, r->scale, 0,
                                               "[groups, n], [groups, 1] or [groups] is required");
}

/* A number for each row, with groups of the depth of each group, or for each group. */
static aclnnStatus check_rows(const struct reading *r)
{
    const struct tensor *x = matmul_grouped_member(r, r->x, 0);
    const struct tensor *t = matmul_grouped_first_of(r, r->tokens);
    bool of_groups = t->rank > 0 && t->dims[0] == matmul_grouped_group_count(r);
    bool fits = t->rank == 1 &&
                (of_groups || (r->type == GROUPS_OF_ROWS && t->dims[0] == x->dims[0]));
    if (t->rank == 2 && of_groups)
        fits = t->dims[1] == 1 || (r->type == GROUPS_OF_DEPTH && t->dims[1] == x->dims[0]);
    return fits ? ACLNN_SUCCESS
                : matmul_grouped_refuse_member(
                      r, r->tokens, 0,
                      "[m] is required, with groupType 2 [groups, m], or [groups, 1] or [groups]");
}

static aclnnStatus check_sums(const struct reading *r)
{
    aclDataType scale = matmul_grouped_first_of(r, r->scale)->type;
    const struct tensor *tokens = matmul_grouped_first_of(r, r->tokens);
    bool is_word = scale == ACL_UINT64 || scale == ACL_INT64;
    if (matmul_grouped_first_of(r, r->bias) != NULL)
        return matmul_grouped_refuse_given(r, r->bias, "float8 and hifloat8");
    if (!is_word && scale != ACL_FLOAT)
        return matmul_grouped_refuse_member(r, r->scale, 0,
                                            "float32, uint64 or int64 is required, or "
                                            "float8_e8m0 of float8 and float4");
    if (is_word && r->type != GROUPS_OF_ROWS)
        return matmul_grouped_refuse_number(r, "groupType", "0, with scales of 64 bits,");
    if (tokens != NULL && (tokens->type != ACL_FLOAT || is_word))
        return matmul_grouped_refuse_member(r, r->tokens, 0,
                                            "float32 is required, beside scaleOptional of float32");
    if (matmul_grouped_scaling(r) == SCALES_OF_BLOCKS)
        return check_blocks(r);
    aclnnStatus status = check_columns(r);
    return status == ACLNN_SUCCESS && tokens != NULL ? check_rows(r) : status;
}

aclnnStatus matmul_check_grouped_floats(const struct reading *given)
{
    struct reading r = *given;
    matmul_grouped_read_layouts(&r);
    aclnnStatus status = check_given(&r);
    if (status == ACLNN_SUCCESS && r.is_fractal)
        status = check_fractals(&r);
    if (status == ACLNN_SUCCESS)
        status = check_matrices(&r);
    if (status == ACLNN_SUCCESS)
        status = check_results(&r);
    if (status != ACLNN_SUCCESS)
        return status;
    if (matmul_grouped_is_float4(matmul_grouped_member(&r, r.x, 0)->type))
        return check_float4(&r);
    bool has_powers = type_is_float8(matmul_grouped_member(&r, r.x, 0)->type) &&
                      matmul_grouped_first_of(&r, r.scale)->type == ACL_FLOAT8_E8M0;
    return has_powers ? check_float8_powers(&r) : check_sums(&r);
}
