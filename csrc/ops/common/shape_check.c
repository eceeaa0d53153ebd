/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of shapes that several families name. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/common.h"
#include "ops/common/check.h"
#include "ops/common/tensor_check.h"
#include "tensor/layout.h"

/* ---- Shapes ---------------------------------------------------------------------------------- */

/* The number of dimensions of a tensor or of each member of a list is in a range, none is negative,
 * and the bytes fit into int64_t. */
aclnnStatus check_rank(struct call *call, int operand, int lowest, int highest)
{
    struct call_members members;
    aclnnStatus status = ACLNN_SUCCESS;
    call_members(call, operand, &members);
    for (uint64_t i = 0; status == ACLNN_SUCCESS && i < members.count; i++) {
        if (members.tensors[i] == NULL)
            continue;
        struct argument_name name = call_member_name(call, operand, &members, i);
        status = check_tensor_rank(members.tensors[i], name, lowest, highest);
        if (status == ACLNN_SUCCESS)
            status = check_tensor_dims(members.tensors[i], name);
    }
    return status;
}

aclnnStatus check_dense(struct call *call, int tensor)
{
    const struct tensor *given = call_tensor(call, tensor);
    return given == NULL || view_is_dense(given)
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is not contiguous; it has to be",
                        call_name(call, tensor));
}

/* The same as check_rank for each tensor, when at least one of them is not dense. */
aclnnStatus check_strided_rank(struct call *call, const int *tensors, int count, int highest)
{
    aclnnStatus status = ACLNN_SUCCESS;
    bool is_dense = true;
    for (int i = 0; i < count; i++)
        is_dense &= view_is_dense(call_tensor(call, tensors[i]));
    for (int i = 0; status == ACLNN_SUCCESS && i < count; i++)
        status = check_rank(call, tensors[i], 0, is_dense ? TENSOR_MAX_DIMS : highest);
    return status;
}

aclnnStatus check_matrix(struct call *call, int operand)
{
    return check_rank(call, operand, 2, 2);
}

aclnnStatus check_same_shape(struct call *call, int tensor, int other)
{
    char what[80];
    const struct tensor *is = call_tensor(call, tensor);
    const struct tensor *wanted = call_tensor(call, other);
    if (is == NULL || wanted == NULL || same_dims(is->dims, is->rank, wanted->dims, wanted->rank))
        return check_tensor_dims(wanted != NULL ? wanted : is,
                                 argument_named(call_name(call, wanted != NULL ? other : tensor)));
    snprintf(what, sizeof what, "that of %s", call_name(call, tensor));
    return call_report_shape(argument_named(call_name(call, other)), wanted, is->dims, is->rank,
                             what);
}

/* out has the shape to which all given tensors broadcast. */
aclnnStatus check_broadcast(struct call *call, const int *tensors, int count, int out)
{
    int64_t dims[TENSOR_MAX_DIMS];
    int32_t rank = 0;
    const struct tensor *result = call_tensor(call, out);
    aclnnStatus status = call_broadcast(call, tensors, count, dims, &rank);
    if (status != ACLNN_SUCCESS || result == NULL)
        return status;
    if (!same_dims(result->dims, result->rank, dims, rank))
        return call_report_shape(argument_named(call_name(call, out)), result, dims, rank,
                                 "what the operands broadcast to");
    return check_tensor_dims(result, argument_named(call_name(call, out)));
}

/* out has as many elements as the broadcast shape. When its shape differs, the copy finds that
 * later. */
aclnnStatus check_broadcast_count(struct call *call, int a, int b, int out)
{
    int64_t dims[TENSOR_MAX_DIMS];
    int32_t rank = 0;
    int64_t count = 1;
    int64_t given = 0;
    aclnnStatus status = call_broadcast(call, (const int[]){a, b}, 2, dims, &rank);
    for (int32_t i = 0; i < rank; i++)
        count *= dims[i];
    if (status != ACLNN_SUCCESS ||
        (tensor_element_count(call_tensor(call, out), &given) && given == count))
        return status;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s has %" PRId64 " elements; what the operands broadcast to has %" PRId64,
                  call_name(call, out), given, count);
}

