/* SPDX-License-Identifier: Apache-2.0 */
/* Operators on the bits of integers: the types that CANN's op_api computes in, and its lists. */
#include "declared/bitwise.h"
#include "declared/common.h"
#include "declared/logic.h"
#include "ops/common/list.h"
#include "ops/compare/compare.h"

/* ---- Lists: bool has rows of its own --------------------------------------------------------- */

static const struct l0_row *row_of(const struct l0_row *row, const struct l0_row *logic,
                                   aclDataType type)
{
    return type == ACL_BOOL ? logic : row;
}

void bitwise_list_bitwise(struct l0_list *list, const struct l0_row *row,
                          const struct l0_row *logic, int self, int other, aclDataType type,
                          int out)
{
    int a = compare_list_operand(list, self, type);
    int b = compare_list_operand(list, other, type);
    list_write(list, list_apply2(list, row_of(row, logic, type), type, a, b), out);
}

void bitwise_list_pair(struct l0_list *list, const struct l0_row *row, const struct l0_row *logic,
                       int self, int other, aclDataType type, int out)
{
    list_binary(list, row_of(row, logic, type), self, other, type, out);
}

void bitwise_list_number(struct l0_list *list, const struct l0_row *row, const struct l0_row *logic,
                         int self, const struct scalar *other, aclDataType type, int out)
{
    int a = compare_list_operand(list, self, type);
    int b = l0_constant(list, "other", other, type);
    list_write(list, list_apply2(list, row_of(row, logic, type), type, a, b), out);
}

void bitwise_list_not(struct l0_list *list, int self, aclDataType type, int out)
{
    int dense = l0_contiguous(list, self);
    const struct l0_row *row = row_of(&l0_Invert, &l0_LogicalNot, type);
    l0_view_copy(list, list_apply(list, row, type, &dense, 1, 0), out);
}

/* ---- Shifts ---------------------------------------------------------------------------------- */

/* The kernel on the device's CPU takes only operands of the result's shape. */
static void shift_left(struct l0_list *list, int a, int b, aclDataType type, int out)
{
    if (a == L0_NONE || b == L0_NONE || out == L0_NONE)
        return;
    const struct l0_tensor result = list->tensors[out];
    a = l0_broadcast_to(list, a, result.dims, result.rank);
    b = l0_broadcast_to(list, b, result.dims, result.rank);
    list_write(list, list_apply2(list, &l0_LeftShift, type, a, b), out);
}

void bitwise_list_left_shift(struct l0_list *list, int self, int shiftBits, aclDataType type,
                             int out)
{
    int a = compare_list_operand(list, self, type);
    int b = compare_list_operand(list, shiftBits, type);
    shift_left(list, a, b, type, out);
}

void bitwise_list_left_shifts(struct l0_list *list, int self, const struct scalar *shiftBits,
                              aclDataType type, int out)
{
    int a = compare_list_operand(list, self, type);
    int b = l0_constant(list, "shiftBits", shiftBits, type);
    shift_left(list, a, b, type, out);
}

void bitwise_list_right_shift(struct l0_list *list, int input, int shiftBits, aclDataType type,
                              int out)
{
    int a = compare_list_operand(list, input, type);
    int b = compare_list_operand(list, shiftBits, type);
    list_write(list, list_apply2(list, &l0_RightShift, type, a, b), out);
}
