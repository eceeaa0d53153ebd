/* SPDX-License-Identifier: Apache-2.0 */
/* Calls that cut parts out of a tensor: Slice, SliceV2, StridedSlice. */
#include <inttypes.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "executor/copies.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/lists.h"
#include "ops/tensor_checks.h"
#include "tensor/layout.h"

/* The places of each dimension that are taken: first, first + step, ... */
struct parts {
    int64_t first[TENSOR_MAX_DIMS];
    int64_t count[TENSOR_MAX_DIMS];
    int64_t step[TENSOR_MAX_DIMS];
};

static void add_slice(const struct work *work, struct copies *copies)
{
    const struct parts *parts = work->attributes;
    struct copy_view from = copy_view_of(&work->inputs[0]);
    struct copy_view to = copy_view_of(&work->outputs[0]);
    for (int32_t i = 0; i < from.rank; i++)
        copy_view_step(&from, i, parts->first[i], parts->count[i], parts->step[i]);
    copies_add(copies, 0, &from, 0, &to);
}

extern const struct l0_copy copy_slice;
const struct l0_copy copy_slice = {.add = add_slice};

static void take_all(const int64_t *dims, int32_t rank, struct parts *parts)
{
    for (int32_t i = 0; i < rank; i++) {
        parts->first[i] = 0;
        parts->count[i] = dims[i];
        parts->step[i] = 1;
    }
}

int list_part(struct l0_list *list, const struct l0_row *row, int tensor, int32_t dim,
              int64_t first, int64_t count)
{
    struct parts *parts = arena_take(list->arena, sizeof *parts);
    if (tensor == L0_NONE || parts == NULL)
        return L0_NONE;
    const struct l0_tensor whole = list->tensors[tensor];
    take_all(whole.dims, whole.rank, parts);
    parts->first[dim] = first;
    parts->count[dim] = count;
    return list_apply_shaped(list, row, tensor, parts->count, whole.rank, parts);
}

/* A place of a dimension: negative ones count from its end, those outside become the nearest. */
static int64_t clamped(int64_t place, int64_t size)
{
    place += place < 0 ? size : 0;
    return place < 0 ? 0 : place > size ? size : place;
}

static void cut(struct parts *parts, const int64_t *dims, int32_t rank, int64_t dim, int64_t start,
                int64_t end, int64_t step)
{
    int64_t at = dim < 0 ? dim + rank : dim;
    int64_t first = clamped(start, dims[at]);
    int64_t past = clamped(end, dims[at]);
    int64_t length = past > first ? past - first : 0;
    parts->first[at] = first;
    parts->count[at] = length / step + (length % step != 0);
    parts->step[at] = step;
}

static aclnnStatus refuse_step(const char *name, int64_t step)
{
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; it must be above 0", name, step);
}

static aclnnStatus refuse_dim(const char *name, int64_t dim, int32_t rank)
{
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; %d to %d are the dimensions of self",
                  name, dim, -rank, rank - 1);
}

/* ---- Slice ----------------------------------------------------------------------------------- */

aclnnStatus check_sliced_shape(struct call *call, int self, int dim, int start, int end, int step,
                               int out)
{
    const struct tensor *tensor = call_tensor(call, self);
    const struct argument *arguments = call->arguments;
    int64_t at = arguments[dim].integer;
    struct parts parts;
    aclnnStatus status = check_rank(call, self, 1, 8);
    if (status != ACLNN_SUCCESS)
        return status;
    if (at < -tensor->rank || at >= tensor->rank)
        return refuse_dim("dim", at, tensor->rank);
    if (arguments[step].integer <= 0)
        return refuse_step("step", arguments[step].integer);
    take_all(tensor->dims, tensor->rank, &parts);
    cut(&parts, tensor->dims, tensor->rank, at, arguments[start].integer, arguments[end].integer,
        arguments[step].integer);
    return call_shape_is(call, out, parts.count, tensor->rank, false, "that of the part");
}

