/* SPDX-License-Identifier: Apache-2.0 */
/* Losses and their gradients: checks, and what CANN makes of them. */
#include <inttypes.h>
#include <math.h>

#include "base/data_type.h"
#include "base/report.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/lists.h"
#include "tensor/convert.h"
#include "tensor/layout.h"

enum { NONE, MEAN, SUM, BATCH_MEAN };

/* ---- Checks ---------------------------------------------------------------------------------- */

aclnnStatus check_reduction(struct call *call, int reduction, int highest)
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
                  "the shape of %s is %s; where elements are joined, one element%s is required",
                  call_name(call, out), dims_describe(result->dims, result->rank, is, sizeof is),
                  one_will_do ? "" : " without dimensions");
}

aclnnStatus check_loss_shape(struct call *call, int self, int target, int reduction, int out)
{
    return check_shape(call, (const int[]){self, target}, reduction, out, false);
}

aclnnStatus check_joined_loss_shape(struct call *call, int self, int target, int reduction, int out)
{
    return check_shape(call, (const int[]){self, target}, reduction, out, true);
}

aclnnStatus check_first_joined_shape(struct call *call, int self, int target, int reduction,
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

aclnnStatus check_differences(struct call *call, int self, int target, int reduction)
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
                  "%s is %s and %s is %s, with %s %" PRId64 "; floating-point numbers are required",
                  call_name(call, self), data_type_name(type), call_name(call, target),
                  data_type_name(other), call_name(call, reduction), mode);
}

aclnnStatus check_no_negative(struct call *call, int number)
{
    double given = call->arguments[number].real;
    return given < 0 ? report(ACLNN_ERR_PARAM_INVALID, "%s is %g; it must not be negative",
                              call_name(call, number), given)
                     : ACLNN_SUCCESS;
}

/* ---- Pieces ---------------------------------------------------------------------------------- */

/* A loss of no elements: none, no mean, or the sum of nothing. */
static bool is_of_nothing(struct l0_list *list, int self, int target, int64_t reduction, int out)
{
    if (self == L0_NONE || target == L0_NONE || out == L0_NONE)
        return true;
    if (list->tensors[self].elements != 0 && list->tensors[target].elements != 0)
        return false;
    const struct l0_tensor result = list->tensors[out];
    bool has_mean = reduction == SUM || (reduction == BATCH_MEAN && list->tensors[self].rank > 0 &&
                                         list->tensors[self].dims[0] != 0);
    if (reduction != NONE)
        l0_view_copy(
            list, list_fill(list, result.type, has_mean ? 0 : NAN, result.dims, result.rank), out);
    return true;
}

/* How many the joined elements of a loss are divided by. */
static double divisor(const struct l0_list *list, int tensor, int64_t reduction)
{
    const struct l0_tensor *elements = &list->tensors[tensor];
    return reduction == MEAN                               ? (double)elements->elements
           : reduction == BATCH_MEAN && elements->rank > 0 ? (double)elements->dims[0]
                                                           : 1;
}

/* One element without dimensions, which a formula has joined all of its elements to. */
static int join(struct l0_list *list, const struct l0_row *row, aclDataType type, const int *inputs,
                int count)
{
    struct l0_fold *fold = arena_take(list->arena, sizeof *fold);
    int result = l0_new_shaped(list, row->name, type, NULL, 0);
    if (fold == NULL || result == L0_NONE)
        return L0_NONE;
    fold->dims = ((uint64_t)1 << list->tensors[inputs[0]].rank) - 1;
    l0_apply(list, row, inputs, count, count - 2, &result, 1, fold);
    return result;
}

/* As many dims as out has: of one element, any number. */
static void write_loss(struct l0_list *list, int loss, int out)
{
    if (loss == L0_NONE || out == L0_NONE)
        return;
    const struct l0_tensor result = list->tensors[out];
    if (list->tensors[loss].rank != result.rank)
        loss = l0_reshape(list, loss, result.dims, result.rank);
    list_write(list, loss, out);
}

/* The loss of two tensors of one shape; the parameter is a number of the formula, or NULL. */
static int loss_of(struct l0_list *list, const struct l0_row *row, const struct l0_row *joined,
                   int x, int y, const double *parameter, int64_t reduction)
{
    if (x == L0_NONE || y == L0_NONE)
        return L0_NONE;
    aclDataType type = list->tensors[x].type;
    int inputs[4] = {x, y};
    int count = 2;
    if (parameter != NULL)
        inputs[count++] = list_constant(list, "number", (double)(float)*parameter, ACL_DOUBLE);
    if (reduction == NONE)
        return list_apply(list, row, type, inputs, count, count - 2);
    inputs[count++] = list_constant(list, "number", divisor(list, x, reduction), ACL_DOUBLE);
    return join(list, joined, type, inputs, count);
}

