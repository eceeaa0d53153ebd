/* SPDX-License-Identifier: Apache-2.0 */
/* Gradients of pads: ReflectionPadBackward, ReplicationPadBackward, CircularPadBackward. */
#include <inttypes.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/lists.h"
#include "ops/pad.h"
#include "ops/resample.h"
#include "tensor/convert.h"
#include "tensor/layout.h"

/* More places than that before or behind a dimension are padded by other kernels. */
#define MOST_OF_SMALL_PADS 7
#define MOST_OF_A_ROW 3000
#define MOST_REPEATED_IN_A_ROW 7200

/* ---- Checks ---------------------------------------------------------------------------------- */

static const int64_t *entries(const struct array *array)
{
    return (const int64_t *)(const void *)array->values;
}

aclnnStatus check_pad_gradient(struct call *call, int gradOutput, int self, int padding, int count)
{
    const struct tensor *grad = call_tensor(call, gradOutput);
    const struct tensor *tensor = call_tensor(call, self);
    const struct array *array = call->arguments[padding].array;
    aclnnStatus status = check_rank(call, self, count + 1, count + 2);
    if (status == ACLNN_SUCCESS)
        status = check_rank(call, gradOutput, tensor->rank, tensor->rank);
    if (status == ACLNN_SUCCESS && array->size != 2 * (uint64_t)count)
        return report(ACLNN_ERR_PARAM_INVALID, "padding has %" PRIu64 " entries; %d are required",
                      array->size, 2 * count);
    for (int32_t i = tensor->rank - count; status == ACLNN_SUCCESS && i < tensor->rank; i++) {
        struct padding pads = padding_of(array, i, tensor->rank);
        int64_t places = 0;
        if (__builtin_add_overflow(pads.before, pads.after, &places) ||
            __builtin_add_overflow(places, tensor->dims[i], &places) || places != grad->dims[i])
            status = report(ACLNN_ERR_PARAM_INVALID,
                            "dimension %d of gradOutput is %" PRId64 ", and that of self %" PRId64
                            ", padded by %" PRId64 " before and %" PRId64 " behind",
                            i, grad->dims[i], tensor->dims[i], pads.before, pads.after);
    }
    return status;
}

aclnnStatus check_pads_fit(struct call *call, int self, int padding)
{
    const struct tensor *tensor = call_tensor(call, self);
    const struct array *array = call->arguments[padding].array;
    for (int32_t i = tensor->rank - (int32_t)(array->size / 2); i < tensor->rank; i++) {
        struct padding pads = padding_of(array, i, tensor->rank);
        if (pads.before >= tensor->dims[i] || pads.after >= tensor->dims[i])
            return report(ACLNN_ERR_PARAM_INVALID,
                          "padding pads dimension %d of self, of %" PRId64 " places, by %" PRId64
                          " before and %" PRId64 " behind; less than it has is required",
                          i, tensor->dims[i], pads.before, pads.after);
    }
    return ACLNN_SUCCESS;
}

/* Whether the kernel for few places takes pads of two dimensions. */
static bool are_small(const struct array *array)
{
    const int64_t *pads = entries(array);
    bool below = true;
    for (int i = 0; i < 4; i++) {
        if (pads[i] < 0)
            return false;
        below &= pads[i] <= MOST_OF_SMALL_PADS;
    }
    return below || (pads[2] == 0 && pads[3] == 0);
}

aclnnStatus check_bfloat16_pads(struct call *call, int self, int padding)
{
    if (call_tensor(call, self)->type != ACL_BF16 || are_small(call->arguments[padding].array))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "padding has an entry below 0 or above %d; bfloat16 takes neither where rows are "
                  "padded",
                  MOST_OF_SMALL_PADS);
}

static bool has_no_elements(const struct tensor *tensor)
{
    for (int32_t i = 0; i < tensor->rank; i++)
        if (tensor->dims[i] == 0)
            return true;
    return false;
}

aclnnStatus check_empty_pad_gradient(struct call *call, int gradOutput, int self, int count,
                                     int without_batch)
{
    const struct tensor *tensor = call_tensor(call, self);
    if (!has_no_elements(call_tensor(call, gradOutput)) && !has_no_elements(tensor))
        return ACLNN_SUCCESS;
    call->is_empty = true;
    bool is_allowed = tensor->rank == count + 2 || without_batch != 0;
    for (int32_t i = 1; i < tensor->rank; i++)
        is_allowed &= tensor->dims[i] != 0;
    if (is_allowed)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "self or gradOutput has no elements; only the first dimension may be 0%s",
                  without_batch != 0 ? "" : ", of a batch");
}

/* CANN finds that out when the result is copied to its place. */
aclnnStatus check_same_batches(struct call *call, int gradOutput, int self, int count)
{
    const struct tensor *grad = call_tensor(call, gradOutput);
    const struct tensor *tensor = call_tensor(call, self);
    for (int32_t i = 0; !call->is_empty && i < tensor->rank - count; i++)
        if (grad->dims[i] != tensor->dims[i])
            return report(ACLNN_ERR_INNER_NULLPTR,
                          "dimension %d of gradOutput is %" PRId64 ", and that of self %" PRId64
                          "; they must be equal",
                          i, grad->dims[i], tensor->dims[i]);
    return ACLNN_SUCCESS;
}

/* ---- Lists ----------------------------------------------------------------------------------- */

struct gradient {
    enum pad_mode mode;
    int count;     /* dimensions that are padded */
    bool is_small; /* pads that the kernels of most types take */
};

