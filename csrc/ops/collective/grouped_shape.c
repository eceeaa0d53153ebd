/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of products of experts on other ranks. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/collective.h"
#include "ops/common/shape.h"
#include "tensor/arrays.h"

static int64_t rows_of(const struct call *call, int counts)
{
    const struct shape_numbers numbers = shape_numbers(call, counts);
    int64_t rows = 0;
    for (int64_t i = 0; i < numbers.count; i++)
        rows = shape_sum(rows, numbers.each[i]);
    return rows;
}

bool collective_shape_grouped_rows(const struct call *call, int counts, int weight, int turned,
                                   struct shape *shape)
{
    const struct tensor *w = call_tensor(call, weight);
    return w->rank == 3 &&
           shape_pair(shape, rows_of(call, counts), w->dims[shape_integer(call, turned) ? 1 : 2]);
}

bool collective_shape_moved_rows(const struct call *call, int counts, int x, int wanted,
                                 struct shape *shape)
{
    const struct tensor *rows = call_tensor(call, x);
    if (shape_integer(call, wanted) == 0)
        return shape_absent(shape);
    return rows->rank == 2 && shape_pair(shape, rows_of(call, counts), rows->dims[1]);
}

bool collective_shape_shared_product(const struct call *call, int x, int weight, int turned,
                                     struct shape *shape)
{
    const struct tensor *left = call_tensor(call, x);
    const struct tensor *right = call_tensor(call, weight);
    if (left == NULL || right == NULL)
        return shape_absent(shape);
    return left->rank == 2 && right->rank == 2 &&
           shape_pair(shape, left->dims[0], right->dims[shape_integer(call, turned) ? 0 : 1]);
}
