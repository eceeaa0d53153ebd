/* SPDX-License-Identifier: Apache-2.0 */
/* Shape functions that several families name. */
#include "ops/common/shape.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "declared/common.h"
#include "ops/common/check.h"

bool shape_broadcast_with(struct shape *shape, const int64_t *dims, int32_t rank)
{
    struct shape joint = {.rank = rank > shape->rank ? rank : shape->rank};
    for (int32_t i = 1; i <= joint.rank; i++) {
        int64_t one = i <= shape->rank ? shape->dims[shape->rank - i] : 1;
        int64_t other = i <= rank ? dims[rank - i] : 1;
        if (one != other && one != 1 && other != 1)
            return false;
        joint.dims[joint.rank - i] = one == 1 ? other : one;
    }
    *shape = joint;
    return true;
}

bool shape_broadcast(const struct call *call, const int *tensors, int count, struct shape *shape)
{
    bool fits = shape_none(shape);
    for (int i = 0; fits && i < count; i++) {
        const struct tensor *tensor = call_tensor(call, tensors[i]);
        if (tensor != NULL)
            fits = shape_broadcast_with(shape, tensor->dims, tensor->rank);
    }
    return fits;
}

bool shape_same(const struct call *call, int operand, struct shape *shape)
{
    struct call_members members;
    if (call_parameter(call, operand)->kind == ARGUMENT_SCALAR)
        return shape_none(shape);
    call_members(call, operand, &members);
    return members.count > 0 && members.tensors[0] != NULL && shape_copy(shape, members.tensors[0]);
}

/* That of a tensor that may be NULL; the result then is, too. */
bool shape_like_given(const struct call *call, int optional, struct shape *shape)
{
    const struct tensor *like = call_tensor(call, optional);
    return like == NULL ? shape_absent(shape) : shape_copy(shape, like);
}

/* The dims that the numbers of an array give. */
bool shape_given_shape(const struct call *call, int size, struct shape *shape)
{
    struct shape_numbers dims = shape_numbers(call, size);
    shape->rank = 0;
    for (int64_t i = 0; i < dims.count && i <= TENSOR_MAX_DIMS; i++)
        shape_push(shape, dims.each[i]);
    return true;
}

/* One dimension of the size that a number gives. */
bool shape_row(const struct call *call, int count, struct shape *shape)
{
    return shape_line(shape, shape_larger(shape_integer(call, count), 0));
}

/* One dimension of size 1, whatever the argument is. */
bool shape_one(const struct call *call, int any, struct shape *shape)
{
    (void)call;
    (void)any;
    return shape_line(shape, 1);
}
