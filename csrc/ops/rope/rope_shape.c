/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of the heads that a row of DequantRopeQuantKvcache has. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/rope.h"
#include "ops/common/shape.h"

/* The tokens of x, and heads of as many columns as a cache has. */
static bool heads(const struct tensor *x, const struct tensor *cache, int64_t count,
                  struct shape *shape)
{
    shape->rank = 0;
    for (int32_t i = 0; i < x->rank - 1; i++)
        shape_push(shape, x->dims[i]);
    shape_push(shape, count);
    shape_push(shape, cache->dims[3]);
    return true;
}

bool rope_shape_quant_queries(const struct call *call, int x, int cache, struct shape *shape)
{
    const struct tensor *t = call_tensor(call, x);
    const struct tensor *c = call_tensor(call, cache);
    if (t->rank < 2 || t->rank > 3 || c->rank != 4 || c->dims[3] <= 0)
        return false;
    int64_t all = shape_quotient(t->dims[t->rank - 1], c->dims[3]);
    return heads(t, c, shape_difference(all, shape_product(c->dims[2], 2)), shape);
}

bool rope_shape_quant_keys(const struct call *call, int x, int cache, int wanted,
                           struct shape *shape)
{
    const struct tensor *t = call_tensor(call, x);
    const struct tensor *c = call_tensor(call, cache);
    if (t->rank < 2 || t->rank > 3 || c->rank != 4)
        return false;
    if (shape_integer(call, wanted) != 0)
        return heads(t, c, c->dims[2], shape);
    shape->rank = 0;
    shape_push(shape, 0);
    return true;
}
