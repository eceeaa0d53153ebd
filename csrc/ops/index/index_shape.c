/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of what indices and masks select. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/index.h"
#include "ops/common/shape.h"

/* The shape with one dimension replaced by the size of an index. A tensor without dimensions keeps
 * its shape. */
bool index_shape_selected(const struct call *call, int self, int dim, int index,
                          struct shape *shape)
{
    const struct tensor *tensor = call_tensor(call, self);
    const struct tensor *places = call_tensor(call, index);
    int32_t at = 0;
    if (!shape_dim_of(shape_integer(call, dim), tensor->rank, &at))
        return false;
    shape_copy(shape, tensor);
    if (tensor->rank > 0)
        shape->dims[at] = places->rank > 0 ? places->dims[0] : 1;
    return true;
}

/* The shape with one dimension replaced by the dims of an index, from one of them on. */
static bool taken(const struct call *call, int self, int dim, const struct tensor *index,
                  int32_t first, struct shape *shape)
{
    const struct tensor *tensor = call_tensor(call, self);
    int32_t at = 0;
    if (!shape_dim_of(shape_integer(call, dim), tensor->rank, &at))
        return false;
    shape->rank = 0;
    if (tensor->rank == 0)
        return true;
    shape_push_dims(shape, tensor, 0, at);
    shape_push_dims(shape, index, first, index->rank);
    shape_push_dims(shape, tensor, at + 1, tensor->rank);
    return true;
}

/* The shape with one dimension replaced by the dims of an index; a tensor without dimensions counts
 * as one of one element. */
bool index_shape_taken(const struct call *call, int self, int dim, int index, struct shape *shape)
{
    static const struct tensor one = {.rank = 1, .dims = {1}};
    const struct tensor *places = call_tensor(call, index);
    return taken(call, self, dim, places->rank > 0 ? places : &one, 0, shape);
}

/* The same as index_shape_taken, without the first dims of the index, which the tensor shares; -1
 * is the last dimension. */
bool index_shape_taken_batches(const struct call *call, int self, int dim, int index, int batches,
                               struct shape *shape)
{
    const struct tensor *places = call_tensor(call, index);
    int64_t count = shape_integer(call, batches);
    int64_t rank = places->rank > 0 ? places->rank : 1;
    int64_t first = count < 0 ? count + rank : count;
    if (first < 0 || first > rank)
        return false;
    return taken(call, self, dim, places, (int32_t)first, shape);
}

/* The shape that rows of indices into the first dimensions select. */
bool index_shape_gathered_nd(const struct call *call, int self, int indices, struct shape *shape)
{
    const struct tensor *tensor = call_tensor(call, self);
    const struct tensor *rows = call_tensor(call, indices);
    int64_t named = rows->rank > 0 ? rows->dims[rows->rank - 1] : 0;
    if (named < 0 || named > tensor->rank)
        return false;
    shape->rank = 0;
    shape_push_dims(shape, rows, 0, rows->rank - 1);
    shape_push_dims(shape, tensor, (int32_t)named, tensor->rank);
    return true;
}

/* One dimension, with room for all elements of the shape to which a tensor and a mask broadcast. */
bool index_shape_at_most_all(const struct call *call, int self, int mask, struct shape *shape)
{
    return shape_broadcast(call, (int[]){self, mask}, 2, shape) &&
           shape_line(shape, shape_count(shape->dims, shape->rank));
}

/* Room for a row for each element, with its index in each dimension. */
bool index_shape_rows_of_places(const struct call *call, int self, struct shape *shape)
{
    const struct tensor *tensor = call_tensor(call, self);
    return shape_pair(shape, shape_count(tensor->dims, tensor->rank), tensor->rank);
}

/* Room for a column for each element, with its index in each dimension. */
bool index_shape_columns_of_places(const struct call *call, int self, struct shape *shape)
{
    const struct tensor *tensor = call_tensor(call, self);
    return shape_pair(shape, tensor->rank, shape_count(tensor->dims, tensor->rank));
}

/* The shape of an indexed tensor while its entries are read. A tensor without elements leaves a
 * dimension as it is; other entries broadcast to the dims that replace the dimensions they cover; a
 * mask covers as many dimensions as it has, and chooses at most all of its elements. */
struct naming {
    struct shape kept;
    struct shape index;
    int32_t named; /* dimensions of the tensor that entries cover so far */
    int32_t place; /* how many kept dimensions are in front of the first index; -1: no index yet */
    bool was_kept; /* the dimension before this one is kept */
    bool is_apart; /* a kept dimension lies between indices, so their dims come first */
};

static bool name_dims(struct naming *naming, const struct tensor *self, const struct tensor *index)
{
    bool is_kept = false;
    int64_t count = shape_count(index->dims, index->rank);
    for (int32_t i = 0; i < index->rank; i++)
        is_kept |= index->dims[i] == 0;
    if (is_kept) {
        shape_push(&naming->kept, naming->named < self->rank ? self->dims[naming->named] : 0);
        naming->named++;
        naming->was_kept = true;
        return true;
    }
    naming->is_apart |= naming->place >= 0 && naming->was_kept;
    naming->was_kept = false;
    if (naming->place < 0)
        naming->place = naming->kept.rank;
    if (index->type == ACL_BOOL) {
        naming->named += index->rank;
        return shape_broadcast_with(&naming->index, &count, 1);
    }
    naming->named++;
    return shape_broadcast_with(&naming->index, index->dims, index->rank);
}

/* The shape that a list of indices selects; a mask counts with all of its elements. */
bool index_shape_indexed(const struct call *call, int self, int indices, struct shape *shape)
{
    static const struct tensor one = {.rank = 1, .dims = {1}};
    const struct tensor_array *list = call->arguments[indices].tensors;
    const struct tensor *tensor = call_tensor(call, self);
    struct naming naming = {.place = -1};
    if (tensor->rank == 0)
        tensor = &one;
    if (!shape_has_members(list))
        return false;
    for (uint64_t i = 0; i < list->count && i <= TENSOR_MAX_DIMS; i++)
        if (!name_dims(&naming, tensor, list->members[i]) || naming.kept.rank > TENSOR_MAX_DIMS)
            return false;
    int32_t first = naming.is_apart || naming.place < 0 ? 0 : naming.place;
    shape->rank = 0;
    for (int32_t i = 0; i < first; i++)
        shape_push(shape, naming.kept.dims[i]);
    for (int32_t i = 0; i < naming.index.rank; i++)
        shape_push(shape, naming.index.dims[i]);
    for (int32_t i = first; i < naming.kept.rank; i++)
        shape_push(shape, naming.kept.dims[i]);
    shape_push_dims(shape, tensor, naming.named, tensor->rank);
    return true;
}
