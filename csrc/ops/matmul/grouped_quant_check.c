/* SPDX-License-Identifier: Apache-2.0 */
/* Products of groups with scales: checks of what is given beside x and weight. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "executor/operator.h"
#include "ops/common/check.h"
#include "ops/matmul/grouped_matmul.h"
#include "tensor/arrays.h"
#include "tensor/layout.h"

static bool is_given(const struct reading *r, int parameter)
{
    return !matmul_grouped_is_left_out(r->call, parameter);
}

/* Whether all that are given of a list have one data type. */
static bool are_all(const struct reading *r, int parameter, aclDataType type)
{
    for (int i = 0; i < matmul_grouped_count_of(r, parameter); i++) {
        const struct tensor *t = matmul_grouped_member(r, parameter, i);
        if (t != NULL && t->type != type)
            return false;
    }
    return true;
}

static bool is_single(const struct reading *r)
{
    return matmul_grouped_count_of(r, r->weight) == 1 && r->type != NO_GROUPS;
}

/* The groups of one tensor of weight are told by the lists and by the groups alone. */
static int64_t groups_of(const struct reading *r)
{
    const int lists[] = {r->x, r->weight, r->out};
    for (int i = 0; i < 3; i++)
        if (matmul_grouped_count_of(r, lists[i]) > 1)
            return matmul_grouped_count_of(r, lists[i]);
    if (!matmul_grouped_has_groups(r))
        return 1;
    const struct argument *groups = &r->call->arguments[r->groups];
    return r->has_array               ? (int64_t)groups->array->size
           : groups->tensor->rank > 0 ? groups->tensor->dims[0]
                                      : 1;
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

/* The rows of a tensor of weight that share a scale divide its rows; `plain` is the rank of scales
 * that all rows share. */
static bool has_parts(const struct tensor *t, const struct tensor *weight, int32_t plain)
{
    if (t->rank == plain)
        return true;
    int64_t parts = t->rank == plain + 1 ? t->dims[t->rank - 2] : 0;
    return weight->type != ACL_INT8 && parts > 0 && weight->dims[weight->rank - 2] % parts == 0;
}

static aclnnStatus check_member(const struct reading *r, int parameter, int at)
{
    const struct tensor *t = matmul_grouped_member(r, parameter, at);
    const struct tensor *weight = matmul_grouped_member(r, r->weight, at);
    int32_t plain = is_single(r) ? 2 : 1;
    bool takes_parts = parameter == r->weight_scale || parameter == r->weight_offset;
    if (t == NULL)
        return report(ACLNN_ERR_PARAM_INVALID, "%s[%d] is NULL; all are required",
                      call_name(r->call, parameter), at);
    if (weight->rank < 2 || (takes_parts ? !has_parts(t, weight, plain) : t->rank != plain))
        return matmul_grouped_refuse_member(
            r, parameter, at,
            "a number for each column of each matrix is required; for weight of int4 scales and "
            "offsets of weight may have one for each part of its rows, all of one length");
    if (is_single(r) && t->dims[0] != groups_of(r))
        return matmul_grouped_refuse_member(r, parameter, at, "a row for each group is required");
    return t->dims[t->rank - 1] == matmul_grouped_columns(weight)
               ? ACLNN_SUCCESS
               : matmul_grouped_refuse_member(r, parameter, at,
                                              "a number for each column of weight is required");
}

static aclnnStatus check_members(const struct reading *r, int parameter)
{
    int count = matmul_grouped_count_of(r, r->weight);
    aclnnStatus status = ACLNN_SUCCESS;
    if (matmul_grouped_count_of(r, parameter) != count)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "%s has %d tensors and weight %d; as many are "
                      "required",
                      call_name(r->call, parameter), matmul_grouped_count_of(r, parameter), count);
    for (int i = 0; i < count && status == ACLNN_SUCCESS; i++)
        status = check_member(r, parameter, i);
    return status;
}

/* ---- Whole numbers --------------------------------------------------------------------------- */

