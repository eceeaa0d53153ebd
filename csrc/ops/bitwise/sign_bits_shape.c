/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of packed signs. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/bitwise.h"
#include "ops/common/shape.h"

/* signs in a byte */
#define BITS 8

/* The shape with `count` elements in so many rows. Elements that fill no column are left out. */
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

/* So many rows of bytes, each of which holds eight signs. */
bool bitwise_shape_packed(const struct call *call, int self, int rows, struct shape *shape)
{
    return in_rows(call, shape_quotient_up(places_of(call, self), BITS), rows, shape);
}

/* So many rows of the signs that bytes hold. */
bool bitwise_shape_unpacked(const struct call *call, int self, int rows, struct shape *shape)
{
    return in_rows(call, shape_product(places_of(call, self), BITS), rows, shape);
}
