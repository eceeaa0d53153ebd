/* SPDX-License-Identifier: Apache-2.0 */
/* Gradients of convolutions of displaced places: lists of L0 operators. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/common.h"
#include "declared/conv.h"
#include "declared/matmul.h"
#include "declared/reduce.h"
#include "ops/common/list.h"
#include "ops/conv/displacement.h"

#define READ 5
#define WRITTEN 4

/* What the device makes: a convolution's gradient, and one of displacements. */
static void launch(struct l0_list *list, const int *read, const int *written)
{
    int inputs[READ];
    int made[WRITTEN];
    for (int i = 0; i < READ; i++)
        inputs[i] = l0_contiguous(list, read[i]);
    for (int i = 0; i < WRITTEN; i++) {
        const struct l0_tensor like = list->tensors[written[i]];
        made[i] = l0_new_shaped(list, "gradient", like.type, like.dims, like.rank);
    }
    if (list->status != ACLNN_SUCCESS)
        return;
    const struct l0_tensor windows = list->tensors[read[2]];
    int columns = l0_new_shaped(list, "columns", windows.type, windows.dims, windows.rank);
    l0_launch_row(list, &l0_Conv3DBackpropFilterV2, (int[]){inputs[2], inputs[1]}, 2, 0, &made[1],
                  1, NULL);
    l0_launch_row(list, &l0_Conv3DBackpropInputV2, (int[]){inputs[3], inputs[1]}, 2, 0, &columns, 1,
                  NULL);
    l0_launch_row(list, &l0_DeformableOffsetsGrad, (int[]){columns, inputs[0], inputs[4]}, 3, 0,
                  (int[]){made[0], made[2]}, 2, NULL);
    l0_launch_row(list, &l0_ReduceSum, &inputs[1], 1, 0, &made[3], 1, NULL);
    for (int i = 0; i < WRITTEN; i++)
        l0_launch_view_copy(list, made[i], written[i]);
}

/* Sums over dimensions of a float32 tensor, in float64. */
static void add_up(struct l0_list *list, int tensor, uint64_t dims, const int64_t *kept,
                   int32_t rank, int out)
{
    struct l0_fold *fold = l0_take(list, sizeof *fold);
    int sums = l0_new_shaped(list, "sums", ACL_DOUBLE, kept, rank);
    if (fold == NULL || sums == L0_NONE || tensor == L0_NONE)
        return;
    fold->dims = dims;
    l0_step(list, L0_STEP_APPLY, &l0_DisplacedSums, &tensor, 1, &sums, 1, fold);
    list_store_reshaped(list, sums, out);
}

/* The products of a convolution by its gradient: of its factors, and of its columns. */
static void multiply(struct l0_list *list, const int *read, const struct displacement *d,
                     int64_t groups, int gradWeight, int *columns_grad)
{
    const struct l0_tensor image = list->tensors[read[0]];
    const struct l0_tensor grad = list->tensors[read[1]];
    bool *turns = l0_take(list, 4 * sizeof *turns);
    int64_t window = d->window[0] * d->window[1];
    int64_t depth = image.dims[1] / groups * window;
    int64_t share = grad.dims[1] / groups;
    int64_t places = grad.dims[2] * grad.dims[3];
    const int64_t columns[] = {image.dims[0], groups, depth, places};
    const int64_t results[] = {image.dims[0], groups, share, places};
    const int64_t factors[] = {1, groups, share, depth};
    const int64_t products[] = {image.dims[0], groups, share, depth};
    int windows = list_dense_of(list, read[2], ACL_FLOAT);
    int turned = l0_new_shaped(list, "columns", ACL_FLOAT, columns, 4);
    int given = l0_reshape(list, list_dense_of(list, read[1], ACL_FLOAT), results, 4);
    int weight = l0_reshape(list, list_dense_of(list, read[3], ACL_FLOAT), factors, 4);
    int shares = l0_new_shaped(list, "products", ACL_FLOAT, products, 4);
    *columns_grad = l0_new_shaped(list, "columns", ACL_FLOAT, columns, 4);
    if (turns == NULL || list->status != ACLNN_SUCCESS)
        return;
    turns[0] = turns[3] = false;
    turns[1] = turns[2] = true;
    l0_step(list, L0_STEP_APPLY, &l0_TurnedWindows, &windows, 1, &turned, 1, d);
    l0_step(list, L0_STEP_APPLY, &l0_MatMulV3, (int[]){given, turned}, 2, &shares, 1, turns);
    l0_step(list, L0_STEP_APPLY, &l0_MatMulV3, (int[]){weight, given}, 2, columns_grad, 1,
            turns + 2);
    add_up(list, shares, 1, factors, 4, gradWeight);
}

void conv_list_deformable_conv2d_backward(struct l0_list *list, int input, int gradOutput,
                                          int offsetOut, int weight, int offset,
                                          const struct array *kernelSize,
                                          const struct array *stride, const struct array *padding,
                                          const struct array *dilation, int64_t groups,
                                          int64_t deformableGroups, int gradInput, int gradWeight,
                                          int gradOffset, int gradBias)
{
    const int read[] = {input, gradOutput, offsetOut, weight, offset};
    const int written[] = {gradInput, gradWeight, gradOffset, gradBias};
    struct displacement *d = l0_take(list, sizeof *d);
    int columns = L0_NONE;
    if (d == NULL || list->status != ACLNN_SUCCESS)
        return;
    *d = (struct displacement){
        .window = {array_integers(kernelSize)[0], array_integers(kernelSize)[1]},
        .steps = {array_integers(stride)[2], array_integers(stride)[3]},
        .margins = {array_integers(padding)[0], array_integers(padding)[2]},
        .spreads = {array_integers(dilation)[2], array_integers(dilation)[3]},
        .groups = deformableGroups};
    launch(list, read, written);
    const struct l0_tensor image = list->tensors[input];
    const struct l0_tensor grad = list->tensors[gradOutput];
    const struct l0_tensor moved = list->tensors[offset];
    const int64_t kept[] = {1, grad.dims[1], 1, 1};
    multiply(list, read, d, groups, gradWeight, &columns);
    add_up(list, list_dense_of(list, gradOutput, ACL_FLOAT), 1 | 4 | 8, kept, 4, gradBias);
    int inputs[] = {list_dense_of(list, input, ACL_FLOAT), list_dense_of(list, offset, ACL_FLOAT),
                    columns};
    int made[] = {l0_new_shaped(list, "images", ACL_FLOAT, image.dims, 4),
                  l0_new_shaped(list, "displacements", ACL_FLOAT, moved.dims, 4)};
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_step(list, L0_STEP_APPLY, &l0_DeformableOffsetsGrad, inputs, 3, made, 2, d);
    list_store_reshaped(list, made[0], gradInput);
    list_store_reshaped(list, made[1], gradOffset);
}
