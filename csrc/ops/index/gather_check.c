/* SPDX-License-Identifier: Apache-2.0 */
/* Calls that read by index along one dimension: checks. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/index.h"
#include "executor/launch.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"
#include "ops/common/tensor_check.h"
#include "tensor/layout.h"

static int64_t count_of(const struct call *call, int tensor)
{
    int64_t count = 0;
    tensor_element_count(call_tensor(call, tensor), &count);
    return count;
}

/* The tensor has one of the types, unless it has no elements. */
aclnnStatus index_check_types_of_elements(struct call *call, int tensor,
                                          const struct type_set *allowed)
{
    return count_of(call, tensor) == 0 ? ACLNN_SUCCESS : check_types(call, tensor, allowed);
}

/* 161002 unless each size of a tensor, except along dim, is at most that of another. */
static aclnnStatus check_within(const struct call *call, int index, int self, int64_t dim)
{
    const struct tensor *inner = call_tensor(call, index);
    const struct tensor *outer = call_tensor(call, self);
    for (int32_t i = 0; i < outer->rank && i < inner->rank; i++)
        if (i != dim && inner->dims[i] > outer->dims[i])
            return report(ACLNN_ERR_PARAM_INVALID,
                          "dimension %d of %s is %" PRId64 ", and that of %s %" PRId64
                          "; it may not be larger but along dim",
                          i, call_name(call, index), inner->dims[i], call_name(call, self),
                          outer->dims[i]);
    return ACLNN_SUCCESS;
}

aclnnStatus index_check_gathered(struct call *call, int self, int dim, int index)
{
    const struct tensor *from = call_tensor(call, self);
    int64_t at = call->arguments[dim].integer;
    aclnnStatus status = call_dim_is_in(call, dim, from->rank);
    if (status != ACLNN_SUCCESS || count_of(call, index) == 0)
        return status;
    at = at < 0 ? at + from->rank : at;
    if (from->rank > 0 && from->dims[at] == 0)
        return report(
            ACLNN_ERR_PARAM_INVALID,
            "dimension %" PRId64 " of self is 0; where index has elements more is required", at);
    return check_within(call, index, self, at);
}

#define TAKEN "the shape of self with that of index in place of dim"

aclnnStatus index_check_taken_shape(struct call *call, int self, int dim, int index, int out)
{
    struct shape shape;
    aclnnStatus status = call_dim_is_in(call, dim, call_tensor(call, self)->rank);
    if (status != ACLNN_SUCCESS)
        return status;
    return call_shape_follows(call, out, index_shape_taken(call, self, dim, index, &shape), &shape,
                              false, TAKEN);
}

/* On Ascend950 both tensors may share their first dims; on other products only dim 0 can have
 * rows. */
aclnnStatus index_check_taken_batches(struct call *call, int self, int dim, int index,
                                      int batchDims, int mode, int out)
{
    struct shape shape;
    const struct tensor *from = call_tensor(call, self);
    const struct tensor *places = call_tensor(call, index);
    int64_t at = call->arguments[dim].integer;
    int64_t batches = call->arguments[batchDims].integer;
    bool has_batches = call_is_on_950(call);
    int64_t index_rank = places->rank > 0 ? places->rank : 1;
    int64_t rank = from->rank > 0 ? from->rank : 1;
    aclnnStatus status = call_dim_is_in(call, dim, from->rank);
    if (status != ACLNN_SUCCESS)
        return status;
    at += at < 0 ? rank : 0;
    int64_t kept = !has_batches ? 0 : batches < 0 ? batches + index_rank : batches;
    if (!has_batches &&
        (call->arguments[dim].integer != 0 || batches != 0 || call->arguments[mode].integer != 1))
        kept = -1;
    if (has_batches && (batches < -index_rank || batches > index_rank || kept > at))
        kept = -1;
    for (int64_t i = 0; i < kept; i++)
        if (from->dims[i] != places->dims[i])
            kept = -1;
    if (kept < 0)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "dim is %" PRId64 ", batchDims %" PRId64 " and mode %" PRId64
                      "; on Ascend950 batchDims may count first dimensions, up to dim, that self "
                      "and index share, elsewhere they have to be 0, 0 and 1",
                      call->arguments[dim].integer, batches, call->arguments[mode].integer);
    bool has_shape = index_shape_taken_batches(call, self, dim, index, batchDims, &shape);
    return call_shape_follows(call, out, has_shape, &shape, false, TAKEN);
}

