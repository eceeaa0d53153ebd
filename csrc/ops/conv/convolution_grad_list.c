/* SPDX-License-Identifier: Apache-2.0 */
/* Gradients of convolutions: lists of L0 operators. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "declared/conv.h"
#include "declared/reduce.h"
#include "ops/common/list.h"
#include "ops/conv/convolution.h"
#include "ops/conv/convolution_layout.h"
#include "ops/conv/image_gradient_tiling.h"
#include "tensor/convert.h"
#include "workspace/arithmetic.h"

#define LARGEST_STRIDE 63
#define LARGEST_DISTANCE 255
/* The L1 buffer of a core on 910B and 910_93. */
#define L1_BYTES 524288
#define L0C_BYTES 131072
/* Ascend950 uses products in place of a convolution when they fit into its cache. */
#define CACHE_BYTES ((int64_t)128 << 20)
/* With such a dilation CANN never makes the width the height. */
#define FLAT_DILATION 45

struct backward {
    struct l0_list *list;
    int grad;
    int input;
    int weight;
    int dense[3]; /* dense copies of them */
    int grad_input;
    int grad_weight;
    int grad_bias;
    const struct array *stride;
    const struct array *padding;
    const struct array *dilation;
    const struct array *more; /* outputPadding */
    bool transposed;
    int64_t groups;
    int64_t mode;
    const bool *mask;
    aclDataType type; /* the type of operands in the kernels */
    int32_t rank;
    int64_t inner[3]; /* spatial sizes: of the image that windows read, of the windows, and of the
                       * other image */
    int64_t kernel[3];
    int64_t outer[3];
    int64_t steps[3];
    int64_t reach[3]; /* reach of the windows, from the dilations */
    int64_t before[3];
    int64_t behind[3];
};

static const struct l0_tensor *dims_of(const struct backward *b, int tensor)
{
    return &b->list->tensors[tensor];
}

/* Finds the sizes for three spatial dimensions. Where there are groups, a single dimension becomes
 * the height. */
static void find_places(struct backward *b)
{
    int32_t spatial = b->rank - SPATIAL;
    const int64_t *inner = dims_of(b, b->transposed ? b->grad : b->input)->dims;
    const int64_t *outer = dims_of(b, b->transposed ? b->input : b->grad)->dims;
    const int64_t *kernel = dims_of(b, b->weight)->dims;
    bool is_upright = spatial == 1 && !b->transposed && b->groups != 1 &&
                      conv_array_numbers(b->dilation)[0] != FLAT_DILATION;
    for (int i = 0; i < 3; i++) {
        b->inner[i] = b->outer[i] = b->kernel[i] = b->steps[i] = b->reach[i] = 1;
        b->before[i] = b->behind[i] = 0;
    }
    for (int32_t i = 0; i < spatial; i++) {
        int32_t to = is_upright ? 1 : 3 - spatial + i;
        b->inner[to] = inner[SPATIAL + i];
        b->outer[to] = outer[SPATIAL + i];
        b->kernel[to] = kernel[SPATIAL + i];
        b->steps[to] = conv_array_numbers(b->stride)[i];
        b->reach[to] = conv_array_numbers(b->dilation)[i];
        conv_sides(b->padding, spatial, i, &b->before[to], &b->behind[to]);
    }
}

static int64_t count_of(const int64_t *places)
{
    return conv_layout_times(places[0], conv_layout_times(places[1], places[2]));
}

static bool has_padding(const struct backward *b)
{
    return !conv_array_is_all(b->padding, 0);
}

/* ---- Operands -------------------------------------------------------------------------------- */

struct operands {
    int grad;
    int input;
    int weight;
};

static int prepare(const struct backward *b, int tensor, bool is_weight)
{
    struct l0_list *list = b->list;
    struct image image = conv_layout_image_of(list, tensor);
    int cast = l0_launch_cast(list, tensor, b->type);
    if (list->architecture == ARCHITECTURE_3510)
        return cast;
    if (is_weight)
        return conv_launch_weight_in_blocks(list, cast, image, false, b->groups, IN_BLOCKS);
    return conv_launch_trans_data(list, cast, conv_layout_image_elements(image, b->type));
}

static struct operands prepare_all(const struct backward *b, bool has_input)
{
    struct operands o = {.grad = prepare(b, b->dense[0], false), .input = L0_NONE};
    if (has_input)
        o.input = prepare(b, b->dense[1], false);
    o.weight = prepare(b, b->dense[2], true);
    return o;
}

static int launch2(struct l0_list *list, const struct l0_row *row, int first, int second, int out)
{
    if (first == L0_NONE || second == L0_NONE || out == L0_NONE)
        return L0_NONE;
    l0_launch_row(list, row, (int[]){first, second}, 2, 0, &out, 1, NULL);
    return out;
}

/* Makes a tensor like the caller's result, in another type, for an operator to write. */
static int like(struct l0_list *list, int tensor, const char *name, aclDataType type)
{
    const struct l0_tensor t = list->tensors[tensor];
    return l0_new_shaped(list, name, type, t.dims, t.rank);
}

/* Converts what a kernel wrote in blocks to the caller's layout and type. */
static int finish(const struct backward *b, int blocks, int result)
{
    const struct l0_tensor to = b->list->tensors[result];
    return l0_launch_cast(b->list, conv_launch_plain(b->list, blocks, to.dims, to.rank), to.type);
}

/* Converts a float32 gradient of a weight. With groups it comes in blocks of 16 channels, which are
 * converted first. */
