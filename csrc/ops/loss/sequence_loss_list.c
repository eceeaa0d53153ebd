/* SPDX-License-Identifier: Apache-2.0 */
/* CtcLoss and MultilabelMarginLoss: lists of L0 operators. */
#include "ops/loss/sequence_loss.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "declared/common.h"
#include "declared/loss.h"
#include "tensor/convert.h"
#include "workspace/l0_operators.h"

/* ---- CtcLoss: lists -------------------------------------------------------------------------- */

static const int64_t *kept_numbers(struct l0_list *list, const struct array *array)
{
    int64_t *kept = l0_take(list, (size_t)(array->size + 1) * sizeof *kept);
    if (kept != NULL)
        memcpy(kept, array->values, (size_t)array->size * sizeof *kept);
    return kept;
}

static struct ctc *ctc_of(struct l0_list *list, const struct array *inputs,
                          const struct array *targets, int64_t blank, bool zeroes)
{
    struct ctc *ctc = l0_take(list, sizeof *ctc);
    if (ctc == NULL)
        return NULL;
    *ctc = (struct ctc){blank,
                        zeroes,
                        (int64_t)inputs->size,
                        loss_sequence_largest(targets),
                        kept_numbers(list, inputs),
                        kept_numbers(list, targets)};
    return ctc->input_lengths != NULL && ctc->target_lengths != NULL ? ctc : NULL;
}

/* Whether a time fits into the buffer of Ascend910's kernel, or of the other products' kernel for
 * few classes. */
static bool fits_buffer(const struct l0_list *list, const struct l0_tensor *probs, int64_t room,
                        aclDataType targets)
{
    int64_t width = targets == ACL_INT32 ? 4 : 8;
    double bytes = (double)probs->dims[2] * (5 + 1.0 / 64 + 1.0 / 8) * 4 +
                   (double)(probs->dims[0] * width + room * (24 * 4 + width));
    int64_t buffer = (list->architecture == ARCHITECTURE_1001 ? 256 : 192) * 1024 - 2048;
    return room <= MOST_PLACES && bytes < (double)buffer && probs->dims[1] * (width + 4) < buffer &&
           probs->type == ACL_FLOAT;
}

/* The workspace of CTCLossV3 and CTCLossV3Grad on 910B, and of CTCLossV2 and CTCLossV2Grad on
 * Ascend950. For each sequence it has three or four rows of positions, or what logAlpha of halves
 * has no room for, or sums over path ends and over classes. */
static uint64_t sequences_workspace(const struct l0_list *list, bool is_gradient,
                                    const struct l0_tensor *probs, int64_t places, int64_t longest)
{
    uint64_t times = (uint64_t)probs->dims[0];
    uint64_t count = (uint64_t)probs->dims[1];
    uint64_t width = (uint64_t)places;
    uint64_t bytes = 0;
    if (list->architecture == ARCHITECTURE_3510 && is_gradient)
        bytes = 4 * times * count * (width + (uint64_t)probs->dims[2]);
    else if (list->architecture == ARCHITECTURE_3510)
        bytes = probs->type == ACL_FLOAT
                    ? 0
                    : (4 * times * count * (uint64_t)(2 * longest + 1) + 31) / 32 * 32;
    else if (is_gradient)
        bytes = 16 * width * count + (count > 1500 ? 8 * count : 0);
    else
        bytes = 12 * (uint64_t)(loss_sequence_padded(longest > 1 ? longest : 1) + 8) * count +
                (count > 1500 ? 8 * count : 0);
    return L0_SYSTEM_WORKSPACE + bytes;
}

/* Appends the operator on the core that has it. A row of logAlpha has so many positions. */
static void launch(struct l0_list *list, bool is_gradient, const struct l0_tensor *probs,
                   const struct l0_tensor *targets, int64_t places, int64_t longest,
                   const int *inputs, int count, const int *outputs, int output_count)
{
    bool is_float = probs->type != ACL_DOUBLE;
    int64_t room = loss_sequence_room_of_row(places);
    bool is_3 = list->architecture == ARCHITECTURE_2201 && is_float && room <= MOST_PLACES &&
                probs->dims[2] <= 200000 && probs->dims[1] <= (is_gradient ? 10000 : 8180);
    bool on_cores = targets->elements > 0 &&
                    (is_3 || (list->architecture == ARCHITECTURE_3510 && is_float) ||
                     fits_buffer(list, probs, room, targets->type));
    const char *names[2][2] = {{"CTCLossV2", "CTCLossV2Grad"}, {"CTCLossV3", "CTCLossV3Grad"}};
    bool newer = is_3 && on_cores;
    l0_launch_many(list, names[newer][is_gradient], on_cores ? L0_AI_CORE : L0_AI_CPU, inputs,
                   count, outputs, output_count);
    if (!on_cores)
        return;
    if (newer || list->architecture == ARCHITECTURE_3510)
        l0_kernel_workspace(list, sequences_workspace(list, is_gradient, probs, places, longest));
    else
        l0_assume(list, is_gradient ? "kernel:CTCLossV2Grad" : "kernel:CTCLossV2");
}

