/* SPDX-License-Identifier: Apache-2.0 */
/* Gated units: checks. */
#include <inttypes.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/activation.h"
#include "declared/common.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"
#include "tensor/layout.h"

/* ---- Checks ---------------------------------------------------------------------------------- */

static aclnnStatus check_half(struct call *call, int self, int64_t at, int half)
{
    char is[160];
    char required[160];
    const struct tensor *whole = call_tensor(call, self);
    const struct tensor *result = call_tensor(call, half);
    int64_t rank = whole->rank;
    int64_t dims[TENSOR_MAX_DIMS];
    if (whole->dims[at] % 2 != 0)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "dimension %" PRId64 " of %s is %" PRId64 "; it must be even", at,
                      call_name(call, self), whole->dims[at]);
    memcpy(dims, whole->dims, sizeof dims);
    dims[at] /= 2;
    if (result->rank == whole->rank && memcmp(result->dims, dims, (size_t)rank * sizeof *dims) == 0)
        return ACLNN_SUCCESS;
    return report(
        ACLNN_ERR_PARAM_INVALID, "the shape of %s is %s; that of a half of %s, %s, is required",
        call_name(call, half), dims_describe(result->dims, result->rank, is, sizeof is),
        call_name(call, self), dims_describe(dims, (int32_t)rank, required, sizeof required));
}

/* The size of the dimension is even, and `half` has the shape with half of it. */
aclnnStatus activation_check_halved(struct call *call, int self, int dim, int half)
{
    int64_t given = call->arguments[dim].integer;
    int64_t rank = call_tensor(call, self)->rank;
    if (given >= -rank && given < rank)
        return check_half(call, self, given < 0 ? given + rank : given, half);
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s is %" PRId64 "; %" PRId64 " to %" PRId64 " are the dimensions of %s",
                  call_name(call, dim), given, -rank, rank - 1, call_name(call, self));
}

aclnnStatus activation_check_halved_at_last(struct call *call, int self, int half)
{
    return check_half(call, self, call_tensor(call, self)->rank - 1, half);
}

/* Both have the same type, unless the other has no elements. */
aclnnStatus activation_check_same_type_of_elements(struct call *call, int tensor, int other)
{
    int64_t count = 0;
    if (tensor_element_count(call_tensor(call, other), &count) && count == 0)
        return ACLNN_SUCCESS;
    return check_same_type(call, tensor, other);
}

aclnnStatus activation_check_one_of_two(struct call *call, int integer)
{
    int64_t given = call->arguments[integer].integer;
    if (given == 0 || given == 1)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; 0 and 1 are supported",
                  call_name(call, integer), given);
}

aclnnStatus activation_check_weight_each(struct call *call, int weight, int x)
{
    int64_t count = 0;
    int64_t rows = 1;
    const struct tensor *given = call_tensor(call, weight);
    const struct tensor *whole = call_tensor(call, x);
    for (int32_t i = 0; i + 1 < whole->rank; i++)
        rows = shape_product(rows, whole->dims[i]);
    if (given == NULL || (tensor_element_count(given, &count) && count == rows))
        return ACLNN_SUCCESS;
    return call_refuse_shape(call, weight, "an element for each row is required");
}

aclnnStatus activation_check_bound_or_none(struct call *call, int bound)
{
    double given = call->arguments[bound].real;
    if (given > 0 || given == -1)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %g; a number above 0, or -1, is required",
                  call_name(call, bound), given);
}
