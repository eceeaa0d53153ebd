/* SPDX-License-Identifier: Apache-2.0 */
/* Losses that a word joins, of experimental kernels: lists of L0 operators. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "declared/common.h"
#include "declared/loss.h"
#include "ops/common/list.h"

enum join { NONE, SUM, MEAN };

static enum join join_of(const char *word)
{
    return strcmp(word, "none") == 0 ? NONE : strcmp(word, "sum") == 0 ? SUM : MEAN;
}

static void launch(struct l0_list *list, const struct l0_row *row, const int *inputs, int count,
                   const int *outputs, int output_count)
{
    int given[4];
    int made[2];
    for (int i = 0; i < count; i++)
        given[i] = l0_contiguous(list, inputs[i]);
    for (int i = 0; i < output_count; i++) {
        const struct l0_tensor like = list->tensors[outputs[i]];
        made[i] = l0_new_shaped(list, "result", like.type, like.dims, like.rank);
    }
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_launch_row(list, row, given, count, 0, made, output_count, NULL);
    for (int i = 0; i < output_count; i++)
        l0_launch_view_copy(list, made[i], outputs[i]);
}

/* A sum is made of one number of each core, which lies in a block of eight. */
static void launch_joined(struct l0_list *list, const struct l0_row *row, const int *inputs,
                          int count, int out, enum join join)
{
    uint64_t cores = join == NONE ? 0 : list->soc->vector_cores;
    int given[4];
    for (int i = 0; i < count; i++)
        given[i] = l0_contiguous(list, inputs[i]);
    const struct l0_tensor like = list->tensors[out];
    int made = l0_new_shaped(list, "loss", like.type, like.dims, like.rank);
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_launch_row(list, row, given, count, 0, &made, 1, NULL);
    l0_kernel_workspace(list, L0_SYSTEM_WORKSPACE + cores * 8 * sizeof(float));
    l0_launch_view_copy(list, made, out);
}

/* Appends the work of losses, each or joined. The last input is the number of elements, where they
 * are. */
static void apply(struct l0_list *list, const struct l0_row *each, const struct l0_row *joined,
                  int *inputs, int count, enum join join, int out)
{
    for (int i = 0; i < count; i++)
        if (inputs[i] == L0_NONE)
            return;
    const struct l0_tensor elements = list->tensors[inputs[0]];
    int64_t dims[TENSOR_MAX_DIMS] = {0};
    struct l0_fold *fold = join == NONE ? NULL : l0_take(list, sizeof *fold);
    for (int32_t i = 0; i < elements.rank; i++)
        dims[i] = join == NONE ? elements.dims[i] : 1;
    int made = l0_new_shaped(list, "losses", ACL_FLOAT, dims, elements.rank);
    if (join != NONE) {
        inputs[count++] = list_number_of(list, join == MEAN ? (double)elements.elements : 1);
        if (fold == NULL)
            return;
        fold->dims = ((uint64_t)1 << elements.rank) - 1;
    }
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_step(list, L0_STEP_APPLY, join == NONE ? each : joined, inputs, count, &made, 1, fold);
    list_store_reshaped(list, made, out);
}

/* Variances, which may lack the last dimension, beside the means. */
static int beside(struct l0_list *list, int var, int input)
{
    int64_t dims[TENSOR_MAX_DIMS] = {0};
    if (var == L0_NONE || input == L0_NONE)
        return L0_NONE;
    const struct l0_tensor v = list->tensors[var];
    const struct l0_tensor x = list->tensors[input];
    for (int32_t i = 0; i < x.rank; i++)
        dims[i] = v.elements == 1 || i >= v.rank ? 1 : v.dims[i];
    return l0_reshape(list, var, dims, x.rank);
}

void loss_list_gaussian_nll_loss(struct l0_list *list, int input, int target, int var, bool full,
                                 double eps, const char *reductionOptional, int out)
{
    const double half_log_of_circle = 0.91893853320467274178;
    enum join join = join_of(reductionOptional);
    launch_joined(list, &l0_GaussianNllLoss, (int[]){input, target, var}, 3, out, join);
    int x = list_at_least_1d(list, input);
    int inputs[6] = {x, list_at_least_1d(list, target), beside(list, var, x),
                     list_number_of(list, eps),
                     list_constant(list, "constant", full ? half_log_of_circle : 0, ACL_DOUBLE)};
    apply(list, &l0_GaussianNllLoss, &l0_GaussianNllLossJoined, inputs, 5, join, out);
}

void loss_list_gaussian_nll_loss_grad(struct l0_list *list, int gradOutput, int input, int target,
                                      int var, double eps, const char *reduction, int gradInput,
                                      int gradVar)
{
    const int results[] = {gradInput, gradVar};
    const int64_t ones[TENSOR_MAX_DIMS] = {1, 1, 1, 1, 1, 1, 1, 1};
    enum join join = join_of(reduction);
    launch(list, &l0_GaussianNllLossGrad, (int[]){gradOutput, input, target, var}, 4, results, 2);
    int x = list_at_least_1d(list, input);
    if (x == L0_NONE || list->status != ACLNN_SUCCESS)
        return;
    const struct l0_tensor elements = list->tensors[x];
    int variances = beside(list, var, x);
    const int inputs[] = {x,
                          list_at_least_1d(list, target),
                          variances,
                          join == NONE ? list_at_least_1d(list, gradOutput)
                                       : l0_reshape(list, gradOutput, ones, elements.rank),
                          list_number_of(list, eps),
                          list_number_of(list, join == MEAN ? (double)elements.elements : 1)};
    struct l0_fold *fold = l0_take(list, sizeof *fold);
    if (fold == NULL || list->status != ACLNN_SUCCESS)
        return;
    const struct l0_tensor few = list->tensors[variances];
    fold->dims = 0;
    for (int32_t i = 0; i < elements.rank; i++)
        if (few.dims[i] != elements.dims[i])
            fold->dims |= (uint64_t)1 << i;
    int made[] = {l0_new_shaped(list, "gradient", ACL_FLOAT, elements.dims, elements.rank),
                  l0_new_shaped(list, "gradient", ACL_FLOAT, few.dims, few.rank)};
    if (list->status != ACLNN_SUCCESS)
        return;
    bool is_folded = fold->dims != 0;
    l0_step(list, L0_STEP_APPLY, &l0_GaussianNllLossGrad, inputs, 6, made, 1, NULL);
    l0_step(list, L0_STEP_APPLY,
            is_folded ? &l0_GaussianNllLossGradOfFewVariances : &l0_GaussianNllLossGradOfVariance,
            inputs, 6, made + 1, 1, is_folded ? fold : NULL);
    for (int i = 0; i < 2; i++)
        list_store_reshaped(list, made[i], results[i]);
}

void loss_list_hinge_embedding_loss(struct l0_list *list, int input, int target, double margin,
                                    const char *reduction, int loss)
{
    enum join join = join_of(reduction);
    launch_joined(list, &l0_HingeEmbeddingLoss, (int[]){input, target}, 2, loss, join);
    int inputs[4] = {list_at_least_1d(list, input), list_at_least_1d(list, target),
                     list_number_of(list, margin)};
    apply(list, &l0_HingeEmbeddingLoss, &l0_HingeEmbeddingLossJoined, inputs, 3, join, loss);
}
