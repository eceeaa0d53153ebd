/* SPDX-License-Identifier: Apache-2.0 */
/* The mixture of experts: the pieces that lists are made of. */
#include "ops/moe/lists.h"

#include <stddef.h>

#include "declared/common.h"
#include "declared/binary.h"
#include "declared/moe.h"
#include "declared/quant.h"
#include "declared/reduce.h"
#include "ops/common/list.h"
#include "tensor/layout.h"
#include "workspace/l0_operators.h"

#define MOST_READ 14

int moe_dense(struct l0_list *list, int tensor)
{
    return tensor == L0_NONE ? L0_NONE : l0_contiguous(list, tensor);
}

int moe_like(struct l0_list *list, const char *name, int out)
{
    const struct l0_tensor like = list->tensors[out];
    return out == L0_NONE ? L0_NONE : l0_new_shaped(list, name, like.type, like.dims, like.rank);
}

int moe_rows_like(struct l0_list *list, const char *name, int out)
{
    const struct l0_tensor like = list->tensors[out];
    if (like.rank != 3)
        return moe_like(list, name, out);
    return l0_new_shaped(list, name, like.type,
                         (const int64_t[]){like.dims[0] * like.dims[1], like.dims[2]}, 2);
}

void moe_launch(struct l0_list *list, const struct l0_row *row, const int *read, int count,
                const int *written, int written_count)
{
    int given[MOST_READ];
    int given_count = 0;
    for (int i = 0; i < count; i++)
        if (read[i] != L0_NONE)
            given[given_count++] = read[i];
    if (list->status == ACLNN_SUCCESS)
        l0_launch_row(list, row, given, given_count, 0, written, written_count, NULL);
}

int moe_as_rows(struct l0_list *list, int tensor)
{
    const struct l0_tensor t = list->tensors[tensor];
    if (tensor == L0_NONE || t.rank != 3)
        return tensor;
    return l0_reshape(list, tensor, (const int64_t[]){t.dims[0] * t.dims[1], t.dims[2]}, 2);
}

int moe_take_rows(struct l0_list *list, int rows, int places, int64_t tokens,
                  struct moe_taking taking)
{
    struct moe_taking *attributes = l0_take(list, sizeof *attributes);
    const struct l0_tensor from = list->tensors[rows];
    if (attributes == NULL || rows == L0_NONE || places == L0_NONE)
        return L0_NONE;
    int64_t columns = from.dims[1];
    int taken = l0_new_shaped(list, "taken", from.type,
                              (const int64_t[]){tokens * taking.chosen, columns}, 2);
    if (taken == L0_NONE)
        return L0_NONE;
    *attributes = taking;
    l0_step(list, L0_STEP_APPLY, &l0_MoeTakeRows, (const int[]){rows, places}, 2, &taken, 1,
            attributes);
    return l0_reshape(list, taken, (const int64_t[]){tokens, taking.chosen, columns}, 3);
}

int moe_each_as_row(struct l0_list *list, int tensor)
{
    const int64_t elements = list->tensors[tensor].elements;
    return tensor == L0_NONE ? L0_NONE
                             : l0_reshape(list, tensor, (const int64_t[]){elements, 1}, 2);
}

int moe_take_elements(struct l0_list *list, int tensor, int numbers)
{
    const int64_t count = list->tensors[numbers].elements;
    return moe_each_as_row(list, moe_take_rows(list, moe_each_as_row(list, tensor), numbers, count,
                                               (struct moe_taking){.chosen = 1}));
}

int moe_put_elements(struct l0_list *list, int tensor, int numbers, int64_t count)
{
    int made = tensor == L0_NONE ? L0_NONE
                                 : l0_new_shaped(list, "elements", list->tensors[tensor].type,
                                                 (const int64_t[]){count, 1}, 2);
    moe_put_rows(list, moe_each_as_row(list, tensor), numbers, 1, made);
    return made;
}

void moe_put_rows(struct l0_list *list, int rows, int places, int64_t repeated, int written)
{
    moe_put_rows_within(list, rows, places, (struct moe_putting){.repeated = repeated}, written);
}

void moe_put_rows_within(struct l0_list *list, int rows, int places, struct moe_putting putting,
                         int written)
{
    struct moe_putting *attributes = l0_take(list, sizeof *attributes);
    if (attributes == NULL || rows == L0_NONE || places == L0_NONE || written == L0_NONE)
        return;
    *attributes = putting;
    l0_step(list, L0_STEP_APPLY, &l0_MoePutRows, (const int[]){rows, places}, 2, &written, 1,
            attributes);
}

void moe_find_places(struct l0_list *list, int experts, struct moe_placing placing, int places)
{
    struct moe_placing *attributes = l0_take(list, sizeof *attributes);
    if (attributes == NULL)
        return;
    *attributes = placing;
    l0_step(list, L0_STEP_APPLY, &l0_MoeExpertPlaces, &experts, 1, &places, 1, attributes);
}

void moe_count_rows(struct l0_list *list, int experts, struct moe_counting counting, int counts)
{
    struct moe_counting *attributes = l0_take(list, sizeof *attributes);
    if (attributes == NULL || counts == L0_NONE)
        return;
    *attributes = counting;
    l0_step(list, L0_STEP_APPLY, &l0_MoeExpertCounts, &experts, 1, &counts, 1, attributes);
}

