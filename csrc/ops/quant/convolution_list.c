/* SPDX-License-Identifier: Apache-2.0 */
/* Convolutions of quantised numbers: lists of L0 operators. The operators are there for the size.
 * Here the image gets its margins, windows are read side by side, and the weights of each group are
 * multiplied by them: sums of int8 are int32, modulo 2^32. */
#include "ops/conv/convolution.h"

#include <stdbool.h>
#include <stdint.h>

#include "declared/quant.h"
#include "declared/conv.h"
#include "declared/copy_layout.h"
#include "declared/pad.h"
#include "ops/common/list.h"
#include "ops/conv/convolution_layout.h"
#include "ops/copy_layout/view.h"
#include "ops/pad/pad.h"
#include "ops/quant/quant.h"
#include "ops/quant/quant_product.h"
#include "tensor/arrays.h"

struct convolved {
    struct l0_list *list;
    int input, weight, bias, scale, output;
    const struct array *stride, *padding, *dilation;
    int64_t groups;
    int64_t beside; /* what the margins hold */
};

/* ---- The size -------------------------------------------------------------------------------- */

/* The image and the weight in blocks of channels, as kernels before Ascend950 take them. */
static void launch_blocks(const struct convolved *c, int *inputs)
{
    struct l0_list *list = c->list;
    struct image image = conv_layout_image_of(list, c->input);
    struct image weight = conv_layout_image_of(list, c->weight);
    inputs[0] = conv_launch_trans_data(list, inputs[0],
                                       conv_layout_image_elements(image, ACL_INT8));
    if (list->tensors[c->weight].given->format != ACL_FRACTAL_Z_3D)
        inputs[1] = conv_launch_weight_in_blocks(list, inputs[1], weight, false, c->groups,
                                                 IN_BLOCKS_3D);
    if (inputs[3] != L0_NONE)
        inputs[3] = l0_launch_cast(list, inputs[3], ACL_FLOAT);
}

/* One kernel of Ascend950 writes channels last. */
static int launch_channels_last(const struct convolved *c, const int *inputs)
{
    const struct l0_tensor out = c->list->tensors[c->output];
    const int64_t order[] = {0, 4, 1, 2, 3};
    const int64_t dims[] = {out.dims[0], out.dims[2], out.dims[3], out.dims[4], out.dims[1]};
    int result = l0_new_shaped(c->list, "convolved", out.type, dims, 5);
    quant_launch(c->list, &l0_Conv3DV2, inputs, 4, &result, 1);
    return list_launch_transpose(c->list, result, order);
}

static void launch(const struct convolved *c)
{
    struct l0_list *list = c->list;
    const struct l0_tensor out = list->tensors[c->output];
    const struct l0_tensor weight = list->tensors[c->weight];
    bool is_950 = list->architecture == ARCHITECTURE_3510;
    bool is_scaled = list->tensors[c->input].type == ACL_INT8 &&
                     list->tensors[c->scale].type == ACL_FLOAT && out.rank == 5;
    int inputs[] = {l0_contiguous(list, c->input),
                    weight.given->format == ACL_FRACTAL_Z_3D ? c->weight
                                                             : l0_contiguous(list, c->weight),
                    quant_dense(list, c->scale), quant_dense(list, c->bias)};
    if (list->status != ACLNN_SUCCESS)
        return;
    if (!is_950)
        launch_blocks(c, inputs);
    if (is_950 && is_scaled) {
        l0_launch_view_copy(list, launch_channels_last(c, inputs), c->output);
        return;
    }
    const struct l0_row *row = !is_950         ? &l0_Conv3DV2
                               : out.rank == 4 ? &l0_ExtendConv2D
                                               : &l0_QuantConv3D;
    int result = l0_new_shaped(list, "convolved", out.type, out.dims, out.rank);
    quant_launch(list, row, inputs, 4, &result, 1);
    l0_launch_view_copy(list, result, c->output);
}

/* ---- The work -------------------------------------------------------------------------------- */

/* The image with its margins. */
static int with_margins(const struct convolved *c, int image)
{
    struct pad *pad = l0_take(c->list, sizeof *pad);
    int64_t dims[TENSOR_MAX_DIMS];
    if (pad == NULL || image == L0_NONE)
        return L0_NONE;
    const struct l0_tensor given = c->list->tensors[image];
    *pad = (struct pad){.mode = PAD_CONSTANT};
    for (int32_t i = 0; i < given.rank; i++) {
        int64_t behind = 0;
        if (i >= SPATIAL)
            conv_sides(c->padding, given.rank - SPATIAL, i - SPATIAL, &pad->before[i], &behind);
        dims[i] = given.dims[i] + pad->before[i] + behind;
    }
    int padded = l0_new_shaped(c->list, "padded", given.type, dims, given.rank);
    const int inputs[] = {image, list_integer_constant(c->list, "offsetx", c->beside, given.type)};
    if (c->list->status != ACLNN_SUCCESS)
        return L0_NONE;
    l0_step(c->list, L0_STEP_APPLY, &l0_PadV3, inputs, 2, &padded, 1, pad);
    return padded;
}

