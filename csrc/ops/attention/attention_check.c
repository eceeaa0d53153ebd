/* SPDX-License-Identifier: Apache-2.0 */
/* Attention and its gradient: checks. */
#include "ops/attention/attention.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/attention.h"
#include "executor/operator.h"
#include "ops/attention/attention_antiquant.h"
#include "ops/attention/attention_call.h"
#include "ops/attention/attention_full.h"
#include "ops/attention/attention_quantised.h"
#include "ops/attention/tiled_check.h"
#include "ops/common/check.h"

#define STATISTIC_COPIES 8

/* 207000 for inputs that no form takes. */
static aclnnStatus refuse_inputs(const struct call *call)
{
    static const struct names refused = {
        {"keyRopeAntiquantScaleOptional", "keyRopeAntiquantScale"}};
    return attention_call_has_elements(attention_call_tensor_of(call, &refused))
               ? report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                        "a scale of the ropes of keys is given; ropes that are quantised are not "
                        "implemented by this library")
               : ACLNN_SUCCESS;
}

static int32_t statistic_dims(const struct reading *r, int64_t copies, int64_t *dims)
{
    const struct attention *a = r->a;
    if (a->query.t >= 0) {
        memcpy(dims, (int64_t[]){a->rows.whole, a->heads, copies}, 3 * sizeof *dims);
        return 3;
    }
    memcpy(dims, (int64_t[]){a->batches, a->heads, a->rows.whole, copies}, 4 * sizeof *dims);
    return 4;
}

/* The status for a wrong output. Outputs of training are found wrong when they are copied, which
 * CANN does not distinguish from a missing tensor; outputs of generated calls are found wrong by
 * the tiling. */
static aclnnStatus output_status(const struct reading *r, bool is_type)
{
    return !r->is_inferred ? ACLNN_ERR_PARAM_NULLPTR
           : is_type       ? ACLNN_ERR_PARAM_INVALID
                           : attention_call_status_of(r, true);
}

static aclnnStatus shape_is(const struct reading *r, int parameter, const int64_t *dims,
                            int32_t rank)
{
    char found[160];
    char wanted[160];
    const struct tensor *tensor = call_tensor(r->call, parameter);
    if (tensor->rank == rank && memcmp(tensor->dims, dims, (size_t)rank * sizeof *dims) == 0)
        return ACLNN_SUCCESS;
    return report(output_status(r, false), "the shape of %s is %s; %s is required",
                  call_name(r->call, parameter),
                  dims_describe(tensor->dims, tensor->rank, found, sizeof found),
                  dims_describe(dims, rank, wanted, sizeof wanted));
}

static aclnnStatus check_statistic(const struct reading *r, int parameter, int64_t copies)
{
    int64_t dims[TENSOR_MAX_DIMS];
    int32_t rank = statistic_dims(r, copies, dims);
    const struct tensor *tensor = call_tensor(r->call, parameter);
    if (tensor->type != ACL_FLOAT)
        return report(output_status(r, true), "the data type of %s is %s; DT_FLOAT is required",
                      call_name(r->call, parameter), data_type_name(tensor->type));
    return shape_is(r, parameter, dims, rank);
}

static aclnnStatus check_out(const struct reading *r)
{
    int64_t dims[TENSOR_MAX_DIMS];
    int out = attention_call_find(r->call, &attention_call_out_names);
    int32_t rank = attention_call_dims_in(r, &r->a->out, r->a->value_depth, dims);
    if (call_type(r->call, out) != r->tensors[ATTENTION_QUERY]->type &&
        !attention_quantised_applies(r) && !attention_full_applies(r))
        return report(output_status(r, true),
                      "the data type of the result is %s, that of query %s; they must be equal",
                      data_type_name(call_type(r->call, out)),
                      data_type_name(r->tensors[ATTENTION_QUERY]->type));
    return shape_is(r, out, dims, rank);
}

/* Shapes, layout, heads, masks and what else a call of attention has, by the names of its
   parameters; what the tiling of training refuses is left to phase two. Empty outputs: nothing to
   do. */
