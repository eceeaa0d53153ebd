/* SPDX-License-Identifier: Apache-2.0 */
/* Images in other sizes, interpolated: checks. */
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/resize.h"
#include "ops/common/check.h"

/* A factor of 0 or above leads from the size of self's rows to the requested size. */
aclnnStatus resize_check_factor_leads(struct call *call, int self, int outputSize, int scale)
{
    double factor = call->arguments[scale].real;
    const struct array *array = call->arguments[outputSize].array;
    int64_t size = array_integers(array)[0];
    double places = (double)call_tensor(call, self)->dims[2] * factor;
    if (!(factor >= 0) || (places >= (double)size && places < (double)size + 1))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s is %g, which makes %g places; outputSize says %" PRId64 ", which is required",
                  call_name(call, scale), factor, places, size);
}

/* The factor is small enough for the kernel of rows whose factor leads to their size. */
aclnnStatus resize_check_row_factor(struct call *call, int outputSize, int inputSize, int scale)
{
    const double most = 500;
    const int64_t large = 1000000; /* another kernel takes rows of more elements */
    double factor = call->arguments[scale].real;
    int64_t to = array_integers(call->arguments[outputSize].array)[0];
    int64_t from = array_integers(call->arguments[inputSize].array)[2];
    bool leads = fabs(factor) <= 1e-9 || (double)to == floor((double)from * factor);
    double real = factor > 0 ? factor : (double)to / (double)from;
    if (call->is_empty || to >= large || (!leads && to != from) || real <= most)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s makes rows %g times as long; at most %g times is supported",
                  call_name(call, scale), real, most);
}

/* The device's CPU interpolates float64 images only when channels are last. */
aclnnStatus resize_check_double_image(struct call *call, int self)
{
    const struct tensor *image = call_tensor(call, self);
    if (image->type != ACL_DOUBLE || image->format == ACL_FORMAT_NHWC)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "an image of float64 has the format ACL_FORMAT_NCHW; "
                                           "ACL_FORMAT_NHWC is required");
}

aclnnStatus resize_check_planes_format(struct call *call, int tensor)
{
    aclFormat format = call_tensor(call, tensor)->format;
    return call->is_empty || format == ACL_FORMAT_NCHW || format == ACL_FORMAT_ND
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "the format of %s is %s; ACL_FORMAT_NCHW or ACL_FORMAT_ND is required",
                        call_name(call, tensor), format_name(format));
}

static int64_t entry(const struct call *call, int sizes, int at)
{
    return array_integers(call->arguments[sizes].array)[at];
}

#define MOST_AREA 50

/* An element of the result covers at most 50 of the image. The quotient of the sizes may be one of
 * integers. */
aclnnStatus resize_check_area(struct call *call, int self, int outputSize, int scale, int at,
                              int whole)
{
    double factor = call->arguments[scale].real;
    int64_t from = call_tensor(call, self)->dims[2 + at];
    int64_t to = entry(call, outputSize, at);
    double places = factor > 0 ? (double)(float)(1 / factor)
                    : whole    ? (double)(from / to)
                               : (double)((float)from / (float)to);
    if (places <= MOST_AREA)
        return ACLNN_SUCCESS;
    return report(
        ACLNN_ERR_PARAM_INVALID,
        "%s is %g, so that a place of the result covers %g of the image; at most %d are supported",
        call_name(call, scale), factor, places, MOST_AREA);
}

/* An element of the image is spread over at most 50 of the result. */
aclnnStatus resize_check_part(struct call *call, int outputSize, int inputSize, int scale, int at)
{
    double factor = call->arguments[scale].real;
    double places = factor > 0 ? 1 / factor
                               : (double)entry(call, inputSize, 2 + at) /
                                     (double)entry(call, outputSize, at);
    if (places >= 1.0 / MOST_AREA)
        return ACLNN_SUCCESS;
    return report(
        ACLNN_ERR_PARAM_INVALID,
        "%s is %g, and a place of the image is %g of the result; at most %d are supported",
        call_name(call, scale), factor, 1 / places, MOST_AREA);
}
