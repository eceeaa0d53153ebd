/* SPDX-License-Identifier: Apache-2.0 */
/* FFN, two products with an activation between them: checks. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/moe.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"
#include "ops/moe/ffn.h"
#include "tensor/arrays.h"

#define MOST_DEPTH 65535
#define MOST_EXPERTS 256 /* of the kernel */

/* ---- Experts --------------------------------------------------------------------------------- */

aclnnStatus moe_check_ffn_activation(struct call *call, int text)
{
    const char *given = call->arguments[text].text;
    if (given == NULL)
        return report(ACLNN_ERR_PARAM_NULLPTR, "%s is NULL", call_name(call, text));
    return moe_list_ffn_activation(given) != FFN_UNKNOWN
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "%s is \"%s\"; \"fastgelu\", \"relu\", \"silu\", \"gelu\", \"geglu\", "
                        "\"swiglu\" and \"reglu\" are supported",
                        call_name(call, text), given);
}

static int64_t rows_of(const struct tensor *x)
{
    return x->rank > 0 ? shape_count(x->dims, x->rank - 1) : 1;
}

static aclnnStatus tokens_fit(const struct call *call, int x, int tokens, bool are_ends)
{
    const struct array *array = call->arguments[tokens].array;
    int64_t rows = rows_of(call_tensor(call, x));
    int64_t total = 0;
    for (uint64_t i = 0; array != NULL && i < array->size; i++) {
        int64_t number = array_integers(array)[i];
        if (number < (are_ends ? total : 0))
            return report(ACLNN_ERR_PARAM_INVALID,
                          "%s[%" PRIu64 "] is %" PRId64 "; at least %" PRId64 " is required",
                          call_name(call, tokens), i, number, are_ends ? total : 0);
        if (are_ends)
            total = number;
        else if (__builtin_add_overflow(total, number, &total))
            total = INT64_MAX;
    }
    if (array == NULL || array->size == 0 || total == rows)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s is of %" PRId64 " tokens; the %" PRId64 " of %s are required",
                  call_name(call, tokens), total, rows, call_name(call, x));
}

aclnnStatus moe_check_expert_counts(struct call *call, int x, int tokens)
{
    return tokens_fit(call, x, tokens, false);
}

