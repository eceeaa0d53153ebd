/* SPDX-License-Identifier: Apache-2.0 */
/* Sorting, and choice by rank: checks. */
#include "ops/sort/sort.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/sort.h"
#include "ops/common/check.h"

/* A sort along a dimension; the functions after it: k is from 0, or from 1, to its size, and shapes
 * have k there, or lack the dimension. */
aclnnStatus sort_check_ordered_dim(struct call *call, int tensor, int dim)
{
    const struct tensor *self = call_tensor(call, tensor);
    int64_t given = call->arguments[dim].integer;
    int64_t rank = self->rank > 0 ? self->rank : 1;
    if (given >= -rank && given < rank)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "dim is %" PRId64 "; %" PRId64 " to %" PRId64 " are the dimensions of self",
                  given, -rank, rank - 1);
}

static aclnnStatus check_count(struct call *call, int tensor, int count, int dim, int64_t least)
{
    const struct tensor *self = call_tensor(call, tensor);
    int64_t k = call->arguments[count].integer;
    int64_t size = self->rank > 0 ? self->dims[sort_wrapped(self, call->arguments[dim].integer)]
                                  : 1;
    if (k >= least && k <= size)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "k is %" PRId64 "; %" PRId64 " to %" PRId64 ", the elements along dim, are "
                  "supported",
                  k, least, size);
}

aclnnStatus sort_check_top_count(struct call *call, int tensor, int count, int dim)
{
    return check_count(call, tensor, count, dim, 0);
}

aclnnStatus sort_check_rank_count(struct call *call, int tensor, int count, int dim)
{
    return check_count(call, tensor, count, dim, 1);
}

/* The dims of self with another size of one dimension, or without that dimension. */
static int32_t result_dims(const struct tensor *self, int64_t dim, int64_t size, bool keeps,
                           int64_t *dims)
{
    int32_t at = sort_wrapped(self, dim);
    int32_t rank = 0;
    for (int32_t i = 0; i < self->rank; i++)
        if (i != at || keeps)
            dims[rank++] = i == at ? size : self->dims[i];
    return rank;
}

static aclnnStatus check_result(struct call *call, int out, const int64_t *dims, int32_t rank)
{
    char is[160];
    char required[160];
    const struct tensor *result = call_tensor(call, out);
    if (result->rank == rank && memcmp(result->dims, dims, (size_t)rank * sizeof *dims) == 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the shape of %s is %s; %s, of what is chosen along dim, is required",
                  call_name(call, out), dims_describe(result->dims, result->rank, is, sizeof is),
                  dims_describe(dims, rank, required, sizeof required));
}

aclnnStatus sort_check_top_shape(struct call *call, int tensor, int count, int dim, int out)
{
    int64_t dims[TENSOR_MAX_DIMS];
    const struct tensor *self = call_tensor(call, tensor);
    int32_t rank = result_dims(self, call->arguments[dim].integer, call->arguments[count].integer,
                               true, dims);
    return self->rank == 0 ? check_one_element(call, out) : check_result(call, out, dims, rank);
}

aclnnStatus sort_check_chosen_rank(struct call *call, int tensor, int keeps, int out)
{
    int32_t rank = call_tensor(call, tensor)->rank;
    rank -= rank > 0 && call->arguments[keeps].integer == 0;
    return check_rank(call, out, rank, rank);
}

aclnnStatus sort_check_chosen_shape(struct call *call, int tensor, int dim, int keeps, int out)
{
    int64_t dims[TENSOR_MAX_DIMS];
    const struct tensor *self = call_tensor(call, tensor);
    int32_t rank = result_dims(self, call->arguments[dim].integer, 1,
                               call->arguments[keeps].integer != 0, dims);
    return self->rank == 0 ? check_one_element(call, out) : check_result(call, out, dims, rank);
}

static aclnnStatus check_not_single(struct call *call, int tensor, int64_t dim)
{
    const struct tensor *self = call_tensor(call, tensor);
    if (self->type != ACL_BF16 || self->rank == 0 || self->dims[sort_wrapped(self, dim)] != 1)
        return ACLNN_SUCCESS;
    return report(
        ACLNN_ERR_PARAM_INVALID,
        "the data type of %s is DT_BF16, and its dimension %d is 1; with that type at least "
        "2 is required",
        call_name(call, tensor), (int)sort_wrapped(self, dim));
}

/* bfloat16 is not sorted along a dimension of one element, be it the named or the last one. */
aclnnStatus sort_check_several(struct call *call, int tensor, int dim)
{
    return check_not_single(call, tensor, call->arguments[dim].integer);
}

aclnnStatus sort_check_several_last(struct call *call, int tensor)
{
    return check_not_single(call, tensor, -1);
}
