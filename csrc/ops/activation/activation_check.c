/* SPDX-License-Identifier: Apache-2.0 */
/* Activations and their gradients: checks. */
#include "ops/activation/activation.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/activation.h"
#include "declared/common.h"
#include "ops/common/check.h"
#include "tensor/convert.h"
#include "tensor/layout.h"

/* The same as activation_check_not_negative, where the flag is set. */
aclnnStatus activation_check_not_negative_of_result(struct call *call, int scalar, int flag)
{
    if (call->arguments[flag].integer == 0 || !(scalar_double(call_scalar(call, scalar)) < 0))
        return ACLNN_SUCCESS;
    return call_report_negative(call, scalar, " where the result of the forward call is given");
}

/* On int64 tensors only a threshold of 0 is supported. */
aclnnStatus activation_check_threshold_of_int64(struct call *call, int tensor, int threshold)
{
    float number = scalar_float(call_scalar(call, threshold));
    if (call_type(call, tensor) != ACL_INT64 || activation_is_almost_zero(number))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %g; with tensors of DT_INT64 it must be 0",
                  call_name(call, threshold), (double)number);
}

aclnnStatus activation_check_not_zero(struct call *call, int scalar)
{
    float number = scalar_float(call_scalar(call, scalar));
    if (number > 0 || number < 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %g; a number other than 0 is required",
                  call_name(call, scalar), (double)number);
}

/* The scalar, when it is given, can be cast to a type. */
aclnnStatus activation_check_casts(struct call *call, int operand, int type)
{
    const struct scalar *scalar = call_scalar(call, operand);
    if (scalar == NULL || type_can_cast(scalar->type, (aclDataType)type))
        return ACLNN_SUCCESS;
    return report(
        ACLNN_ERR_PARAM_INVALID,
        "the data type of %s is %s; one that converts to %s, as the kernel takes it, is required",
        call_name(call, operand), data_type_name(scalar->type), data_type_name((aclDataType)type));
}

/* lower is not above upper, compared as two integers or two floats, according to lower's type. */
aclnnStatus activation_check_ordered(struct call *call, int lower, int upper)
{
    const struct scalar *least = call_scalar(call, lower);
    const struct scalar *most = call_scalar(call, upper);
    bool is_ordered = true;
    if (type_is_integer(least->type)) {
        is_ordered = scalar_int64(least) <= scalar_int64(most);
    } else {
        is_ordered = !(scalar_double(least) > scalar_double(most));
    }
    if (is_ordered)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %g and %s is %g; the first must not be larger",
                  call_name(call, lower), scalar_double(least), call_name(call, upper),
                  scalar_double(most));
}

aclnnStatus activation_check_approximate(struct call *call, int text)
{
    const char *given = call->arguments[text].text;
    if (given == NULL || strcmp(given, "none") == 0 || strcmp(given, "tanh") == 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is \"%s\"; \"none\" and \"tanh\" are supported",
                  call_name(call, text), given);
}

/* out has the type of both tensors, or float32 when they differ. */
aclnnStatus activation_check_float_where_mixed(struct call *call, int a, int b, int out)
{
    aclDataType type = call_type(call, a);
    aclDataType result = call_type(call, out);
    if (result == (type == call_type(call, b) ? type : ACL_FLOAT))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the data type of %s is %s; with operands of %s and %s it must be %s",
                  call_name(call, out), data_type_name(result), data_type_name(type),
                  data_type_name(call_type(call, b)),
                  data_type_name(type == call_type(call, b) ? type : ACL_FLOAT));
}

/* call->promoted becomes out's type for integers and bool, and otherwise the operand's own type. */
aclnnStatus activation_check_compute_in_result(struct call *call, int operand, int out)
{
    aclDataType type = call_type(call, operand);
    bool is_whole = type_is_whole(type);
    call->promoted = is_whole ? call_type(call, out) : type;
    return ACLNN_SUCCESS;
}

/* call->promoted becomes the type of both operands when that is float32 or a half, and otherwise
 * float32. */
aclnnStatus activation_check_compute_in_common_half(struct call *call, int a, int b)
{
    aclDataType type = call_type(call, a);
    bool is_kept = type == call_type(call, b) && (type == ACL_FLOAT || type_is_half(type));
    call->promoted = is_kept ? type : ACL_FLOAT;
    return ACLNN_SUCCESS;
}

/* The slopes of Prelu: one, or as many as the second dimension of self has elements. */
aclnnStatus activation_check_slopes(struct call *call, int self, int weight)
{
    const struct tensor *tensor = call_tensor(call, self);
    int64_t channels = tensor->rank > 1 ? tensor->dims[1] : 1;
    int64_t count = 0;
    if (tensor_element_count(call_tensor(call, weight), &count) &&
        (count == channels || count == 1))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s has %" PRId64 " element(s); 1 or %" PRId64
                  ", as the second dimension of %s, are required",
                  call_name(call, weight), count, channels, call_name(call, self));
}

/* The same as activation_check_slopes; and the gradient of the slopes has their shape. */
aclnnStatus activation_check_slope_gradient(struct call *call, int self, int weight, int gradWeight)
{
    const struct tensor *slopes = call_tensor(call, weight);
    const struct tensor *result = call_tensor(call, gradWeight);
    char is[160];
    char required[160];
    int64_t count = 0;
    if (tensor_element_count(slopes, &count) && count == 1)
        return check_same_shape(call, weight, gradWeight);
    if (call_tensor(call, self)->rank < 1)
        return check_rank(call, self, 1, 8);
    aclnnStatus status = activation_check_slopes(call, self, weight);
    if (status != ACLNN_SUCCESS || (result->rank == 1 && result->dims[0] == count))
        return status;
    return report(
        ACLNN_ERR_PARAM_INVALID, "the shape of %s is %s; %s, as many as the channels, is required",
        call_name(call, gradWeight), dims_describe(result->dims, result->rank, is, sizeof is),
        dims_describe(&count, 1, required, sizeof required));
}

/* Accepts anything: CANN does not look at this argument. */
aclnnStatus activation_check_unused(struct call *call, int handle)
{
    (void)call;
    (void)handle;
    return ACLNN_SUCCESS;
}

/* Zero up to the distance of 1 to the next float32. */
aclnnStatus activation_check_almost_zero(struct call *call, int scalar)
{
    float given = scalar_float(call_scalar(call, scalar));
    if (activation_is_almost_zero(given))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %g; 0 is required", call_name(call, scalar),
                  (double)given);
}
