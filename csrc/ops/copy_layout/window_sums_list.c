/* SPDX-License-Identifier: Apache-2.0 */
/* Im2colBackward, UnfoldGrad, RepeatInterleaveGrad: lists of L0 operators. */
#include "ops/copy_layout/window_sums.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/number.h"
#include "declared/common.h"
#include "declared/copy_layout.h"
#include "workspace/l0_operators.h"

/* The device's layouts of images and matrices have blocks of this many channels. */
#define CHANNELS_A_BLOCK 16

/* Makes a tensor of the size that an image has in the layout of products before Ascend950, with
 * channels in blocks. */
static int blocked(struct l0_list *list, int tensor)
{
    if (tensor == L0_NONE)
        return L0_NONE;
    const struct l0_tensor whole = list->tensors[tensor];
    const int64_t dims[] = {whole.dims[0], divide_up(whole.dims[1], CHANNELS_A_BLOCK),
                            whole.dims[2], whole.dims[3], CHANNELS_A_BLOCK};
    int result = l0_new_shaped(list, "TransData", whole.type, dims, 5);
    l0_launch_row(list, &l0_TransData, &tensor, 1, 0, &result, 1, NULL);
    return result;
}

/* Appends the operators. The result is an image in the input's type. */
static int launch_col2im(struct l0_list *list, int columns, const int64_t *image)
{
    int result = l0_new_shaped(list, "Col2im", list->tensors[columns].type, image, 4);
    if (list->architecture == ARCHITECTURE_3510) {
        l0_launch_row(list, &l0_Col2im, &columns, 1, 0, &result, 1, NULL);
        return result;
    }
    int transposed = blocked(list, columns);
    const int64_t dims[] = {image[0], divide_up(image[1], CHANNELS_A_BLOCK), image[2], image[3],
                            CHANNELS_A_BLOCK};
    int sums = l0_new_shaped(list, "Col2im", list->tensors[columns].type, dims, 5);
    l0_launch_row(list, &l0_Col2im, &transposed, 1, 0, &sums, 1, NULL);
    l0_launch_row(list, &l0_TransData, &sums, 1, 0, &result, 1, NULL);
    return result;
}

/* Appends the work: float32 in and out, and a cast of the result to its own type. */
static void sum_windows(struct l0_list *list, int input, const int64_t *dims, int32_t rank,
                        const int64_t *sums, int32_t sum_rank, int result,
                        const struct window_attributes *attributes)
{
    int numbers = l0_convert(list, l0_reshape(list, input, dims, rank), ACL_FLOAT);
    if (numbers == L0_NONE || result == L0_NONE)
        return;
    const struct l0_tensor to = list->tensors[result];
    int added = l0_new_shaped(list, "sums", ACL_FLOAT, sums, sum_rank);
    l0_step(list, L0_STEP_APPLY, &l0_WindowSums, &numbers, 1, &added, 1, attributes);
    int shaped = l0_reshape(list, added, to.dims, to.rank);
    l0_step(list, L0_STEP_CAST, NULL, &shaped, 1, &result, 1, NULL);
}

void copy_layout_list_im2col_backward(struct l0_list *list, int gradOutput,
                                      const struct array *inputSize, const struct array *kernelSize,
                                      const struct array *dilation, const struct array *padding,
                                      const struct array *stride, int out)
{
    struct window_attributes *attributes = l0_take(list, sizeof *attributes);
    int dense = l0_contiguous(list, gradOutput);
    if (dense == L0_NONE || out == L0_NONE || attributes == NULL)
        return;
    const struct l0_tensor grad = list->tensors[dense];
    const struct l0_tensor given = list->tensors[out];
    const int64_t *kernel = array_integers(kernelSize);
    int32_t first = grad.rank - 2;
    int64_t batch = first > 0 ? grad.dims[0] : 1;
    int64_t channels = grad.dims[first] / (kernel[0] * kernel[1]);
    *attributes = (struct window_attributes){
        .element_dims = {2, 3}, .window_dims = {4, 5}, .place_dims = {2, 3}};
    for (int i = 0; i < 2; i++) {
        int64_t count = copy_layout_window_sums_count(
            array_integers(inputSize)[i], kernel[i], array_integers(dilation)[i],
            array_integers(padding)[i], array_integers(stride)[i]);
        attributes->axes[i] = (struct axis){
            .kernel = kernel[i],
            .dilation = array_integers(dilation)[i],
            .padding = array_integers(padding)[i],
            .stride = array_integers(stride)[i],
            .count = count,
            .size = array_integers(inputSize)[i],
        };
    }
    const int64_t columns[] = {batch, channels, kernel[0] * kernel[1], grad.dims[first + 1]};
    const int64_t dims[] = {batch,
                            channels,
                            kernel[0],
                            kernel[1],
                            attributes->axes[0].count,
                            attributes->axes[1].count};
    const int64_t image[] = {batch, channels, attributes->axes[0].size, attributes->axes[1].size};
    int result = launch_col2im(list, l0_reshape(list, dense, columns, 4), image);
    sum_windows(list, dense, dims, 6, image, 4, result, attributes);
    list_write(list, l0_reshape(list, result, given.dims, given.rank), out);
}

