/* SPDX-License-Identifier: Apache-2.0 */
/* Unique and its forms: checks. */
#include "ops/sort/unique.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/sort.h"

/* ---- Checks ---------------------------------------------------------------------------------- */

/* The shapes of results that flags ask for. */
aclnnStatus sort_check_inverse_shape(struct call *call, int flag, int other, int self,
                                     int inverseOut)
{
    bool wanted = call->arguments[flag].integer != 0 || call->arguments[other].integer != 0;
    return wanted ? check_same_shape(call, self, inverseOut) : ACLNN_SUCCESS;
}

aclnnStatus sort_check_counts_shape(struct call *call, int flag, int valueOut, int countsOut)
{
    bool wanted = call->arguments[flag].integer != 0;
    return wanted ? check_same_shape(call, valueOut, countsOut) : ACLNN_SUCCESS;
}

aclnnStatus sort_check_unique_dim(struct call *call, int self, int dim)
{
    const struct tensor *tensor = call_tensor(call, self);
    int64_t given = call->arguments[dim].integer;
    int64_t low = tensor->rank > 0 ? -tensor->rank : -1;
    int64_t high = tensor->rank > 0 ? tensor->rank - 1 : 0;
    if (given >= low && given <= high)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "dim is %" PRId64 "; %" PRId64 " to %" PRId64 " are the dimensions of self",
                  given, low, high);
}

aclnnStatus sort_check_consecutive_dim(struct call *call, int self, int dim)
{
    return call->arguments[dim].integer == NO_DIM ? ACLNN_SUCCESS
                                                  : sort_check_unique_dim(call, self, dim);
}