/* A scale of each row. */
static aclnnStatus check_tokens(const struct reading *r)
{
    const struct tensor *x = matmul_grouped_member(r, r->x, 0);
    const struct tensor *tokens = matmul_grouped_member(r, r->tokens, 0);
    if (matmul_grouped_count_of(r, r->x) != 1 || matmul_grouped_count_of(r, r->out) != 1 ||
        matmul_grouped_count_of(r, r->tokens) != 1)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "%s is given; with it x and %s are one tensor, and it too",
                      call_name(r->call, r->tokens), call_name(r->call, r->out));
    return tokens->rank == 1 && x->rank > 0 && tokens->dims[0] == x->dims[0]
               ? ACLNN_SUCCESS
               : matmul_grouped_refuse_member(r, r->tokens, 0,
                                              "a number for each row of x is required");
}

static aclnnStatus check_scale_types(const struct reading *r)
{
    aclDataType out = matmul_grouped_member(r, r->out, 0)->type;
    bool has_tokens = is_given(r, r->tokens);
    for (int i = 0; i < matmul_grouped_count_of(r, r->scale); i++) {
        aclDataType scale = matmul_grouped_member(r, r->scale, i)->type;
        bool is_word = scale == ACL_UINT64 || scale == ACL_INT64;
        bool fits = (is_word && out == ACL_INT8 && !has_tokens) ||
                    (scale == ACL_BF16 && out == ACL_BF16) ||
                    (scale == ACL_FLOAT && type_is_half(out));
        if (!fits)
            return matmul_grouped_refuse_member(
                r, r->scale, i,
                "64 bits are required with results of int8 (without perTokenScaleOptional), "
                "float32 with float16 and bfloat16, or bfloat16 with bfloat16");
    }
    if (has_tokens && !are_all(r, r->tokens, ACL_FLOAT))
        return matmul_grouped_refuse_member(r, r->tokens, 0, "float32 is required");
    return ACLNN_SUCCESS;
}

static aclnnStatus check_scales(const struct reading *r)
{
    const int unused[] = {r->weight_scale, r->weight_offset};
    if (r->type == GROUPS_OF_DEPTH)
        return matmul_grouped_refuse_number(r, "groupType", "-1 or 0, with whole numbers,");
    if (is_given(r, r->offset))
        return matmul_grouped_refuse_given(r, r->offset, "x of int8");
    if (!is_given(r, r->scale))
        return matmul_grouped_refuse_missing(r, r->scale, "x of int8, but for results of int32,");
    aclnnStatus status = check_members(r, r->scale);
    if (status == ACLNN_SUCCESS)
        status = check_scale_types(r);
    if (status == ACLNN_SUCCESS && is_given(r, r->tokens))
        status = check_tokens(r);
    for (int i = 0; i < 2 && status == ACLNN_SUCCESS; i++)
        if (is_given(r, unused[i]))
            status = matmul_grouped_refuse_given(r, unused[i], "x of int8");
    return status;
}

static aclnnStatus check_results(const struct reading *r)
{
    aclDataType out = matmul_grouped_member(r, r->out, 0)->type;
    if (out != ACL_INT8 && out != ACL_INT32 && !type_is_half(out))
        return matmul_grouped_refuse_member(
            r, r->out, 0, "int8, int32, float16 or bfloat16 is required with x of int8");
    return are_all(r, r->out, out)
               ? ACLNN_SUCCESS
               : matmul_grouped_refuse_member(r, r->out, 0, "all have one data type");
}

/* What Ascend950 takes of one tensor each: scales of groups too, words with results of float16 and
 * bfloat16, and biases of the results' type or of float32. */
static bool has_new_bias(const struct reading *r, aclDataType out)
{
    return !is_given(r, r->bias) || are_all(r, r->bias, ACL_INT32) ||
           (type_is_half(out) && (are_all(r, r->bias, out) || are_all(r, r->bias, ACL_FLOAT)));
}