static int finish_weight(const struct backward *b, int blocks)
{
    struct l0_list *list = b->list;
    const struct l0_tensor to = list->tensors[b->grad_weight];
    struct image weight = conv_layout_image_of(list, b->weight);
    if (blocks == L0_NONE)
        return L0_NONE;
    if (b->groups > 1 && b->type != ACL_FLOAT)
        blocks = l0_launch_cast_of(list, blocks, list->tensors[blocks].elements,
                                   to.type == ACL_FLOAT ? ACL_FLOAT16 : to.type);
    if (b->groups > 1)
        blocks = conv_launch_trans_data(list, blocks,
                                        conv_layout_weight_elements(weight, 1, b->type));
    return finish(b, blocks, b->grad_weight);
}

static int weight_blocks(const struct backward *b, const char *name)
{
    struct image weight = conv_layout_image_of(b->list, b->weight);
    return l0_new_tensor(b->list, name, ACL_FLOAT,
                         conv_layout_weight_elements(weight, b->groups, b->type));
}

static int image_blocks(const struct backward *b, int like_this, const char *name)
{
    struct image image = conv_layout_image_of(b->list, like_this);
    return l0_new_tensor(b->list, name, b->type, conv_layout_image_elements(image, b->type));
}

/* ---- Two dimensions, before Ascend950 -------------------------------------------------------- */

/* Whether CANN lists this image among those whose strides stay in the kernel. */
static bool is_named_stride(const struct backward *b)
{
    static const int64_t grad[] = {8, 1280, 64, 64};
    static const int64_t input[] = {8, 3, 896, 896};
    static const int64_t weight[] = {1280, 3, 14, 14};
    return b->rank == 4 && b->steps[1] == 14 && b->steps[2] == 14 &&
           memcmp(dims_of(b, b->grad)->dims, grad, sizeof grad) == 0 &&
           memcmp(dims_of(b, b->input)->dims, input, sizeof input) == 0 &&
           memcmp(dims_of(b, b->weight)->dims, weight, sizeof weight) == 0;
}

static int launch_dilation(const struct backward *b, int tensor, struct image to)
{
    if (tensor == L0_NONE)
        return L0_NONE;
    int result = l0_new_tensor(b->list, "Dilation", b->type,
                               conv_layout_image_elements(to, b->type));
    l0_launch_row(b->list, &l0_Dilation, &tensor, 1, 0, &result, 1, NULL);
    return result;
}

/* The gradient of the input. On 910B and 910_93 an operator of its own spreads out the elements of
 * the gradient. */
static int input_gradient_2d(const struct backward *b, struct operands o)
{
    struct l0_list *list = b->list;
    struct image grad = conv_layout_image_of(list, b->grad);
    struct image input = conv_layout_image_of(list, b->input);
    bool is_point = b->kernel[1] == 1 && b->kernel[2] == 1;
    bool spreads = list->architecture == ARCHITECTURE_2201 && b->type != ACL_BF16;
    bool before = spreads && !is_point && (b->steps[1] > 2 || b->steps[2] > 2) &&
                  !is_named_stride(b);
    bool after = spreads && is_point && (b->steps[1] > 1 || b->steps[2] > 1);
    if (before) {
        grad.places = 1;
        for (int i = 1; i < 3; i++)
            grad.places = conv_layout_times(grad.places, b->inner[i] + b->before[i] + b->behind[i] -
                                                             (b->kernel[i] - 1) * b->reach[i]);
        o.grad = launch_dilation(b, o.grad, grad);
    }
    struct image convolved = {input.count, input.channels, after ? grad.places : input.places};
    int blocks = l0_new_tensor(list, "Conv2DBackpropInput", b->type,
                               conv_layout_image_elements(convolved, b->type));
    blocks = launch2(list, &l0_Conv2DBackpropInput, o.weight, o.grad, blocks);
    if (after)
        blocks = launch_dilation(b, blocks, input);
    return finish(b, blocks, b->grad_input);
}

/* Whether the kernel of three dimensions computes the gradient of this weight in a fixed
 * sequence. */
static bool is_ordered_in_3d(const struct backward *b)
{
    if (!b->list->deterministic || b->list->architecture != ARCHITECTURE_2201)
        return false;
    int64_t window = (b->kernel[1] - 1) * b->reach[1] + 1;
    for (int i = 1; i < 3; i++)
        if (larger((uint64_t)b->before[i], (uint64_t)b->behind[i]) >=
            (uint64_t)((b->kernel[i] - 1) * b->reach[i] + 1))
            return false;
    bool is_float = b->type == ACL_FLOAT;
    bool is_read = b->before[1] == 0 && b->behind[1] == 0 && b->kernel[1] == 1 && b->steps[1] > 1;
    int64_t step = is_read ? b->kernel[1] : b->steps[1];
    int64_t block = (is_float ? 8 * 2 : 16) * (is_float ? 4 : 2);
    int64_t wide = b->outer[2];
    int64_t rows = conv_layout_times(window + (wide % LAYOUT_ROWS == 0 ? 0 : step), b->inner[2]);
    if (wide < LAYOUT_ROWS) {
        int64_t joint = (LAYOUT_ROWS + wide - 1) / wide + (LAYOUT_ROWS % wide != 0);
        rows = (int64_t)align_up(
            (uint64_t)conv_layout_times(window + (joint - 1) * step, b->inner[2]), LAYOUT_ROWS);
    }
    return conv_layout_times(rows, block) <= L1_BYTES - LAYOUT_ROWS * block;
}

static int weight_gradient_2d(const struct backward *b, int image, int grad)
{
    bool is_3d = is_ordered_in_3d(b);
    const struct l0_row *row = is_3d ? &l0_Conv3DBackpropFilterV2 : &l0_Conv2DBackpropFilter;
    int blocks = launch2(b->list, row, image, grad, weight_blocks(b, row->name));
    if (is_3d)
        l0_assume(b->list, "convolution");
    return finish_weight(b, blocks);
}

