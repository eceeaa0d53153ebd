/* SPDX-License-Identifier: Apache-2.0 */
/* Images resized to their nearest elements: checks. */
#include "ops/resize/upsample.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/resize.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"

/* A result may be as large as with a factor that is larger or smaller by this. */
#define FACTOR_TOLERANCE 0.00001

/* ---- Shapes ---------------------------------------------------------------------------------- */

static int32_t first_of_image(const struct call *call, int tensor)
{
    return resize_upsample_first_of(call_tensor(call, tensor)->format);
}

/* ---- Checks ---------------------------------------------------------------------------------- */

/* The format is one of rows (one dimension) or images, or ND where that is allowed. */
aclnnStatus resize_check_image_format(struct call *call, int tensor, int count, int takes_nd)
{
    aclFormat format = call_tensor(call, tensor)->format;
    bool is_right = count == 1 ? format == ACL_FORMAT_NCL
                               : format == ACL_FORMAT_NCHW || format == ACL_FORMAT_NHWC;
    if (call->is_empty || is_right || (takes_nd != 0 && format == ACL_FORMAT_ND))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "the format of %s is %s; %s%s is required",
                  call_name(call, tensor), format_name(format),
                  count == 1 ? "ACL_FORMAT_NCL" : "ACL_FORMAT_NCHW or ACL_FORMAT_NHWC",
                  takes_nd != 0 ? " or ACL_FORMAT_ND" : "");
}

/* 161002 unless the array has so many sizes. */
static aclnnStatus check_entries(const struct call *call, int sizes, int count)
{
    const struct array *array = call->arguments[sizes].array;
    if (array->size == (uint64_t)count)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s has %" PRIu64 " entries; %d are required",
                  call_name(call, sizes), array->size, count);
}

static aclnnStatus check_above_0(const char *name, int64_t at, int64_t value)
{
    if (value > 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s[%" PRId64 "] is %" PRId64 "; it must be above 0",
                  name, at, value);
}

/* out has the shape of self, with the new sizes in its `count` spatial dimensions. */
aclnnStatus resize_check_upsampled(struct call *call, int self, int outputSize, int count, int out)
{
    struct shape shape;
    const struct tensor *tensor = call_tensor(call, self);
    if (call->is_empty)
        return ACLNN_SUCCESS;
    aclnnStatus status = check_entries(call, outputSize, count);
    if (status == ACLNN_SUCCESS)
        status = check_rank(call, self, count + 2, count + 2);
    if (status != ACLNN_SUCCESS)
        return status;
    int32_t first = first_of_image(call, self);
    const int64_t *sizes = array_integers(call->arguments[outputSize].array);
    for (int32_t i = 0; status == ACLNN_SUCCESS && i < count; i++) {
        status = check_above_0(call_name(call, self), first + i, tensor->dims[first + i]);
        if (status == ACLNN_SUCCESS)
            status = check_above_0(call_name(call, outputSize), i, sizes[i]);
    }
    int32_t channels = first == 1 ? tensor->rank - 1 : 1;
    if (status == ACLNN_SUCCESS)
        status = check_above_0(call_name(call, self), channels, tensor->dims[channels]);
    return status == ACLNN_SUCCESS
               ? call_shape_follows(call, out, resize_shape_resized(call, self, outputSize, &shape),
                                    &shape, false, "that of self in the new size")
               : status;
}

/* gradInput has the shape inputSize, and gradOut the same with the new sizes. */
aclnnStatus resize_check_upsample_gradient(struct call *call, int gradOut, int outputSize,
                                           int inputSize, int count, int gradInput)
{
    int64_t before[TENSOR_MAX_DIMS];
    int64_t after[TENSOR_MAX_DIMS];
    if (call->is_empty)
        return ACLNN_SUCCESS;
    aclnnStatus status = check_rank(call, gradOut, count + 2, count + 2);
    if (status == ACLNN_SUCCESS)
        status = check_entries(call, outputSize, count);
    if (status == ACLNN_SUCCESS)
        status = check_entries(call, inputSize, count + 2);
    if (status != ACLNN_SUCCESS)
        return status;
    const int64_t *from = array_integers(call->arguments[inputSize].array);
    const int64_t *sizes = array_integers(call->arguments[outputSize].array);
    int32_t first = first_of_image(call, gradOut);
    int32_t channels = first == 1 ? count + 1 : 1;
    /* For three spatial dimensions the sizes have channels first in every format. */
    bool is_ordered = count < 3;
    before[0] = after[0] = from[0];
    before[channels] = after[channels] = from[is_ordered ? channels : 1];
    for (int32_t i = 0; status == ACLNN_SUCCESS && i < count; i++) {
        int32_t at = is_ordered ? first + i : 2 + i;
        before[first + i] = from[at];
        after[first + i] = sizes[i];
        status = check_above_0(call_name(call, inputSize), at, from[at]);
        if (status == ACLNN_SUCCESS)
            status = check_above_0(call_name(call, outputSize), i, sizes[i]);
    }
    if (status == ACLNN_SUCCESS)
        status = call_shape_is(call, gradOut, after, count + 2, false,
                               "inputSize with the sizes of outputSize");
    return status == ACLNN_SUCCESS
               ? call_shape_is(call, gradInput, before, count + 2, false, "inputSize")
               : status;
}

/* A factor above 0 leads to the new size of spatial dimension `at`, or those of all three
 * dimensions do. */
