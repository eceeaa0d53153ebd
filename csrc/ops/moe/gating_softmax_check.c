/* SPDX-License-Identifier: Apache-2.0 */
/* The best experts by softmax: checks. */
#include "ops/moe/gating_softmax.h"

#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/number.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/moe.h"
#include "ops/common/check.h"
#include "ops/moe/moe.h"

#define MOST_EXPERTS_ON_950 2048

/* Rows of scores, and a bool for each; with some_rows there are rows. */
aclnnStatus moe_check_softmax_scores(struct call *call, int x, int finished, int k, int some_rows)
{
    const struct tensor *scores = call_tensor(call, x);
    if (scores->rank != 2 && scores->rank != 3)
        return call_refuse_shape(call, x, "two or three dimensions are required");
    for (int32_t i = 0; i < scores->rank; i++)
        if (scores->dims[i] > INT32_MAX ||
            (scores->dims[i] == 0 && (some_rows || i == scores->rank - 1)))
            return call_refuse_shape(call, x,
                                     "no empty dimension, and none above 2147483647, is "
                                     "required");
    /* The first version alone: the second has another kernel for more. */
    if (some_rows && call_is_on_950(call) && scores->dims[scores->rank - 1] > MOST_EXPERTS_ON_950)
        return call_refuse_shape(call, x, "at most 2048 experts are required");
    aclnnStatus status = ACLNN_SUCCESS;
    if (call_tensor(call, finished) != NULL)
        status = call_shape_is(call, finished, scores->dims, scores->rank - 1, false,
                               "one for each row");
    return status == ACLNN_SUCCESS
               ? moe_check_in_range(call, k, 1,
                                    least(MOE_MOST_GATED, scores->dims[scores->rank - 1]))
               : status;
}

/* k numbers for each row. */
aclnnStatus moe_check_softmax_chosen(struct call *call, int out, int x, int k)
{
    int64_t dims[MOST_RANK];
    const struct tensor *scores = call_tensor(call, x);
    memcpy(dims, scores->dims, (size_t)scores->rank * sizeof *dims);
    dims[scores->rank - 1] = call->arguments[k].integer;
    return call_shape_is(call, out, dims, scores->rank, false, "k for each row");
}

/* Of all scores there is one only where they are asked for, and compared after softmax. */
aclnnStatus moe_check_softmax_result(struct call *call, int out, int x, int renorm, int wanted)
{
    const struct tensor *scores = call_tensor(call, x);
    aclnnStatus status = moe_check_in_range(call, renorm, 0, 1);
    if (status != ACLNN_SUCCESS || call->arguments[renorm].integer != 0 ||
        call->arguments[wanted].integer == 0)
        return status;
    if (call_tensor(call, out) == NULL)
        return report(ACLNN_ERR_PARAM_INVALID, "%s is NULL; with %s true a tensor is required",
                      call_name(call, out), call_name(call, wanted));
    return call_shape_is(call, out, scores->dims, scores->rank, false, "one for each score");
}
