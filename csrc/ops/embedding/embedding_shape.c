/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of rows of a table, and of bags of rows. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/embedding.h"
#include "ops/common/shape.h"

/* The modes of EmbeddingBag other than maximum. */
#define SUM 0
#define MEAN 1

/* The shape of indices, followed by that of a row. */
bool embedding_shape_embedded(const struct call *call, int weight, int indices, struct shape *shape)
{
    const struct tensor *rows = call_tensor(call, weight);
    shape_copy(shape, call_tensor(call, indices));
    shape_push_dims(shape, rows, 1, rows->rank);
    return true;
}

/* A table of so many rows, each as long as those of grad. */
bool embedding_shape_embedding_table(const struct call *call, int grad, int numWeights,
                                     struct shape *shape)
{
    const struct tensor *rows = call_tensor(call, grad);
    shape_line(shape, shape_integer(call, numWeights));
    shape_push_dims(shape, rows, rows->rank - 1, rows->rank);
    return rows->rank > 0;
}

/* One element for each bag. */
bool embedding_shape_bag_sizes(const struct call *call, int offsets, int includeLast,
                               struct shape *shape)
{
    const struct tensor *first = call_tensor(call, offsets);
    int64_t ends = shape_integer(call, includeLast) != 0 ? 1 : 0;
    return shape_line(
        shape, shape_larger(shape_difference(shape_count(first->dims, first->rank), ends), 0));
}

/* One row of the table for each bag. */
bool embedding_shape_bags(const struct call *call, int weight, int offsets, int includeLast,
                          struct shape *shape)
{
    const struct tensor *rows = call_tensor(call, weight);
    embedding_shape_bag_sizes(call, offsets, includeLast, shape);
    shape_push_dims(shape, rows, 1, rows->rank);
    return true;
}

/* One row for each bag in mode maximum, otherwise one element. */
bool embedding_shape_bag_maxima(const struct call *call, int weight, int offsets, int mode,
                                int includeLast, struct shape *shape)
{
    int64_t how = shape_integer(call, mode);
    return how == SUM || how == MEAN
               ? embedding_shape_bag_sizes(call, offsets, includeLast, shape)
               : embedding_shape_bags(call, weight, offsets, includeLast, shape);
}

/* int64, unless both types are narrower. */
aclDataType embedding_shape_index_of(const struct call *call, int indices, int offsets)
{
    bool is_wide = call_type(call, indices) == ACL_INT64 || call_type(call, offsets) == ACL_INT64;
    return is_wide ? ACL_INT64 : ACL_INT32;
}
