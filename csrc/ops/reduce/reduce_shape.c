/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of the results of folds. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/reduce.h"
#include "ops/common/fold.h"
#include "ops/common/shape.h"
#include "tensor/convert.h"

/* The dims that are left after a fold of these dimensions, given as bits. */
static bool folded_shape(const struct tensor *tensor, uint64_t folded, bool keep,
                         struct shape *shape)
{
    shape->rank = fold_shape(tensor->dims, tensor->rank, folded, keep, shape->dims);
    return true;
}

/* The dims that are left after a fold. When none is named, all are folded. */
bool reduce_shape_reduced(const struct call *call, int self, int dims, int keep,
                          struct shape *shape)
{
    const struct tensor *tensor = call_tensor(call, self);
    struct shape_numbers named = shape_numbers(call, dims);
    int32_t at = 0;
    for (int64_t i = 0; i < named.count; i++)
        if (!shape_dim_of(named.each[i], tensor->rank, &at))
            return false;
    return folded_shape(tensor, folded_dims(call->arguments[dims].array, tensor->rank),
                        shape_integer(call, keep) != 0, shape);
}

/* The dims that are left after a fold of one dimension. */
bool reduce_shape_reduced_dim(const struct call *call, int self, int dim, int keep,
                              struct shape *shape)
{
    const struct tensor *tensor = call_tensor(call, self);
    int32_t at = 0;
    return shape_dim_of(shape_integer(call, dim), tensor->rank, &at) &&
           folded_shape(tensor, folded_dim(at, tensor->rank), shape_integer(call, keep) != 0,
                        shape);
}

/* The same as reduce_shape_reduced, but the tensor's own shape when no dimensions are named and the
 * flag is set. */
bool reduce_shape_reduced_or_whole(const struct call *call, int self, int dims, int keep, int whole,
                                   struct shape *shape)
{
    if (shape_integer(call, whole) != 0 && shape_numbers(call, dims).count == 0)
        return shape_copy(shape, call_tensor(call, self));
    return reduce_shape_reduced(call, self, dims, keep, shape);
}

/* The type of a sum: int64 for integers and bool. */
aclDataType reduce_shape_total_type(const struct call *call, int self)
{
    aclDataType type = call_type(call, self);
    return type_is_whole(type) ? ACL_INT64 : type;
}

/* No dimensions, whatever the argument is. */
bool reduce_shape_scalar(const struct call *call, int any, struct shape *shape)
{
    (void)call;
    (void)any;
    return shape_none(shape);
}

/* A row for each group, or for each element of the first dimension. */
bool reduce_shape_group_sums(const struct call *call, int rows, int groups, struct shape *shape)
{
    const struct tensor *given = call_tensor(call, rows);
    const struct tensor *ends = call_tensor(call, groups);
    if (given->rank < 2 || (ends != NULL && ends->rank != 1))
        return false;
    return shape_pair(shape, ends != NULL ? ends->dims[0] : given->dims[0],
                      given->dims[given->rank - 1]);
}
