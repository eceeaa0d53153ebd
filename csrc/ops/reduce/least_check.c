/* SPDX-License-Identifier: Apache-2.0 */
/* ReduceMinV2: its check. */
#include <inttypes.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/reduce.h"
#include "ops/common/check.h"

static aclnnStatus check_flag(const struct call *call, int parameter)
{
    int64_t given = call->arguments[parameter].integer;
    if (given == 0 || given == 1)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; 0 and 1 are supported",
                  call_name(call, parameter), given);
}

aclnnStatus reduce_check_least_of_matrix(struct call *call, int x, int axes, int keepdims, int y)
{
    const struct tensor *result = call_tensor(call, y);
    aclnnStatus status = check_flag(call, axes);
    if (status == ACLNN_SUCCESS)
        status = check_flag(call, keepdims);
    if (status != ACLNN_SUCCESS)
        return status;
    struct shape wanted = {0};
    if (reduce_shape_reduced_dim(call, x, axes, keepdims, &wanted) && wanted.rank == result->rank &&
        memcmp(wanted.dims, result->dims, (size_t)wanted.rank * sizeof *wanted.dims) == 0)
        return ACLNN_SUCCESS;
    return call_refuse_shape(call, y, "the shape of x without the dimension is required");
}
