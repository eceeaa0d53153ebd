/* SPDX-License-Identifier: Apache-2.0 */
/* SparseFlashAttention: shapes of results. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/attention.h"
#include "ops/common/shape.h"

/* A number for each row and head of query, behind the one head of keys. */
bool attention_shape_row_statistics(const struct call *call, int query, int wanted,
                                    struct shape *shape)
{
    const struct tensor *rows = call_tensor(call, query);
    int32_t head = rows->rank == 4 ? 1 : 0;
    if (shape_integer(call, wanted) == 0)
        return shape_line(shape, 0);
    if (rows->rank < 3 || rows->rank > 4)
        return false;
    shape_copy(shape, rows);
    shape->dims[head] = 1;
    shape->dims[head + 1] = rows->dims[head];
    shape->dims[head + 2] = rows->dims[head + 1];
    return true;
}
