/* SPDX-License-Identifier: Apache-2.0 */
/* IndexAdd, IndexAddV2, IndexCopy, IndexFill, IndexFillTensor, which change rows by index along one
 * dimension: lists of L0 operators. */
#include "ops/index/rows.h"

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "declared/index.h"
#include "declared/binary.h"
#include "ops/common/list.h"
#include "ops/index/indexed.h"
#include "ops/sort/sort.h"
#include "tensor/convert.h"

static bool scalar_is_one(const struct scalar *scalar)
{
    double value = 0;
    scalar_convert(scalar, ACL_DOUBLE, &value);
    return value == 1;
}

/* ---- Lists ----------------------------------------------------------------------------------- */

/* Appends the step: rows of source go to rows of self. */
static void scatter_rows(struct l0_list *list, enum indexed_operation operation, bool from_end,
                         int self, int64_t dim, int index, int source, int out)
{
    struct indexed *indexed = index_new(list, operation, "index");
    if (indexed == NULL || self == L0_NONE || index == L0_NONE || source == L0_NONE)
        return;
    indexed->from_end = from_end;
    index_rows(indexed, &list->tensors[self], (int32_t)dim, &list->tensors[index], 0);
    if (list->tensors[source].rank == 0)
        for (int32_t i = 0; i < indexed->loop_count; i++)
            indexed->loops[i].other = -1;
    index_list_scatter_into(list, indexed, self, &index, 1, source, out);
}

/* Appends an operator that changes its first operand. */
static int change(struct l0_list *list, const struct l0_row *row, int self, const int *others,
                  int count, int attributes)
{
    int inputs[5] = {self};
    if (self == L0_NONE)
        return L0_NONE;
    for (int i = 0; i < count; i++)
        inputs[i + 1] = others[i];
    l0_launch_row(list, row, inputs, count + 1, attributes, &self, 1, NULL);
    return self;
}

/* Appends InplaceIndexAdd. On the device's CPU it writes a new tensor instead of changing its
 * operand. */
static int add_rows(struct l0_list *list, int self, int index, int source, int alpha, bool on_cores)
{
    const int others[] = {index, source, alpha};
    if (on_cores || self == L0_NONE)
        return change(list, &l0_InplaceIndexAdd, self, others, 3, 0);
    const struct l0_tensor like = list->tensors[self];
    int sums = l0_new_shaped(list, "sums", like.type, like.dims, like.rank);
    l0_launch(list, "InplaceIndexAdd", L0_AI_CPU, (int[]){self, index, source, alpha, L0_NONE},
              (int[]){sums, L0_NONE});
    return sums;
}

/* The source times alpha; nothing is multiplied when alpha is 1. */
static int scaled(struct l0_list *list, int source, const struct scalar *alpha)
{
    bool is_half = source != L0_NONE && (list->tensors[source].type == ACL_FLOAT16 ||
                                         list->tensors[source].type == ACL_BF16);
    if (source == L0_NONE || scalar_is_one(alpha))
        return source;
    aclDataType type = is_half ? ACL_FLOAT : list->tensors[source].type;
    int wide = l0_convert(list, source, type);
    if (wide == L0_NONE)
        return L0_NONE;
    const struct l0_tensor like = list->tensors[wide];
    int result = l0_new_shaped(list, "scaled", type, like.dims, like.rank);
    int factor = l0_constant(list, "alpha", alpha, type);
    if (factor != L0_NONE && result != L0_NONE)
        l0_step(list, L0_STEP_APPLY, &l0_Mul, (int[]){wide, factor}, 2, &result, 1, NULL);
    return result;
}

/* 910B sorts the indices of halves and adds their rows in one operator. */
static int add_sorted(struct l0_list *list, int self, int index, int source, int alpha)
{
    int narrow = l0_launch_cast(list, index, ACL_INT32);
    int positions = L0_NONE;
    if (narrow != L0_NONE && list->tensors[narrow].elements > 1)
        narrow = sort_list_indices(list, l0_view(list, narrow, ACL_FLOAT), &positions);
    else
        positions = l0_host_tensor(list, "positions", ACL_INT32, 1);
    return change(list, &l0_InplaceIndexAddWithSorted, self,
                  (int[]){source, narrow, positions, alpha}, 4, 0);
}

static void write_rows(struct l0_list *list, int result, int out)
{
    if (result == L0_NONE)
        return;
    if (list->tensors[out].rank != list->tensors[result].rank)
        result = l0_reshape(list, result, list->tensors[out].dims, list->tensors[out].rank);
    l0_launch_view_copy(list, l0_launch_cast(list, result, list->tensors[out].type), out);
}

