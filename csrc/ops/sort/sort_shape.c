/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of results of sorts, searches and counts. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/reduce.h"
#include "declared/sort.h"
#include "ops/common/shape.h"

/* Stands for all elements, in place of a dimension. */
#define NO_DIM 1000

/* All elements of a tensor, in one dimension. */
bool sort_shape_all_of(const struct call *call, int tensor, struct shape *shape)
{
    const struct tensor *given = call_tensor(call, tensor);
    return shape_line(shape, shape_count(given->dims, given->rank));
}

/* Room for all slices along a dimension; 1000: for all elements, in one dimension. */
bool sort_shape_different(const struct call *call, int self, int dim, struct shape *shape)
{
    const struct tensor *tensor = call_tensor(call, self);
    if (shape_integer(call, dim) == NO_DIM || tensor->rank == 0)
        return sort_shape_all_of(call, self, shape);
    return shape_copy(shape, tensor);
}

/* A count for each slice along a dimension, or for each element. */
bool sort_shape_counts(const struct call *call, int self, int dim, struct shape *shape)
{
    const struct tensor *tensor = call_tensor(call, self);
    int32_t at = 0;
    if (shape_integer(call, dim) == NO_DIM || tensor->rank == 0)
        return sort_shape_all_of(call, self, shape);
    return shape_dim_of(shape_integer(call, dim), tensor->rank, &at) &&
           shape_line(shape, tensor->dims[at]);
}

/* An index for each slice or element. */
bool sort_shape_inverse(const struct call *call, int self, int dim, struct shape *shape)
{
    if (shape_integer(call, dim) == NO_DIM)
        return shape_copy(shape, call_tensor(call, self));
    return sort_shape_counts(call, self, dim, shape);
}

/* The shape without a dimension, or with 1 there. */
bool sort_shape_chosen(const struct call *call, int self, int dim, int keep, struct shape *shape)
{
    return reduce_shape_reduced_dim(call, self, dim, keep, shape);
}

/* The type of indices. */
aclDataType sort_shape_index_type(const struct call *call, int isNarrow)
{
    return shape_integer(call, isNarrow) != 0 ? ACL_INT32 : ACL_INT64;
}

/* int64 where elements are counted; float32 or float64 where weights are added. */
aclDataType sort_shape_counted(const struct call *call, int weights)
{
    if (call_tensor(call, weights) == NULL)
        return ACL_INT64;
    return call_type(call, weights) == ACL_FLOAT ? ACL_FLOAT : ACL_DOUBLE;
}
