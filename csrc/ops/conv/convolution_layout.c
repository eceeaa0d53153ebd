/* SPDX-License-Identifier: Apache-2.0 */
/* The layouts of images and weights while the device convolves them, and the step that does the
 * work. */
#include "ops/conv/convolution_layout.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/data_type.h"
#include "executor/schedule.h"
#include "kernel_levels.h"
#include "declared/conv.h"
#include "declared/copy_layout.h"
#include "ops/common/list.h"
#include "ops/conv/convolution.h"
#include "runtime/cores/ai_cores.h"
#include "workspace/arithmetic.h"

/* ---- The work -------------------------------------------------------------------------------- */

const int64_t *conv_array_numbers(const struct array *array)
{
    return array_integers(array);
}

/* Attributes of the work, from the parameters of a convolution. */
struct convolution *conv_work_of(struct l0_list *list, enum convolution_kind kind, int32_t spatial,
                                 const struct array *stride, const struct array *padding,
                                 const struct array *dilation, int64_t groups)
{
    struct convolution *c = l0_take(list, sizeof *c);
    if (c == NULL)
        return NULL;
    memset(c, 0, sizeof *c);
    c->kind = kind;
    c->groups = groups;
    for (int i = 0; i < CONVOLUTION_DIMS; i++)
        c->stride[i] = c->dilation[i] = 1;
    for (int32_t i = 0; i < spatial; i++) {
        int64_t behind = 0;
        int32_t to = CONVOLUTION_DIMS - spatial + i;
        c->stride[to] = conv_array_numbers(stride)[i];
        c->dilation[to] = conv_array_numbers(dilation)[i];
        conv_sides(padding, spatial, i, &c->before[to], &behind);
    }
    return c;
}

/* Attributes of the work for [time, batch, channels] and [window, channels, output channels]. */
struct convolution *conv_work_in_time(struct l0_list *list, enum convolution_kind kind, int64_t pad)
{
    struct convolution *c = l0_take(list, sizeof *c);
    if (c == NULL)
        return NULL;
    memset(c, 0, sizeof *c);
    c->kind = kind;
    c->groups = 1;
    for (int i = 0; i < CONVOLUTION_DIMS; i++)
        c->stride[i] = c->dilation[i] = 1;
    c->before[CONVOLUTION_DIMS - 1] = pad;
    for (int i = 0; i < 3; i++)
        c->layouts[i] = TIME_FIRST;
    c->layouts[kind == CONVOLUTION_WEIGHT ? 2 : 1] = REVERSED;
    return c;
}

enum convolution_layout conv_layout_of(const struct l0_tensor *tensor)
{
    return tensor->given != NULL && conv_has_last_channels(tensor->given) ? CHANNELS_LAST
                                                                          : CHANNELS_SECOND;
}

KERNEL_LEVELS(struct convolution_answers, conv_kernel_answers);

/* Whether the work takes these bfloat16 tensors. Their strides are not known yet, and do not
 * matter. */
static bool takes_pairs(const struct l0_list *list, const struct convolution *c, const int *inputs,
                        const struct l0_tensor *to)
{
    static const int64_t strides[TENSOR_MAX_DIMS] = {0};
    struct work_view views[2];
    const struct work_view out = {
        .type = to->type, .rank = to->rank, .dims = to->dims, .strides = strides};
    for (int i = 0; i < 2; i++) {
        if (inputs[i] == L0_NONE)
            return false;
        const struct l0_tensor *tensor = &list->tensors[inputs[i]];
        views[i] = (struct work_view){
            .type = tensor->type, .rank = tensor->rank, .dims = tensor->dims, .strides = strides};
    }
    const struct work work = {.inputs = views, .outputs = &out, .attributes = c};
    return to->type == ACL_BF16 && conv_kernel_answers_levels[ai_cores_level()]->takes_pairs(&work);
}

/* Appends the work of a convolution, in float32, or in bfloat16 where the kernel takes that, to a
 * tensor that an operator has written. */
void conv_append_work(struct l0_list *list, const struct convolution *c, const int *inputs,
                      int count, int result)
{
    int floats[3];
    if (c == NULL || result == L0_NONE)
        return;
    const struct l0_tensor to = list->tensors[result];
    bool is_pairs = takes_pairs(list, c, inputs, &to);
    for (int i = 0; i < count; i++)
        floats[i] = is_pairs && i < 2 ? inputs[i] : l0_convert(list, inputs[i], ACL_FLOAT);
    int sums = to.type == ACL_FLOAT || is_pairs
                   ? result
                   : l0_new_shaped(list, "sums", ACL_FLOAT, to.dims, to.rank);
    l0_step(list, L0_STEP_APPLY, &l0_Conv2D, floats, count, &sums, 1, c);
    if (sums != result)
        l0_step(list, L0_STEP_CAST, NULL, &sums, 1, &result, 1, NULL);
}

/* ---- Layouts --------------------------------------------------------------------------------- */

int64_t conv_layout_times(int64_t a, int64_t b)
{
    int64_t product = 0;
    return __builtin_mul_overflow(a, b, &product) ? INT64_MAX : product;
}

int64_t conv_layout_blocks(int64_t count, int64_t size)
{
    return (int64_t)divide_up((uint64_t)count, (uint64_t)size);
}

