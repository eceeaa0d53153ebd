/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of operators of three and more operands. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/ternary.h"
#include "ops/common/shape.h"
#include "tensor/convert.h"

/* The shape to which the members of a list broadcast. */
bool ternary_shape_broadcast_members(const struct call *call, int list, struct shape *shape)
{
    const struct tensor_array *tensors = call->arguments[list].tensors;
    bool fits = shape_has_members(tensors);
    shape->rank = 0;
    for (uint64_t i = 0; fits && i < tensors->count; i++)
        fits = shape_broadcast_with(shape, tensors->members[i]->dims, tensors->members[i]->rank);
    return fits;
}

/* The tensor's own type, or float32 for integers with a floating-point bound. */
aclDataType ternary_shape_clamped_type(const struct call *call, int self, int low, int high)
{
    aclDataType type = call_type(call, self);
    bool is_whole = !type_is_float(type) && !type_is_complex(type);
    bool has_float = type_is_float(call_type(call, low)) || type_is_float(call_type(call, high));
    return is_whole && has_float ? ACL_FLOAT : type;
}