/* ---- Losses ---------------------------------------------------------------------------------- */

void list_loss(struct l0_list *list, const struct l0_row *row, const struct l0_row *joined,
               int self, int target, aclDataType promoted, int64_t reduction, int out)
{
    if (is_of_nothing(list, self, target, reduction, out))
        return;
    int x = l0_contiguous(list, self);
    int y = l0_contiguous(list, target);
    x = l0_cast(list, x, promoted);
    y = l0_cast(list, y, promoted);
    list_broadcast_both(list, &x, &y);
    write_loss(list, loss_of(list, row, joined, x, y, NULL, reduction), out);
}

/* Both in the type, one after the other, and in one shape. */
static void prepare_both(struct l0_list *list, int self, int target, aclDataType type, int *x,
                         int *y)
{
    *x = l0_cast(list, l0_contiguous(list, self), type);
    *y = l0_cast(list, l0_contiguous(list, target), type);
    list_broadcast_both(list, x, y);
}

void list_mse_loss(struct l0_list *list, int self, int target, aclDataType promoted,
                   int64_t reduction, int out)
{
    int x;
    int y;
    if (is_of_nothing(list, self, target, reduction, out))
        return;
    prepare_both(list, self, target, promoted, &x, &y);
    bool is_newer = list->architecture != L0_1001;
    write_loss(list,
               loss_of(list, is_newer ? &l0_MSELossV2 : &l0_MseLoss,
                       is_newer ? &l0_MSELossV2Joined : &l0_MseLossJoined, x, y, NULL, reduction),
               out);
}

void list_mse_loss_out(struct l0_list *list, int self, int target, aclDataType promoted,
                       int64_t reduction, int out)
{
    int x = l0_cast(list, l0_contiguous(list, self), promoted);
    int y = l0_cast(list, l0_contiguous(list, target), promoted);
    list_broadcast_both(list, &x, &y);
    int loss = loss_of(list, list->architecture != L0_1001 ? &l0_MSELossV2 : &l0_MseLoss, NULL, x,
                       y, NULL, NONE);
    if (loss == L0_NONE)
        return;
    if (reduction != NONE && list->tensors[loss].rank > 0)
        loss = list_fold_dims(list, reduction == SUM ? &l0_ReduceSum : &l0_ReduceMean, loss, 1,
                              false, promoted);
    list_write(list, loss, out);
}

/* Differences of int64 by operators of their own. */
static int difference_of_integers(struct l0_list *list, int x, int y, int64_t reduction)
{
    static const struct array all = {.size = 0};
    int result = list_apply2(list, &l0_Sub, ACL_INT64, x, y);
    result = list_apply1(list, &l0_Abs, ACL_INT64, result);
    return reduction == NONE ? result
                             : list_fold(list, &l0_ReduceSum, result, &all, false, ACL_INT64);
}

void list_l1_loss(struct l0_list *list, int self, int target, aclDataType promoted,
                  int64_t reduction, int out)
{
    int x;
    int y;
    if (is_of_nothing(list, self, target, reduction, out))
        return;
    prepare_both(list, self, target, promoted, &x, &y);
    write_loss(list,
               promoted == ACL_INT64
                   ? difference_of_integers(list, x, y, reduction)
                   : loss_of(list, &l0_LpLoss, &l0_LpLossJoined, x, y, NULL, reduction),
               out);
}

void list_smooth_l1_loss(struct l0_list *list, int self, int target, aclDataType promoted,
                         int64_t reduction, double beta, int result)
{
    if (is_of_nothing(list, self, target, reduction, result))
        return;
    int x = l0_contiguous(list, self);
    int y = l0_contiguous(list, target);
    list_broadcast_both(list, &x, &y);
    x = l0_cast(list, x, promoted);
    y = l0_cast(list, y, promoted);
    write_loss(list,
               loss_of(list, &l0_SmoothL1LossV2, &l0_SmoothL1LossV2Joined, x, y, &beta, reduction),
               result);
}

void list_kl_div(struct l0_list *list, int self, int target, aclDataType promoted,
                 int64_t reduction, bool logTarget, int out)
{
    int x;
    int y;
    if (is_of_nothing(list, self, target, reduction, out))
        return;
    prepare_both(list, self, target, promoted, &x, &y);
    write_loss(list,
               loss_of(list, logTarget ? &l0_KLDivOfLogarithms : &l0_KLDivV2,
                       logTarget ? &l0_KLDivOfLogarithmsJoined : &l0_KLDivV2Joined, x, y, NULL,
                       reduction),
               out);
}

