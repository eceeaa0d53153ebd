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

aclnnStatus moe_check_ffn_weights(struct call *call, int x, int weight1, int weight2,
                                  int activation)
{
    bool is_gated = moe_ffn_is_gated(moe_list_ffn_activation(call->arguments[activation].text));
    aclDataType type = call_type(call, x);
    aclDataType weight_type = call_type(call, weight1);
    bool is_known = type == ACL_FLOAT16 || type == ACL_BF16 || type == ACL_INT8;
    if (is_gated || !is_known || weight_type != call_type(call, weight2) ||
        (weight_type != ACL_INT8 && weight_type != ACL_INT4))
        return ACLNN_SUCCESS;
    return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                  "the data type of %s is %s, which needs scales; this library multiplies float16 "
                  "and bfloat16",
                  call_name(call, weight1), data_type_name(weight_type));
}

static aclnnStatus gate_types_fit(const struct call *call, int x, int precise)
{
    if (call_type(call, x) != ACL_FLOAT16)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "the data type of %s is %s; DT_FLOAT16 is required with gates",
                      call_name(call, x), data_type_name(call_type(call, x)));
    if (moe_list_ffn_experts(call) >= 0)
        return report(ACLNN_ERR_PARAM_INVALID, "there are experts; gates are supported without");
    return moe_check_is(call, precise, 1);
}

aclnnStatus moe_check_ffn_types(struct call *call, int x, int weight1, int bias1, int bias2,
                                int activation, int precise, int y)
{
    bool is_gated = moe_ffn_is_gated(moe_list_ffn_activation(call->arguments[activation].text));
    aclDataType type = call_type(call, x);
    aclDataType bias_type = type == ACL_BF16 ? ACL_FLOAT : type;
    const int biases[] = {bias1, bias2};
    aclnnStatus status = is_gated ? gate_types_fit(call, x, precise) : ACLNN_SUCCESS;
    if (status == ACLNN_SUCCESS && !is_gated)
        status = check_same_type(call, y, x);
    if (status == ACLNN_SUCCESS)
        status = check_same_type(call, weight1, x);
    if (status == ACLNN_SUCCESS && type == ACL_BF16)
        status = moe_check_is(call, precise, 0);
    for (int i = 0; i < 2 && status == ACLNN_SUCCESS; i++)
        if (call_tensor(call, biases[i]) != NULL && call_type(call, biases[i]) != bias_type)
            status = report(ACLNN_ERR_PARAM_INVALID,
                            "the data type of %s is %s; %s is required beside %s of %s",
                            call_name(call, biases[i]), data_type_name(call_type(call, biases[i])),
                            data_type_name(bias_type), call_name(call, x), data_type_name(type));
    return status;
}

aclnnStatus moe_check_is_null(struct call *call, int tensor)
{
    return call_tensor(call, tensor) == NULL
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "%s is given; weights of float16 and bfloat16 have none",
                        call_name(call, tensor));
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
    return status == ACLNN_SUCCESS ? check_same_type(call, y, x) : status;
}
