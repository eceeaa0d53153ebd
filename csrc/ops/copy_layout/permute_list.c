/* SPDX-License-Identifier: Apache-2.0 */
/* Permute, Flip, Roll, Flatten, ConfusionTranspose: lists of L0 operators. */
#include "ops/copy_layout/permute.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/copy_layout.h"
#include "ops/common/list.h"

int copy_layout_list_transpose(struct l0_list *list, int tensor, const int64_t *order)
{
    return list_transpose(list, tensor, order, true);
}

void copy_layout_list_permute(struct l0_list *list, int self, const struct array *dims, int out)
{
    int64_t order[TENSOR_MAX_DIMS];
    for (uint64_t i = 0; i < dims->size; i++)
        order[i] = copy_layout_permute_front_dim(dims, i, (int32_t)dims->size);
    l0_view_copy(list, copy_layout_list_transpose(list, l0_contiguous(list, self), order), out);
}

void copy_layout_list_with_dims(struct l0_list *list, const struct l0_row *row, int self,
                                const struct array *dims, int out)
{
    int dense = l0_contiguous(list, self);
    const struct l0_tensor result = list->tensors[out];
    l0_view_copy(list, list_apply_shaped(list, row, dense, result.dims, result.rank, dims), out);
}

/* Adds a shift, modulo the size of the dim. */
static void shift_more(int64_t *shift, int64_t more, int64_t places)
{
    more %= places;
    more += more < 0 ? places : 0;
    *shift = *shift >= places - more ? *shift - (places - more) : *shift + more;
}

static int same_with(struct l0_list *list, const struct l0_row *row, int tensor,
                     const void *attributes)
{
    if (tensor == L0_NONE)
        return L0_NONE;
    const struct l0_tensor source = list->tensors[tensor];
    return list_apply_shaped(list, row, tensor, source.dims, source.rank, attributes);
}

/* Products before Ascend950 roll only the first dim, one at a time; other dims are transposed to
 * the front. */
static int roll_one_by_one(struct l0_list *list, int tensor, const struct array *dims)
{
    int64_t order[TENSOR_MAX_DIMS];
    static const struct roll none = {{0}};
    for (uint64_t i = 0; tensor != L0_NONE && i < dims->size; i++) {
        int32_t rank = list->tensors[tensor].rank;
        int64_t dim = copy_layout_permute_front_dim(dims, i, rank);
        for (int32_t d = 0; d < rank; d++)
            order[d] = d;
        order[0] = dim;
        order[dim] = 0;
        if (dim != 0)
            tensor = copy_layout_list_transpose(list, tensor, order);
        tensor = same_with(list, &l0_Roll, tensor, &none);
        if (dim != 0)
            tensor = copy_layout_list_transpose(list, tensor, order);
    }
    return tensor;
}

/* A matrix of one row is rolled as a vector. */
static bool is_one_row(const struct l0_tensor *tensor, const struct array *dims)
{
    bool along = false;
    for (uint64_t i = 0; i < dims->size; i++)
        along |= copy_layout_permute_front_dim(dims, i, tensor->rank) == 1;
    return tensor->rank == 2 && tensor->dims[0] == 1 && along;
}

static void roll_all(struct l0_list *list, int x, const struct array *shifts,
                     const struct array *dims, int out)
{
    struct roll *roll = l0_take(list, sizeof *roll);
    bool is_bool = list->tensors[x].type == ACL_BOOL;
    int dense = l0_contiguous(list, x);
    int tensor = dense;
    if (dense == L0_NONE || roll == NULL)
        return;
    int steps = list->step_count;
    const struct l0_tensor source = list->tensors[dense];
    *roll = (struct roll){{0}};
    if (is_bool)
        tensor = l0_cast(list, tensor, ACL_INT8);
    for (uint64_t i = 0; i < dims->size; i++) {
        int64_t dim = copy_layout_permute_front_dim(dims, i, source.rank);
        shift_more(&roll->shifts[dim], array_integers(shifts)[i], source.dims[dim]);
    }
    if (dims->size == 0) {
        tensor = same_with(list, &l0_Roll, tensor, roll);
        shift_more(&roll->shifts[0], array_integers(shifts)[0], source.elements);
    } else if (list->architecture == ARCHITECTURE_3510 || is_one_row(&source, dims)) {
        tensor = same_with(list, &l0_Roll, tensor, roll);
    } else {
        tensor = roll_one_by_one(list, tensor, dims);
    }
    if (is_bool)
        tensor = l0_cast(list, tensor, ACL_BOOL);
    /* The work of all these operators is one copy. */
    list->step_count = steps;
    if (dims->size == 0) {
        const int64_t row[] = {source.elements};
        int from = l0_reshape(list, dense, row, 1);
        int to = l0_reshape(list, tensor, row, 1);
        list->tensors[to].source = L0_NONE;
        list->tensors[tensor].source = to;
        l0_step(list, L0_STEP_APPLY, &l0_Roll, &from, 1, &to, 1, roll);
    } else {
        l0_step(list, L0_STEP_APPLY, &l0_Roll, &dense, 1, &tensor, 1, roll);
    }
    l0_view_copy(list, tensor, out);
}