/* ---- Gradients ------------------------------------------------------------------------------- */

/* The gradient of a loss; factor is what is there with each element but for the mean. */
static int gradient_of(struct l0_list *list, const struct l0_row *row, const int operands[3],
                       double factor, const double *parameter, int64_t reduction, int out)
{
    for (int i = 0; i < 3; i++)
        if (operands[i] == L0_NONE)
            return L0_NONE;
    int inputs[5] = {operands[0], operands[1], operands[2]};
    double count = reduction == MEAN ? (double)list->tensors[out].elements : 1;
    inputs[3] = list_constant(list, "number", factor / count, ACL_DOUBLE);
    if (parameter != NULL)
        inputs[4] = list_constant(list, "number", (double)(float)*parameter, ACL_DOUBLE);
    return list_apply(list, row, list->tensors[operands[0]].type, inputs, parameter != NULL ? 5 : 4,
                      parameter != NULL ? 2 : 1);
}

static bool is_empty(const struct l0_list *list, int tensor)
{
    return tensor == L0_NONE || list->tensors[tensor].elements == 0;
}

void list_mse_loss_backward(struct l0_list *list, int gradOutput, int self, int target,
                            int64_t reduction, int out)
{
    if (is_empty(list, gradOutput) || is_empty(list, self) || is_empty(list, target))
        return;
    int grad = l0_contiguous(list, gradOutput);
    int x = l0_contiguous(list, self);
    int y = l0_contiguous(list, target);
    const struct l0_row *row = list->architecture == L0_1001 ? &l0_MseLossGrad : &l0_MseLossGradV2;
    list_write(list, gradient_of(list, row, (const int[]){x, y, grad}, 2, NULL, reduction, out),
               out);
}

static void broadcast_all(struct l0_list *list, int *operands, int out)
{
    if (out == L0_NONE)
        return;
    const struct l0_tensor result = list->tensors[out];
    for (int i = 0; i < 3; i++)
        if (operands[i] != L0_NONE)
            operands[i] = l0_broadcast_to(list, operands[i], result.dims, result.rank);
}

void list_l1_loss_backward(struct l0_list *list, int gradOutput, int self, int target,
                           aclDataType promoted, int64_t reduction, int gradInput)
{
    if (is_empty(list, gradOutput) || is_empty(list, self) || is_empty(list, target))
        return;
    int operands[3];
    operands[0] = l0_contiguous(list, gradOutput);
    operands[1] = l0_contiguous(list, self);
    operands[2] = l0_contiguous(list, target);
    broadcast_all(list, operands, gradInput);
    operands[1] = l0_cast(list, operands[1], promoted);
    operands[0] = l0_cast(list, operands[0], promoted);
    operands[2] = l0_cast(list, operands[2], promoted);
    list_write(list, gradient_of(list, &l0_L1LossGrad, operands, 1, NULL, reduction, gradInput),
               gradInput);
}

void list_smooth_l1_loss_backward(struct l0_list *list, int gradOut, int self, int target,
                                  aclDataType promoted, int64_t reduction, double beta,
                                  int gradInput)
{
    if (is_empty(list, gradOut) || is_empty(list, self) || is_empty(list, target))
        return;
    int grad = l0_contiguous(list, gradOut);
    int x = l0_contiguous(list, self);
    int y = l0_contiguous(list, target);
    grad = l0_cast(list, grad, promoted);
    x = l0_cast(list, x, promoted);
    y = l0_cast(list, y, promoted);
    list_write(list,
               gradient_of(list, &l0_SmoothL1LossGradV2, (const int[]){x, y, grad}, 1, &beta,
                           reduction, gradInput),
               gradInput);
}

void list_loss_backward(struct l0_list *list, const struct l0_row *row, int gradOutput, int self,
                        int target, aclDataType promoted, int64_t reduction, int out)
{
    if (is_empty(list, self))
        return;
    int operands[3];
    operands[0] = l0_contiguous(list, gradOutput);
    operands[1] = l0_contiguous(list, self);
    operands[2] = l0_contiguous(list, target);
    for (int i = 0; i < 3; i++)
        operands[i] = l0_cast(list, operands[i], promoted);
    broadcast_all(list, operands, out);
    list_write(list, gradient_of(list, row, operands, 1, NULL, reduction, out), out);
}
