/* SPDX-License-Identifier: Apache-2.0 */
/* The choice of tokens (aclnnTopKTopPSample): lists of L0 operators. */
#include "ops/random/token.h"

#include <stdbool.h>
#include <stdint.h>

#include "declared/common.h"
#include "declared/random.h"
#include "declared/sort.h"
#include "ops/common/list.h"
#include "ops/sort/sort.h"

#define MOST_INPUTS 7
#define MOST_RESULTS 4

/* A tensor of the list like each result that is written; L0_NONE for the others. */
static void make_results(struct l0_list *list, const int *results, int *made)
{
    for (int i = 0; i < MOST_RESULTS; i++) {
        made[i] = L0_NONE;
        if (results[i] == L0_NONE)
            continue;
        const struct l0_tensor like = list->tensors[results[i]];
        made[i] = l0_new_shaped(list, "result", like.type, like.dims, like.rank);
    }
}

static int gather(const int *tensors, int count, int *found)
{
    int given = 0;
    for (int i = 0; i < count; i++)
        if (tensors[i] != L0_NONE)
            found[given++] = tensors[i];
    return given;
}

/* What the device makes, for the size: a kernel that sorts pairs in its workspace. */
static void launch(struct l0_list *list, const struct l0_row *row, const int *operands, int count,
                   const int *made, const int *results)
{
    const uint64_t kernel_bytes = 16 << 20;
    const uint64_t sorted_bytes = 24; /* for each logit */
    int inputs[MOST_INPUTS];
    int outputs[MOST_RESULTS];
    int read = 0;
    for (int i = 0; i < count; i++)
        if (operands[i] != L0_NONE)
            inputs[read++] = l0_contiguous(list, operands[i]);
    int written = gather(made, MOST_RESULTS, outputs);
    uint64_t logits = (uint64_t)list->tensors[operands[0]].elements;
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_launch_row(list, row, inputs, read, 0, outputs, written, NULL);
    l0_kernel_workspace(list, kernel_bytes + logits * sorted_bytes);
    for (int i = 0; i < MOST_RESULTS; i++)
        if (made[i] != L0_NONE)
            l0_launch_view_copy(list, made[i], results[i]);
}

/* Sorts the rows of logits in descending order. */
static void sort_rows(struct l0_list *list, int logits, int *sorted, int *places)
{
    const struct l0_tensor given = list->tensors[logits];
    struct sort_attributes *order = l0_take(list, sizeof *order);
    *sorted = l0_new_shaped(list, "sorted", ACL_FLOAT, given.dims, 2);
    *places = l0_new_shaped(list, "places", ACL_INT64, given.dims, 2);
    if (list->status != ACLNN_SUCCESS)
        return;
    *order = (struct sort_attributes){SORT_FIRST, 1, true, given.dims[1]};
    l0_step(list, L0_STEP_APPLY, &l0_Sort, &logits, 1, (int[]){*sorted, *places}, 2, order);
}

static void choose(struct l0_list *list, const struct l0_row *row, const int *operands,
                   const struct token_choice *given, const int *results)
{
    struct token_choice *choice = l0_take(list, sizeof *choice);
    int made[MOST_RESULTS];
    int outputs[MOST_RESULTS];
    int inputs[MOST_INPUTS];
    if (choice == NULL || operands[0] == L0_NONE)
        return;
    *choice = *given;
    make_results(list, results, made);
    launch(list, row, operands, 5, made, results);
    inputs[0] = list_dense_of(list, operands[0], ACL_FLOAT);
    if (list->status != ACLNN_SUCCESS)
        return;
    sort_rows(list, inputs[0], &inputs[1], &inputs[2]);
    inputs[3] = list_dense_of(list, operands[1], ACL_INT32);
    int count = 4;
    for (int i = 2; i < 5; i++)
        if (operands[i] != L0_NONE)
            inputs[count++] = list_dense_of(list, operands[i], ACL_FLOAT);
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_step(list, L0_STEP_APPLY, row, inputs, count, outputs, gather(made, MOST_RESULTS, outputs),
            choice);
    for (int i = 0; i < MOST_RESULTS; i++)
        list_store_reshaped(list, made[i], results[i]);
}

void random_list_top_k_top_p_sample(struct l0_list *list, int logits, int topK, int topP, int q,
                                    double eps, bool isNeedLogits, int logitsSelectIdx,
                                    int logitsTopKPSelect)
{
    const int operands[] = {logits, topK, topP, q, L0_NONE};
    const int results[] = {logitsSelectIdx, isNeedLogits ? logitsTopKPSelect : L0_NONE, L0_NONE,
                           L0_NONE};
    const struct token_choice choice = {.epsilon = (double)(float)eps,
                                        .most = 1024,
                                        .are_logits = true,
                                        .has_q = q != L0_NONE,
                                        .wants_logits = isNeedLogits};
    choose(list, &l0_TopKTopPSample, operands, &choice, results);
}

void random_list_top_k_top_p_sample_v2(struct l0_list *list, int logits, int topK, int topP, int q,
                                       int minPs, double eps, bool isNeedLogits, int64_t ksMax,
                                       bool inputIsLogits, bool isNeedSampleResult,
                                       int logitsSelectIdx, int logitsTopKPSelect, int logitsIdx,
                                       int logitsSortMasked)
{
    const int64_t most = 1024;
    const int operands[] = {logits, topK, topP, q, minPs};
    const int results[] = {
        isNeedSampleResult ? L0_NONE : logitsSelectIdx, isNeedLogits ? logitsTopKPSelect : L0_NONE,
        isNeedSampleResult ? logitsIdx : L0_NONE, isNeedSampleResult ? logitsSortMasked : L0_NONE};
    const struct token_choice choice = {.epsilon = (double)(float)eps,
                                        .most = ksMax < most ? (ksMax + 7) / 8 * 8 : most,
                                        .are_logits = inputIsLogits,
                                        .has_q = q != L0_NONE,
                                        .has_least = minPs != L0_NONE,
                                        .wants_logits = isNeedLogits,
                                        .wants_rest = isNeedSampleResult};
    choose(list, &l0_TopKTopPSampleV2, operands, &choice, results);
}
