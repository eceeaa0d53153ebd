/* SPDX-License-Identifier: Apache-2.0 */
/* Steps of optimizers: checks of numbers, which are compared in float32. */
#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/optimizer.h"
#include "ops/common/check.h"
#include "tensor/convert.h"

aclnnStatus optimizer_check_above_zero(struct call *call, int scalar)
{
    float given = scalar_float(call_scalar(call, scalar));
    if (!(given <= 0))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %g; a number above 0 is required",
                  call_name(call, scalar), (double)given);
}

aclnnStatus optimizer_check_below_one(struct call *call, int scalar)
{
    float given = scalar_float(call_scalar(call, scalar));
    if (!(given < 0 || given >= 1))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %g; 0 to less than 1 is required",
                  call_name(call, scalar), (double)given);
}
