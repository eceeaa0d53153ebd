/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of products with packed weights. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/quant.h"
#include "ops/common/shape.h"

/* The numbers of 4 bits in an int32. */
#define PACKED 8

/* The product of matrices. An int32 holds 8 numbers along the dense dimension. */
bool quant_shape_packed_product(const struct call *call, int x, int weight, struct shape *shape)
{
    const struct tensor *left = call_tensor(call, x);
    const struct tensor *right = call_tensor(call, weight);
    bool is_packed = right->type == ACL_INT32 && left->rank == 2 && right->rank > 0 &&
                     right->dims[0] == left->dims[1];
    shape->rank = 0;
    shape_push_dims(shape, left, 0, 1);
    for (int32_t i = 1; i < right->rank; i++)
        shape_push(shape, shape_product(right->dims[i], is_packed ? PACKED : 1));
    return true;
}

/* int8 when there is a scale, otherwise the type of the operand. */
aclDataType quant_shape_quantised_or(const struct call *call, int x, int scale)
{
    return call_tensor(call, scale) != NULL ? ACL_INT8 : call_type(call, x);
}
