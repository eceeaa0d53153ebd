/* SPDX-License-Identifier: Apache-2.0 */
/* Steps of optimizers: checks, and what CANN makes of them. */
#include <inttypes.h>
#include <string.h>

#include "base/report.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/lists.h"
#include "tensor/convert.h"
#include "tensor/layout.h"

/* ---- Checks
 * ---------------------------------------------------------------------------------------- */

aclnnStatus check_singles(struct call *call, const int *tensors, int count)
{
    for (int i = 0; i < count; i++) {
        int64_t elements = 0;
        const struct tensor *tensor = call_tensor(call, tensors[i]);
        if (tensor == NULL || (tensor_element_count(tensor, &elements) && elements == 1))
            continue;
        return report(ACLNN_ERR_PARAM_INVALID, "%s has %" PRId64 " element(s); one is required",
                      call->operator->parameters[tensors[i]].name, elements);
    }
    return ACLNN_SUCCESS;
}

/* ---- Pieces
 * ---------------------------------------------------------------------------------------- */

/* A tensor of one element beside others of any shape. */
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

/*
 * The work of a row without a fold: a result for each of the tensors that are updated, in the type
 * that they are computed in, which is then put in their place. For the executor alone: the device's
 * kernel writes its operands.
 */
static void update(struct l0_list *list, const struct l0_row *row, const int *inputs, int count,
                   const int *computed, const int *refs, int ref_count)
{
    int results[4];
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

/* Cast and ViewCopy of what the kernel wrote, for the size alone. */
static void launch_write(struct l0_list *list, int tensor, int ref)
{
    if (tensor == L0_NONE || ref == L0_NONE)
        return;
    tensor = l0_launch_cast(list, tensor, list->tensors[ref].type);
    if (tensor != ref)
        l0_launch_view_copy(list, tensor, ref);
}

/* ---- Adam with decoupled weight decay
 * -------------------------------------------------------------- */

/* 1 - beta^(step + 1), as the kernel counts. */
static int bias(struct l0_list *list, int step, int beta)
{
    const int inputs[] = {step, beta};
    int result = l0_new_shaped(list, "bias", ACL_FLOAT, NULL, 0);
    if (all_given(inputs, 2) && result != L0_NONE)
        l0_step(list, L0_STEP_APPLY, &l0_ApplyAdamWV2Bias, inputs, 2, &result, 1, NULL);
    return result;
}

/* Whether the kernel takes the types as they are. */
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

void list_apply_adam_w_v2(struct l0_list *list, int varRef, int mRef, int vRef,
                          int maxGradNormOptionalRef, int grad, int step, double lr, double beta1,
                          double beta2, double weightDecay, double eps, bool amsgrad, bool maximize)
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
    for (int i = 0; i < count; i++)
        launch_write(list, launched[i], refs[i]);
    int b1 = list_number_of(list, beta1);
    int b2 = list_number_of(list, beta2);
    int counted = single(list, step);
    const int inputs[] = {launched[0],
                          launched[1],
                          launched[2],
                          launched[4],
                          b1,
                          b2,
                          bias(list, counted, b1),
                          bias(list, counted, b2),
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

void list_apply_adam_w(struct l0_list *list, int varRef, int mRef, int vRef, int beta1Power,
                       int beta2Power, int lr, int weightDecay, int beta1, int beta2, int eps,
                       int grad, int maxGradNormOptional, bool amsgrad, bool maximize)
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

/* ---- Adam
 * -------------------------------------------------------------------------------------------- */

void list_apply_adam(struct l0_list *list, int varRef, int m, int v, int beta1Power, int beta2Power,
                     int lr, int beta1, int beta2, int epsilon, int grad, bool useLocking,
                     bool useNesterov)
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

/* ---- Scales of losses
 * ----------------------------------------------------------------------------- */

void list_amp_update_scale(struct l0_list *list, int currentScale, int growthTracker, int foundInf,
                           double growthFactor, double backoffFactor, int64_t growthInterval,
                           int updatedScale, int updatedGrowthTracker)
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
