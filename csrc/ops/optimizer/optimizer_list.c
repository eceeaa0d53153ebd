/* SPDX-License-Identifier: Apache-2.0 */
/* Steps of optimizers: lists of L0 operators. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "declared/common.h"
#include "declared/optimizer.h"
#include "tensor/convert.h"
#include "workspace/l0_operators.h"

/* ---- Pieces ---------------------------------------------------------------------------------- */

/* Reshapes a tensor of one element so that it broadcasts to any shape. */
static int single(struct l0_list *list, int tensor)
{
    return tensor == L0_NONE ? L0_NONE : l0_reshape(list, l0_contiguous(list, tensor), NULL, 0);
}

static bool all_given(const int *tensors, int count)
{
    for (int i = 0; i < count; i++)
        if (tensors[i] == L0_NONE)
            return false;
    return true;
}

/* Appends the work of a row without a fold, for the executor alone, since the device's kernel
 * writes its operands. It has a result for each tensor that is updated, in the type that it is
 * computed in, which is then stored in that tensor. */
static void update(struct l0_list *list, const struct l0_row *row, const int *inputs, int count,
                   const int *computed, const int *refs, int ref_count)
{
    int results[4] = {L0_NONE, L0_NONE, L0_NONE, L0_NONE};
    if (!all_given(inputs, count) || !all_given(computed, ref_count))
        return;
    for (int i = 0; i < ref_count; i++) {
        const struct l0_tensor like = list->tensors[computed[i]];
        results[i] = l0_new_shaped(list, "result", like.type, like.dims, like.rank);
    }
    if (!all_given(results, ref_count))
        return;
    l0_step(list, L0_STEP_APPLY, row, inputs, count, results, ref_count, NULL);
    for (int i = 0; i < ref_count; i++) {
        int result = l0_convert(list, results[i], list->tensors[refs[i]].type);
        l0_step(list, L0_STEP_STORE, NULL, &result, 1, &refs[i], 1, NULL);
    }
}

/* Appends Cast and ViewCopy of what the kernel wrote, for the size alone. */
static void launch_write(struct l0_list *list, int tensor, int ref)
{
    if (tensor == L0_NONE || ref == L0_NONE)
        return;
    tensor = l0_launch_cast(list, tensor, list->tensors[ref].type);
    if (tensor != ref)
        l0_launch_view_copy(list, tensor, ref);
}

/* ---- Adam with decoupled weight decay -------------------------------------------------------- */

/* 1 - beta^t, where t is the step or, by the row, the next one. */
static int bias(struct l0_list *list, const struct l0_row *row, int step, int beta)
{
    const int inputs[] = {step, beta};
    int result = l0_new_shaped(list, "bias", ACL_FLOAT, NULL, 0);
    if (all_given(inputs, 2) && result != L0_NONE)
        l0_step(list, L0_STEP_APPLY, row, inputs, 2, &result, 1, NULL);
    return result;
}

/* Whether the kernel takes the types without a cast. */
static bool takes_types(const struct l0_list *list, const int *refs, int count, int grad)
{
    bool all_same = true;
    bool all_float = true;
    aclDataType type = list->tensors[grad].type;
    for (int i = 0; i < 3; i++) {
        all_same = all_same && list->tensors[refs[i]].type == type;
        all_float = all_float && list->tensors[refs[i]].type == ACL_FLOAT;
    }
    if (count > 3 && list->tensors[refs[3]].type != type)
        return false;
    return all_same || (all_float && type_is_half(type));
}

