/* SPDX-License-Identifier: Apache-2.0 */
/* aclnnMaximum and aclnnMinimum, the rules of CANN's op_api for types; aclnnHeaviside's list. */
#include "base/data_type.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/lists.h"
#include "ops/promotion.h"
#include "tensor/convert.h"

/* Ascend950: a tensor without dimensions counts as a number does. */
static aclDataType common_3510(const struct tensor *self, const struct tensor *other)
{
    if ((self->rank == 0) == (other->rank == 0))
        return type_promote(self->type, other->type);
    return self->rank > 0 ? promote_kinds(self->type, other->type)
                          : promote_kinds(other->type, self->type);
}

static bool is_signed(aclDataType type)
{
    return type == ACL_INT8 || type == ACL_INT16 || type == ACL_INT32 || type == ACL_INT64;
}

/* Whether every number of a type, as those that are compared, is one of the output's. */
static bool holds(aclDataType out, aclDataType type)
{
    if (type == out || type == ACL_BOOL || type_is_float(out))
        return true;
    return type_is_integer(type) && type_is_integer(out) && is_signed(type) == is_signed(out) &&
           data_type_bits(type) <= data_type_bits(out);
}

aclnnStatus check_promote_extreme(struct call *call, int self, int other, int out)
{
    const struct tensor *a = call_tensor(call, self);
    const struct tensor *b = call_tensor(call, other);
    aclDataType result = call_type(call, out);
    bool is_3510 = call->soc->architecture == ARCHITECTURE_3510;
    aclDataType common = is_3510 ? common_3510(a, b) : type_promote(a->type, b->type);
    aclnnStatus status = promote_with_number(call, self, other, common);
    if (status == ACLNN_SUCCESS)
        status = check_cast(call, CALL_PROMOTED, out);
    if (is_3510 && a->type == b->type)
        call->promoted = holds(result, a->type) ? a->type : result;
    return status;
}

void list_heaviside(struct l0_list *list, int input, int values, int out)
{
    int a = l0_contiguous(list, input);
    int b = l0_contiguous(list, values);
    if (a == L0_NONE || b == L0_NONE)
        return;
    if (list->tensors[b].elements != 1)
        list_broadcast_both(list, &a, &b);
    else
        b = l0_reshape(list, b, list->tensors[a].dims, 0); /* the result has input's shape */
    l0_view_copy(list, list_apply2(list, &l0_Heaviside, list->tensors[a].type, a, b), out);
}
