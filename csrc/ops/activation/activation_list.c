/* SPDX-License-Identifier: Apache-2.0 */
/* Activations and their gradients: numbers of kernels, and lists that depend on arguments. */
#include "ops/activation/activation.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/activation.h"
#include "declared/common.h"
#include "declared/reduce.h"
#include "ops/common/list.h"
#include "ops/reduce/reduce_tiling.h"
#include "ops/ternary/ternary.h"
#include "tensor/convert.h"

/* ---- Numbers that kernels have as attributes ------------------------------------------------- */

/* A number that the kernel has as an attribute, in float32. The second function replaces negative
 * numbers by 0. */
int activation_list_number(struct l0_list *list, const struct scalar *scalar)
{
    return l0_constant(list, "attribute", scalar, ACL_FLOAT);
}

int activation_list_number_above_zero(struct l0_list *list, const struct scalar *scalar)
{
    static const struct scalar zero = {.type = ACL_FLOAT};
    return activation_list_number(list, scalar_float(scalar) < 0 ? &zero : scalar);
}

int activation_list_number_or_one(struct l0_list *list, const struct scalar *scalar)
{
    const float one = 1;
    struct scalar number = {.type = ACL_FLOAT};
    memcpy(number.bytes, &one, sizeof one);
    return activation_list_number(list, scalar != NULL ? scalar : &number);
}

int activation_list_with(struct l0_list *list, const struct l0_row *row, aclDataType type,
                         int tensor, int a)
{
    return list_apply(list, row, type, (int[]){tensor, a}, 2, 1);
}

int activation_list_with2(struct l0_list *list, const struct l0_row *row, aclDataType type,
                          int tensor, int a, int b)
{
    return list_apply(list, row, type, (int[]){tensor, a, b}, 3, 2);
}

int activation_list_apply1(struct l0_list *list, const struct l0_row *row, aclDataType type,
                           int tensor)
{
    return list_apply(list, row, type, &tensor, 1, 0);
}

int activation_list_apply2_with(struct l0_list *list, const struct l0_row *row, aclDataType type,
                                int x, int y, int a)
{
    return list_apply(list, row, type, (int[]){x, y, a}, 3, 1);
}

int activation_list_apply2_with2(struct l0_list *list, const struct l0_row *row, aclDataType type,
                                 int x, int y, int a, int b)
{
    return list_apply(list, row, type, (int[]){x, y, a, b}, 4, 2);
}

/* ---- Lists ----------------------------------------------------------------------------------- */

void activation_list_relu(struct l0_list *list, int self, int out)
{
    if (self == L0_NONE || out == L0_NONE)
        return;
    aclDataType type = list->tensors[self].type;
    /* Relu leaves unsigned numbers as they are; the in-place call then does nothing at all. */
    if (type == ACL_UINT8 && self == out)
        return;
    int dense = l0_contiguous(list, self);
    l0_view_copy(list, type == ACL_UINT8 ? dense : list_apply(list, &l0_Relu, type, &dense, 1, 0),
                 out);
}

void activation_list_relu_v3(struct l0_list *list, int x, int yOut, int maskOut)
{
    int dense = l0_contiguous(list, x);
    if (dense == L0_NONE)
        return;
    const struct l0_tensor *self = &list->tensors[dense];
    int outputs[] = {l0_new_shaped(list, "yOut", self->type, self->dims, self->rank), L0_NONE};
    if (outputs[0] == L0_NONE)
        return;
    self = &list->tensors[dense];
    outputs[1] = l0_new_shaped(list, "maskOut", ACL_UINT8, self->dims, self->rank);
    if (outputs[1] == L0_NONE)
        return;
    l0_launch_many(list, l0_ReluV3.name, L0_AI_CORE, &dense, 1, outputs, 2);
    l0_step(list, L0_STEP_APPLY, &l0_ReluV3, &dense, 1, outputs, 2, NULL);
    l0_view_copy(list, outputs[0], yOut);
    l0_view_copy(list, outputs[1], maskOut);
}

