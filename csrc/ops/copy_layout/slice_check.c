/* SPDX-License-Identifier: Apache-2.0 */
/* Slice, SliceV2, StridedSlice: checks. */
#include "ops/copy_layout/slice.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/copy_layout.h"
#include "ops/common/check.h"

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

aclnnStatus copy_layout_check_sliced_shape(struct call *call, int self, int dim, int start, int end,
                                           int step, int out)
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
    copy_layout_slice_take_all(tensor->dims, tensor->rank, &parts);
    copy_layout_slice_cut(&parts, tensor->dims, tensor->rank, at, arguments[start].integer,
                          arguments[end].integer, arguments[step].integer);
    return call_shape_is(call, out, parts.count, tensor->rank, false, "that of the part");
}

aclnnStatus copy_layout_check_sliced_shape_v2(struct call *call, int self, int starts, int ends,
                                              int axes, int steps, int out)
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
        int64_t step = array_integers(arrays[3])[i];
        if (step <= 0)
            status = refuse_step("an entry of steps", step);
    }
    if (status == ACLNN_SUCCESS && tensor->rank == 0 && arrays[2]->size > 0)
        status = report(ACLNN_ERR_PARAM_INVALID, "axes is not empty; self has no dimensions");
    if (status != ACLNN_SUCCESS)
        return status;
    copy_layout_slice_cut_dims(&parts, tensor->dims, tensor->rank, arrays[0], arrays[1], arrays[2],
                               arrays[3]);
    return call_shape_is(call, out, parts.count, tensor->rank, false, "that of the part");
}

aclnnStatus copy_layout_check_strided_entries(struct call *call, int begin, int end, int strides)
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
        if (copy_layout_slice_entry(arrays[2], i) == 0)
            return report(ACLNN_ERR_PARAM_INVALID, "strides[%" PRIu64 "] is 0", i);
    return ACLNN_SUCCESS;
}

aclnnStatus copy_layout_check_strided_masks(struct call *call, int strides, int ellipsis,
                                            int shrink)
{
    const struct array *steps = call->arguments[strides].array;
    uint64_t mask = (uint64_t)call->arguments[ellipsis].integer;
    if ((mask & (mask - 1)) != 0)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "ellipsisMask has more than one bit; one ellipsis is supported");
    for (uint64_t i = 0; i < steps->size; i++)
        if (copy_layout_slice_bit(call->arguments[shrink].integer, i) &&
            copy_layout_slice_entry(steps, i) <= 0)
            return report(ACLNN_ERR_PARAM_INVALID,
                          "strides[%" PRIu64 "] is %" PRId64
                          "; it must be above 0 where shrinkAxisMask has its bit",
                          i, copy_layout_slice_entry(steps, i));
    return ACLNN_SUCCESS;
}

aclnnStatus copy_layout_check_strided_shape(struct call *call, int self, int begin, int end,
                                            int strides, int beginMask, int endMask,
                                            int ellipsisMask, int newAxisMask, int shrinkAxisMask,
                                            int out)
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
    aclnnStatus status = copy_layout_slice_cut_strided(&parts, tensor->dims, tensor->rank,
                                                       &entries);
    if (status != ACLNN_SUCCESS)
        return status;
    status = call_shape_is(call, out, parts.dims, parts.rank, true, "that of the part");
    /* CANN copies self when there are no entries, and the copy fails on a wrong shape. */
    return status != ACLNN_SUCCESS && entries.begin->size == 0 ? ACLNN_ERR_INNER_NULLPTR : status;
}
