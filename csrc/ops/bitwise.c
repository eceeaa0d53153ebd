/* SPDX-License-Identifier: Apache-2.0 */
/* Bits of integers: the types that CANN's op_api computes in, and its lists. */
#include "operators.h"
#include "ops/checks.h"
#include "ops/lists.h"
#include "ops/promotion.h"
#include "tensor/convert.h"

/* ---- Types ----------------------------------------------------------------------------------- */

/* An int64 that an int32 can hold counts as one. */
aclnnStatus check_promote_narrowed(struct call *call, int tensor, int number)
{
    const struct scalar *scalar = call_scalar(call, number);
    int64_t value = scalar_int64(scalar);
    bool narrow = scalar->type == ACL_INT64 && value >= INT32_MIN && value <= INT32_MAX;
    return promote_with_number(
        call, tensor, number,
        type_promote(call_type(call, tensor), narrow ? ACL_INT32 : scalar->type));
}

/* ---- Lists: bool has rows of its own --------------------------------------------------------- */

static const struct l0_row *row_of(const struct l0_row *row, const struct l0_row *logic,
                                   aclDataType type)
{
    return type == ACL_BOOL ? logic : row;
}

void list_bitwise(struct l0_list *list, const struct l0_row *row, const struct l0_row *logic,
                  int self, int other, aclDataType type, int out)
{
    int a = list_operand(list, self, type);
    int b = list_operand(list, other, type);
    list_write(list, list_apply2(list, row_of(row, logic, type), type, a, b), out);
}

void list_bitwise_binary(struct l0_list *list, const struct l0_row *row, const struct l0_row *logic,
                         int self, int other, aclDataType type, int out)
{
    list_binary(list, row_of(row, logic, type), self, other, type, out);
}

void list_bitwise_number(struct l0_list *list, const struct l0_row *row, const struct l0_row *logic,
                         int self, const struct scalar *other, aclDataType type, int out)
{
    int a = list_operand(list, self, type);
    int b = l0_constant(list, "other", other, type);
    list_write(list, list_apply2(list, row_of(row, logic, type), type, a, b), out);
}

void list_bitwise_not(struct l0_list *list, int self, aclDataType type, int out)
{
    int dense = l0_contiguous(list, self);
    const struct l0_row *row = row_of(&l0_Invert, &l0_LogicalNot, type);
    l0_view_copy(list, list_apply(list, row, type, &dense, 1, 0), out);
}

/* ---- Shifts ---------------------------------------------------------------------------------- */

/* The kernel of the device's CPU takes operands of the result's shape only. */
static void shift_left(struct l0_list *list, int a, int b, aclDataType type, int out)
{
    if (a == L0_NONE || b == L0_NONE || out == L0_NONE)
        return;
    const struct l0_tensor result = list->tensors[out];
    a = l0_broadcast_to(list, a, result.dims, result.rank);
    b = l0_broadcast_to(list, b, result.dims, result.rank);
    list_write(list, list_apply2(list, &l0_LeftShift, type, a, b), out);
}

void list_left_shift(struct l0_list *list, int self, int shiftBits, aclDataType type, int out)
{
    int a = list_operand(list, self, type);
    int b = list_operand(list, shiftBits, type);
    shift_left(list, a, b, type, out);
}

void list_left_shifts(struct l0_list *list, int self, const struct scalar *shiftBits,
                      aclDataType type, int out)
{
    int a = list_operand(list, self, type);
    int b = l0_constant(list, "shiftBits", shiftBits, type);
    shift_left(list, a, b, type, out);
}

void list_right_shift(struct l0_list *list, int input, int shiftBits, aclDataType type, int out)
{
    int a = list_operand(list, input, type);
    int b = list_operand(list, shiftBits, type);
    list_write(list, list_apply2(list, &l0_RightShift, type, a, b), out);
}
