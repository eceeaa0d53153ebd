/* SPDX-License-Identifier: Apache-2.0 */
/* Sums of groups of rows: checks. */
#include <inttypes.h>
#include <stdint.h>

#include "base/report.h"
#include "declared/reduce.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"

aclnnStatus reduce_check_groups_of_rows(struct call *call, int rows, int groups, int out)
{
    const int64_t most = 2048;
    const struct tensor *given = call_tensor(call, rows);
    const struct tensor *ends = call_tensor(call, groups);
    struct shape shape;
    if (given->rank != (ends == NULL ? 3 : 2))
        return call_refuse_shape(call, rows,
                                 ends == NULL ? "[groups, rows, columns] is required"
                                              : "[rows, columns] is required");
    if (ends != NULL && (ends->rank != 1 || ends->dims[0] > most))
        return call_refuse_shape(call, groups, "[groups], at most 2048 of them, is required");
    return call_shape_follows(call, out, reduce_shape_group_sums(call, rows, groups, &shape),
                              &shape, false, "a row for each group");
}

aclnnStatus reduce_check_zero_or_one(struct call *call, int number)
{
    int64_t given = call->arguments[number].integer;
    if (given == 0 || given == 1)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; 0 or 1 is required",
                  call_name(call, number), given);
}
