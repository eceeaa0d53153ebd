/* SPDX-License-Identifier: Apache-2.0 */
/* aclnnMaximum and aclnnMinimum: the rules of CANN's op_api for types. aclnnHeaviside: its
 * checks. */
#include <stdbool.h>

#include "base/data_type.h"
#include "declared/binary.h"
#include "declared/common.h"
#include "ops/common/check.h"
#include "ops/common/promotion.h"
#include "tensor/convert.h"

/* Ascend950: a tensor without dimensions counts as a number. */
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

/* Whether the output's type can hold every number of a type. */
static bool holds(aclDataType out, aclDataType type)
{
    if (type == out || type == ACL_BOOL || type_is_float(out))
        return true;
    return type_is_integer(type) && type_is_integer(out) && is_signed(type) == is_signed(out) &&
           data_type_bits(type) <= data_type_bits(out);
}

aclnnStatus binary_check_promote_extreme(struct call *call, int self, int other, int out)
{
    const struct tensor *a = call_tensor(call, self);
    const struct tensor *b = call_tensor(call, other);
    aclDataType result = call_type(call, out);
    bool is_3510 = call_is_on_950(call);
    aclDataType common = is_3510 ? common_3510(a, b) : type_promote(a->type, b->type);
    aclnnStatus status = promote_with_number(call, self, other, common);
    if (status == ACLNN_SUCCESS)
        status = check_cast(call, CALL_PROMOTED, out);
    if (is_3510 && a->type == b->type)
        call->promoted = holds(result, a->type) ? a->type : result;
    return status;
}
