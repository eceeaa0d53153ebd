/* SPDX-License-Identifier: Apache-2.0 */
/* LSTM and GRU over sequences, and their gradients: checks. */
#include "ops/rnn/rnn.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/data_type.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/rnn.h"
#include "executor/operator.h"
#include "ops/common/check.h"
#include "ops/rnn/rnn_call.h"
#include "tensor/layout.h"

/* ---- Checks: what is required of several ----------------------------------------------------- */

static aclnnStatus refuse_member(const struct call *call, int parameter, uint64_t index,
                                 const char *what, const char *given, const char *required)
{
    const char *name = call_name(call, parameter);
    if (!is_list(call, parameter))
        return report(ACLNN_ERR_PARAM_INVALID, "%s of %s is %s; %s is required", what, name, given,
                      required);
    return report(ACLNN_ERR_PARAM_INVALID, "%s of %s[%" PRIu64 "] is %s; %s is required", what,
                  name, index, given, required);
}

static aclnnStatus require_type(const struct call *call, int parameter, aclDataType type)
{
    const struct several all = several_of(call, parameter);
    for (uint64_t i = 0; i < all.count; i++)
        if (member_of(&all, i)->type != type)
            return refuse_member(call, parameter, i, "the data type",
                                 data_type_name(member_of(&all, i)->type), data_type_name(type));
    return ACLNN_SUCCESS;
}

static aclnnStatus require_member(const struct call *call, int parameter, uint64_t index,
                                  const int64_t *dims, int32_t rank)
{
    char given[100];
    char required[100];
    const struct several all = several_of(call, parameter);
    const struct tensor *tensor = member_of(&all, index);
    if (same_dims(tensor->dims, tensor->rank, dims, rank))
        return ACLNN_SUCCESS;
    return refuse_member(call, parameter, index, "the shape",
                         dims_describe(tensor->dims, tensor->rank, given, sizeof given),
                         dims_describe(dims, rank, required, sizeof required));
}

static aclnnStatus require_shape(const struct call *call, int parameter, const int64_t *dims,
                                 int32_t rank)
{
    aclnnStatus status = ACLNN_SUCCESS;
    const struct several all = several_of(call, parameter);
    for (uint64_t i = 0; i < all.count && status == ACLNN_SUCCESS; i++)
        status = require_member(call, parameter, i, dims, rank);
    return status;
}

static aclnnStatus require_count(const struct call *call, int parameter, int64_t count,
                                 aclnnStatus status)
{
    const struct several all = several_of(call, parameter);
    if (count >= 0 && all.count == (uint64_t)count)
        return ACLNN_SUCCESS;
    return report(status, "%s has %" PRIu64 " member(s); %" PRId64 " are required",
                  call_name(call, parameter), all.count, count);
}

static aclnnStatus require_rank(const struct call *call, int parameter, int32_t rank)
{
    const struct several all = several_of(call, parameter);
    for (uint64_t i = 0; i < all.count; i++)
        if (member_of(&all, i)->rank != rank)
            return report(ACLNN_ERR_PARAM_INVALID, "%s has %d dimension(s); %d are required",
                          call_name(call, parameter), member_of(&all, i)->rank, rank);
    return ACLNN_SUCCESS;
}

/* The product of two numbers that a call gives. A product that does not fit is one that no list
 * has. */
static int64_t times(int64_t a, int64_t b)
{
    int64_t count = 0;
    return __builtin_mul_overflow(a, b, &count) ? -1 : count;
}

/* ---- Checks: of a call ----------------------------------------------------------------------- */

