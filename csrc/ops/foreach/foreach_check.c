/* SPDX-License-Identifier: Apache-2.0 */
/* Operators on tensor lists: checks. */
#include "ops/foreach/foreach.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/foreach.h"
#include "executor/operator.h"
#include "ops/common/check.h"
#include "ops/common/tensor_check.h"
#include "tensor/convert.h"
#include "tensor/layout.h"
#include "workspace/l0_operators.h"

/* What a kernel has room for. */
#define MOST_MEMBERS 256

/* ---- Lists of tensors ------------------------------------------------------------------------ */

/* 161001 unless both lists have the same number of members. */
aclnnStatus foreach_check_same_count(struct call *call, int list, int other)
{
    struct call_members a;
    struct call_members b;
    call_members(call, list, &a);
    call_members(call, other, &b);
    if (a.count == b.count)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_NULLPTR,
                  "%s has %" PRIu64 " tensor(s), %s has %" PRIu64 "; there must be as many",
                  call_name(call, list), a.count, call_name(call, other), b.count);
}

/* The same as foreach_check_members for a copy: float32 and halves convert to each other, and
 * shapes may differ. */
aclnnStatus foreach_check_members_copied(struct call *call, int list, int other)
{
    const struct tensor_array *first = call->arguments[list].tensors;
    const struct tensor_array *second = call->arguments[other].tensors;
    aclnnStatus status = call_counts_agree(call, list, other);
    if (status != ACLNN_SUCCESS || first->count == 0)
        return status;
    aclDataType from = call_type(call, list);
    aclDataType to = call_type(call, other);
    bool to_half = from == ACL_FLOAT && type_is_half(to);
    if (from != to && !to_half && !(type_is_half(from) && to == ACL_FLOAT))
        return report(
            ACLNN_ERR_PARAM_INVALID,
            "the data type of %s is %s, that of %s is %s; they must be equal, or one float32 and "
            "the other float16 or bfloat16",
            call_name(call, list), data_type_name(from), call_name(call, other),
            data_type_name(to));
    for (uint64_t i = 0; status == ACLNN_SUCCESS && i < first->count; i++) {
        int64_t count = 0;
        int64_t out_count = 0;
        struct argument_name name = {call_name(call, other), (int64_t)i};
        status = call_member_is(call, name, second->members[i], to);
        if (status != ACLNN_SUCCESS)
            break;
        tensor_element_count(first->members[i], &count);
        tensor_element_count(second->members[i], &out_count);
        if (count != out_count)
            status = call_report_member_shape(
                call, name, second->members[i],
                (struct argument_name){call_name(call, list), (int64_t)i}, first->members[i]);
    }
    return status;
}

/* ---- Factors: numbers and tensors of one element --------------------------------------------- */

#define FLOAT_FACTORS (L0_TYPE(ACL_FLOAT) | L0_TYPE(ACL_DOUBLE))
#define HALF_FACTORS (L0_TYPE(ACL_FLOAT16) | L0_TYPE(ACL_DOUBLE))
#define INTEGER_FACTORS (L0_TYPE(ACL_INT32) | L0_TYPE(ACL_INT64))

static aclnnStatus check_factor_type(struct call *call, int list, int factor, uint64_t of_half,
                                     const char *half_text)
{
    if (call->arguments[list].tensors->count == 0)
        return ACLNN_SUCCESS;
    aclDataType type = call_type(call, list);
    aclDataType given = call_type(call, factor);
    bool is_float = type == ACL_FLOAT || type == ACL_BF16;
    uint64_t allowed = is_float ? FLOAT_FACTORS : type == ACL_FLOAT16 ? of_half : INTEGER_FACTORS;
    if ((int)given >= 0 && (int)given < 64 && (allowed >> given & 1) != 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "the data type of %s is %s; tensors of %s take %s",
                  call_name(call, factor), data_type_name(given), data_type_name(type),
                  is_float              ? "DT_FLOAT or DT_DOUBLE"
                  : type == ACL_FLOAT16 ? half_text
                                        : "DT_INT32 or DT_INT64");
}

aclnnStatus foreach_check_scalar(struct call *call, int list, int factor)
{
    bool is_3510 = call_is_on_950(call);
    return check_factor_type(call, list, factor, HALF_FACTORS | (is_3510 ? L0_TYPE(ACL_FLOAT) : 0),
                             is_3510 ? "DT_FLOAT16, DT_FLOAT or DT_DOUBLE"
                                     : "DT_FLOAT16 or DT_DOUBLE");
}

/* The same as foreach_check_factor, where the kernels of no product take float32 with float16. */
aclnnStatus foreach_check_member_factor(struct call *call, int list, int factor)
{
    return check_factor_type(call, list, factor, HALF_FACTORS, "DT_FLOAT16 or DT_DOUBLE");
}