/* The targets: for the size as kernels take them, and as the work takes them. */
static int classes_of(struct l0_list *list, int targets, int *launched)
{
    int t = l0_contiguous(list, targets);
    if (t == L0_NONE)
        return t;
    aclDataType type = list->tensors[t].type;
    *launched = type == ACL_INT32 || type == ACL_INT64 ? t : l0_launch_cast(list, t, ACL_INT64);
    return l0_convert(list, t, ACL_INT64);
}

/* Converts halves to float32. */
static int widened(struct l0_list *list, int tensor)
{
    return tensor != L0_NONE && type_is_half(list->tensors[tensor].type)
               ? l0_convert(list, tensor, ACL_FLOAT)
               : tensor;
}

void loss_list_ctc_loss(struct l0_list *list, int logProbs, int targets,
                        const struct array *inputLengths, const struct array *targetLengths,
                        int64_t blank, bool zeroInfinity, int negLogLikelihoodOut, int logAlphaOut)
{
    int p = l0_contiguous(list, logProbs);
    int launched = L0_NONE;
    int t = classes_of(list, targets, &launched);
    struct ctc *ctc = ctc_of(list, inputLengths, targetLengths, blank, zeroInfinity);
    if (p == L0_NONE || t == L0_NONE || launched == L0_NONE || ctc == NULL ||
        logAlphaOut == L0_NONE || negLogLikelihoodOut == L0_NONE || ctc->count == 0)
        return;
    if (list->tensors[p].rank == 2) {
        const struct l0_tensor flat = list->tensors[p];
        p = l0_reshape(list, p, (const int64_t[]){flat.dims[0], 1, flat.dims[1]}, 3);
    }
    if (p == L0_NONE)
        return;
    const struct l0_tensor probs = list->tensors[p];
    const struct l0_tensor losses = list->tensors[negLogLikelihoodOut];
    const struct l0_tensor alphas = list->tensors[logAlphaOut];
    const struct l0_tensor names = list->tensors[launched];
    aclDataType type = probs.type == ACL_DOUBLE ? ACL_DOUBLE : ACL_FLOAT;
    int of_device[2] = {l0_new_shaped(list, "losses", probs.type, losses.dims, losses.rank),
                        l0_new_shaped(list, "alphas", probs.type, alphas.dims, 3)};
    int results[2] = {of_device[0], of_device[1]};
    const int inputs[] = {p, launched, l0_host_tensor(list, "lengths", names.type, ctc->count),
                          l0_host_tensor(list, "lengths", names.type, ctc->count)};
    launch(list, false, &probs, &names, alphas.dims[2], ctc->longest, inputs, 4, of_device, 2);
    if (type != probs.type) {
        results[0] = l0_new_shaped(list, "losses", type, losses.dims, losses.rank);
        results[1] = l0_new_shaped(list, "alphas", type, alphas.dims, 3);
    }
    l0_step(list, L0_STEP_APPLY, &l0_CTCLossV2, (const int[]){widened(list, p), t}, 2, results, 2,
            ctc);
    const int outs[] = {negLogLikelihoodOut, logAlphaOut};
    for (int i = 0; i < 2; i++) {
        l0_launch_view_copy(list, of_device[i], outs[i]);
        int rounded = l0_convert(list, results[i], probs.type);
        if (rounded != L0_NONE)
            l0_step(list, L0_STEP_STORE, NULL, &rounded, 1, &outs[i], 1, NULL);
    }
}

