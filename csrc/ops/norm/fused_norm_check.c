/* SPDX-License-Identifier: Apache-2.0 */
/* Norms with other work before or behind them: checks. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/data_type.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/norm.h"
#include "ops/common/check.h"
#include "tensor/layout.h"

/* ---- Checks ---------------------------------------------------------------------------------- */

/* The type of a sum, in norms fused with an addition. */
aclnnStatus norm_check_sum_type(struct call *call, int a, int b)
{
    aclDataType one = call_type(call, a);
    aclDataType other = call_type(call, b);
    call->promoted = one == other ? one : ACL_FLOAT;
    if (one == other || one == ACL_FLOAT || other == ACL_FLOAT)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s is %s and %s is %s; one data type is required, or float32 in one of them",
                  call_name(call, a), data_type_name(one), call_name(call, b),
                  data_type_name(other));
}

aclnnStatus norm_check_like_one_of(struct call *call, int tensor, int elements, int row)
{
    const struct tensor *given = call_tensor(call, tensor);
    const struct tensor *whole = call_tensor(call, elements);
    if (given != NULL && given->rank == whole->rank)
        return check_same_shape(call, elements, tensor);
    return check_same_shape(call, row, tensor);
}

aclnnStatus norm_check_beside_sequence(struct call *call, int tensor, int elements)
{
    int64_t dims[TENSOR_MAX_DIMS];
    const struct tensor *given = call_tensor(call, tensor);
    const struct tensor *whole = call_tensor(call, elements);
    int32_t rank = whole->rank;
    bool has_one = given->rank == rank;
    memcpy(dims, whole->dims, (size_t)rank * sizeof *dims);
    dims[rank - 2] = has_one ? 1 : dims[rank - 1];
    return call_shape_is(call, tensor, dims, has_one ? rank : rank - 1, false,
                         "a row for each batch");
}

aclnnStatus norm_check_along_last(struct call *call, int tensor, int elements)
{
    const struct tensor *whole = call_tensor(call, elements);
    if (call_tensor(call, tensor) == NULL)
        return ACLNN_SUCCESS;
    return call_shape_is(call, tensor, &whole->dims[whole->rank - 1], 1, false,
                         "the last dimension");
}

aclnnStatus norm_check_last_statistic(struct call *call, int tensor, int elements)
{
    int64_t dims[TENSOR_MAX_DIMS];
    const struct tensor *whole = call_tensor(call, elements);
    if (call_tensor(call, tensor) == NULL)
        return ACLNN_SUCCESS;
    memcpy(dims, whole->dims, (size_t)whole->rank * sizeof *dims);
    dims[whole->rank - 1] = 1;
    return call_shape_is(call, tensor, dims, whole->rank, false, "one for each row");
}

aclnnStatus norm_check_elements_for(struct call *call, int tensor, int result)
{
    if (!tensor_is_empty(call_tensor(call, tensor)) || tensor_is_empty(call_tensor(call, result)))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s has no elements, and %s has some; elements in both are required",
                  call_name(call, tensor), call_name(call, result));
}

aclnnStatus norm_check_fewer_dims(struct call *call, int factors, int tensor)
{
    int32_t given = call_tensor(call, factors)->rank;
    int32_t most = call_tensor(call, tensor)->rank - 1;
    return given <= most ? ACLNN_SUCCESS
                         : report(ACLNN_ERR_PARAM_INVALID,
                                  "%s has %d dimensions, and %s %d; %s may have %d at most",
                                  call_name(call, factors), given, call_name(call, tensor),
                                  most + 1, call_name(call, factors), most);
}

/* As a float32, which the kernel gets: a smaller number than that has counts as 0. */
aclnnStatus norm_check_at_least_0(struct call *call, int number)
{
    double given = call->arguments[number].real;
    return (float)given < 0
               ? report(ACLNN_ERR_PARAM_INVALID, "%s is %g; a number from 0 on is required",
                        call_name(call, number), given)
               : ACLNN_SUCCESS;
}

/* ---- Gradients ------------------------------------------------------------------------------- */

aclnnStatus norm_check_factor_type(struct call *call, int tensor, int weight, int bias,
                                   int elements)
{
    int like = call_tensor(call, weight) != NULL ? weight : bias;
    if (call_tensor(call, tensor) == NULL)
        return ACLNN_SUCCESS;
    if (call_tensor(call, like) != NULL)
        return check_same_type(call, tensor, like);
    return norm_check_type_or_float(call, tensor, elements);
}

aclnnStatus norm_check_one_last_dim(struct call *call, int tensor, int sizes)
{
    const struct array *array = call->arguments[sizes].array;
    if (array->size == 1)
        return norm_check_last_dims(call, tensor, sizes);
    return report(ACLNN_ERR_PARAM_INVALID, "%s has %" PRIu64 " entries; 1 is required",
                  call_name(call, sizes), array->size);
}

aclnnStatus norm_check_groups_each(struct call *call, int tensor, int elements)
{
    const struct tensor *whole = call_tensor(call, elements);
    return call_shape_is(call, tensor, whole->dims, 2, false, "a number for each group");
}
