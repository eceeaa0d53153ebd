/* SPDX-License-Identifier: Apache-2.0 */
/* Calls that repeat elements: Expand, Repeat; and Cast and Copy, which may. */
#include <inttypes.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "executor/copies.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/lists.h"
#include "ops/tensor_checks.h"
#include "tensor/layout.h"

static const int64_t *integers(const struct array *array)
{
    return (const int64_t *)(const void *)array->values;
}

/* ---- Expand ---------------------------------------------------------------------------------- */

aclnnStatus check_expanded_shape(struct call *call, int self, int size, int out)
{
    const struct tensor *tensor = call_tensor(call, self);
    const struct array *array = call->arguments[size].array;
    char is[160];
    char wanted[160];
    int64_t lead = (int64_t)array->size - tensor->rank;
    bool fits = lead >= 0;
    for (int32_t i = 0; fits && i < tensor->rank; i++)
        fits = tensor->dims[i] == 1 || tensor->dims[i] == integers(array)[lead + i];
    if (fits && array->size <= TENSOR_MAX_DIMS)
        return call_shape_is(call, out, integers(array), (int32_t)array->size, false, "size");
    int32_t shown = array->size > TENSOR_MAX_DIMS ? TENSOR_MAX_DIMS : (int32_t)array->size;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "size is %s and the shape of self %s; counted from the last, each dimension of "
                  "self must be 1 or that of size",
                  dims_describe(integers(array), shown, wanted, sizeof wanted),
                  dims_describe(tensor->dims, tensor->rank, is, sizeof is));
}

void list_expand(struct l0_list *list, int self, const struct array *size, int out)
{
    if (self == L0_NONE || out == L0_NONE)
        return;
    const struct l0_tensor result = list->tensors[out];
    int tensor = self;
    if (list->tensors[self].rank > 0 || size->size > 0)
        tensor = list_apply_shaped(list, &l0_Expand, l0_contiguous(list, self), result.dims,
                                   result.rank, NULL);
    l0_view_copy(list, tensor, out);
}

/* ---- Repeat ---------------------------------------------------------------------------------- */

aclnnStatus check_repeats(struct call *call, int self, int repeats)
{
    const struct tensor *tensor = call_tensor(call, self);
    const struct array *array = call->arguments[repeats].array;
    if (array->size < (uint64_t)tensor->rank || array->size > 8)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "repeats has %" PRIu64 " entries; %d to 8 are required", array->size,
                      tensor->rank);
    for (uint64_t i = 0; i < array->size; i++)
        if (integers(array)[i] < 0)
            return report(ACLNN_ERR_PARAM_INVALID,
                          "repeats[%" PRIu64 "] is %" PRId64 "; it must be 0 or more", i,
                          integers(array)[i]);
    return check_rank(call, self, 0, 8);
}

aclnnStatus check_nothing_repeated(struct call *call, int self, int repeats, int out)
{
    const struct array *array = call->arguments[repeats].array;
    check_empty(call, self);
    if (!call->is_empty)
        check_empty(call, out);
    for (uint64_t i = 0; i < array->size; i++)
        call->is_empty |= integers(array)[i] == 0;
    return ACLNN_SUCCESS;
}

aclnnStatus check_repeated_shape(struct call *call, int self, int repeats, int out)
{
    const struct tensor *tensor = call_tensor(call, self);
    const struct array *array = call->arguments[repeats].array;
    int64_t dims[TENSOR_MAX_DIMS];
    int32_t rank = (int32_t)array->size;
    for (int32_t i = 0; i < rank; i++) {
        int32_t at = i - (rank - tensor->rank);
        if (__builtin_mul_overflow(integers(array)[i], at >= 0 ? tensor->dims[at] : 1, &dims[i]))
            return report(ACLNN_ERR_PARAM_INVALID,
                          "repeats[%d] is %" PRId64 "; the elements of out do not fit into 63 bits",
                          i, integers(array)[i]);
    }
    return call_shape_is(call, out, dims, rank, rank == 0, "that of self, repeated");
}

static void add_tile(const struct work *work, struct copies *copies)
{
    struct copy_view from = copy_view_of(&work->inputs[0]);
    struct copy_view to = copy_view_of(&work->outputs[0]);
    for (int32_t i = from.rank - 1; i >= 0; i--) {
        int64_t repeats = from.dims[i] > 0 ? to.dims[i] / from.dims[i] : 0;
        copy_view_split(&to, i, from.dims[i]);
        copy_view_insert(&from, i, repeats, 0);
    }
    copies_add(copies, 0, &from, 0, &to);
}

extern const struct l0_copy copy_tile;
const struct l0_copy copy_tile = {.add = add_tile};

void list_repeat(struct l0_list *list, int self, const struct array *repeats, int out)
{
    static const int64_t one[] = {1};
    int64_t dims[TENSOR_MAX_DIMS];
    if (self == L0_NONE || out == L0_NONE)
        return;
    if (repeats->size == 0) {
        l0_view_copy(list, self, out);
        return;
    }
    const struct l0_tensor result = list->tensors[out];
    int tensor = l0_contiguous(list, self);
    if (tensor != L0_NONE && list->tensors[tensor].rank == 0)
        tensor = list_apply_shaped(list, &l0_BroadcastTo, tensor, one, 1, NULL);
    if (tensor == L0_NONE)
        return;
    int32_t lead = result.rank - list->tensors[tensor].rank;
    for (int32_t i = 0; i < result.rank; i++)
        dims[i] = i < lead ? 1 : list->tensors[tensor].dims[i - lead];
    if (lead > 0)
        tensor = l0_reshape(list, tensor, dims, result.rank);
    l0_view_copy(list, list_apply_shaped(list, &l0_Tile, tensor, result.dims, result.rank, NULL),
                 out);
}

/* ---- Cast and Copy --------------------------------------------------------------------------- */

void list_cast_to(struct l0_list *list, int self, aclDataType dtype, int out)
{
    l0_view_copy(list, l0_cast(list, l0_contiguous(list, self), dtype), out);
}

void list_copy(struct l0_list *list, int selfRef, int src)
{
    if (selfRef == L0_NONE || src == L0_NONE)
        return;
    const struct l0_tensor target = list->tensors[selfRef];
    int tensor = l0_cast(list, l0_contiguous(list, src), target.type);
    if (tensor == L0_NONE)
        return;
    const struct l0_tensor source = list->tensors[tensor];
    bool same = source.rank == target.rank;
    for (int32_t i = 0; same && i < source.rank; i++)
        same = source.dims[i] == target.dims[i];
    if (!same)
        tensor = list_apply_shaped(list, &l0_BroadcastTo, tensor, target.dims, target.rank, NULL);
    l0_view_copy(list, tensor, selfRef);
}
