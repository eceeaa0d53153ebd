/* SPDX-License-Identifier: Apache-2.0 */
/* aclnnAtan2, aclnnLogAddExp and the aclnnXLogY calls: types of functions of two numbers, and
 * lists. */
#include "operators.h"
#include "ops/checks.h"
#include "ops/lists.h"
#include "ops/promotion.h"
#include "tensor/convert.h"

aclnnStatus check_promote_to_float(struct call *call, int a, int b)
{
    aclDataType type = type_promote(call_type(call, a), call_type(call, b));
    bool is_whole = type == ACL_BOOL || type_is_integer(type);
    return promote_with_number(call, a, b, is_whole ? ACL_FLOAT : type);
}

aclnnStatus check_promote_to_single(struct call *call, int a, int b)
{
    aclnnStatus status = check_promote_to_float(call, a, b);
    if (call->promoted == ACL_DOUBLE)
        call->promoted = ACL_FLOAT;
    return status;
}

/* A number, then a tensor, in a type. */
void list_of_number(struct l0_list *list, const struct l0_row *row, const struct scalar *number,
                    int other, aclDataType type, int out)
{
    int a = l0_constant(list, "self", number, type);
    int b = l0_cast(list, l0_contiguous(list, other), type);
    list_write(list, list_apply2(list, row, type, a, b), out);
}

/* Both operands become what the output is, before anything is computed. */
void list_in_type_of_out(struct l0_list *list, const struct l0_row *row, int self, int other,
                         int out)
{
    if (out != L0_NONE)
        list_binary_in_turn(list, row, self, other, list->tensors[out].type, out);
}
