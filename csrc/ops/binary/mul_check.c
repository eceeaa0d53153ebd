/* SPDX-License-Identifier: Apache-2.0 */
/* aclnnMul and its forms: checks. */
#include <string.h>

#include "declared/binary.h"
#include "ops/common/check.h"
#include "ops/common/promotion.h"
#include "tensor/convert.h"

/* ---- With a number --------------------------------------------------------------------------- */

aclnnStatus binary_check_promote_muls(struct call *call, int self, int other, int out)
{
    aclDataType type = call_type(call, self);
    aclDataType number = call_type(call, other);
    aclDataType promoted = type;
    if (call_is_on_950(call))
        promoted = promote_number_3510(type, call_scalar(call, other), NULL);
    else if (type_is_complex(type) || type_is_complex(number))
        promoted = type_promote(type, number);
    else if (type_is_float(type))
        promoted = type == ACL_BF16 ? ACL_FLOAT : type;
    else if (number == ACL_DOUBLE && (type == ACL_BOOL || call_type(call, out) == ACL_FLOAT))
        promoted = ACL_FLOAT;
    else if (type_is_float(number) || type == ACL_BOOL)
        promoted = type_promote(type, number);
    return promote_with_number(call, self, other, promoted);
}
