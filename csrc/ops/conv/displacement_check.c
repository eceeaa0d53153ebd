/* SPDX-License-Identifier: Apache-2.0 */
/* Convolutions of displaced places: checks. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/data_type.h"
#include "base/report.h"
#include "declared/conv.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"

aclnnStatus conv_check_image_format(struct call *call, int image)
{
    aclFormat format = call_tensor(call, image)->format;
    bool is_3510 = call_is_on_950(call);
    if (format == ACL_FORMAT_NCHW || (format == ACL_FORMAT_ND && !is_3510))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "the format of %s is %s; ACL_FORMAT_NCHW%s is required",
                  call_name(call, image), format_name(format), is_3510 ? "" : " or ACL_FORMAT_ND");
}

aclnnStatus conv_check_format_of(struct call *call, int tensor, int like)
{
    const struct tensor *given = call_tensor(call, tensor);
    aclFormat wanted = call_tensor(call, like)->format;
    if (given == NULL || given->format == wanted)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "the format of %s is %s, that of %s is %s",
                  call_name(call, tensor), format_name(given->format), call_name(call, like),
                  format_name(wanted));
}

static aclnnStatus refuse(const struct call *call, int array, const char *required)
{
    return report(ACLNN_ERR_PARAM_INVALID, "%s: %s is required", call_name(call, array), required);
}

static bool is_per_image(struct shape_numbers numbers)
{
    return numbers.count == 4 && numbers.each[0] == 1 && numbers.each[1] == 1 &&
           numbers.each[2] > 0 && numbers.each[3] > 0;
}

aclnnStatus conv_check_displaced_window(struct call *call, int size, int stride, int padding,
                                        int dilation)
{
    const int64_t most = 2048;
    struct shape_numbers window = shape_numbers(call, size);
    if (window.count != 2 || window.each[0] <= 0 || window.each[1] <= 0 ||
        shape_product(window.each[0], window.each[1]) > most)
        return refuse(call, size, "two numbers above 0, whose product is at most 2048,");
    if (!is_per_image(shape_numbers(call, stride)))
        return refuse(call, stride, "1, 1 and two numbers above 0");
    if (!is_per_image(shape_numbers(call, dilation)))
        return refuse(call, dilation, "1, 1 and two numbers above 0");
    if (shape_numbers(call, padding).count != 4)
        return refuse(call, padding, "four numbers");
    return ACLNN_SUCCESS;
}

aclnnStatus conv_check_margins(struct call *call, int padding)
{
    struct shape_numbers margins = shape_numbers(call, padding);
    for (int64_t i = 0; i < margins.count; i++)
        if (margins.each[i] < 0)
            return refuse(call, padding, "no negative number");
    return ACLNN_SUCCESS;
}

aclnnStatus conv_check_displaced_groups(struct call *call, int x, int weight, int groups,
                                        int displaced, int modulated)
{
    const struct tensor *image = call_tensor(call, x);
    const struct tensor *factors = call_tensor(call, weight);
    int64_t of_weights = call->arguments[groups].integer;
    int64_t of_places = call->arguments[displaced].integer;
    if (call->arguments[modulated].integer == 0)
        return refuse(call, modulated, "true");
    if (image->rank != 4)
        return call_refuse_shape(call, x, "[images, channels, height, width] is required");
    if (factors->rank != 4)
        return call_refuse_shape(call, weight, "four dimensions are required");
    if (of_places <= 0 || image->dims[1] % of_places != 0)
        return refuse(call, displaced, "a divisor of the channels of the images");
    if (of_weights <= 0 || image->dims[1] % of_weights != 0 || factors->dims[0] % of_weights != 0)
        return refuse(call, groups, "a divisor of the channels of images and results");
    return shape_product(image->dims[2], image->dims[3]) <= INT32_MAX
               ? ACLNN_SUCCESS
               : call_refuse_shape(call, x, "at most 2147483647 places are required");
}

aclnnStatus conv_check_displaced(struct call *call, int x, int weight, int offset, int bias,
                                 int size, int stride, int padding, int dilation, int groups,
                                 int displaced, int out, int windows)
{
    struct shape shape;
    const int64_t deepest = 65535;
    const struct tensor *image = call_tensor(call, x);
    const struct tensor *factors = call_tensor(call, weight);
    struct shape_numbers window = shape_numbers(call, size);
    int64_t share = image->dims[1] / call->arguments[groups].integer;
    const int64_t wanted[] = {factors->dims[0], share, window.each[0], window.each[1]};
    aclnnStatus status = call_shape_is(call, weight, wanted, 4, false,
                                       "[channels of out, channels / groups, window]");
    if (status != ACLNN_SUCCESS)
        return status;
    if (shape_product(share, shape_product(window.each[0], window.each[1])) > deepest)
        return call_refuse_shape(call, weight, "at most 65535 factors for a channel are required");
    bool has_shape = conv_shape_displaced(call, x, weight, size, stride, padding, dilation, &shape);
    status = call_shape_follows(call, out, has_shape, &shape, false, "[images, channels, windows]");
    const int64_t moves[] = {
        image->dims[0], 3 * call->arguments[displaced].integer * window.each[0] * window.each[1],
        shape.dims[2], shape.dims[3]};
    if (status == ACLNN_SUCCESS)
        status = call_shape_is(call, offset, moves, 4, false, "three for each place of a window");
    if (status == ACLNN_SUCCESS && call_tensor(call, bias) != NULL)
        status = call_shape_is(call, bias, factors->dims, 1, false, "one for each channel of out");
    const int64_t spread[] = {image->dims[0], image->dims[1], shape.dims[2] * window.each[0],
                              shape.dims[3] * window.each[1]};
    if (status == ACLNN_SUCCESS && call_tensor(call, windows) != NULL)
        status = call_shape_is(call, windows, spread, 4, false, "windows side by side");
    return status;
}