aclnnStatus attention_check_empty_call(struct call *call)
{
    const struct tensor *dpse = attention_call_tensor_of(call, &attention_call_dpse_names);
    bool is_grad = attention_call_find(call, &attention_call_gradient_names[0]) >= 0;
    bool is_packed = call_find(call, "actualSeqQLenOptional") >= 0 &&
                     !attention_call_is_joint(call);
    int layout = attention_call_find(call, &attention_call_layout_names);
    bool is_wrong = is_packed && strcmp(call->arguments[layout].text, "TND") != 0;
    call->is_empty =
        !is_grad &&
        !attention_call_has_elements(attention_call_tensor_of(call, &attention_call_out_names)) &&
        !attention_call_has_elements(
            attention_call_tensor_of(call, &attention_call_maximum_names)) &&
        !attention_call_has_elements(attention_call_tensor_of(call, &attention_call_sum_names));
    if (is_grad && !attention_call_has_elements(dpse)) {
        call->is_empty = true;
        for (int i = 0; i < 3; i++)
            if (attention_call_has_elements(
                    attention_call_tensor_of(call, &attention_call_gradient_names[i])))
                call->is_empty = false;
    }
    /* Gradients check this first. */
    if (!is_wrong || (call->is_empty && !is_grad))
        return ACLNN_SUCCESS;
    call->is_empty = false;
    return report(ACLNN_ERR_PARAM_INVALID, "inputLayout is \"%s\"; \"TND\" is required",
                  call->arguments[layout].text);
}

/* Ropes of training have to fit the kernel as they are: nothing pads or turns heads with ropes. */
static aclnnStatus check_ropes_as_they_are(const struct reading *r)
{
    if (r->tensors[ATTENTION_QUERY_ROPE] == NULL || attention_call_is_joint(r->call) ||
        !attention_list_prepares(r))
        return ACLNN_SUCCESS;
    return report(r->is_grad ? ACLNN_ERR_PARAM_INVALID : ACLNN_ERR_PARAM_NULLPTR,
                  "a head of query has %" PRId64 " columns, one of value %" PRId64
                  "; with ropes a number is required that the kernel takes as it is, as a "
                  "multiple of 128",
                  r->a->depth, r->a->value_depth);
}

aclnnStatus attention_check_attention(struct call *call)
{
    struct attention a;
    struct reading r = {.call = call, .late = call, .a = &a};
    aclnnStatus status = attention_call_read_call(&r);
    if (status == ACLNN_SUCCESS)
        status = check_ropes_as_they_are(&r);
    if (status == ACLNN_SUCCESS)
        status = attention_check_tiled_training(&r);
    if (call->late_status != ACLNN_SUCCESS)
        return ACLNN_SUCCESS;
    if (status == ACLNN_SUCCESS)
        status = check_statistic(&r, attention_call_find(call, &attention_call_maximum_names),
                                 STATISTIC_COPIES);
    if (status == ACLNN_SUCCESS)
        status = check_statistic(&r, attention_call_find(call, &attention_call_sum_names),
                                 STATISTIC_COPIES);
    return status == ACLNN_SUCCESS ? check_out(&r) : status;
}

static aclnnStatus check_like(const struct reading *r, int tensor, const struct tensor *like)
{
    if (call_type(r->call, tensor) == like->type)
        return shape_is(r, tensor, like->dims, like->rank);
    return report(output_status(r, true),
                  "the data type of %s is %s, that of query %s; they must be equal",
                  call_name(r->call, tensor), data_type_name(call_type(r->call, tensor)),
                  data_type_name(like->type));
}

aclnnStatus attention_check_statistics_layout(struct call *call, int layout)
{
    const char *text = call->arguments[layout].text;
    if (*text == '\0' || strcmp(text, SAME_AS_INPUT) == 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s is \"%s\"; \"same_as_input\" or an empty text is required",
                  call_name(call, layout), text);
}

