/* SPDX-License-Identifier: Apache-2.0 */
/* QkvRmsNormRopeCache: shapes of rows of one kind of heads. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/attention.h"
#include "ops/common/shape.h"

static bool rows_of(const struct call *call, int qkv, int head_nums, int which, struct shape *shape)
{
    const struct shape_numbers heads = shape_numbers(call, head_nums);
    const struct tensor *rows = call_tensor(call, qkv);
    return rows->rank == 2 && heads.count == 3 &&
           shape_pair(shape, rows->dims[0], shape_product(heads.each[which], 128));
}

bool attention_shape_qkv_queries(const struct call *call, int qkv, int head_nums,
                                 struct shape *shape)
{
    return rows_of(call, qkv, head_nums, 0, shape);
}

bool attention_shape_qkv_keys(const struct call *call, int qkv, int head_nums, struct shape *shape)
{
    return rows_of(call, qkv, head_nums, 1, shape);
}