void optimizer_list_apply_adam_w_v2(struct l0_list *list, int varRef, int mRef, int vRef,
                                    int maxGradNormOptionalRef, int grad, int step, double lr,
                                    double beta1, double beta2, double weightDecay, double eps,
                                    bool amsgrad, bool maximize)
{
    const int refs[] = {varRef, mRef, vRef, maxGradNormOptionalRef};
    int count = maxGradNormOptionalRef == L0_NONE ? 3 : 4;
    int launched[6];
    if (!all_given(refs, 3) || grad == L0_NONE || step == L0_NONE ||
        list->tensors[varRef].elements == 0)
        return;
    for (int i = 0; i < count; i++)
        launched[i] = l0_contiguous(list, refs[i]);
    launched[4] = l0_contiguous(list, grad);
    launched[5] = l0_contiguous(list, step);
    if (!all_given(launched, count) || launched[4] == L0_NONE || launched[5] == L0_NONE)
        return;
    if (!takes_types(list, refs, count, grad)) {
        for (int i = 0; i < count; i++)
            launched[i] = l0_cast(list, launched[i], ACL_FLOAT);
        launched[4] = l0_cast(list, launched[4], ACL_FLOAT);
    }
    const int operands[] = {launched[0], launched[1], launched[2],
                            launched[4], launched[5], count > 3 ? launched[3] : L0_NONE};
    l0_launch_row(list, &l0_ApplyAdamWV2, operands, count + 2, 0, NULL, 0, NULL);
    /* All three are cast back before the first is copied. */
    int written[4];
    for (int i = 0; i < 3; i++)
        written[i] = l0_launch_cast(list, launched[i], list->tensors[refs[i]].type);
    for (int i = 0; i < 3; i++)
        launch_write(list, written[i], refs[i]);
    if (count > 3)
        launch_write(list, launched[3], refs[3]);
    int b1 = list_number_of(list, beta1);
    int b2 = list_number_of(list, beta2);
    int counted = single(list, step);
    const int inputs[] = {launched[0],
                          launched[1],
                          launched[2],
                          launched[4],
                          b1,
                          b2,
                          bias(list, &l0_ApplyAdamWV2Bias, counted, b1),
                          bias(list, &l0_ApplyAdamWV2Bias, counted, b2),
                          list_number_of(list, lr),
                          list_number_of(list, weightDecay),
                          list_number_of(list, eps),
                          list_number_of(list, maximize ? -1 : 1),
                          count > 3 ? launched[3] : L0_NONE};
    if (amsgrad)
        update(list, &l0_ApplyAdamWV2Amsgrad, inputs, 13, launched, refs, 4);
    else
        update(list, &l0_ApplyAdamWV2, inputs, 12, launched, refs, 3);
}

void optimizer_list_apply_adam_w(struct l0_list *list, int varRef, int mRef, int vRef,
                                 int beta1Power, int beta2Power, int lr, int weightDecay, int beta1,
                                 int beta2, int eps, int grad, int maxGradNormOptional,
                                 bool amsgrad, bool maximize)
{
    const int refs[] = {varRef, mRef, vRef};
    const int numbers[] = {beta1Power, beta2Power, lr, weightDecay, beta1, beta2, eps};
    int launched[12];
    int inputs[13];
    if (!all_given(refs, 3) || !all_given(numbers, 7) || grad == L0_NONE ||
        list->tensors[varRef].elements == 0)
        return;
    for (int i = 0; i < 3; i++)
        launched[i] = inputs[i] = l0_contiguous(list, refs[i]);
    for (int i = 0; i < 7; i++) {
        launched[3 + i] = numbers[i];
        inputs[3 + i] = single(list, numbers[i]);
    }
    int largest = maxGradNormOptional == L0_NONE ? L0_NONE
                                                 : l0_contiguous(list, maxGradNormOptional);
    launched[10] = inputs[10] = l0_contiguous(list, grad);
    launched[11] = inputs[12] = largest;
    inputs[11] = list_number_of(list, maximize ? -1 : 1);
    if (!all_given(launched, 11))
        return;
    l0_launch_row(list, &l0_ApplyAdamW, launched, largest == L0_NONE ? 11 : 12, 0, NULL, 0, NULL);
    for (int i = 0; i < 3; i++)
        launch_write(list, launched[i], refs[i]);
    if (amsgrad)
        update(list, &l0_ApplyAdamWAmsgrad, inputs, 13, inputs, refs, 3);
    else
        update(list, &l0_ApplyAdamW, inputs, 12, inputs, refs, 3);
}