static void gradients_2d(const struct backward *b, int *results)
{
    struct operands o = prepare_all(b, true);
    if (b->mask[0] && b->transposed)
        results[0] = finish(
            b, launch2(b->list, &l0_Conv2D, o.grad, o.weight, image_blocks(b, b->input, "Conv2D")),
            b->grad_input);
    else if (b->mask[0])
        results[0] = input_gradient_2d(b, o);
    if (b->mask[1])
        results[1] = b->transposed ? weight_gradient_2d(b, o.grad, o.input)
                                   : weight_gradient_2d(b, o.input, o.grad);
}

/* ---- Gradients that are products ------------------------------------------------------------- */

enum product_kind {
    NO_PRODUCT,
    ONE_WINDOW,   /* the window is as large as the image */
    WINDOWS_ABUT, /* each window begins where the one before it ends */
};

static enum product_kind product_kind(const struct backward *b)
{
    bool is_one = true;
    bool abut = true;
    if (has_padding(b) || !conv_array_is_all(b->more, 0) || !conv_array_is_all(b->dilation, 1) ||
        b->transposed || b->groups != 1 || b->list->architecture == ARCHITECTURE_1001)
        return NO_PRODUCT;
    for (int i = 0; i < 3; i++) {
        is_one &= b->kernel[i] == b->inner[i] && b->outer[i] == 1;
        abut &= b->kernel[i] == b->steps[i] && b->inner[i] % b->kernel[i] == 0 &&
                b->inner[i] / b->kernel[i] == b->outer[i];
    }
    if (is_one)
        return ONE_WINDOW;
    bool is_far = b->list->architecture == ARCHITECTURE_3510
                      ? b->steps[1] != b->steps[2] || b->steps[1] > 2
                      : b->steps[0] > 1 || b->steps[1] > 1 || b->steps[2] > 1;
    return abut && is_far ? WINDOWS_ABUT : NO_PRODUCT;
}

/* Makes a matrix of each image. When there is only one image Ascend950 multiplies matrices. */
static int matrices(const struct backward *b, int tensor, int64_t count, int64_t rows,
                    int64_t columns, bool are_one)
{
    const int64_t dims[] = {count, rows, columns};
    return l0_reshape(b->list, tensor, are_one ? dims + 1 : dims, are_one ? 2 : 3);
}

static int multiply(const struct backward *b, int left, int right, bool turn_left, bool turn_right,
                    int result, bool is_result)
{
    const struct l0_tensor to = b->list->tensors[result];
    const struct product_request request = {.left = left,
                                            .right = right,
                                            .out = to.type,
                                            .mode = b->mode,
                                            .transpose_left = turn_left,
                                            .transpose_right = turn_right,
                                            .for_size = true,
                                            .dims = is_result ? to.dims : NULL,
                                            .rank = to.rank};
    return matmul_list_product(b->list, &request);
}

static int finish_product(const struct backward *b, int product, int result)
{
    return l0_launch_cast(b->list, product, b->list->tensors[result].type);
}

static int input_product(const struct backward *b, enum product_kind kind)
{
    struct l0_list *list = b->list;
    struct image grad = conv_layout_image_of(list, b->grad);
    struct image weight = conv_layout_image_of(list, b->weight);
    int64_t width = conv_layout_times(weight.channels, weight.places);
    bool is_950 = list->architecture == ARCHITECTURE_3510;
    if (kind == ONE_WINDOW) {
        int left = is_950 ? matrices(b, b->dense[0], 1, grad.count, grad.channels, true)
                          : matrices(b, b->dense[0], grad.count, 1, grad.channels, false);
        int right = matrices(b, b->dense[2], 1, weight.count, width, is_950);
        return finish_product(b, multiply(b, left, right, false, false, b->grad_input, true),
                              b->grad_input);
    }
    bool are_one = is_950 && grad.count == 1;
    int left = matrices(b, b->dense[0], grad.count, grad.channels, grad.places, are_one);
    int right = matrices(b, b->dense[2], 1, weight.count, width, are_one);
    int product = multiply(b, left, right, true, false, b->grad_input, false);
    const struct l0_tensor to = list->tensors[b->grad_input];
    return finish_product(b, conv_launch_turned(list, product, to.dims, to.rank), b->grad_input);
}

static int weight_product(const struct backward *b)
{
    struct image grad = conv_layout_image_of(b->list, b->grad);
    struct image input = conv_layout_image_of(b->list, b->input);
    bool are_one = b->list->architecture == ARCHITECTURE_3510;
    int left = matrices(b, b->dense[0], 1, grad.count,
                        conv_layout_times(grad.channels, grad.places), are_one);
    int right = matrices(b, b->dense[1], 1, input.count,
                         conv_layout_times(input.channels, input.places), are_one);
    return finish_product(b, multiply(b, left, right, true, false, b->grad_weight, true),
                          b->grad_weight);
}

/* Whether windows of one element look at one image, which Ascend950 computes as products of
 * matrices. */
static bool is_one_image(const struct backward *b)
{
    struct image input = conv_layout_image_of(b->list, b->input);
    struct image weight = conv_layout_image_of(b->list, b->weight);
    int64_t sizes = conv_layout_times(weight.count, weight.channels);
    int64_t wide = conv_layout_times(
        conv_layout_image_of(b->list, b->transposed ? b->grad : b->input).places,
        weight.count + weight.channels);
    return b->list->architecture == ARCHITECTURE_3510 && weight.places == 1 && input.count == 1 &&
           b->groups == 1 && conv_array_is_all(b->stride, 1) && !has_padding(b) &&
           conv_array_is_all(b->dilation, 1) && !b->transposed &&
           conv_layout_times(sizes + wide,
                             (int64_t)data_type_bits(b->list->tensors[b->input].type) / 8) <=
               CACHE_BYTES;
}