void activation_list_threshold(struct l0_list *list, int self, const struct scalar *threshold,
                               const struct scalar *value, int out)
{
    if (self == L0_NONE)
        return;
    aclDataType own = list->tensors[self].type;
    aclDataType type = own == ACL_INT16 && list->architecture != ARCHITECTURE_3510 ? ACL_INT32
                                                                                   : own;
    int operand = l0_cast(list, l0_contiguous(list, self), type);
    int inputs[] = {operand, l0_constant(list, "threshold", threshold, type),
                    l0_constant(list, "value", value, type)};
    list_write(list, list_apply(list, &l0_ThresholdV2, type, inputs, 3, 0), out);
}

void activation_list_threshold_backward(struct l0_list *list, int gradOutput, int self,
                                        const struct scalar *threshold, int out)
{
    if (self == L0_NONE)
        return;
    aclDataType type = list->tensors[self].type;
    int grad = l0_contiguous(list, gradOutput);
    int x = l0_contiguous(list, self);
    bool is_relu = activation_is_almost_zero(scalar_float(threshold));
    l0_view_copy(list,
                 is_relu ? list_apply2(list, &l0_ReluGrad, type, grad, x)
                         : activation_list_apply2_with(list, &l0_ThresholdGradV2D, type, grad, x,
                                                       activation_list_number(list, threshold)),
                 out);
}

/* Replaces a tensor in the steps from `first` on by another one, which is then written and read in
 * its place. */
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

int activation_list_place(struct l0_list *list, int out, aclDataType type)
{
    int steps = list->step_count;
    int place = l0_cast(list, l0_contiguous(list, out), type);
    list->step_count = steps; /* what out held before does not matter to the work */
    return place;
}

void activation_list_write_into(struct l0_list *list, const struct l0_row *row, const int *inputs,
                                int count, int attribute_count, int place, int out)
{
    if (place == L0_NONE || out == L0_NONE)
        return;
    int steps = list->step_count;
    int result = l0_view(list, place, list->tensors[place].type);
    if (result == L0_NONE)
        return;
    list->tensors[result].rank = list->tensors[out].rank;
    list->tensors[result].dims = list->tensors[out].dims;
    l0_apply(list, row, inputs, count, attribute_count, &place, 1, NULL);
    list_write(list, place, out);
    exchange(list, steps, place, result);
}

void activation_list_hardtanh_backward(struct l0_list *list, int gradOutput, int self,
                                       const struct scalar *min, const struct scalar *max, int out)
{
    if (out == L0_NONE)
        return;
    int grad = l0_contiguous(list, gradOutput);
    int x = l0_contiguous(list, self);
    int place = activation_list_place(list, out, list->tensors[out].type);
    int inputs[] = {grad, x, activation_list_number(list, min), activation_list_number(list, max)};
    activation_list_write_into(list, &l0_HardtanhGrad, inputs, 4, 2, place, out);
}

void activation_list_broadcast_each(struct l0_list *list, int *a, int *b)
{
    int64_t dims[TENSOR_MAX_DIMS];
    int32_t rank;
    if (*a == L0_NONE || *b == L0_NONE)
        return;
    list_common_shape(list, *a, *b, dims, &rank);
    *a = l0_broadcast_to(list, *a, dims, rank);
    *b = l0_broadcast_to(list, *b, dims, rank);
}

void activation_list_hardshrink_backward(struct l0_list *list, int gradOutput, int self,
                                         const struct scalar *lambd, aclDataType promoted,
                                         int gradInput)
{
    int x = l0_contiguous(list, self);
    int grad = l0_contiguous(list, gradOutput);
    list_broadcast_both(list, &grad, &x);
    grad = l0_cast(list, grad, promoted);
    x = l0_cast(list, x, promoted);
    list_write(list,
               activation_list_apply2_with(list, &l0_HardShrinkGrad, promoted, grad, x,
                                           activation_list_number_above_zero(list, lambd)),
               gradInput);
}