/* ---- Lists of weights ------------------------------------------------------------------------ */

/* The members of one of the caller's lists, and dense copies. */
struct group {
    const struct tensor_array *given;
    const char *name;
    bool is_written;
    int *refs;
    int *dense;
};

/* Appends Contiguous for every member that is not empty, list by list, and the kernel, which takes
 * steps and the scale as float32. */
static bool launch_groups(struct l0_list *list, const struct l0_row *row, struct group *groups,
                          int count, const struct tensor_array *steps, int scale, int found)
{
    uint64_t members = groups[0].given->count;
    uint64_t step_count = steps == NULL ? 0 : steps->count;
    int launched = 0;
    int *operands = l0_take(list, ((size_t)count * members + step_count + 2) * sizeof *operands);
    if (operands == NULL)
        return false;
    if (scale != L0_NONE)
        scale = l0_launch_cast(list, scale, ACL_FLOAT);
    for (int g = 0; g < count; g++) {
        groups[g].refs = l0_take(list, members * sizeof(int));
        groups[g].dense = l0_take(list, members * sizeof(int));
        if (groups[g].refs == NULL || groups[g].dense == NULL)
            return false;
        for (uint64_t i = 0; i < members; i++) {
            int ref = l0_user_tensor(list, groups[g].name, groups[g].given->members[i]);
            groups[g].refs[i] = groups[g].dense[i] = ref;
            if (ref == L0_NONE || list->tensors[ref].elements == 0)
                continue;
            groups[g].dense[i] = l0_contiguous(list, ref);
            if (groups[g].dense[i] == L0_NONE)
                return false;
            operands[launched++] = groups[g].dense[i];
        }
    }
    if (list->status != ACLNN_SUCCESS || launched == 0)
        return false;
    for (uint64_t i = 0; i < step_count; i++) {
        int step = l0_user_tensor(list, "stateSteps", steps->members[i]);
        operands[launched++] = l0_launch_cast(list, step, ACL_FLOAT);
    }
    if (scale != L0_NONE)
        operands[launched++] = scale;
    if (found != L0_NONE)
        operands[launched++] = found;
    l0_launch_row(list, row, operands, launched, 0, NULL, 0, NULL);
    for (int g = 0; g < count; g++)
        for (uint64_t i = 0; groups[g].is_written && i < members; i++)
            launch_write(list, groups[g].dense[i], groups[g].refs[i]);
    return list->status == ACLNN_SUCCESS;
}

/* A tensor of one element, or a number in its place when it is missing or empty. */
static int single_or(struct l0_list *list, int tensor, double number)
{
    return tensor == L0_NONE ? list_number_of(list, number) : single(list, tensor);
}

static int if_any(const struct l0_list *list, int tensor)
{
    return tensor == L0_NONE || list->tensors[tensor].elements == 0 ? L0_NONE : tensor;
}

