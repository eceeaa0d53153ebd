/* SPDX-License-Identifier: Apache-2.0 */
/* SortWithIndex: checks. */
#include <inttypes.h>
#include <stdint.h>

#include "base/report.h"
#include "declared/sort.h"
#include "ops/common/check.h"

aclnnStatus sort_check_last_dim(struct call *call, int self, int dim)
{
    int64_t given = call->arguments[dim].integer;
    int32_t rank = call_tensor(call, self)->rank;
    int64_t last = rank > 0 ? rank - 1 : 0;
    if (given == -1 || given == last)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; -1 or %" PRId64 " is required",
                  call_name(call, dim), given, last);
}