static int one_image_input(const struct backward *b)
{
    struct image grad = conv_layout_image_of(b->list, b->grad);
    struct image weight = conv_layout_image_of(b->list, b->weight);
    int left = matrices(b, b->dense[2], 1, weight.count, weight.channels, true);
    int right = matrices(b, b->dense[0], 1, grad.channels, grad.places, true);
    return finish_product(b, multiply(b, left, right, true, false, b->grad_input, true),
                          b->grad_input);
}

static int one_image_weight(const struct backward *b)
{
    struct image grad = conv_layout_image_of(b->list, b->grad);
    struct image input = conv_layout_image_of(b->list, b->input);
    int left = matrices(b, b->dense[0], 1, grad.channels, grad.places, true);
    int right = matrices(b, b->dense[1], 1, input.channels, input.places, true);
    return finish_product(b, multiply(b, left, right, false, true, b->grad_weight, true),
                          b->grad_weight);
}

/* ---- Three dimensions, before Ascend950 ------------------------------------------------------ */

/* Whether CANN uses Conv3DBackpropInputV2 instead of Conv3DBackpropInput. */
static bool is_input_v2(const struct backward *b)
{
    if (b->groups > 1 || b->type == ACL_FLOAT)
        return true;
    bool is_spread = false;
    bool is_small = true;
    if (b->rank != 5 || b->steps[0] > b->kernel[0])
        return false;
    for (int i = 0; i < 3; i++) {
        int64_t window = (b->kernel[i] - 1) * b->reach[i] + 1;
        if (b->before[i] >= b->kernel[i])
            return false;
        is_spread |= b->reach[i] > 1 ||
                     b->inner[i] > (b->outer[i] - 1) * b->steps[i] + window - 2 * b->before[i];
        is_small &= b->steps[i] <= 2 && b->before[i] <= 2 && b->kernel[i] <= 4;
    }
    int64_t height = (b->outer[1] - 1) * b->steps[1] + 1;
    int64_t window = 2 + (b->kernel[1] - 1) * b->reach[1];
    if (conv_layout_times(conv_layout_times(height < window ? height : window, b->outer[2]),
                          b->steps[2]) > 4096)
        return false;
    return is_spread ||
           (is_small && conv_layout_times(b->inner[1], b->inner[2]) >= 5500 && b->inner[0] <= 85);
}

/* Whether the kernel of V2 takes the operands; else the list fails. */
static bool is_taken(const struct backward *b)
{
    struct conv_image_gradient g = {
        .type = b->type, .channels = dims_of(b, b->grad)->dims[1], .groups = b->groups};
    memcpy(g.from, b->outer, sizeof g.from);
    memcpy(g.to, b->inner, sizeof g.to);
    memcpy(g.kernel, b->kernel, sizeof g.kernel);
    memcpy(g.stride, b->steps, sizeof g.stride);
    memcpy(g.dilation, b->reach, sizeof g.dilation);
    memcpy(g.before, b->before, sizeof g.before);
    memcpy(g.behind, b->behind, sizeof g.behind);
    aclnnStatus status = conv_tiling_image_gradient(b->list->soc, &g);
    if (status != ACLNN_SUCCESS && b->list->status == ACLNN_SUCCESS)
        b->list->status = status;
    return status == ACLNN_SUCCESS;
}

/* V2 writes halves in the caller's type; each core changes the layout in a buffer of its own. */
static int input_gradient_3d(const struct backward *b, struct operands o)
{
    struct l0_list *list = b->list;
    if (is_input_v2(b) && !is_taken(b))
        return L0_NONE;
    if (!is_input_v2(b))
        return finish(b,
                      launch2(list, &l0_Conv3DBackpropInput, o.weight, o.grad,
                              image_blocks(b, b->input, "Conv3DBackpropInput")),
                      b->grad_input);
    if (b->type == ACL_FLOAT)
        return finish(b,
                      launch2(list, &l0_Conv3DBackpropInputV2, o.weight, o.grad,
                              image_blocks(b, b->input, "Conv3DBackpropInputV2")),
                      b->grad_input);
    int plain = like(list, b->grad_input, "Conv3DBackpropInputV2", b->type);
    l0_launch(list, "Conv3DBackpropInputV2", L0_AI_CORE, (int[]){o.weight, o.grad, L0_NONE},
              (int[]){plain, L0_NONE});
    l0_kernel_workspace(list, L0_SYSTEM_WORKSPACE + (uint64_t)list->soc->ai_cores * L0C_BYTES);
    return l0_launch_cast(list, plain, list->tensors[b->grad_input].type);
}

/* Whether CANN uses Conv3DBackpropFilterV2 instead of Conv3DBackpropFilter. */
static bool is_filter_v2(const struct backward *b)
{
    if (b->type == ACL_FLOAT || b->groups > 1 || !conv_array_is_all(b->dilation, 1) ||
        b->list->deterministic)
        return true;
    struct image outer = conv_layout_image_of(b->list, b->transposed ? b->input : b->grad);
    struct image inner = conv_layout_image_of(b->list, b->transposed ? b->grad : b->input);
    int64_t window = conv_layout_times(b->kernel[1], b->kernel[2]);
    int64_t rows = (int64_t)align_up((uint64_t)outer.channels, LAYOUT_ROWS);
    int64_t columns = conv_layout_times(count_of(b->kernel),
                                        (int64_t)align_up((uint64_t)inner.channels, LAYOUT_ROWS));
    return window == 1 ||
           ((window == 4 || window == 9 || window == 16) && rows >= 128 && columns >= 128);
}