void copy_layout_list_roll(struct l0_list *list, int x, const struct array *shifts,
                           const struct array *dims, int out)
{
    if (x == L0_NONE || out == L0_NONE)
        return;
    if (list->tensors[x].rank == 0)
        l0_view_copy(list, x, out);
    else
        roll_all(list, x, shifts, dims, out);
}

void copy_layout_list_flatten(struct l0_list *list, int self, int64_t axis, int out)
{
    (void)axis; /* out has the right dims already */
    int dense = l0_contiguous(list, self);
    if (dense == L0_NONE || out == L0_NONE)
        return;
    const struct l0_tensor result = list->tensors[out];
    int flat = list->architecture == ARCHITECTURE_3510
                   ? l0_reshape(list, dense, result.dims, result.rank)
                   : list_apply_shaped(list, &l0_Flatten, dense, result.dims, result.rank, NULL);
    l0_view_copy(list, flat, out);
}

/* The tiling of the experimental kernel, which is for Ascend910B, asks for 32 bytes. */
void copy_layout_list_tensor_move(struct l0_list *list, int x, int y)
{
    int dense = l0_contiguous(list, x);
    if (dense == L0_NONE)
        return;
    const struct l0_tensor from = list->tensors[dense];
    int moved = list_apply_shaped(list, &l0_TensorMove, dense, from.dims, from.rank, NULL);
    if (list->architecture == ARCHITECTURE_2201)
        l0_kernel_workspace(list, 32);
    l0_view_copy(list, moved, y);
}

void copy_layout_list_channel_shuffle(struct l0_list *list, int self, int64_t groups, int out)
{
    int64_t dims[TENSOR_MAX_DIMS];
    int64_t order[TENSOR_MAX_DIMS];
    int dense = l0_contiguous(list, self);
    if (dense == L0_NONE)
        return;
    const struct l0_tensor source = list->tensors[dense];
    for (int32_t i = 0; i <= source.rank; i++) {
        dims[i] = i == 1 ? groups : i == 2 ? source.dims[1] / groups : source.dims[i - (i > 2)];
        order[i] = i == 1 ? 2 : i == 2 ? 1 : i;
    }
    int grouped = l0_reshape(list, dense, dims, source.rank + 1);
    int turned = copy_layout_list_transpose(list, grouped, order);
    l0_view_copy(list, l0_reshape(list, turned, source.dims, source.rank), out);
}

void copy_layout_list_confusion_transpose(struct l0_list *list, int x, const struct array *perm,
                                          const struct array *shape, bool transpose_first, int out)
{
    int64_t dims[TENSOR_MAX_DIMS];
    int64_t *order = l0_take(list, perm->size * sizeof *order);
    int dense = l0_contiguous(list, x);
    if (dense == L0_NONE || order == NULL)
        return;
    memcpy(order, array_integers(perm), perm->size * sizeof *order);
    if (!transpose_first)
        dense = l0_reshape(list, dense, array_integers(shape), (int32_t)shape->size);
    if (dense == L0_NONE)
        return;
    copy_layout_permute_dims(perm, list->tensors[dense].dims, dims);
    int result = list_apply_shaped(list, &l0_ConfusionTransposeD, dense, dims, (int32_t)perm->size,
                                   order);
    if (transpose_first)
        result = l0_reshape(list, result, array_integers(shape), (int32_t)shape->size);
    l0_view_copy(list, result, out);
}
