/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/checks.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "executor/operator.h"
#include "ops/fold.h"
#include "ops/promotion.h"
#include "ops/tensor_checks.h"
#include "tensor/convert.h"
#include "tensor/layout.h"
#include "workspace/l0.h"
#include "workspace/view.h"

/* ---- Operands -------------------------------------------------------------------------------- */

static const struct parameter *parameter_of(const struct call *call, int operand)
{
    return &call->operator->parameters[operand];
}

/* What texts call an operand. */
const char *call_name(const struct call *call, int operand)
{
    return operand == CALL_PROMOTED ? "the computation" : parameter_of(call, operand)->name;
}

aclnnStatus call_refuse_shape(const struct call *call, int tensor, const char *required)
{
    char is[160];
    const struct tensor *given = call_tensor(call, tensor);
    return report(ACLNN_ERR_PARAM_INVALID, "%s has the shape %s; %s", call_name(call, tensor),
                  dims_describe(given->dims, given->rank, is, sizeof is), required);
}

/* A tensor, or the members of a list of them, one by one. */
struct members {
    enum argument_kind kind;
    uint64_t count;
    struct tensor **tensors;
    struct tensor *one[1];
};

static void find_members(const struct call *call, int operand, struct members *members)
{
    const struct argument *argument = &call->arguments[operand];
    members->kind = parameter_of(call, operand)->kind;
    if (members->kind == ARGUMENT_TENSOR_LIST) {
        members->count = argument->tensors != NULL ? argument->tensors->count : 0;
        members->tensors = argument->tensors != NULL ? argument->tensors->members : NULL;
        return;
    }
    members->one[0] = argument->tensor;
    members->count = argument->tensor != NULL;
    members->tensors = members->one;
}

static struct argument_name member_name(const struct call *call, int operand,
                                        const struct members *members, uint64_t member)
{
    return (struct argument_name){call_name(call, operand),
                                  members->kind == ARGUMENT_TENSOR_LIST ? (int64_t)member : -1};
}

aclDataType call_type(const struct call *call, int operand)
{
    struct members members;
    if (operand == CALL_PROMOTED)
        return call->promoted;
    switch (parameter_of(call, operand)->kind) {
    case ARGUMENT_SCALAR:
        return call->arguments[operand].scalar != NULL ? call->arguments[operand].scalar->type
                                                       : ACL_DT_UNDEFINED;
    case ARGUMENT_INTEGER: return (aclDataType)call->arguments[operand].integer;
    default: break;
    }
    find_members(call, operand, &members);
    return members.count > 0 && members.tensors[0] != NULL ? members.tensors[0]->type
                                                           : ACL_DT_UNDEFINED;
}

static bool is_given(const struct call *call, int operand)
{
    switch (parameter_of(call, operand)->kind) {
    case ARGUMENT_INTEGER:
    case ARGUMENT_REAL: return true;
    case ARGUMENT_TEXT: return call->arguments[operand].text != NULL;
    default: return call->arguments[operand].tensor != NULL;
    }
}

/* ---- What is there --------------------------------------------------------------------------- */

static aclnnStatus check_is_given(const struct call *call, int parameter, aclnnStatus status)
{
    static const char *const kinds[] = {
        [ARGUMENT_TENSOR] = "aclTensor",
        [ARGUMENT_SCALAR] = "aclScalar",
        [ARGUMENT_INT_ARRAY] = "aclIntArray",
        [ARGUMENT_FLOAT_ARRAY] = "aclFloatArray",
        [ARGUMENT_BOOL_ARRAY] = "aclBoolArray",
        [ARGUMENT_TENSOR_LIST] = "aclTensorList",
        [ARGUMENT_SCALAR_LIST] = "aclScalarList",
        [ARGUMENT_TEXT] = "text",
        [ARGUMENT_INTEGER] = "number",
        [ARGUMENT_REAL] = "number",
    };
    if (is_given(call, parameter))
        return ACLNN_SUCCESS;
    return report(status, "%s is NULL; an %s is required", call_name(call, parameter),
                  kinds[parameter_of(call, parameter)->kind]);
}

aclnnStatus check_given(struct call *call, int parameter)
{
    return check_is_given(call, parameter, ACLNN_ERR_PARAM_NULLPTR);
}

aclnnStatus check_given_inner(struct call *call, int parameter)
{
    return check_is_given(call, parameter, ACLNN_ERR_INNER_NULLPTR);
}

