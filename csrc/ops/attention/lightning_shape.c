/* SPDX-License-Identifier: Apache-2.0 */
/* LightningIndexer: shapes of results. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/attention.h"
#include "ops/common/shape.h"

/* So many keys for each row of query, which has one head then. */
bool attention_shape_lightning_keys(const struct call *call, int query, int count,
                                    struct shape *shape)
{
    const struct tensor *rows = call_tensor(call, query);
    if (rows->rank < 3)
        return false;
    shape_copy(shape, rows);
    shape->dims[rows->rank - 2] = 1;
    shape->dims[rows->rank - 1] = shape_integer(call, count);
    return true;
}

bool attention_shape_lightning_values(const struct call *call, int query, int count, int wanted,
                                      struct shape *shape)
{
    return shape_integer(call, wanted) == 0
               ? shape_line(shape, 0)
               : attention_shape_lightning_keys(call, query, count, shape);
}

/* A number for each row of query, behind a head. */
bool attention_shape_lightning_statistics(const struct call *call, int query, struct shape *shape)
{
    const struct tensor *rows = call_tensor(call, query);
    if (rows->rank != 3 && rows->rank != 4)
        return false;
    shape_copy(shape, rows);
    shape->rank = rows->rank - 1;
    shape->dims[shape->rank - 2] = 1;
    shape->dims[shape->rank - 1] = rows->dims[rows->rank - 3];
    return true;
}
