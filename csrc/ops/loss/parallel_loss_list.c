/* SPDX-License-Identifier: Apache-2.0 */
/* Cross entropies whose classes are spread over devices: lists of L0 operators. Each device has the
 * logits of some classes; what all have to know of a row is handed to the next call. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/common.h"
#include "declared/loss.h"
#include "declared/matmul.h"
#include "ops/common/list.h"

/* Tiles of logits that a core keeps, where the caller wants none. */
#define TILE_ELEMENTS ((uint64_t)128 * 256)

/* ---- Pieces ---------------------------------------------------------------------------------- */

static void fold_rows(struct l0_list *list, const struct l0_row *row, const int *inputs, int count,
                      const int *outputs, int output_count)
{
    struct l0_fold *fold = l0_take(list, sizeof *fold);
    if (fold == NULL || list->status != ACLNN_SUCCESS)
        return;
    fold->dims = (uint64_t)1 << (list->tensors[inputs[0]].rank - 1);
    l0_step(list, L0_STEP_APPLY, row, inputs, count, outputs, output_count, fold);
}

static int new_pair(struct l0_list *list, const char *name, aclDataType type, int64_t rows,
                    int64_t columns)
{
    return l0_new_shaped(list, name, type, (const int64_t[]){rows, columns}, 2);
}

/* A line of numbers beside rows of elements. */
static int beside(struct l0_list *list, int line)
{
    if (line == L0_NONE)
        return L0_NONE;
    return l0_reshape(list, line, (const int64_t[]){list->tensors[line].elements, 1}, 2);
}

static int product(struct l0_list *list, int left, int right, bool turn_left, bool turn_right,
                   aclDataType type)
{
    bool *turns = l0_take(list, 2 * sizeof *turns);
    if (turns == NULL || left == L0_NONE || right == L0_NONE)
        return L0_NONE;
    turns[0] = turn_left;
    turns[1] = turn_right;
    const struct l0_tensor a = list->tensors[left];
    const struct l0_tensor b = list->tensors[right];
    const int64_t dims[] = {a.dims[turn_left ? 1 : 0], b.dims[turn_right ? 0 : 1]};
    if (a.dims[turn_left ? 0 : 1] == 0)
        return list_fill(list, type, 0, dims, 2);
    int made = l0_new_shaped(list, "product", type, dims, 2);
    if (made != L0_NONE)
        l0_step(list, L0_STEP_APPLY, &l0_MatMulV3, (int[]){left, right}, 2, &made, 1, turns);
    return made;
}

/* Tensors like the caller's, for the operator that writes them. */
static void launch(struct l0_list *list, const struct l0_row *row, const int *inputs, int count,
                   const int *outputs, int output_count, uint64_t bytes)
{
    int given[8];
    int made[8];
    int kept = 0;
    int written = 0;
    for (int i = 0; i < count; i++)
        if (inputs[i] != L0_NONE)
            given[kept++] = l0_contiguous(list, inputs[i]);
    for (int i = 0; i < output_count; i++)
        if (outputs[i] != L0_NONE) {
            const struct l0_tensor like = list->tensors[outputs[i]];
            made[written++] = l0_new_shaped(list, "result", like.type, like.dims, like.rank);
        }
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_launch_row(list, row, given, kept, 0, made, written, NULL);
    if (bytes > 0)
        l0_kernel_workspace(list, bytes);
    written = 0;
    for (int i = 0; i < output_count; i++)
        if (outputs[i] != L0_NONE)
            l0_launch_view_copy(list, made[written++], outputs[i]);
}

/* ---- Lists ----------------------------------------------------------------------------------- */