static bool has_new_scale_type(const struct reading *r, aclDataType out)
{
    aclDataType scale = matmul_grouped_member(r, r->scale, 0)->type;
    bool is_word = scale == ACL_UINT64 || scale == ACL_INT64;
    bool is_float = type_is_half(out) &&
                    (scale == ACL_FLOAT || (scale == ACL_BF16 && out == ACL_BF16));
    bool is_behind = is_given(r, r->tokens) || r->activation != NO_ACTIVATION;
    return is_float || (is_word && (!is_behind || out == ACL_INT32));
}

static bool has_new_scale_shape(const struct reading *r, aclDataType out)
{
    const struct tensor *t = matmul_grouped_member(r, r->scale, 0);
    const struct tensor *weight = matmul_grouped_member(r, r->weight, 0);
    bool is_full = t->rank == 2 && weight->rank > 0 && t->dims[1] == weight->dims[weight->rank - 1];
    bool takes_groups = out != ACL_INT8 && r->activation == NO_ACTIVATION;
    return (t->rank == 1 || t->rank == 2) && t->dims[0] == groups_of(r) &&
           (is_full || (takes_groups && (t->rank == 1 || t->dims[1] == 1)));
}

static bool is_new_form(const struct reading *r)
{
    const int lists[] = {r->x, r->weight, r->out, r->scale, r->bias, r->tokens};
    for (int i = 0; i < 6; i++)
        if ((i < 3 || is_given(r, lists[i])) && matmul_grouped_count_of(r, lists[i]) != 1)
            return false;
    return call_is_on_950(r->call) && r->type == GROUPS_OF_ROWS && matmul_grouped_has_groups(r) &&
           !r->has_array;
}

static aclnnStatus check_new_whole(const struct reading *r)
{
    aclDataType out = matmul_grouped_member(r, r->out, 0)->type;
    if (is_given(r, r->offset))
        return matmul_grouped_refuse_given(r, r->offset, "x of int8");
    if (!has_new_bias(r, out))
        return matmul_grouped_refuse_member(
            r, r->bias, 0,
            "int32 is required with x of int8, or, with results of float16 and bfloat16, their "
            "data type or float32");
    if (!is_given(r, r->scale))
        return out == ACL_INT32 ? ACLNN_SUCCESS
                                : matmul_grouped_refuse_missing(
                                      r, r->scale, "x of int8, but for results of int32,");
    if (!has_new_scale_type(r, out))
        return matmul_grouped_refuse_member(
            r, r->scale, 0,
            "64 bits are required with x of int8 (without perTokenScaleOptional and actType), or, "
            "with results of float16 and bfloat16, float32, or bfloat16 with bfloat16");
    if (is_given(r, r->tokens) && (out == ACL_INT8 || !are_all(r, r->tokens, ACL_FLOAT)))
        return matmul_grouped_refuse_member(
            r, r->tokens, 0, "float32, and results of another type than int8, are required");
    if (out == ACL_INT32)
        return ACLNN_SUCCESS;
    if (!has_new_scale_shape(r, out))
        return matmul_grouped_refuse_member(
            r, r->scale, 0,
            "[groups, n] is required, or, without actType and results of int8, [groups, 1] or "
            "[groups]");
    return is_given(r, r->tokens) ? check_tokens(r) : ACLNN_SUCCESS;
}

aclnnStatus matmul_check_grouped_whole(const struct reading *r)
{
    aclnnStatus status = check_results(r);
    aclDataType out = matmul_grouped_member(r, r->out, 0)->type;
    if (status != ACLNN_SUCCESS)
        return status;
    bool is_new = r->tokens >= 0 && is_new_form(r);
    if (is_new && r->activation != NO_ACTIVATION && !type_is_half(out))
        return matmul_grouped_refuse_number(r, "actType", "0, with results of whole numbers,");
    if (is_new)
        return check_new_whole(r);
    if (is_given(r, r->bias) && !are_all(r, r->bias, ACL_INT32) && !are_all(r, r->bias, ACL_BF16))
        return matmul_grouped_refuse_member(r, r->bias, 0,
                                            "int32 or bfloat16 is required with x of int8");
    if (out == ACL_INT32 && is_given(r, r->bias) && !are_all(r, r->bias, ACL_INT32))
        return matmul_grouped_refuse_member(r, r->bias, 0,
                                            "int32 is required with results of int32");
    if (r->activation != NO_ACTIVATION && !type_is_half(out))
        return matmul_grouped_refuse_number(r, "actType", "0, with results of whole numbers,");
    return out == ACL_INT32 ? ACLNN_SUCCESS : check_scales(r);
}