void list_slice(struct l0_list *list, int self, int64_t dim, int64_t start, int64_t end,
                int64_t step, int out)
{
    struct parts *parts = arena_take(list->arena, sizeof *parts);
    int dense = l0_contiguous(list, self);
    if (dense == L0_NONE || parts == NULL)
        return;
    const struct l0_tensor source = list->tensors[dense];
    take_all(source.dims, source.rank, parts);
    cut(parts, source.dims, source.rank, dim, start, end, step);
    l0_view_copy(
        list, list_apply_shaped(list, &l0_StridedSliceV3, dense, parts->count, source.rank, parts),
        out);
}

/* ---- SliceV2 --------------------------------------------------------------------------------- */

/* The entries of the arrays for one dimension. */
static void cut_dims(struct parts *parts, const int64_t *dims, int32_t rank,
                     const struct array *starts, const struct array *ends, const struct array *axes,
                     const struct array *steps)
{
    const int64_t *start = (const int64_t *)(const void *)starts->values;
    const int64_t *end = (const int64_t *)(const void *)ends->values;
    const int64_t *axis = (const int64_t *)(const void *)axes->values;
    const int64_t *step = (const int64_t *)(const void *)steps->values;
    take_all(dims, rank, parts);
    for (uint64_t i = 0; i < axes->size; i++)
        cut(parts, dims, rank, axis[i], start[i], end[i], step[i]);
}

aclnnStatus check_sliced_shape_v2(struct call *call, int self, int starts, int ends, int axes,
                                  int steps, int out)
{
    const struct tensor *tensor = call_tensor(call, self);
    const struct array *arrays[] = {call->arguments[starts].array, call->arguments[ends].array,
                                    call->arguments[axes].array, call->arguments[steps].array};
    const char *const names[] = {"starts", "ends", "axes", "steps"};
    struct parts parts;
    aclnnStatus status = check_dims(call, self, axes);
    for (int i = 0; status == ACLNN_SUCCESS && i < 4; i++)
        if (arrays[i]->size != arrays[2]->size)
            status = report(ACLNN_ERR_PARAM_INVALID,
                            "%s has %" PRIu64 " entries and axes %" PRIu64
                            "; there must be as many",
                            names[i], arrays[i]->size, arrays[2]->size);
    for (uint64_t i = 0; status == ACLNN_SUCCESS && i < arrays[3]->size; i++) {
        int64_t step = ((const int64_t *)(const void *)arrays[3]->values)[i];
        if (step <= 0)
            status = refuse_step("an entry of steps", step);
    }
    if (status == ACLNN_SUCCESS && tensor->rank == 0 && arrays[2]->size > 0)
        status = report(ACLNN_ERR_PARAM_INVALID, "axes is not empty; self has no dimensions");
    if (status != ACLNN_SUCCESS)
        return status;
    cut_dims(&parts, tensor->dims, tensor->rank, arrays[0], arrays[1], arrays[2], arrays[3]);
    return call_shape_is(call, out, parts.count, tensor->rank, false, "that of the part");
}

void list_slice_v2(struct l0_list *list, int self, const struct array *starts,
                   const struct array *ends, const struct array *axes, const struct array *steps,
                   int out)
{
    struct parts *parts = arena_take(list->arena, sizeof *parts);
    int dense = l0_contiguous(list, self);
    if (dense == L0_NONE || parts == NULL)
        return;
    const struct l0_tensor source = list->tensors[dense];
    cut_dims(parts, source.dims, source.rank, starts, ends, axes, steps);
    l0_view_copy(
        list, list_apply_shaped(list, &l0_StridedSliceV3, dense, parts->count, source.rank, parts),
        out);
}

/* ---- StridedSlice ---------------------------------------------------------------------------- */

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

static int64_t entry(const struct array *array, uint64_t number)
{
    return ((const int64_t *)(const void *)array->values)[number];
}

