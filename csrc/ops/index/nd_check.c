/* SPDX-License-Identifier: Apache-2.0 */
/* Calls with indices into the first dimensions: checks. */
#include "ops/index/nd.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/index.h"
#include "ops/common/check.h"
#include "tensor/layout.h"

/* The same as index_nd_named_dims, where each index alone names a row of the first dimension. */
static int32_t row_dims(const struct tensor *target, const struct tensor *places, int64_t *dims)
{
    int32_t rank = 0;
    for (int32_t i = 0; i < places->rank; i++)
        dims[rank++] = places->dims[i];
    for (int32_t i = 1; i < target->rank; i++)
        dims[rank++] = target->dims[i];
    return rank;
}

static aclnnStatus check_named(const struct call *call, int self, int indices, int other,
                               int64_t lowest)
{
    const struct tensor *target = call_tensor(call, self);
    const struct tensor *places = call_tensor(call, indices);
    int64_t dims[2 * TENSOR_MAX_DIMS];
    int32_t rank = index_nd_named_dims(target, places, dims);
    if (rank < 0 || places->dims[places->rank - 1] < lowest)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "the last dimension of %s is %" PRId64 "; 1 to %" PRId32
                      ", the dimensions of %s, is required",
                      call_name(call, indices),
                      places->rank > 0 ? places->dims[places->rank - 1] : 0, target->rank,
                      call_name(call, self));
    return call_shape_is(call, other, dims, rank, false, "what indices name");
}

/* The last dimension of indices fits self, and out has the shape of what it names. */
aclnnStatus index_check_nd(struct call *call, int self, int indices, int out)
{
    return check_named(call, self, indices, out, 1);
}

/* updates has the shape of what the last dimension of indices names. */
aclnnStatus index_check_nd_updates(struct call *call, int self, int indices, int updates)
{
    return check_named(call, self, indices, updates, 0);
}

/* updates has that shape, or that of rows which single indices name. */
aclnnStatus index_check_added_slices(struct call *call, int self, int indices, int updates)
{
    const struct tensor *target = call_tensor(call, self);
    const struct tensor *places = call_tensor(call, indices);
    const struct tensor *source = call_tensor(call, updates);
    int64_t dims[2 * TENSOR_MAX_DIMS];
    int64_t count = 0;
    bool has_places = !tensor_element_count(places, &count) || count > 0;
    if (index_nd_names_rows(target, places, source))
        return ACLNN_SUCCESS;
    if (target->dims[0] == 0 && has_places)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "%s has no rows; where %s has elements some are required",
                      call_name(call, self), call_name(call, indices));
    return call_shape_is(call, updates, dims, row_dims(target, places, dims), false,
                         "indices with a row of varRef for each");
}

/* updates has the shape of rows which single indices name, or is one number. */
aclnnStatus index_check_slices(struct call *call, int self, int indices, int updates)
{
    int64_t dims[2 * TENSOR_MAX_DIMS];
    int32_t rank = row_dims(call_tensor(call, self), call_tensor(call, indices), dims);
    if (call_tensor(call, updates)->rank == 0)
        return ACLNN_SUCCESS;
    return call_shape_is(call, updates, dims, rank, false, "indices with a row of varRef for each");
}

aclnnStatus index_check_as_many_rows(struct call *call, int values, int indices)
{
    int64_t rows = call_tensor(call, indices)->dims[0];
    int64_t given = call_tensor(call, values)->dims[0];
    if (given == rows)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s has %" PRId64 " row(s); as many as %s has, %" PRId64 ", are required",
                  call_name(call, values), given, call_name(call, indices), rows);
}

aclnnStatus index_check_put_type(struct call *call, int self, int accumulate)
{
    if (call->arguments[accumulate].integer == 0 || call_tensor(call, self)->type != ACL_BF16)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the data type of %s is DT_BF16; with %s true it is not supported",
                  call_name(call, self), call_name(call, accumulate));
}

aclnnStatus index_check_as_many(struct call *call, int index, int source)
{
    int64_t places = 0;
    int64_t count = 0;
    if (tensor_element_count(call_tensor(call, index), &places) &&
        tensor_element_count(call_tensor(call, source), &count) && places == count)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s has %" PRId64 " elements, and %s %" PRId64 "; as many are required",
                  call_name(call, index), places, call_name(call, source), count);
}

/* The shapes of InplaceScatterUpdate fit. */
aclnnStatus index_check_slots(struct call *call, int data, int indices, int updates, int axis)
{
    const struct tensor *target = call_tensor(call, data);
    const struct tensor *places = call_tensor(call, indices);
    const struct tensor *source = call_tensor(call, updates);
    const int all[] = {data, updates, indices};
    int64_t at = call->arguments[axis].integer;
    int64_t count = 0;
    for (int i = 0; i < 3; i++)
        if (tensor_element_count(call_tensor(call, all[i]), &count) && count == 0)
            return report(ACLNN_ERR_PARAM_INVALID, "%s has no elements; some are required",
                          call_name(call, all[i]));
    if (target->rank != source->rank || target->rank < 2 || target->rank > 8 || places->rank > 2)
        return report(
            ACLNN_ERR_PARAM_INVALID,
            "%s, %s and %s have %d, %d and %d dimensions; the first two must have as many, 2 "
            "to 8, and the last at most 2",
            call_name(call, data), call_name(call, updates), call_name(call, indices), target->rank,
            source->rank, places->rank);
    if (at <= -target->rank || at >= target->rank || at == 0)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "%s is %" PRId64 "; a dimension of %s other than the first is required",
                      call_name(call, axis), at, call_name(call, data));
    for (int32_t i = places->rank == 2 ? 1 : 0; i < target->rank; i++)
        if (source->dims[i] > target->dims[i])
            return report(ACLNN_ERR_PARAM_INVALID,
                          "dimension %d of %s is %" PRId64 ", and that of %s %" PRId64
                          "; it may not be larger",
                          i, call_name(call, updates), source->dims[i], call_name(call, data),
                          target->dims[i]);
    if ((places->rank > 0 ? places->dims[0] : 1) >= source->dims[0] &&
        (places->rank < 2 || places->dims[1] == 2))
        return ACLNN_SUCCESS;
    char shape[160];
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the shape of %s is %s; [n] or [n, 2] with n at least %" PRId64
                  ", the first dimension of %s, is required",
                  call_name(call, indices),
                  dims_describe(places->dims, places->rank, shape, sizeof shape), source->dims[0],
                  call_name(call, updates));
}
