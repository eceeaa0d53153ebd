/* SPDX-License-Identifier: Apache-2.0 */
/* KvRmsNormRopeCache: shapes of keys and values beside the caches. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/attention.h"
#include "ops/common/shape.h"

/* Rows of kv with other columns where results are asked for; otherwise no elements. */
static bool rows_of(const struct call *call, int kv, int wanted, int64_t columns,
                    struct shape *shape)
{
    const struct tensor *rows = call_tensor(call, kv);
    if (!call->arguments[wanted].integer)
        return shape_line(shape, 0);
    if (rows->rank != 4)
        return false;
    shape_copy(shape, rows);
    shape->dims[3] = columns;
    return true;
}

/* What was turned: as many columns as cos has, or as kv where values come from a tensor. */
bool attention_shape_turned_keys(const struct call *call, int kv, int cosines, int wanted,
                                 struct shape *shape)
{
    return rows_of(call, kv, wanted, shape_from_last(call_tensor(call, cosines), 1, 0), shape);
}

bool attention_shape_turned_all(const struct call *call, int kv, int cosines, int values,
                                int wanted, struct shape *shape)
{
    int from = call_tensor(call, values) == NULL ? cosines : kv;
    return rows_of(call, kv, wanted, shape_from_last(call_tensor(call, from), 1, 0), shape);
}

bool attention_shape_normed_values(const struct call *call, int kv, int gamma, int wanted,
                                   struct shape *shape)
{
    return attention_shape_turned_keys(call, kv, gamma, wanted, shape);
}

bool attention_shape_normed_or_given(const struct call *call, int kv, int gamma, int values,
                                     int wanted, struct shape *shape)
{
    int from = call_tensor(call, values) == NULL ? gamma : values;
    return attention_shape_turned_keys(call, kv, from, wanted, shape);
}