static int weight_gradient_3d(const struct backward *b, int image, int grad)
{
    const struct l0_row *row = is_filter_v2(b) ? &l0_Conv3DBackpropFilterV2
                                               : &l0_Conv3DBackpropFilter;
    int blocks = launch2(b->list, row, image, grad, weight_blocks(b, row->name));
    if (b->list->deterministic)
        l0_assume(b->list, "convolution"); /* its cores store parts of the sums */
    return finish_weight(b, blocks);
}

static void gradients_3d(const struct backward *b, int *results)
{
    enum product_kind kind = product_kind(b);
    if (b->mask[0] && kind != NO_PRODUCT)
        results[0] = input_product(b, kind);
    if (b->mask[1] && kind == ONE_WINDOW)
        results[1] = weight_product(b);
    bool wants_input = b->mask[0] && kind == NO_PRODUCT;
    bool wants_weight = b->mask[1] && kind != ONE_WINDOW;
    if (!wants_input && !wants_weight)
        return;
    struct operands o = prepare_all(b, !b->transposed || b->mask[1]);
    if (wants_input && b->transposed)
        results[0] = finish(
            b,
            launch2(b->list, &l0_Conv3DV2, o.grad, o.weight, image_blocks(b, b->input, "Conv3DV2")),
            b->grad_input);
    else if (wants_input)
        results[0] = input_gradient_3d(b, o);
    if (wants_weight)
        results[1] = b->transposed ? weight_gradient_3d(b, o.grad, o.input)
                                   : weight_gradient_3d(b, o.input, o.grad);
}

/* ---- Ascend950 ------------------------------------------------------------------------------- */

/* Whether a long batch of short rows is transposed, so that the batch becomes the height. */
static bool turns_batch(const struct backward *b)
{
    const int64_t *weight = dims_of(b, b->weight)->dims;
    int64_t batch = dims_of(b, b->input)->dims[0];
    int64_t wide = b->inner[2];
    int64_t inner = weight[1];
    if (b->groups != 1 || b->steps[0] != 1 || b->steps[1] != 1 || b->steps[2] > LARGEST_STRIDE ||
        has_padding(b) || !conv_array_is_all(b->dilation, 1) || batch < 1500 || batch > 4096 ||
        b->inner[0] != 1 || b->inner[1] != 1 || b->kernel[0] != 1 || b->kernel[1] != 1 ||
        wide > 64 || b->kernel[2] > 10 || weight[0] > 128 || inner > 128)
        return false;
    if (wide >= 60 &&
        ((wide > inner && wide < 2 * inner) || (wide < inner && 2 * inner < 3 * wide)))
        return false;
    return !(wide >= 40 && wide < 60 && wide > inner &&
             (wide < 2 * inner || 2 * wide >= 7 * inner));
}

/* Whether the weight's channels are moved to the end first. */
static bool turns_weight(const struct backward *b)
{
    const int64_t *weight = dims_of(b, b->weight)->dims;
    int64_t outer = weight[0];
    int64_t inner = weight[1];
    int64_t window = conv_layout_times(b->kernel[1], b->kernel[2]);
    bool is_thin = b->kernel[0] <= 1 || b->inner[0] <= 1;
    bool is_covered = conv_layout_times(b->inner[1], b->inner[2]) >= 256 &&
                      dims_of(b, b->input)->dims[0] <= 2;
    if (b->groups > 1 || (b->steps[1] < 2 && ((b->type != ACL_FLOAT && is_thin) || is_covered)) ||
        conv_layout_times(b->kernel[0], window) <= 1 || (inner != 16 && inner < 256) ||
        inner <= window)
        return false;
    return outer > inner ? 2 * outer < 3 * inner : 2 * inner < 3 * outer;
}

static int turned(const struct backward *b, int tensor)
{
    if (tensor == L0_NONE)
        return L0_NONE;
    const struct l0_tensor t = b->list->tensors[tensor];
    return conv_launch_turned(b->list, tensor, t.dims, t.rank);
}

static int input_gradient_950(const struct backward *b, struct operands o)
{
    const int64_t *weight = dims_of(b, b->weight)->dims;
    if (!is_taken(b))
        return L0_NONE;
    bool is_turned = turns_batch(b);
    bool is_weight_turned = is_turned && weight[0] >= 64 && weight[1] >= 128;
    if (is_turned)
        o.grad = turned(b, o.grad);
    if (is_weight_turned || turns_weight(b))
        o.weight = turned(b, o.weight);
    int result = launch2(b->list, &l0_Conv3DBackpropInputV2, o.weight, o.grad,
                         like(b->list, b->grad_input, "Conv3DBackpropInputV2", b->type));
    if (is_turned)
        result = turned(b, result);
    return l0_launch_cast(b->list, result, b->list->tensors[b->grad_input].type);
}

/* Whether the call has a long batch of short rows of float32. */
static bool turns_operands(const struct backward *b)
{
    struct image inner = conv_layout_image_of(b->list, b->transposed ? b->grad : b->input);
    struct image outer = conv_layout_image_of(b->list, b->transposed ? b->input : b->grad);
    return b->groups <= 1 && b->type == ACL_FLOAT && b->inner[0] == 1 && b->inner[1] == 1 &&
           b->steps[0] == 1 && b->steps[1] == 1 && b->steps[2] <= LARGEST_STRIDE &&
           b->reach[0] == 1 && b->reach[1] == 1 && b->reach[2] <= LARGEST_DISTANCE &&
           !has_padding(b) && inner.count >= 1500 && inner.count <= 4096 && outer.channels <= 128 &&
           b->inner[2] <= 128 && inner.channels <= 128 &&
           conv_layout_times(b->inner[2], inner.channels) <= 2000 &&
           inner.count / b->outer[2] >= 65;
}

