/* SPDX-License-Identifier: Apache-2.0 */
/* Losses and their gradients: checks. */
#include "ops/loss/loss.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/loss.h"
#include "ops/common/check.h"
#include "tensor/convert.h"
#include "tensor/layout.h"

/* A tensor that has fewer dimensions than the other is broadcast first. */
aclnnStatus loss_check_kept_if_widest(struct call *call, int tensor, int other, int out)
{
    int64_t dims[TENSOR_MAX_DIMS];
    int32_t rank = 0;
    const struct tensor *from = call_tensor(call, tensor);
    aclnnStatus status = call_broadcast(call, (const int[]){tensor, other}, 2, dims, &rank);
    if (status != ACLNN_SUCCESS || !same_dims(from->dims, from->rank, dims, rank))
        return status;
    return check_kept_format(call, tensor, out);
}

/* ---- Checks ---------------------------------------------------------------------------------- */

/* reduction is between 0 and a highest number: 0 none, 1 mean, 2 sum, and so on. */
aclnnStatus loss_check_reduction(struct call *call, int reduction, int highest)
{
    int64_t given = call->arguments[reduction].integer;
    if (given >= 0 && given <= highest)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; 0 to %d are supported",
                  call_name(call, reduction), given, highest);
}

static aclnnStatus check_shape(struct call *call, const int operands[2], int reduction, int out,
                               bool one_will_do)
{
    char is[160];
    int64_t dims[TENSOR_MAX_DIMS];
    int64_t count = 0;
    int32_t rank;
    const struct tensor *result = call_tensor(call, out);
    if (call->arguments[reduction].integer == NONE)
        return check_broadcast(call, operands, 2, out);
    aclnnStatus status = call_broadcast(call, operands, 2, dims, &rank);
    bool is_one = one_will_do && tensor_element_count(result, &count) && count == 1;
    if (status != ACLNN_SUCCESS || result->rank == 0 || is_one)
        return status;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the shape of %s is %s; with a reduction one element%s is required",
                  call_name(call, out), dims_describe(result->dims, result->rank, is, sizeof is),
                  one_will_do ? "" : " without dimensions");
}

/* out has the shape to which two tensors broadcast, or no dimensions where there is a reduction. */
aclnnStatus loss_check_shape(struct call *call, int self, int target, int reduction, int out)
{
    return check_shape(call, (const int[]){self, target}, reduction, out, false);
}

aclnnStatus loss_check_each_loss_shape(struct call *call, int self, int target, int reduction,
                                       int out)
{
    int64_t dims[TENSOR_MAX_DIMS];
    int32_t rank;
    if (call->arguments[reduction].integer == NONE)
        return check_broadcast(call, (const int[]){self, target}, 2, out);
    return call_broadcast(call, (const int[]){self, target}, 2, dims, &rank);
}

/* The same as loss_check_shape, but one element of any shape will do. */
aclnnStatus loss_check_joined_loss_shape(struct call *call, int self, int target, int reduction,
                                         int out)
{
    int64_t x = 0;
    int64_t y = 0;
    if (tensor_element_count(call_tensor(call, self), &x) && x == 0)
        return ACLNN_SUCCESS;
    if (tensor_element_count(call_tensor(call, target), &y) && y == 0)
        return ACLNN_SUCCESS;
    return check_shape(call, (const int[]){self, target}, reduction, out, true);
}

/* out has the common shape of self and target, without the first dimension where there is a
 * reduction. */
aclnnStatus loss_check_first_joined_shape(struct call *call, int self, int target, int reduction,
                                          int out)
{
    char is[160];
    int64_t dims[TENSOR_MAX_DIMS];
    int32_t rank;
    const struct tensor *result = call_tensor(call, out);
    int32_t first = call->arguments[reduction].integer != NONE;
    aclnnStatus status = call_broadcast(call, (const int[]){self, target}, 2, dims, &rank);
    if (status != ACLNN_SUCCESS)
        return status;
    if (rank == 0)
        first = 0;
    if (same_dims(dims + first, rank - first, result->dims, result->rank))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "the shape of %s is %s; that of the losses is required",
                  call_name(call, out), dims_describe(result->dims, result->rank, is, sizeof is));
}

/* Differences of integers have a type of their own, and no mean. */
aclnnStatus loss_check_differences(struct call *call, int self, int target, int reduction)
{
    int64_t mode = call->arguments[reduction].integer;
    aclDataType type = call_type(call, self);
    aclDataType other = call_type(call, target);
    bool is_whole = !type_is_float(type) && (mode == MEAN   ? !type_is_float(other)
                                             : mode == NONE ? type_is_float(other)
                                                            : false);
    if (!is_whole)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s is %s and %s is %s; with %s %" PRId64 " floating-point numbers are required",
                  call_name(call, self), data_type_name(type), call_name(call, target),
                  data_type_name(other), call_name(call, reduction), mode);
}

/* The number is not below 0. */
aclnnStatus loss_check_no_negative(struct call *call, int number)
{
    double given = call->arguments[number].real;
    return given < 0 ? report(ACLNN_ERR_PARAM_INVALID, "%s is %g; it must not be negative",
                              call_name(call, number), given)
                     : ACLNN_SUCCESS;
}
