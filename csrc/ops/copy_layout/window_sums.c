/* SPDX-License-Identifier: Apache-2.0 */
/* Im2colBackward, UnfoldGrad, RepeatInterleaveGrad: what their checks, lists and kernels share. */
#include "ops/copy_layout/window_sums.h"

#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"

int64_t copy_layout_window_sums_count(int64_t image, int64_t kernel, int64_t dilation,
                                      int64_t padding, int64_t stride)
{
    int64_t reach = 0;
    int64_t padded = 0;
    if (__builtin_mul_overflow(kernel - 1, dilation, &reach) ||
        __builtin_mul_overflow(padding, 2, &padded) ||
        __builtin_add_overflow(padded, image, &padded) || padded <= reach)
        return -1;
    return (padded - reach - 1) / stride + 1;
}
