/* SPDX-License-Identifier: Apache-2.0 */
/* Activations and their gradients: the numbers of their kernels, and lists with choices. */
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/lists.h"
#include "tensor/convert.h"
#include "tensor/layout.h"
#include "workspace/reduce_tiling.h"

/* ---- Checks ---------------------------------------------------------------------------------- */

static aclnnStatus report_negative(const struct call *call, int scalar, const char *when)
{
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %g; it must not be negative%s",
                  call_name(call, scalar), scalar_double(call_scalar(call, scalar)), when);
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
                  call_name(call, threshold), (double)number);
}

aclnnStatus check_not_zero(struct call *call, int scalar)
{
    float number = scalar_float(call_scalar(call, scalar));
    if (number > 0 || number < 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %g; a number other than 0 is required",
                  call_name(call, scalar), (double)number);
}

aclnnStatus check_casts(struct call *call, int operand, int type)
{
    const struct scalar *scalar = call_scalar(call, operand);
    if (scalar == NULL || type_can_cast(scalar->type, (aclDataType)type))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the data type of %s is %s, which cannot become %s, that of the kernel's number",
                  call_name(call, operand), data_type_name(scalar->type),
                  data_type_name((aclDataType)type));
}

aclnnStatus check_ordered(struct call *call, int lower, int upper)
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

aclnnStatus check_approximate(struct call *call, int text)
{
    const char *given = call->arguments[text].text;
    if (given == NULL || strcmp(given, "none") == 0 || strcmp(given, "tanh") == 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is \"%s\"; \"none\" and \"tanh\" are supported",
                  call_name(call, text), given);
}

aclnnStatus check_float_where_mixed(struct call *call, int a, int b, int out)
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

aclnnStatus check_compute_in_result(struct call *call, int operand, int out)
{
    aclDataType type = call_type(call, operand);
    bool is_whole = type == ACL_BOOL || type_is_integer(type);
    call->promoted = is_whole ? call_type(call, out) : type;
    return ACLNN_SUCCESS;
}

aclnnStatus check_compute_in_common_half(struct call *call, int a, int b)
{
    aclDataType type = call_type(call, a);
    bool is_kept = type == call_type(call, b) && (type == ACL_FLOAT || type_is_half(type));
    call->promoted = is_kept ? type : ACL_FLOAT;
    return ACLNN_SUCCESS;
}

/* The slopes of Prelu: one, or one for each place of the second dimension. */
aclnnStatus check_slopes(struct call *call, int self, int weight)
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

aclnnStatus check_slope_gradient(struct call *call, int self, int weight, int gradWeight)
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
    aclnnStatus status = check_slopes(call, self, weight);
    if (status != ACLNN_SUCCESS || (result->rank == 1 && result->dims[0] == count))
        return status;
    return report(
        ACLNN_ERR_PARAM_INVALID, "the shape of %s is %s; %s, as many as the channels, is required",
        call_name(call, gradWeight), dims_describe(result->dims, result->rank, is, sizeof is),
        dims_describe(&count, 1, required, sizeof required));
}

aclnnStatus check_unused(struct call *call, int handle)
{
    (void)call;
    (void)handle;
    return ACLNN_SUCCESS;
}

/* ---- Numbers that kernels have as attributes ------------------------------------------------- */

int list_number(struct l0_list *list, const struct scalar *scalar)
{
    return l0_constant(list, "attribute", scalar, ACL_FLOAT);
}

int list_number_above_zero(struct l0_list *list, const struct scalar *scalar)
{
    static const struct scalar zero = {.type = ACL_FLOAT};
    return list_number(list, scalar_float(scalar) < 0 ? &zero : scalar);
}

int list_number_of(struct l0_list *list, double number)
{
    return list_constant(list, "number", number, ACL_FLOAT);
}

