/* SPDX-License-Identifier: Apache-2.0 */
/* GaussianBlur: checks, in the sequence of CANN's op_api. */
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/vision.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"
#include "ops/vision/blur.h"

static const char *first_address(const struct tensor *tensor)
{
    const char *base = tensor_address(tensor);
    return base == NULL ? NULL : base + tensor->offset * (int64_t)sizeof(float);
}

aclnnStatus vision_check_other_memory(struct call *call, int src, int dst)
{
    const struct tensor *from = call_tensor(call, src);
    const struct tensor *to = call_tensor(call, dst);
    const char *address = first_address(from);
    if (from->handle != to->handle && (address == NULL || address != first_address(to)))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s is where %s is (%p); the result needs memory of its own",
                  call_name(call, dst), call_name(call, src), (const void *)address);
}

aclnnStatus vision_check_blur_size(struct call *call, int ksize)
{
    struct shape_numbers sizes = shape_numbers(call, ksize);
    if (sizes.count != 2)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "%s has %" PRId64 " entries; width and height are "
                      "required",
                      call_name(call, ksize), sizes.count);
    for (int i = 0; i < 2; i++)
        if (sizes.each[i] < 0 || (sizes.each[i] != 0 && sizes.each[i] % 2 == 0))
            return report(ACLNN_ERR_PARAM_INVALID,
                          "%s[%d] is %" PRId64 "; an odd number, or 0, is required",
                          call_name(call, ksize), i, sizes.each[i]);
    return ACLNN_SUCCESS;
}

aclnnStatus vision_check_blur_spread(struct call *call, int sigma_x, int sigma_y)
{
    const int sigmas[] = {sigma_x, sigma_y};
    for (int i = 0; i < 2; i++)
        if (!isfinite(call->arguments[sigmas[i]].real))
            return report(ACLNN_ERR_PARAM_INVALID, "%s is %g; a finite number is required",
                          call_name(call, sigmas[i]), call->arguments[sigmas[i]].real);
    return vision_check_no_less_than_zero(call, sigma_x);
}

aclnnStatus vision_check_border(struct call *call, int border)
{
    int64_t given = call->arguments[border].integer;
    if (given == BLUR_ZEROS || given == BLUR_NEAREST || given == BLUR_MIRROR ||
        given == BLUR_MIRROR_INSIDE)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; 0, 1, 2 and 4 are supported",
                  call_name(call, border), given);
}

static bool has_kernel(int64_t size)
{
    return (size % 2 == 1 && size >= 1 && size <= 11) || size == 15 || size == 21 || size == 31;
}

aclnnStatus vision_check_blur(struct call *call, int src, int ksize, int sigma_x, int sigma_y,
                              int border)
{
    const struct tensor *image = call_tensor(call, src);
    const int64_t *asked = shape_numbers(call, ksize).each;
    for (int d = 1; d >= 0; d--) {
        double sigma = vision_blur_spread(d, call->arguments[sigma_x].real,
                                          call->arguments[sigma_y].real);
        int64_t size = vision_blur_size(asked[1 - d], sigma, image->dims[d],
                                        call->arguments[border].integer);
        if (!has_kernel(size))
            return report(ACLNN_ERR_PARAM_INVALID,
                          "%s[%d] is %" PRId64 " with a standard deviation of %g; sizes of 1, 3, "
                          "5, 7, 9, 11, 15, 21 and 31 are supported, and 0 where the deviation "
                          "gives one of them",
                          call_name(call, ksize), 1 - d, asked[1 - d], sigma);
    }
    return ACLNN_SUCCESS;
}
