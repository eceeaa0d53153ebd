/* SPDX-License-Identifier: Apache-2.0 */
/* Im2colBackward, UnfoldGrad, RepeatInterleaveGrad: checks. */
#include "ops/copy_layout/window_sums.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/copy_layout.h"
#include "executor/operator.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"
#include "ops/common/tensor_check.h"

/* ---- Im2colBackward -------------------------------------------------------------------------- */

aclnnStatus copy_layout_check_columns_rank(struct call *call, int grad, int out)
{
    const struct tensor *tensor = call_tensor(call, grad);
    aclnnStatus status = check_rank(call, grad, 2, 3);
    return status == ACLNN_SUCCESS ? check_rank(call, out, tensor->rank + 1, tensor->rank + 1)
                                   : status;
}

aclnnStatus copy_layout_check_columns(struct call *call, int grad, int size, int kernel,
                                      int dilation, int padding, int stride, int out)
{
    const struct tensor *tensor = call_tensor(call, grad);
    const int numbers[] = {size, kernel, dilation, padding, stride};
    const int64_t least[] = {INT64_MIN, 1, 1, 0, 1};
    const int64_t *values[5];
    int64_t counts[2];
    struct shape shape;
    int32_t first = tensor->rank - 2;
    int64_t elements = 0;
    int64_t windows = 0;
    for (int i = 0; i < 5; i++) {
        const char *name = call->operator->parameters[numbers[i]].name;
        const struct array *array = call->arguments[numbers[i]].array;
        values[i] = array_integers(array);
        if (array->size != 2)
            return report(ACLNN_ERR_PARAM_INVALID, "%s has %" PRIu64 " entries; 2 are required",
                          name, array->size);
        for (int j = 0; j < 2; j++)
            if (values[i][j] < least[i])
                return report(ACLNN_ERR_PARAM_INVALID,
                              "%s[%d] is %" PRId64 "; %" PRId64 " or more is required", name, j,
                              values[i][j], least[i]);
    }
    if (__builtin_mul_overflow(values[1][0], values[1][1], &elements) ||
        tensor->dims[first] % elements != 0)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "gradOutput has %" PRId64 " rows; a multiple of the elements of kernelSize, "
                      "[%" PRId64 ", %" PRId64 "], is required",
                      tensor->dims[first], values[1][0], values[1][1]);
    for (int i = 0; i < 2; i++)
        counts[i] = copy_layout_window_sums_count(values[0][i], values[1][i], values[2][i],
                                                  values[3][i], values[4][i]);
    if (counts[0] < 0 || counts[1] < 0 || __builtin_mul_overflow(counts[0], counts[1], &windows) ||
        windows != tensor->dims[first + 1])
        return report(ACLNN_ERR_PARAM_INVALID,
                      "gradOutput has %" PRId64 " columns; as many as windows are required",
                      tensor->dims[first + 1]);
    bool has_shape = copy_layout_shape_images(call, grad, size, kernel, &shape);
    return call_shape_follows(call, out, has_shape, &shape, false, "that of the images");
}

/* ---- UnfoldGrad ------------------------------------------------------------------------------ */

aclnnStatus copy_layout_check_unfolded(struct call *call, int grad, int sizes, int dim, int size,
                                       int step, int out)
{
    const struct tensor *tensor = call_tensor(call, grad);
    const struct array *dims = call->arguments[sizes].array;
    int64_t at = call->arguments[dim].integer;
    const int positive[] = {size, step};
    aclnnStatus status = check_rank(call, grad, 1, 8);
    if (status == ACLNN_SUCCESS)
        status = check_rank(call, out, 1, 8);
    if (status != ACLNN_SUCCESS)
        return status;
    if (dims->size + 1 != (uint64_t)tensor->rank)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "inputSizes has %" PRIu64 " entries; one less than gradOut has dimensions, "
                      "%d, is required",
                      dims->size, tensor->rank);
    status = call_shape_is(call, out, array_integers(dims), (int32_t)dims->size, false,
                           "inputSizes");
    if (status != ACLNN_SUCCESS)
        return status;
    if (at < 0 || at >= tensor->rank - 1)
        return report(ACLNN_ERR_PARAM_INVALID, "dim is %" PRId64 "; 0 to %d are supported", at,
                      tensor->rank - 2);
    for (int i = 0; i < 2; i++)
        if (call->arguments[positive[i]].integer <= 0)
            return report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; it must be above 0",
                          call->operator->parameters[positive[i]].name,
                          call->arguments[positive[i]].integer);
    return ACLNN_SUCCESS;
}

/* 561103 unless gradOut has the windows that follow from inputSizes. */
aclnnStatus copy_layout_check_unfolded_windows(struct call *call, int grad, int sizes, int dim,
                                               int size, int step)
{
    const struct tensor *tensor = call_tensor(call, grad);
    const struct array *dims = call->arguments[sizes].array;
    int64_t at = call->arguments[dim].integer;
    int64_t places = call->arguments[size].integer;
    bool fit = tensor->dims[tensor->rank - 1] == places && array_integers(dims)[at] >= places &&
               tensor->dims[at] ==
                   (array_integers(dims)[at] - places) / call->arguments[step].integer + 1;
    for (int32_t i = 0; fit && i < tensor->rank - 1; i++)
        fit = i == at || tensor->dims[i] == array_integers(dims)[i];
    return fit ? ACLNN_SUCCESS
               : report(ACLNN_ERR_INNER_NULLPTR,
                        "the shape of gradOut is not that of the windows of inputSizes");
}

aclnnStatus copy_layout_check_repeated_grad(struct call *call, int grad, int repeats, int axis,
                                            int out)
{
    const struct tensor *tensor = call_tensor(call, grad);
    const struct tensor *counts = call_tensor(call, repeats);
    const struct tensor *sums = call_tensor(call, out);
    int64_t at = call->arguments[axis].integer;
    at += at < 0 ? tensor->rank : 0;
    int64_t entries = counts->rank == 0 ? 1 : counts->dims[0];
    if (tensor->rank < 1 || tensor->rank > 8 || counts->rank > 1 || at < 0 || at >= tensor->rank)
        return report(ACLNN_ERR_INNER_TILING_ERROR,
                      "yGrad has %d dimension(s), repeats %d, and axis is %" PRId64
                      "; 1 to 8, up to 1, and one of yGrad's are supported",
                      tensor->rank, counts->rank, call->arguments[axis].integer);
    bool fit = sums->rank == tensor->rank && (entries == 1 || sums->dims[at] == entries);
    for (int32_t i = 0; fit && i < sums->rank; i++)
        fit = i == at || sums->dims[i] == tensor->dims[i];
    if (!fit || entries == 0)
        return report(ACLNN_ERR_INNER_TILING_ERROR,
                      "the shape of out is not that of yGrad with a place for each of repeats");
    return check_tensor_dims(tensor, argument_named("yGrad"));
}