static aclnnStatus check_types_of_all(const struct call *call, const struct recurrent *r)
{
    static const char *const names[] = {"params", "hx",        "dy",        "dh",
                                        "dc",     "output",    "hy",        "cy",
                                        "dxOut",  "dhPrevOut", "dcPrevOut", "dparamsOut"};
    aclnnStatus status = ACLNN_SUCCESS;
    for (size_t i = 0; i < sizeof names / sizeof *names && status == ACLNN_SUCCESS; i++)
        status = require_type(call, call_find(call, names[i]), r->type);
    for (int i = 0; r->keeps_gates && i < r->lists && status == ACLNN_SUCCESS; i++)
        status = require_type(call, call_find(call, lists_of(r, call)[i]), r->type);
    if (lengths_by(call) != NULL && lengths_by(call)->type != ACL_INT64)
        return report(ACLNN_ERR_PARAM_INVALID, "the data type of the lengths is %s; %s is required",
                      data_type_name(lengths_by(call)->type), data_type_name(ACL_INT64));
    return status;
}

static aclnnStatus check_counts(const struct call *call, const struct recurrent *r,
                                aclnnStatus status)
{
    int64_t members = times(r->directions, r->layers);
    int hx = call_find(call, "hx");
    aclnnStatus found = require_count(call, call_find(call, "params"),
                                      times(recurrent_params(r), members), status);
    if (found == ACLNN_SUCCESS && is_gradient_call(call))
        found = require_count(call, call_find(call, "dparamsOut"),
                              times(recurrent_params(r), members), status);
    for (int i = 0; r->keeps_gates && i < r->lists && found == ACLNN_SUCCESS; i++)
        found = require_count(call, call_find(call, lists_of(r, call)[i]), members, status);
    if (found != ACLNN_SUCCESS || !is_list(call, hx) || call->arguments[hx].tensors == NULL)
        return found;
    /* Without lengths, and outside of gradients, an empty list counts as not given. */
    if (several_of(call, hx).count == 0 && !r->has_lengths && !is_gradient_call(call))
        return found;
    return require_count(call, hx, 2, status);
}

static aclnnStatus check_layers(const struct recurrent *r)
{
    if (r->layers > 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "numLayers is %" PRId64 "; it must be above 0",
                  r->layers);
}

/* Reads steps, batch and columns from an input of three dimensions. */
static void find_sizes(const struct call *call, struct recurrent *r)
{
    const struct tensor *input = tensor_by(call, "input");
    r->steps = input->dims[r->batch_first ? 1 : 0];
    r->batch = input->dims[r->batch_first ? 0 : 1];
    r->inputs = input->dims[2];
}

static aclnnStatus require_lengths(const struct call *call, int64_t fewest)
{
    const struct tensor *lengths = lengths_by(call);
    if (lengths->rank == 1 && lengths->dims[0] >= fewest)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the lengths have %d dimension(s), or no elements; one of a length for each "
                  "step is required",
                  lengths->rank);
}

/* The same as find_sizes, where lengths say how the rows of the input belong to steps. */
static aclnnStatus find_packed_sizes(const struct call *call, struct recurrent *r)
{
    const struct tensor *input = tensor_by(call, "input");
    aclnnStatus status = require_rank(call, call_find(call, "input"), 2);
    if (status == ACLNN_SUCCESS)
        status = require_lengths(call, 1);
    if (status != ACLNN_SUCCESS)
        return status;
    int64_t steps = lengths_by(call)->dims[0];
    if (input->dims[0] % steps != 0)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "input has %" PRId64 " rows; a multiple of the %" PRId64 " steps is required",
                      input->dims[0], steps);
    r->steps = steps;
    r->batch = input->dims[0] / steps;
    r->inputs = input->dims[1];
    return ACLNN_SUCCESS;
}

/* Of the first so many parameters of each layer and direction: weights, then biases. */
static aclnnStatus check_param_shapes(const struct call *call, const struct recurrent *r,
                                      const char *name, int64_t first)
{
    int list = call_find(call, name);
    const int64_t rows = times(r->gates, r->hidden);
    int64_t each = recurrent_params(r);
    aclnnStatus status = ACLNN_SUCCESS;
    for (int64_t i = 0; i < r->layers * r->directions * each && status == ACLNN_SUCCESS; i++) {
        int64_t inputs = recurrent_inputs(r, i / each / r->directions);
        const int64_t dims[] = {rows, i % each == 0 ? inputs : r->hidden};
        if (i % each < first)
            status = require_member(call, list, (uint64_t)i, dims, i % each < 2 ? 2 : 1);
    }
    return status;
}