/* Whether the AI cores have a kernel, by CANN's limits for the last two dimensions. */
static bool has_kernel(const struct l0_tensor *grad, int64_t dim, int64_t size, int64_t step)
{
    int64_t most = size > step ? size : step;
    bool is_single = grad->type == ACL_FLOAT;
    if (dim == grad->rank - 2)
        return most <= (is_single ? 49088 : 32720);
    return dim == grad->rank - 3 && most <= (is_single ? 88 : 72);
}

void copy_layout_list_unfold_grad(struct l0_list *list, int gradOut, const struct array *inputSizes,
                                  int64_t dim, int64_t size, int64_t step, int gradIn)
{
    struct window_attributes *attributes = l0_take(list, sizeof *attributes);
    int dense = l0_contiguous(list, gradOut);
    if (dense == L0_NONE || attributes == NULL)
        return;
    const struct l0_tensor grad = list->tensors[dense];
    const int64_t *sizes = array_integers(inputSizes);
    int64_t outer = 1;
    int64_t inner = 1;
    for (int32_t i = 0; i < grad.rank - 1; i++) {
        outer *= i < dim ? sizes[i] : 1;
        inner *= i > dim ? sizes[i] : 1;
    }
    /* gradOut is [outer, 1, windows, inner, size], and the sums are [outer, 1, sums, inner]. */
    *attributes = (struct window_attributes){
        .axes = {{size, 1, 0, step, grad.dims[dim], sizes[dim], 0, 0, 0},
                 {1, 1, 0, 1, inner, inner, 0, 0, 0}},
        .element_dims = {4, 4},
        .window_dims = {2, 3},
        .place_dims = {2, 3},
    };
    const int64_t dims[] = {outer, 1, grad.dims[dim], inner, size};
    const int64_t sums[] = {outer, 1, sizes[dim], inner};
    int result = l0_new_shaped(list, "UnfoldGrad", grad.type, sizes, grad.rank - 1);
    if (has_kernel(&grad, dim, size, step)) {
        l0_launch_row(list, &l0_UnfoldGrad, &dense, 1, 0, &result, 1, NULL);
        l0_kernel_workspace(list, L0_SYSTEM_WORKSPACE +
                                      (uint64_t)list->tensors[result].elements * sizeof(float));
    } else {
        l0_launch(list, "UnfoldGrad", L0_AI_CPU, (int[]){dense, L0_NONE}, (int[]){result, L0_NONE});
    }
    sum_windows(list, dense, dims, 5, sums, 4, result, attributes);
    l0_view_copy(list, result, gradIn);
}

void copy_layout_list_repeat_interleave_grad(struct l0_list *list, int yGrad, int repeats,
                                             int64_t axis, int out)
{
    int dense = l0_contiguous(list, yGrad);
    int counts = l0_contiguous(list, repeats);
    if (dense == L0_NONE || counts == L0_NONE || out == L0_NONE)
        return;
    const struct l0_tensor grad = list->tensors[dense];
    const struct l0_tensor given = list->tensors[out];
    const int64_t entries = list->tensors[counts].elements;
    int64_t at = axis < 0 ? axis + grad.rank : axis;
    int64_t dims[] = {1, grad.dims[at], 1};
    for (int32_t i = 0; i < grad.rank; i++)
        if (i != at)
            dims[i < at ? 0 : 2] *= grad.dims[i];
    const int64_t sums[] = {dims[0], given.dims[at], dims[2]};
    int result = l0_new_shaped(list, "RepeatInterleaveGrad", grad.type, given.dims, given.rank);
    l0_launch_row(list, &l0_RepeatInterleaveGrad, (int[]){dense, counts}, 2, 0, &result, 1, NULL);
    int numbers = l0_convert(list, l0_reshape(list, dense, dims, 3), ACL_FLOAT);
    int row = l0_reshape(list, counts, &entries, 1);
    int added = l0_new_shaped(list, "sums", ACL_FLOAT, sums, 3);
    l0_step(list, L0_STEP_APPLY, &l0_RepeatSums, (int[]){numbers, row}, 2, &added, 1, NULL);
    int shaped = l0_reshape(list, added, given.dims, given.rank);
    l0_step(list, L0_STEP_CAST, NULL, &shaped, 1, &result, 1, NULL);
    l0_view_copy(list, result, out);
}
