/* SPDX-License-Identifier: Apache-2.0 */
/* What checks are made of: operands by position, their types and shapes, the texts of refusals. */
#include "ops/common/check.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "ops/common/tensor_check.h"
#include "tensor/layout.h"

/* The name of an operand in error texts. */
const char *call_name(const struct call *call, int operand)
{
    return operand == CALL_PROMOTED ? "the computation" : call_parameter(call, operand)->name;
}

int call_find(const struct call *call, const char *name)
{
    for (int i = 0; i < call->operator->parameter_count; i++)
        if (strcmp(call_name(call, i), name) == 0)
            return i;
    return -1;
}

aclnnStatus call_refuse_shape(const struct call *call, int tensor, const char *required)
{
    char is[160];
    const struct tensor *given = call_tensor(call, tensor);
    return report(ACLNN_ERR_PARAM_INVALID, "%s has the shape %s; %s", call_name(call, tensor),
                  dims_describe(given->dims, given->rank, is, sizeof is), required);
}

bool call_refuse_shape_late(struct call *call, aclnnStatus status, int tensor, const char *required)
{
    char is[160];
    const struct tensor *given = call_tensor(call, tensor);
    return call_refuse_late(call, status, "the shape of %s is %s; %s", call_name(call, tensor),
                            dims_describe(given->dims, given->rank, is, sizeof is), required);
}

void call_members(const struct call *call, int operand, struct call_members *members)
{
    const struct argument *argument = &call->arguments[operand];
    members->kind = call_parameter(call, operand)->kind;
    if (members->kind == ARGUMENT_TENSOR_LIST) {
        members->count = argument->tensors != NULL ? argument->tensors->count : 0;
        members->tensors = argument->tensors != NULL ? argument->tensors->members : NULL;
        return;
    }
    members->one[0] = argument->tensor;
    members->count = argument->tensor != NULL;
    members->tensors = members->one;
}

aclDataType call_type(const struct call *call, int operand)
{
    struct call_members members;
    if (operand == CALL_PROMOTED)
        return call->promoted;
    switch (call_parameter(call, operand)->kind) {
    case ARGUMENT_SCALAR:
        return call->arguments[operand].scalar != NULL ? call->arguments[operand].scalar->type
                                                       : ACL_DT_UNDEFINED;
    case ARGUMENT_INTEGER: return (aclDataType)call->arguments[operand].integer;
    default: break;
    }
    call_members(call, operand, &members);
    return members.count > 0 && members.tensors[0] != NULL ? members.tensors[0]->type
                                                           : ACL_DT_UNDEFINED;
}

/* ---- Data types ------------------------------------------------------------------------------ */

const char *call_describe_types(uint64_t types, char *text, size_t size)
{
    size_t length = (size_t)snprintf(text, size, "[");
    for (int type = 0; type < 64 && length < size; type++)
        if ((types >> type & 1) != 0)
            length += (size_t)snprintf(text + length, size - length, "%s%s", length > 1 ? ", " : "",
                                       data_type_name((aclDataType)type));
    if (length < size)
        snprintf(text + length, size - length, "]");
    return text;
}

aclnnStatus call_refuse_type(const struct call *call, struct argument_name name, aclDataType type,
                             const struct type_set *allowed)
{
    char text[400];
    uint64_t types = allowed->types[call->soc->architecture];
    if (call_has_type(types, type))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "the data type of %s is %s; %s supports %s",
                  ARGUMENT_TEXT(name), data_type_name(type), call->soc->name,
                  types == 0 ? "none; other products do"
                             : call_describe_types(types, text, sizeof text));
}

static aclnnStatus shape_is(struct argument_name name, const struct tensor *is, const int64_t *dims,
                            int32_t rank, bool one_will_do, const char *words)
{
    int64_t count = 0;
    bool is_one = one_will_do && tensor_element_count(is, &count) && count == 1;
    for (int32_t i = 0; i < rank; i++)
        is_one &= dims[i] == 1;
    if (is_one || same_dims(is->dims, is->rank, dims, rank))
        return ACLNN_SUCCESS;
    return call_report_shape(name, is, dims, rank, words);
}

aclnnStatus call_shape_is(const struct call *call, int tensor, const int64_t *dims, int32_t rank,
                          bool one_will_do, const char *words)
{
    return shape_is(argument_named(call_name(call, tensor)), call_tensor(call, tensor), dims, rank,
                    one_will_do, words);
}