aclnnStatus resize_check_factor_agrees(struct call *call, int self, int outputSize, int scale,
                                       int at)
{
    double factor = call->arguments[scale].real;
    int32_t first = first_of_image(call, self);
    if (call->is_empty || !(factor > 0))
        return ACLNN_SUCCESS;
    double places = (double)call_tensor(call, self)->dims[first + at];
    double size = (double)array_integers(call->arguments[outputSize].array)[at];
    if (size > places * (factor - FACTOR_TOLERANCE) - 1 &&
        size <= places * (factor + FACTOR_TOLERANCE))
        return ACLNN_SUCCESS;
    return report(
        ACLNN_ERR_PARAM_INVALID,
        "%s is %g, outputSize says %g places, and self has %g; the first times the last is "
        "required, rounded down",
        call_name(call, scale), factor, size, places);
}

aclnnStatus resize_check_factors_agree(struct call *call, int self, int outputSize, int scalesD,
                                       int scalesH, int scalesW)
{
    const int scales[] = {scalesD, scalesH, scalesW};
    aclnnStatus status = ACLNN_SUCCESS;
    for (int i = 0; i < 3; i++)
        if (!(call->arguments[scales[i]].real > 0))
            return ACLNN_SUCCESS;
    for (int i = 0; status == ACLNN_SUCCESS && i < 3; i++)
        status = resize_check_factor_agrees(call, self, outputSize, scales[i], i);
    return status;
}

/* The factor of spatial dimension `at` is within what the kernels of gradients take, and not below
 * 0. */
aclnnStatus resize_check_factor_below(struct call *call, int outputSize, int inputSize, int scale,
                                      int at)
{
    double factor = call->arguments[scale].real;
    if (call->is_empty)
        return ACLNN_SUCCESS;
    const struct array *to = call->arguments[outputSize].array;
    const struct array *from = call->arguments[inputSize].array;
    double sizes = (double)array_integers(to)[at] / (double)array_integers(from)[at + 2];
    /* This is how much smaller images of three dimensions may become, or how much larger others
     * may. */
    bool is_small = to->size == 3 ? 1 / (factor > 0 ? factor : sizes) <= 50
                                  : 1 / (factor > 0 ? factor : sizes) >= 0.02;
    if (is_small)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s is %g, and the sizes differ by a factor of %g; at "
                  "most 50 is supported",
                  call_name(call, scale), factor, sizes);
}

aclnnStatus resize_check_factor_not_negative(struct call *call, int scale)
{
    if (call->is_empty || call->arguments[scale].real >= 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %g; it must be 0 or above",
                  call_name(call, scale), call->arguments[scale].real);
}

/* No dimension exceeds 31 bits. */
aclnnStatus resize_check_places_fit(struct call *call, int tensor)
{
    const struct tensor *image = call_tensor(call, tensor);
    for (int32_t i = 0; i < image->rank; i++)
        if (image->dims[i] > INT32_MAX)
            return report(ACLNN_ERR_PARAM_INVALID,
                          "dimension %d of %s is %" PRId64 "; at most 2147483647 is supported", i,
                          call_name(call, tensor), image->dims[i]);
    return ACLNN_SUCCESS;
}

/* The mode computes sizes from factors. */
aclnnStatus resize_check_mode(struct call *call, int mode)
{
    const char *text = call->arguments[mode].text;
    if (text == NULL)
        return report(ACLNN_ERR_PARAM_NULLPTR, "%s is NULL; it must be a text",
                      call_name(call, mode));
    if (resize_upsample_has_prefix(text, "nearest") || resize_upsample_has_prefix(text, "bilinear"))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is \"%s\"; \"nearest\" or \"bilinear\" is required",
                  call_name(call, mode), text);
}

/* The size of a dimension is the old one times the factor, within a tolerance. */
static aclnnStatus check_scaled(const struct call *call, int self, int out, int32_t dim,
                                float factor)
{
    double places = (double)call_tensor(call, self)->dims[dim];
    double size = (double)call_tensor(call, out)->dims[dim];
    double least_size = trunc(places * ((double)factor - FACTOR_TOLERANCE));
    double most_size = trunc(places * ((double)factor + FACTOR_TOLERANCE));
    if (size >= least_size && size <= most_size)
        return ACLNN_SUCCESS;
    return report(
        ACLNN_ERR_PARAM_INVALID, "dimension %d of %s is %g; %g, that of %s by scales, is required",
        dim, call_name(call, out), size, trunc(places * (double)factor), call_name(call, self));
}

aclnnStatus resize_check_scaled_image(struct call *call, int self, int scales, int out)
{
    const struct tensor *image = call_tensor(call, self);
    const struct tensor *result = call_tensor(call, out);
    const struct array *factors = call->arguments[scales].array;
    if (image->format != result->format ||
        (image->format != ACL_FORMAT_NCHW && image->format != ACL_FORMAT_NHWC))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "the formats of %s and %s are %s and %s; both ACL_FORMAT_NCHW or NHWC are "
                      "required",
                      call_name(call, self), call_name(call, out), format_name(image->format),
                      format_name(result->format));
    aclnnStatus status = check_rank(call, self, 4, 4);
    if (status == ACLNN_SUCCESS)
        status = check_rank(call, out, 4, 4);
    if (status != ACLNN_SUCCESS)
        return status;
    if (factors->size != 4)
        return report(ACLNN_ERR_PARAM_INVALID, "%s has %" PRIu64 " entries; 4 are required",
                      call_name(call, scales), factors->size);
    int32_t first = resize_upsample_first_of(image->format);
    int32_t channels = first == 1 ? 3 : 1;
    if (image->dims[0] != result->dims[0] || image->dims[channels] != result->dims[channels])
        return call_refuse_shape(call, out, "the images and channels of self are required");
    const float *values = (const float *)(const void *)factors->values;
    status = check_scaled(call, self, out, first, values[first]);
    return status == ACLNN_SUCCESS ? check_scaled(call, self, out, first + 1, values[first + 1])
                                   : status;
}