/* Whether windows abut and are at least 8 by 8, which CANN computes as a convolution with windows
 * of one element. */
static bool is_cut_up(const struct backward *b)
{
    if (b->transposed || b->groups != 1 || has_padding(b) || !conv_array_is_all(b->dilation, 1) ||
        b->steps[1] < 8 || b->steps[2] < 8)
        return false;
    for (int i = 0; i < 3; i++)
        if (b->kernel[i] != b->steps[i] || b->outer[i] * b->kernel[i] != b->inner[i])
            return false;
    return true;
}

static int weight_gradient_950(const struct backward *b, int image, int grad)
{
    if (is_cut_up(b)) {
        image = turned(b, image);
    } else if (turns_operands(b)) {
        image = turned(b, image);
        grad = turned(b, grad);
    }
    int result = launch2(b->list, &l0_Conv3DBackpropFilterV2, image, grad,
                         like(b->list, b->grad_weight, "Conv3DBackpropFilterV2", ACL_FLOAT));
    return l0_launch_cast(b->list, result, b->list->tensors[b->grad_weight].type);
}

/* Whether the output is a row of one window, which CANN computes as products of matrices. */
static bool is_row_of_one(const struct backward *b)
{
    return b->rank == 3 && !b->transposed && b->groups == 1 && !has_padding(b) &&
           conv_array_is_all(b->more, 0) && conv_array_is_all(b->dilation, 1) &&
           b->inner[2] == b->kernel[2];
}

static void gradients_950(const struct backward *b, int *results)
{
    enum product_kind kind = is_row_of_one(b) ? ONE_WINDOW : product_kind(b);
    bool is_one = is_one_image(b) && kind != ONE_WINDOW;
    bool is_point = count_of(b->inner) == 1;
    if (b->mask[0] && is_one && !is_point)
        results[0] = one_image_input(b);
    else if (b->mask[0] && kind != NO_PRODUCT)
        results[0] = input_product(b, kind);
    if (b->mask[1] && kind == ONE_WINDOW)
        results[1] = weight_product(b);
    else if (b->mask[1] && is_one)
        results[1] = one_image_weight(b);
    bool wants_input = b->mask[0] && results[0] == L0_NONE;
    bool wants_weight = b->mask[1] && results[1] == L0_NONE;
    if (!wants_input && !wants_weight)
        return;
    struct operands o = prepare_all(b, !b->transposed || b->mask[1]);
    if (wants_input && b->transposed)
        results[0] = l0_launch_cast(b->list,
                                    launch2(b->list, &l0_Conv3DV2, o.grad, o.weight,
                                            like(b->list, b->grad_input, "Conv3DV2", b->type)),
                                    b->list->tensors[b->grad_input].type);
    else if (wants_input)
        results[0] = input_gradient_950(b, o);
    if (wants_weight)
        results[1] = b->transposed ? weight_gradient_950(b, o.grad, o.input)
                                   : weight_gradient_950(b, o.input, o.grad);
}

/* ---- Calls ----------------------------------------------------------------------------------- */

/* Whether CANN lists this image among those for the kernels of three dimensions. A row has input,
 * weight, gradOutput, stride, padding, dilation, groups. */
static bool is_named_image(const struct backward *b)
{
    static const struct {
        aclDataType type;
        int64_t numbers[19];
    } images[] = {
        {ACL_FLOAT, {4, 320, 80, 80, 320, 320, 3, 3, 4, 320, 80, 80, 1, 1, 1, 1, 1, 1, 1}},
        {ACL_FLOAT, {3, 2, 3, 3, 2, 2, 1, 1, 3, 2, 3, 3, 1, 1, 0, 0, 1, 1, 1}},
        {ACL_FLOAT, {1, 4, 1, 8, 2, 4, 1, 4, 1, 2, 1, 5, 1, 1, 0, 0, 1, 1, 1}},
        {ACL_FLOAT, {1, 4, 1, 9, 2, 4, 1, 4, 1, 2, 1, 8, 1, 1, 1, 1, 1, 1, 1}},
        {ACL_FLOAT, {4, 4, 4, 4, 8, 4, 3, 3, 4, 8, 1, 1, 3, 3, 0, 0, 1, 1, 1}},
        {ACL_FLOAT16, {1, 640, 104, 152, 640, 640, 3, 3, 1, 640, 104, 152, 1, 1, 1, 1, 1, 1, 1}},
    };
    const int tensors[] = {b->input, b->weight, b->grad};
    const struct array *arrays[] = {b->stride, b->padding, b->dilation};
    int64_t numbers[19] = {0};
    if (b->rank != 4 || b->padding->size != 2)
        return false;
    for (int i = 0; i < 3; i++) {
        memcpy(&numbers[4 * i], dims_of(b, tensors[i])->dims, 4 * sizeof *numbers);
        memcpy(&numbers[12 + 2 * i], conv_array_numbers(arrays[i]), 2 * sizeof *numbers);
    }
    numbers[18] = b->groups;
    for (size_t i = 0; i < sizeof images / sizeof *images; i++)
        if (b->list->tensors[b->input].type == images[i].type &&
            memcmp(numbers, images[i].numbers, sizeof numbers) == 0)
            return true;
    return false;
}

/* Whether 910B and 910_93 use the kernels of three dimensions for a convolution of one or two. */
static bool is_3d(const struct backward *b)
{
    if (b->rank == 5 || b->list->architecture != ARCHITECTURE_2201)
        return b->rank == 5;
    enum product_kind kind = product_kind(b);
    return kind == ONE_WINDOW || (kind == WINDOWS_ABUT && b->mask[0] && !b->mask[1]) ||
           (b->mask[1] && !b->mask[0] && is_ordered_in_3d(b)) || is_named_image(b);
}

