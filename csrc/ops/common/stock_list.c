/* SPDX-License-Identifier: Apache-2.0 */
/* List functions that many calls name: one operator on one, two or three operands. */
#include <string.h>

#include "declared/common.h"
#include "ops/common/list.h"

/* The same as list_apply for two tensors. */
int list_apply2(struct l0_list *list, const struct l0_row *row, aclDataType type, int a, int b)
{
    return list_apply(list, row, type, (int[]){a, b}, 2, 0);
}

/* Appends the last two operators of almost every list: Cast to out's type, and ViewCopy to out. */
void list_write(struct l0_list *list, int tensor, int out)
{
    if (out != L0_NONE)
        l0_view_copy(list, l0_cast(list, tensor, list->tensors[out].type), out);
}

/* ---- Stock lists ----------------------------------------------------------------------------- */

/* Contiguous, Cast to the type that the call computes in, the operator, Cast, ViewCopy. */
void list_unary(struct l0_list *list, const struct l0_row *row, int self, aclDataType type, int out)
{
    int dense = l0_contiguous(list, self);
    int cast = l0_cast(list, dense, type);
    list_write(list, list_apply(list, row, type, &cast, 1, 0), out);
}

/* The same as list_unary for two tensors. Both are made dense before either is cast. */
void list_binary(struct l0_list *list, const struct l0_row *row, int self, int other,
                 aclDataType type, int out)
{
    int a = l0_contiguous(list, self);
    int b = l0_contiguous(list, other);
    a = l0_cast(list, a, type);
    b = l0_cast(list, b, type);
    list_write(list, list_apply2(list, row, type, a, b), out);
}

/* The same as list_binary, but the first tensor is cast before the second is made dense. */
void list_binary_in_turn(struct l0_list *list, const struct l0_row *row, int self, int other,
                         aclDataType type, int out)
{
    int a = l0_cast(list, l0_contiguous(list, self), type);
    int b = l0_cast(list, l0_contiguous(list, other), type);
    list_write(list, list_apply2(list, row, type, a, b), out);
}