void optimizer_list_fused_adamw(struct l0_list *list, const struct tensor_array *paramsRef,
                                const struct tensor_array *grads,
                                const struct tensor_array *expAvgsRef,
                                const struct tensor_array *expAvgSqsRef,
                                const struct tensor_array *maxExpAvgSqsRef,
                                const struct tensor_array *stateSteps, int gradScaleOptional,
                                int foundInfOptional, double lr, double beta1, double beta2,
                                double weightDecay, double eps, bool amsgrad, bool maximize)
{
    struct group groups[] = {{paramsRef, "paramsRef", true, NULL, NULL},
                             {grads, "grads", false, NULL, NULL},
                             {expAvgsRef, "expAvgsRef", true, NULL, NULL},
                             {expAvgSqsRef, "expAvgSqsRef", true, NULL, NULL},
                             {maxExpAvgSqsRef, "maxExpAvgSqsRef", true, NULL, NULL}};
    int scale = if_any(list, gradScaleOptional);
    int found = if_any(list, foundInfOptional);
    int b1 = list_number_of(list, beta1);
    int b2 = list_number_of(list, beta2);
    if (!launch_groups(list, &l0_FusedAdamw, groups, maxExpAvgSqsRef != NULL ? 5 : 4, stateSteps,
                       scale, found))
        return;
    int inputs[] = {0,
                    0,
                    0,
                    0,
                    b1,
                    b2,
                    0,
                    0,
                    list_number_of(list, lr),
                    list_number_of(list, weightDecay),
                    list_number_of(list, eps),
                    list_number_of(list, maximize ? -1 : 1),
                    single_or(list, scale, 1),
                    single_or(list, found, 0),
                    0};
    for (uint64_t i = 0; i < paramsRef->count; i++) {
        if (list->tensors[groups[0].refs[i]].elements == 0)
            continue;
        int step = single(list, l0_user_tensor(list, "stateSteps", stateSteps->members[i]));
        inputs[0] = groups[0].dense[i];
        inputs[1] = groups[2].dense[i];
        inputs[2] = groups[3].dense[i];
        inputs[3] = groups[1].dense[i];
        inputs[6] = bias(list, &l0_FusedAdamwBias, step, b1);
        inputs[7] = bias(list, &l0_FusedAdamwBias, step, b2);
        int refs[] = {groups[0].refs[i], groups[2].refs[i], groups[3].refs[i], L0_NONE};
        int computed[] = {inputs[0], inputs[1], inputs[2], L0_NONE};
        if (amsgrad) {
            inputs[14] = computed[3] = groups[4].dense[i];
            refs[3] = groups[4].refs[i];
            update(list, &l0_FusedAdamwAmsgrad, inputs, 15, computed, refs, 4);
        } else
            update(list, &l0_FusedAdamw, inputs, 14, computed, refs, 3);
    }
}

void optimizer_list_fused_sgd(struct l0_list *list, const struct tensor_array *paramsRef,
                              const struct tensor_array *gradsRef,
                              const struct tensor_array *momentumBufferListOptionalRef,
                              int gradScaleOptional, double weightDecay, double momentum, double lr,
                              double dampening, bool nesterov, bool maximize, bool isFirstStep)
{
    struct group groups[] = {
        {paramsRef, "paramsRef", true, NULL, NULL},
        {gradsRef, "gradsRef", true, NULL, NULL},
        {momentumBufferListOptionalRef, "momentumBufferListOptionalRef", true, NULL, NULL}};
    bool has_momentum = momentumBufferListOptionalRef != NULL;
    int scale = if_any(list, gradScaleOptional);
    if (!launch_groups(list, &l0_FusedSgd, groups, has_momentum ? 3 : 2, NULL, scale, L0_NONE))
        return;
    int inputs[] = {0,
                    0,
                    single_or(list, scale, 1),
                    list_number_of(list, maximize ? -1 : 1),
                    list_number_of(list, weightDecay),
                    list_number_of(list, lr),
                    list_number_of(list, momentum),
                    list_number_of(list, dampening),
                    list_number_of(list, nesterov),
                    list_number_of(list, isFirstStep),
                    0};
    for (uint64_t i = 0; i < paramsRef->count; i++) {
        if (list->tensors[groups[0].refs[i]].elements == 0)
            continue;
        inputs[0] = groups[0].dense[i];
        inputs[1] = groups[1].dense[i];
        int refs[] = {groups[0].refs[i], groups[1].refs[i], L0_NONE};
        int computed[] = {inputs[0], inputs[1], L0_NONE};
        if (has_momentum) {
            inputs[10] = computed[2] = groups[2].dense[i];
            refs[2] = groups[2].refs[i];
            update(list, &l0_FusedSgdMomentum, inputs, 11, computed, refs, 3);
        } else
            update(list, &l0_FusedSgd, inputs, 6, computed, refs, 2);
    }
}