/* The gradient of a bias: a sum in the kernel's type, and the same in the caller's type. */
struct bias_sums {
    struct l0_fold *fold;
    int sums;
    int result;
};

static struct bias_sums launch_bias(struct l0_list *list, int grad, int32_t channels, int out)
{
    struct bias_sums bias = {.sums = L0_NONE, .result = L0_NONE};
    bias.fold = l0_take(list, sizeof *bias.fold);
    if (grad == L0_NONE || out == L0_NONE || bias.fold == NULL)
        return bias;
    const struct l0_tensor from = list->tensors[grad];
    bias.fold->dims = (((uint64_t)1 << from.rank) - 1) & ~((uint64_t)1 << channels);
    bias.sums = l0_new_shaped(list, "ReduceSum", from.type, &from.dims[channels], 1);
    l0_launch_row(list, &l0_ReduceSum, &grad, 1, 0, &bias.sums, 1, bias.fold);
    bias.result = l0_launch_cast(list, bias.sums, list->tensors[out].type);
    return bias;
}

static void append_bias(struct l0_list *list, int grad, struct bias_sums bias)
{
    if (bias.result == L0_NONE)
        return;
    l0_step(list, L0_STEP_APPLY, &l0_ReduceSum, &grad, 1, &bias.sums, 1, bias.fold);
    if (bias.sums != bias.result)
        l0_step(list, L0_STEP_CAST, NULL, &bias.sums, 1, &bias.result, 1, NULL);
}

static void append_works(const struct backward *b, const int *results)
{
    enum convolution_kind input_kind = b->transposed ? CONVOLUTION_FORWARD : CONVOLUTION_INPUT;
    if (b->mask[0])
        conv_append_work(b->list,
                         conv_work_of(b->list, input_kind, b->rank - SPATIAL, b->stride, b->padding,
                                      b->dilation, b->groups),
                         (int[]){b->grad, b->weight}, 2, results[0]);
    if (b->mask[1])
        conv_append_work(b->list,
                         conv_work_of(b->list, CONVOLUTION_WEIGHT, b->rank - SPATIAL, b->stride,
                                      b->padding, b->dilation, b->groups),
                         b->transposed ? (int[]){b->input, b->grad} : (int[]){b->grad, b->input}, 2,
                         results[1]);
}

static aclDataType gradient_type(const struct backward *b)
{
    const struct l0_tensor *tensors = b->list->tensors;
    bool is_lowered = b->mode == USE_FLOAT16 ||
                      (b->list->architecture == ARCHITECTURE_1001 && b->mode == 1);
    return is_lowered ? ACL_FLOAT16
                      : type_promote(type_promote(tensors[b->grad].type, tensors[b->input].type),
                                     tensors[b->weight].type);
}

/* The gradients when there are no elements. */
void conv_list_convolution_backward(struct l0_list *list, int gradOutput, int input, int weight,
                                    const struct array *biasSizes, const struct array *stride,
                                    const struct array *padding, const struct array *dilation,
                                    bool transposed, const struct array *outputPadding, int groups,
                                    const struct array *outputMask, int8_t cubeMathType,
                                    int gradInput, int gradWeight, int gradBias)
{
    (void)biasSizes;
    if (gradOutput == L0_NONE || input == L0_NONE || weight == L0_NONE)
        return;
    struct backward b = {.list = list,
                         .grad = gradOutput,
                         .input = input,
                         .weight = weight,
                         .grad_input = gradInput,
                         .grad_weight = gradWeight,
                         .grad_bias = gradBias,
                         .stride = stride,
                         .padding = padding,
                         .dilation = dilation,
                         .more = outputPadding,
                         .transposed = transposed,
                         .groups = groups,
                         .mode = cubeMathType,
                         .mask = (const bool *)(const void *)outputMask->values,
                         .rank = list->tensors[input].rank};
    int results[] = {L0_NONE, L0_NONE, L0_NONE};
    const int given[] = {gradOutput, input, weight};
    const int outs[] = {gradInput, gradWeight, gradBias};
    for (int i = 0; i < 3; i++)
        b.dense[i] = l0_contiguous(list, given[i]);
    if (list->tensors[input].elements == 0 || list->tensors[weight].elements == 0) {
        for (int i = 1; i < 3; i++)
            if (b.mask[i])
                list_write_zeros(list, outs[i]);
        return;
    }
    if (b.dense[0] == L0_NONE || b.dense[1] == L0_NONE || b.dense[2] == L0_NONE)
        return;
    find_places(&b);
    b.type = gradient_type(&b);
    bool is_950 = list->architecture == ARCHITECTURE_3510;
    bool is_of_3d = is_3d(&b);
    bool is_viewed = b.rank == 3 ? !(is_950 && is_row_of_one(&b))
                                 : b.rank == 4 && (is_950 || is_of_3d);
    for (int i = 0; is_viewed && i < 2; i++)
        if (b.mask[i])
            l0_contiguous(list, outs[i]); /* CANN treats strided results as dense here */
    struct bias_sums bias = {.sums = L0_NONE, .result = L0_NONE};
    if (b.mask[2])
        bias = launch_bias(list, b.dense[0], 1, gradBias);
    results[2] = bias.result;
    if (is_950)
        gradients_950(&b, results);
    else if (is_of_3d)
        gradients_3d(&b, results);
    else
        gradients_2d(&b, results);
    append_works(&b, results);
    append_bias(list, b.dense[0], bias);
    for (int i = 0; i < 3; i++)
        if (b.mask[i])
            l0_view_copy(list, results[i], outs[i]);
}