struct image conv_layout_image_of(const struct l0_list *list, int tensor)
{
    const struct l0_tensor *t = &list->tensors[tensor];
    bool is_last = conv_layout_of(t) == CHANNELS_LAST;
    struct image image = {t->dims[0], t->dims[is_last ? t->rank - 1 : 1], 1};
    for (int32_t i = is_last ? 1 : SPATIAL; i < t->rank - (is_last ? 1 : 0); i++)
        image.places = conv_layout_times(image.places, t->dims[i]);
    return image;
}

int64_t conv_layout_channels(aclDataType type)
{
    return LAYOUT_BYTES / (int64_t)(data_type_bits(type) / 8);
}

int64_t conv_layout_image_elements(struct image image, aclDataType type)
{
    int64_t block = conv_layout_channels(type);
    return conv_layout_times(
        conv_layout_times(image.count, conv_layout_blocks(image.channels, block)),
        conv_layout_times(image.places, block));
}

static int64_t common_divisor(int64_t a, int64_t b)
{
    while (b != 0) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* How many groups go into one block, so that neither input nor output channels need zeros. */
static int64_t groups_a_block(struct image of_group, int64_t block, int64_t groups)
{
    int64_t a = block / common_divisor(of_group.channels, block);
    int64_t b = LAYOUT_ROWS / common_divisor(of_group.count, LAYOUT_ROWS);
    int64_t joint = a / common_divisor(a, b) * b;
    return joint < groups ? joint : groups;
}

int64_t conv_layout_weight_elements(struct image weight, int64_t groups, aclDataType type)
{
    int64_t block = conv_layout_channels(type);
    int64_t parts = 1;
    if (groups > 1 && weight.count >= groups) {
        weight.count /= groups;
        int64_t joint = groups_a_block(weight, block, groups);
        parts = conv_layout_blocks(groups, joint);
        weight.count *= joint;
        weight.channels = conv_layout_times(weight.channels, joint);
    }
    int64_t rows = conv_layout_times(
        conv_layout_times(parts, conv_layout_blocks(weight.channels, block)), weight.places);
    return conv_layout_times(conv_layout_times(rows, conv_layout_blocks(weight.count, LAYOUT_ROWS)),
                             LAYOUT_ROWS * block);
}

static int64_t few_channels_elements(struct image weight, aclDataType type)
{
    int64_t block = conv_layout_channels(type);
    int64_t rows = conv_layout_blocks(conv_layout_times(FEW_CHANNELS_COUNT, weight.places), block);
    return conv_layout_times(conv_layout_times(rows, conv_layout_blocks(weight.count, LAYOUT_ROWS)),
                             LAYOUT_ROWS * block);
}

int conv_launch_trans_data(struct l0_list *list, int tensor, int64_t elements)
{
    if (tensor == L0_NONE)
        return L0_NONE;
    int result = l0_new_tensor(list, "TransData", list->tensors[tensor].type, elements);
    l0_launch_row(list, &l0_TransData, &tensor, 1, 0, &result, 1, NULL);
    return result;
}

/* Appends the TransData that converts blocks back to a tensor of these dims. */
int conv_launch_plain(struct l0_list *list, int tensor, const int64_t *dims, int32_t rank)
{
    if (tensor == L0_NONE)
        return L0_NONE;
    int result = l0_new_shaped(list, "TransData", list->tensors[tensor].type, dims, rank);
    l0_launch_row(list, &l0_TransData, &tensor, 1, 0, &result, 1, NULL);
    return result;
}

int conv_launch_weight_in_blocks(struct l0_list *list, int tensor, struct image weight,
                                 bool is_last, int64_t groups, enum layout layout)
{
    if (tensor == L0_NONE)
        return L0_NONE;
    aclDataType type = list->tensors[tensor].type;
    if (layout == FEW_CHANNELS)
        return conv_launch_trans_data(list, tensor, few_channels_elements(weight, type));
    /* One TransData converts the weights, another one their groups. */
    if (groups > 1 && !is_last)
        tensor = conv_launch_trans_data(list, tensor, conv_layout_weight_elements(weight, 1, type));
    return conv_launch_trans_data(list, tensor, conv_layout_weight_elements(weight, groups, type));
}

/* ---- Types ----------------------------------------------------------------------------------- */

aclDataType conv_convolved_joint_type(aclDataType a, aclDataType b)
{
    return a == b ? a : ACL_FLOAT;
}

aclDataType conv_convolved_type(const struct l0_list *list, aclDataType a, aclDataType b,
                                int64_t mode)
{
    return list->architecture == ARCHITECTURE_1001 || mode == USE_FLOAT16
               ? ACL_FLOAT16
               : conv_convolved_joint_type(a, b);
}

bool conv_array_is_all(const struct array *array, int64_t number)
{
    for (uint64_t i = 0; i < array->size; i++)
        if (conv_array_numbers(array)[i] != number)
            return false;
    return true;
}

int conv_launch_turned(struct l0_list *list, int tensor, const int64_t *dims, int32_t rank)
{
    if (tensor == L0_NONE)
        return L0_NONE;
    int result = l0_new_shaped(list, "Transpose", list->tensors[tensor].type, dims, rank);
    l0_launch_row(list, &l0_Transpose, &tensor, 1, 0, &result, 1, NULL);
    return result;
}

int conv_launch_turned_dense(struct l0_list *list, int tensor, const int64_t *order)
{
    if (tensor == L0_NONE || list->tensors[tensor].elements == 0)
        return tensor;
    return list_launch_transpose(list, l0_contiguous(list, tensor), order);
}
