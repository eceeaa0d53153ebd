/* SPDX-License-Identifier: Apache-2.0 */
/* Maximum, Minimum and Heaviside: lists of L0 operators. */
#include <string.h>

#include "declared/binary.h"
#include "declared/common.h"
#include "ops/common/list.h"

void binary_list_heaviside(struct l0_list *list, int input, int values, int out)
{
    int a = l0_contiguous(list, input);
    int b = l0_contiguous(list, values);
    if (a == L0_NONE || b == L0_NONE)
        return;
    if (list->tensors[b].elements != 1)
        list_broadcast_both(list, &a, &b);
    else
        b = l0_reshape(list, b, list->tensors[a].dims, 0); /* the result has the shape of input */
    l0_view_copy(list, list_apply2(list, &l0_Heaviside, list->tensors[a].type, a, b), out);
}

/* The same as list_binary, with another operator for bool. */
void binary_list_either(struct l0_list *list, const struct l0_row *row,
                        const struct l0_row *of_bool, int self, int other, aclDataType type,
                        int out)
{
    list_binary_in_turn(list, type == ACL_BOOL ? of_bool : row, self, other, type, out);
}