/* Rows of a new tensor at places; `from` has one of so many places in turn. */
static int put_new(struct l0_list *list, int from, int places, int64_t repeated,
                   const int64_t *dims)
{
    int put = l0_new_shaped(list, "rows of experts", list->tensors[from].type, dims, 2);
    moe_put_rows(list, from, places, repeated, put);
    return put;
}

int moe_rows_of_experts(struct l0_list *list, int rows, int64_t first, int experts, int places,
                        int64_t count)
{
    const struct l0_tensor from = list->tensors[rows];
    if (rows == L0_NONE)
        return list_number_of(list, 1);
    const int64_t taken_dims[] = {(int64_t)list->tensors[experts].elements, from.dims[1]};
    const int64_t dims[] = {count, from.dims[1]};
    if (from.dims[0] == 1)
        return put_new(list, rows, places, taken_dims[0], dims);
    int taken = moe_take_rows(list, rows, experts, taken_dims[0],
                              (struct moe_taking){.chosen = 1, .bounds = {.first = first}});
    return taken == L0_NONE
               ? L0_NONE
               : put_new(list, l0_reshape(list, taken, taken_dims, 2), places, 1, dims);
}

int moe_quantised(struct l0_list *list, int tensor, int scale, int offset)
{
    const struct l0_tensor like = list->tensors[tensor];
    int product = l0_new_shaped(list, "products", ACL_FLOAT16, like.dims, like.rank);
    int sum = l0_new_shaped(list, "sums", ACL_FLOAT16, like.dims, like.rank);
    int whole = l0_new_shaped(list, "quantised", ACL_INT8, like.dims, like.rank);
    int half = l0_convert(list, tensor, ACL_FLOAT16);
    if (list->status != ACLNN_SUCCESS || half == L0_NONE || scale == L0_NONE || offset == L0_NONE)
        return L0_NONE;
    l0_step(list, L0_STEP_APPLY, &l0_Mul, (const int[]){half, scale}, 2, &product, 1, NULL);
    l0_step(list, L0_STEP_APPLY, &l0_Add, (const int[]){product, offset}, 2, &sum, 1, NULL);
    l0_step(list, L0_STEP_APPLY, &l0_MoeRoundRows, &sum, 1, &whole, 1, NULL);
    return whole;
}

void moe_quantise_rows(struct l0_list *list, int rows, int smooth, int out, int scales)
{
    struct l0_fold *fold = l0_take(list, sizeof *fold);
    const struct l0_tensor like = list->tensors[rows];
    const int inputs[] = {rows, smooth, list_number_of(list, 127)};
    if (fold == NULL || rows == L0_NONE || smooth == L0_NONE || inputs[2] == L0_NONE)
        return;
    const int made[] = {
        l0_new_shaped(list, "quantised", ACL_INT8, like.dims, 2),
        l0_new_shaped(list, "scale", ACL_FLOAT, (const int64_t[]){like.dims[0], 1}, 2)};
    if (list->status != ACLNN_SUCCESS)
        return;
    fold->dims = 2;
    l0_step(list, L0_STEP_APPLY, &l0_DynamicQuant, inputs, 3, made, 2, fold);
    list_store_reshaped(list, made[0], out);
    list_store_reshaped(list, made[1], scales);
}

void moe_store_rows(struct l0_list *list, int rows, int out)
{
    if (rows == L0_NONE)
        return;
    const struct l0_tensor *from = &list->tensors[rows];
    const struct l0_tensor *to = &list->tensors[out];
    if (from->type == to->type && same_dims(from->dims, from->rank, to->dims, to->rank))
        l0_step(list, L0_STEP_STORE, NULL, &rows, 1, &out, 1, NULL);
    else
        list_store_reshaped(list, rows, out);
}

int moe_fold(struct l0_list *list, const struct l0_row *row, const int *inputs, int count,
             int32_t dim, aclDataType type)
{
    struct l0_fold *fold = l0_take(list, sizeof *fold);
    struct l0_tensor like = list->tensors[inputs[0]];
    for (int i = 0; i < count; i++)
        if (inputs[i] == L0_NONE)
            return L0_NONE;
    int64_t dims[3] = {like.dims[0], like.dims[1], like.dims[2]};
    dims[dim] = 1;
    int folded = l0_new_shaped(list, "folded", type, dims, 3);
    if (fold == NULL || folded == L0_NONE)
        return L0_NONE;
    fold->dims = (uint64_t)1 << dim;
    l0_step(list, L0_STEP_APPLY, row, inputs, count, &folded, 1, fold);
    return folded;
}

/* The same elements in the shape of the caller's tensor. */
static int shaped_like(struct l0_list *list, int tensor, int out)
{
    const struct l0_tensor like = list->tensors[out];
    return tensor == L0_NONE || out == L0_NONE ? L0_NONE
                                               : l0_reshape(list, tensor, like.dims, like.rank);
}

void moe_return(struct l0_list *list, int made, int out)
{
    int shaped = shaped_like(list, made, out);
    if (shaped != L0_NONE)
        l0_launch_view_copy(list, shaped, out);
}

void moe_store_number(struct l0_list *list, double number, int out)
{
    int value = list_constant(list, "value", number, list->tensors[out].type);
    int filled = moe_like(list, "filled", out);
    if (value == L0_NONE || filled == L0_NONE)
        return;
    l0_step(list, L0_STEP_APPLY, &l0_Fill, &value, 1, &filled, 1, NULL);
    list_store_reshaped(list, filled, out);
}
