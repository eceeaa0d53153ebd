/* SPDX-License-Identifier: Apache-2.0 */
/* Expand, Repeat, Cast and Copy: lists of L0 operators. */
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/copy_layout.h"
#include "ops/common/list.h"

void copy_layout_list_expand(struct l0_list *list, int self, const struct array *size, int out)
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

void copy_layout_list_repeat(struct l0_list *list, int self, const struct array *repeats, int out)
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

void copy_layout_list_cast_to(struct l0_list *list, int self, aclDataType dtype, int out)
{
    l0_view_copy(list, l0_cast(list, l0_contiguous(list, self), dtype), out);
}

void copy_layout_list_copy(struct l0_list *list, int selfRef, int src)
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
