/* SPDX-License-Identifier: Apache-2.0 */
/* aclnnAdd and its forms with numbers: checks. */
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/binary.h"
#include "ops/common/check.h"
#include "ops/common/promotion.h"
#include "tensor/convert.h"

static aclDataType promote_elsewhere(const struct tensor *self, const struct scalar *other,
                                     const struct tensor *out)
{
    if (type_is_complex(self->type) || type_is_complex(other->type))
        return type_promote(self->type, other->type);
    if (type_is_float(self->type))
        return self->type;
    if (other->type == ACL_DOUBLE && out->type == ACL_FLOAT)
        return ACL_FLOAT;
    if (type_is_float(other->type) || self->type == ACL_BOOL)
        return type_promote(self->type, other->type);
    return self->type;
}

aclnnStatus binary_check_promote_adds(struct call *call, int self, int other, int alpha, int out)
{
    const struct tensor *tensor = call_tensor(call, self);
    const struct scalar *number = call_scalar(call, other);
    return promote_with_number(
        call, self, other,
        call_is_on_950(call) ? promote_number_3510(tensor->type, number, call_scalar(call, alpha))
                             : promote_elsewhere(tensor, number, call_tensor(call, out)));
}

aclnnStatus binary_check_promote_rsubs(struct call *call, int self, int other, int alpha)
{
    aclDataType type = call_type(call, self);
    const struct scalar *number = call_scalar(call, other);
    aclDataType promoted = type;
    if (call_is_on_950(call))
        promoted = promote_number_3510(type, number, call_scalar(call, alpha));
    else if (!type_is_float(type) && type_is_float(number->type))
        promoted = type_promote(type, number->type);
    return promote_with_number(call, self, other, promoted);
}

aclnnStatus binary_check_promote_add_v3(struct call *call, int self, int other, int out)
{
    aclDataType number = call_type(call, self);
    aclDataType type = call_type(call, other);
    aclDataType promoted = type;
    if (type_is_complex(type) || type_is_complex(number))
        promoted = type_promote(type, number);
    else if (type_is_float(type) || (number == ACL_DOUBLE && call_type(call, out) == ACL_FLOAT))
        promoted = ACL_FLOAT;
    else if (type_is_float(number) || type == ACL_BOOL)
        promoted = type_promote(type, number);
    return promote_with_number(call, self, other, promoted);
}