/* The kernel for a gradient of this type and so many places; NULL: the device's CPU. */
static const struct l0_row *kernel_of(const struct l0_list *list, const struct gradient *g,
                                      aclDataType type, const struct l0_tensor *grad)
{
    bool is_2201 = list->architecture == L0_2201;
    bool is_3510 = list->architecture == L0_3510;
    bool is_float = type == ACL_FLOAT || type_is_half(type);
    if (g->mode == PAD_CIRCULAR)
        return is_3510 ? &l0_PadV3Grad : &l0_CircularPadGrad;
    if (is_float && (is_2201 || is_3510) &&
        (g->is_small || (g->mode == PAD_REPLICATION && g->count == 3))) {
        if (is_3510)
            return &l0_PadV3Grad;
        if (g->mode == PAD_REFLECTION)
            return g->count == 3 ? &l0_ReflectionPad3dGrad : &l0_PadV4Grad;
        return g->count == 3 ? &l0_PadV3GradReplication : &l0_PadV3GradReplicate;
    }
    if (!g->is_small || g->count == 3 || (type != ACL_FLOAT && type != ACL_FLOAT16))
        return NULL;
    int64_t rows = g->count == 1 ? 1 : grad->dims[grad->rank - 2];
    int64_t columns = grad->dims[grad->rank - 1];
    bool fits = type == ACL_FLOAT ? rows <= 800 && columns <= 1500 : rows <= 950 && columns <= 3000;
    return fits ? &l0_PadV3Grad : NULL;
}

static bool is_summed_in_float(const struct gradient *g, aclDataType type)
{
    if (!type_is_half(type) || g->mode == PAD_CIRCULAR)
        return false;
    if (g->count == 1)
        return g->is_small;
    if (g->count == 2)
        return type == ACL_BF16 || g->mode == PAD_REFLECTION;
    return !g->is_small && g->mode == PAD_REFLECTION;
}

static void list_pad_backward(struct l0_list *list, const struct gradient *g, int gradOutput,
                              int self, const struct array *padding, int gradInput)
{
    static const enum resample_rule rules[] = {
        [PAD_REFLECTION] = RESAMPLE_REFLECTION,
        [PAD_REPLICATION] = RESAMPLE_REPLICATION,
        [PAD_CIRCULAR] = RESAMPLE_CIRCULAR,
    };
    struct resample *resample = arena_take(list->arena, sizeof *resample);
    int grad = l0_contiguous(list, gradOutput);
    int own = l0_contiguous(list, self);
    if (grad == L0_NONE || own == L0_NONE || resample == NULL)
        return;
    const struct l0_tensor like = list->tensors[own];
    aclDataType type = is_summed_in_float(g, like.type) ? ACL_FLOAT : like.type;
    *resample = (struct resample){.first = like.rank - g->count, .count = g->count};
    for (int i = 0; i < g->count; i++) {
        struct padding pads = padding_of(padding, resample->first + i, like.rank);
        resample->dims[i] = (struct resample_dim){.rule = rules[g->mode],
                                                  .is_gradient = true,
                                                  .before = pads.before,
                                                  .after = pads.after};
    }
    grad = l0_cast(list, grad, type);
    int paddings = l0_host_tensor(list, "paddings", ACL_INT64, 2 * (int64_t)like.rank);
    int result = l0_new_shaped(list, "sums", type, like.dims, like.rank);
    if (grad == L0_NONE || result == L0_NONE || paddings == L0_NONE)
        return;
    const struct l0_row *row = kernel_of(list, g, type, &list->tensors[grad]);
    if (row == NULL)
        l0_launch(list, "PadV3Grad", L0_AI_CPU, (int[]){grad, paddings, L0_NONE},
                  (int[]){result, L0_NONE});
    else
        l0_launch_row(list, row, (int[]){grad, paddings}, 2, 0, &result, 1, NULL);
    list_resample_step(list, row != NULL ? row : &l0_PadV3Grad, grad, result, resample);
    list_write(list, result, gradInput);
}

static struct gradient gradient_of(enum pad_mode mode, const struct array *padding)
{
    const int64_t *pads = entries(padding);
    struct gradient g = {.mode = mode, .count = (int)(padding->size / 2), .is_small = true};
    if (g.count == 2)
        g.is_small = are_small(padding);
    else
        for (uint64_t i = 0; i < padding->size; i++)
            g.is_small &= g.count == 1 ? pads[i] >= 0 : pads[i] <= MOST_OF_SMALL_PADS;
    return g;
}

void list_reflection_pad_backward(struct l0_list *list, int gradOutput, int self,
                                  const struct array *padding, int gradInput)
{
    struct gradient g = gradient_of(PAD_REFLECTION, padding);
    const int64_t *pads = entries(padding);
    if (g.count == 1)
        g.is_small &= pads[0] <= MOST_OF_A_ROW && pads[1] <= MOST_OF_A_ROW;
    list_pad_backward(list, &g, gradOutput, self, padding, gradInput);
}

void list_replication_pad_backward(struct l0_list *list, int gradOutput, int self,
                                   const struct array *padding, int gradInput)
{
    struct gradient g = gradient_of(PAD_REPLICATION, padding);
    const int64_t *pads = entries(padding);
    if (g.count == 1 && list->architecture != L0_3510 && self != L0_NONE &&
        list->tensors[self].type == ACL_FLOAT)
        g.is_small &= pads[0] < MOST_REPEATED_IN_A_ROW && pads[1] < MOST_REPEATED_IN_A_ROW;
    list_pad_backward(list, &g, gradOutput, self, padding, gradInput);
}

void list_circular_pad_backward(struct l0_list *list, int gradOutput, int self,
                                const struct array *padding, int gradInput)
{
    struct gradient g = gradient_of(PAD_CIRCULAR, padding);
    list_pad_backward(list, &g, gradOutput, self, padding, gradInput);
}