static aclnnStatus check_state_shapes(const struct call *call, const struct recurrent *r)
{
    static const char *const names[] = {"hx", "hy", "cy", "dh", "dc", "dhPrevOut", "dcPrevOut"};
    const int64_t states[] = {r->layers * r->directions, r->batch, r->hidden};
    const int64_t gates[] = {r->steps, r->batch, r->hidden};
    aclnnStatus status = ACLNN_SUCCESS;
    for (size_t i = 0; i < sizeof names / sizeof *names && status == ACLNN_SUCCESS; i++)
        status = require_shape(call, call_find(call, names[i]), states, 3);
    for (int i = 0; r->keeps_gates && i < r->lists && status == ACLNN_SUCCESS; i++)
        status = require_shape(call, call_find(call, lists_of(r, call)[i]), gates, 3);
    return status;
}

/* Checks input, output or a gradient of one: three dimensions, or rows of all steps. */
static aclnnStatus check_sequence_shape(const struct call *call, const struct recurrent *r,
                                        const char *name, int64_t columns, bool is_flat)
{
    const int64_t flat[] = {times(r->steps, r->batch), columns};
    const int64_t full[] = {r->batch_first ? r->batch : r->steps,
                            r->batch_first ? r->steps : r->batch, columns};
    return require_shape(call, call_find(call, name), is_flat ? flat : full, is_flat ? 2 : 3);
}

static aclnnStatus check_sequence_shapes(const struct call *call, const struct recurrent *r)
{
    int64_t columns = times(r->directions, r->hidden);
    aclnnStatus status = check_state_shapes(call, r);
    if (status == ACLNN_SUCCESS) /* which has three dimensions in calls with lengths too */
        status = check_sequence_shape(call, r, "output", columns, false);
    if (status == ACLNN_SUCCESS)
        status = check_sequence_shape(call, r, "input", r->inputs, r->has_lengths);
    if (status == ACLNN_SUCCESS)
        status = check_sequence_shape(call, r, "dy", columns, r->has_lengths);
    return status == ACLNN_SUCCESS
               ? check_sequence_shape(call, r, "dxOut", r->inputs, r->has_lengths)
               : status;
}

static aclnnStatus check_shapes(const struct call *call, const struct recurrent *r)
{
    aclnnStatus status = check_param_shapes(call, r, "params", recurrent_params(r));
    if (status == ACLNN_SUCCESS)
        status = check_sequence_shapes(call, r);
    return status != ACLNN_SUCCESS || !is_gradient_call(call)
               ? status
               : check_param_shapes(call, r, "dparamsOut", recurrent_params(r));
}

/* op_api looks at sequences and states. The tiling refuses other weights (biases are not read), and
 * the copy other gradients of parameters: 561103. */
static aclnnStatus check_gru_gradient_shapes(const struct call *call, const struct recurrent *r)
{
    aclnnStatus status = check_sequence_shapes(call, r);
    if (status == ACLNN_SUCCESS &&
        (r->steps <= 0 || r->batch <= 0 || r->inputs <= 0 || r->hidden <= 0))
        status = report(ACLNN_ERR_PARAM_INVALID, "input or h has no elements; some are required");
    if (status != ACLNN_SUCCESS)
        return status;
    status = check_param_shapes(call, r, "params", 2);
    if (status == ACLNN_SUCCESS)
        status = check_param_shapes(call, r, "dparamsOut", recurrent_params(r));
    return status == ACLNN_SUCCESS ? ACLNN_SUCCESS : ACLNN_ERR_INNER_NULLPTR;
}

static bool has_elements(const struct tensor *tensor)
{
    int64_t count = 0;
    return tensor == NULL || !tensor_element_count(tensor, &count) || count > 0;
}

