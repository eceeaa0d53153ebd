/* SPDX-License-Identifier: Apache-2.0 */
/* Comparisons: checks. */
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/compare.h"
#include "ops/common/check.h"
#include "ops/common/promotion.h"
#include "tensor/convert.h"
#include "tensor/layout.h"

/* ---- Types ----------------------------------------------------------------------------------- */

/* Where the kernel has no bool, bool is compared in another type, which differs between the
 * calls. */
aclnnStatus compare_check_bool_in(struct call *call, int type)
{
    if (call->promoted == ACL_BOOL)
        call->promoted = (aclDataType)type;
    return ACLNN_SUCCESS;
}

/* A floating-point or complex tensor keeps its type, and so does an integer tensor with an
 * integer. */
static aclDataType type_beside(aclDataType self, aclDataType number)
{
    if (type_is_complex(self) || (type_is_float(self) && !type_is_complex(number)))
        return self;
    bool is_higher = type_is_float(number) || type_is_complex(number);
    return self == ACL_BOOL || is_higher ? type_promote(self, number) : self;
}

aclnnStatus compare_check_promote_keeping(struct call *call, int tensor, int number)
{
    return promote_with_number(call, tensor, number,
                               type_beside(call_type(call, tensor), call_type(call, number)));
}

/* Whether a floating-point type can hold the number, within CANN's tolerance. */
static bool survives(const struct scalar *number, aclDataType type)
{
    double value = scalar_double(number);
    double kept = type == ACL_FLOAT    ? (double)scalar_float(number)
                  : type_is_half(type) ? (double)rounded_to_half(scalar_float(number), type)
                                       : value;
    return fabs(kept - value) <= (double)FLT_EPSILON;
}

/* A floating-point tensor is compared in its type when that can hold a double number approximately;
 * otherwise in double. */
aclnnStatus compare_check_promote_exactly(struct call *call, int tensor, int number)
{
    const struct scalar *scalar = call_scalar(call, number);
    aclDataType self = call_type(call, tensor);
    if (scalar->type == ACL_DOUBLE && type_is_float(self) && survives(scalar, self)) {
        call->promoted = self;
        return ACLNN_SUCCESS;
    }
    return promote_with_number(call, tensor, number, type_promote(self, scalar->type));
}

/* A floating-point tensor keeps its type. With other tensors a double number counts as float32. */
aclnnStatus compare_check_promote_floating(struct call *call, int tensor, int number)
{
    aclDataType self = call_type(call, tensor);
    aclDataType other = call_type(call, number);
    other = type_is_float(self) ? self : other == ACL_DOUBLE ? ACL_FLOAT : other;
    return promote_with_number(call, tensor, number, type_promote(self, other));
}

/* The same as compare_check_promote_floating, but a double number counts as float32 with every type
 * that is not floating-point, uint16 included. */
aclnnStatus compare_check_promote_single(struct call *call, int tensor, int number)
{
    aclDataType self = call_type(call, tensor);
    bool is_double = call_type(call, number) == ACL_DOUBLE && !type_is_float(self);
    if (!is_double)
        return compare_check_promote_floating(call, tensor, number);
    return promote_with_number(call, tensor, number, ACL_FLOAT);
}

/* CANN turns a number beside a floating-point tensor into a tensor of its type before it checks the
 * number's type. */
aclnnStatus compare_check_types_beside_integer(struct call *call, int number, int tensor,
                                               const struct type_set *allowed)
{
    return type_is_float(call_type(call, tensor)) ? ACLNN_SUCCESS
                                                  : check_types(call, number, allowed);
}

/* A tensor of at least this many elements decides about the type together with the number. */
#define MANY_ELEMENTS 10

aclnnStatus compare_check_promote_elements(struct call *call, int number, int tensor)
{
    int64_t count = 0;
    aclDataType elements = call_type(call, tensor);
    aclDataType element = call_type(call, number);
    bool many = !tensor_element_count(call_tensor(call, tensor), &count) || count >= MANY_ELEMENTS;
    return promote_with_number(call, tensor, number,
                               many ? type_promote(elements, element)
                                    : type_beside(elements, element));
}

/* CANN copies the result to out without a cast, which fails after all checks when the types
 * differ. */
aclnnStatus compare_check_written_as(struct call *call, int tensor, int type)
{
    aclDataType is = call_type(call, tensor);
    if (is == (aclDataType)type)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_INNER_NULLPTR,
                  "the data type of %s is %s; %s, which the kernel writes, is required",
                  call_name(call, tensor), data_type_name(is), data_type_name((aclDataType)type));
}