/* ---- Adam ------------------------------------------------------------------------------------ */

void optimizer_list_apply_adam(struct l0_list *list, int varRef, int m, int v, int beta1Power,
                               int beta2Power, int lr, int beta1, int beta2, int epsilon, int grad,
                               bool useLocking, bool useNesterov)
{
    const int given[] = {varRef, m, v, beta1Power, beta2Power, lr, beta1, beta2, epsilon, grad};
    int inputs[10];
    int launched[10];
    (void)useLocking;
    if (!all_given(given, 10) || list->tensors[varRef].elements == 0)
        return;
    for (int i = 0; i < 10; i++) {
        bool is_number = i >= 3 && i < 9;
        launched[i] = l0_contiguous(list, given[i]);
        inputs[i] = is_number ? l0_reshape(list, launched[i], NULL, 0) : launched[i];
    }
    l0_launch_row(list, &l0_ApplyAdam, launched, 10, 0, NULL, 0, NULL);
    launch_write(list, launched[0], varRef);
    update(list, useNesterov ? &l0_ApplyAdamNesterov : &l0_ApplyAdam, inputs, 10, inputs, &varRef,
           1);
}

/* ---- Scales of losses ------------------------------------------------------------------------ */

void optimizer_list_amp_update_scale(struct l0_list *list, int currentScale, int growthTracker,
                                     int foundInf, double growthFactor, double backoffFactor,
                                     int64_t growthInterval, int updatedScale,
                                     int updatedGrowthTracker)
{
    const int given[] = {currentScale, growthTracker, foundInf};
    int inputs[6];
    if (!all_given(given, 3) || updatedScale == L0_NONE || updatedGrowthTracker == L0_NONE)
        return;
    struct scalar interval = {.type = ACL_INT64};
    memcpy(interval.bytes, &growthInterval, sizeof growthInterval);
    for (int i = 0; i < 3; i++)
        inputs[i] = single(list, given[i]);
    inputs[3] = list_number_of(list, growthFactor);
    inputs[4] = list_number_of(list, backoffFactor);
    inputs[5] = l0_constant(list, "interval", &interval, ACL_INT32);
    const int outputs[] = {l0_new_shaped(list, "scale", list->tensors[currentScale].type, NULL, 0),
                           l0_new_shaped(list, "tracker", ACL_INT32, NULL, 0)};
    if (!all_given(inputs, 6) || !all_given(outputs, 2))
        return;
    l0_apply(list, &l0_AmpUpdateScale, inputs, 6, 3, outputs, 2, NULL);
    const int refs[] = {updatedScale, updatedGrowthTracker};
    for (int i = 0; i < 2; i++) {
        const struct l0_tensor like = list->tensors[refs[i]];
        l0_view_copy(list, l0_reshape(list, outputs[i], like.dims, like.rank), refs[i]);
    }
}

/* ---- Steps whose results are new tensors ----------------------------------------------------- */

/* Appends a row with a result for each of these tensors, to which it is copied. */
static void step_to(struct l0_list *list, const struct l0_row *row, const int *inputs, int count,
                    int attributes, const int *outs, int out_count)
{
    int results[3] = {L0_NONE, L0_NONE, L0_NONE};
    if (!all_given(inputs, count) || !all_given(outs, out_count))
        return;
    for (int i = 0; i < out_count; i++) {
        const struct l0_tensor like = list->tensors[inputs[0]];
        results[i] = l0_new_shaped(list, "result", like.type, like.dims, like.rank);
    }
    if (!all_given(results, out_count))
        return;
    l0_apply(list, row, inputs, count, attributes, results, out_count, NULL);
    for (int i = 0; i < out_count; i++)
        l0_view_copy(list, results[i], outs[i]);
}