/* ---- Both of 4 bits -------------------------------------------------------------------------- */

#define SMALL_COLUMNS 8 /* divide the columns of weight */

/* A number for each column, or for each column of parts of the depth, whose length is even. */
static aclnnStatus check_small_scales(const struct reading *r)
{
    const struct tensor *weight = matmul_grouped_member(r, r->weight, 0);
    const struct tensor *t = matmul_grouped_member(r, r->scale, 0);
    int64_t columns = weight->rank == 3 ? matmul_grouped_columns(weight) : 0;
    int64_t depth = weight->rank == 3 ? weight->dims[1] : 0;
    bool has_parts = t->rank == 3;
    bool fits = weight->rank == 3 && (has_parts || t->rank == 2) && t->dims[0] == weight->dims[0] &&
                t->dims[t->rank - 1] == columns && columns % SMALL_COLUMNS == 0;
    if (fits && has_parts)
        fits = t->dims[1] > 0 && depth % t->dims[1] == 0 && depth / t->dims[1] % 2 == 0;
    if (t->type == ACL_UINT64 && fits)
        return ACLNN_SUCCESS;
    return matmul_grouped_refuse_member(
        r, r->scale, 0,
        "with x and weight of int4 DT_UINT64 in the shape [groups, columns] or [groups, parts, "
        "columns] is required, of columns that are a multiple of 8, and parts of an even length");
}

static aclnnStatus check_small_lists(const struct reading *r)
{
    const int unused[] = {r->offset, r->bias, r->weight_scale, r->weight_offset};
    const int lists[] = {r->x, r->weight, r->out};
    for (int i = 0; i < 3; i++)
        if (matmul_grouped_count_of(r, lists[i]) != 1 || r->type != GROUPS_OF_ROWS)
            return matmul_grouped_refuse_member(
                r, lists[i], 0,
                "with x and weight of int4 groupType of 0 and one tensor each are required");
    for (int i = 0; i < 4; i++)
        if (is_given(r, unused[i]))
            return matmul_grouped_refuse_given(r, unused[i], "x and weight of int4");
    return is_given(r, r->scale)
               ? ACLNN_SUCCESS
               : matmul_grouped_refuse_missing(r, r->scale, "x and weight of int4");
}

aclnnStatus matmul_check_grouped_small(const struct reading *r)
{
    if (r->list_type != ENDS && r->list_type != COUNTS)
        return matmul_grouped_refuse_number(r, "groupListType", "0 or 1, with x of int4,");
    if (!type_is_half(matmul_grouped_member(r, r->out, 0)->type))
        return matmul_grouped_refuse_member(
            r, r->out, 0, "float16 or bfloat16 is required with x and weight of int4");
    aclnnStatus status = check_small_lists(r);
    if (status == ACLNN_SUCCESS && is_given(r, r->tokens) && !are_all(r, r->tokens, ACL_FLOAT))
        return matmul_grouped_refuse_member(r, r->tokens, 0, "float32 is required");
    if (status == ACLNN_SUCCESS && is_given(r, r->tokens))
        status = check_tokens(r);
    return status == ACLNN_SUCCESS ? check_small_scales(r) : status;
}

/* ---- Weights of 4 bits beside x of int8 ------------------------------------------------------ */

/* CANN's op_api checks operands beside int4 that has offsets (161002), its tiling all (561002). */
struct packed {
    const struct reading *r;
    aclnnStatus code;
};

static bool is_packed_list(const struct reading *r)
{
    return matmul_grouped_count_of(r, r->weight) > 1;
}

