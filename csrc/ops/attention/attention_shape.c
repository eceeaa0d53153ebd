/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of the results of attention. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "declared/attention.h"
#include "ops/attention/attention_call.h"
#include "ops/attention/floyd.h"
#include "ops/common/shape.h"
#include "ops/quant/quant.h"

/* How often each statistic of a training call is stored. */
#define COPIES 8

/* Reads the layouts of queries and of the result: "BNSD_BSND" names both, "BNSD" is for both. */
static bool read_layouts(const struct call *call, int layout, struct attention_layout *query,
                         struct attention_layout *out)
{
    const char *text = call->arguments[layout].text;
    if (text == NULL)
        return false;
    size_t length = strcspn(text, "_");
    const char *other = text[length] == '\0' ? text : text + length + 1;
    return attention_call_set_layout(query, text, length) &&
           attention_call_set_layout(out, other, strlen(other));
}

/* The index of a letter among the dims of a tensor; -1 when the tensor has fewer dims. */
static int place_in(const struct tensor *tensor, int8_t place)
{
    return place < tensor->rank ? place : -1;
}

/* Keys or values: the tensor, or the first of a list; NULL when the list is empty. */
static const struct tensor *first_of(const struct call *call, int operand)
{
    struct call_members members;
    call_members(call, operand, &members);
    return members.count > 0 ? members.tensors[0] : NULL;
}

/* The columns that a head of the result has, which are those of a head of values. 0: they cannot be
 * known. */
static int64_t depth_of(const struct tensor *query, const struct tensor *key,
                        const struct tensor *value, bool are_heads_joint, int64_t depth)
{
    int64_t columns = shape_from_last(value, 1, 0) *
                      (value->type == ACL_INT32 ? QUANT_IN_A_WORD : 1);
    if (value->rank == 5) /* fractals of blocks */
        return shape_product(columns, value->dims[2]);
    if (!are_heads_joint && key->rank >= query->rank)
        return columns;
    int64_t key_heads = shape_quotient(
        shape_from_last(key, 1, 0) * (key->type == ACL_INT32 ? QUANT_IN_A_WORD : 1), depth);
    return key_heads > 0 ? columns / key_heads : 0;
}

/* The rows of queries, with the columns of a head of values. */
bool attention_shape_attention(const struct call *call, int query, int key, int value, int heads,
                               int layout, struct shape *shape)
{
    const struct tensor *queries = call_tensor(call, query);
    const struct tensor *keys = first_of(call, key);
    const struct tensor *values = first_of(call, value);
    struct attention_layout in;
    struct attention_layout out;
    if (keys == NULL || values == NULL || !read_layouts(call, layout, &in, &out))
        return shape_copy(shape, queries);
    bool is_joint = place_in(queries, in.h) >= 0;
    int64_t count = shape_integer(call, heads);
    int64_t width = attention_call_dim_of(queries, place_in(queries, in.h), 0);
    int64_t number = is_joint ? count : attention_call_dim_of(queries, place_in(queries, in.n), 0);
    int64_t depth = is_joint ? shape_quotient(width, shape_larger(count, 1))
                             : attention_call_dim_of(queries, place_in(queries, in.d), 0);
    depth = depth_of(queries, keys, values, is_joint, depth);
    const struct {
        int8_t from;
        int8_t to;
    } kept[] = {{in.b, out.b}, {in.s, out.s}, {in.t, out.t}};
    shape->rank = attention_call_rank_of(&out);
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        if (kept[i].to < 0)
            continue;
        if (place_in(queries, kept[i].from) < 0)
            return shape_copy(shape, queries);
        shape->dims[kept[i].to] = queries->dims[kept[i].from];
    }
    if (out.n >= 0)
        shape->dims[out.n] = number;
    if (out.d >= 0)
        shape->dims[out.d] = depth;
    if (out.h >= 0)
        shape->dims[out.h] = shape_product(depth, number);
    return depth > 0 ? true : shape_copy(shape, queries);
}

