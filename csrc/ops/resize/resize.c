/* SPDX-License-Identifier: Apache-2.0 */
/* Resized images: the layouts that the device's kernels require. */
#include "ops/resize/resize.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/data_type.h"
#include "declared/copy_layout.h"
#include "ops/common/list.h"
#include "ops/resize/resize_tiling.h"
#include "workspace/l0_operators.h"

#define CHANNELS_A_BLOCK 16

/* Writes the permutation that moves channels to the end, or back from there. */
static void turn_order(int64_t order[TENSOR_MAX_DIMS], int32_t rank, bool to_last)
{
    order[0] = 0;
    for (int32_t i = 1; i < rank; i++)
        order[i] = to_last ? (i + 1 < rank ? i + 1 : 1) : (i > 1 ? i - 1 : rank - 1);
}

static int turn(struct l0_list *list, int tensor, bool to_last)
{
    int64_t order[TENSOR_MAX_DIMS];
    if (tensor == L0_NONE)
        return L0_NONE;
    turn_order(order, list->tensors[tensor].rank, to_last);
    return list_launch_transpose(list, tensor, order);
}

int resize_channels_last(struct l0_list *list, int tensor, int32_t first)
{
    return first == 1 ? tensor : turn(list, tensor, true);
}

int resize_channels_first(struct l0_list *list, int tensor, int32_t first)
{
    return first == 1 ? turn(list, tensor, false) : tensor;
}

static int new_turned(struct l0_list *list, aclDataType type, const struct l0_tensor *shape,
                      bool to_last)
{
    int64_t order[TENSOR_MAX_DIMS];
    int64_t dims[TENSOR_MAX_DIMS];
    turn_order(order, shape->rank, to_last);
    for (int32_t i = 0; i < shape->rank; i++)
        dims[i] = shape->dims[order[i]];
    return l0_new_shaped(list, "resized", type, dims, shape->rank);
}

int resize_turned(struct l0_list *list, int tensor, bool is_last)
{
    if (tensor == L0_NONE)
        return L0_NONE;
    const struct l0_tensor shape = list->tensors[tensor];
    return new_turned(list, shape.type, &shape, is_last);
}

int resize_like(struct l0_list *list, aclDataType type, const struct l0_tensor *shape,
                bool channels_first)
{
    return channels_first ? new_turned(list, type, shape, false)
                          : l0_new_shaped(list, "resized", type, shape->dims, shape->rank);
}

int resize_blocks(struct l0_list *list, aclDataType type, const struct l0_tensor *shape,
                  int32_t first)
{
    int32_t channels = first == 1 ? shape->rank - 1 : 1;
    int64_t dims[] = {shape->dims[0],
                      (shape->dims[channels] + CHANNELS_A_BLOCK - 1) / CHANNELS_A_BLOCK,
                      shape->rank == 3 ? 1 : shape->dims[first],
                      shape->dims[shape->rank == 3 ? 2 : first + 1], CHANNELS_A_BLOCK};
    return l0_new_shaped(list, "blocks", type, dims, 5);
}

int resize_in_blocks(struct l0_list *list, int tensor, int32_t first)
{
    if (tensor == L0_NONE)
        return L0_NONE;
    const struct l0_tensor shape = list->tensors[tensor];
    int result = resize_blocks(list, shape.type, &shape, first);
    l0_launch_row(list, &l0_TransData, &tensor, 1, 0, &result, 1, NULL);
    return result;
}

int resize_from_blocks(struct l0_list *list, int blocks, const int64_t *dims, int32_t rank)
{
    if (blocks == L0_NONE)
        return L0_NONE;
    int result = l0_new_shaped(list, "resized", list->tensors[blocks].type, dims, rank);
    l0_launch_row(list, &l0_TransData, &blocks, 1, 0, &result, 1, NULL);
    return result;
}

void resize_copy(struct l0_list *list, int tensor)
{
    int steps = list->step_count;
    l0_contiguous(list, tensor);
    list->step_count = steps;
}

struct resize_kernel resize_kernel(const struct l0_list *list, int from, int to, int32_t count)
{
    struct resize_kernel k = {.deterministic = list->deterministic};
    if (from == L0_NONE || to == L0_NONE)
        return k;
    const struct l0_tensor *source = &list->tensors[from];
    const struct l0_tensor *result = &list->tensors[to];
    int32_t skipped = RESIZE_MAX_DIMS - count;
    k.images = source->dims[0] * source->dims[1];
    k.width = data_type_bits(source->type) / 8;
    for (int32_t i = 0; i < RESIZE_MAX_DIMS; i++) {
        k.from[i] = i < skipped ? 1 : source->dims[source->rank - RESIZE_MAX_DIMS + i];
        k.to[i] = i < skipped ? 1 : result->dims[result->rank - RESIZE_MAX_DIMS + i];
    }
    return k;
}
