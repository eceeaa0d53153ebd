/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of products of experts' rows between exchanges of two communicators. */
#include "ops/collective/batched.h"

#include "declared/collective.h"
#include "ops/common/shape.h"

/* The sizes of a call whose first tensor is exchanged before the product. */
static bool read_sizes(const struct call *call, int x, int weight, const int ranks[2], int shared,
                       struct batched_sizes *s)
{
    const struct tensor *rows = call_tensor(call, x);
    const struct tensor *matrices = call_tensor(call, weight);
    if (rows == NULL || matrices == NULL || rows->rank != 3 || matrices->rank != 3)
        return false;
    *s = (struct batched_sizes){shape_integer(call, ranks[0]),
                                shape_integer(call, ranks[1]),
                                matrices->dims[0],
                                rows->dims[1],
                                rows->dims[2],
                                shape_integer(call, shared) == 1};
    return s->ep > 0 && s->tp > 0 && s->ep <= INT32_MAX && s->tp <= INT32_MAX;
}

static bool set_three(struct shape *shape, int64_t first, int64_t second, int64_t third)
{
    shape->rank = 0;
    shape_push(shape, first);
    shape_push(shape, second);
    shape_push(shape, third);
    return true;
}

static int64_t gathered_rows(const struct batched_sizes *s)
{
    int64_t rows = shape_product(s->ep, s->rows);
    return s->shares_rows ? shape_product(rows, s->tp) : rows;
}

bool collective_shape_expert_products(const struct call *call, int x, int weight, int epWorldSize,
                                      int tpWorldSize, int shardType, struct shape *shape)
{
    struct batched_sizes s;
    return read_sizes(call, x, weight, (const int[]){epWorldSize, tpWorldSize}, shardType, &s) &&
           set_three(shape, s.experts, gathered_rows(&s), call_tensor(call, weight)->dims[2]);
}

/* The products before an activation: NULL where there is none. */
bool collective_shape_plain_products(const struct call *call, int x, int weight, int epWorldSize,
                                     int tpWorldSize, int shardType, int activation,
                                     struct shape *shape)
{
    if (shape_integer(call, activation) == 0)
        return shape_absent(shape);
    return collective_shape_expert_products(call, x, weight, epWorldSize, tpWorldSize, shardType,
                                            shape);
}

bool collective_shape_expert_rows(const struct call *call, int x, int weight, int epWorldSize,
                                  int tpWorldSize, int shardType, struct shape *shape)
{
    struct batched_sizes s;
    return read_sizes(call, x, weight, (const int[]){epWorldSize, tpWorldSize}, shardType, &s) &&
           set_three(shape, s.experts, gathered_rows(&s), call_tensor(call, weight)->dims[1]);
}

bool collective_shape_expert_parts(const struct call *call, int x, int weight, int epWorldSize,
                                   int tpWorldSize, int shardType, struct shape *shape)
{
    struct batched_sizes s;
    if (!read_sizes(call, x, weight, (const int[]){epWorldSize, tpWorldSize}, shardType, &s))
        return false;
    int64_t rows = shape_quotient(s.rows, s.ep);
    int64_t columns = call_tensor(call, weight)->dims[2];
    return set_three(shape, shape_product(s.experts, s.ep),
                     s.shares_rows ? shape_quotient(rows, s.tp) : rows,
                     s.shares_rows ? columns : shape_quotient(columns, s.tp));
}
