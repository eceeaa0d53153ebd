/* SPDX-License-Identifier: Apache-2.0 */
/* Checks that several families name: of data types, and which type a call computes in. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/common.h"
#include "ops/common/check.h"
#include "ops/common/promotion.h"
#include "ops/common/tensor_check.h"
#include "tensor/convert.h"
#include "tensor/layout.h"

aclnnStatus check_types(struct call *call, int operand, const struct type_set *allowed)
{
    if (operand != CALL_PROMOTED && !call_gives(call, operand))
        return ACLNN_SUCCESS;
    return call_refuse_type(call, argument_named(call_name(call, operand)),
                            call_type(call, operand), allowed);
}

/* The same as check_types, when the tensor has no elements, so that the call only fills. */
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

/* 207000 for types that CANN computes and this library does not. It stands after all of the
 * vendor's checks. */
aclnnStatus check_kernel_types(struct call *call, int operand, const struct type_set *allowed)
{
    aclDataType type = call_type(call, operand);
    if (call_has_type(allowed->types[call->soc->architecture], type))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_NULLPTR, "the data type of %s is %s, which no kernel takes",
                  call_name(call, operand), data_type_name(type));
}

aclnnStatus check_refused(struct call *call, int operand, const struct type_set *refused)
{
    aclDataType type = call_type(call, operand);
    if (!call_has_type(refused->types[call->soc->architecture], type))
        return ACLNN_SUCCESS;
    return report(
        ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
        "the data type of %s is %s, which is not implemented by this library (CANN has it)",
        call_name(call, operand), data_type_name(type));
}

aclnnStatus check_same_type(struct call *call, int operand, int other)
{
    aclDataType type = call_type(call, operand);
    aclDataType wanted = call_type(call, other);
    bool are_given = (operand == CALL_PROMOTED || call_gives(call, operand)) &&
                     (other == CALL_PROMOTED || call_gives(call, other));
    if (type == wanted || !are_given)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the data type of %s is %s, that of %s is %s; they must be equal",
                  call_name(call, operand), data_type_name(type), call_name(call, other),
                  data_type_name(wanted));
}

aclnnStatus check_same_type_inner(struct call *call, int operand, int other)
{
    aclnnStatus status = check_same_type(call, operand, other);
    return status == ACLNN_SUCCESS ? status : ACLNN_ERR_INNER_NULLPTR;
}

/* All given operands have a common type, which becomes call->promoted. */
aclnnStatus check_promote(struct call *call, const int *operands, int count)
{
    int before = -1; /* the given operand before this one; -1: none */
    for (int i = 0; i < count; i++) {
        if (operands[i] != CALL_PROMOTED && !call_gives(call, operands[i]))
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

/* The same as check_promote for two tensors. On Ascend950 a tensor without dimensions counts as a
 * number when the other has some. */
aclnnStatus check_promote_by_rank(struct call *call, int a, int b)
{
    bool a_counts = call_tensor(call, a)->rank > 0;
    bool b_counts = call_tensor(call, b)->rank > 0;
    aclDataType first = call_type(call, a);
    aclDataType second = call_type(call, b);
    bool is_3510 = call_is_on_950(call);
    if (!is_3510 || a_counts == b_counts)
        return promote_with_number(call, a, b, type_promote(first, second));
    return promote_with_number(
        call, a, b, a_counts ? promote_kinds(first, second) : promote_kinds(second, first));
}

/* call->promoted becomes the type in which Ascend950 computes with a tensor and a number
 * (promotion.h). */
aclnnStatus check_promote_number(struct call *call, int tensor, int number)
{
    return promote_with_number(
        call, tensor, number,
        promote_kinds(call_type(call, tensor), promote_default(call_type(call, number))));
}

/* call->promoted becomes float32 for integers and bool, and otherwise the operand's own type. */
aclnnStatus check_compute_in_float(struct call *call, int operand)
{
    aclDataType type = call_type(call, operand);
    call->promoted = type_is_whole(type) ? ACL_FLOAT : type;
    return ACLNN_SUCCESS;
}

/* call->promoted becomes the operand's own type. */
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

/* One type can be cast to the other: not from complex to real, from float to integer, or from a
 * number to bool. */
aclnnStatus check_cast(struct call *call, int from, int to)
{
    aclDataType type = call_type(call, to);
    if (type_can_cast(call_type(call, from), type))
        return ACLNN_SUCCESS;
    return report_cast(call, from, to, type);
}

/* A scalar that multiplies numbers of call->promoted can be cast to that type. For bool any integer
 * will do. */
aclnnStatus check_factor(struct call *call, int scalar)
{
    aclDataType type = call_type(call, scalar);
    bool fits = call->promoted == ACL_BOOL ? type_is_whole(type)
                                           : type_can_cast(type, call->promoted);
    return fits ? ACLNN_SUCCESS : report_cast(call, scalar, CALL_PROMOTED, call->promoted);
}

/* The type of the list's first member is allowed. */
aclnnStatus check_list_types(struct call *call, int list, const struct type_set *allowed)
{
    struct call_members members;
    call_members(call, list, &members);
    if (members.count == 0 || members.tensors[0] == NULL)
        return ACLNN_SUCCESS;
    return call_refuse_type(call, call_member_name(call, list, &members, 0),
                            members.tensors[0]->type, allowed);
}

aclnnStatus check_member_types(struct call *call, int list, const struct type_set *allowed)
{
    struct call_members members;
    aclnnStatus status = ACLNN_SUCCESS;
    call_members(call, list, &members);
    for (uint64_t i = 0; status == ACLNN_SUCCESS && i < members.count; i++)
        if (members.tensors[i] != NULL)
            status = call_refuse_type(call, call_member_name(call, list, &members, i),
                                      members.tensors[i]->type, allowed);
    return status;
}