void index_list_step_add(struct l0_list *list, int self, int index, int source, int out)
{
    scatter_rows(list, INDEXED_ADD, false, self, 0, index, source, out);
}

void index_list_add(struct l0_list *list, int self, int64_t dim, int index, int source,
                    const struct scalar *alpha, int out)
{
    int target = l0_contiguous(list, self);
    int rows = list_at_least_1d(list, l0_contiguous(list, source));
    if (target == L0_NONE || rows == L0_NONE)
        return;
    const struct l0_tensor like = list->tensors[target];
    bool is_half = like.type == ACL_BF16 || like.type == ACL_FLOAT16;
    bool sorts = is_half && dim == 0 && like.rank > 0 && like.dims[0] < 2139095040 &&
                 (list->architecture == ARCHITECTURE_2201 ||
                  (list->architecture == ARCHITECTURE_3510 && list->deterministic));
    int to = target;
    int from = rows;
    if (like.type == ACL_BF16 && !sorts && list->architecture != ARCHITECTURE_3510) {
        to = l0_launch_cast(list, to, ACL_FLOAT);
        from = l0_launch_cast(list, from, ACL_FLOAT);
    }
    int places = list_at_least_1d(list, l0_contiguous(list, index));
    if (places == L0_NONE || to == L0_NONE)
        return;
    int number = l0_constant(list, "alpha", alpha, sorts ? ACL_FLOAT : list->tensors[to].type);
    bool adds = list->architecture == ARCHITECTURE_2201 && !list->deterministic && like.rank > 0 &&
                (dim == 0 || dim == -like.rank) && scalar_is_one(alpha) &&
                (list->tensors[to].type == ACL_FLOAT || like.type == ACL_INT32);
    int result = adds    ? change(list, &l0_InplaceScatterAdd, to, (int[]){places, from}, 2, 0)
                 : sorts ? add_sorted(list, to, places, from, number)
                         : add_rows(list, to, places, from, number,
                                    l0_has_type(l0_InplaceIndexAdd.ai_core[list->architecture],
                                                list->tensors[to].type));
    write_rows(list, result, out);
    scatter_rows(list, INDEXED_ADD, false, list_at_least_1d(list, target),
                 index_rows_front(dim, like.rank), places, scaled(list, rows, alpha), out);
}

/* The type as which Ascend950 moves elements: one of the same width. */
static aclDataType put_type(aclDataType type)
{
    switch (type) {
    case ACL_COMPLEX64:
    case ACL_UINT64:
    case ACL_DOUBLE: return ACL_INT64;
    case ACL_UINT32: return ACL_INT32;
    case ACL_INT16: return ACL_FLOAT16;
    default: return type;
    }
}

void index_list_copy(struct l0_list *list, int self, int64_t dim, int index, int source, int out,
                     int copies)
{
    int64_t order[TENSOR_MAX_DIMS];
    int dense = l0_contiguous(list, self);
    int target = list_at_least_1d(list, dense);
    int places = l0_contiguous(list, index);
    int rows = list_at_least_1d(list, l0_contiguous(list, source));
    places = list_at_least_1d(list, places);
    if (target == L0_NONE || rows == L0_NONE || places == L0_NONE)
        return;
    const struct l0_tensor like = list->tensors[target];
    int64_t at = index_rows_front(dim, like.rank);
    int to = target;
    int from = rows;
    bool puts = list->architecture == ARCHITECTURE_3510 && !list->deterministic &&
                like.type != ACL_COMPLEX128;
    if ((at == 0 || puts) && copies && dense == self) {
        to = l0_new_shaped(list, "copy", like.type, like.dims, like.rank);
        l0_tensor_move(list, target, to);
    }
    for (int32_t i = 0; i < like.rank; i++)
        order[i] = i;
    order[0] = at;
    order[at] = 0;
    bool transposes = at != 0 && !puts;
    if (transposes) {
        to = list_launch_transpose(list, to, order);
        from = list_launch_transpose(list, from, order);
    }
    bool is_put = at != 0 && puts && to != L0_NONE && put_type(like.type) != like.type;
    int result = change(list, at != 0 && puts ? &l0_IndexPutV2 : &l0_ScatterUpdate,
                        is_put ? l0_view(list, to, put_type(like.type)) : to,
                        (int[]){places, is_put ? l0_view(list, from, put_type(like.type)) : from},
                        2, 0);
    if (is_put)
        result = to;
    if (transposes)
        result = list_launch_transpose(list, result, order);
    write_rows(list, result, out);
    scatter_rows(list, INDEXED_MOVE, false, target, at, places, rows, out);
}