aclnnStatus check_given_any(struct call *call, const int *parameters, int count)
{
    for (int i = 0; i < count; i++)
        if (is_given(call, parameters[i]))
            return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_NULLPTR, "%s and %s are NULL; one of them is required",
                  call_name(call, parameters[0]), call_name(call, parameters[count - 1]));
}

aclnnStatus check_required(struct call *call, int parameter)
{
    return check_is_given(call, parameter, ACLNN_ERR_PARAM_INVALID);
}

aclnnStatus check_not_on(struct call *call, int architecture)
{
    if (call->soc->architecture != (uint32_t)architecture)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s does not have the operator", call->soc->name);
}

aclnnStatus check_not_on_inner(struct call *call, int architecture)
{
    if (call->soc->architecture != (uint32_t)architecture)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_INNER_NULLPTR, "%s has no kernel of the operator", call->soc->name);
}

aclnnStatus check_empty(struct call *call, int tensor)
{
    int64_t count = 0;
    if (call_tensor(call, tensor) != NULL &&
        tensor_element_count(call_tensor(call, tensor), &count))
        call->is_empty = call->is_empty || count == 0;
    return ACLNN_SUCCESS;
}

aclnnStatus check_empty_list(struct call *call, int list)
{
    struct members members;
    find_members(call, list, &members);
    call->is_empty = members.count == 0;
    return ACLNN_SUCCESS;
}

/* ---- Data types ------------------------------------------------------------------------------ */

/* "[DT_FLOAT, DT_BF16]": cut when it does not fit. Returns text. */
static const char *describe_types(uint64_t types, char *text, size_t size)
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

static int architecture_of(const struct call *call)
{
    return call->soc->architecture == ARCHITECTURE_1001   ? L0_1001
           : call->soc->architecture == ARCHITECTURE_2201 ? L0_2201
                                                          : L0_3510;
}

static bool has_type(uint64_t types, aclDataType type)
{
    return (int)type >= 0 && (int)type < 64 && (types >> (int)type & 1) != 0;
}

static aclnnStatus check_type(const struct call *call, struct argument_name name, aclDataType type,
                              const struct type_set *allowed)
{
    char text[400];
    uint64_t types = allowed->types[architecture_of(call)];
    if (has_type(types, type))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "the data type of %s is %s; %s supports %s",
                  ARGUMENT_TEXT(name), data_type_name(type), call->soc->name,
                  describe_types(types, text, sizeof text));
}

aclnnStatus check_types(struct call *call, int operand, const struct type_set *allowed)
{
    if (operand != CALL_PROMOTED && !is_given(call, operand))
        return ACLNN_SUCCESS;
    return check_type(call, argument_named(call_name(call, operand)), call_type(call, operand),
                      allowed);
}

aclnnStatus check_types_if_empty(struct call *call, int tensor, int operand,
                                 const struct type_set *allowed)
{
    int64_t count = 0;
    if (!tensor_element_count(call_tensor(call, tensor), &count) || count > 0)
        return ACLNN_SUCCESS;
    return check_types(call, operand, allowed);
}

aclnnStatus check_not_type(struct call *call, int operand, int type)
{
    if (call_type(call, operand) != (aclDataType)type)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "the data type of %s is %s, which %s does not support",
                  call_name(call, operand), data_type_name((aclDataType)type), call->soc->name);
}

aclnnStatus check_not_type_inner(struct call *call, int operand, int type)
{
    if (call_type(call, operand) != (aclDataType)type)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_INNER_NULLPTR, "the data type of %s is %s, which no kernel of %s has",
                  call_name(call, operand), data_type_name((aclDataType)type), call->soc->name);
}

aclnnStatus check_kernel_types(struct call *call, int operand, const struct type_set *allowed)
{
    aclDataType type = call_type(call, operand);
    if (has_type(allowed->types[architecture_of(call)], type))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_NULLPTR, "the data type of %s is %s, which no kernel takes",
                  call_name(call, operand), data_type_name(type));
}

aclnnStatus check_refused(struct call *call, int operand, const struct type_set *refused)
{
    aclDataType type = call_type(call, operand);
    if (!has_type(refused->types[architecture_of(call)], type))
        return ACLNN_SUCCESS;
    return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                  "the data type of %s is %s, which CANN computes and this library does not",
                  call_name(call, operand), data_type_name(type));
}

