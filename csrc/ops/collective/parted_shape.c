/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of products whose rows or columns the ranks send each other in parts. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/collective.h"
#include "ops/collective/collective.h"
#include "ops/common/shape.h"

static int64_t ranks_of(const struct call *call, int group)
{
    return collective_size_by_name(call->arguments[group].text);
}

/* [rows, columns] of the product; 0 where there is none. */
static bool product_of(const struct call *call, int x1, int x2, int turned, int64_t *dims)
{
    const struct tensor *left = call_tensor(call, x1);
    const struct tensor *right = call_tensor(call, x2);
    if (left->rank != 2 || right->rank != 2)
        return false;
    dims[0] = left->dims[0];
    dims[1] = right->dims[shape_integer(call, turned) ? 0 : 1];
    return true;
}

bool collective_shape_gathered_parts(const struct call *call, int x1, int x2, int turned, int group,
                                     struct shape *shape)
{
    int64_t dims[2];
    return product_of(call, x1, x2, turned, dims) &&
           shape_pair(shape, shape_quotient(dims[0], ranks_of(call, group)), dims[1]);
}

bool collective_shape_scattered_parts(const struct call *call, int x1, int x2, int turned,
                                      int group, struct shape *shape)
{
    int64_t dims[2];
    int64_t ranks = ranks_of(call, group);
    return product_of(call, x1, x2, turned, dims) &&
           shape_pair(shape, shape_product(dims[0], ranks), shape_quotient(dims[1], ranks));
}

bool collective_shape_moved_parts(const struct call *call, int x1, int group, struct shape *shape)
{
    const struct tensor *left = call_tensor(call, x1);
    int64_t ranks = ranks_of(call, group);
    return left->rank == 2 && shape_pair(shape, shape_quotient(left->dims[0], ranks),
                                         shape_product(left->dims[1], ranks));
}

/* Products of halves are of their type, others float16. */
aclDataType collective_shape_half(const struct call *call, int x1)
{
    return call_tensor(call, x1)->type == ACL_BF16 ? ACL_BF16 : ACL_FLOAT16;
}