static bool bit(int64_t mask, uint64_t number)
{
    return number < 64 && ((uint64_t)mask >> number & 1) != 0;
}

/* A place counted from the front; those outside become the one before the first, or behind the
   last, in the direction of the step. */
static int64_t clamped_along(int64_t place, int64_t size, int64_t step)
{
    int64_t least = step > 0 ? 0 : -1;
    int64_t most = step > 0 ? size : size - 1;
    place += place < 0 ? size : 0;
    return place < least ? least : place > most ? most : place;
}

/* Cuts one dimension by an entry. */
static void cut_by_entry(struct parts *parts, int64_t size, int32_t dim,
                         const struct strided_entries *entries, uint64_t number)
{
    int64_t step = entry(entries->strides, number);
    int64_t first = clamped_along(entry(entries->begin, number), size, step);
    int64_t past = clamped_along(entry(entries->end, number), size, step);
    if (bit(entries->begin_mask, number))
        first = step > 0 ? 0 : size - 1;
    if (bit(entries->end_mask, number))
        past = step > 0 ? size : -1;
    int64_t length = past - first;
    bool is_degenerate = length == 0 || (length < 0) != (step < 0);
    parts->first[dim] = is_degenerate ? 0 : first;
    parts->count[dim] = is_degenerate ? 0 : length / step + (length % step != 0);
    parts->step[dim] = step;
}

/* Dimensions that the ellipsis stands for: those that no other entry names. */
static int32_t covered_by_ellipsis(const struct strided_entries *entries, int32_t rank)
{
    int32_t named = 0;
    for (uint64_t i = 0; i < entries->strides->size && named <= rank; i++)
        named += !bit(entries->ellipsis_mask, i) && !bit(entries->new_axis_mask, i);
    return named < rank ? rank - named : 0;
}

static bool append_dims(struct strided_parts *result, const int64_t *dims, int32_t count)
{
    if (count > MOST_DIMS - result->rank)
        return false;
    for (int32_t i = 0; i < count; i++)
        result->dims[result->rank++] = dims[i];
    return true;
}

/* What the entries cut; 561103 where an entry names a dimension or an index that is not there, as
   in CANN, whose list is what fails. */
static aclnnStatus cut_strided(struct strided_parts *result, const int64_t *dims, int32_t rank,
                               const struct strided_entries *entries)
{
    static const int64_t one = 1;
    int32_t dim = 0;
    uint64_t count = entries->strides->size;
    bool has_ellipsis = false;
    bool has_room = true;
    take_all(dims, rank, &result->parts);
    result->rank = 0;
    for (uint64_t i = 0; i < count; i++)
        has_ellipsis |= bit(entries->ellipsis_mask, i);
    for (uint64_t i = 0; has_room && i < count + !has_ellipsis; i++) {
        if (i == count || bit(entries->ellipsis_mask, i)) {
            int32_t covered = covered_by_ellipsis(entries, rank);
            has_room = append_dims(result, &dims[dim], covered);
            dim += covered;
        } else if (bit(entries->new_axis_mask, i)) {
            has_room = append_dims(result, &one, 1);
        } else if (dim == rank) {
            return report(ACLNN_ERR_INNER_NULLPTR,
                          "begin names more dimensions than self has; these are %d", rank);
        } else if (!bit(entries->shrink_axis_mask, i)) {
            cut_by_entry(&result->parts, dims[dim], dim, entries, i);
            has_room = append_dims(result, &result->parts.count[dim++], 1);
        } else {
            int64_t index = entry(entries->begin, i);
            index += index < 0 ? dims[dim] : 0;
            if (index < 0 || index >= dims[dim])
                return report(ACLNN_ERR_INNER_NULLPTR,
                              "begin[%" PRIu64 "] is %" PRId64 "; self has %" PRId64
                              " places there",
                              i, entry(entries->begin, i), dims[dim]);
            result->parts.first[dim] = index;
            result->parts.count[dim++] = 1;
        }
    }
    return has_room
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_INNER_NULLPTR, "the part has more than %d dimensions", MOST_DIMS);
}