/* So many copies of a number for each row and head. */
static bool statistics(const struct call *call, int query, int heads, int layout, int64_t copies,
                       struct shape *shape)
{
    const struct tensor *queries = call_tensor(call, query);
    struct attention_layout in;
    struct attention_layout out;
    int64_t count = shape_integer(call, heads);
    if (!read_layouts(call, layout, &in, &out))
        return false;
    int64_t number = attention_call_dim_of(queries, place_in(queries, in.n), count);
    shape->rank = 0;
    if (place_in(queries, in.t) >= 0) {
        shape_push(shape, queries->dims[in.t]);
        shape_push(shape, number);
    } else {
        shape_push(shape, attention_call_dim_of(queries, place_in(queries, in.b), count));
        shape_push(shape, number);
        shape_push(shape, attention_call_dim_of(queries, place_in(queries, in.s), count));
    }
    shape_push(shape, copies);
    return true;
}

/* Eight copies of a number for each row and head. */
bool attention_shape_attention_statistics(const struct call *call, int query, int heads, int layout,
                                          struct shape *shape)
{
    return statistics(call, query, heads, layout, COPIES, shape);
}

/* A number for each row and head, where they are wanted. */
bool attention_shape_attention_log_sums(const struct call *call, int query, int heads, int layout,
                                        int wanted, struct shape *shape)
{
    return shape_integer(call, wanted) != 0 ? statistics(call, query, heads, layout, 1, shape)
                                            : shape_line(shape, 0);
}

/* The same where the heads lie as those of queries do. */
bool attention_shape_block_sums(const struct call *call, int query, int wanted, struct shape *shape)
{
    const struct tensor *tensor = call_tensor(call, query);
    if (shape_integer(call, wanted) == 0)
        return shape_line(shape, 0);
    shape_none(shape);
    shape_push_dims(shape, tensor, 0, tensor->rank - 1);
    shape_push(shape, 1);
    return true;
}

/* That of query, but of float8 bfloat16; a caller may have float16 too. */
aclDataType attention_shape_block_type(const struct call *call, int query)
{
    aclDataType type = call_type(call, query);
    return type == ACL_FLOAT8_E4M3FN ? ACL_BF16 : type;
}

/* Queries, keys and values are side by side. */
#define PARTS 3

/* A third of the last dimension, with heads before the rows. */
bool attention_shape_heads_of(const struct call *call, int qkv, int heads, struct shape *shape)
{
    const struct tensor *tensor = call_tensor(call, qkv);
    int64_t count = shape_integer(call, heads);
    if (tensor->rank != 3 || count < 1)
        return false;
    shape_pair(shape, tensor->dims[0], count);
    shape_push(shape, tensor->dims[1]);
    shape_push(shape, tensor->dims[2] / PARTS / count);
    return true;
}

/* A row for each block of rows, of batches with as many rows as each has. */
bool attention_shape_compressed(const struct call *call, int input, int ends, int block, int stride,
                                struct shape *shape)
{
    const struct tensor *from = call_tensor(call, input);
    const struct shape_numbers batches = shape_numbers(call, ends);
    int64_t rows = shape_integer(call, block);
    int64_t distance = shape_integer(call, stride);
    if (from->rank != 3 || distance < 1)
        return false;
    int64_t count = 0;
    int64_t before = 0;
    int64_t number = batches.count == 0 ? 1 : batches.count;
    for (int64_t i = 0; i < number; i++) {
        int64_t end = batches.count == 0 ? from->dims[0] : batches.each[i];
        int64_t free = shape_difference(shape_difference(end, before), rows);
        if (free >= 0)
            count = shape_sum(count, shape_sum(shape_quotient(free, distance), 1));
        before = end;
    }
    shape_copy(shape, from);
    shape->dims[0] = count;
    return true;
}

/* Queries with the copies of a statistic in place of the columns of a head. */
static bool copies_of(const struct call *call, int query, int32_t rank, struct shape *shape)
{
    const struct tensor *from = call_tensor(call, query);
    if (from->rank != rank)
        return false;
    shape_copy(shape, from);
    shape->dims[rank - 1] = COPIES;
    return true;
}