aclnnStatus check_contiguous_for(struct call *call, int tensor, int other, int type)
{
    if (call_type(call, other) != (aclDataType)type || view_is_dense(call_tensor(call, tensor)))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s is not contiguous; it has to be where the data type of %s is %s",
                  call_name(call, tensor), call_name(call, other),
                  data_type_name((aclDataType)type));
}

aclnnStatus check_same_type(struct call *call, int operand, int other)
{
    aclDataType type = call_type(call, operand);
    aclDataType wanted = call_type(call, other);
    bool are_given = (operand == CALL_PROMOTED || is_given(call, operand)) &&
                     (other == CALL_PROMOTED || is_given(call, other));
    if (type == wanted || !are_given)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the data type of %s is %s, that of %s is %s; they must be equal",
                  call_name(call, operand), data_type_name(type), call_name(call, other),
                  data_type_name(wanted));
}

/* CANN compares the types that Ascend910 has too; bfloat16 is found by the copy. */
aclnnStatus check_sign_type(struct call *call, int tensor, int out)
{
    return call_type(call, tensor) == ACL_BF16 ? ACLNN_SUCCESS : check_same_type(call, tensor, out);
}

aclnnStatus check_same_type_inner(struct call *call, int operand, int other)
{
    aclnnStatus status = check_same_type(call, operand, other);
    return status == ACLNN_SUCCESS ? status : ACLNN_ERR_INNER_NULLPTR;
}

aclnnStatus check_promote(struct call *call, const int *operands, int count)
{
    int before = -1; /* the operand that came before, if one was given */
    for (int i = 0; i < count; i++) {
        if (operands[i] != CALL_PROMOTED && !is_given(call, operands[i]))
            continue;
        aclDataType type = call_type(call, operands[i]);
        aclDataType common = before < 0 ? type : type_promote(call->promoted, type);
        if (common == ACL_DT_UNDEFINED)
            return report(ACLNN_ERR_PARAM_INVALID,
                          "%s is %s and %s is %s; there is no data type for both",
                          call_name(call, before), data_type_name(call->promoted),
                          call_name(call, operands[i]), data_type_name(type));
        call->promoted = common;
        before = operands[i];
    }
    return ACLNN_SUCCESS;
}

aclnnStatus check_promote_by_rank(struct call *call, int a, int b)
{
    bool a_counts = call_tensor(call, a)->rank > 0;
    bool b_counts = call_tensor(call, b)->rank > 0;
    aclDataType first = call_type(call, a);
    aclDataType second = call_type(call, b);
    bool is_3510 = call->soc->architecture == ARCHITECTURE_3510;
    if (!is_3510 || a_counts == b_counts)
        return promote_with_number(call, a, b, type_promote(first, second));
    return promote_with_number(
        call, a, b, a_counts ? promote_kinds(first, second) : promote_kinds(second, first));
}

aclnnStatus check_promote_number(struct call *call, int tensor, int number)
{
    return promote_with_number(
        call, tensor, number,
        promote_kinds(call_type(call, tensor), promote_default(call_type(call, number))));
}

aclnnStatus check_compute_in_float(struct call *call, int operand)
{
    aclDataType type = call_type(call, operand);
    call->promoted = type == ACL_BOOL || type_is_integer(type) ? ACL_FLOAT : type;
    return ACLNN_SUCCESS;
}

aclnnStatus check_compute_in_own(struct call *call, int operand)
{
    call->promoted = call_type(call, operand);
    return ACLNN_SUCCESS;
}

static aclnnStatus report_cast(const struct call *call, int from, int to, aclDataType type)
{
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the data type of %s is %s, which cannot become %s, that of %s",
                  call_name(call, from), data_type_name(call_type(call, from)),
                  data_type_name(type), call_name(call, to));
}

aclnnStatus check_cast(struct call *call, int from, int to)
{
    aclDataType type = call_type(call, to);
    if (type_can_cast(call_type(call, from), type))
        return ACLNN_SUCCESS;
    return report_cast(call, from, to, type);
}