/* The number in a tensor has the type that the kernel takes with the members. */
aclnnStatus foreach_check_tensor(struct call *call, int list, int factor)
{
    if (call->arguments[list].tensors->count == 0)
        return ACLNN_SUCCESS;
    aclDataType type = call_type(call, list);
    aclDataType given = call_type(call, factor);
    bool is_wide = call_is_on_950(call) && type == ACL_FLOAT16 && given == ACL_FLOAT;
    if (given == foreach_factor_type(type) || is_wide)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "the data type of %s is %s; tensors of %s take %s",
                  call_name(call, factor), data_type_name(given), data_type_name(type),
                  data_type_name(foreach_factor_type(type)));
}

/* Too few elements are refused by phase two of calls that CANN has written, and by phase one of
 * those that it generates. */
static aclnnStatus check_elements(const struct call *call, int factor, uint64_t wanted)
{
    int64_t elements = 0;
    bool is_individual = call->operator->is_individual;
    tensor_element_count(call_tensor(call, factor), &elements);
    if ((uint64_t)elements == wanted || (!is_individual && (uint64_t)elements > wanted))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_INNER_TILING_ERROR,
                  "%s has %" PRId64 " element(s); %" PRIu64 " are required",
                  call_name(call, factor), elements, wanted);
}

static aclnnStatus check_factor_tensor(const struct call *call, int factor, uint64_t wanted)
{
    aclnnStatus status = check_tensor_dims(call_tensor(call, factor),
                                           argument_named(call_name(call, factor)));
    if (status != ACLNN_SUCCESS || !call->operator->is_individual)
        return status;
    return check_elements(call, factor, wanted);
}

/* 561002 unless the tensor has one element. In calls that CANN has written, phase two checks
 * whether there is none. */
aclnnStatus foreach_check_element(struct call *call, int factor)
{
    return check_factor_tensor(call, factor, 1);
}

/* 561002 unless the tensor has an element for each member. In calls that CANN has written, phase
 * two checks whether there are too few. */
aclnnStatus foreach_check_elements(struct call *call, int list, int factor)
{
    return check_factor_tensor(call, factor, call->arguments[list].tensors->count);
}

aclnnStatus foreach_check_most_members(struct call *call, int list)
{
    uint64_t count = call->arguments[list].tensors->count;
    return count <= MOST_MEMBERS ? ACLNN_SUCCESS
                                 : report(ACLNN_ERR_PARAM_INVALID,
                                          "%s has %" PRIu64 " tensors; the kernel takes up to %d",
                                          call_name(call, list), count, MOST_MEMBERS);
}

static int tensor_of(const struct call *call)
{
    int parameter = 0;
    while (call->operator->parameters[parameter].kind != ARGUMENT_TENSOR)
        parameter++;
    return parameter;
}

aclnnStatus foreach_check_admit_element(const struct call *call)
{
    return call->is_empty ? ACLNN_SUCCESS : check_elements(call, tensor_of(call), 1);
}

aclnnStatus foreach_check_admit_elements(const struct call *call)
{
    return check_elements(call, tensor_of(call), call->arguments[0].tensors->count);
}

/* 561002 unless there are as many numbers as members, all real. */
aclnnStatus foreach_check_scalars(struct call *call, int list, int scalars)
{
    const struct scalar_array *numbers = call->arguments[scalars].scalars;
    uint64_t count = call->arguments[list].tensors->count;
    if (numbers->count != count)
        return report(ACLNN_ERR_INNER_TILING_ERROR,
                      "%s has %" PRIu64 " number(s), %s has %" PRIu64
                      " tensor(s); there must be as many",
                      call_name(call, scalars), numbers->count, call_name(call, list), count);
    for (uint64_t i = 0; i < count; i++) {
        struct argument_name name = {call_name(call, scalars), (int64_t)i};
        const struct scalar *number = numbers->members[i];
        if (number == NULL)
            return report(ACLNN_ERR_PARAM_INVALID, "%s is NULL; every member must be an aclScalar",
                          ARGUMENT_TEXT(name));
        if (type_is_complex(number->type))
            return report(ACLNN_ERR_PARAM_INVALID,
                          "the data type of %s is %s; real numbers are supported",
                          ARGUMENT_TEXT(name), data_type_name(number->type));
    }
    return ACLNN_SUCCESS;
}

/* The number is finite in the type that largest and smallest elements are computed in. */
aclnnStatus foreach_check_bound(struct call *call, int list, int scalar)
{
    const struct scalar *number = call_scalar(call, scalar);
    if (call->arguments[list].tensors->count == 0 || number->type == call_type(call, list))
        return ACLNN_SUCCESS;
    aclDataType type = call_type(call, list);
    double value = scalar_double(number);
    double high = type == ACL_FLOAT16 ? 65504.0
                  : type == ACL_BF16  ? (double)3.3895314e+38F
                  : type == ACL_FLOAT ? (double)3.4028235e+38F
                                      : 2147483647.0;
    double low = type == ACL_INT32 ? -2147483648.0 : -high;
    if (!(value < low || value > high))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %g; %s has numbers from %g to %g",
                  call_name(call, scalar), value, data_type_name(type), low, high);
}
