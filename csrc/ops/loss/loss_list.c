/* SPDX-License-Identifier: Apache-2.0 */
/* Losses and their gradients: lists of L0 operators. */
#include "ops/loss/loss.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/data_type.h"
#include "declared/common.h"
#include "declared/loss.h"
#include "declared/binary.h"
#include "declared/copy_layout.h"
#include "declared/reduce.h"
#include "declared/unary.h"
#include "ops/activation/activation.h"
#include "ops/common/list.h"
#include "ops/reduce/reduce.h"
#include "ops/reduce/reduce_tiling.h"
#include "tensor/layout.h"

/* ---- Pieces ---------------------------------------------------------------------------------- */

/* Writes a tensor of one element to out, which may have any number of dims. */
static void write_loss(struct l0_list *list, int loss, int out)
{
    if (loss == L0_NONE || out == L0_NONE)
        return;
    const struct l0_tensor result = list->tensors[out];
    if (list->tensors[loss].elements == 1 && result.elements == 1 &&
        list->tensors[loss].rank != result.rank)
        loss = l0_reshape(list, loss, result.dims, result.rank);
    list_write(list, loss, out);
}

/* Writes the loss of no elements: nothing, NaN for a mean, or 0 for a sum. False when there are
 * elements. */
static bool is_of_nothing(struct l0_list *list, int self, int target, int64_t reduction, int out)
{
    if (self == L0_NONE || target == L0_NONE || out == L0_NONE)
        return true;
    if (list->tensors[self].elements != 0 && list->tensors[target].elements != 0)
        return false;
    aclDataType type = list->tensors[out].type;
    bool has_mean = reduction == SUM || (reduction == BATCH_MEAN && list->tensors[self].rank > 0 &&
                                         list->tensors[self].dims[0] != 0);
    if (reduction != NONE)
        write_loss(list, list_fill(list, type, has_mean ? 0 : NAN, &(int64_t){1}, 1), out);
    return true;
}

/* The number by which the sum of a loss is divided. */
static double divisor(const struct l0_list *list, int tensor, int64_t reduction)
{
    const struct l0_tensor *elements = &list->tensors[tensor];
    return reduction == MEAN                               ? (double)elements->elements
           : reduction == BATCH_MEAN && elements->rank > 0 ? (double)elements->dims[0]
                                                           : 1;
}

/* Ascend950's kernels that reduce losses: for the sum, then for the mean. */
static const struct {
    const struct l0_row *row;
    const char *kernels[2];
} joining[] = {
    {&l0_MseLossJoined, {"MseLossSumDag", "MseLossMeanDag"}},
    {&l0_LpLossJoined, {"LpLossSumDag", "LpLossMeanDag"}},
    {&l0_SmoothL1LossV2Joined, {"SmoothL1LossV2SumDag", "SmoothL1LossV2MeanDag"}},
    {&l0_SoftMarginLossJoined, {"SoftMarginLossSumDag", "SoftMarginLossMeanDag"}},
    {&l0_KLDivV2Joined, {"KLDivDagSumLogFalse", "KLDivDagMeanLogFalse"}},
    {&l0_KLDivOfLogarithmsJoined, {"KLDivDagSumLogTrue", "KLDivDagMeanLogTrue"}},
};

static const char *joining_kernel(const struct l0_row *row, int64_t reduction)
{
    for (size_t i = 0; i < sizeof joining / sizeof joining[0]; i++)
        if (joining[i].row == row)
            return joining[i].kernels[reduction != SUM];
    return NULL;
}

/* MSELossV2 of Ascend950 asks for 32 bytes for each core that has elements. A core takes 32
 * elements at a time. */
static uint64_t mse_workspace_3510(const struct l0_list *list, int x)
{
    int64_t elements = list->tensors[x].elements;
    int64_t cores = list->soc->vector_cores;
    int64_t share = ((elements + cores - 1) / cores + 31) / 32 * 32;
    return L0_SYSTEM_WORKSPACE + 32 * (uint64_t)((elements + share - 1) / share);
}

