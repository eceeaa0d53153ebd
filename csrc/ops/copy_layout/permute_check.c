/* SPDX-License-Identifier: Apache-2.0 */
/* Permute, Flip, Roll, Flatten, ConfusionTranspose: checks. */
#include "ops/copy_layout/permute.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/copy_layout.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"
#include "ops/common/tensor_check.h"
#include "tensor/layout.h"

/* ---- Permute --------------------------------------------------------------------------------- */

aclnnStatus copy_layout_check_permuted_shape(struct call *call, int self, int dims, int out)
{
    const struct tensor *tensor = call_tensor(call, self);
    const struct array *array = call->arguments[dims].array;
    struct shape shape;
    aclnnStatus status = check_rank(call, self, 0, 8);
    if (status != ACLNN_SUCCESS)
        return status;
    if (array->size != (uint64_t)tensor->rank)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "dims has %" PRIu64 " entries, and self %d dimensions; as many are required",
                      array->size, tensor->rank);
    status = check_dims(call, self, dims);
    if (status != ACLNN_SUCCESS)
        return status;
    return call_shape_follows(call, out, copy_layout_shape_permuted(call, self, dims, &shape),
                              &shape, tensor->rank > 0, "that of self in the order of dims");
}

aclnnStatus copy_layout_check_roll(struct call *call, int x, int shifts, int dims)
{
    uint64_t shift_count = call->arguments[shifts].array->size;
    uint64_t dim_count = call->arguments[dims].array->size;
    if (dim_count == 0 ? shift_count != 1 : shift_count != dim_count)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "shifts has %" PRIu64 " entries and dims %" PRIu64
                      "; as many are required, or one shift and no dims",
                      shift_count, dim_count);
    return check_rank(call, x, 0, 8);
}

aclnnStatus copy_layout_check_roll_dims(struct call *call, int x, int dims)
{
    int64_t rank = call_tensor(call, x)->rank;
    const struct array *array = call->arguments[dims].array;
    for (uint64_t i = 0; i < array->size; i++)
        if (array_integers(array)[i] < -rank || array_integers(array)[i] >= rank)
            return report(ACLNN_ERR_PARAM_INVALID,
                          "dims[%" PRIu64 "] is %" PRId64 "; %" PRId64 " to %" PRId64
                          " are the dimensions of x",
                          i, array_integers(array)[i], -rank, rank - 1);
    return ACLNN_SUCCESS;
}

/* ---- Flatten --------------------------------------------------------------------------------- */

/* The rows and columns after Flatten; false when a number does not fit into int64_t. */
static bool flattened_dims(const struct tensor *self, int64_t axis, int64_t *dims)
{
    dims[0] = dims[1] = 1;
    for (int32_t i = 0; i < self->rank; i++)
        if (__builtin_mul_overflow(dims[i >= axis], self->dims[i], &dims[i >= axis]))
            return false;
    return true;
}

aclnnStatus copy_layout_check_flattened_shape(struct call *call, int self, int axis, int out)
{
    const struct tensor *tensor = call_tensor(call, self);
    int64_t rank = tensor->rank > 0 ? tensor->rank : 1;
    int64_t at = call->arguments[axis].integer;
    int64_t dims[2];
    struct shape shape;
    aclnnStatus status = check_rank(call, self, 0, 8);
    if (status != ACLNN_SUCCESS)
        return status;
    if (at < -rank || at >= rank)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "axis is %" PRId64 "; %" PRId64 " to %" PRId64 " are the dimensions of self",
                      at, -rank, rank - 1);
    if (!flattened_dims(tensor, at < 0 ? at + rank : at, dims))
        return check_tensor_dims(tensor, argument_named("self"));
    return call_shape_follows(call, out, copy_layout_shape_flattened(call, self, axis, &shape),
                              &shape, false, "that of self in two dimensions");
}

/* ---- ChannelShuffle -------------------------------------------------------------------------- */

aclnnStatus copy_layout_check_groups(struct call *call, int self, int groups)
{
    const struct tensor *tensor = call_tensor(call, self);
    int64_t count = call->arguments[groups].integer;
    if (count > 0 && tensor->rank >= 2 && tensor->dims[1] % count == 0)
        return ACLNN_SUCCESS;
    return report(
        ACLNN_ERR_PARAM_INVALID,
        "groups is %" PRId64 "; it must be above 0 and divide the second dimension of self", count);
}

/* Whether the array names each dimension once, with no negative numbers. */
static bool is_permutation(const struct array *perm, uint64_t rank)
{
    uint64_t seen = 0;
    if (perm->size != rank || rank > TENSOR_MAX_DIMS)
        return false;
    for (uint64_t i = 0; i < rank; i++) {
        int64_t dim = array_integers(perm)[i];
        if (dim < 0 || (uint64_t)dim >= rank || (seen >> dim & 1) != 0)
            return false;
        seen |= (uint64_t)1 << dim;
    }
    return true;
}

static bool has_as_many(const struct tensor *tensor, const struct array *shape)
{
    int64_t count = 1;
    int64_t wanted = 0;
    for (uint64_t i = 0; i < shape->size; i++)
        if (array_integers(shape)[i] <= 0 ||
            __builtin_mul_overflow(count, array_integers(shape)[i], &count))
            return false;
    return tensor_element_count(tensor, &wanted) && count == wanted;
}

aclnnStatus copy_layout_check_confused_shape(struct call *call, int x, int perm, int shape,
                                             int first, int out)
{
    const struct tensor *tensor = call_tensor(call, x);
    const struct tensor *result = call_tensor(call, out);
    const struct array *order = call->arguments[perm].array;
    const struct array *sizes = call->arguments[shape].array;
    bool transpose_first = call->arguments[first].integer != 0;
    int64_t dims[TENSOR_MAX_DIMS];
    uint64_t rank = transpose_first ? (uint64_t)tensor->rank : sizes->size;
    if (tensor->rank < 1 || tensor->rank > 8 || sizes->size < 1 || sizes->size > 8)
        return report(ACLNN_ERR_INNER_NULLPTR, "x or shape is not of 1 to 8 dimensions");
    if (!is_permutation(order, rank))
        return report(ACLNN_ERR_INNER_NULLPTR,
                      "perm does not name each of the %" PRIu64 " dimensions once", rank);
    if (!has_as_many(tensor, sizes))
        return report(ACLNN_ERR_INNER_NULLPTR, "shape has not as many elements as x");
    memcpy(dims, array_integers(sizes), sizes->size * sizeof *dims);
    if (!transpose_first)
        copy_layout_permute_dims(order, array_integers(sizes), dims);
    if (!same_dims(result->dims, result->rank, dims, (int32_t)sizes->size))
        return report(ACLNN_ERR_INNER_NULLPTR,
                      "the shape of out is not what follows from perm and shape");
    return ACLNN_SUCCESS;
}
