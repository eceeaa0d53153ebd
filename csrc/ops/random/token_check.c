/* SPDX-License-Identifier: Apache-2.0 */
/* The choice of tokens (aclnnTopKTopPSample): checks. */
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/random.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"

aclnnStatus random_check_token_rows(struct call *call, int logits)
{
    const int64_t most = 1 << 20;
    const struct tensor *rows = call_tensor(call, logits);
    if (rows->rank == 2 && rows->dims[0] > 0 && rows->dims[1] > 0 && rows->dims[1] <= most)
        return ACLNN_SUCCESS;
    return call_refuse_shape(call, logits, "[rows, 1 to 1048576 tokens] is required");
}

aclnnStatus random_check_of_rows(struct call *call, int logits, int numbers)
{
    if (call_tensor(call, numbers) == NULL)
        return ACLNN_SUCCESS;
    return call_shape_is(call, numbers, call_tensor(call, logits)->dims, 1, false,
                         "a number for each row");
}

aclnnStatus random_check_like_rows(struct call *call, int logits, int tensor)
{
    const struct tensor *rows = call_tensor(call, logits);
    if (call_tensor(call, tensor) == NULL)
        return ACLNN_SUCCESS;
    return call_shape_is(call, tensor, rows->dims, 2, false, "a number for each logit");
}

/* A result that the call writes with these arguments. */
static aclnnStatus check_written(struct call *call, int logits, int tensor, int32_t rank)
{
    if (call_tensor(call, tensor) == NULL)
        return report(ACLNN_ERR_PARAM_NULLPTR,
                      "%s is NULL; a tensor is required, since the call writes it",
                      call_name(call, tensor));
    return call_shape_is(call, tensor, call_tensor(call, logits)->dims, rank, false,
                         rank == 1 ? "a token for each row" : "a number for each logit");
}

aclnnStatus random_check_wanted_tokens(struct call *call, int logits, int wantsLogits,
                                       int wantsRest, int chosen, int left, int rest, int shares)
{
    aclnnStatus status = ACLNN_SUCCESS;
    bool has_rest = call->arguments[wantsRest].integer != 0;
    if (call->arguments[wantsLogits].integer != 0)
        status = check_written(call, logits, left, 2);
    if (status == ACLNN_SUCCESS && !has_rest)
        status = check_written(call, logits, chosen, 1);
    if (status == ACLNN_SUCCESS && has_rest)
        status = check_written(call, logits, rest, 2);
    if (status == ACLNN_SUCCESS && has_rest)
        status = check_written(call, logits, shares, 2);
    return status;
}