void loss_list_ctc_loss_backward(struct l0_list *list, int gradOut, int logProbs, int targets,
                                 const struct array *inputLengths,
                                 const struct array *targetLengths, int negLogLikelihood,
                                 int logAlpha, int64_t blank, bool zeroInfinity, int out)
{
    int g = l0_contiguous(list, gradOut);
    int p = l0_contiguous(list, logProbs);
    int y = l0_contiguous(list, negLogLikelihood);
    int a = l0_contiguous(list, logAlpha);
    int launched = L0_NONE;
    int t = classes_of(list, targets, &launched);
    struct ctc *ctc = ctc_of(list, inputLengths, targetLengths, blank, zeroInfinity);
    if (g == L0_NONE || p == L0_NONE || y == L0_NONE || a == L0_NONE || t == L0_NONE ||
        launched == L0_NONE || ctc == NULL || out == L0_NONE || ctc->count == 0)
        return;
    const struct l0_tensor probs = list->tensors[p];
    const struct l0_tensor names = list->tensors[launched];
    aclDataType type = probs.type == ACL_DOUBLE ? ACL_DOUBLE : ACL_FLOAT;
    int of_device = l0_new_shaped(list, "gradient", probs.type, probs.dims, 3);
    int result = type == probs.type ? of_device
                                    : l0_new_shaped(list, "gradient", type, probs.dims, 3);
    const int inputs[] = {g,
                          p,
                          launched,
                          l0_host_tensor(list, "lengths", names.type, ctc->count),
                          l0_host_tensor(list, "lengths", names.type, ctc->count),
                          y,
                          a};
    launch(list, true, &probs, &names, list->tensors[a].dims[2], ctc->longest, inputs, 7,
           &of_device, 1);
    l0_step(
        list, L0_STEP_APPLY, &l0_CTCLossV2Grad,
        (const int[]){widened(list, p), t, widened(list, y), widened(list, a), widened(list, g)}, 5,
        &result, 1, ctc);
    l0_launch_view_copy(list, of_device, out);
    int rounded = l0_convert(list, result, probs.type);
    if (rounded != L0_NONE)
        l0_step(list, L0_STEP_STORE, NULL, &rounded, 1, &out, 1, NULL);
}

/* The workspace on Ascend950: a float for each row, or 32 bytes for each core that has rows, in
 * whole blocks. */
static uint64_t margin_workspace(const struct l0_list *list, int64_t rows, int64_t reduction)
{
    uint64_t cores = (uint64_t)list->soc->vector_cores;
    uint64_t count = (uint64_t)rows;
    uint64_t bytes = reduction == NONE ? (4 * count + 31) / 32 * 32
                                       : 32 * (count < cores ? count : cores);
    return L0_SYSTEM_WORKSPACE + bytes;
}

void loss_list_multilabel_margin_loss(struct l0_list *list, int self, int target, int64_t reduction,
                                      int out, int isTarget)
{
    int x = l0_contiguous(list, self);
    int t = l0_contiguous(list, target);
    if (x == L0_NONE || t == L0_NONE || out == L0_NONE || isTarget == L0_NONE)
        return;
    const struct l0_tensor like = list->tensors[x];
    const struct l0_tensor labels = list->tensors[t];
    const struct l0_tensor result = list->tensors[out];
    bool is_950 = list->architecture == ARCHITECTURE_3510;
    int cast = l0_launch_cast(list, t, ACL_INT32);
    int of_device[2] = {
        l0_new_shaped(list, "loss", like.type, result.dims, result.rank),
        l0_new_shaped(list, "marks", is_950 ? like.type : ACL_INT32, labels.dims, labels.rank)};
    l0_launch_row(list, &l0_MultilabelMarginLoss, (const int[]){x, cast}, 2, 0, of_device, 2, NULL);
    int64_t rows = like.rank == 2 ? like.dims[0] : 1;
    if (is_950)
        l0_kernel_workspace(list, margin_workspace(list, rows, reduction));
    int results[2] = {l0_new_shaped(list, "losses", ACL_FLOAT, &rows, 1),
                      l0_new_shaped(list, "marks", ACL_FLOAT, labels.dims, labels.rank)};
    int numbers = l0_convert(list, x, ACL_FLOAT);
    l0_step(list, L0_STEP_APPLY, &l0_MultilabelMarginLoss,
            (const int[]){numbers, l0_convert(list, t, ACL_INT64)}, 2, results, 2, NULL);
    int loss = results[0];
    if (reduction != NONE) {
        struct l0_fold *fold = l0_take(list, sizeof *fold);
        loss = l0_new_shaped(list, "loss", ACL_FLOAT, NULL, 0);
        if (fold == NULL || loss == L0_NONE)
            return;
        fold->dims = 1;
        l0_step(
            list, L0_STEP_APPLY, &l0_MultilabelMarginLossJoined,
            (const int[]){results[0], list_number_of(list, reduction == MEAN ? (double)rows : 1)},
            2, &loss, 1, fold);
    }
    loss = l0_convert(list, l0_reshape(list, loss, result.dims, result.rank), like.type);
    int marks = l0_convert(list, results[1], like.type);
    l0_launch_view_copy(list, of_device[0], out);
    l0_launch_view_copy(list, is_950 ? of_device[1] : l0_launch_cast(list, of_device[1], like.type),
                        isTarget);
    if (loss == L0_NONE || marks == L0_NONE)
        return;
    l0_step(list, L0_STEP_STORE, NULL, &loss, 1, &out, 1, NULL);
    l0_step(list, L0_STEP_STORE, NULL, &marks, 1, &isTarget, 1, NULL);
}
