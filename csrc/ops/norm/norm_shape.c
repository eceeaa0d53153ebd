/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of statistics. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/norm.h"
#include "ops/common/shape.h"

/* The shape, with 1 for each of the last dimensions. */
static bool with_ones(const struct tensor *tensor, int64_t last, struct shape *shape)
{
    if (last > tensor->rank)
        return false;
    shape_copy(shape, tensor);
    for (int32_t i = tensor->rank - (int32_t)last; i < tensor->rank; i++)
        shape->dims[i] = 1;
    return true;
}

/* The shape, with 1 for each of the last dimensions, whose sizes an array has. */
bool norm_shape_statistics(const struct call *call, int input, int last, struct shape *shape)
{
    return with_ones(call_tensor(call, input), shape_numbers(call, last).count, shape);
}

/* The same as norm_shape_statistics, where a tensor has the last dimensions. */
bool norm_shape_statistic(const struct call *call, int input, int factors, struct shape *shape)
{
    return with_ones(call_tensor(call, input), call_tensor(call, factors)->rank, shape);
}

/* The shape, with 1 in place of the last dimension. */
bool norm_shape_last_statistics(const struct call *call, int input, struct shape *shape)
{
    return with_ones(call_tensor(call, input), 1, shape);
}

/* One number for each element of the second dimension. */
bool norm_shape_channels(const struct call *call, int input, struct shape *shape)
{
    shape->rank = 0;
    shape_push_dims(shape, call_tensor(call, input), 1, 2);
    return true;
}

/* One number for each of so many groups, for each element of the first dimension. */
bool norm_shape_groups(const struct call *call, int input, int count, struct shape *shape)
{
    shape->rank = 0;
    shape_push_dims(shape, call_tensor(call, input), 0, 1);
    shape_push(shape, shape_integer(call, count));
    return true;
}

/* The type of the first of two tensors that is given. */
aclDataType norm_shape_first_type(const struct call *call, int first, int second)
{
    return call_type(call, call_tensor(call, first) != NULL ? first : second);
}

/* The same as norm_shape_first_type, of three tensors. */
aclDataType norm_shape_first_type_of(const struct call *call, int first, int second, int third)
{
    return norm_shape_first_type(call, call_tensor(call, first) != NULL ? first : second, third);
}
