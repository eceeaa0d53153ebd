/* SPDX-License-Identifier: Apache-2.0 */
/* Activations and their gradients: the numbers of their kernels, and lists with choices. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/lists.h"
#include "tensor/convert.h"

/* ---- Checks
 * ---------------------------------------------------------------------------------------- */

static aclnnStatus report_negative(const struct call *call, int scalar, const char *when)
{
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %g; it must not be negative%s",
                  call->operator->parameters[scalar].name, scalar_double(call_scalar(call, scalar)),
                  when);
}

aclnnStatus check_not_negative(struct call *call, int scalar)
{
    return scalar_float(call_scalar(call, scalar)) < 0 ? report_negative(call, scalar, "")
                                                       : ACLNN_SUCCESS;
}

aclnnStatus check_not_negative_of_result(struct call *call, int scalar, int flag)
{
    if (call->arguments[flag].integer == 0 || !(scalar_double(call_scalar(call, scalar)) < 0))
        return ACLNN_SUCCESS;
    return report_negative(call, scalar, " where the result of the forward call is given");
}

static bool is_almost_zero(float number)
{
    return fabsf(number) <= FLT_EPSILON;
}

aclnnStatus check_threshold_of_int64(struct call *call, int tensor, int threshold)
{
    float number = scalar_float(call_scalar(call, threshold));
    if (call_type(call, tensor) != ACL_INT64 || is_almost_zero(number))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %g; with tensors of DT_INT64 it must be 0",
                  call->operator->parameters[threshold].name, (double)number);
}

/* ---- Numbers that kernels have as attributes
 * ------------------------------------------------------- */

int list_number(struct l0_list *list, const struct scalar *scalar)
{
    return l0_constant(list, "attribute", scalar, ACL_FLOAT);
}

int list_number_above_zero(struct l0_list *list, const struct scalar *scalar)
{
    static const struct scalar zero = {.type = ACL_FLOAT};
    return list_number(list, scalar_float(scalar) < 0 ? &zero : scalar);
}

int list_with(struct l0_list *list, const struct l0_row *row, aclDataType type, int tensor, int a)
{
    return list_apply(list, row, type, (int[]){tensor, a}, 2, 1);
}

int list_with2(struct l0_list *list, const struct l0_row *row, aclDataType type, int tensor, int a,
               int b)
{
    return list_apply(list, row, type, (int[]){tensor, a, b}, 3, 2);
}

int list_apply2_with(struct l0_list *list, const struct l0_row *row, aclDataType type, int x, int y,
                     int a)
{
    return list_apply(list, row, type, (int[]){x, y, a}, 3, 1);
}

int list_apply2_with2(struct l0_list *list, const struct l0_row *row, aclDataType type, int x,
                      int y, int a, int b)
{
    return list_apply(list, row, type, (int[]){x, y, a, b}, 4, 2);
}

/* ---- Lists
 * ----------------------------------------------------------------------------------------- */

void list_relu(struct l0_list *list, int self, int out)
{
    if (self == L0_NONE || out == L0_NONE)
        return;
    aclDataType type = list->tensors[self].type;
    /* Unsigned numbers stay; in their place nothing is done at all. */
    if (type == ACL_UINT8 && self == out)
        return;
    int dense = l0_contiguous(list, self);
    l0_view_copy(list, type == ACL_UINT8 ? dense : list_apply(list, &l0_Relu, type, &dense, 1, 0),
                 out);
}

void list_threshold(struct l0_list *list, int self, const struct scalar *threshold,
                    const struct scalar *value, int out)
{
    if (self == L0_NONE)
        return;
    aclDataType own = list->tensors[self].type;
    aclDataType type = own == ACL_INT16 && list->architecture != L0_3510 ? ACL_INT32 : own;
    int operand = l0_cast(list, l0_contiguous(list, self), type);
    int inputs[] = {operand, l0_constant(list, "threshold", threshold, type),
                    l0_constant(list, "value", value, type)};
    list_write(list, list_apply(list, &l0_ThresholdV2, type, inputs, 3, 0), out);
}

