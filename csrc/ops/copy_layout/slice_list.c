/* SPDX-License-Identifier: Apache-2.0 */
/* Slice, SliceV2, StridedSlice: lists of L0 operators. */
#include "ops/copy_layout/slice.h"

#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/copy_layout.h"
#include "ops/common/list.h"

int copy_layout_list_part(struct l0_list *list, const struct l0_row *row, int tensor, int32_t dim,
                          int64_t first, int64_t count)
{
    struct parts *parts = l0_take(list, sizeof *parts);
    if (tensor == L0_NONE || parts == NULL)
        return L0_NONE;
    const struct l0_tensor whole = list->tensors[tensor];
    copy_layout_slice_take_all(whole.dims, whole.rank, parts);
    parts->first[dim] = first;
    parts->count[dim] = count;
    return list_apply_shaped(list, row, tensor, parts->count, whole.rank, parts);
}

void copy_layout_list_slice(struct l0_list *list, int self, int64_t dim, int64_t start, int64_t end,
                            int64_t step, int out)
{
    struct parts *parts = l0_take(list, sizeof *parts);
    int dense = l0_contiguous(list, self);
    if (dense == L0_NONE || parts == NULL)
        return;
    const struct l0_tensor source = list->tensors[dense];
    copy_layout_slice_take_all(source.dims, source.rank, parts);
    copy_layout_slice_cut(parts, source.dims, source.rank, dim, start, end, step);
    l0_view_copy(
        list, list_apply_shaped(list, &l0_StridedSliceV3, dense, parts->count, source.rank, parts),
        out);
}

void copy_layout_list_slice_v2(struct l0_list *list, int self, const struct array *starts,
                               const struct array *ends, const struct array *axes,
                               const struct array *steps, int out)
{
    struct parts *parts = l0_take(list, sizeof *parts);
    int dense = l0_contiguous(list, self);
    if (dense == L0_NONE || parts == NULL)
        return;
    const struct l0_tensor source = list->tensors[dense];
    copy_layout_slice_cut_dims(parts, source.dims, source.rank, starts, ends, axes, steps);
    l0_view_copy(
        list, list_apply_shaped(list, &l0_StridedSliceV3, dense, parts->count, source.rank, parts),
        out);
}

void copy_layout_list_strided_slice(struct l0_list *list, int self, const struct array *begin,
                                    const struct array *end, const struct array *strides,
                                    int64_t beginMask, int64_t endMask, int64_t ellipsisMask,
                                    int64_t newAxisMask, int64_t shrinkAxisMask, int out)
{
    const struct strided_entries entries = {begin,   end,          strides,     beginMask,
                                            endMask, ellipsisMask, newAxisMask, shrinkAxisMask};
    struct strided_parts *parts = l0_take(list, sizeof *parts);
    int dense = l0_contiguous(list, self);
    if (dense == L0_NONE || parts == NULL)
        return;
    const struct l0_tensor source = list->tensors[dense];
    int part = dense;
    if (begin->size > 0 &&
        copy_layout_slice_cut_strided(parts, source.dims, source.rank, &entries) == ACLNN_SUCCESS) {
        part = list_apply_shaped(list, &l0_StridedSlice, dense, parts->parts.count, source.rank,
                                 parts);
        part = l0_reshape(list, part, parts->dims, parts->rank);
    }
    l0_view_copy(list, part, out);
}
