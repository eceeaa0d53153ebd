/* SPDX-License-Identifier: Apache-2.0 */
/* Data types of results whose kind of number differs from the operand's. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/unary.h"
#include "ops/common/shape.h"
#include "ops/unary/unary.h"
#include "tensor/convert.h"

/* The type of angles: types of 16 bits stay, all others give float32. */
aclDataType unary_shape_angle_type(const struct call *call, int x)
{
    aclDataType type = call_type(call, x);
    return type_is_half(type) ? type : ACL_FLOAT;
}

/* The type of a complex type's parts; other types stay. */
aclDataType unary_shape_part_type(const struct call *call, int self)
{
    return unary_part_type(call_type(call, self));
}