void list_threshold_backward(struct l0_list *list, int gradOutput, int self,
                             const struct scalar *threshold, int out)
{
    if (self == L0_NONE)
        return;
    aclDataType type = list->tensors[self].type;
    int grad = l0_contiguous(list, gradOutput);
    int x = l0_contiguous(list, self);
    bool is_relu = is_almost_zero(scalar_float(threshold));
    l0_view_copy(list,
                 is_relu ? list_apply2(list, &l0_ReluGrad, type, grad, x)
                         : list_apply2_with(list, &l0_ThresholdGradV2D, type, grad, x,
                                            list_number(list, threshold)),
                 out);
}

/* From a step on another tensor is written, and read, in place of one. */
static void exchange(struct l0_list *list, int first, int tensor, int other)
{
    for (int i = first; i < list->step_count; i++) {
        struct l0_step *step = &list->steps[i];
        for (int j = 0; j < step->input_count; j++)
            if (step->inputs[j] == tensor)
                step->inputs[j] = other;
        if (step->kind == L0_STEP_APPLY && step->outputs[0] == tensor)
            step->outputs[0] = other;
    }
}

void list_write_into(struct l0_list *list, const struct l0_row *row, aclDataType type,
                     const int *inputs, int count, int attribute_count, int out)
{
    if (out == L0_NONE)
        return;
    int steps = list->step_count;
    int place = l0_cast(list, l0_contiguous(list, out), type);
    list->step_count = steps; /* what out held does not matter */
    int result = l0_view(list, place, type);
    if (result == L0_NONE)
        return;
    list->tensors[result].rank = list->tensors[out].rank;
    list->tensors[result].dims = list->tensors[out].dims;
    l0_apply(list, row, inputs, count, attribute_count, &place, 1, NULL);
    list_write(list, place, out);
    exchange(list, steps, place, result);
}

void list_hardtanh_backward(struct l0_list *list, int gradOutput, int self,
                            const struct scalar *min, const struct scalar *max, int out)
{
    if (out == L0_NONE)
        return;
    int grad = l0_contiguous(list, gradOutput);
    int x = l0_contiguous(list, self);
    int inputs[] = {grad, x, list_number(list, min), list_number(list, max)};
    list_write_into(list, &l0_HardtanhGrad, list->tensors[out].type, inputs, 4, 2, out);
}

/* The shape that two tensors broadcast to. */
static void common_shape(const struct l0_list *list, int a, int b, int64_t *dims, int32_t *rank)
{
    const struct l0_tensor *first = &list->tensors[a];
    const struct l0_tensor *second = &list->tensors[b];
    *rank = first->rank > second->rank ? first->rank : second->rank;
    for (int32_t i = 0; i < *rank; i++) {
        int32_t at = i - (*rank - first->rank);
        int32_t other = i - (*rank - second->rank);
        bool is_one = at < 0 || first->dims[at] == 1;
        dims[i] = is_one ? other >= 0 ? second->dims[other] : 1 : first->dims[at];
    }
}

void list_broadcast_both(struct l0_list *list, int *a, int *b)
{
    int64_t dims[TENSOR_MAX_DIMS];
    int32_t rank;
    if (*a == L0_NONE || *b == L0_NONE)
        return;
    common_shape(list, *a, *b, dims, &rank);
    *a = l0_broadcast_to(list, *a, dims, rank);
    *b = l0_broadcast_to(list, *b, dims, rank);
}

void list_hardshrink_backward(struct l0_list *list, int gradOutput, int self,
                              const struct scalar *lambd, aclDataType promoted, int gradInput)
{
    int x = l0_contiguous(list, self);
    int grad = l0_contiguous(list, gradOutput);
    list_broadcast_both(list, &grad, &x);
    grad = l0_cast(list, grad, promoted);
    x = l0_cast(list, x, promoted);
    list_write(list,
               list_apply2_with(list, &l0_HardShrinkGrad, promoted, grad, x,
                                list_number_above_zero(list, lambd)),
               gradInput);
}

void list_sigmoid_backward(struct l0_list *list, int gradOutput, int output, aclDataType promoted,
                           int gradInput)
{
    int grad = l0_contiguous(list, gradOutput);
    int y = l0_contiguous(list, output);
    list_broadcast_both(list, &grad, &y);
    grad = l0_cast(list, grad, promoted);
    y = l0_cast(list, y, promoted);
    list_write(list, list_apply2(list, &l0_SigmoidGrad, promoted, grad, y), gradInput);
}
