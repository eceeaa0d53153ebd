/* SPDX-License-Identifier: Apache-2.0 */
/* Pads: checks. */
#include "ops/pad/pad.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/pad.h"
#include "ops/common/check.h"
#include "workspace/l0_operators.h"

#define FLOATS_OF_8_BITS_OR_LESS                                                     \
    (L0_TYPE(ACL_HIFLOAT8) | L0_TYPE(ACL_FLOAT8_E5M2) | L0_TYPE(ACL_FLOAT8_E4M3FN) | \
     L0_TYPE(ACL_FLOAT8_E8M0) | L0_TYPE(ACL_FLOAT4_E2M1) | L0_TYPE(ACL_FLOAT4_E1M2))

/* ---- Checks ---------------------------------------------------------------------------------- */

static bool has_no_elements(const struct tensor *tensor)
{
    for (int32_t i = 0; i < tensor->rank; i++)
        if (tensor->dims[i] == 0)
            return true;
    return false;
}

/* The padded sizes of all dimensions. False, with the dimension, when a size is below 0 or does not
 * fit into int64_t. */
static bool padded_dims(const struct tensor *tensor, const struct array *array, int64_t *dims,
                        int32_t *wrong)
{
    for (int32_t i = 0; i < tensor->rank; i++) {
        struct padding padding = pad_padding_of(array, i, tensor->rank);
        *wrong = i;
        if (__builtin_add_overflow(padding.before, padding.after, &dims[i]) ||
            __builtin_add_overflow(dims[i], tensor->dims[i], &dims[i]) || dims[i] < 0)
            return false;
    }
    return true;
}

static aclnnStatus report_padding(const struct call *call, int self, int array, int32_t dim,
                                  const char *words)
{
    const struct tensor *tensor = call_tensor(call, self);
    struct padding padding = pad_padding_of(call->arguments[array].array, dim, tensor->rank);
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s pads dimension %d of self, of %" PRId64 " places, by %" PRId64
                  " before and %" PRId64 " behind; %s",
                  call_name(call, array), dim, tensor->dims[dim], padding.before, padding.after,
                  words);
}

/* A padded result keeps the format of self. */
aclnnStatus pad_check_format_of_padded(struct call *call, int self, int out)
{
    return call_tensor(call, self)->format == ACL_FORMAT_ND ? ACLNN_SUCCESS
                                                            : check_same_format(call, self, out);
}

aclnnStatus pad_check_constant_padded(struct call *call, int self, int pad, int out)
{
    const struct tensor *tensor = call_tensor(call, self);
    const struct array *array = call->arguments[pad].array;
    int64_t dims[TENSOR_MAX_DIMS];
    int32_t wrong = 0;
    bool adds = false;
    bool cuts = false;
    aclnnStatus status = check_rank(call, self, 0, 8);
    if (status == ACLNN_SUCCESS)
        status = check_rank(call, out, 0, 8);
    if (status != ACLNN_SUCCESS)
        return status;
    if (array->size % 2 != 0 || array->size / 2 > (uint64_t)tensor->rank)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "pad has %" PRIu64 " entries; two for each of up to %d dimension(s) are "
                      "required",
                      array->size, tensor->rank);
    if (!padded_dims(tensor, array, dims, &wrong))
        return report_padding(call, self, pad, wrong, "that leaves less than none");
    for (int32_t i = 0; i < tensor->rank; i++) {
        struct padding padding = pad_padding_of(array, i, tensor->rank);
        if (padding.before < -tensor->dims[i] || padding.after < -tensor->dims[i])
            return report_padding(call, self, pad, i, "no more can be cut off than there is");
        adds |= padding.before > 0 || padding.after > 0;
        cuts |= padding.before < 0 || padding.after < 0;
    }
    status = call_shape_is(call, out, dims, tensor->rank, false, "that of self, padded");
    for (int32_t i = tensor->rank - (int32_t)(array->size / 2);
         status == ACLNN_SUCCESS && adds && i < tensor->rank; i++)
        if (dims[i] == 0)
            status = report_padding(call, self, pad, i, "that leaves none beside places that come");
    if (status == ACLNN_SUCCESS && cuts && l0_has_type(FLOATS_OF_8_BITS_OR_LESS, tensor->type))
        status = report(ACLNN_ERR_PARAM_INVALID,
                        "an entry of pad is negative; with self of %s none may be",
                        data_type_name(tensor->type));
    return status;
}