aclnnStatus check_factor(struct call *call, int scalar)
{
    aclDataType type = call_type(call, scalar);
    bool fits = call->promoted == ACL_BOOL ? type == ACL_BOOL || type_is_integer(type)
                                           : type_can_cast(type, call->promoted);
    return fits ? ACLNN_SUCCESS : report_cast(call, scalar, CALL_PROMOTED, call->promoted);
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

aclnnStatus check_rank(struct call *call, int operand, int lowest, int highest)
{
    struct members members;
    aclnnStatus status = ACLNN_SUCCESS;
    find_members(call, operand, &members);
    for (uint64_t i = 0; status == ACLNN_SUCCESS && i < members.count; i++) {
        if (members.tensors[i] == NULL)
            continue;
        struct argument_name name = member_name(call, operand, &members, i);
        status = tensor_check_rank(members.tensors[i], name, lowest, highest);
        if (status == ACLNN_SUCCESS)
            status = tensor_check_dims(members.tensors[i], name);
    }
    return status;
}

aclnnStatus check_strided_rank(struct call *call, const int *tensors, int count, int highest)
{
    aclnnStatus status = ACLNN_SUCCESS;
    bool is_dense = true;
    for (int i = 0; i < count; i++)
        is_dense &= view_is_dense(call_tensor(call, tensors[i]));
    for (int i = 0; status == ACLNN_SUCCESS && i < count; i++)
        status = check_rank(call, tensors[i], 0, is_dense ? TENSOR_MAX_DIMS : highest);
    return status;
}

aclnnStatus check_matrix(struct call *call, int operand)
{
    return check_rank(call, operand, 2, 2);
}

/* out has not the dims that are required; what says where they come from. */
static aclnnStatus report_shape(struct argument_name name, const struct tensor *tensor,
                                const int64_t *dims, int32_t rank, const char *what)
{
    char is[160];
    char required[160];
    return report(ACLNN_ERR_PARAM_INVALID, "the shape of %s is %s; %s, %s, is required",
                  ARGUMENT_TEXT(name), dims_describe(tensor->dims, tensor->rank, is, sizeof is),
                  what, dims_describe(dims, rank, required, sizeof required));
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
    return report_shape(name, is, dims, rank, words);
}

aclnnStatus call_shape_is(const struct call *call, int tensor, const int64_t *dims, int32_t rank,
                          bool one_will_do, const char *words)
{
    return shape_is(argument_named(call_name(call, tensor)), call_tensor(call, tensor), dims, rank,
                    one_will_do, words);
}

aclnnStatus call_member_shape_is(const struct call *call, int list, uint64_t member,
                                 const int64_t *dims, int32_t rank, bool one_will_do,
                                 const char *words)
{
    struct members members;
    find_members(call, list, &members);
    return shape_is(member_name(call, list, &members, member), members.tensors[member], dims, rank,
                    one_will_do, words);
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

aclnnStatus check_same_shape(struct call *call, int tensor, int other)
{
    char what[80];
    const struct tensor *is = call_tensor(call, tensor);
    const struct tensor *wanted = call_tensor(call, other);
    if (is == NULL || wanted == NULL || same_dims(is->dims, is->rank, wanted->dims, wanted->rank))
        return tensor_check_dims(wanted != NULL ? wanted : is,
                                 argument_named(call_name(call, wanted != NULL ? other : tensor)));
    snprintf(what, sizeof what, "that of %s", call_name(call, tensor));
    return report_shape(argument_named(call_name(call, other)), wanted, is->dims, is->rank, what);
}

/* Broadcasts dims with those of a tensor; false, and dims as they were, when they do not. */
static bool broadcast_dims(const struct tensor *tensor, int64_t *dims, int32_t *rank)
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
        if (tensor != NULL && !broadcast_dims(tensor, dims, rank))
            return report(ACLNN_ERR_PARAM_INVALID,
                          "the shapes of %s, %s, and of %s, %s, do not broadcast: dimensions, "
                          "counted from the last, must be equal or 1",
                          i == 1 ? call_name(call, tensors[0]) : "the operands before",
                          dims_describe(dims, *rank, is, sizeof is), call_name(call, tensors[i]),
                          dims_describe(tensor->dims, tensor->rank, required, sizeof required));
    }
    return ACLNN_SUCCESS;
}

aclnnStatus check_broadcast(struct call *call, const int *tensors, int count, int out)
{
    int64_t dims[TENSOR_MAX_DIMS];
    int32_t rank = 0;
    const struct tensor *result = call_tensor(call, out);
    aclnnStatus status = call_broadcast(call, tensors, count, dims, &rank);
    if (status != ACLNN_SUCCESS || result == NULL)
        return status;
    if (!same_dims(result->dims, result->rank, dims, rank))
        return report_shape(argument_named(call_name(call, out)), result, dims, rank,
                            "what the operands broadcast to");
    return tensor_check_dims(result, argument_named(call_name(call, out)));
}

