/* SPDX-License-Identifier: Apache-2.0 */
/* LinalgCross: checks. */
#include "ops/linalg/cross.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/linalg.h"
#include "ops/common/check.h"
#include "tensor/layout.h"

aclnnStatus linalg_check_cross(struct call *call, int self, int other, int dim, int out)
{
    char shape[160];
    int64_t count = 0;
    const struct tensor *first = call_tensor(call, self);
    const struct tensor *result = call_tensor(call, out);
    aclnnStatus status = check_broadcast(call, (int[]){self, other}, 2, out);
    int64_t at = call->arguments[dim].integer;
    bool is_in = status == ACLNN_SUCCESS && at >= -first->rank && at < first->rank;
    call->is_empty = is_in && tensor_element_count(result, &count) && count == 0;
    if (status != ACLNN_SUCCESS || call->is_empty)
        return status;
    /* Ascend950 checks the first operand before it broadcasts it. */
    bool repeats = !call_is_on_950(call);
    if (is_in && result->dims[linalg_cross_dim(first, result, at)] == 3 &&
        (repeats || first->dims[at < 0 ? at + first->rank : at] == 3))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "dim is %d and the shape of %s is %s; a dimension of 3 elements is required",
                  (int)at, call_name(call, self),
                  dims_describe(first->dims, first->rank, shape, sizeof shape));
}
