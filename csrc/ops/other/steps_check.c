/* SPDX-License-Identifier: Apache-2.0 */
/* AdvanceStep, ExpandIntoJaggedPermute: checks. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/report.h"
#include "declared/other.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"

static bool begins_with(const struct call *call, int tensor, int64_t rows)
{
    const struct tensor *given = call_tensor(call, tensor);
    return given->rank > 0 && given->dims[0] == rows;
}

aclnnStatus other_check_sequences(struct call *call, int sequences, int queries, int block)
{
    const int numbers[] = {sequences, queries, block};
    for (int i = 0; i < 3; i++)
        if (call->arguments[numbers[i]].integer < 1)
            return report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; it must be above 0",
                          call_name(call, numbers[i]), call->arguments[numbers[i]].integer);
    return ACLNN_SUCCESS;
}

aclnnStatus other_check_more_sequences(struct call *call, int sequences, int queries)
{
    const int64_t most = 200000000;
    int64_t count = call->arguments[sequences].integer;
    int64_t fewer = call->arguments[queries].integer;
    if (count > fewer && count < most)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s is %" PRId64 " and %s %" PRId64
                  "; more sequences than queries, and less than 200000000, are required",
                  call_name(call, sequences), count, call_name(call, queries), fewer);
}

aclnnStatus other_check_sequence_rows(struct call *call, int tensor, int sequences)
{
    if (begins_with(call, tensor, call->arguments[sequences].integer))
        return ACLNN_SUCCESS;
    return call_refuse_shape(call, tensor, "as many rows as there are sequences are required");
}

aclnnStatus other_check_sampled(struct call *call, int sampled, int queries)
{
    const int64_t dims[] = {call->arguments[queries].integer, 1};
    return call_shape_is(call, sampled, dims, 2, false, "a token for each query");
}

aclnnStatus other_check_proposed(struct call *call, int tokens, int sampled, int positions,
                                 int lengths, int slots, int table, int proposed, int accepted,
                                 int sequences)
{
    int64_t count = call->arguments[sequences].integer;
    const struct tensor *more = call_tensor(call, proposed);
    if (more->rank != 2 || more->dims[0] != count)
        return call_refuse_shape(call, proposed, "[sequences, proposed tokens] is required");
    if (call_tensor(call, accepted)->rank != 1 || !begins_with(call, accepted, count))
        return call_refuse_shape(call, accepted, "[sequences] is required");
    const int64_t dims[] = {count, shape_sum(more->dims[1], 1)};
    const int64_t all = shape_product(dims[0], dims[1]);
    const int flat[] = {tokens, positions, lengths, slots};
    for (int i = 0; i < 4; i++) {
        aclnnStatus status = call_shape_is(call, flat[i], &all, 1, false,
                                           "one and the proposed of each sequence");
        if (status != ACLNN_SUCCESS)
            return status;
    }
    if (call_tensor(call, table)->rank != 2 || !begins_with(call, table, count))
        return call_refuse_shape(call, table, "[sequences, blocks] is required");
    return call_shape_is(call, sampled, dims, 2, false, "one and the proposed of each sequence");
}

aclnnStatus other_check_parts(struct call *call, int permute, int from, int to, int size, int out)
{
    const int64_t count = call->arguments[size].integer;
    const int tensors[] = {permute, from, to};
    for (int i = 0; i < 3; i++)
        if (call_tensor(call, tensors[i])->rank != 1)
            return call_refuse_shape(call, tensors[i], "one dimension is required");
    const int64_t ends = shape_sum(call_tensor(call, permute)->dims[0], 1);
    aclnnStatus status = call_shape_is(call, from, &ends, 1, false, "one more than permute");
    if (status == ACLNN_SUCCESS)
        status = call_shape_is(call, to, &ends, 1, false, "one more than permute");
    if (status == ACLNN_SUCCESS)
        status = call_shape_is(call, out, &count, 1, false, "outputSize");
    return status;
}