aclnnStatus call_shape_follows(const struct call *call, int tensor, bool has_shape,
                               const struct shape *shape, bool one_will_do, const char *words)
{
    if (!has_shape || shape->rank > TENSOR_MAX_DIMS)
        return call_refuse_shape(call, tensor, "no shape follows from the other arguments");
    return call_shape_is(call, tensor, shape->dims, shape->rank, one_will_do, words);
}

aclnnStatus call_member_shape_is(const struct call *call, int list, uint64_t member,
                                 const int64_t *dims, int32_t rank, bool one_will_do,
                                 const char *words)
{
    struct call_members members;
    call_members(call, list, &members);
    return shape_is(call_member_name(call, list, &members, member), members.tensors[member], dims,
                    rank, one_will_do, words);
}

aclnnStatus call_dim_is_in(const struct call *call, int dim, int64_t rank)
{
    int64_t at = call->arguments[dim].integer;
    int64_t dims = rank > 0 ? rank : 1;
    if (at >= -dims && at < dims)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s is %" PRId64 "; %" PRId64 " to %" PRId64 " are the dimensions",
                  call_name(call, dim), at, -dims, dims - 1);
}

bool call_broadcast_dims(const struct tensor *tensor, int64_t *dims, int32_t *rank)
{
    int64_t joint[TENSOR_MAX_DIMS];
    int32_t joint_rank = tensor->rank > *rank ? tensor->rank : *rank;
    for (int32_t i = 0; i < joint_rank; i++) {
        int32_t at = i - (joint_rank - *rank);
        int32_t at_tensor = i - (joint_rank - tensor->rank);
        int64_t one = at >= 0 ? dims[at] : 1;
        int64_t other = at_tensor >= 0 ? tensor->dims[at_tensor] : 1;
        if (one != other && one != 1 && other != 1)
            return false;
        joint[i] = one == 1 ? other : one;
    }
    *rank = joint_rank;
    memcpy(dims, joint, (size_t)joint_rank * sizeof *dims);
    return true;
}

aclnnStatus call_broadcast(const struct call *call, const int *tensors, int count, int64_t *dims,
                           int32_t *rank)
{
    char is[160];
    char required[160];
    *rank = 0;
    for (int i = 0; i < count; i++) {
        const struct tensor *tensor = call_tensor(call, tensors[i]);
        if (tensor != NULL && !call_broadcast_dims(tensor, dims, rank))
            return report(ACLNN_ERR_PARAM_INVALID,
                          "the shapes of %s, %s, and of %s, %s, do not broadcast: dimensions, "
                          "counted from the last, must be equal or 1",
                          i == 1 ? call_name(call, tensors[0]) : "the operands before",
                          dims_describe(dims, *rank, is, sizeof is), call_name(call, tensors[i]),
                          dims_describe(tensor->dims, tensor->rank, required, sizeof required));
    }
    return ACLNN_SUCCESS;
}

aclnnStatus call_member_is(const struct call *call, struct argument_name name,
                           const struct tensor *tensor, aclDataType type)
{
    if (tensor == NULL)
        return report(ACLNN_ERR_PARAM_INVALID, "%s is NULL; every member must be an aclTensor",
                      ARGUMENT_TEXT(name));
    if (tensor->type != type)
        return report(call_refusal(call),
                      "the data type of %s is %s; all must be %s, as the first is",
                      ARGUMENT_TEXT(name), data_type_name(tensor->type), data_type_name(type));
    if (tensor->rank > MOST_RANK)
        return report(call_refusal(call), "%s has %d dimension(s); %d to %d are supported",
                      ARGUMENT_TEXT(name), tensor->rank, 0, MOST_RANK);
    return check_tensor_dims(tensor, name);
}

aclnnStatus call_report_member_shape(const struct call *call, struct argument_name name,
                                     const struct tensor *tensor, struct argument_name other,
                                     const struct tensor *wanted)
{
    char is[160];
    char required[160];
    char as[80];
    snprintf(as, sizeof as, "%s", ARGUMENT_TEXT(other));
    return report(call_refusal(call), "the shape of %s is %s; that of %s, %s, is required",
                  ARGUMENT_TEXT(name), dims_describe(tensor->dims, tensor->rank, is, sizeof is), as,
                  dims_describe(wanted->dims, wanted->rank, required, sizeof required));
}

aclnnStatus call_dim_is_known(const struct call *call, int tensor, int parameter, int64_t dim)
{
    int64_t rank = call_tensor(call, tensor)->rank;
    rank = rank > 0 ? rank : 1;
    if (dim >= -rank && dim < rank)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s is %" PRId64 "; %" PRId64 " to %" PRId64 " are the dimensions of %s",
                  call_name(call, parameter), dim, -rank, rank - 1, call_name(call, tensor));
}