/* ---- Convolutions in time -------------------------------------------------------------------- */

struct backward_in_time {
    struct l0_list *list;
    aclDataType type;
    struct image grad;
    struct image input;
    struct image weight;
    int operands[3];
};

static int in_time_blocks(const struct backward_in_time *b, const struct l0_row *row, int first,
                          int second, aclDataType type, int64_t elements)
{
    return launch2(b->list, row, first, second, l0_new_tensor(b->list, row->name, type, elements));
}

/* The gradients before Ascend950, where time is moved behind the channels. */
static void gradients_in_time(const struct backward_in_time *b, const int *outs, int *results)
{
    struct l0_list *list = b->list;
    const struct image images[] = {b->grad, b->input, b->weight};
    const int64_t orders[][3] = {{2, 0, 1}, {2, 1, 0}};
    const int64_t dims[][3] = {{b->input.count, b->input.channels, b->input.places},
                               {b->weight.count, b->weight.channels, b->weight.places}};
    int o[3];
    for (int i = 0; i < 3; i++) {
        o[i] = l0_launch_cast(list, b->operands[i], b->type);
        o[i] = i == 2 ? conv_launch_weight_in_blocks(list, o[i], images[i], false, 1, IN_BLOCKS)
                      : conv_launch_trans_data(list, o[i],
                                               conv_layout_image_elements(images[i], b->type));
    }
    int input = in_time_blocks(b, &l0_Conv2DBackpropInput, o[2], o[0], b->type,
                               conv_layout_image_elements(b->input, b->type));
    input = l0_launch_cast(list, conv_launch_plain(list, input, dims[0], 3),
                           list->tensors[outs[0]].type);
    int weight = in_time_blocks(b, &l0_Conv2DBackpropFilter, o[1], o[0], ACL_FLOAT,
                                conv_layout_weight_elements(b->weight, 1, b->type));
    weight = l0_launch_cast(list, conv_launch_plain(list, weight, dims[1], 3),
                            list->tensors[outs[1]].type);
    results[0] = list_launch_transpose(list, input, orders[0]);
    results[1] = list_launch_transpose(list, weight, orders[1]);
}

static void gradients_in_time_950(const struct backward_in_time *b, const int *outs, int *results)
{
    struct l0_list *list = b->list;
    int o[3];
    for (int i = 0; i < 3; i++)
        o[i] = l0_launch_cast(list, b->operands[i], b->type);
    int input = launch2(list, &l0_Conv3DBackpropInputV2, o[2], o[0],
                        like(list, outs[0], "Conv3DBackpropInputV2", b->type));
    results[0] = l0_launch_cast(list, input, list->tensors[outs[0]].type);
    int weight = launch2(list, &l0_Conv3DBackpropFilterV2, o[1], o[0],
                         like(list, outs[1], "Conv3DBackpropFilterV2", ACL_FLOAT));
    results[1] = l0_launch_cast(list, weight, list->tensors[outs[1]].type);
}

void conv_list_tbc_backward(struct l0_list *list, int self, int input, int weight, int bias,
                            int64_t pad, int8_t cubeMathType, int gradInput, int gradWeight,
                            int gradBias)
{
    const int given[] = {self, input, weight};
    const int outs[] = {gradInput, gradWeight, gradBias};
    const int64_t orders[][3] = {{1, 2, 0}, {1, 2, 0}, {2, 1, 0}};
    for (int i = 0; i < 3; i++)
        if (given[i] == L0_NONE || outs[i] == L0_NONE)
            return;
    struct backward_in_time b = {.list = list};
    b.operands[0] = l0_contiguous(list, self);
    b.operands[2] = l0_contiguous(list, weight);
    b.operands[1] = l0_contiguous(list, input);
    l0_contiguous(list, bias);
    if (list->tensors[input].elements == 0 || list->tensors[weight].elements == 0) {
        for (int i = 0; i < 3; i++)
            list_write_zeros(list, outs[i]);
        return;
    }
    const struct l0_tensor *tensors = list->tensors;
    bool is_950 = list->architecture == ARCHITECTURE_3510;
    bool is_lowered = cubeMathType == USE_FLOAT16 ||
                      (list->architecture == ARCHITECTURE_1001 && cubeMathType == 1);
    b.type = is_lowered ? ACL_FLOAT16
                        : type_promote(type_promote(tensors[self].type, tensors[input].type),
                                       tensors[weight].type);
    b.grad = (struct image){tensors[self].dims[1], tensors[self].dims[2], tensors[self].dims[0]};
    b.input = (struct image){tensors[input].dims[1], tensors[input].dims[2],
                             tensors[input].dims[0]};
    b.weight = (struct image){tensors[weight].dims[2], tensors[weight].dims[1],
                              tensors[weight].dims[0]};
    int dense = b.operands[0];
    /* CANN goes back to the caller's tensors and copies them again. */
    for (int i = 0; i < 3; i++)
        b.operands[i] = is_950 ? l0_contiguous(list, given[i])
                               : conv_launch_turned_dense(list, given[i], orders[i]);
    int results[3];
    struct bias_sums sums = launch_bias(list, dense, 2, gradBias);
    results[2] = sums.result;
    if (is_950)
        gradients_in_time_950(&b, outs, results);
    else
        gradients_in_time(&b, outs, results);
    conv_append_work(list, conv_work_in_time(list, CONVOLUTION_INPUT, pad), (int[]){self, weight},
                     2, results[0]);
    conv_append_work(list, conv_work_in_time(list, CONVOLUTION_WEIGHT, pad), (int[]){self, input},
                     2, results[1]);
    append_bias(list, dense, sums);
    for (int i = 0; i < 3; i++)
        l0_view_copy(list, results[i], outs[i]);
}
