/* SPDX-License-Identifier: Apache-2.0 */
/* Slice, SliceV2, StridedSlice: what their checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_COPY_LAYOUT_SLICE_H
#define ACLNN_PY_OPS_COPY_LAYOUT_SLICE_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "tensor/arrays.h"
#include "tensor/tensor.h"
#include "workspace/l0.h"

/* Cuts `count` indices of a dimension out of a dense tensor, from the first on. */
int copy_layout_list_part(struct l0_list *list, const struct l0_row *row, int tensor, int32_t dim,
                          int64_t first, int64_t count);

/* The indices of each dimension that are taken: first, first + step, ... */
struct parts {
    int64_t first[TENSOR_MAX_DIMS];
    int64_t count[TENSOR_MAX_DIMS];
    int64_t step[TENSOR_MAX_DIMS];
};

static inline void copy_layout_slice_take_all(const int64_t *dims, int32_t rank,
                                              struct parts *parts)
{
    for (int32_t i = 0; i < rank; i++) {
        parts->first[i] = 0;
        parts->count[i] = dims[i];
        parts->step[i] = 1;
    }
}

/* Limits an index to a dimension. Negative indices count from its end; those outside become the
 * nearest end. */
static inline int64_t copy_layout_slice_clamped(int64_t place, int64_t size)
{
    place += place < 0 ? size : 0;
    return place < 0 ? 0 : place > size ? size : place;
}

void copy_layout_slice_cut(struct parts *parts, const int64_t *dims, int32_t rank, int64_t dim,
                           int64_t start, int64_t end, int64_t step);

/* Reads what the arrays say about one dimension. */
void copy_layout_slice_cut_dims(struct parts *parts, const int64_t *dims, int32_t rank,
                                const struct array *starts, const struct array *ends,
                                const struct array *axes, const struct array *steps);

/* The same by entries for the first dimensions, or for those that axes names where it is given. */
void copy_layout_slice_cut_named(struct parts *parts, const int64_t *dims, int32_t rank,
                                 const struct array *begin, const struct array *end,
                                 const struct array *strides, const struct array *axes);

/* The most dimensions of a part, new ones included. */
#define MOST_DIMS 8

/* The parts, and the dims of the result: a dimension with a single index is left out, new ones are
 * added. */
struct strided_parts {
    struct parts parts;
    int32_t rank;
    int64_t dims[MOST_DIMS];
};

/* The arguments of the call, in the sequence of the checks. */
struct strided_entries {
    const struct array *begin;
    const struct array *end;
    const struct array *strides;
    int64_t begin_mask;
    int64_t end_mask;
    int64_t ellipsis_mask;
    int64_t new_axis_mask;
    int64_t shrink_axis_mask;
};

static inline int64_t copy_layout_slice_entry(const struct array *array, uint64_t number)
{
    return array_integers(array)[number];
}

static inline bool copy_layout_slice_bit(int64_t mask, uint64_t number)
{
    return number < 64 && ((uint64_t)mask >> number & 1) != 0;
}

/* Counts an index from the front, for a positive or negative step. An index outside becomes the one
 * before the first or behind the last. */
static inline int64_t copy_layout_slice_clamped_along(int64_t place, int64_t size, int64_t step)
{
    int64_t least = step > 0 ? 0 : -1;
    int64_t most = step > 0 ? size : size - 1;
    place += place < 0 ? size : 0;
    return place < least ? least : place > most ? most : place;
}

/* Cuts one dimension by an entry. */
void copy_layout_slice_cut_by_entry(struct parts *parts, int64_t size, int32_t dim,
                                    const struct strided_entries *entries, uint64_t number);

/* How many dimensions the ellipsis stands for: those that no other entry names. */
static inline int32_t copy_layout_slice_covered_by_ellipsis(const struct strided_entries *entries,
                                                            int32_t rank)
{
    int32_t named = 0;
    for (uint64_t i = 0; i < entries->strides->size && named <= rank; i++)
        named += !copy_layout_slice_bit(entries->ellipsis_mask, i) &&
                 !copy_layout_slice_bit(entries->new_axis_mask, i);
    return named < rank ? rank - named : 0;
}

static inline bool copy_layout_slice_append_dims(struct strided_parts *result, const int64_t *dims,
                                                 int32_t count)
{
    if (count > MOST_DIMS - result->rank)
        return false;
    for (int32_t i = 0; i < count; i++)
        result->dims[result->rank++] = dims[i];
    return true;
}

/* Finds the parts that the entries cut. 561103 where an entry names a dimension or an index that
 * does not exist: CANN fails there while it makes the list. */
aclnnStatus copy_layout_slice_cut_strided(struct strided_parts *result, const int64_t *dims,
                                          int32_t rank, const struct strided_entries *entries);

#endif