/* Appends a formula that reduces all elements to one without dimensions. */
static int join(struct l0_list *list, const struct l0_row *row, aclDataType type, const int *inputs,
                int count, int64_t reduction)
{
    struct l0_fold *fold = l0_take(list, sizeof *fold);
    int result = l0_new_shaped(list, row->name, type, NULL, 0);
    if (fold == NULL || result == L0_NONE)
        return L0_NONE;
    fold->dims = ((uint64_t)1 << list->tensors[inputs[0]].rank) - 1;
    if (list->architecture != ARCHITECTURE_3510) {
        l0_apply(list, row, inputs, count, count - 2, &result, 1, fold);
        return result;
    }
    const char *kernel = joining_kernel(row, reduction);
    l0_launch_many(list, row->name, L0_AI_CORE, inputs, 2, &result, 1);
    if (kernel != NULL)
        reduce_tiling_fold_as(list, kernel, inputs[0], fold->dims);
    else
        l0_kernel_workspace(list, mse_workspace_3510(list, inputs[0]));
    l0_step(list, L0_STEP_APPLY, row, inputs, count, &result, 1, fold);
    return result;
}

/* Appends the loss of two tensors of one shape. The parameter is a number of the formula, or
 * NULL. */
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
    return join(list, joined, type, inputs, count, reduction);
}

/* ---- Losses ---------------------------------------------------------------------------------- */

