/* SPDX-License-Identifier: Apache-2.0 */
/* ApproximateEqual: its check. */
#include <math.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/compare.h"
#include "ops/common/check.h"

aclnnStatus compare_check_tolerance(struct call *call, int number)
{
    double given = call->arguments[number].real;
    if (isfinite(given) && given >= 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %g; a finite number, not below 0, is required",
                  call_name(call, number), given);
}