/* Of each weight, or of all rows of x; all have one shape. */
static aclnnStatus check_beside(const struct packed *p, int parameter, const char *name,
                                aclDataType type, const int64_t *dims, int32_t rank)
{
    const struct reading *r = p->r;
    char found[160];
    char wanted[160];
    int count = parameter == r->tokens ? 1 : matmul_grouped_count_of(r, r->weight);
    if (!is_given(r, parameter))
        return report(p->code, "%s is left out; with x of int8 and weight of int4 it is required",
                      name);
    if (matmul_grouped_count_of(r, parameter) != count)
        return report(p->code,
                      "%s has %d tensors; with x of int8 and weight of int4 %d are required", name,
                      matmul_grouped_count_of(r, parameter), count);
    for (int i = 0; i < count; i++) {
        const struct tensor *t = matmul_grouped_member(r, parameter, i);
        if (t != NULL && t->type == type && t->rank == rank &&
            memcmp(t->dims, dims, (size_t)rank * sizeof *dims) == 0)
            continue;
        return report(p->code,
                      "%s[%d] is %s in the shape %s; with x of int8 and weight of int4 %s in the "
                      "shape %s is required",
                      name, i, t == NULL ? "NULL" : data_type_name(t->type),
                      t == NULL ? "-" : dims_describe(t->dims, t->rank, found, sizeof found),
                      data_type_name(type), dims_describe(dims, rank, wanted, sizeof wanted));
    }
    return ACLNN_SUCCESS;
}

static aclnnStatus check_packed_results(const struct packed *p)
{
    const struct reading *r = p->r;
    aclDataType out = matmul_grouped_member(r, r->out, 0)->type;
    bool is_half = type_is_half(out) && (out == ACL_FLOAT16 || !matmul_grouped_has_weight_sums(r));
    return is_half ? ACLNN_SUCCESS
                   : report(p->code,
                            "%s is %s; with x of int8 and weight of int4 float16 is required, or "
                            "(without offsetOptional) bfloat16",
                            call_name(r->call, r->out), data_type_name(out));
}

static aclnnStatus check_packed_lists(const struct packed *p)
{
    const struct reading *r = p->r;
    const int lists[] = {r->x, r->weight, r->out};
    const int unused[] = {r->weight_scale, r->weight_offset};
    bool is_list = is_packed_list(r);
    if (is_list && is_given(r, r->offset))
        return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                      "weight has %d tensors of int4; lists of them with x of int8 and "
                      "offsetOptional are not implemented by this library",
                      matmul_grouped_count_of(r, r->weight));
    for (int i = 0; i < 3; i++) {
        bool is_weight = lists[i] == r->weight;
        if ((!is_weight && matmul_grouped_count_of(r, lists[i]) != 1) ||
            r->type != GROUPS_OF_ROWS ||
            matmul_grouped_member(r, lists[i], 0)->rank != (is_weight && !is_list ? 3 : 2))
            return report(
                p->code,
                "%s has %d tensors; with x of int8 and weight of int4 groupType of 0, one tensor "
                "each of x and the result, and weight of three dimensions or a list of matrices "
                "are required",
                call_name(r->call, lists[i]), matmul_grouped_count_of(r, lists[i]));
    }
    for (int i = 0; i < 2; i++)
        if (is_given(r, unused[i]))
            return report(p->code, "%s is given; with x of int8 and weight of int4 it must be NULL",
                          call_name(r->call, unused[i]));
    return ACLNN_SUCCESS;
}

/* Parts of the rows of weight have scales of their own, but where there are offsets. */
static aclnnStatus check_packed_scales(const struct packed *p)
{
    const struct reading *r = p->r;
    const struct tensor *weight = matmul_grouped_member(r, r->weight, 0);
    const struct tensor *scale = is_given(r, r->scale) ? matmul_grouped_member(r, r->scale, 0)
                                                       : NULL;
    int32_t rank = is_packed_list(r) ? 2 : 3;
    int64_t depth = weight->dims[weight->rank - 2];
    int64_t parts = scale != NULL && scale->rank == rank ? scale->dims[rank - 2] : 1;
    if (matmul_grouped_has_weight_sums(r) || parts < 1 || depth % parts != 0)
        parts = 1;
    const int64_t dims[] = {weight->dims[0], parts, matmul_grouped_columns(weight)};
    return check_beside(p, r->scale, "scaleOptional", ACL_UINT64, dims + 3 - rank, rank);
}