aclnnStatus moe_check_expert_numbers(struct call *call, int x, int tokens, int are_ends)
{
    return tokens_fit(call, x, tokens, call->arguments[are_ends].integer != 0);
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

/* The operands of a call, and how many experts there are; -1: none. */
struct layers {
    int weights[2];
    int biases[2];
    int64_t experts;
};

static aclnnStatus weights_fit(struct call *call, const struct layers *l, int64_t depth,
                               bool is_gated)
{
    const struct tensor *w[] = {call_tensor(call, l->weights[0]), call_tensor(call, l->weights[1])};
    int32_t rank = l->experts >= 0 ? 3 : 2;
    for (int i = 0; i < 2; i++)
        if (w[i]->rank != rank || w[i]->dims[rank - 2] > MOST_DEPTH)
            return call_refuse_shape(call, l->weights[i],
                                     "two dimensions, and one for experts where there are any, of "
                                     "65535 rows at most, are required");
    int64_t columns = w[0]->dims[rank - 1];
    if (w[0]->dims[rank - 2] != depth)
        return call_refuse_shape(call, l->weights[0], "a row for each column of x is required");
    if ((is_gated && columns % 2 != 0) ||
        w[1]->dims[rank - 2] != (is_gated ? columns / 2 : columns))
        return call_refuse_shape(call, l->weights[1],
                                 "a row for each column of weight1, or for two where one half of "
                                 "them are gates, is required");
    if (!is_gated && w[1]->dims[rank - 1] != depth)
        return call_refuse_shape(call, l->weights[1], "as many columns as x has are required");
    for (int i = 0; i < 2 && !is_gated && l->experts >= 0; i++)
        if (w[i]->dims[0] != l->experts)
            return call_refuse_shape(call, l->weights[i], "a matrix for each expert is required");
    return ACLNN_SUCCESS;
}

static aclnnStatus bias_fits(struct call *call, const struct layers *l, int at)
{
    const struct tensor *w = call_tensor(call, l->weights[at]);
    const int64_t dims[] = {l->experts, w->dims[w->rank - 1]};
    bool has_experts = l->experts >= 0;
    if (call_tensor(call, l->biases[at]) == NULL)
        return ACLNN_SUCCESS;
    return call_shape_is(call, l->biases[at], has_experts ? dims : dims + 1, has_experts ? 2 : 1,
                         false, "a number for each column");
}

aclnnStatus moe_check_ffn_shapes(struct call *call, int x, int weight1, int weight2, int bias1,
                                 int bias2, int activation, int y)
{
    const struct tensor *from = call_tensor(call, x);
    const struct layers l = {{weight1, weight2}, {bias1, bias2}, moe_list_ffn_experts(call)};
    bool is_gated = moe_ffn_is_gated(moe_list_ffn_activation(call->arguments[activation].text));
    if (call_tensor(call, y)->rank != from->rank)
        return call_refuse_shape(call, y, "that of x is required");
    if (from->rank < 2 || from->rank > 8)
        return call_refuse_shape(call, x, "2 to 8 dimensions are required");
    aclnnStatus status = weights_fit(call, &l, from->dims[from->rank - 1], is_gated);
    if (status == ACLNN_SUCCESS)
        status = bias_fits(call, &l, 0);
    return status == ACLNN_SUCCESS ? bias_fits(call, &l, 1) : status;
}

/* ---- Data types ------------------------------------------------------------------------------ */

static aclnnStatus type_is(const struct call *call, int parameter, aclDataType wanted)
{
    const struct tensor *t = call_tensor(call, parameter);
    if (t != NULL && t->type == wanted)
        return ACLNN_SUCCESS;
    return report(
        ACLNN_ERR_PARAM_INVALID, "%s is %s; %s is required beside %s of %s and weights of %s",
        call_name(call, parameter), t == NULL ? "NULL" : data_type_name(t->type),
        data_type_name(wanted), call_name(call, FFN_X), data_type_name(call_type(call, FFN_X)),
        data_type_name(call_type(call, FFN_WEIGHT1)));
}

static aclnnStatus bias_types_are(const struct call *call, aclDataType wanted)
{
    aclnnStatus status = ACLNN_SUCCESS;
    for (int i = FFN_BIAS1; i <= FFN_BIAS2 && status == ACLNN_SUCCESS; i++)
        if (call_tensor(call, i) != NULL)
            status = type_is(call, i, wanted);
    return status;
}

static aclnnStatus types_are(const struct call *call, int first, int last, aclDataType wanted)
{
    aclnnStatus status = ACLNN_SUCCESS;
    for (int i = first; i <= last && status == ACLNN_SUCCESS; i++)
        status = type_is(call, i, wanted);
    return status;
}

/* Scales and offsets of another form. */
static aclnnStatus are_left_out(const struct call *call, int first, int last)
{
    for (int i = first; i <= last; i++)
        if (call_tensor(call, i) != NULL)
            return report(ACLNN_ERR_PARAM_INVALID,
                          "%s is given; %s of %s and weights of %s have none", call_name(call, i),
                          call_name(call, FFN_X), data_type_name(call_type(call, FFN_X)),
                          data_type_name(call_type(call, FFN_WEIGHT1)));
    return ACLNN_SUCCESS;
}

static aclnnStatus gates_fit(const struct call *call)
{
    const int halves[] = {FFN_X, FFN_WEIGHT1, FFN_WEIGHT2};
    for (int i = 0; i < 3; i++)
        if (call_type(call, halves[i]) != ACL_FLOAT16)
            return report(ACLNN_ERR_PARAM_INVALID,
                          "the data type of %s is %s; DT_FLOAT16 is required with gates",
                          call_name(call, halves[i]), data_type_name(call_type(call, halves[i])));
    if (moe_list_ffn_experts(call) >= 0)
        return report(ACLNN_ERR_PARAM_INVALID, "there are experts; gates are supported without");
    aclnnStatus status = moe_check_is(call, FFN_PRECISE, 1);
    return status == ACLNN_SUCCESS ? bias_types_are(call, ACL_FLOAT16) : status;
}

/* ---- Weights of floats, and whole numbers that stand for them -------------------------------- */

static aclDataType bias_type_of(aclDataType x)
{
    return x == ACL_BF16 ? ACL_FLOAT : x;
}

static aclnnStatus floats_fit(const struct call *call)
{
    aclDataType type = call_type(call, FFN_X);
    aclnnStatus status = type_is(call, FFN_WEIGHT1, type);
    if (status == ACLNN_SUCCESS && type == ACL_BF16)
        status = moe_check_is(call, FFN_PRECISE, 0);
    if (status == ACLNN_SUCCESS)
        status = are_left_out(call, FFN_SCALE, FFN_WEIGHT_OFFSET2);
    return status == ACLNN_SUCCESS ? bias_types_are(call, bias_type_of(type)) : status;
}

/* Scales of a layer: a number for each column, or, of int4, for each column of equal parts of the
 * rows; all layers alike. */
static aclnnStatus weight_scale_fits(struct call *call, int scale, int weight, bool has_parts)
{
    const struct tensor *t = call_tensor(call, scale);
    const struct tensor *w = call_tensor(call, weight);
    int64_t experts = moe_list_ffn_experts(call);
    int64_t parts = has_parts && t->rank > 1 ? t->dims[t->rank - 2] : 1;
    const int64_t dims[] = {experts, parts, w->dims[w->rank - 1]};
    const int64_t plain[] = {experts, w->dims[w->rank - 1]};
    int first = experts < 0;
    aclnnStatus status = call_shape_is(call, scale, (has_parts ? dims : plain) + first,
                                       (has_parts ? 3 : 2) - first, false,
                                       "a number for each column, and part, of each matrix");
    if (status != ACLNN_SUCCESS || !has_parts)
        return status;
    return parts > 0 && w->dims[w->rank - 2] % parts == 0 && w->type == ACL_INT4
               ? ACLNN_SUCCESS
               : call_refuse_shape(call, scale,
                                   "beside DT_INT4 alone, parts that divide the rows of weights "
                                   "are required");
}

static aclnnStatus restored_fit(struct call *call)
{
    const int scales[] = {FFN_WEIGHT_SCALE1, FFN_WEIGHT_OFFSET1, FFN_WEIGHT_SCALE2,
                          FFN_WEIGHT_OFFSET2};
    aclDataType type = call_type(call, FFN_X);
    aclnnStatus status = types_are(call, FFN_WEIGHT_SCALE1, FFN_WEIGHT_OFFSET2, type);
    if (status == ACLNN_SUCCESS)
        status = are_left_out(call, FFN_SCALE, FFN_SUM_SCALE2);
    if (status == ACLNN_SUCCESS)
        status = bias_types_are(call, bias_type_of(type));
    if (status != ACLNN_SUCCESS)
        return status;
    bool has_parts = call_tensor(call, FFN_WEIGHT_SCALE1)->rank ==
                     (moe_list_ffn_experts(call) < 0 ? 2 : 3);
    for (int i = 0; i < 4 && status == ACLNN_SUCCESS; i++)
        status = weight_scale_fits(call, scales[i], i < 2 ? FFN_WEIGHT1 : FFN_WEIGHT2, has_parts);
    for (int i = 0; i < 2 && status == ACLNN_SUCCESS; i++)
        status = check_same_shape(call, scales[2 * i], scales[2 * i + 1]);
    for (int i = FFN_WEIGHT1; i <= FFN_WEIGHT2 && status == ACLNN_SUCCESS; i++) {
        const struct tensor *w = call_tensor(call, i);
        if (w->type == ACL_INT4 && w->dims[w->rank - 1] % 2 != 0)
            status = call_refuse_shape(call, i, "an even number of columns of DT_INT4 is required");
    }
    return status;
}

/* ---- Whole numbers --------------------------------------------------------------------------- */

static aclnnStatus sum_scale_types_fit(const struct call *call)
{
    aclDataType y = call_type(call, call_find(call, "y"));
    aclDataType scale = call_tensor(call, FFN_SUM_SCALE1) == NULL ? ACL_DT_UNDEFINED
                                                                  : call_type(call, FFN_SUM_SCALE1);
    bool is_word = scale == ACL_UINT64 || scale == ACL_INT64;
    if ((y == ACL_BF16 && scale == ACL_BF16) ||
        (y == ACL_FLOAT16 && (is_word || scale == ACL_FLOAT)))
        return type_is(call, FFN_SUM_SCALE2, scale);
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s is %s beside y of %s; with x of DT_INT8 y of DT_BFLOAT16 and DT_BFLOAT16 are "
                  "required, or y of DT_FLOAT16 and DT_UINT64, DT_INT64 or DT_FLOAT",
                  call_name(call, FFN_SUM_SCALE1),
                  scale == ACL_DT_UNDEFINED ? "NULL" : data_type_name(scale), data_type_name(y));
}