/* What has as many elements, and another shape, is found by the copy. */
aclnnStatus check_broadcast_count(struct call *call, int a, int b, int out)
{
    int64_t dims[TENSOR_MAX_DIMS];
    int32_t rank = 0;
    int64_t count = 1;
    int64_t given = 0;
    aclnnStatus status = call_broadcast(call, (const int[]){a, b}, 2, dims, &rank);
    for (int32_t i = 0; i < rank; i++)
        count *= dims[i];
    if (status != ACLNN_SUCCESS ||
        (tensor_element_count(call_tensor(call, out), &given) && given == count))
        return status;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s has %" PRId64 " elements; what the operands broadcast to has %" PRId64,
                  call_name(call, out), given, count);
}

aclnnStatus check_broadcast_inner(struct call *call, const int *tensors, int count, int out)
{
    int64_t dims[TENSOR_MAX_DIMS];
    int32_t rank = 0;
    const struct tensor *result = call_tensor(call, out);
    bool fit = true;
    for (int i = 0; fit && i < count; i++)
        fit = broadcast_dims(call_tensor(call, tensors[i]), dims, &rank);
    if (!fit || !same_dims(result->dims, result->rank, dims, rank))
        return report(ACLNN_ERR_INNER_NULLPTR,
                      "the shapes of the operands do not broadcast, or not to that of %s",
                      call_name(call, out));
    return tensor_check_dims(result, argument_named(call_name(call, out)));
}

aclnnStatus check_broadcast_list(struct call *call, int list, int out)
{
    char is[160];
    char required[160];
    struct members members;
    int64_t dims[TENSOR_MAX_DIMS];
    int32_t rank = 0;
    const struct tensor *result = call_tensor(call, out);
    find_members(call, list, &members);
    if (members.count == 0)
        return report(ACLNN_ERR_PARAM_INVALID, "%s has no tensors; one is required",
                      call_name(call, list));
    for (uint64_t i = 0; i < members.count; i++)
        if (!broadcast_dims(members.tensors[i], dims, &rank))
            return report(ACLNN_ERR_PARAM_INVALID,
                          "the shapes of %s, %s, and of %s, %s, do not broadcast: dimensions, "
                          "counted from the last, must be equal or 1",
                          "the members before", dims_describe(dims, rank, is, sizeof is),
                          ARGUMENT_TEXT(member_name(call, list, &members, i)),
                          dims_describe(members.tensors[i]->dims, members.tensors[i]->rank,
                                        required, sizeof required));
    if (!same_dims(result->dims, result->rank, dims, rank))
        return report_shape(argument_named(call_name(call, out)), result, dims, rank,
                            "what the members broadcast to");
    return tensor_check_dims(result, argument_named(call_name(call, out)));
}

aclnnStatus check_members_shape(struct call *call, int list, int out)
{
    char what[80];
    struct members members;
    const struct tensor *result = call_tensor(call, out);
    find_members(call, list, &members);
    for (uint64_t i = 0; i < members.count; i++) {
        const struct tensor *is = members.tensors[i];
        if (same_dims(is->dims, is->rank, result->dims, result->rank))
            continue;
        snprintf(what, sizeof what, "that of %s", call_name(call, out));
        return report_shape(member_name(call, list, &members, i), is, result->dims, result->rank,
                            what);
    }
    return tensor_check_dims(result, argument_named(call_name(call, out)));
}

aclnnStatus check_dims(struct call *call, int tensor, int array)
{
    const struct tensor *self = call_tensor(call, tensor);
    const struct array *dims = call->arguments[array].array;
    const int64_t *values = dims != NULL ? (const int64_t *)(const void *)dims->values : NULL;
    int64_t rank = self->rank > 0 ? self->rank : 1;
    uint64_t seen = 0;
    for (uint64_t i = 0; values != NULL && i < dims->size; i++) {
        if (values[i] < -rank || values[i] >= rank)
            return report(ACLNN_ERR_PARAM_INVALID,
                          "%s[%" PRIu64 "] is %" PRId64 "; %" PRId64 " to %" PRId64
                          " are the dimensions of %s",
                          call_name(call, array), i, values[i], -rank, rank - 1,
                          call_name(call, tensor));
        uint64_t bit = (uint64_t)1 << (values[i] < 0 ? values[i] + rank : values[i]);
        if ((seen & bit) != 0)
            return report(ACLNN_ERR_PARAM_INVALID,
                          "%s[%" PRIu64 "] is %" PRId64 ", a dimension that was named before",
                          call_name(call, array), i, values[i]);
        seen |= bit;
    }
    return ACLNN_SUCCESS;
}