#define PACKED_UNIT 64
#define PACKED_DEPTH 18432

static aclnnStatus check_packed_depth(const struct packed *p)
{
    int64_t depth = matmul_grouped_member(p->r, p->r->x, 0)->dims[1];
    return depth % PACKED_UNIT == 0 && depth <= PACKED_DEPTH
               ? ACLNN_SUCCESS
               : report(p->code,
                        "x[0] has %" PRId64
                        " columns; with weight of int4 a multiple of 64, at most "
                        "18432, is required",
                        depth);
}

static aclnnStatus check_packed(const struct packed *p)
{
    const struct reading *r = p->r;
    const int64_t rows[] = {matmul_grouped_member(r, r->x, 0)->dims[0], 1};
    aclnnStatus status = check_packed_lists(p);
    if (status == ACLNN_SUCCESS)
        status = check_packed_results(p);
    if (status != ACLNN_SUCCESS)
        return status;
    const struct tensor *weight = matmul_grouped_member(r, r->weight, 0);
    const int64_t numbers[] = {weight->dims[0], matmul_grouped_columns(weight)};
    const int64_t sums[] = {numbers[0], 1, numbers[1]};
    bool has_tokens = is_given(r, r->tokens);
    int32_t rank = matmul_grouped_has_weight_sums(r) ||
                           (has_tokens && matmul_grouped_member(r, r->tokens, 0)->rank == 2)
                       ? 2
                       : 1;
    if (matmul_grouped_has_weight_sums(r) || is_given(r, r->bias))
        status = check_beside(p, r->bias, "biasOptional", ACL_FLOAT,
                              is_packed_list(r) ? numbers + 1 : numbers, is_packed_list(r) ? 1 : 2);
    if (status == ACLNN_SUCCESS && matmul_grouped_has_weight_sums(r))
        status = check_beside(p, r->offset, "offsetOptional", ACL_FLOAT, sums, 3);
    if (status == ACLNN_SUCCESS)
        status = check_packed_scales(p);
    return status == ACLNN_SUCCESS
               ? check_beside(p, r->tokens, "perTokenScaleOptional", ACL_FLOAT, rows, rank)
               : status;
}

aclnnStatus matmul_check_grouped_packed(const struct reading *r)
{
    const struct packed p = {r, ACLNN_ERR_PARAM_INVALID};
    return matmul_grouped_has_weight_sums(r) ? check_packed(&p) : ACLNN_SUCCESS;
}

/* 207000 for weight [groups, n, k], whose fractals the second number of the array announces. */
static aclnnStatus check_packed_tuning(const struct reading *r)
{
    int at = call_find(r->call, "tuningConfigOptional");
    const struct array *array = at < 0 ? NULL : r->call->arguments[at].array;
    if (array == NULL || array->size < 2 || array_integers(array)[1] != 1)
        return ACLNN_SUCCESS;
    return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                  "tuningConfigOptional[1] is 1, which announces weight of int4 with its matrices "
                  "transposed; it is not implemented by this library");
}

aclnnStatus matmul_check_grouped_packed_kernel(const struct reading *r)
{
    const struct packed p = {r, ACLNN_ERR_INNER_TILING_ERROR};
    aclnnStatus status = check_packed(&p);
    if (status == ACLNN_SUCCESS)
        status = check_packed_tuning(r);
    return status == ACLNN_SUCCESS ? check_packed_depth(&p) : status;
}

/* ---- Weights that are restored --------------------------------------------------------------- */

