/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of the heads that a row of DequantRopeQuantKvcache has, and of rows that are joined. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/rope.h"
#include "ops/common/shape.h"
#include "ops/rope/norm_concat.h"

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

bool rope_shape_joined_rows(const struct call *call, int x, int added, struct shape *shape)
{
    const struct tensor *t = call_tensor(call, x);
    const struct tensor *a = call_tensor(call, added);
    if (t->rank != 4 || (a != NULL && a->rank != 4))
        return false;
    shape->rank = 0;
    shape_push(shape, t->dims[0]);
    shape_push(shape, t->dims[2]);
    shape_push(shape, shape_sum(t->dims[1], a == NULL ? 0 : a->dims[1]));
    shape_push(shape, t->dims[3]);
    return true;
}

/* A number for each row and head; none where none is written. */
bool rope_shape_row_statistics(const struct call *call, int x, int kind, int training,
                               struct shape *shape)
{
    const struct tensor *t = call_tensor(call, x);
    shape->rank = 0;
    if (t == NULL || shape_integer(call, training) == 0 ||
        !norm_kind_has_mean(shape_integer(call, kind))) {
        shape_push(shape, 0);
        return true;
    }
    if (t->rank != 4)
        return false;
    for (int i = 0; i < 3; i++)
        shape_push(shape, t->dims[i]);
    shape_push(shape, 1);
    return true;
}

bool rope_shape_given_rows(const struct call *call, int x, struct shape *shape)
{
    const struct tensor *t = call_tensor(call, x);
    shape->rank = 0;
    if (t == NULL)
        shape_push(shape, 0);
    else
        shape_push_dims(shape, t, 0, t->rank);
    return true;
}

/* A number for each column, where the norm has weights. */
bool rope_shape_factors_of(const struct call *call, int kind, int x, struct shape *shape)
{
    const struct tensor *t = call_tensor(call, x);
    shape->rank = 0;
    if (t->rank != 4)
        return false;
    shape_push(shape, shape_integer(call, kind) == NORM_KIND_LAYER_AFFINE ? t->dims[3] : 0);
    return true;
}
