/* SPDX-License-Identifier: Apache-2.0 */
/* Gradients of pads: checks. */
#include "ops/pad/pad_backward.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/pad.h"
#include "ops/pad/pad.h"

/* gradOutput has the shape of self after its last dimensions were padded. */
aclnnStatus pad_check_gradient(struct call *call, int gradOutput, int self, int padding, int count)
{
    const struct tensor *grad = call_tensor(call, gradOutput);
    const struct tensor *tensor = call_tensor(call, self);
    const struct array *array = call->arguments[padding].array;
    aclnnStatus status = check_rank(call, self, count + 1, count + 2);
    if (status == ACLNN_SUCCESS)
        status = check_rank(call, gradOutput, tensor->rank, tensor->rank);
    if (status == ACLNN_SUCCESS && array->size != 2 * (uint64_t)count)
        return report(ACLNN_ERR_PARAM_INVALID, "padding has %" PRIu64 " entries; %d are required",
                      array->size, 2 * count);
    for (int32_t i = tensor->rank - count; status == ACLNN_SUCCESS && i < tensor->rank; i++) {
        struct padding pads = pad_padding_of(array, i, tensor->rank);
        int64_t places = 0;
        if (__builtin_add_overflow(pads.before, pads.after, &places) ||
            __builtin_add_overflow(places, tensor->dims[i], &places) || places != grad->dims[i])
            status = report(ACLNN_ERR_PARAM_INVALID,
                            "dimension %d of gradOutput is %" PRId64 ", and that of self %" PRId64
                            ", padded by %" PRId64 " before and %" PRId64
                            " behind; the first must be the sum of the others",
                            i, grad->dims[i], tensor->dims[i], pads.before, pads.after);
    }
    return status;
}

/* Each entry is smaller than the dimension that it pads. */
aclnnStatus pad_check_pads_fit(struct call *call, int self, int padding)
{
    const struct tensor *tensor = call_tensor(call, self);
    const struct array *array = call->arguments[padding].array;
    for (int32_t i = tensor->rank - (int32_t)(array->size / 2); i < tensor->rank; i++) {
        struct padding pads = pad_padding_of(array, i, tensor->rank);
        if (pads.before >= tensor->dims[i] || pads.after >= tensor->dims[i])
            return report(ACLNN_ERR_PARAM_INVALID,
                          "padding pads dimension %d of self, of %" PRId64 " places, by %" PRId64
                          " before and %" PRId64 " behind; less than it has is required",
                          i, tensor->dims[i], pads.before, pads.after);
    }
    return ACLNN_SUCCESS;
}

/* bfloat16: the paddings are within what kernels of two dimensions take. */
aclnnStatus pad_check_bfloat16_pads(struct call *call, int self, int padding)
{
    if (call_tensor(call, self)->type != ACL_BF16 ||
        pad_backward_are_small(call->arguments[padding].array))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "padding has an entry below 0 or above %d; bfloat16 takes neither where rows are "
                  "padded",
                  MOST_OF_SMALL_PADS);
}

static bool has_no_elements(const struct tensor *tensor)
{
    for (int32_t i = 0; i < tensor->rank; i++)
        if (tensor->dims[i] == 0)
            return true;
    return false;
}

/* Without elements there is nothing to do. Only a first dimension of 0 may be the reason for
 * that. */
aclnnStatus pad_check_empty_pad_gradient(struct call *call, int gradOutput, int self, int count,
                                         int without_batch)
{
    const struct tensor *tensor = call_tensor(call, self);
    if (!has_no_elements(call_tensor(call, gradOutput)) && !has_no_elements(tensor))
        return ACLNN_SUCCESS;
    call->is_empty = true;
    bool is_allowed = tensor->rank == count + 2 || without_batch != 0;
    for (int32_t i = 1; i < tensor->rank; i++)
        is_allowed &= tensor->dims[i] != 0;
    if (is_allowed)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "self or gradOutput has no elements; only the first dimension may be 0%s",
                  without_batch != 0 ? "" : ", of a batch");
}

/* CANN finds this when it copies the result. */
aclnnStatus pad_check_same_batches(struct call *call, int gradOutput, int self, int count)
{
    const struct tensor *grad = call_tensor(call, gradOutput);
    const struct tensor *tensor = call_tensor(call, self);
    for (int32_t i = 0; !call->is_empty && i < tensor->rank - count; i++)
        if (grad->dims[i] != tensor->dims[i])
            return report(ACLNN_ERR_INNER_NULLPTR,
                          "dimension %d of gradOutput is %" PRId64 ", and that of self %" PRId64
                          "; they must be equal",
                          i, grad->dims[i], tensor->dims[i]);
    return ACLNN_SUCCESS;
}

/* Whether a kernel has to add gradients from the far half of the dimension, or from two thirds of
 * it. */
static bool goes_back(int64_t places, struct padding pads)
{
    if (pads.before > 0 && pads.after > 0)
        return pads.before + pads.after <= places * 2 / 3;
    return (pads.before > pads.after ? pads.before : pads.after) <= places / 2;
}

/* The paddings are within what Ascend910B's kernel for such gradients takes. */
aclnnStatus pad_check_goes_back(struct call *call, int gradOutput, int padding)
{
    const struct tensor *grad = call_tensor(call, gradOutput);
    const struct array *array = call->arguments[padding].array;
    for (int32_t i = 0; !call->is_empty && i < grad->rank; i++) {
        struct padding pads = pad_padding_of(array, i, grad->rank);
        if (!goes_back(grad->dims[i], pads))
            return report(ACLNN_ERR_INNER_NULLPTR,
                          "padding pads dimension %d, of %" PRId64
                          " places of gradOutput, by %" PRId64 " before and %" PRId64
                          " behind; at most half of them, or two thirds by "
                          "both, is supported",
                          i, grad->dims[i], pads.before, pads.after);
    }
    return ACLNN_SUCCESS;
}
