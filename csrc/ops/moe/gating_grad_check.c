/* SPDX-License-Identifier: Apache-2.0 */
/* MoeGatingTopKBackward: checks. */
#include <inttypes.h>
#include <stdint.h>

#include "base/report.h"
#include "declared/common.h"
#include "declared/moe.h"
#include "ops/common/check.h"

#define MOST_EXPERTS 2048

aclnnStatus moe_check_gating_grad(struct call *call, int scores, int grad, int experts, int kind,
                                  int out)
{
    const struct tensor *x = call_tensor(call, scores);
    const struct tensor *dy = call_tensor(call, grad);
    if (x->rank != 2 || x->dims[1] > MOST_EXPERTS)
        return call_refuse_shape(call, scores, "[tokens, experts], at most 2048, is required");
    if (dy->rank != 2 || dy->dims[0] != x->dims[0] || dy->dims[1] < 1 || dy->dims[1] > x->dims[1])
        return call_refuse_shape(call, grad, "1 to all experts of each token are required");
    if (call->arguments[kind].integer != 1)
        return report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; 1 is required",
                      call_name(call, kind), call->arguments[kind].integer);
    aclnnStatus status = check_same_shape(call, grad, experts);
    return status == ACLNN_SUCCESS ? check_same_shape(call, scores, out) : status;
}
