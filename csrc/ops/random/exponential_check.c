/* SPDX-License-Identifier: Apache-2.0 */
/* SimThreadExponential: checks. */
#include <inttypes.h>
#include <stdint.h>

#include "base/report.h"
#include "declared/random.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"

aclnnStatus random_check_rate(struct call *call, int number)
{
    double given = call->arguments[number].real;
    if (given > 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %g; it must be above 0", call_name(call, number),
                  given);
}

aclnnStatus random_check_counted(struct call *call, int self, int count)
{
    const struct tensor *given = call_tensor(call, self);
    int64_t elements = shape_count(given->dims, given->rank);
    if (call->arguments[count].integer == elements)
        return ACLNN_SUCCESS;
    return report(
        ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; %" PRId64 ", the elements of %s, is required",
        call_name(call, count), call->arguments[count].integer, elements, call_name(call, self));
}

aclnnStatus random_check_fourth(struct call *call, int number)
{
    int64_t given = call->arguments[number].integer;
    if (given % 4 == 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; a multiple of 4 is required",
                  call_name(call, number), given);
}
