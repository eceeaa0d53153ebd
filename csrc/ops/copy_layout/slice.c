/* SPDX-License-Identifier: Apache-2.0 */
/* Slice, SliceV2, StridedSlice: what their checks, lists and kernels share. */
#include "ops/copy_layout/slice.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"

void copy_layout_slice_cut(struct parts *parts, const int64_t *dims, int32_t rank, int64_t dim,
                           int64_t start, int64_t end, int64_t step)
{
    int64_t at = dim < 0 ? dim + rank : dim;
    int64_t first = copy_layout_slice_clamped(start, dims[at]);
    int64_t past = copy_layout_slice_clamped(end, dims[at]);
    int64_t length = past > first ? past - first : 0;
    parts->first[at] = first;
    parts->count[at] = length / step + (length % step != 0);
    parts->step[at] = step;
}

/* ---- SliceV2 --------------------------------------------------------------------------------- */

void copy_layout_slice_cut_dims(struct parts *parts, const int64_t *dims, int32_t rank,
                                const struct array *starts, const struct array *ends,
                                const struct array *axes, const struct array *steps)
{
    const int64_t *start = array_integers(starts);
    const int64_t *end = array_integers(ends);
    const int64_t *axis = array_integers(axes);
    const int64_t *step = array_integers(steps);
    copy_layout_slice_take_all(dims, rank, parts);
    for (uint64_t i = 0; i < axes->size; i++)
        copy_layout_slice_cut(parts, dims, rank, axis[i], start[i], end[i], step[i]);
}

void copy_layout_slice_cut_named(struct parts *parts, const int64_t *dims, int32_t rank,
                                 const struct array *begin, const struct array *end,
                                 const struct array *strides, const struct array *axes)
{
    copy_layout_slice_take_all(dims, rank, parts);
    for (uint64_t i = 0; i < begin->size; i++)
        copy_layout_slice_cut(
            parts, dims, rank, axes == NULL ? (int64_t)i : array_integers(axes)[i],
            array_integers(begin)[i], array_integers(end)[i], array_integers(strides)[i]);
}

void copy_layout_slice_cut_by_entry(struct parts *parts, int64_t size, int32_t dim,
                                    const struct strided_entries *entries, uint64_t number)
{
    int64_t step = copy_layout_slice_entry(entries->strides, number);
    int64_t first = copy_layout_slice_clamped_along(copy_layout_slice_entry(entries->begin, number),
                                                    size, step);
    int64_t past = copy_layout_slice_clamped_along(copy_layout_slice_entry(entries->end, number),
                                                   size, step);
    if (copy_layout_slice_bit(entries->begin_mask, number))
        first = step > 0 ? 0 : size - 1;
    if (copy_layout_slice_bit(entries->end_mask, number))
        past = step > 0 ? size : -1;
    int64_t length = past - first;
    bool is_degenerate = length == 0 || (length < 0) != (step < 0);
    parts->first[dim] = is_degenerate ? 0 : first;
    parts->count[dim] = is_degenerate ? 0 : length / step + (length % step != 0);
    parts->step[dim] = step;
}

aclnnStatus copy_layout_slice_cut_strided(struct strided_parts *result, const int64_t *dims,
                                          int32_t rank, const struct strided_entries *entries)
{
    static const int64_t one = 1;
    int32_t dim = 0;
    uint64_t count = entries->strides->size;
    bool has_ellipsis = false;
    bool has_room = true;
    copy_layout_slice_take_all(dims, rank, &result->parts);
    result->rank = 0;
    for (uint64_t i = 0; i < count; i++)
        has_ellipsis |= copy_layout_slice_bit(entries->ellipsis_mask, i);
    for (uint64_t i = 0; has_room && i < count + !has_ellipsis; i++) {
        if (i == count || copy_layout_slice_bit(entries->ellipsis_mask, i)) {
            int32_t covered = copy_layout_slice_covered_by_ellipsis(entries, rank);
            has_room = copy_layout_slice_append_dims(result, &dims[dim], covered);
            dim += covered;
        } else if (copy_layout_slice_bit(entries->new_axis_mask, i)) {
            has_room = copy_layout_slice_append_dims(result, &one, 1);
        } else if (dim == rank) {
            return report(ACLNN_ERR_INNER_NULLPTR,
                          "begin names more dimensions than self has; these are %d", rank);
        } else if (!copy_layout_slice_bit(entries->shrink_axis_mask, i)) {
            copy_layout_slice_cut_by_entry(&result->parts, dims[dim], dim, entries, i);
            has_room = copy_layout_slice_append_dims(result, &result->parts.count[dim++], 1);
        } else {
            int64_t index = copy_layout_slice_entry(entries->begin, i);
            index += index < 0 ? dims[dim] : 0;
            if (index < 0 || index >= dims[dim])
                return report(ACLNN_ERR_INNER_NULLPTR,
                              "begin[%" PRIu64 "] is %" PRId64 "; self has %" PRId64
                              " places there",
                              i, copy_layout_slice_entry(entries->begin, i), dims[dim]);
            result->parts.first[dim] = index;
            result->parts.count[dim++] = 1;
        }
    }
    return has_room
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_INNER_NULLPTR, "the part has more than %d dimensions", MOST_DIMS);
}
