/* SPDX-License-Identifier: Apache-2.0 */
/* ApplyAdamWQuant: its checks. */
#include <inttypes.h>
#include <stdint.h>

#include "base/number.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/optimizer.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"

#define BLOCK 256

aclnnStatus optimizer_check_blocks_of_256(struct call *call, int block)
{
    int64_t given = call->arguments[block].integer;
    return given == BLOCK ? ACLNN_SUCCESS
                          : report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; %s is required",
                                   call_name(call, block), given, "256");
}

aclnnStatus optimizer_check_code_tables(struct call *call, int first, int second, int step)
{
    const int64_t numbers = BLOCK;
    const int64_t one = 1;
    aclnnStatus status = call_shape_is(call, first, &numbers, 1, false, "256 numbers");
    if (status == ACLNN_SUCCESS)
        status = call_shape_is(call, second, &numbers, 1, false, "256 numbers");
    return status == ACLNN_SUCCESS ? call_shape_is(call, step, &one, 1, false, "one number")
                                   : status;
}

aclnnStatus optimizer_check_largest_of_blocks(struct call *call, int weights, int first, int second)
{
    const struct tensor *t = call_tensor(call, weights);
    aclnnStatus status = check_rank(call, weights, 1, 8);
    if (status == ACLNN_SUCCESS)
        status = check_some_elements(call, weights);
    if (status != ACLNN_SUCCESS)
        return status;
    const int64_t blocks = divide_up(shape_elements(t), BLOCK);
    status = call_shape_is(call, first, &blocks, 1, false, "one for each 256 weights");
    return status == ACLNN_SUCCESS
               ? call_shape_is(call, second, &blocks, 1, false, "one for each 256 weights")
               : status;
}