/* The rank of self and the number of entries fit a pad of the last `count` dimensions. */
static aclnnStatus check_pad_rank(struct call *call, int self, int padding, int count, int out)
{
    const struct array *array = call->arguments[padding].array;
    aclnnStatus status = check_rank(call, self, count + 1, count + 2);
    if (status == ACLNN_SUCCESS)
        status = check_rank(call, out, call_tensor(call, self)->rank,
                            call_tensor(call, self)->rank);
    if (status == ACLNN_SUCCESS && array->size != 2 * (uint64_t)count)
        status = report(ACLNN_ERR_PARAM_INVALID, "padding has %" PRIu64 " entries; %d are required",
                        array->size, 2 * count);
    return status;
}

/* When self or out has no elements there is nothing to pad. CANN allows that only when self has a
 * batch dimension and all other dimensions have elements. The checks after this one are left out
 * then. */
static aclnnStatus check_empty_batch(struct call *call, int self, int count, int out)
{
    const struct tensor *tensor = call_tensor(call, self);
    if (!has_no_elements(tensor) && !has_no_elements(call_tensor(call, out)))
        return ACLNN_SUCCESS;
    call->is_empty = true;
    bool is_allowed = tensor->rank == count + 2;
    for (int32_t i = 1; i < tensor->rank; i++)
        is_allowed &= tensor->dims[i] != 0;
    if (is_allowed)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "self or out has no elements; only the first of %d dimensions may be 0",
                  count + 2);
}

aclnnStatus pad_check_padded(struct call *call, int self, int padding, int count, int out)
{
    const struct tensor *tensor = call_tensor(call, self);
    int64_t dims[TENSOR_MAX_DIMS];
    int32_t wrong = 0;
    aclnnStatus status = check_pad_rank(call, self, padding, count, out);
    if (status == ACLNN_SUCCESS &&
        !padded_dims(tensor, call->arguments[padding].array, dims, &wrong))
        status = report_padding(call, self, padding, wrong, "that leaves less than none");
    if (status == ACLNN_SUCCESS)
        status = call_shape_is(call, out, dims, tensor->rank, false, "that of self, padded");
    return status == ACLNN_SUCCESS ? check_empty_batch(call, self, count, out) : status;
}

aclnnStatus pad_check_reflected(struct call *call, int self, int padding, int count, int out)
{
    const struct tensor *tensor = call_tensor(call, self);
    aclnnStatus status = check_pad_rank(call, self, padding, count, out);
    for (int32_t i = tensor->rank - count; status == ACLNN_SUCCESS && i < tensor->rank; i++) {
        struct padding entries = pad_padding_of(call->arguments[padding].array, i, tensor->rank);
        if (entries.before >= tensor->dims[i] || entries.after >= tensor->dims[i])
            status = report_padding(call, self, padding, i, "less than it has is required");
    }
    return status == ACLNN_SUCCESS ? pad_check_padded(call, self, padding, count, out) : status;
}

/* Whether a circular pad repeats no more elements than are left after cutting. */
static bool goes_round(int64_t places, struct padding padding)
{
    if (padding.before < -places || padding.after < -places)
        return false;
    int64_t left = places + (padding.before < 0 ? padding.before : 0) +
                   (padding.after < 0 ? padding.after : 0);
    return left > 0 && padding.before <= left && padding.after <= left;
}

aclnnStatus pad_check_goes_round(struct call *call, int self, int padding)
{
    const struct tensor *tensor = call_tensor(call, self);
    if (call->is_empty)
        return ACLNN_SUCCESS;
    for (int32_t i = 0; i < tensor->rank; i++) {
        struct padding entries = pad_padding_of(call->arguments[padding].array, i, tensor->rank);
        if (!goes_round(tensor->dims[i], entries))
            return report(ACLNN_ERR_INNER_NULLPTR,
                          "padding pads dimension %d of self, of %" PRId64 " places, by %" PRId64
                          " before and %" PRId64 " behind; no more can come than is left",
                          i, tensor->dims[i], entries.before, entries.after);
    }
    return ACLNN_SUCCESS;
}
