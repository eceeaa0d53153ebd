/* SPDX-License-Identifier: Apache-2.0 */
/* Calls that cut parts out of a tensor: Slice, SliceV2. */
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

/* ---- Slice
 * ---------------------------------------------------------------------------------------- */

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

/* ---- SliceV2
 * -------------------------------------------------------------------------------------- */

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
