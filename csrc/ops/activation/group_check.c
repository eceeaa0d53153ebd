/* SPDX-License-Identifier: Apache-2.0 */
/* The gradient of SwigluGroup: checks. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/activation.h"
#include "declared/common.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"

aclnnStatus activation_check_given_beside(struct call *call, int tensor, int other)
{
    if (call_tensor(call, other) == NULL)
        return ACLNN_SUCCESS;
    return check_given(call, tensor);
}

aclnnStatus activation_check_both_or_none(struct call *call, int one, int other)
{
    if ((call_tensor(call, one) == NULL) == (call_tensor(call, other) == NULL))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "one of %s and %s is NULL; both are given, or none",
                  call_name(call, one), call_name(call, other));
}

aclnnStatus activation_check_bound_of_clamp(struct call *call, int number)
{
    double given = call->arguments[number].real;
    if (given >= 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %g; it may not be negative",
                  call_name(call, number), given);
}

static bool is_like(const struct tensor *tensor, const struct tensor *other)
{
    return tensor->rank == other->rank &&
           memcmp(tensor->dims, other->dims, (size_t)tensor->rank * sizeof *tensor->dims) == 0;
}

static int64_t rows_of(const struct tensor *tensor)
{
    return tensor->rank == 2 ? tensor->dims[0] : tensor->dims[0] * tensor->dims[1];
}

aclnnStatus activation_check_group_gradient(struct call *call, int gradY, int x, int weight,
                                            int yOrigin, int groupIndex, int gradX, int gradWeight)
{
    const struct tensor *grad = call_tensor(call, gradY);
    const struct tensor *weights = call_tensor(call, weight);
    const struct tensor *result = call_tensor(call, yOrigin);
    const struct tensor *groups = call_tensor(call, groupIndex);
    if ((grad->rank != 2 && grad->rank != 3) || grad->dims[grad->rank - 1] <= 0)
        return call_refuse_shape(call, gradY, "2 or 3 dimensions with columns are required");
    struct tensor doubled = *grad;
    doubled.dims[grad->rank - 1] *= 2;
    if (!is_like(call_tensor(call, x), &doubled))
        return call_refuse_shape(call, x, "twice the columns of the gradient are required");
    if (!is_like(call_tensor(call, gradX), &doubled))
        return call_refuse_shape(call, gradX, "the shape of the operand is required");
    if (weights != NULL && shape_elements(weights) != rows_of(grad))
        return call_refuse_shape(call, weight, "an element for each row is required");
    if (weights != NULL && !is_like(call_tensor(call, gradWeight), weights))
        return call_refuse_shape(call, gradWeight, "the shape of the weights is required");
    if (result != NULL && !is_like(result, grad))
        return call_refuse_shape(call, yOrigin, "the shape of the gradient is required");
    if (groups != NULL && (groups->rank != 1 || groups->dims[0] < 1))
        return call_refuse_shape(call, groupIndex, "one dimension with elements is required");
    return ACLNN_SUCCESS;
}