void loss_list_linear_online_max_sum(struct l0_list *list, int input, int weight, int target,
                                     int64_t vocabStartIndex, int64_t vocabEndIndex,
                                     int logitsMaxLocalOut, int sumExpLogitsLocalOut,
                                     int predictedLogitsLocalOut, int targetMaskOut,
                                     int maskedTargetOut, int vocabParallelLogitsOutOptional)
{
    const int results[] = {logitsMaxLocalOut, sumExpLogitsLocalOut, predictedLogitsLocalOut,
                           targetMaskOut,     maskedTargetOut,      vocabParallelLogitsOutOptional};
    int64_t rows = input == L0_NONE ? 0 : list->tensors[input].dims[0];
    uint64_t cores = list->soc->ai_cores;
    uint64_t bytes = L0_SYSTEM_WORKSPACE + (uint64_t)rows * sizeof(float) * cores * 2;
    if (vocabParallelLogitsOutOptional == L0_NONE)
        bytes += TILE_ELEMENTS * 2 * cores * 2;
    launch(list, &l0_FusedLinearOnlineMaxSum, (int[]){input, weight, target}, 3, results, 6, bytes);
    int logits = product(list, input, weight, false, true, ACL_FLOAT);
    if (logits == L0_NONE || list->status != ACLNN_SUCCESS)
        return;
    list_store_reshaped(list, logits, vocabParallelLogitsOutOptional);
    const int inputs[] = {logits, beside(list, l0_convert(list, target, ACL_INT64)),
                          list_integer_constant(list, "start", vocabStartIndex, ACL_INT64),
                          list_integer_constant(list, "end", vocabEndIndex, ACL_INT64)};
    const int made[] = {
        new_pair(list, "maximum", ACL_FLOAT, rows, 1), new_pair(list, "sum", ACL_FLOAT, rows, 1),
        new_pair(list, "predicted", ACL_FLOAT, rows, 1),
        new_pair(list, "hidden", ACL_BOOL, rows, 1), new_pair(list, "place", ACL_INT64, rows, 1)};
    fold_rows(list, &l0_FusedLinearOnlineMaxSum, inputs, 4, made, 5);
    int64_t count = (rows + 7) / 8;
    int bits = l0_new_shaped(list, "bits", ACL_UINT8, &count, 1);
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_step(list, L0_STEP_APPLY, &l0_PackedClasses, &made[3], 1, &bits, 1, NULL);
    for (int i = 0; i < 5; i++)
        list_store_reshaped(list, i == 3 ? bits : made[i], results[i]);
}

void loss_list_cross_entropy_with_max_sum(struct l0_list *list, int logitsMax, int sumExpLogits,
                                          int predictedLogits, int vocabParallelLogitsOptional,
                                          int lossOut, int softMaxOutOptional)
{
    const int results[] = {lossOut,
                           vocabParallelLogitsOptional != L0_NONE ? softMaxOutOptional : L0_NONE};
    launch(list, &l0_FusedCrossEntropyLossWithMaxSum,
           (int[]){logitsMax, sumExpLogits, predictedLogits, vocabParallelLogitsOptional}, 4,
           results, 2, L0_SYSTEM_WORKSPACE);
    if (lossOut == L0_NONE || list->status != ACLNN_SUCCESS)
        return;
    int64_t rows = list->tensors[lossOut].dims[0];
    int loss = l0_new_shaped(list, "loss", ACL_FLOAT, &rows, 1);
    const int summands[] = {sumExpLogits, predictedLogits};
    if (loss == L0_NONE)
        return;
    l0_step(list, L0_STEP_APPLY, &l0_FusedCrossEntropyLossWithMaxSum, summands, 2, &loss, 1, NULL);
    list_store_reshaped(list, loss, lossOut);
    if (results[1] == L0_NONE)
        return;
    const struct l0_tensor shape = list->tensors[results[1]];
    int softmax = l0_new_shaped(list, "softmax", ACL_FLOAT, shape.dims, 2);
    const int inputs[] = {vocabParallelLogitsOptional, beside(list, logitsMax),
                          beside(list, sumExpLogits)};
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_step(list, L0_STEP_APPLY, &l0_SoftmaxOfSums, inputs, 3, &softmax, 1, NULL);
    list_store_reshaped(list, softmax, results[1]);
}