/* In calls with lengths an empty input is found before data types and shapes are checked. */
aclnnStatus rnn_check_empty_packed(struct call *call)
{
    const struct recurrent r = sizes_of(call);
    aclnnStatus status = r.has_lengths ? check_layers(&r) : ACLNN_SUCCESS;
    if (status == ACLNN_SUCCESS && r.has_lengths)
        call->is_empty = !has_elements(tensor_by(call, "input"));
    return status;
}

static aclnnStatus check_packed(struct call *call, struct recurrent *r)
{
    const struct tensor *output = tensor_by(call, "output");
    aclnnStatus status = check_counts(call, r, ACLNN_ERR_PARAM_INVALID);
    if (status == ACLNN_SUCCESS)
        status = find_packed_sizes(call, r);
    if (status == ACLNN_SUCCESS)
        status = require_rank(call, call_find(call, "output"), 3);
    if (status != ACLNN_SUCCESS)
        return status;
    r->hidden = output->dims[2] / r->directions;
    status = check_shapes(call, r);
    return status == ACLNN_SUCCESS ? check_types_of_all(call, r) : status;
}

aclnnStatus rnn_check_recurrent(struct call *call)
{
    struct recurrent r = sizes_of(call);
    const struct several params = several_of(call, call_find(call, "params"));
    if (r.has_lengths)
        return check_packed(call, &r);
    aclnnStatus status = check_types_of_all(call, &r);
    if (status == ACLNN_SUCCESS)
        status = check_layers(&r);
    if (status == ACLNN_SUCCESS)
        status = check_counts(call, &r, ACLNN_ERR_PARAM_INVALID);
    if (status == ACLNN_SUCCESS)
        status = require_rank(call, call_find(call, "input"), 3);
    if (status != ACLNN_SUCCESS)
        return status;
    find_sizes(call, &r);
    r.hidden = params.members[0]->rank == 2 ? params.members[0]->dims[0] / r.gates : 0;
    return check_shapes(call, &r);
}

/* 161001 unless the tensor lists are given. */
aclnnStatus rnn_check_given_lists(struct call *call)
{
    const struct recurrent r = sizes_of(call);
    for (int i = 0; r.keeps_gates && i < r.lists; i++) {
        int list = call_find(call, lists_of(&r, call)[i]);
        if (call->arguments[list].tensors == NULL)
            return report(ACLNN_ERR_PARAM_NULLPTR,
                          "%s is NULL; a list is required where train is true",
                          call_name(call, list));
        aclnnStatus status = check_members_given(call, list);
        if (status != ACLNN_SUCCESS)
            return status;
    }
    return ACLNN_SUCCESS;
}

/* In calls with lengths there must be two states before their members are checked. */
aclnnStatus rnn_check_given_states(struct call *call)
{
    int hx = call_find(call, "hx");
    aclnnStatus status = ACLNN_SUCCESS;
    if (lengths_by(call) != NULL && call->arguments[hx].tensors != NULL)
        status = require_count(call, hx, 2, ACLNN_ERR_PARAM_INVALID);
    return status == ACLNN_SUCCESS ? check_members_given(call, hx) : status;
}

/* Where the op_api checks data types it also checks members for NULL, and formats. */
static aclnnStatus check_gru_member(const struct call *call, int parameter, uint64_t index)
{
    const struct several all = several_of(call, parameter);
    const struct tensor *tensor = member_of(&all, index);
    if (tensor == NULL)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "%s[%" PRIu64 "] is NULL; every member must be an aclTensor",
                      call_name(call, parameter), index);
    if (tensor->format == ACL_FORMAT_ND || tensor->format == ACL_FORMAT_NCL)
        return ACLNN_SUCCESS;
    return refuse_member(call, parameter, index, "the format", format_name(tensor->format),
                         "ACL_FORMAT_ND or ACL_FORMAT_NCL");
}

