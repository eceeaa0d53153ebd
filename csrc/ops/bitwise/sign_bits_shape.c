/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of packed signs. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/bitwise.h"
#include "ops/common/shape.h"

/* Elements that a byte holds. */
#define BITS 8

/* So many rows; what is left over is no column. */
static bool in_rows(const struct call *call, int64_t count, int rows, struct shape *shape)
{
    int64_t given = shape_integer(call, rows);
    return shape_pair(shape, given, shape_quotient(count, given));
}

static int64_t places_of(const struct call *call, int self)
{
    const struct tensor *tensor = call_tensor(call, self);
    return tensor->rank > 0 ? tensor->dims[0] : 0;
}

/* So many rows of bytes with eight elements each. */
bool bitwise_shape_packed(const struct call *call, int self, int rows, struct shape *shape)
{
    return in_rows(call, shape_quotient_up(places_of(call, self), BITS), rows, shape);
}

/* So many rows of the bits of bytes. */
bool bitwise_shape_unpacked(const struct call *call, int self, int rows, struct shape *shape)
{
    return in_rows(call, shape_product(places_of(call, self), BITS), rows, shape);
}