void loss_list_linear_cross_entropy_grad(struct l0_list *list, int grad, int input, int weight,
                                         int targetMask, int maskedTarget, int logitsMaxOptional,
                                         int sumExpLogitsOptional, int softmaxOptional,
                                         int inputGradOut, int weightGradOut)
{
    const int results[] = {inputGradOut, weightGradOut};
    bool is_given = softmaxOptional != L0_NONE;
    launch(list, &l0_FusedLinearCrossEntropyLossGrad,
           (int[]){grad, input, weight, targetMask, maskedTarget,
                   is_given ? L0_NONE : logitsMaxOptional,
                   is_given ? L0_NONE : sumExpLogitsOptional, softmaxOptional},
           8, results, 2, L0_SYSTEM_WORKSPACE);
    if (grad == L0_NONE || weight == L0_NONE || targetMask == L0_NONE ||
        list->status != ACLNN_SUCCESS)
        return;
    int64_t rows = list->tensors[grad].dims[0];
    int64_t classes = list->tensors[weight].dims[0];
    int hidden = l0_convert(list, targetMask, ACL_FLOAT);
    if (list->tensors[targetMask].type == ACL_UINT8) {
        int bytes = l0_new_shaped(list, "bytes", ACL_UINT8, list->tensors[targetMask].dims, 1);
        hidden = l0_new_shaped(list, "hidden", ACL_FLOAT, &rows, 1);
        if (bytes == L0_NONE || hidden == L0_NONE)
            return;
        l0_step(list, L0_STEP_CAST, NULL, &targetMask, 1, &bytes, 1, NULL);
        l0_step(list, L0_STEP_APPLY, &l0_UnpackedClasses, &bytes, 1, &hidden, 1, NULL);
    }
    int logits = is_given ? softmaxOptional : product(list, input, weight, false, true, ACL_FLOAT);
    int places = beside(list, l0_convert(list, maskedTarget, ACL_INT64));
    int slopes[] = {new_pair(list, "slopes", ACL_FLOAT, rows, classes),
                    new_pair(list, "unread", ACL_FLOAT, rows, 1)};
    if (list->status != ACLNN_SUCCESS)
        return;
    const int given[] = {logits, places, beside(list, hidden), beside(list, grad)};
    const int found[] = {logits,
                         places,
                         beside(list, hidden),
                         beside(list, grad),
                         is_given ? L0_NONE : beside(list, logitsMaxOptional),
                         is_given ? L0_NONE : beside(list, sumExpLogitsOptional)};
    if (is_given)
        fold_rows(list, &l0_FusedLinearCrossEntropyLossGrad, given, 4, slopes, 2);
    else
        fold_rows(list, &l0_CrossEntropyGradOfLogits, found, 6, slopes, 2);
    list_store_reshaped(list, product(list, slopes[0], weight, false, false, ACL_FLOAT),
                        inputGradOut);
    list_store_reshaped(list, product(list, slopes[0], input, true, false, ACL_FLOAT),
                        weightGradOut);
}

void loss_list_sum_exp_and_index_logit(struct l0_list *list, int vocabParallelLogits, int target,
                                       int globalLogitsMax, int64_t vocabStartIndex,
                                       int64_t vocabEndIndex, int predictedLogitsOut,
                                       int sumExpLogitsOut, int expLogitsOut, int targetOffsetOut,
                                       int targetMaskOut)
{
    const int results[] = {predictedLogitsOut, sumExpLogitsOut, expLogitsOut, targetOffsetOut,
                           targetMaskOut};
    int rows_given[] = {target, globalLogitsMax};
    launch(list, &l0_CrossEntropySumExpAndIndexLogit,
           (int[]){vocabParallelLogits, target, globalLogitsMax}, 3, results, 5, 0);
    if (vocabParallelLogits == L0_NONE || list->status != ACLNN_SUCCESS)
        return;
    const struct l0_tensor x = list->tensors[vocabParallelLogits];
    int64_t dims[3] = {x.dims[0], x.rank == 3 ? x.dims[1] : 1, 1};
    rows_given[0] = l0_convert(list, target, ACL_INT64);
    for (int i = 0; i < 2; i++)
        rows_given[i] = l0_reshape(list, rows_given[i], dims, x.rank);
    int made[5];
    for (int i = 0; i < 5; i++)
        made[i] = l0_new_shaped(list, "made", i < 3 ? ACL_FLOAT : ACL_INT64, i == 2 ? x.dims : dims,
                                x.rank);
    const int inputs[] = {vocabParallelLogits, rows_given[0], rows_given[1],
                          list_integer_constant(list, "start", vocabStartIndex, ACL_INT64),
                          list_integer_constant(list, "end", vocabEndIndex, ACL_INT64)};
    fold_rows(list, &l0_CrossEntropySumExpAndIndexLogit, inputs, 5, made, 5);
    for (int i = 0; i < 5; i++)
        list_store_reshaped(list, made[i], results[i]);
}