/* One of the two host tensors that tell Ascend910 and 910B what to keep and what to put in. */
static int assist(struct l0_list *list, const struct l0_tensor *like)
{
    int values = l0_new_tensor(list, "assist", ACL_FLOAT, like->elements);
    int host = l0_host_tensor(list, "assist", ACL_FLOAT, like->elements);
    if (host == L0_NONE || values == L0_NONE)
        return L0_NONE;
    l0_launch(list, "CopyToNpu", L0_COPY, (int[]){host, L0_NONE}, (int[]){values, L0_NONE});
    return l0_reshape(list, l0_launch_cast(list, values, like->type), like->dims, like->rank);
}

void index_list_fill_array(struct l0_list *list, int self, int64_t dim, const struct array *index,
                           const struct scalar *value, int out)
{
    if (self == L0_NONE || list->tensors[self].elements == 0)
        return;
    const struct l0_tensor like = list->tensors[self];
    if (index->size == 0) {
        l0_view_copy(list, self, out);
        return;
    }
    int places = l0_host_tensor(list, "index", ACL_INT64, (int64_t)index->size);
    int64_t *dims = l0_take(list, sizeof *dims);
    int number = l0_constant(list, "value", value,
                             list->architecture == ARCHITECTURE_3510 ? like.type : ACL_FLOAT);
    if (places == L0_NONE || dims == NULL || number == L0_NONE)
        return;
    *dims = (int64_t)index->size;
    list->tensors[places].value = index->values;
    list->tensors[places].dims = dims;
    list->tensors[places].rank = 1;
    int result = l0_new_shaped(list, "filled", like.type, like.dims, like.rank);
    int target;
    if (list->architecture == ARCHITECTURE_3510) {
        target = l0_contiguous(list, self);
        l0_launch(list, "IndexFill", L0_AI_CORE, (int[]){target, places, number, L0_NONE},
                  (int[]){result, L0_NONE});
        l0_kernel_workspace(list, L0_SYSTEM_WORKSPACE);
    } else {
        int ones = assist(list, &like);
        int numbers = assist(list, &like);
        target = l0_contiguous(list, self);
        l0_launch_row(list, &l0_IndexFillD, (int[]){target, ones, numbers}, 3, 0, &result, 1, NULL);
    }
    l0_launch_view_copy(list, result, out);
    scatter_rows(list, INDEXED_MOVE, true, list_at_least_1d(list, target),
                 index_rows_front(dim, like.rank), places, l0_convert(list, number, like.type),
                 out);
}

static uint64_t aligned_to(uint64_t bytes, uint64_t unit)
{
    return (bytes + unit - 1) / unit * unit;
}

/* The workspace of IndexFill: marks of the rows, and rows of the value. */
static uint64_t fill_workspace(const struct l0_list *list, const struct l0_tensor *self,
                               int64_t dim, int64_t places)
{
    uint64_t rows = (uint64_t)self->dims[dim];
    uint64_t before = 1;
    uint64_t behind = 1;
    uint64_t width = (uint64_t)data_type_bits(self->type) / 8;
    uint64_t cores = (uint64_t)list->soc->vector_cores;
    uint64_t count = (uint64_t)places;
    bool is_last = dim == self->rank - 1 && self->rank > 1;
    for (int32_t i = 0; i < self->rank; i++)
        if (i != dim)
            *(i < dim ? &before : &behind) *= (uint64_t)self->dims[i];
    if (list->architecture == ARCHITECTURE_3510) {
        bool is_dense = before * behind * count > 2048 && count >= 5 * rows;
        bool by_index = (uint64_t)self->elements * width < 256 || count <= rows / 5;
        bool marks = behind * width > 128 || is_dense || !by_index;
        return L0_SYSTEM_WORKSPACE + (marks ? rows : 0);
    }
    uint64_t bytes = L0_SYSTEM_WORKSPACE + aligned_to(2 * rows + cores, 32);
    if (is_last)
        return bytes + (rows >= cores * 256 ? 0 : rows * 64);
    if (behind >= 1024 || self->type == ACL_INT64 || self->type == ACL_BOOL)
        return bytes;
    if (rows >= 64 || behind >= 64)
        return bytes + behind * 32;
    return bytes + (rows * behind < 128 ? 256 * rows * behind : 16384);
}