static aclnnStatus sum_scale_fits(struct call *call, int scale, int weight)
{
    const struct tensor *w = call_tensor(call, weight);
    int64_t experts = moe_list_ffn_experts(call);
    const int64_t dims[] = {experts, w->dims[w->rank - 1]};
    int first = experts < 0;
    return call_shape_is(call, scale, dims + first, 2 - first, false,
                         "a number for each column of each matrix");
}

/* One number for all columns, or one for each. */
static aclnnStatus code_scale_fits(struct call *call)
{
    const struct tensor *w = call_tensor(call, FFN_WEIGHT1);
    int64_t experts = moe_list_ffn_experts(call);
    const int64_t count[] = {experts < 0 ? 1 : experts};
    if (!moe_list_ffn_is_smooth(call))
        return call_shape_is(call, FFN_SCALE, count, 1, false, "a number for each expert");
    if (call_type(call, FFN_SUM_SCALE1) == ACL_FLOAT && w->dims[w->rank - 1] != 1)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "%s has a number for each column, and %s is DT_FLOAT; DT_UINT64, DT_INT64 or "
                      "DT_BFLOAT16 is required then",
                      call_name(call, FFN_SCALE), call_name(call, FFN_SUM_SCALE1));
    return sum_scale_fits(call, FFN_SCALE, FFN_WEIGHT1);
}