int list_number_or_one(struct l0_list *list, const struct scalar *scalar)
{
    const float one = 1;
    struct scalar number = {.type = ACL_FLOAT};
    memcpy(number.bytes, &one, sizeof one);
    return list_number(list, scalar != NULL ? scalar : &number);
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

int list_apply1(struct l0_list *list, const struct l0_row *row, aclDataType type, int tensor)
{
    return list_apply(list, row, type, &tensor, 1, 0);
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

/* ---- Lists ----------------------------------------------------------------------------------- */

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

int list_place(struct l0_list *list, int out, aclDataType type)
{
    int steps = list->step_count;
    int place = l0_cast(list, l0_contiguous(list, out), type);
    list->step_count = steps; /* what out held does not matter */
    return place;
}

void list_write_into(struct l0_list *list, const struct l0_row *row, const int *inputs, int count,
                     int attribute_count, int place, int out)
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

void list_hardtanh_backward(struct l0_list *list, int gradOutput, int self,
                            const struct scalar *min, const struct scalar *max, int out)
{
    if (out == L0_NONE)
        return;
    int grad = l0_contiguous(list, gradOutput);
    int x = l0_contiguous(list, self);
    int place = list_place(list, out, list->tensors[out].type);
    int inputs[] = {grad, x, list_number(list, min), list_number(list, max)};
    list_write_into(list, &l0_HardtanhGrad, inputs, 4, 2, place, out);
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

void list_broadcast_each(struct l0_list *list, int *a, int *b)
{
    int64_t dims[TENSOR_MAX_DIMS];
    int32_t rank;
    if (*a == L0_NONE || *b == L0_NONE)
        return;
    common_shape(list, *a, *b, dims, &rank);
    *a = l0_broadcast_to(list, *a, dims, rank);
    *b = l0_broadcast_to(list, *b, dims, rank);
}

void list_broadcast_both(struct l0_list *list, int *a, int *b)
{
    int64_t dims[TENSOR_MAX_DIMS];
    int32_t rank;
    if (*a == L0_NONE || *b == L0_NONE)
        return;
    const struct l0_tensor one = list->tensors[*a];
    const struct l0_tensor other = list->tensors[*b];
    if (same_dims(one.dims, one.rank, other.dims, other.rank))
        return;
    common_shape(list, *a, *b, dims, &rank);
    *a = l0_append_broadcast_to(list, *a, dims, rank);
    *b = l0_append_broadcast_to(list, *b, dims, rank);
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

void list_softshrink_backward(struct l0_list *list, int gradOutput, int self,
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
    int result = list_apply2_with(list, &l0_SoftShrinkGrad, type, grad, x,
                                  list_number(list, lambda));
    if (list->tensors[gradInput].type == type)
        l0_view_copy(list, result, gradInput);
    else if (list->status == ACLNN_SUCCESS)
        list->status = report(ACLNN_ERR_INNER_NULLPTR,
                              "gradInput is %s, and the kernel gives %s; CANN does not convert it",
                              data_type_name(list->tensors[gradInput].type), data_type_name(type));
}

/* ---- Elu ------------------------------------------------------------------------------------- */

/* With a number that is not finite, CANN has what Elu tends to: -alpha below 0. */
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

void list_elu(struct l0_list *list, int self, const struct scalar *alpha,
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
        int inputs[] = {operand, list_number(list, alpha), list_number(list, scale),
                        list_number(list, inputScale)};
        result = list_apply(list, &l0_Elu, type, inputs, 4, 3);
    }
    list_write(list, result, out);
}

void list_elu_backward(struct l0_list *list, int gradOutput, const struct scalar *alpha,
                       const struct scalar *scale, const struct scalar *inputScale, bool isResult,
                       int selfOrResult, int gradInput)
{
    if (gradOutput == L0_NONE)
        return;
    const struct l0_row *row = isResult ? &l0_EluGradV2OfResult : &l0_EluGradV2;
    int inputs[] = {l0_contiguous(list, gradOutput), l0_contiguous(list, selfOrResult),
                    list_number(list, alpha), list_number(list, scale),
                    list_number(list, inputScale)};
    list_write(list, list_apply(list, row, list->tensors[gradOutput].type, inputs, 5, 3),
               gradInput);
}

/* ---- Gelu ------------------------------------------------------------------------------------ */

void list_gelu_v2(struct l0_list *list, int x, int64_t approximate, int y)
{
    if (x == L0_NONE)
        return;
    int operand = l0_contiguous(list, x);
    l0_view_copy(list,
                 list_apply1(list, approximate == 1 ? &l0_GeluV2Tanh : &l0_GeluV2,
                             list->tensors[x].type, operand),
                 y);
}

void list_gelu_backward(struct l0_list *list, int gradOutput, int self, aclDataType promoted,
                        int gradInput)
{
    int grad = l0_contiguous(list, gradOutput);
    int x = l0_contiguous(list, self);
    int place = list_place(list, gradInput, promoted);
    if (list->architecture != L0_3510)
        list_broadcast_each(list, &grad, &x);
    x = l0_cast(list, x, promoted);
    grad = l0_cast(list, grad, promoted);
    list_write_into(list, &l0_GeluGrad, (int[]){grad, x}, 2, 0, place, gradInput);
}

void list_gelu_backward_v2(struct l0_list *list, int gradOutput, int self, const char *approximate,
                           aclDataType promoted, int gradInput)
{
    int64_t dims[TENSOR_MAX_DIMS];
    int32_t rank = 0;
    if (gradOutput == L0_NONE || self == L0_NONE)
        return;
    common_shape(list, gradOutput, self, dims, &rank);
    int grad = l0_broadcast_to(list, l0_contiguous(list, gradOutput), dims, rank);
    int x = l0_broadcast_to(list, l0_contiguous(list, self), dims, rank);
    x = l0_cast(list, x, promoted);
    grad = l0_cast(list, grad, promoted);
    const struct l0_row *row = strcmp(approximate, "tanh") == 0 ? &l0_GeluGradV2Tanh
                                                                : &l0_GeluGradV2;
    l0_view_copy(list, list_apply2(list, row, promoted, grad, x), gradInput);
}

void list_mish_backward(struct l0_list *list, int gradOutput, int self, aclDataType promoted,
                        int gradInput)
{
    int grad = l0_cast(list, l0_contiguous(list, gradOutput), promoted);
    int x = l0_cast(list, l0_contiguous(list, self), promoted);
    list_broadcast_each(list, &x, &grad);
    list_write(list, list_apply2(list, &l0_MishGrad, promoted, grad, x), gradInput);
}

/* ---- Prelu ----------------------------------------------------------------------------------- */

/* The slopes along the second dimension of a tensor, if it has so many. */
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

void list_prelu(struct l0_list *list, int self, int weight, aclDataType promoted, int out)
{
    int x = l0_cast(list, l0_contiguous(list, self), promoted);
    int slopes = l0_cast(list, l0_contiguous(list, weight), promoted);
    slopes = along_channels(list, slopes, x);
    list_write(list, list_apply2(list, &l0_PRelu, promoted, x, slopes), out);
}

/* A gradient of each slope: `update` folded over all dims but that of the slopes. */
static int fold_update(struct l0_list *list, int grad, int x, int weight, int update)
{
    struct l0_fold *fold = arena_take(list->arena, sizeof *fold);
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
    if (list->architecture == L0_3510)
        reduce_tiling_3510_append(list, update, fold->dims);
    if (assumed != NULL)
        l0_assume(list, assumed);
    l0_step(list, L0_STEP_APPLY, row, &update, 1, &sums, 1, fold);
    return sums;
}

void list_prelu_backward(struct l0_list *list, int gradOutput, int self, int weight, int gradInput,
                         int gradWeight)
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

void list_hardtanh(struct l0_list *list, int self, const struct scalar *clipValueMin,
                   const struct scalar *clipValueMax, int out)
{
    if (self == L0_NONE)
        return;
    aclDataType type = list->tensors[self].type;
    int inputs[] = {l0_contiguous(list, self), l0_constant(list, "min", clipValueMin, type),
                    l0_constant(list, "max", clipValueMax, type)};
    const struct l0_row *clip = clip_between(clipValueMin, clipValueMax);
    l0_view_copy(list, list_apply(list, clip, type, inputs, 3, 0), out);
}

void list_softplus_backward(struct l0_list *list, int gradOutput, int self,
                            const struct scalar *beta, const struct scalar *threshold,
                            aclDataType promoted, int gradInput)
{
    int grad = l0_contiguous(list, gradOutput);
    int x = l0_contiguous(list, self);
    grad = l0_cast(list, grad, promoted);
    x = l0_cast(list, x, promoted);
    list_write(list,
               list_apply2_with2(list, &l0_SoftplusV2Grad, promoted, grad, x,
                                 list_number(list, beta), list_number(list, threshold)),
               gradInput);
}
