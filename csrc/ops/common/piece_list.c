/* SPDX-License-Identifier: Apache-2.0 */
/* Parts of list functions: operators with their outputs, constants, fills, broadcasts. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/common.h"
#include "declared/binary.h"
#include "declared/copy_layout.h"
#include "declared/fill.h"
#include "declared/reduce.h"
#include "ops/common/check.h"
#include "ops/common/fold.h"
#include "ops/common/list.h"
#include "tensor/layout.h"

int list_tensor_named(struct l0_list *list, const struct call *call, const char *name)
{
    int at = call_find(call, name);
    const struct tensor *given = at < 0 ? NULL : call_tensor(call, at);
    return given == NULL ? L0_NONE : l0_user_tensor(list, call_name(call, at), given);
}

int list_number_of(struct l0_list *list, double number)
{
    return list_constant(list, "number", number, ACL_FLOAT);
}

void list_common_shape(const struct l0_list *list, int a, int b, int64_t *dims, int32_t *rank)
{
    const struct l0_tensor *first = &list->tensors[a];
    const struct l0_tensor *second = &list->tensors[b];
    *rank = first->rank > second->rank ? first->rank : second->rank;
    for (int32_t i = 0; i < *rank; i++) {
        int32_t at = i - (*rank - first->rank);
        int32_t other = i - (*rank - second->rank);
        bool is_one = at < 0 || first->dims[at] == 1;
        dims[i] = is_one ? other >= 0 ? second->dims[other] : 1 : first->dims[at];
    }
}

void list_broadcast_both(struct l0_list *list, int *a, int *b)
{
    int64_t dims[TENSOR_MAX_DIMS];
    int32_t rank;
    if (*a == L0_NONE || *b == L0_NONE)
        return;
    const struct l0_tensor one = list->tensors[*a];
    const struct l0_tensor other = list->tensors[*b];
    if (same_dims(one.dims, one.rank, other.dims, other.rank))
        return;
    list_common_shape(list, *a, *b, dims, &rank);
    *a = l0_append_broadcast_to(list, *a, dims, rank);
    *b = l0_append_broadcast_to(list, *b, dims, rank);
}

int list_ones_like(struct l0_list *list, int tensor)
{
    if (tensor == L0_NONE)
        return L0_NONE;
    const struct l0_tensor like = list->tensors[tensor];
    int filled = l0_new_shaped(list, "ones", like.type, like.dims, like.rank);
    int number = list_constant(list, "value", 1, like.type);
    int steps = list->step_count;
    l0_apply(list, &l0_OnesLike, &tensor, 1, 0, &filled, 1, NULL);
    list->step_count = steps;
    l0_step(list, L0_STEP_APPLY, &l0_OnesLike, &number, 1, &filled, 1, NULL);
    return filled;
}

int list_zeros_like(struct l0_list *list, int tensor)
{
    int filled = l0_zeros_like(list, tensor);
    if (filled == L0_NONE)
        return L0_NONE;
    int number = list_constant(list, "value", 0, list->tensors[filled].type);
    l0_step(list, L0_STEP_APPLY, &l0_Fill, &number, 1, &filled, 1, NULL);
    return filled;
}

/* ---- Pieces ---------------------------------------------------------------------------------- */

/* The shape that inputs broadcast to, which has been checked. */
static int32_t broadcast(const struct l0_list *list, const int *inputs, int count, int64_t *dims)
{
    int32_t rank = 0;
    for (int i = 0; i < count; i++)
        if (list->tensors[inputs[i]].rank > rank)
            rank = list->tensors[inputs[i]].rank;
    for (int32_t d = 0; d < rank; d++) {
        dims[d] = 1;
        for (int i = 0; i < count; i++) {
            const struct l0_tensor *tensor = &list->tensors[inputs[i]];
            int32_t at = d - (rank - tensor->rank);
            if (at >= 0 && tensor->dims[at] != 1)
                dims[d] = tensor->dims[at];
        }
    }
    return rank;
}

int list_apply(struct l0_list *list, const struct l0_row *row, aclDataType type, const int *inputs,
               int count, int attribute_count)
{
    int64_t dims[TENSOR_MAX_DIMS];
    for (int i = 0; i < count; i++)
        if (inputs[i] == L0_NONE)
            return L0_NONE;
    int32_t rank = broadcast(list, inputs, count, dims);
    int out = l0_new_shaped(list, row->name, type, dims, rank);
    l0_apply(list, row, inputs, count, attribute_count, &out, 1, NULL);
    return out;
}

int list_apply_shaped(struct l0_list *list, const struct l0_row *row, int tensor,
                      const int64_t *dims, int32_t rank, const void *attributes)
{
    if (tensor == L0_NONE)
        return L0_NONE;
    int out = l0_new_shaped(list, row->name, list->tensors[tensor].type, dims, rank);
    l0_apply(list, row, &tensor, 1, 0, &out, 1, attributes);
    return out;
}

int list_dense_of(struct l0_list *list, int tensor, aclDataType type)
{
    if (tensor == L0_NONE)
        return L0_NONE;
    const struct l0_tensor given = list->tensors[tensor];
    int dense = l0_new_shaped(list, "dense", type, given.dims, given.rank);
    if (dense != L0_NONE)
        l0_step(list, L0_STEP_CAST, NULL, &tensor, 1, &dense, 1, NULL);
    return dense;
}

void list_store_reshaped(struct l0_list *list, int tensor, int out)
{
    if (tensor == L0_NONE || out == L0_NONE)
        return;
    const struct l0_tensor result = list->tensors[out];
    int shaped = l0_convert(list, l0_reshape(list, tensor, result.dims, result.rank), result.type);
    if (shaped != L0_NONE)
        l0_step(list, L0_STEP_STORE, NULL, &shaped, 1, &out, 1, NULL);
}

