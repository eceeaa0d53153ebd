/* SPDX-License-Identifier: Apache-2.0 */
/* MlaProlog: shapes and data types of results. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/attention.h"
#include "ops/common/shape.h"

/* Heads of the tokens: [T, N, columns] or [B, S, N, columns]. */
static bool heads_shape(const struct call *call, int x, int weight, int64_t columns,
                        struct shape *shape)
{
    const struct tensor *tokens = call_tensor(call, x);
    const struct tensor *heads = call_tensor(call, weight);
    if (tokens->rank < 2 || heads->rank != 3)
        return false;
    shape_copy(shape, tokens);
    shape->dims[shape->rank - 1] = heads->dims[0];
    shape_push(shape, columns);
    return true;
}

bool attention_shape_mla_query(const struct call *call, int x, int weight, struct shape *shape)
{
    const struct tensor *heads = call_tensor(call, weight);
    return heads_shape(call, x, weight, heads->rank == 3 ? heads->dims[2] : 0, shape);
}

bool attention_shape_mla_rope(const struct call *call, int x, int weight, int sines,
                              struct shape *shape)
{
    return heads_shape(call, x, weight, shape_from_last(call_tensor(call, sines), 1, 0), shape);
}

/* A factor for each token and head where queries are int8; otherwise none. */
bool attention_shape_mla_scale(const struct call *call, int x, int weight, int cache,
                               struct shape *shape)
{
    const struct tensor *tokens = call_tensor(call, x);
    const struct tensor *heads = call_tensor(call, weight);
    if (tokens->rank < 2 || heads->rank != 3)
        return false;
    if (tokens->type != ACL_INT8 || call_tensor(call, cache)->type != ACL_INT8)
        return shape_absent(shape);
    shape_pair(shape, shape_count(tokens->dims, tokens->rank - 1), heads->dims[0]);
    shape_push(shape, 1);
    return true;
}

/* int8 where tokens and the cache of keys are; otherwise bfloat16. */
aclDataType attention_shape_mla_type(const struct call *call, int x, int cache)
{
    return call_tensor(call, x)->type == ACL_INT8 && call_tensor(call, cache)->type == ACL_INT8
               ? ACL_INT8
               : ACL_BF16;
}

/* What the call's kernels do not write. */
bool attention_shape_mla_absent(const struct call *call, int x, struct shape *shape)
{
    (void)call;
    (void)x;
    return shape_absent(shape);
}
