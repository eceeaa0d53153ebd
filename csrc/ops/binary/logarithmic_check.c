/* SPDX-License-Identifier: Apache-2.0 */
/* aclnnAtan2, aclnnLogAddExp and the aclnnXLogY calls: checks of types. */
#include <stdbool.h>

#include "declared/binary.h"
#include "ops/common/check.h"
#include "ops/common/promotion.h"
#include "tensor/convert.h"

aclnnStatus binary_check_promote_to_float(struct call *call, int a, int b)
{
    aclDataType type = type_promote(call_type(call, a), call_type(call, b));
    bool is_whole = type_is_whole(type);
    return promote_with_number(call, a, b, is_whole ? ACL_FLOAT : type);
}

aclnnStatus binary_check_promote_to_single(struct call *call, int a, int b)
{
    aclnnStatus status = binary_check_promote_to_float(call, a, b);
    if (call->promoted == ACL_DOUBLE)
        call->promoted = ACL_FLOAT;
    return status;
}