void activation_list_sigmoid_backward(struct l0_list *list, int gradOutput, int output,
                                      aclDataType promoted, int gradInput)
{
    int grad = l0_contiguous(list, gradOutput);
    int y = l0_contiguous(list, output);
    list_broadcast_both(list, &grad, &y);
    grad = l0_cast(list, grad, promoted);
    y = l0_cast(list, y, promoted);
    list_write(list, list_apply2(list, &l0_SigmoidGrad, promoted, grad, y), gradInput);
}

void activation_list_softshrink_backward(struct l0_list *list, int gradOutput, int self,
                                         const struct scalar *lambda, int gradInput)
{
    if (gradOutput == L0_NONE || self == L0_NONE || gradInput == L0_NONE)
        return;
    bool is_mixed = list->tensors[gradOutput].type != list->tensors[self].type;
    aclDataType type = is_mixed ? ACL_FLOAT : list->tensors[self].type;
    int grad = l0_contiguous(list, gradOutput);
    int x = l0_contiguous(list, self);
    list_broadcast_both(list, &x, &grad);
    grad = l0_cast(list, grad, type);
    x = l0_cast(list, x, type);
    int result = activation_list_apply2_with(list, &l0_SoftShrinkGrad, type, grad, x,
                                             activation_list_number(list, lambda));
    if (list->tensors[gradInput].type == type)
        l0_view_copy(list, result, gradInput);
    else if (list->status == ACLNN_SUCCESS)
        list->status = report(
            ACLNN_ERR_INNER_NULLPTR,
            "the data type of gradInput is %s; %s, which the kernel writes, is required",
            data_type_name(list->tensors[gradInput].type), data_type_name(type));
}

/* ---- Elu ------------------------------------------------------------------------------------- */

/* Where a number is infinite or NaN, CANN computes the limit of Elu: -alpha below 0. */
static int limit_of_elu(struct l0_list *list, int self, float alpha, float scale)
{
    struct scalar zero = {.type = ACL_FLOAT};
    struct scalar below = {.type = ACL_FLOAT};
    const float value = -alpha;
    memcpy(below.bytes, &value, sizeof value);
    int inputs[] = {l0_cast(list, self, ACL_FLOAT),
                    l0_constant(list, "threshold", &zero, ACL_FLOAT),
                    l0_constant(list, "value", &below, ACL_FLOAT)};
    return list_muls_by(list, list_apply(list, &l0_ThresholdV2, ACL_FLOAT, inputs, 3, 0), scale);
}

void activation_list_elu(struct l0_list *list, int self, const struct scalar *alpha,
                         const struct scalar *scale, const struct scalar *inputScale, int out)
{
    if (self == L0_NONE)
        return;
    aclDataType type = list->tensors[self].type;
    int operand = l0_contiguous(list, self);
    int result = L0_NONE;
    if (!isfinite(scalar_float(alpha)) || !isfinite(scalar_float(inputScale))) {
        result = limit_of_elu(list, operand, scalar_float(alpha), scalar_float(scale));
    } else {
        int inputs[] = {operand, activation_list_number(list, alpha),
                        activation_list_number(list, scale),
                        activation_list_number(list, inputScale)};
        result = list_apply(list, &l0_Elu, type, inputs, 4, 3);
    }
    list_write(list, result, out);
}

void activation_list_elu_v2(struct l0_list *list, int self, const struct scalar *alpha,
                            const struct scalar *scale, const struct scalar *inputScale, int out)
{
    if (self == L0_NONE)
        return;
    int inputs[] = {l0_contiguous(list, self), activation_list_number(list, alpha),
                    activation_list_number(list, scale), activation_list_number(list, inputScale)};
    l0_view_copy(list, list_apply(list, &l0_EluV2, list->tensors[self].type, inputs, 4, 3), out);
}