static int float_constant(struct l0_list *list, const struct scalar *number)
{
    return l0_constant(list, "number", number, ACL_FLOAT);
}

void optimizer_list_apply_gradient_descent(struct l0_list *list, int var, int alpha, int delta)
{
    int inputs[] = {l0_contiguous(list, var), single(list, alpha), l0_contiguous(list, delta)};
    step_to(list, &l0_ApplyGradientDescent, inputs, 3, 0, &var, 1);
}

void optimizer_list_apply_adadelta(struct l0_list *list, int var, int accum, int accumUpdate,
                                   const struct scalar *lr, const struct scalar *rho,
                                   const struct scalar *epsilon, int grad, int varOut, int accumOut,
                                   int accumUpdateOut)
{
    int inputs[] = {l0_contiguous(list, var),         l0_contiguous(list, accum),
                    l0_contiguous(list, accumUpdate), l0_contiguous(list, grad),
                    float_constant(list, lr),         float_constant(list, rho),
                    float_constant(list, epsilon)};
    const int outs[] = {varOut, accumOut, accumUpdateOut};
    step_to(list, &l0_ApplyAdadelta, inputs, 7, 3, outs, 3);
}

void optimizer_list_apply_adamax(struct l0_list *list, int var, int m, int v,
                                 const struct scalar *beta1Power, const struct scalar *lr,
                                 const struct scalar *beta1, const struct scalar *beta2,
                                 const struct scalar *epsilon, int grad, int varOut, int mOut,
                                 int vOut)
{
    int inputs[] = {l0_contiguous(list, var),         l0_contiguous(list, m),
                    l0_contiguous(list, v),           l0_contiguous(list, grad),
                    float_constant(list, beta1Power), float_constant(list, lr),
                    float_constant(list, beta1),      float_constant(list, beta2),
                    float_constant(list, epsilon)};
    const int outs[] = {varOut, mOut, vOut};
    step_to(list, &l0_ApplyAdamax, inputs, 9, 5, outs, 3);
}

void optimizer_list_apply_adam_d(struct l0_list *list, int var, int m, int v, int beta1Power,
                                 int beta2Power, int lr, int beta1, int beta2, int epsilon,
                                 int grad, bool useLocking, bool useNesterov, int varOut, int mOut,
                                 int vOut)
{
    (void)useLocking;
    int inputs[] = {l0_contiguous(list, var), l0_contiguous(list, m),   l0_contiguous(list, v),
                    single(list, beta1Power), single(list, beta2Power), single(list, lr),
                    single(list, beta1),      single(list, beta2),      single(list, epsilon),
                    l0_contiguous(list, grad)};
    const int outs[] = {varOut, mOut, vOut};
    step_to(list, useNesterov ? &l0_ApplyAdamDNesterov : &l0_ApplyAdamD, inputs, 10, 0, outs, 3);
}

void optimizer_list_apply_ftrl(struct l0_list *list, int varRef, int accumRef, int linearRef,
                               int grad, int lr, int l1, int l2, int lrPower, bool useLocking)
{
    const int given[] = {varRef, accumRef, linearRef, grad, lr, l1, l2, lrPower};
    int inputs[8];
    int launched[8];
    (void)useLocking;
    if (!all_given(given, 8) || list->tensors[varRef].elements == 0)
        return;
    for (int i = 0; i < 8; i++) {
        launched[i] = i < 4 ? l0_contiguous(list, given[i]) : given[i];
        inputs[i] = i < 4 ? launched[i] : l0_reshape(list, given[i], NULL, 0);
    }
    l0_launch_row(list, &l0_ApplyFtrl, launched, 8, 0, NULL, 0, NULL);
    for (int i = 0; i < 3; i++)
        launch_write(list, launched[i], given[i]);
    update(list, &l0_ApplyFtrl, inputs, 8, inputs, given, 3);
}
