/* SPDX-License-Identifier: Apache-2.0 */
/* Pools with places on each side of their own: checks. */
#include "ops/pool/placed.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/report.h"
#include "declared/pool.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"

aclnnStatus pool_check_placed_windows(struct call *call, int x, int ksize, int strides, int padding,
                                      int pads, int dilation, int ceilMode, int format, int out)
{
    struct shape shape;
    bool fits = pool_shape_placed(call, x, ksize, strides, padding, pads, dilation, ceilMode,
                                  format, &shape);
    if (!fits)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "%s, %s, %s, %s, %s and %s do not make windows of %s, which has %d "
                      "dimensions; what the header says of each is required",
                      call_name(call, ksize), call_name(call, strides), call_name(call, padding),
                      call_name(call, pads), call_name(call, dilation), call_name(call, format),
                      call_name(call, x), call_tensor(call, x)->rank);
    return call_shape_follows(call, out, true, &shape, false, "a place for each window");
}

static aclnnStatus refuse_number(const struct call *call, int number, const char *required)
{
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; %s is required",
                  call_name(call, number), call->arguments[number].integer, required);
}

/* The windows along a side. */
static int64_t windows_along(int64_t size, int64_t kernel, int64_t before, int64_t behind,
                             int64_t stride, bool ceils)
{
    int64_t rest = shape_difference(shape_sum(size, shape_sum(before, behind)), kernel);
    int64_t count = 1 + (ceils ? shape_quotient_up(rest, stride) : shape_quotient(rest, stride));
    return ceils && (count - 1) * stride >= shape_sum(size, before) ? count - 1 : count;
}

aclnnStatus pool_check_averaged_planes(struct call *call, int shape, int grad, int kernelH,
                                       int kernelW, int strideH, int strideW, int padTop,
                                       int padBottom, int padLeft, int padRight, int ceilMode,
                                       int divisor, int out)
{
    const int above[] = {kernelH, kernelW, strideH, strideW};
    const int sides[] = {padTop, padBottom, padLeft, padRight};
    struct shape_numbers given = shape_numbers(call, shape);
    int64_t n[4];
    for (int i = 0; i < 4; i++) {
        n[i] = call->arguments[above[i]].integer;
        if (n[i] <= 0)
            return refuse_number(call, above[i], "a number above 0");
    }
    for (int i = 0; i < 4; i++) {
        int64_t side = call->arguments[sides[i]].integer;
        if (side < 0 || side > n[i / 2] / 2)
            return refuse_number(call, sides[i], "0 to half of the window");
    }
    if (call->arguments[divisor].integer < 0)
        return refuse_number(call, divisor, "a number not below 0");
    for (int64_t i = 0; i < given.count; i++)
        if (given.each[i] <= 0)
            given.count = 0;
    if (given.count != 4)
        return report(ACLNN_ERR_PARAM_INVALID, "%s does not have 4 entries above 0",
                      call_name(call, shape));
    bool ceils = call->arguments[ceilMode].integer != 0;
    int64_t planes[] = {given.each[0], given.each[1], 0, 0};
    for (int i = 0; i < 2; i++)
        planes[2 + i] = windows_along(given.each[2 + i], n[i],
                                      call->arguments[sides[2 * i]].integer,
                                      call->arguments[sides[2 * i + 1]].integer, n[2 + i], ceils);
    aclnnStatus status = call_shape_is(call, grad, planes, 4, false, "a place for each window");
    return status == ACLNN_SUCCESS
               ? call_shape_is(call, out, given.each, 4, false, "that of the images")
               : status;
}
