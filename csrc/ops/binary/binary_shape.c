/* SPDX-License-Identifier: Apache-2.0 */
/* Data types of results of two operands. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/binary.h"
#include "ops/binary/div.h"
#include "ops/common/shape.h"
#include "tensor/convert.h"

static bool is_whole(aclDataType type)
{
    return !type_is_float(type) && !type_is_complex(type);
}

static aclDataType float_of(aclDataType type)
{
    return is_whole(type) && type != ACL_DT_UNDEFINED ? ACL_FLOAT : type;
}

/* The type of a tensor and a number together: the tensor's, unless the number is of a higher
 * kind. */
static aclDataType kept_beside(aclDataType tensor, aclDataType number)
{
    if (type_is_complex(tensor) || type_is_complex(number))
        return type_promote(tensor, number);
    if (type_is_float(tensor))
        return tensor;
    return tensor == ACL_BOOL || type_is_float(number) ? type_promote(tensor, number) : tensor;
}

/* The result's type: the tensor's, unless the number is of a higher kind. */
aclDataType binary_shape_kept_type(const struct call *call, int tensor, int number)
{
    return kept_beside(call_type(call, tensor), call_type(call, number));
}

/* The same as binary_shape_kept_type, except that a complex number or a bool changes nothing. */
aclDataType binary_shape_raised_type(const struct call *call, int tensor, int number)
{
    aclDataType type = call_type(call, tensor);
    aclDataType other = call_type(call, number);
    return is_whole(type) && type_is_float(other) ? type_promote(type, other) : type;
}

/* The common type of two operands, or float32 when that is bool. */
aclDataType binary_shape_floored_type(const struct call *call, int self, int other)
{
    aclDataType type = type_promote(call_type(call, self), call_type(call, other));
    return type == ACL_BOOL ? ACL_FLOAT : type;
}

/* The common type of two operands, or float32 when that is an integer or bool. */
aclDataType binary_shape_true_quotient(const struct call *call, int self, int other)
{
    return float_of(type_promote(call_type(call, self), call_type(call, other)));
}

/* The common type of a tensor and a number, or float32 when that is an integer or bool. */
aclDataType binary_shape_true_quotient_by(const struct call *call, int tensor, int number)
{
    return float_of(kept_beside(call_type(call, tensor), call_type(call, number)));
}

/* The type of a quotient. Mode 0 keeps the fraction, so integers become float32; bool always
 * does. */
static aclDataType quotient(aclDataType type, int64_t mode)
{
    return mode == EXACT || type == ACL_BOOL ? float_of(type) : type;
}

/* The type of a quotient of two tensors: their common type, or float32 for exact quotients of
 * integers and for bool. */
aclDataType binary_shape_quotient(const struct call *call, int self, int other, int mode)
{
    return quotient(type_promote(call_type(call, self), call_type(call, other)),
                    shape_integer(call, mode));
}

/* The same as binary_shape_quotient, for a tensor and a number. */
aclDataType binary_shape_quotient_by(const struct call *call, int tensor, int number, int mode)
{
    return quotient(kept_beside(call_type(call, tensor), call_type(call, number)),
                    shape_integer(call, mode));
}

/* The complex type whose parts have the operand's type. */
aclDataType binary_shape_complex_type(const struct call *call, int part)
{
    switch (call_type(call, part)) {
    case ACL_FLOAT16: return ACL_COMPLEX32;
    case ACL_FLOAT: return ACL_COMPLEX64;
    case ACL_DOUBLE: return ACL_COMPLEX128;
    default: return call_type(call, part);
    }
}
