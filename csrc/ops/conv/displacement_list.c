/* SPDX-License-Identifier: Apache-2.0 */
/* Convolutions of displaced places: lists of L0 operators. Here windows are read to columns, which
 * are multiplied by the weights of each group. */
#include "ops/conv/displacement.h"

#include <stdbool.h>
#include <stdint.h>

#include "declared/common.h"
#include "declared/conv.h"
#include "declared/matmul.h"
#include "ops/common/list.h"

static void launch(struct l0_list *list, const int *given, int count, const int *results)
{
    int inputs[4];
    int made[2];
    int read = 0;
    int written = 0;
    for (int i = 0; i < count; i++)
        if (given[i] != L0_NONE)
            inputs[read++] = l0_contiguous(list, given[i]);
    for (int i = 0; i < 2; i++)
        if (results[i] != L0_NONE) {
            const struct l0_tensor like = list->tensors[results[i]];
            made[written++] = l0_new_shaped(list, "result", like.type, like.dims, like.rank);
        }
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_launch_row(list, &l0_DeformableConv2d, inputs, read, 0, made, written, NULL);
    written = 0;
    for (int i = 0; i < 2; i++)
        if (results[i] != L0_NONE)
            l0_launch_view_copy(list, made[written++], results[i]);
}

void conv_list_deformable_conv2d(struct l0_list *list, int x, int weight, int offset,
                                 int biasOptional, const struct array *kernelSize,
                                 const struct array *stride, const struct array *padding,
                                 const struct array *dilation, int64_t groups,
                                 int64_t deformableGroups, int out, int deformOutOptional)
{
    const int64_t *window = array_integers(kernelSize);
    const int64_t *steps = array_integers(stride);
    const int64_t *margins = array_integers(padding);
    const int64_t *spreads = array_integers(dilation);
    struct displacement *d = l0_take(list, sizeof *d);
    bool *turns = l0_take(list, 2 * sizeof *turns);
    if (d == NULL || turns == NULL || x == L0_NONE || weight == L0_NONE || out == L0_NONE)
        return;
    bool is_wanted = deformOutOptional != L0_NONE;
    launch(list, (int[]){x, weight, offset, biasOptional}, 4, (int[]){out, deformOutOptional});
    *d = (struct displacement){.window = {window[0], window[1]},
                               .steps = {steps[2], steps[3]},
                               .margins = {margins[0], margins[2]},
                               .spreads = {spreads[2], spreads[3]},
                               .groups = deformableGroups,
                               .wants_windows = is_wanted};
    turns[0] = turns[1] = false;
    const struct l0_tensor image = list->tensors[x];
    const struct l0_tensor result = list->tensors[out];
    int64_t depth = image.dims[1] / groups * window[0] * window[1];
    int64_t places = result.dims[2] * result.dims[3];
    int64_t share = result.dims[1] / groups;
    const int64_t columns[] = {image.dims[0], groups, depth, places};
    const int64_t factors[] = {1, groups, share, depth};
    const int64_t products[] = {image.dims[0], groups, share, places};
    const int64_t channels[] = {1, groups, share, 1};
    const int64_t one = 1;
    const int inputs[] = {list_dense_of(list, x, ACL_FLOAT),
                          list_dense_of(list, offset, ACL_FLOAT)};
    int made[] = {l0_new_shaped(list, "columns", ACL_FLOAT, columns, 4),
                  is_wanted ? l0_new_shaped(list, "windows", ACL_FLOAT,
                                            list->tensors[deformOutOptional].dims, 4)
                            : l0_new_shaped(list, "windows", ACL_FLOAT, &one, 1)};
    int left = l0_reshape(list, list_dense_of(list, weight, ACL_FLOAT), factors, 4);
    int sums = l0_new_shaped(list, "sums", ACL_FLOAT, products, 4);
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_step(list, L0_STEP_APPLY, &l0_DeformableConv2d, inputs, 2, made, 2, d);
    l0_step(list, L0_STEP_APPLY, &l0_MatMulV3, (int[]){left, made[0]}, 2, &sums, 1, turns);
    if (biasOptional != L0_NONE) {
        const int summands[] = {
            sums, l0_reshape(list, list_dense_of(list, biasOptional, ACL_FLOAT), channels, 4)};
        sums = l0_new_shaped(list, "sums", ACL_FLOAT, products, 4);
        if (list->status != ACLNN_SUCCESS)
            return;
        l0_step(list, L0_STEP_APPLY, &l0_DisplacedSum, summands, 2, &sums, 1, NULL);
    }
    list_store_reshaped(list, sums, out);
    if (is_wanted)
        list_store_reshaped(list, made[1], deformOutOptional);
}