aclnnStatus check_strided_entries(struct call *call, int begin, int end, int strides)
{
    const struct array *arrays[] = {call->arguments[begin].array, call->arguments[end].array,
                                    call->arguments[strides].array};
    const char *const names[] = {"begin", "end", "strides"};
    for (int i = 1; i < 3; i++)
        if (arrays[i]->size != arrays[i - 1]->size)
            return report(ACLNN_ERR_PARAM_INVALID,
                          "%s has %" PRIu64 " entries and %s %" PRIu64 "; there must be as many",
                          names[i - 1], arrays[i - 1]->size, names[i], arrays[i]->size);
    for (uint64_t i = 0; i < arrays[2]->size; i++)
        if (entry(arrays[2], i) == 0)
            return report(ACLNN_ERR_PARAM_INVALID, "strides[%" PRIu64 "] is 0", i);
    return ACLNN_SUCCESS;
}

aclnnStatus check_strided_masks(struct call *call, int strides, int ellipsis, int shrink)
{
    const struct array *steps = call->arguments[strides].array;
    uint64_t mask = (uint64_t)call->arguments[ellipsis].integer;
    if ((mask & (mask - 1)) != 0)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "ellipsisMask has more than one bit; one ellipsis is supported");
    for (uint64_t i = 0; i < steps->size; i++)
        if (bit(call->arguments[shrink].integer, i) && entry(steps, i) <= 0)
            return report(ACLNN_ERR_PARAM_INVALID,
                          "strides[%" PRIu64 "] is %" PRId64
                          "; it must be above 0 where shrinkAxisMask has its bit",
                          i, entry(steps, i));
    return ACLNN_SUCCESS;
}

aclnnStatus check_strided_shape(struct call *call, int self, int begin, int end, int strides,
                                int beginMask, int endMask, int ellipsisMask, int newAxisMask,
                                int shrinkAxisMask, int out)
{
    const struct argument *arguments = call->arguments;
    const struct tensor *tensor = call_tensor(call, self);
    struct strided_parts parts;
    const struct strided_entries entries = {
        arguments[begin].array,         arguments[end].array,
        arguments[strides].array,       arguments[beginMask].integer,
        arguments[endMask].integer,     arguments[ellipsisMask].integer,
        arguments[newAxisMask].integer, arguments[shrinkAxisMask].integer,
    };
    aclnnStatus status = cut_strided(&parts, tensor->dims, tensor->rank, &entries);
    if (status != ACLNN_SUCCESS)
        return status;
    status = call_shape_is(call, out, parts.dims, parts.rank, true, "that of the part");
    /* Without entries self is copied, and the shape found wrong there. */
    return status != ACLNN_SUCCESS && entries.begin->size == 0 ? ACLNN_ERR_INNER_NULLPTR : status;
}

void list_strided_slice(struct l0_list *list, int self, const struct array *begin,
                        const struct array *end, const struct array *strides, int64_t beginMask,
                        int64_t endMask, int64_t ellipsisMask, int64_t newAxisMask,
                        int64_t shrinkAxisMask, int out)
{
    const struct strided_entries entries = {begin,   end,          strides,     beginMask,
                                            endMask, ellipsisMask, newAxisMask, shrinkAxisMask};
    struct strided_parts *parts = arena_take(list->arena, sizeof *parts);
    int dense = l0_contiguous(list, self);
    if (dense == L0_NONE || parts == NULL)
        return;
    const struct l0_tensor source = list->tensors[dense];
    int part = dense;
    if (begin->size > 0 &&
        cut_strided(parts, source.dims, source.rank, &entries) == ACLNN_SUCCESS) {
        part = list_apply_shaped(list, &l0_StridedSlice, dense, parts->parts.count, source.rank,
                                 parts);
        part = l0_reshape(list, part, parts->dims, parts->rank);
    }
    l0_view_copy(list, part, out);
}