static aclnnStatus quantised_fit(struct call *call)
{
    int64_t experts = moe_list_ffn_experts(call);
    const int64_t count[] = {experts < 0 ? 1 : experts};
    aclnnStatus status = type_is(call, FFN_WEIGHT1, ACL_INT8);
    if (status == ACLNN_SUCCESS)
        status = bias_types_are(call, ACL_INT32);
    if (status == ACLNN_SUCCESS)
        status = sum_scale_types_fit(call);
    if (status == ACLNN_SUCCESS)
        status = types_are(call, FFN_SCALE, FFN_OFFSET, ACL_FLOAT);
    if (status == ACLNN_SUCCESS)
        status = are_left_out(call, FFN_WEIGHT_SCALE1, FFN_WEIGHT_OFFSET2);
    for (int i = 0; i < 2 && status == ACLNN_SUCCESS; i++)
        status = sum_scale_fits(call, FFN_SUM_SCALE1 + i, FFN_WEIGHT1 + i);
    if (status == ACLNN_SUCCESS)
        status = code_scale_fits(call);
    return status == ACLNN_SUCCESS
               ? call_shape_is(call, FFN_OFFSET, count, 1, false, "a number for each expert")
               : status;
}

aclnnStatus moe_check_ffn_operands(struct call *call)
{
    enum ffn_activation activation = moe_list_ffn_activation(call->arguments[FFN_ACTIVATION].text);
    enum ffn_form form = moe_ffn_form(call);
    aclnnStatus status = type_is(call, FFN_WEIGHT2, call_type(call, FFN_WEIGHT1));
    if (status == ACLNN_SUCCESS && moe_ffn_is_gated(activation))
        status = gates_fit(call);
    else if (status == ACLNN_SUCCESS && form != FFN_QUANTISED)
        status = check_same_type(call, call_find(call, "y"), FFN_X);
    if (status != ACLNN_SUCCESS)
        return status;
    switch (form) {
    case FFN_QUANTISED: return quantised_fit(call);
    case FFN_RESTORED: return restored_fit(call);
    default: return floats_fit(call);
    }
}

/* ---- The kernel ------------------------------------------------------------------------------ */

aclnnStatus moe_check_ffn_kernel(struct call *call, int x, int weight2, int precise, int y)
{
    const struct tensor *w = call_tensor(call, weight2);
    const struct tensor *from = call_tensor(call, x);
    aclnnStatus status = moe_check_in_range(call, precise, 0, 1);
    if (status == ACLNN_SUCCESS && moe_list_ffn_experts(call) > MOST_EXPERTS)
        status = call_refuse_shape(call, weight2, "256 experts at most are supported");
    if (status == ACLNN_SUCCESS && w->dims[w->rank - 1] != from->dims[from->rank - 1])
        status = call_refuse_shape(call, weight2, "as many columns as x has are required");
    if (status == ACLNN_SUCCESS)
        status = check_same_shape(call, x, y);
    return status == ACLNN_SUCCESS && moe_ffn_form(call) != FFN_QUANTISED
               ? check_same_type(call, y, x)
               : status;
}