/* The gradients of ropes, where they are wanted. */
static aclnnStatus check_rope_gradients(const struct reading *r)
{
    static const enum attention_input own[] = {ATTENTION_QUERY_ROPE, ATTENTION_KEY_ROPE};
    aclnnStatus status = ACLNN_SUCCESS;
    for (int i = 0; i < 2 && status == ACLNN_SUCCESS; i++) {
        int at = attention_call_find(r->call, &attention_call_gradient_names[3 + i]);
        if (at >= 0 && attention_call_has_elements(call_tensor(r->call, at)))
            status = check_like(r, at, r->tensors[own[i]]);
    }
    return status;
}

aclnnStatus attention_check_grad(struct call *call)
{
    struct attention a;
    struct reading r = {.call = call, .a = &a, .is_grad = true};
    static const enum attention_input results[] = {ATTENTION_DY, ATTENTION_RESULT};
    static const enum attention_input statistics[] = {ATTENTION_MAXIMA, ATTENTION_SUMS};
    int64_t dims[TENSOR_MAX_DIMS];
    aclnnStatus status = attention_call_read_call(&r);
    if (status == ACLNN_SUCCESS)
        status = check_ropes_as_they_are(&r);
    if (status == ACLNN_SUCCESS)
        status = attention_check_tiled_training(&r);
    if (status == ACLNN_SUCCESS)
        status = check_rope_gradients(&r);
    for (int i = 0; i < 2 && status == ACLNN_SUCCESS; i++) {
        int at = attention_call_find(call, &attention_call_names_of[results[i]]);
        int32_t rank = attention_call_dims_in(&r, &a.query, a.value_depth, dims);
        if (call_type(call, at) != r.tensors[ATTENTION_QUERY]->type)
            status = check_like(&r, at, r.tensors[ATTENTION_QUERY]);
        else
            status = shape_is(&r, at, dims, rank);
    }
    for (int i = 0; i < 2 && status == ACLNN_SUCCESS; i++) {
        int at = attention_call_find(call, &attention_call_names_of[statistics[i]]);
        if (r.tensors[statistics[i]] == NULL)
            status = attention_call_refuse(&r, "the number of elements of the statistics", 0,
                                           "those that the forward call gave are required");
        else
            status = check_statistic(&r, at, STATISTIC_COPIES);
    }
    return status;
}

aclnnStatus attention_check_inference_empty(struct call *call)
{
    bool is_prompt = !attention_call_is_list(call, ATTENTION_KEY);
    const struct tensor *query = attention_call_tensor_of(
        call, &attention_call_names_of[ATTENTION_QUERY]);
    call->is_empty = !attention_call_has_elements(
                         attention_call_tensor_of(call, &attention_call_out_names)) ||
                     (!is_prompt && !attention_call_has_elements(query));
    return ACLNN_SUCCESS;
}

aclnnStatus attention_check_inferred(struct call *call)
{
    struct attention a;
    struct reading r = {.call = call, .a = &a, .is_inferred = true};
    bool wants_log_sums = attention_call_integer_of(call, &attention_call_log_sum_flag_names, 0) !=
                          0;
    int log_sums = attention_call_find(call, &attention_call_log_sum_names);
    aclnnStatus status = attention_call_read_call(&r);
    if (status == ACLNN_SUCCESS)
        status = attention_antiquant_read(&r);
    if (status == ACLNN_SUCCESS)
        status = attention_full_read(&r);
    if (status == ACLNN_SUCCESS)
        status = attention_quantised_read(&r);
    if (status == ACLNN_SUCCESS)
        status = attention_check_tiled_inference(&r);
    if (status == ACLNN_SUCCESS)
        status = check_out(&r);
    if (status == ACLNN_SUCCESS && wants_log_sums && call_tensor(call, log_sums) == NULL)
        status = report(ACLNN_ERR_PARAM_NULLPTR, "softmaxLse is NULL; softmaxLseFlag asks for it");
    if (status == ACLNN_SUCCESS && wants_log_sums)
        status = check_statistic(&r, log_sums, 1);
    return status == ACLNN_SUCCESS ? refuse_inputs(call) : status;
}
