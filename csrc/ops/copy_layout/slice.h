/* SPDX-License-Identifier: Apache-2.0 */
/* Slice, SliceV2, StridedSlice: what its checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_COPY_LAYOUT_SLICE_H
#define ACLNN_PY_OPS_COPY_LAYOUT_SLICE_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "tensor/arrays.h"
#include "tensor/tensor.h"
#include "workspace/l0.h"

/* So many places of a dense tensor, from the first on, by an operator that cuts. */
int copy_layout_list_part(struct l0_list *list, const struct l0_row *row, int tensor, int32_t dim,
                          int64_t first, int64_t count);

/* The places of each dimension that are taken: first, first + step, ... */
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

/* A place of a dimension: negative ones count from its end, those outside become the nearest. */
static inline int64_t copy_layout_slice_clamped(int64_t place, int64_t size)
{
    place += place < 0 ? size : 0;
    return place < 0 ? 0 : place > size ? size : place;
}

void copy_layout_slice_cut(struct parts *parts, const int64_t *dims, int32_t rank, int64_t dim,
                           int64_t start, int64_t end, int64_t step);

/* The entries of the arrays for one dimension. */
void copy_layout_slice_cut_dims(struct parts *parts, const int64_t *dims, int32_t rank,
                                const struct array *starts, const struct array *ends,
                                const struct array *axes, const struct array *steps);

/* What a part may have, with the new ones. */
#define MOST_DIMS 8

/* The parts, and the dims of the result: without dims of one index, with new ones. */
struct strided_parts {
    struct parts parts;
    int32_t rank;
    int64_t dims[MOST_DIMS];
};

/* The arguments of the call, in the order of the checks. */
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

/* A place counted from the front; those outside become the one before the first, or behind the
   last, in the direction of the step. */
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

/* Dimensions that the ellipsis stands for: those that no other entry names. */
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

/* What the entries cut; 561103 where an entry names a dimension or an index that is not there, as
   in CANN, whose list is what fails. */
aclnnStatus copy_layout_slice_cut_strided(struct strided_parts *result, const int64_t *dims,
                                          int32_t rank, const struct strided_entries *entries);

#endif
