/* SPDX-License-Identifier: Apache-2.0 */
/* What a tensor computes in beside a number. */
#include "ops/common/promotion.h"

#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "ops/common/check.h"

aclnnStatus promote_with_number(struct call *call, int self, int number, aclDataType promoted)
{
    call->promoted = promoted;
    if (promoted != ACL_DT_UNDEFINED)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %s and %s is %s; there is no data type for both",
                  call_name(call, self), data_type_name(call_type(call, self)),
                  call_name(call, number), data_type_name(call_type(call, number)));
}