aclnnStatus check_broadcast_inner(struct call *call, const int *tensors, int count, int out)
{
    int64_t dims[TENSOR_MAX_DIMS];
    int32_t rank = 0;
    const struct tensor *result = call_tensor(call, out);
    bool fit = true;
    for (int i = 0; fit && i < count; i++)
        fit = call_broadcast_dims(call_tensor(call, tensors[i]), dims, &rank);
    if (!fit || !same_dims(result->dims, result->rank, dims, rank))
        return report(ACLNN_ERR_INNER_NULLPTR,
                      "the shapes of the operands do not broadcast, or not to that of %s",
                      call_name(call, out));
    return check_tensor_dims(result, argument_named(call_name(call, out)));
}

/* The numbers of the array name different dimensions of the tensor; -1 is the last. */
aclnnStatus check_dims(struct call *call, int tensor, int array)
{
    const struct tensor *self = call_tensor(call, tensor);
    const struct array *dims = call->arguments[array].array;
    const int64_t *values = dims != NULL ? array_integers(dims) : NULL;
    int64_t rank = self->rank > 0 ? self->rank : 1;
    uint64_t seen = 0;
    for (uint64_t i = 0; values != NULL && i < dims->size; i++) {
        if (values[i] < -rank || values[i] >= rank)
            return report(ACLNN_ERR_PARAM_INVALID,
                          "%s[%" PRIu64 "] is %" PRId64 "; %" PRId64 " to %" PRId64
                          " are the dimensions of %s",
                          call_name(call, array), i, values[i], -rank, rank - 1,
                          call_name(call, tensor));
        uint64_t bit = (uint64_t)1 << (values[i] < 0 ? values[i] + rank : values[i]);
        if ((seen & bit) != 0)
            return report(ACLNN_ERR_PARAM_INVALID,
                          "%s[%" PRIu64 "] is %" PRId64 ", a dimension that was named before",
                          call_name(call, array), i, values[i]);
        seen |= bit;
    }
    return ACLNN_SUCCESS;
}

/* ---- Shapes and statuses --------------------------------------------------------------------- */

aclnnStatus check_vector_of_one(struct call *call, int tensor)
{
    char is[160];
    const struct tensor *out = call_tensor(call, tensor);
    if (out->rank == 1 && out->dims[0] == 1)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "the shape of %s is %s; [1] is required",
                  call_name(call, tensor), dims_describe(out->dims, out->rank, is, sizeof is));
}

aclnnStatus check_members_alike(struct call *call, int list, int other)
{
    const struct tensor_array *first = call->arguments[list].tensors;
    const struct tensor_array *second = call->arguments[other].tensors;
    aclnnStatus status = call_counts_agree(call, list, other);
    for (uint64_t i = 0; status == ACLNN_SUCCESS && i < first->count; i++) {
        const struct tensor *wanted = first->members[i];
        const struct tensor *is = second->members[i];
        struct argument_name name = {call_name(call, other), (int64_t)i};
        status = call_member_is(call, name, is, call_type(call, list));
        if (status == ACLNN_SUCCESS && !same_dims(is->dims, is->rank, wanted->dims, wanted->rank))
            status = call_report_member_shape(
                call, name, is, (struct argument_name){call_name(call, list), (int64_t)i}, wanted);
    }
    return status;
}

aclnnStatus check_same_rank(struct call *call, int self, int index)
{
    int32_t rank = call_tensor(call, self)->rank;
    int32_t other = call_tensor(call, index)->rank;
    if ((rank > 0 ? rank : 1) == (other > 0 ? other : 1))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s has %d dimensions, and %s has %d; as many are required",
                  call_name(call, self), rank, call_name(call, index), other);
}

aclnnStatus check_times(struct call *call, int repeats)
{
    int64_t times = call->arguments[repeats].integer;
    if (times >= 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "repeats is %" PRId64 "; it must be 0 or more", times);
}

aclnnStatus check_output_row(struct call *call, int size, int out)
{
    return call_shape_is(call, out, &call->arguments[size].integer, 1, false, "outputSize");
}

aclnnStatus check_known_dim(struct call *call, int tensor, int dim)
{
    return call_dim_is_known(call, tensor, dim, call->arguments[dim].integer);
}

/* The dimension is not of size 0. */
aclnnStatus check_dim_of_some(struct call *call, int tensor, int dim)
{
    const struct tensor *self = call_tensor(call, tensor);
    int64_t given = call->arguments[dim].integer;
    int64_t at = given < 0 ? given + self->rank : given;
    if (self->rank == 0 || self->dims[at] != 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s names dimension %d of %s, which has no elements there", call_name(call, dim),
                  (int)at, call_name(call, tensor));
}