/* Exchanges the first and the last dimension. */
static int swap_ends(struct l0_list *list, int tensor)
{
    int64_t order[TENSOR_MAX_DIMS];
    if (tensor == L0_NONE)
        return L0_NONE;
    int32_t rank = list->tensors[tensor].rank;
    for (int32_t i = 0; i < rank; i++)
        order[i] = i;
    order[0] = rank - 1;
    order[rank - 1] = 0;
    return list_launch_transpose(list, tensor, order);
}

void index_list_fill(struct l0_list *list, int self, int64_t dim, int index,
                     const struct scalar *value, int out, int in_place)
{
    if (self == L0_NONE || index == L0_NONE)
        return;
    if (list->tensors[index].elements == 0) {
        l0_view_copy(list, self, out);
        return;
    }
    int target = list_at_least_1d(list, l0_contiguous(list, self));
    int places = list_at_least_1d(list, l0_contiguous(list, index));
    if (target == L0_NONE || places == L0_NONE)
        return;
    const struct l0_tensor like = list->tensors[target];
    int number = l0_constant(list, "value", value, like.type);
    int64_t at = index_rows_front(dim, like.rank);
    bool swaps = list->architecture != ARCHITECTURE_3510 && at == like.rank - 1 &&
                 (like.type == ACL_INT64 || like.type == ACL_BOOL);
    int from = swaps ? swap_ends(list, target) : target;
    if (from == L0_NONE || number == L0_NONE)
        return;
    const struct l0_tensor moved = list->tensors[from];
    bool is_itself = in_place != 0 && list->architecture == ARCHITECTURE_3510;
    int filled = is_itself ? from
                           : l0_new_shaped(list, "filled", moved.type, moved.dims, moved.rank);
    l0_launch(list, is_itself ? "InplaceIndexFill" : "IndexFill", L0_AI_CORE,
              (int[]){from, places, number, L0_NONE}, (int[]){filled, L0_NONE});
    l0_kernel_workspace(list, fill_workspace(list, &moved, swaps ? 0 : at,
                                             list->architecture == ARCHITECTURE_3510
                                                 ? list->tensors[places].elements
                                                 : list->tensors[places].dims[0]));
    if (swaps)
        filled = swap_ends(list, filled);
    if (filled != L0_NONE && list->tensors[out].rank == 0)
        filled = l0_reshape(list, filled, NULL, 0);
    l0_launch_view_copy(list, filled, out);
    places = l0_reshape(list, places, &list->tensors[places].elements, 1);
    scatter_rows(list, INDEXED_MOVE, true, target, at, places, number, out);
}

void index_list_add_v2(struct l0_list *list, int self, int64_t dim, int index, int source,
                       const struct scalar *alpha, int64_t mode, int out)
{
    if (list->deterministic) {
        index_list_add(list, self, dim, index, source, alpha, out);
        return;
    }
    int target = l0_contiguous(list, self);
    int rows = list_at_least_1d(list, l0_contiguous(list, source));
    int places = list_at_least_1d(list, l0_contiguous(list, index));
    if (target == L0_NONE || rows == L0_NONE || places == L0_NONE)
        return;
    const struct l0_tensor like = list->tensors[target];
    bool is_float = l0_has_type(FLOATS, like.type);
    bool is_short = like.type == ACL_INT16 || like.type == ACL_INT32;
    aclDataType wide = mode == 0 ? (is_short ? ACL_INT32 : ACL_FLOAT)
                                 : (is_float ? ACL_DOUBLE : like.type);
    int to = l0_launch_cast(list, target, wide);
    int from = l0_launch_cast(list, rows, wide);
    if (to == L0_NONE || from == L0_NONE)
        return;
    if (mode == 0) {
        to = change(list, &l0_InplaceScatterAdd, to, (int[]){places, from}, 2, 0);
    } else {
        int number = l0_constant(list, "alpha", alpha, wide);
        to = add_rows(list, to, places, from, number, false);
    }
    write_rows(list, to, out);
    int sums = list_at_least_1d(list, l0_convert(list, target, wide));
    int summands = l0_convert(list, rows, wide);
    scatter_rows(list, INDEXED_ADD, false, sums, index_rows_front(dim, like.rank), places,
                 mode == 0 ? summands : scaled(list, summands, alpha), out);
}
