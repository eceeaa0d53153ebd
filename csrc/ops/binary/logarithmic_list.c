/* SPDX-License-Identifier: Apache-2.0 */
/* Atan2, LogAddExp and XLogY: lists of L0 operators. */
#include "declared/binary.h"
#include "declared/common.h"
#include "workspace/l0_operators.h"

/* An operator on a number and a tensor, in this sequence, in one type. */
void binary_list_of_number(struct l0_list *list, const struct l0_row *row,
                           const struct scalar *number, int other, aclDataType type, int out)
{
    int a = l0_constant(list, "self", number, type);
    int b = l0_cast(list, l0_contiguous(list, other), type);
    list_write(list, list_apply2(list, row, type, a, b), out);
}

/* Casts both operands to the output's type before anything is computed. */
void binary_list_in_type_of_out(struct l0_list *list, const struct l0_row *row, int self, int other,
                                int out)
{
    if (out != L0_NONE)
        list_binary_in_turn(list, row, self, other, list->tensors[out].type, out);
}