void activation_list_elu_backward(struct l0_list *list, int gradOutput, const struct scalar *alpha,
                                  const struct scalar *scale, const struct scalar *inputScale,
                                  bool isResult, int selfOrResult, int gradInput)
{
    if (gradOutput == L0_NONE)
        return;
    const struct l0_row *row = isResult ? &l0_EluGradV2OfResult : &l0_EluGradV2;
    int inputs[] = {l0_contiguous(list, gradOutput), l0_contiguous(list, selfOrResult),
                    activation_list_number(list, alpha), activation_list_number(list, scale),
                    activation_list_number(list, inputScale)};
    list_write(list, list_apply(list, row, list->tensors[gradOutput].type, inputs, 5, 3),
               gradInput);
}

/* ---- Gelu ------------------------------------------------------------------------------------ */

void activation_list_gelu_v2(struct l0_list *list, int x, int64_t approximate, int y)
{
    if (x == L0_NONE)
        return;
    int operand = l0_contiguous(list, x);
    l0_view_copy(list,
                 activation_list_apply1(list, approximate == 1 ? &l0_GeluV2Tanh : &l0_GeluV2,
                                        list->tensors[x].type, operand),
                 y);
}

void activation_list_gelu_backward(struct l0_list *list, int gradOutput, int self,
                                   aclDataType promoted, int gradInput)
{
    int grad = l0_contiguous(list, gradOutput);
    int x = l0_contiguous(list, self);
    int place = activation_list_place(list, gradInput, promoted);
    if (list->architecture != ARCHITECTURE_3510)
        activation_list_broadcast_each(list, &grad, &x);
    x = l0_cast(list, x, promoted);
    grad = l0_cast(list, grad, promoted);
    activation_list_write_into(list, &l0_GeluGrad, (int[]){grad, x}, 2, 0, place, gradInput);
}

void activation_list_gelu_backward_v2(struct l0_list *list, int gradOutput, int self,
                                      const char *approximate, aclDataType promoted, int gradInput)
{
    int64_t dims[TENSOR_MAX_DIMS];
    int32_t rank = 0;
    if (gradOutput == L0_NONE || self == L0_NONE)
        return;
    list_common_shape(list, gradOutput, self, dims, &rank);
    int grad = l0_broadcast_to(list, l0_contiguous(list, gradOutput), dims, rank);
    int x = l0_broadcast_to(list, l0_contiguous(list, self), dims, rank);
    x = l0_cast(list, x, promoted);
    grad = l0_cast(list, grad, promoted);
    const struct l0_row *row = strcmp(approximate, "tanh") == 0 ? &l0_GeluGradV2Tanh
                                                                : &l0_GeluGradV2;
    l0_view_copy(list, list_apply2(list, row, promoted, grad, x), gradInput);
}

void activation_list_mish_backward(struct l0_list *list, int gradOutput, int self,
                                   aclDataType promoted, int gradInput)
{
    int grad = l0_cast(list, l0_contiguous(list, gradOutput), promoted);
    int x = l0_cast(list, l0_contiguous(list, self), promoted);
    activation_list_broadcast_each(list, &x, &grad);
    list_write(list, list_apply2(list, &l0_MishGrad, promoted, grad, x), gradInput);
}

/* ---- Prelu ----------------------------------------------------------------------------------- */

/* Reshapes the slopes along the second dimension of a tensor, when there is one for each of its
 * elements. */
static int along_channels(struct l0_list *list, int weight, int self)
{
    int64_t dims[TENSOR_MAX_DIMS];
    if (weight == L0_NONE || self == L0_NONE)
        return L0_NONE;
    int32_t rank = list->tensors[self].rank;
    for (int32_t i = 0; i < rank; i++)
        dims[i] = i == 1 ? list->tensors[weight].elements : 1;
    return l0_reshape(list, weight, dims, rank);
}

void activation_list_prelu(struct l0_list *list, int self, int weight, aclDataType promoted,
                           int out)
{
    int x = l0_cast(list, l0_contiguous(list, self), promoted);
    int slopes = l0_cast(list, l0_contiguous(list, weight), promoted);
    slopes = along_channels(list, slopes, x);
    list_write(list, list_apply2(list, &l0_PRelu, promoted, x, slopes), out);
}

