/* SPDX-License-Identifier: Apache-2.0 */
/* Scores of windows: lists of L0 operators. */
#include <stdint.h>

#include "declared/common.h"
#include "declared/softmax.h"
#include "ops/common/list.h"

void softmax_list_masked_windows(struct l0_list *list, int x, int attenMaskOptional,
                                 int relativePosBias, double scaleValue, int out)
{
    int dense[3] = {l0_contiguous(list, x), l0_contiguous(list, relativePosBias)};
    int count = 2;
    if (attenMaskOptional != L0_NONE)
        dense[count++] = l0_contiguous(list, attenMaskOptional);
    struct l0_fold *fold = l0_take(list, sizeof *fold);
    if (fold == NULL || out == L0_NONE || list->status != ACLNN_SUCCESS)
        return;
    const struct l0_tensor scores = list->tensors[dense[0]];
    int launched = l0_new_shaped(list, "softmax", scores.type, scores.dims, scores.rank);
    if (launched == L0_NONE)
        return;
    l0_launch_row(list, &l0_MaskedSoftmaxWithRelPosBias, dense, count, 0, &launched, 1, NULL);
    l0_launch_view_copy(list, launched, out);
    int32_t last = scores.rank - 1;
    int64_t rows = scores.dims[last - 1];
    int64_t columns = scores.dims[last];
    int64_t heads = scores.dims[last - 2];
    int64_t images = scores.elements / (heads * rows * columns);
    int64_t windows = count == 3 ? list->tensors[dense[2]].elements / (rows * columns) : 1;
    const int64_t dims[] = {images / windows, windows, heads, rows, columns};
    const int64_t masks[] = {1, windows, 1, rows, columns};
    const int64_t biases[] = {1, 1, heads, rows, columns};
    const int inputs[] = {l0_reshape(list, dense[0], dims, 5),
                          count == 3 ? l0_reshape(list, dense[2], masks, 5)
                                     : list_number_of(list, 0),
                          l0_reshape(list, dense[1], biases, 5), list_number_of(list, scaleValue)};
    int made = l0_new_shaped(list, "softmax", scores.type, dims, 5);
    if (list->status != ACLNN_SUCCESS)
        return;
    fold->dims = (uint64_t)1 << 4;
    l0_step(list, L0_STEP_APPLY, &l0_MaskedSoftmaxWithRelPosBias, inputs, 4, &made, 1, fold);
    list_store_reshaped(list, made, out);
}
