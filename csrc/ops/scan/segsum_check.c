/* SPDX-License-Identifier: Apache-2.0 */
/* ExpSegsum and its gradient: checks. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/scan.h"
#include "ops/common/check.h"

static bool begins_with(const struct tensor *tensor, const struct tensor *start, int32_t rank)
{
    return tensor->rank >= rank &&
           memcmp(tensor->dims, start->dims, (size_t)rank * sizeof *start->dims) == 0;
}

aclnnStatus scan_check_segments(struct call *call, int self, int out)
{
    const struct tensor *rows = call_tensor(call, self);
    const struct tensor *squares = call_tensor(call, out);
    if (rows->rank != 3 && rows->rank != 4)
        return call_refuse_shape(call, self, "3 or 4 dimensions are required");
    if (squares->rank == rows->rank + 1 && begins_with(squares, rows, rows->rank) &&
        squares->dims[rows->rank] == rows->dims[rows->rank - 1])
        return ACLNN_SUCCESS;
    return call_refuse_shape(call, out, "a square for each row is required");
}

aclnnStatus scan_check_segment_gradient(struct call *call, int gradOutput, int gradSelf,
                                        int gradInput)
{
    const struct tensor *squares = call_tensor(call, gradOutput);
    const struct tensor *results = call_tensor(call, gradSelf);
    const struct tensor *rows = call_tensor(call, gradInput);
    int32_t rank = squares->rank;
    if ((rank != 4 && rank != 5) || squares->dims[rank - 1] != squares->dims[rank - 2])
        return call_refuse_shape(call, gradOutput, "squares in 4 or 5 dimensions are required");
    if (results->rank != rank || !begins_with(results, squares, rank))
        return call_refuse_shape(call, gradSelf, "the shape of the gradient is required");
    if (rows->rank == rank - 1 && begins_with(rows, squares, rank - 1))
        return ACLNN_SUCCESS;
    return call_refuse_shape(call, gradInput, "a row for each square is required");
}