aclnnStatus index_check_taken_from(struct call *call, int self, int index)
{
    if (count_of(call, self) > 0 || count_of(call, index) == 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "self has no elements; where index has elements some are required");
}

aclnnStatus index_check_embedded_shape(struct call *call, int weight, int indices, int out)
{
    int64_t dims[TENSOR_MAX_DIMS];
    const struct tensor *table = call_tensor(call, weight);
    const struct tensor *places = call_tensor(call, indices);
    const struct tensor *result = call_tensor(call, out);
    for (int32_t i = 0; i < places->rank; i++)
        dims[i] = places->dims[i];
    dims[places->rank] = result->rank == places->rank + 1 ? result->dims[places->rank]
                         : table->rank == 2               ? table->dims[1]
                                                          : 1;
    return call_shape_is(call, out, dims, places->rank + 1, false,
                         "that of indices and the row of weight");
}

aclnnStatus index_check_embedded_rows(struct call *call, int weight, int out)
{
    const struct tensor *table = call_tensor(call, weight);
    const struct tensor *result = call_tensor(call, out);
    if (table->rank == 2 && result->dims[result->rank - 1] == table->dims[1])
        return ACLNN_SUCCESS;
    char is[160];
    return report(ACLNN_ERR_INNER_NULLPTR,
                  "the shape of weight is %s; two dimensions, the last one %" PRId64
                  " as that of out, are required",
                  dims_describe(table->dims, table->rank, is, sizeof is),
                  result->dims[result->rank - 1]);
}

/* The dims of self, with one of them replaced by the size of the index. */
static void selected_dims(const struct tensor *self, int64_t dim, const struct tensor *index,
                          int64_t *dims)
{
    for (int32_t i = 0; i < self->rank; i++)
        dims[i] = i == dim ? (index->rank == 0 ? 1 : index->dims[0]) : self->dims[i];
}

aclnnStatus index_check_selected_shape(struct call *call, int self, int dim, int index, int out)
{
    char is[160];
    char required[160];
    int64_t dims[TENSOR_MAX_DIMS];
    int64_t count = 0;
    int64_t indices = 0;
    const struct tensor *from = call_tensor(call, self);
    const struct tensor *places = call_tensor(call, index);
    const struct tensor *result = call_tensor(call, out);
    int64_t rank = from->rank > 0 ? from->rank : 1;
    int64_t at = call->arguments[dim].integer;
    if (from->rank == 0 && result->rank != 0)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "out has %d dimension(s), and self none; out must have none either",
                      result->rank);
    aclnnStatus status = check_tensor_rank(from, argument_named("self"), 0, 8);
    if (status != ACLNN_SUCCESS)
        return status;
    if (at < -rank || at >= rank)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "dim is %" PRId64 "; %" PRId64 " to %" PRId64 " are the dimensions of self",
                      at, -rank, rank - 1);
    if (places->rank > 1)
        return report(ACLNN_ERR_PARAM_INVALID, "index has %d dimensions; one or none is supported",
                      places->rank);
    const struct tensor *const tensors[] = {from, places, result};
    const char *const names[] = {"self", "index", "out"};
    for (int i = 0; status == ACLNN_SUCCESS && i < 3; i++)
        status = check_tensor_dims(tensors[i], argument_named(names[i]));
    if (status != ACLNN_SUCCESS)
        return status;
    tensor_element_count(from, &count);
    tensor_element_count(places, &indices);
    if (count == 0 || indices == 0)
        return ACLNN_SUCCESS;
    selected_dims(from, at < 0 ? at + rank : at, places, dims);
    bool same = result->rank == from->rank;
    for (int32_t i = 0; same && i < from->rank; i++)
        same = result->dims[i] == dims[i];
    if (same)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the shape of out is %s; %s, that of self with as many places along dim as "
                  "index names, is required",
                  dims_describe(result->dims, result->rank, is, sizeof is),
                  dims_describe(dims, from->rank, required, sizeof required));
}