/* What the windows see, [images, groups, elements of a window, windows]. */
static int columns_of(const struct convolved *c, int padded)
{
    struct strided_view *view = l0_take(c->list, sizeof *view);
    if (view == NULL || padded == L0_NONE)
        return L0_NONE;
    const struct l0_tensor image = c->list->tensors[padded];
    const struct l0_tensor weight = c->list->tensors[c->weight];
    const struct l0_tensor out = c->list->tensors[c->output];
    int32_t spatial = image.rank - SPATIAL;
    int64_t dims[TENSOR_MAX_DIMS] = {image.dims[0], image.dims[1]};
    int64_t step = 1;
    int64_t depth = image.dims[1] / c->groups;
    int64_t places = 1;
    *view = (struct strided_view){.offset = 0};
    for (int32_t i = spatial - 1; i >= 0; i--) {
        dims[SPATIAL + i] = weight.dims[SPATIAL + i];
        dims[SPATIAL + spatial + i] = out.dims[SPATIAL + i];
        view->strides[SPATIAL + i] = step * array_integers(c->dilation)[i];
        view->strides[SPATIAL + spatial + i] = step * array_integers(c->stride)[i];
        step *= image.dims[SPATIAL + i];
        depth *= weight.dims[SPATIAL + i];
        places *= out.dims[SPATIAL + i];
    }
    view->strides[1] = step;
    view->strides[0] = step * image.dims[1];
    const int64_t columns[] = {image.dims[0], c->groups, depth, places};
    int windows = l0_new_shaped(c->list, "windows", image.type, dims, SPATIAL + 2 * spatial);
    if (windows == L0_NONE)
        return L0_NONE;
    l0_step(c->list, L0_STEP_APPLY, &l0_AsStridedPart, &padded, 1, &windows, 1, view);
    return l0_reshape(c->list, windows, columns, 4);
}

/* A number for each output channel beside the sums; L0_NONE stays. */
static int of_channels(const struct convolved *c, int row)
{
    if (row == L0_NONE)
        return L0_NONE;
    const struct l0_tensor given = c->list->tensors[row];
    const int64_t dims[] = {c->groups, given.dims[0] / c->groups, 1};
    return l0_reshape(c->list, list_dense_of(c->list, row, given.type), dims, 3);
}

static void append_work(const struct convolved *c)
{
    struct l0_list *list = c->list;
    aclDataType type = list->tensors[c->input].type == ACL_INT8 ? ACL_INT8 : ACL_FLOAT;
    int columns = columns_of(c, with_margins(c, list_dense_of(list, c->input, type)));
    if (columns == L0_NONE)
        return;
    const struct l0_tensor seen = list->tensors[columns];
    const struct l0_tensor out = list->tensors[c->output];
    const int64_t factors[] = {1, c->groups, out.dims[1] / c->groups, seen.dims[2]};
    const int64_t dims[] = {seen.dims[0], c->groups, factors[2], seen.dims[3]};
    int weights = l0_reshape(list, list_dense_of(list, c->weight, type), factors, 4);
    int sums = quant_list_multiplied(list, weights, columns, false, false, dims, 4);
    aclDataType made = out.type == ACL_FLOAT16 || out.type == ACL_BF16 ? out.type : ACL_FLOAT;
    int numbers = quant_list_sums_scaled(list, sums, of_channels(c, c->bias),
                                         of_channels(c, c->scale), made);
    if (list->status == ACLNN_SUCCESS)
        list_store_reshaped(list, numbers, c->output);
}

void quant_list_convolved(struct l0_list *list, int input, int weight, int bias, int scale,
                          const struct array *stride, const struct array *padding,
                          const struct array *dilation, int64_t groups, int32_t offsetx, int output)
{
    const struct convolved c = {.list = list,
                                .input = input,
                                .weight = weight,
                                .bias = bias,
                                .scale = scale,
                                .output = output,
                                .stride = stride,
                                .padding = padding,
                                .dilation = dilation,
                                .groups = groups,
                                .beside = offsetx};
    if (input == L0_NONE || weight == L0_NONE || scale == L0_NONE || output == L0_NONE)
        return;
    launch(&c);
    if (list->status == ACLNN_SUCCESS)
        append_work(&c);
}