aclnnStatus rnn_check_gru_grad(struct call *call)
{
    aclnnStatus status = ACLNN_SUCCESS;
    for (int i = 0; i < call->operator->parameter_count; i++) {
        enum argument_kind kind = call->operator->parameters[i].kind;
        if (kind != ARGUMENT_TENSOR && kind != ARGUMENT_TENSOR_LIST)
            continue;
        const struct several all = several_of(call, i);
        for (uint64_t k = 0; k < all.count && status == ACLNN_SUCCESS; k++)
            status = check_gru_member(call, i, k);
    }
    return status == ACLNN_SUCCESS ? rnn_check_recurrent_grad(call) : status;
}

/* Takes the batch and columns of the state from the gates: with lengths there may be no steps. */
static aclnnStatus find_gradient_sizes(const struct call *call, struct recurrent *r)
{
    const struct tensor *input = tensor_by(call, "input");
    const int list = call_find(call, lists_of(r, call)[0]);
    const struct several gates = several_of(call, list);
    aclnnStatus status = require_rank(call, call_find(call, "input"), r->has_lengths ? 2 : 3);
    if (status == ACLNN_SUCCESS && r->has_lengths)
        status = require_lengths(call, 0);
    if (status == ACLNN_SUCCESS)
        status = require_rank(call, list, 3);
    if (status != ACLNN_SUCCESS)
        return status;
    r->steps = r->has_lengths ? lengths_by(call)->dims[0] : input->dims[r->batch_first ? 1 : 0];
    r->batch = member_of(&gates, 0)->dims[1];
    r->hidden = member_of(&gates, 0)->dims[2];
    r->inputs = input->dims[input->rank - 1];
    return ACLNN_SUCCESS;
}

aclnnStatus rnn_check_recurrent_grad(struct call *call)
{
    struct recurrent r = sizes_of(call);
    /* The op_api of the LSTM treats a list of another length as NULL. */
    aclnnStatus counts = r.is_lstm ? ACLNN_ERR_PARAM_NULLPTR : ACLNN_ERR_PARAM_INVALID;
    aclnnStatus status = check_counts(call, &r, counts);
    if (status == ACLNN_SUCCESS)
        status = check_types_of_all(call, &r);
    if (status == ACLNN_SUCCESS)
        status = check_layers(&r);
    if (status == ACLNN_SUCCESS)
        status = find_gradient_sizes(call, &r);
    if (status != ACLNN_SUCCESS)
        return status;
    return r.is_lstm ? check_shapes(call, &r) : check_gru_gradient_shapes(call, &r);
}

/* For the gradient of an LSTM: tensors of three dimensions are NCL, others ND. */
aclnnStatus rnn_check_recurrent_formats(struct call *call)
{
    for (int i = 0; i < call->operator->parameter_count; i++) {
        enum argument_kind kind = call->operator->parameters[i].kind;
        if (kind != ARGUMENT_TENSOR && kind != ARGUMENT_TENSOR_LIST)
            continue;
        const struct several all = several_of(call, i);
        for (uint64_t k = 0; k < all.count; k++) {
            const struct tensor *tensor = member_of(&all, k);
            aclFormat required = tensor->rank == 3 ? ACL_FORMAT_NCL : ACL_FORMAT_ND;
            if (tensor->format != required)
                return report(ACLNN_ERR_PARAM_INVALID,
                              "the format of %s is %s; %s is required of %d dimension(s)",
                              call_name(call, i), format_name(tensor->format),
                              format_name(required), tensor->rank);
        }
    }
    return ACLNN_SUCCESS;
}

aclnnStatus rnn_check_empty_recurrent(struct call *call)
{
    for (int i = 0; i < call->operator->parameter_count; i++) {
        const struct parameter *parameter = &call->operator->parameters[i];
        if ((parameter->kind != ARGUMENT_TENSOR && parameter->kind != ARGUMENT_TENSOR_LIST) ||
            parameter->role != ROLE_IN)
            continue;
        const struct several all = several_of(call, i);
        for (uint64_t k = 0; k < all.count; k++)
            call->is_empty = call->is_empty || !has_elements(member_of(&all, k));
    }
    return ACLNN_SUCCESS;
}
