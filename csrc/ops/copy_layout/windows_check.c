/* SPDX-License-Identifier: Apache-2.0 */
/* Im2col: checks. */
#include "ops/copy_layout/windows.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/copy_layout.h"
#include "executor/operator.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"
#include "ops/common/tensor_check.h"

aclnnStatus copy_layout_check_window_rank(struct call *call, int self)
{
    const struct tensor *tensor = call_tensor(call, self);
    aclnnStatus status = check_rank(call, self, 3, 4);
    for (int32_t i = tensor->rank == 4; status == ACLNN_SUCCESS && i < tensor->rank; i++)
        if (tensor->dims[i] <= 0)
            status = report(ACLNN_ERR_PARAM_INVALID,
                            "dimension %d of self is %" PRId64 "; it must be above 0", i,
                            tensor->dims[i]);
    return status;
}

aclnnStatus copy_layout_check_windows(struct call *call, int self, int kernel, int dilation,
                                      int padding, int stride, int out)
{
    const struct tensor *tensor = call_tensor(call, self);
    const int numbers[] = {kernel, dilation, padding, stride};
    const struct array *arrays[4];
    struct windows w;
    int64_t places = 0;
    struct shape shape;
    for (int i = 0; i < 4; i++) {
        const char *name = call->operator->parameters[numbers[i]].name;
        int64_t least = numbers[i] != padding;
        arrays[i] = call->arguments[numbers[i]].array;
        if (arrays[i]->size != 2)
            return report(ACLNN_ERR_PARAM_INVALID, "%s has %" PRIu64 " entries; 2 are required",
                          name, arrays[i]->size);
        for (int j = 0; j < 2; j++)
            if (array_integers(arrays[i])[j] < least)
                return report(ACLNN_ERR_PARAM_INVALID,
                              "%s[%d] is %" PRId64 "; %" PRId64 " or more is required", name, j,
                              array_integers(arrays[i])[j], least);
    }
    int32_t first = tensor->rank - 3; /* the dimension of channels */
    if (!copy_layout_windows_count(&tensor->dims[first + 1], arrays[0], arrays[1], arrays[2],
                                   arrays[3], &w))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "no window of kernelSize [%" PRId64 ", %" PRId64 "] fits into self",
                      w.kernel[0], w.kernel[1]);
    if (__builtin_mul_overflow(w.kernel[0], w.kernel[1], &places) ||
        __builtin_mul_overflow(places, tensor->dims[first], &places) ||
        __builtin_mul_overflow(w.count[0], w.count[1], &places))
        return check_tensor_dims(tensor, argument_named("self"));
    bool has_shape = copy_layout_shape_columns(call, self, kernel, dilation, padding, stride,
                                               &shape);
    return call_shape_follows(call, out, has_shape, &shape, false, "a column for each window");
}