/* The gradient of each slope: folds `update` over all dims but that of the slopes. */
static int fold_update(struct l0_list *list, int grad, int x, int weight, int update)
{
    struct l0_fold *fold = l0_take(list, sizeof *fold);
    if (fold == NULL || update == L0_NONE || weight == L0_NONE)
        return L0_NONE;
    const struct l0_tensor *t = &list->tensors[update];
    int64_t count = list->tensors[weight].elements;
    fold->dims = ((uint64_t)1 << t->rank) - 1;
    if (t->rank > 1 && count > 1)
        fold->dims &= ~(uint64_t)2;
    int sums = l0_new_shaped(list, "gradWeight", t->type, &count, 1);
    if (sums == L0_NONE)
        return L0_NONE;
    const struct l0_row *row = &l0_PReluGradReduce;
    const char *assumed = row->assumed[list->architecture];
    l0_launch_many(list, row->name, L0_AI_CORE, (int[]){grad, x, weight, update}, 4, &sums, 1);
    if (list->architecture == ARCHITECTURE_3510)
        reduce_tiling_fold(list, update, fold->dims);
    if (assumed != NULL)
        l0_assume(list, assumed);
    l0_step(list, L0_STEP_APPLY, row, &update, 1, &sums, 1, fold);
    return sums;
}

void activation_list_prelu_backward(struct l0_list *list, int gradOutput, int self, int weight,
                                    int gradInput, int gradWeight)
{
    if (self == L0_NONE || gradInput == L0_NONE || gradWeight == L0_NONE)
        return;
    aclDataType type = list->tensors[self].type;
    int grad = l0_contiguous(list, gradOutput);
    int x = l0_contiguous(list, self);
    if (x != L0_NONE && list->tensors[x].rank == 1)
        x = l0_reshape(list, x, (int64_t[]){1, list->tensors[x].elements}, 2);
    int slopes = l0_contiguous(list, weight);
    if (grad == L0_NONE || x == L0_NONE || slopes == L0_NONE)
        return;
    const int64_t *dims = list->tensors[x].dims;
    int32_t rank = list->tensors[x].rank;
    int outputs[] = {l0_new_shaped(list, "gradInput", type, dims, rank),
                     l0_new_shaped(list, "update", type, dims, rank)};
    int inputs[] = {grad, x, along_channels(list, slopes, x)};
    l0_apply(list, &l0_PReluGradUpdate, inputs, 3, 0, outputs, 2, NULL);
    int sums = fold_update(list, grad, x, slopes, outputs[1]);
    const struct l0_tensor *to = &list->tensors[gradInput];
    l0_view_copy(list, l0_reshape(list, outputs[0], to->dims, to->rank), gradInput);
    to = &list->tensors[gradWeight];
    l0_view_copy(list, l0_reshape(list, sums, to->dims, to->rank), gradWeight);
}

/* ---- Others ---------------------------------------------------------------------------------- */

void activation_list_hardtanh(struct l0_list *list, int self, const struct scalar *clipValueMin,
                              const struct scalar *clipValueMax, int out)
{
    if (self == L0_NONE)
        return;
    aclDataType type = list->tensors[self].type;
    int inputs[] = {l0_contiguous(list, self), l0_constant(list, "min", clipValueMin, type),
                    l0_constant(list, "max", clipValueMax, type)};
    const struct l0_row *clip = ternary_clip_between(clipValueMin, clipValueMax);
    l0_view_copy(list, list_apply(list, clip, type, inputs, 3, 0), out);
}

void activation_list_softplus_backward(struct l0_list *list, int gradOutput, int self,
                                       const struct scalar *beta, const struct scalar *threshold,
                                       aclDataType promoted, int gradInput)
{
    int grad = l0_contiguous(list, gradOutput);
    int x = l0_contiguous(list, self);
    grad = l0_cast(list, grad, promoted);
    x = l0_cast(list, x, promoted);
    list_write(list,
               activation_list_apply2_with2(list, &l0_SoftplusV2Grad, promoted, grad, x,
                                            activation_list_number(list, beta),
                                            activation_list_number(list, threshold)),
               gradInput);
}