void loss_list_loss(struct l0_list *list, const struct l0_row *row, const struct l0_row *joined,
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

/* Makes both tensors dense and casts them, one after the other. */
static void prepare_both(struct l0_list *list, int self, int target, aclDataType type, int *x,
                         int *y)
{
    *x = l0_cast(list, l0_contiguous(list, self), type);
    *y = l0_cast(list, l0_contiguous(list, target), type);
}

static aclFormat format_of(const struct l0_list *list, int tensor)
{
    return list->tensors[tensor].given->format;
}

/* The format of a tensor, or of what it was broadcast to. */
static aclFormat format_as(const struct l0_list *list, int tensor, int seen)
{
    const struct l0_tensor *from = &list->tensors[tensor];
    const struct l0_tensor *to = &list->tensors[seen];
    bool is_same = same_dims(from->dims, from->rank, to->dims, to->rank);
    return is_same ? format_of(list, tensor) : ACL_FORMAT_ND;
}

/* Whether MSELossV2 takes the tensors. */
static bool are_of_one_flat_format(const struct l0_list *list, int self, int x, int target, int y)
{
    if (x == L0_NONE || y == L0_NONE)
        return false;
    aclFormat format = format_as(list, self, x);
    return format == format_as(list, target, y) &&
           (format == ACL_FORMAT_ND || format == ACL_FORMAT_NCL);
}

/* On 910B cores that reduce together wait for each other, which takes 64 bytes for each. A core
 * takes at least 4 KiB. */
static uint64_t mse_workspace_2201(const struct l0_list *list, int x, int64_t reduction)
{
    const struct l0_tensor *elements = &list->tensors[x];
    uint64_t blocks = (uint64_t)(elements->elements * (data_type_bits(elements->type) / 8)) / 32;
    uint64_t cores = (blocks + 127) / 128;
    cores = cores < (uint64_t)list->soc->vector_cores ? cores : (uint64_t)list->soc->vector_cores;
    return reduction == NONE ? 0 : L0_SYSTEM_WORKSPACE + 64 * (cores > 0 ? cores : 1);
}

static int mse_of(struct l0_list *list, bool is_newer, int x, int y, int64_t reduction)
{
    int loss = loss_of(list, is_newer ? &l0_MSELossV2 : &l0_MseLoss,
                       is_newer ? &l0_MSELossV2Joined : &l0_MseLossJoined, x, y, NULL, reduction);
    if (loss != L0_NONE && is_newer && list->architecture == ARCHITECTURE_2201)
        l0_kernel_workspace(list, mse_workspace_2201(list, x, reduction));
    return loss;
}

void loss_list_mse_loss(struct l0_list *list, int self, int target, aclDataType promoted,
                        int64_t reduction, int out)
{
    int x;
    int y;
    if (is_of_nothing(list, self, target, reduction, out))
        return;
    prepare_both(list, self, target, promoted, &x, &y);
    activation_list_broadcast_each(list, &x, &y);
    bool is_newer = list->architecture != ARCHITECTURE_1001 &&
                    are_of_one_flat_format(list, self, x, target, y);
    write_loss(list, mse_of(list, is_newer, x, y, reduction), out);
}

void loss_list_mse_loss_out(struct l0_list *list, int self, int target, aclDataType promoted,
                            int64_t reduction, int out)
{
    int x;
    int y;
    prepare_both(list, self, target, promoted, &x, &y);
    list_broadcast_both(list, &x, &y);
    bool is_newer = list->architecture != ARCHITECTURE_1001 &&
                    are_of_one_flat_format(list, self, x, target, y);
    int loss = mse_of(list, is_newer, x, y, NONE);
    if (loss == L0_NONE)
        return;
    if (reduction != NONE && list->tensors[loss].rank > 0)
        loss = list_fold_dims(list, reduction == SUM ? &l0_ReduceSum : &l0_ReduceMean, loss, 1,
                              false, promoted);
    list_write(list, loss, out);
}

/* Differences of int64 are computed by operators of their own. */
static int difference_of_integers(struct l0_list *list, int x, int y, int64_t reduction)
{
    static const struct array all = {.size = 0};
    int result = list_apply2(list, &l0_Sub, ACL_INT64, x, y);
    result = activation_list_apply1(list, &l0_Abs, ACL_INT64, result);
    return reduction == NONE
               ? result
               : reduce_list_fold(list, &l0_ReduceSum, result, &all, false, ACL_INT64);
}

void loss_list_l1_loss(struct l0_list *list, int self, int target, aclDataType promoted,
                       int64_t reduction, int out)
{
    int x;
    int y;
    if (is_of_nothing(list, self, target, reduction, out))
        return;
    prepare_both(list, self, target, promoted, &x, &y);
    list_broadcast_both(list, &x, &y);
    write_loss(list,
               promoted == ACL_INT64
                   ? difference_of_integers(list, x, y, reduction)
                   : loss_of(list, &l0_LpLoss, &l0_LpLossJoined, x, y, NULL, reduction),
               out);
}

/* Whether the tensor is an image, which before Ascend950 is stored in blocks of channels of 32
 * bytes. */
static bool is_image(const struct l0_list *list, int tensor)
{
    aclFormat format = format_of(list, tensor);
    return list->tensors[tensor].rank == 4 &&
           (format == ACL_FORMAT_NCHW || format == ACL_FORMAT_NHWC);
}

static int in_blocks(struct l0_list *list, int tensor, aclFormat format)
{
    if (tensor == L0_NONE)
        return L0_NONE;
    const struct l0_tensor image = list->tensors[tensor];
    int64_t block = 32 / (data_type_bits(image.type) / 8);
    int32_t channel = format == ACL_FORMAT_NHWC ? 3 : 1;
    int32_t first = channel == 1 ? 2 : 1;
    int64_t dims[] = {image.dims[0], (image.dims[channel] + block - 1) / block, image.dims[first],
                      image.dims[first + 1], block};
    int result = l0_new_shaped(list, "blocks", image.type, dims, 5);
    l0_launch_row(list, &l0_TransData, &tensor, 1, 0, &result, 1, NULL);
    return result;
}

/* The loss of two images of one shape: the operators, and then the work. */
static int smooth_l1_loss_of_images(struct l0_list *list, const int images[2], aclDataType promoted,
                                    double beta, aclFormat format)
{
    int casts[2];
    int blocks[2];
    for (int i = 0; i < 2; i++) {
        casts[i] = l0_cast(list, images[i], promoted);
        blocks[i] = in_blocks(list, casts[i], format);
    }
    if (blocks[0] == L0_NONE || blocks[1] == L0_NONE)
        return L0_NONE;
    const struct l0_tensor block = list->tensors[blocks[0]];
    const struct l0_tensor image = list->tensors[casts[0]];
    int losses = l0_new_shaped(list, "loss", promoted, block.dims, block.rank);
    int loss = l0_new_shaped(list, "loss", promoted, image.dims, image.rank);
    int number = list_constant(list, "number", (double)(float)beta, ACL_DOUBLE);
    if (losses == L0_NONE || loss == L0_NONE || number == L0_NONE)
        return L0_NONE;
    l0_launch_row(list, &l0_SmoothL1LossV2, blocks, 2, 0, &losses, 1, NULL);
    l0_launch_row(list, &l0_TransData, &losses, 1, 0, &loss, 1, NULL);
    l0_step(list, L0_STEP_APPLY, &l0_SmoothL1LossV2, (int[]){casts[0], casts[1], number}, 3, &loss,
            1, NULL);
    return loss;
}

void loss_list_smooth_l1_loss(struct l0_list *list, int self, int target, aclDataType promoted,
                              int64_t reduction, double beta, int result)
{
    if (is_of_nothing(list, self, target, reduction, result))
        return;
    int x = l0_contiguous(list, self);
    int y = l0_contiguous(list, target);
    const struct l0_tensor one = list->tensors[self];
    const struct l0_tensor other = list->tensors[target];
    if (list->architecture != ARCHITECTURE_3510 && reduction == NONE && is_image(list, self) &&
        format_of(list, self) == format_of(list, target) &&
        same_dims(one.dims, one.rank, other.dims, other.rank)) {
        write_loss(
            list,
            smooth_l1_loss_of_images(list, (int[]){x, y}, promoted, beta, format_of(list, self)),
            result);
        return;
    }
    list_broadcast_both(list, &x, &y);
    x = l0_cast(list, x, promoted);
    y = l0_cast(list, y, promoted);
    write_loss(list,
               loss_of(list, &l0_SmoothL1LossV2, &l0_SmoothL1LossV2Joined, x, y, &beta, reduction),
               result);
}

/* Appends BroadcastTo for both tensors, even when they have the shape. */
static void broadcast_always(struct l0_list *list, int *x, int *y)
{
    *x = list_at_least_1d(list, *x);
    *y = list_at_least_1d(list, *y);
    if (*x == L0_NONE || *y == L0_NONE)
        return;
    const struct l0_tensor a = list->tensors[*x];
    const struct l0_tensor b = list->tensors[*y];
    int64_t dims[TENSOR_MAX_DIMS];
    int32_t rank = a.rank > b.rank ? a.rank : b.rank;
    for (int32_t i = 1; i <= rank; i++) {
        int64_t one = i <= a.rank ? a.dims[a.rank - i] : 1;
        int64_t other = i <= b.rank ? b.dims[b.rank - i] : 1;
        dims[rank - i] = one == 1 ? other : one;
    }
    *x = l0_append_broadcast_to(list, *x, dims, rank);
    *y = l0_append_broadcast_to(list, *y, dims, rank);
}

void loss_list_kl_div(struct l0_list *list, int self, int target, aclDataType promoted,
                      int64_t reduction, bool logTarget, int out)
{
    int x;
    int y;
    if (is_of_nothing(list, self, target, reduction, out))
        return;
    prepare_both(list, self, target, promoted, &x, &y);
    broadcast_always(list, &x, &y);
    write_loss(list,
               loss_of(list, logTarget ? &l0_KLDivOfLogarithms : &l0_KLDivV2,
                       logTarget ? &l0_KLDivOfLogarithmsJoined : &l0_KLDivV2Joined, x, y, NULL,
                       reduction),
               out);
}

/* ---- Gradients ------------------------------------------------------------------------------- */

/* The gradient of a loss. factor multiplies each element, apart from the mean. */
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

/* Whether shape and format are the same. */
static bool are_alike(const struct l0_list *list, int a, int b)
{
    const struct l0_tensor *one = &list->tensors[a];
    const struct l0_tensor *other = &list->tensors[b];
    return same_dims(one->dims, one->rank, other->dims, other->rank) &&
           format_of(list, a) == format_of(list, b);
}

void loss_list_mse_loss_backward(struct l0_list *list, int gradOutput, int self, int target,
                                 int64_t reduction, int out)
{
    if (is_empty(list, gradOutput) || is_empty(list, self) || is_empty(list, target))
        return;
    int grad = l0_contiguous(list, gradOutput);
    int x = l0_contiguous(list, self);
    int y = l0_contiguous(list, target);
    bool is_newer = list->architecture == ARCHITECTURE_2201 && are_alike(list, self, target) &&
                    are_alike(list, gradOutput, target);
    const struct l0_row *row = is_newer ? &l0_MseLossGradV2 : &l0_MseLossGrad;
    list_write(list, gradient_of(list, row, (const int[]){x, y, grad}, 2, NULL, reduction, out),
               out);
}

/* ---- The experimental kernels' own interfaces, which take the reduction as a word -------------
 */

static int64_t reduction_of(const char *word)
{
    return strcmp(word, "none") == 0 ? NONE : strcmp(word, "sum") == 0 ? SUM : MEAN;
}

void loss_list_lp_loss(struct l0_list *list, int predict, int label, const char *reduction, int out)
{
    if (predict != L0_NONE)
        loss_list_loss(list, &l0_LpLoss, &l0_LpLossJoined, predict, label,
                       list->tensors[predict].type, reduction_of(reduction), out);
}

void loss_list_mse_loss_grad(struct l0_list *list, int gradOutput, int self, int target,
                             const char *reduction, int out)
{
    if (out == L0_NONE)
        return;
    const int operands[] = {l0_contiguous(list, self), l0_contiguous(list, target),
                            l0_contiguous(list, gradOutput)};
    list_write(list,
               gradient_of(list, &l0_MseLossGrad, operands, 2, NULL, reduction_of(reduction), out),
               out);
}

/* Whether Ascend950's kernels take the gradient, which has no dimensions, without a broadcast. */
static bool keeps_scalar(const struct l0_list *list, int gradient)
{
    return list->architecture == ARCHITECTURE_3510 && list->tensors[gradient].rank == 0;
}

static void broadcast_all(struct l0_list *list, int *operands, int first, int out)
{
    if (out == L0_NONE)
        return;
    const struct l0_tensor result = list->tensors[out];
    for (int i = first; i < 3; i++)
        if (operands[i] != L0_NONE)
            operands[i] = l0_broadcast_to(list, operands[i], result.dims, result.rank);
}

void loss_list_l1_loss_backward(struct l0_list *list, int gradOutput, int self, int target,
                                aclDataType promoted, int64_t reduction, int gradInput)
{
    if (is_empty(list, gradOutput) || is_empty(list, self) || is_empty(list, target))
        return;
    int operands[3];
    operands[0] = l0_contiguous(list, gradOutput);
    operands[1] = l0_contiguous(list, self);
    operands[2] = l0_contiguous(list, target);
    broadcast_all(list, operands, keeps_scalar(list, gradOutput) ? 1 : 0, gradInput);
    operands[1] = l0_cast(list, operands[1], promoted);
    operands[0] = l0_cast(list, operands[0], promoted);
    operands[2] = l0_cast(list, operands[2], promoted);
    list_write(list, gradient_of(list, &l0_L1LossGrad, operands, 1, NULL, reduction, gradInput),
               gradInput);
}

void loss_list_smooth_l1_loss_backward(struct l0_list *list, int gradOut, int self, int target,
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

void loss_list_backward(struct l0_list *list, const struct l0_row *row, int gradOutput, int self,
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
    broadcast_all(list, operands, 0, out);
    list_write(list, gradient_of(list, row, operands, 1, NULL, reduction, out), out);
}