/* [T, N, 8] of queries [T, N, D]. */
bool attention_shape_selection_statistics(const struct call *call, int query, struct shape *shape)
{
    return copies_of(call, query, 3, shape);
}

/* [B, H, N, M, 8] of queries [B, H, N, M, D]. */
bool attention_shape_floyd_statistics(const struct call *call, int query, struct shape *shape)
{
    return copies_of(call, query, FLOYD_RANK, shape);
}

/* Rows and heads of queries, and columns of values. */
bool attention_shape_selection_result(const struct call *call, int query, int value,
                                      struct shape *shape)
{
    const struct tensor *from = call_tensor(call, query);
    const struct tensor *values = call_tensor(call, value);
    if (from->rank != 3 || values->rank != 3)
        return false;
    shape_copy(shape, from);
    shape->dims[2] = values->dims[2];
    return true;
}

/* Blocks that are selected for rows of queries [T, N, D], for each head of keys [T, N, D]. */
bool attention_shape_selected_blocks(const struct call *call, int query, int key, int count,
                                     struct shape *shape)
{
    const struct tensor *queries = call_tensor(call, query);
    const struct tensor *keys = call_tensor(call, key);
    if (queries->rank != 3 || keys->rank != 3)
        return false;
    shape_pair(shape, queries->dims[0], keys->dims[1]);
    shape_push(shape, shape_integer(call, count));
    return true;
}

/* Rows of queries with the columns of values in pages; "BSH" has all heads in one dimension. */
bool attention_shape_result_in_pages(const struct call *call, int query, int value, int heads,
                                     int key_heads, int layout, struct shape *shape)
{
    const struct tensor *queries = call_tensor(call, query);
    const struct tensor *values = call_tensor(call, value);
    const char *letters = call->arguments[layout].text;
    int64_t count = shape_integer(call, key_heads);
    if (queries->rank < 3 || values->rank < 3 || count < 1 || letters == NULL)
        return false;
    int64_t columns = values->dims[values->rank - 1];
    if (values->rank == 3)
        columns = shape_quotient(columns, count);
    if (strcmp(letters, "BSH") == 0)
        columns = shape_product(columns, shape_integer(call, heads));
    shape_copy(shape, queries);
    shape->dims[shape->rank - 1] = columns;
    return true;
}

/* Blocks that are selected for rows of queries, whose last dimensions are heads and columns. */
bool attention_shape_blocks_in_pages(const struct call *call, int query, int key_heads, int count,
                                     struct shape *shape)
{
    const struct tensor *queries = call_tensor(call, query);
    if (queries->rank < 3)
        return false;
    shape_copy(shape, queries);
    shape->dims[shape->rank - 2] = shape_integer(call, key_heads);
    shape->dims[shape->rank - 1] = shape_integer(call, count);
    return true;
}

/* The shape of a list's first tensor. */
bool attention_shape_update_result(const struct call *call, int results, struct shape *shape)
{
    return shape_same(call, results, shape);
}

/* The data type of a list's first tensor. */
aclDataType attention_shape_update_type(const struct call *call, int results)
{
    const struct tensor_array *parts = call->arguments[results].tensors;
    return shape_has_members(parts) && parts->count > 0 ? parts->members[0]->type
                                                        : ACL_DT_UNDEFINED;
}

/* A number for each row of a list's tensors, where the kind is 1; otherwise no result. */
bool attention_shape_update_logarithm(const struct call *call, int results, int kind,
                                      struct shape *shape)
{
    const struct tensor_array *parts = call->arguments[results].tensors;
    if (shape_integer(call, kind) != 1)
        return shape_absent(shape);
    if (!shape_has_members(parts) || parts->count == 0 || parts->members[0]->rank < 1)
        return false;
    return shape_line(shape, parts->members[0]->dims[0]);
}
