/* SPDX-License-Identifier: Apache-2.0 */
/* AdvanceStep, ExpandIntoJaggedPermute: lists of L0 operators. */
#include "ops/other/steps.h"

#include <stdint.h>

#include "declared/common.h"
#include "declared/other.h"
#include "ops/common/list.h"

#define CHANGED 4
#define MOST_READ 4

/* What the device makes, for the size: operands that are copied where they are strided. */
static void launch(struct l0_list *list, const int *changed, const int *read, int count)
{
    int inputs[CHANGED + MOST_READ];
    for (int i = 0; i < CHANGED; i++)
        inputs[i] = l0_contiguous(list, changed[i]);
    for (int i = 0; i < count; i++)
        inputs[CHANGED + i] = l0_contiguous(list, read[i]);
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_launch_row(list, &l0_AdvanceStep, inputs, CHANGED + count, 0, inputs, CHANGED, NULL);
    for (int i = 0; i < CHANGED; i++)
        l0_launch_view_copy(list, inputs[i], changed[i]);
}

static void advance(struct l0_list *list, const int *changed, const int *read, int count,
                    const struct next_step *given)
{
    struct next_step *step = l0_take(list, sizeof *step);
    int inputs[CHANGED + MOST_READ];
    int outputs[CHANGED];
    launch(list, changed, read, count);
    for (int i = 0; i < count; i++)
        inputs[i] = list_dense_of(list, read[i], ACL_INT64);
    for (int i = 0; i < CHANGED && list->status == ACLNN_SUCCESS; i++) {
        const struct l0_tensor like = list->tensors[changed[i]];
        inputs[count + i] = list_dense_of(list, changed[i], ACL_INT64);
        outputs[i] = l0_new_shaped(list, "next", ACL_INT64, like.dims, like.rank);
    }
    if (list->status != ACLNN_SUCCESS)
        return;
    *step = *given;
    l0_step(list, L0_STEP_APPLY, &l0_AdvanceStep, inputs, count + CHANGED, outputs, CHANGED, step);
    for (int i = 0; i < CHANGED; i++)
        list_store_reshaped(list, outputs[i], changed[i]);
}

void other_list_advance_step(struct l0_list *list, int inputTokens, int sampledTokenIds,
                             int inputPositions, int seqLens, int slotMapping, int blockTables,
                             int64_t numQueries, int64_t blockSize)
{
    const struct next_step step = {numQueries, blockSize, (int64_t)list->soc->vector_cores, -1};
    advance(list, (int[]){inputTokens, inputPositions, seqLens, slotMapping},
            (int[]){sampledTokenIds, blockTables}, 2, &step);
}

void other_list_advance_steps(struct l0_list *list, int inputTokens, int sampledTokenIds,
                              int inputPositions, int seqLens, int slotMapping, int blockTables,
                              int specToken, int acceptedNum, int64_t numQueries, int64_t blockSize)
{
    if (specToken == L0_NONE)
        return;
    const struct next_step step = {numQueries, blockSize, (int64_t)list->soc->vector_cores,
                                   list->tensors[specToken].dims[1]};
    advance(list, (int[]){inputTokens, inputPositions, seqLens, slotMapping},
            (int[]){sampledTokenIds, blockTables, specToken, acceptedNum}, 4, &step);
}

void other_list_jagged(struct l0_list *list, int permute, int inputOffset, int outputOffset,
                       int outputPermuteOut)
{
    int operands[] = {permute, inputOffset, outputOffset};
    int inputs[3];
    if (outputPermuteOut == L0_NONE)
        return;
    const struct l0_tensor result = list->tensors[outputPermuteOut];
    for (int i = 0; i < 3; i++)
        inputs[i] = l0_contiguous(list, operands[i]);
    int launched = l0_new_shaped(list, "permutation", ACL_INT32, result.dims, 1);
    l0_launch_row(list, &l0_ExpandIntoJaggedPermute, inputs, 3, 0, &launched, 1, NULL);
    l0_launch_view_copy(list, launched, outputPermuteOut);
    for (int i = 0; i < 3; i++)
        inputs[i] = list_dense_of(list, operands[i], ACL_INT32);
    int made = l0_new_shaped(list, "permutation", ACL_INT32, result.dims, 1);
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_step(list, L0_STEP_APPLY, &l0_ExpandIntoJaggedPermute, inputs, 3, &made, 1, NULL);
    list_store_reshaped(list, made, outputPermuteOut);
}
