/* SPDX-License-Identifier: Apache-2.0 */
/* Sums of groups of rows: lists of L0 operators. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/common.h"
#include "declared/reduce.h"
#include "ops/common/list.h"

static void launch(struct l0_list *list, int gradY, int groupIdx, int out)
{
    int inputs[] = {l0_contiguous(list, gradY),
                    groupIdx != L0_NONE ? l0_contiguous(list, groupIdx) : L0_NONE};
    const struct l0_tensor like = list->tensors[out];
    int made = l0_new_shaped(list, "out", like.type, like.dims, like.rank);
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_launch_row(list, &l0_GroupedBiasAddGrad, inputs, groupIdx != L0_NONE ? 2 : 1, 0, &made, 1,
                  NULL);
    l0_launch_view_copy(list, made, out);
}

void reduce_list_grouped_bias_add_grad(struct l0_list *list, int gradY, int groupIdxOptional,
                                       int64_t groupIdxType, int out)
{
    if (gradY == L0_NONE || out == L0_NONE)
        return;
    launch(list, gradY, groupIdxOptional, out);
    const struct l0_tensor result = list->tensors[out];
    if (list->status != ACLNN_SUCCESS)
        return;
    if (groupIdxOptional == L0_NONE) {
        struct l0_fold *fold = l0_take(list, sizeof *fold);
        const int64_t dims[] = {result.dims[0], 1, result.dims[1]};
        int sums = l0_new_shaped(list, "sums", ACL_DOUBLE, dims, 3);
        if (fold == NULL || sums == L0_NONE)
            return;
        fold->dims = 2;
        l0_step(list, L0_STEP_APPLY, &l0_GroupSums, &gradY, 1, &sums, 1, fold);
        list_store_reshaped(list, sums, out);
        return;
    }
    bool *counts = l0_take(list, sizeof *counts);
    const int inputs[] = {list_dense_of(list, gradY, ACL_FLOAT),
                          list_dense_of(list, groupIdxOptional, ACL_INT64)};
    int sums = l0_new_shaped(list, "sums", ACL_DOUBLE, result.dims, 2);
    if (counts == NULL || list->status != ACLNN_SUCCESS)
        return;
    *counts = groupIdxType == 1;
    l0_step(list, L0_STEP_APPLY, &l0_GroupedBiasAddGrad, inputs, 2, &sums, 1, counts);
    list_store_reshaped(list, sums, out);
}
