/* SPDX-License-Identifier: Apache-2.0 */
/* QkvRmsNormRopeCacheWithKScale: shapes of queries and of their factors. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/attention.h"
#include "ops/attention/qkv_scaled.h"
#include "ops/common/shape.h"

bool attention_shape_qkv_query_scales(const struct call *call, int qkv, int head_nums,
                                      int qkv_layout, int layout, struct shape *shape)
{
    const struct shape_numbers heads = shape_numbers(call, head_nums);
    const struct tensor *rows = call_tensor(call, qkv);
    if (rows->rank != 3 || heads.count != 3)
        return false;
    int64_t tokens =
        rows->dims[qkv_scaled_by_head(call->arguments[qkv_layout].text, "TND") ? 1 : 0];
    return qkv_scaled_by_head(call->arguments[layout].text, "NTD")
               ? shape_pair(shape, heads.each[0], tokens)
               : shape_pair(shape, tokens, heads.each[0]);
}

bool attention_shape_qkv_query_heads(const struct call *call, int qkv, int head_nums,
                                     int qkv_layout, int layout, struct shape *shape)
{
    if (!attention_shape_qkv_query_scales(call, qkv, head_nums, qkv_layout, layout, shape))
        return false;
    shape_push(shape, call_tensor(call, qkv)->dims[2]);
    return true;
}