bool list_walks_strides(const struct l0_list *list, const struct l0_row *row, aclDataType type)
{
    return list->architecture == ARCHITECTURE_3510 &&
           l0_has_type(row->ai_core[ARCHITECTURE_3510], type);
}

int list_constant(struct l0_list *list, const char *name, double number, aclDataType type)
{
    struct scalar scalar = {.type = ACL_DOUBLE};
    memcpy(scalar.bytes, &number, sizeof number);
    return l0_constant(list, name, &scalar, type);
}

int list_integer_constant(struct l0_list *list, const char *name, int64_t number, aclDataType type)
{
    struct scalar scalar = {.type = ACL_INT64};
    memcpy(scalar.bytes, &number, sizeof number);
    return l0_constant(list, name, &scalar, type);
}

int list_at_least_1d(struct l0_list *list, int tensor)
{
    static const int64_t one[] = {1};
    return tensor == L0_NONE || list->tensors[tensor].rank > 0 ? tensor
                                                               : l0_reshape(list, tensor, one, 1);
}

int list_fill(struct l0_list *list, aclDataType type, double number, const int64_t *dims,
              int32_t rank)
{
    int value = list_constant(list, "value", number, type);
    int out = l0_new_shaped(list, "filled", type, dims, rank);
    if (out == L0_NONE || list->tensors[out].elements == 0)
        return out;
    l0_apply(list, &l0_Fill, &value, 1, 0, &out, 1, NULL);
    return out;
}

void list_write_zeros(struct l0_list *list, int out)
{
    if (out == L0_NONE || list->tensors[out].elements == 0)
        return;
    const struct l0_tensor result = list->tensors[out];
    l0_view_copy(list, list_fill(list, result.type, 0, result.dims, result.rank), out);
}

int list_muls_by(struct l0_list *list, int tensor, float number)
{
    struct scalar factor = {.type = ACL_FLOAT};
    memcpy(factor.bytes, &number, sizeof number);
    int constant = l0_constant(list, "value", &factor, ACL_FLOAT);
    if (tensor == L0_NONE)
        return L0_NONE;
    return list_apply(list, &l0_Muls, list->tensors[tensor].type, (int[]){tensor, constant}, 2, 1);
}

/* ---- Transpose ------------------------------------------------------------------------------- */

bool list_is_transpose_v2(const struct l0_list *list, const struct l0_tensor *tensor,
                          const int64_t *order)
{
    const int64_t *dims = tensor->dims;
    bool is_float = tensor->type == ACL_FLOAT;
    int64_t narrow = is_float ? 32 : 64;
    if (!l0_has_type(l0_TransposeV2.ai_core[list->architecture], tensor->type))
        return false;
    for (int32_t i = 0; i < tensor->rank; i++)
        if (dims[i] == 1)
            return false;
    if (tensor->rank == 3 && order[0] == 0 && order[1] == 2)
        return dims[1] <= 128 && dims[2] <= 128;
    if (tensor->rank == 3 && order[0] == 1 && order[1] == 0)
        return dims[2] < narrow || (dims[2] <= 256 && (dims[0] <= 64 || dims[1] <= 64));
    if (tensor->rank == 4 && order[0] == 0 && order[1] == 2 && order[2] == 1)
        return dims[3] <= 64 && dims[3] % (is_float ? 8 : 16) == 0 && dims[0] >= 1024 &&
               dims[0] <= 2048 && (dims[1] <= 64 || dims[2] <= 64);
    return false;
}

int list_transpose(struct l0_list *list, int tensor, const int64_t *order, bool has_step)
{
    int64_t dims[TENSOR_MAX_DIMS];
    if (tensor == L0_NONE)
        return L0_NONE;
    const struct l0_tensor source = list->tensors[tensor];
    for (int32_t i = 0; i < source.rank; i++)
        dims[i] = source.dims[order[i]];
    int64_t *kept = l0_take(list, (size_t)source.rank * sizeof *kept);
    if (kept == NULL)
        return L0_NONE;
    memcpy(kept, order, (size_t)source.rank * sizeof *kept);
    const struct l0_row *row = list_is_transpose_v2(list, &source, order) ? &l0_TransposeV2
                                                                          : &l0_Transpose;
    if (has_step)
        return list_apply_shaped(list, row, tensor, dims, source.rank, kept);
    int result = l0_new_shaped(list, source.name, source.type, dims, source.rank);
    l0_launch_row(list, row, &tensor, 1, 0, &result, 1, kept);
    return result;
}

int list_launch_transpose(struct l0_list *list, int tensor, const int64_t *order)
{
    return list_transpose(list, tensor, order, false);
}

/* ---- Pieces ---------------------------------------------------------------------------------- */

int list_fold_dims(struct l0_list *list, const struct l0_row *row, int tensor, uint64_t folded,
                   bool keep, aclDataType type)
{
    int64_t result[TENSOR_MAX_DIMS];
    struct l0_fold *fold = l0_take(list, sizeof *fold);
    if (tensor == L0_NONE || fold == NULL)
        return L0_NONE;
    const struct l0_tensor *self = &list->tensors[tensor];
    fold->dims = folded;
    int32_t rank = fold_shape(self->dims, self->rank, folded, keep, result);
    int out = l0_new_shaped(list, row->name, type, result, rank);
    l0_apply(list, row, &tensor, 1, 0, &out, 1, fold);
    return out;
}