static aclnnStatus check_restored_types(const struct reading *r)
{
    aclDataType x = matmul_grouped_member(r, r->x, 0)->type;
    aclDataType weight = matmul_grouped_member(r, r->weight, 0)->type;
    aclDataType bias = x == ACL_BF16 ? ACL_FLOAT : ACL_FLOAT16;
    bool is_950 = call_is_on_950(r->call);
    const int lists[] = {r->x, r->weight, r->out};
    for (int i = 0; i < 3; i++)
        if (!are_all(r, lists[i], i == 1 ? weight : x))
            return matmul_grouped_refuse_member(
                r, lists[i], 0, "x and the results have one data type, and all of weight one");
    if (is_given(r, r->bias) && !are_all(r, r->bias, bias) &&
        !(is_950 && x == ACL_BF16 && are_all(r, r->bias, ACL_BF16)))
        return matmul_grouped_refuse_member(r, r->bias, 0,
                                            "float16 is required with x of float16, else float32");
    return r->activation == NO_ACTIVATION
               ? ACLNN_SUCCESS
               : matmul_grouped_refuse_number(r, "actType", "0, with floating x,");
}

/* All members have scales and offsets for as many rows, an even number where int4 lie along
 * them. */
static aclnnStatus check_parts(const struct reading *r, int parameter)
{
    const struct tensor *first = matmul_grouped_member(r, r->weight_scale, 0);
    const struct tensor *first_weight = matmul_grouped_member(r, r->weight, 0);
    int32_t plain = is_single(r) ? 2 : 1;
    int64_t rows = first_weight->dims[first_weight->rank - 2];
    int64_t length = first->rank == plain ? 0 : rows / first->dims[first->rank - 2];
    if (matmul_grouped_is_turned(first_weight) && length % 2 != 0)
        return matmul_grouped_refuse_member(r, r->weight_scale, 0,
                                            "parts of an even number of rows are required where "
                                            "weight is transposed");
    for (int i = 0; i < matmul_grouped_count_of(r, parameter); i++) {
        const struct tensor *t = matmul_grouped_member(r, parameter, i);
        const struct tensor *weight = matmul_grouped_member(r, r->weight, i);
        int64_t own = t->rank == plain ? 0 : weight->dims[weight->rank - 2] / t->dims[t->rank - 2];
        if (t->rank != first->rank || own != length)
            return matmul_grouped_refuse_member(r, parameter, i,
                                                "parts of weight of one length are required");
    }
    return ACLNN_SUCCESS;
}

static aclnnStatus check_restoring(const struct reading *r, int parameter)
{
    aclDataType x = matmul_grouped_member(r, r->x, 0)->type;
    aclnnStatus status = check_members(r, parameter);
    if (status == ACLNN_SUCCESS && matmul_grouped_member(r, r->weight, 0)->type != ACL_INT8)
        status = check_parts(r, parameter);
    if (status != ACLNN_SUCCESS || are_all(r, parameter, x))
        return status;
    return matmul_grouped_refuse_member(r, parameter, 0, "the data type of x is required");
}

aclnnStatus matmul_check_grouped_restored(const struct reading *r)
{
    const int unused[] = {r->scale, r->offset, r->tokens};
    bool is_950 = call_is_on_950(r->call);
    bool has_offset = is_given(r, r->weight_offset);
    aclnnStatus status = check_restored_types(r);
    if (status != ACLNN_SUCCESS)
        return status;
    if (r->type == GROUPS_OF_DEPTH)
        return matmul_grouped_refuse_number(r, "groupType", "-1 or 0, with whole numbers,");
    if (!is_given(r, r->weight_scale))
        return matmul_grouped_refuse_missing(r, r->weight_scale, "weight of whole numbers");
    if (!has_offset && !is_950)
        return matmul_grouped_refuse_missing(r, r->weight_offset, "weight of whole numbers");
    status = check_restoring(r, r->weight_scale);
    if (status == ACLNN_SUCCESS && has_offset)
        status = check_restoring(r, r->weight_offset);
    for (int i = 0; i < 3 && status == ACLNN_SUCCESS; i++)
        if (unused[i] >= 0 && is_given(r, unused[i]))
            status = matmul_grouped_refuse_given(r, unused[i], "floating x");
    return status;
}