aclnnStatus check_reduced_shape(struct call *call, int tensor, int array, int keep, int out)
{
    int64_t dims[TENSOR_MAX_DIMS];
    int64_t count = 0;
    const struct tensor *self = call_tensor(call, tensor);
    const struct tensor *result = call_tensor(call, out);
    if (!tensor_element_count(self, &count) || count == 0)
        return tensor_check_dims(result, argument_named(call_name(call, out)));
    uint64_t folded = folded_dims(call->arguments[array].array, self->rank);
    int32_t rank = fold_shape(self->dims, self->rank, folded, call->arguments[keep].integer != 0,
                              dims);
    return call_shape_is(call, out, dims, rank, true, "what is left of the input's");
}

aclnnStatus check_format(struct call *call, int operand)
{
    struct members members;
    aclnnStatus status = ACLNN_SUCCESS;
    find_members(call, operand, &members);
    for (uint64_t i = 0; status == ACLNN_SUCCESS && i < members.count; i++)
        if (members.tensors[i] != NULL)
            status = tensor_check_format(members.tensors[i],
                                         member_name(call, operand, &members, i));
    return status;
}

aclnnStatus check_same_format(struct call *call, int tensor, int other)
{
    const struct tensor *a = call_tensor(call, tensor);
    const struct tensor *b = call_tensor(call, other);
    if (a == NULL || b == NULL || a->format == b->format)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the format of %s is %s, that of %s is %s; they must be equal",
                  call_name(call, tensor), format_name(a->format), call_name(call, other),
                  format_name(b->format));
}

/* Results of some operators have the format of an input. ViewCopy copies ND to any, others to their
   own. */
aclnnStatus check_kept_format(struct call *call, int tensor, int out)
{
    const struct tensor *from = call_tensor(call, tensor);
    const struct tensor *to = call_tensor(call, out);
    if (from->format == ACL_FORMAT_ND || from->format == to->format)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_INNER_NULLPTR,
                  "the format of %s is %s, which the result keeps; it is not copied to %s, of %s",
                  call_name(call, tensor), format_name(from->format), call_name(call, out),
                  format_name(to->format));
}

aclnnStatus check_kept_format_of(struct call *call, int tensor, int out, int operand,
                                 const struct type_set *kept)
{
    bool is_kept = has_type(kept->types[architecture_of(call)], call_type(call, operand));
    return is_kept ? check_kept_format(call, tensor, out) : ACLNN_SUCCESS;
}

/* A tensor of another shape is broadcast first, which makes it ND. */
aclnnStatus check_copied_format(struct call *call, int tensor, int out)
{
    const struct tensor *from = call_tensor(call, tensor);
    const struct tensor *to = call_tensor(call, out);
    bool broadcasts = !same_dims(from->dims, from->rank, to->dims, to->rank);
    return broadcasts ? ACLNN_SUCCESS : check_kept_format(call, tensor, out);
}

/* A tensor without dimensions is reshaped first, which makes it ND. */
aclnnStatus check_kept_format_of_dims(struct call *call, int tensor, int out)
{
    return call_tensor(call, tensor)->rank > 0 ? check_kept_format(call, tensor, out)
                                               : ACLNN_SUCCESS;
}

/* Where the other tensor has dimensions that this one has not, this one is broadcast first. */
aclnnStatus check_kept_if_widest(struct call *call, int tensor, int other, int out)
{
    int64_t dims[TENSOR_MAX_DIMS];
    int32_t rank = 0;
    const struct tensor *from = call_tensor(call, tensor);
    aclnnStatus status = call_broadcast(call, (const int[]){tensor, other}, 2, dims, &rank);
    if (status != ACLNN_SUCCESS || !same_dims(from->dims, from->rank, dims, rank))
        return status;
    return check_kept_format(call, tensor, out);
}

/* ---- Lists of tensors ------------------------------------------------------------------------ */

