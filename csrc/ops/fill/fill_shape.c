/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of tensors that are made from numbers. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "declared/fill.h"
#include "ops/common/shape.h"
#include "tensor/convert.h"

/* The shape with a dimension of classes inserted; -1 makes it the last. */
bool fill_shape_one_hot(const struct call *call, int self, int classes, int axis,
                        struct shape *shape)
{
    const struct tensor *tensor = call_tensor(call, self);
    int64_t given = shape_integer(call, axis);
    int32_t at = given < 0 || given > tensor->rank ? tensor->rank : (int32_t)given;
    shape->rank = 0;
    shape_push_dims(shape, tensor, 0, at);
    shape_push(shape, shape_larger(shape_integer(call, classes), 0));
    shape_push_dims(shape, tensor, at, tensor->rank);
    return true;
}

/* ---- Steps ----------------------------------------------------------------------------------- */

#define NO_STEPS INT64_MIN

/* The number of steps from one number to another: the whole steps, and one for a rest where the
 * last number is excluded. */
static int64_t whole_steps(int64_t first, int64_t last, int64_t by, bool with_rest)
{
    bool is_up = last >= first;
    if (by == 0 || (first != last && is_up != (by > 0)))
        return first == last || by == 0 ? 0 : -1;
    uint64_t way = is_up ? (uint64_t)last - (uint64_t)first : (uint64_t)first - (uint64_t)last;
    uint64_t step = by > 0 ? (uint64_t)by : -(uint64_t)by;
    uint64_t count = way / step + (with_rest && way % step != 0 ? 1 : 0);
    return count < INT64_MAX ? (int64_t)count : INT64_MAX;
}

/* NO_STEPS where they are not finite. */
static int64_t real_steps(double first, double last, double by, bool with_rest)
{
    double steps = by == 0 ? 0 : (last - first) / by; /* phase one refuses 0 */
    if (!isfinite(steps))
        return NO_STEPS;
    if (!(steps > -0x1p62 && steps < 0x1p62))
        return steps < 0 ? -1 : INT64_MAX - 1;
    int64_t count = (int64_t)steps;
    if (with_rest)
        return count + ((double)count < steps ? 1 : 0);
    return count - ((double)count > steps ? 1 : 0);
}

static int64_t steps_of(const struct call *call, int start, int end, int step, bool with_rest)
{
    const struct scalar *first = call_scalar(call, start);
    const struct scalar *last = call_scalar(call, end);
    const struct scalar *by = call_scalar(call, step);
    if (type_is_whole(first->type) && type_is_whole(last->type) && type_is_whole(by->type))
        return whole_steps(scalar_int64(first), scalar_int64(last), scalar_int64(by), with_rest);
    return real_steps(scalar_double(first), scalar_double(last), scalar_double(by), with_rest);
}

/* One dimension: as many numbers as there are from start to end, without end. */
bool fill_shape_stepped(const struct call *call, int start, int end, int step, struct shape *shape)
{
    int64_t steps = steps_of(call, start, end, step, true);
    return steps != NO_STEPS && shape_line(shape, shape_larger(steps, 0));
}

/* One dimension: as many numbers as there are from start to end, with end. */
bool fill_shape_stepped_closed(const struct call *call, int start, int end, int step,
                               struct shape *shape)
{
    int64_t steps = steps_of(call, start, end, step, false);
    return steps != NO_STEPS && shape_line(shape, shape_larger(shape_sum(steps, 1), 0));
}

/* int64 for integers, otherwise float32, as in torch. */
aclDataType fill_shape_stepped_type(const struct call *call, int start, int end, int step)
{
    const int numbers[] = {start, end, step};
    for (int i = 0; i < 3; i++)
        if (type_is_float(call_type(call, numbers[i])))
            return ACL_FLOAT;
    return ACL_INT64;
}

/* Two dimensions. */
bool fill_shape_grid(const struct call *call, int rows, int columns, struct shape *shape)
{
    return shape_pair(shape, shape_larger(shape_integer(call, rows), 0),
                      shape_larger(shape_integer(call, columns), 0));
}
