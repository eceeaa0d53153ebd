/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of gated units, whose results have half of a dimension. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/activation.h"
#include "ops/common/shape.h"

static bool with_half(const struct tensor *tensor, int64_t dim, struct shape *shape)
{
    int32_t at = 0;
    if (!shape_dim_of(dim, tensor->rank, &at))
        return false;
    shape_copy(shape, tensor);
    if (tensor->rank > 0)
        shape->dims[at] /= 2;
    return true;
}

/* The shape with half of one dimension. */
bool activation_shape_halved(const struct call *call, int self, int dim, struct shape *shape)
{
    return with_half(call_tensor(call, self), shape_integer(call, dim), shape);
}

/* The shape with half of the last dimension. */
bool activation_shape_halved_at_last(const struct call *call, int self, struct shape *shape)
{
    return with_half(call_tensor(call, self), -1, shape);
}
