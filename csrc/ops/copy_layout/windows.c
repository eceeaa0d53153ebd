/* SPDX-License-Identifier: Apache-2.0 */
/* Im2col: what their checks, lists and kernels share. */
#include "ops/copy_layout/windows.h"

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"

bool copy_layout_windows_count(const int64_t *image, const struct array *kernel,
                               const struct array *dilation, const struct array *padding,
                               const struct array *stride, struct windows *w)
{
    for (int i = 0; i < 2; i++) {
        int64_t reach = 0;
        int64_t padded = 0;
        w->kernel[i] = array_integers(kernel)[i];
        w->dilation[i] = array_integers(dilation)[i];
        w->padding[i] = array_integers(padding)[i];
        w->stride[i] = array_integers(stride)[i];
        if (__builtin_mul_overflow(w->kernel[i] - 1, w->dilation[i], &reach) ||
            __builtin_mul_overflow(w->padding[i], 2, &padded) ||
            __builtin_add_overflow(padded, image[i], &padded) || padded <= reach)
            return false;
        w->count[i] = (padded - reach - 1) / w->stride[i] + 1;
    }
    return true;
}