aclnnStatus check_same_count(struct call *call, int list, int other)
{
    struct members a;
    struct members b;
    find_members(call, list, &a);
    find_members(call, other, &b);
    if (a.count == b.count)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_NULLPTR,
                  "%s has %" PRIu64 " tensor(s), %s has %" PRIu64 "; there must be as many",
                  call_name(call, list), a.count, call_name(call, other), b.count);
}

/* Every member is there and has this type. */
static aclnnStatus check_each_type(const struct call *call, int list, const struct members *members,
                                   aclDataType type)
{
    for (uint64_t i = 0; i < members->count; i++) {
        struct argument_name name = member_name(call, list, members, i);
        if (members->tensors[i] == NULL)
            return report(ACLNN_ERR_PARAM_INVALID, "%s is NULL; every member must be an aclTensor",
                          ARGUMENT_TEXT(name));
        if (members->tensors[i]->type != type)
            return report(ACLNN_ERR_PARAM_INVALID,
                          "the data type of %s is %s; all must be %s, as the first is",
                          ARGUMENT_TEXT(name), data_type_name(members->tensors[i]->type),
                          data_type_name(type));
    }
    return ACLNN_SUCCESS;
}

aclnnStatus check_list_types(struct call *call, int list, const struct type_set *allowed)
{
    struct members members;
    find_members(call, list, &members);
    if (members.count == 0 || members.tensors[0] == NULL)
        return ACLNN_SUCCESS;
    return check_type(call, member_name(call, list, &members, 0), members.tensors[0]->type,
                      allowed);
}

aclnnStatus check_members_given(struct call *call, int list)
{
    struct members members;
    find_members(call, list, &members);
    for (uint64_t i = 0; i < members.count; i++)
        if (members.tensors[i] == NULL)
            return report(ACLNN_ERR_PARAM_NULLPTR, "%s is NULL; every member must be an aclTensor",
                          ARGUMENT_TEXT(member_name(call, list, &members, i)));
    return ACLNN_SUCCESS;
}

aclnnStatus check_member_types(struct call *call, int list, const struct type_set *allowed)
{
    struct members members;
    aclnnStatus status = ACLNN_SUCCESS;
    find_members(call, list, &members);
    for (uint64_t i = 0; status == ACLNN_SUCCESS && i < members.count; i++)
        if (members.tensors[i] != NULL)
            status = check_type(call, member_name(call, list, &members, i),
                                members.tensors[i]->type, allowed);
    return status;
}

aclnnStatus check_types_of_filled_members(struct call *call, int list,
                                          const struct type_set *allowed)
{
    struct members members;
    aclnnStatus status = ACLNN_SUCCESS;
    find_members(call, list, &members);
    for (uint64_t i = 0; status == ACLNN_SUCCESS && i < members.count; i++) {
        int64_t count = 0;
        if (members.tensors[i] != NULL && tensor_element_count(members.tensors[i], &count) &&
            count > 0)
            status = check_type(call, member_name(call, list, &members, i),
                                members.tensors[i]->type, allowed);
    }
    return status;
}

aclnnStatus check_same_member_types(struct call *call, int list)
{
    struct members members;
    find_members(call, list, &members);
    return members.count == 0 ? ACLNN_SUCCESS
                              : check_each_type(call, list, &members, call_type(call, list));
}

/* Those behind a float16 are all converted to float32; no kernel has others of several types. */
aclnnStatus check_summands(struct call *call, int list)
{
    if (call_type(call, list) == ACL_FLOAT16)
        return ACLNN_SUCCESS;
    aclnnStatus status = check_same_member_types(call, list);
    return status == ACLNN_SUCCESS ? status : ACLNN_ERR_INNER_NULLPTR;
}

aclnnStatus check_promote_list(struct call *call, int list)
{
    struct members members;
    find_members(call, list, &members);
    call->promoted = members.count > 0 ? members.tensors[0]->type : ACL_DT_UNDEFINED;
    for (uint64_t i = 1; i < members.count; i++) {
        aclDataType type = members.tensors[i]->type;
        aclDataType both = type_promote(type, call->promoted);
        if (both == ACL_DT_UNDEFINED)
            return report(ACLNN_ERR_PARAM_INVALID,
                          "%s is %s and those before it %s; there is no data type for both",
                          ARGUMENT_TEXT(member_name(call, list, &members, i)), data_type_name(type),
                          data_type_name(call->promoted));
        call->promoted = both;
    }
    return ACLNN_SUCCESS;
}
