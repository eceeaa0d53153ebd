/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of products between exchanges. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/collective.h"
#include "ops/collective/collective.h"
#include "ops/common/shape.h"

bool collective_shape_gathered(const struct call *call, int x1, int group, struct shape *shape)
{
    const struct tensor *left = call_tensor(call, x1);
    int64_t ranks = collective_size_by_name(call->arguments[group].text);
    return left->rank == 2 && shape_pair(shape, shape_product(left->dims[0], ranks), left->dims[1]);
}

bool collective_shape_gathered_product(const struct call *call, int x1, int x2, int group,
                                       struct shape *shape)
{
    const struct tensor *left = call_tensor(call, x1);
    const struct tensor *right = call_tensor(call, x2);
    int64_t ranks = collective_size_by_name(call->arguments[group].text);
    return left->rank == 2 && right->rank == 2 &&
           shape_pair(shape, shape_product(left->dims[0], ranks), right->dims[1]);
}

/* bfloat16 scales restore to bfloat16, all others to float16. */
aclDataType collective_shape_reduced(const struct call *call, int scale)
{
    return call_tensor(call, scale)->type == ACL_BF16 ? ACL_BF16 : ACL_FLOAT16;
}

bool collective_shape_scattered_product(const struct call *call, int x1, int x2, int group,
                                        struct shape *shape)
{
    const struct tensor *left = call_tensor(call, x1);
    const struct tensor *right = call_tensor(call, x2);
    int64_t ranks = collective_size_by_name(call->arguments[group].text);
    return left->rank == 2 && right->rank == 2 &&
           shape_pair(shape, shape_quotient(left->dims[0], ranks), right->dims[1]);
}

bool collective_shape_scattered_codes(const struct call *call, int x, int group,
                                      struct shape *shape)
{
    const struct tensor *numbers = call_tensor(call, x);
    int64_t ranks = collective_size_by_name(call->arguments[group].text);
    return numbers->rank >= 2 &&
           shape_pair(shape, shape_quotient(shape_count(numbers->dims, numbers->rank - 1), ranks),
                      numbers->dims[numbers->rank - 1]);
}
