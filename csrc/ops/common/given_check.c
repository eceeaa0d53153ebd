/* SPDX-License-Identifier: Apache-2.0 */
/* Checks that several families name: of what has to be given, and of what a product has. */
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/common.h"
#include "ops/common/check.h"
#include "tensor/convert.h"
#include "tensor/layout.h"

aclnnStatus check_not_negative(struct call *call, int scalar)
{
    return scalar_float(call_scalar(call, scalar)) < 0 ? call_report_negative(call, scalar, "")
                                                       : ACLNN_SUCCESS;
}

/* 161001 where a flag is true and the tensor is NULL. Where the flag is false the tensor counts as
 * NULL from then on. */
aclnnStatus check_given_where(struct call *call, int tensor, int flag)
{
    if (call->arguments[flag].integer == 0 || call_tensor(call, tensor) != NULL)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_NULLPTR, "%s is NULL; an aclTensor is required where %s is true",
                  call_name(call, tensor), call_name(call, flag));
}

/* ---- What is there --------------------------------------------------------------------------- */

static aclnnStatus check_is_given(const struct call *call, int parameter, aclnnStatus status)
{
    static const char *const kinds[] = {
        [ARGUMENT_TENSOR] = "an aclTensor",
        [ARGUMENT_SCALAR] = "an aclScalar",
        [ARGUMENT_INT_ARRAY] = "an aclIntArray",
        [ARGUMENT_FLOAT_ARRAY] = "an aclFloatArray",
        [ARGUMENT_BOOL_ARRAY] = "an aclBoolArray",
        [ARGUMENT_TENSOR_LIST] = "an aclTensorList",
        [ARGUMENT_SCALAR_LIST] = "an aclScalarList",
        [ARGUMENT_TEXT] = "a text",
        [ARGUMENT_INTEGER] = "a number",
        [ARGUMENT_REAL] = "a number",
    };
    if (call_gives(call, parameter))
        return ACLNN_SUCCESS;
    return report(status, "%s is NULL; %s is required", call_name(call, parameter),
                  kinds[call_parameter(call, parameter)->kind]);
}

/* 161001 when the argument is NULL. */
aclnnStatus check_given(struct call *call, int parameter)
{
    return check_is_given(call, parameter, ACLNN_ERR_PARAM_NULLPTR);
}

/* 561103 when the argument is NULL. For calls whose op_api returns that status. */
aclnnStatus check_given_inner(struct call *call, int parameter)
{
    return check_is_given(call, parameter, ACLNN_ERR_INNER_NULLPTR);
}

/* 161001 when all of the arguments are NULL. */
aclnnStatus check_given_any(struct call *call, const int *parameters, int count)
{
    for (int i = 0; i < count; i++)
        if (call_gives(call, parameters[i]))
            return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_NULLPTR, "%s and %s are NULL; one of them is required",
                  call_name(call, parameters[0]), call_name(call, parameters[count - 1]));
}

/* 161002 when the argument is NULL. */
aclnnStatus check_required(struct call *call, int parameter)
{
    return check_is_given(call, parameter, ACLNN_ERR_PARAM_INVALID);
}

/* 161002 on this architecture (enum soc_architecture), which does not have the operator. */
aclnnStatus check_not_on(struct call *call, int architecture)
{
    if (call->soc->architecture != (enum soc_architecture)architecture)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s does not have the operator", call->soc->name);
}

/* 561103 on this architecture: there CANN fails while it makes the list. */
aclnnStatus check_not_on_inner(struct call *call, int architecture)
{
    if (call->soc->architecture != (enum soc_architecture)architecture)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_INNER_NULLPTR, "%s has no kernel of the operator", call->soc->name);
}

/* Refuses nothing. When an operand has no elements the call has nothing to do, and this ends the
 * checks. */
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
    struct call_members members;
    call_members(call, list, &members);
    call->is_empty = members.count == 0;
    return ACLNN_SUCCESS;
}

aclnnStatus check_members_given(struct call *call, int list)
{
    struct call_members members;
    call_members(call, list, &members);
    for (uint64_t i = 0; i < members.count; i++)
        if (members.tensors[i] == NULL)
            return report(ACLNN_ERR_PARAM_NULLPTR, "%s is NULL; every member must be an aclTensor",
                          ARGUMENT_TEXT(call_member_name(call, list, &members, i)));
    return ACLNN_SUCCESS;
}

/* ---- Checks ---------------------------------------------------------------------------------- */

/* 161002 unless the tensor has one element and at most one dimension. A tensor without elements
 * passes. */
aclnnStatus check_one_element(struct call *call, int tensor)
{
    char is[160];
    const struct tensor *value = call_tensor(call, tensor);
    if (value->rank == 0 || (value->rank == 1 && value->dims[0] == 1))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "the shape of %s is %s; [] or [1] is required",
                  call_name(call, tensor), dims_describe(value->dims, value->rank, is, sizeof is));
}

aclnnStatus check_some(struct call *call, int tensor)
{
    int64_t count = 0;
    tensor_element_count(call_tensor(call, tensor), &count);
    if (count > 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s has no elements; one at least is required",
                  call_name(call, tensor));
}

/* Members have one type and 0 to 8 dimensions. Members of another list have the same type, number
 * and shapes. 561002 for calls that CANN generates. */
aclnnStatus check_members(struct call *call, int list)
{
    const struct tensor_array *members = call->arguments[list].tensors;
    aclnnStatus status = ACLNN_SUCCESS;
    for (uint64_t i = 0; status == ACLNN_SUCCESS && i < members->count; i++)
        status = call_member_is(call, (struct argument_name){call_name(call, list), (int64_t)i},
                                members->members[i], call_type(call, list));
    return status;
}

aclnnStatus check_some_elements(struct call *call, int tensor)
{
    if (!tensor_is_empty(call_tensor(call, tensor)))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s has no elements; one at least is required",
                  call_name(call, tensor));
}

aclnnStatus check_without(struct call *call, int operand)
{
    return call_tensor(call, operand) == NULL
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is given; it must be NULL",
                        call_name(call, operand));
}

/* 161001 where rstd is given and sum is NULL. */
aclnnStatus check_both_or_neither(struct call *call, int rstd, int sum)
{
    if (call_tensor(call, rstd) == NULL || call_tensor(call, sum) != NULL)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_NULLPTR, "%s is NULL; an aclTensor is required where %s is given",
                  call_name(call, sum), call_name(call, rstd));
}

/* Accepts any argument: the call does not look at it. */
aclnnStatus check_unread(struct call *call, int parameter)
{
    (void)call;
    (void)parameter;
    return ACLNN_SUCCESS;
}

aclnnStatus check_zero_real(struct call *call, int number)
{
    double given = call->arguments[number].real;
    return given == 0 ? ACLNN_SUCCESS
                      : report(ACLNN_ERR_PARAM_INVALID, "%s is %g; 0 is required",
                               call_name(call, number), given);
}

aclnnStatus check_apart(struct call *call, int tensor)
{
    if (call_tensor(call, tensor) == NULL || !tensor_overlaps_itself(call_tensor(call, tensor)))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the strides of %s let elements share memory; each needs its own",
                  call_name(call, tensor));
}
