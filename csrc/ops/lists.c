/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/lists.h"

#include <string.h>

#include "operators.h"
#include "tensor/convert.h"

/* ---- Pieces ---------------------------------------------------------------------------------- */

/* What the shapes of checked inputs broadcast to. */
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

int list_apply2(struct l0_list *list, const struct l0_row *row, aclDataType type, int a, int b)
{
    return list_apply(list, row, type, (int[]){a, b}, 2, 0);
}

bool list_are_mixed(const struct l0_list *list, int a, int b)
{
    aclDataType one = list->tensors[a].type;
    aclDataType other = list->tensors[b].type;
    return (one == ACL_FLOAT && type_is_half(other)) || (type_is_half(one) && other == ACL_FLOAT);
}

bool list_walks_strides(const struct l0_list *list, const struct l0_row *row, aclDataType type)
{
    return list->architecture == L0_3510 && l0_has_type(row->ai_core[L0_3510], type);
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

void list_write(struct l0_list *list, int tensor, int out)
{
    if (out != L0_NONE)
        l0_view_copy(list, l0_cast(list, tensor, list->tensors[out].type), out);
}

void list_write_zeros(struct l0_list *list, int out)
{
    if (out == L0_NONE || list->tensors[out].elements == 0)
        return;
    const struct l0_tensor result = list->tensors[out];
    l0_view_copy(list, list_fill(list, result.type, 0, result.dims, result.rank), out);
}

void list_write_zeros_like(struct l0_list *list, int out)
{
    if (out == L0_NONE || list->tensors[out].elements == 0)
        return;
    int steps = list->step_count;
    int dense = l0_contiguous(list, out);
    list->step_count = steps; /* the device copies what out holds, only to see its shape */
    l0_view_copy(list, list_zeros_like(list, dense), out);
}

/* ---- Stock lists ----------------------------------------------------------------------------- */

void list_unary(struct l0_list *list, const struct l0_row *row, int self, aclDataType type, int out)
{
    int dense = l0_contiguous(list, self);
    int cast = l0_cast(list, dense, type);
    list_write(list, list_apply(list, row, type, &cast, 1, 0), out);
}

void list_binary(struct l0_list *list, const struct l0_row *row, int self, int other,
                 aclDataType type, int out)
{
    int a = l0_contiguous(list, self);
    int b = l0_contiguous(list, other);
    a = l0_cast(list, a, type);
    b = l0_cast(list, b, type);
    list_write(list, list_apply2(list, row, type, a, b), out);
}

void list_binary_in_turn(struct l0_list *list, const struct l0_row *row, int self, int other,
                         aclDataType type, int out)
{
    int a = l0_cast(list, l0_contiguous(list, self), type);
    int b = l0_cast(list, l0_contiguous(list, other), type);
    list_write(list, list_apply2(list, row, type, a, b), out);
}

void list_with_scalar(struct l0_list *list, const struct l0_row *row, int self,
                      const struct scalar *number, aclDataType type, int out)
{
    int a = l0_cast(list, l0_contiguous(list, self), type);
    int b = l0_constant(list, "other", number, type);
    list_write(list, list_apply2(list, row, type, a, b), out);
}

void list_with_cast_scalar(struct l0_list *list, const struct l0_row *row, int self,
                           const struct scalar *number, aclDataType type, int out)
{
    int a = l0_cast(list, l0_contiguous(list, self), type);
    int b = l0_cast(list, l0_constant(list, "other", number, number->type), type);
    list_write(list, list_apply2(list, row, type, a, b), out);
}

void list_either(struct l0_list *list, const struct l0_row *row, const struct l0_row *of_bool,
                 int self, int other, aclDataType type, int out)
{
    list_binary_in_turn(list, type == ACL_BOOL ? of_bool : row, self, other, type, out);
}
