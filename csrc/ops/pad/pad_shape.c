/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of padded tensors. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/pad.h"
#include "ops/common/shape.h"

/* The shape with elements added before and behind dimensions. The array begins with the last
 * dimension. */
bool pad_shape_padded(const struct call *call, int self, int padding, struct shape *shape)
{
    const struct tensor *tensor = call_tensor(call, self);
    struct shape_numbers places = shape_numbers(call, padding);
    shape_copy(shape, tensor);
    for (int32_t i = 0; i < tensor->rank && 2 * i + 1 < places.count; i++) {
        int64_t *dim = &shape->dims[tensor->rank - 1 - i];
        *dim = shape_sum(shape_sum(*dim, places.each[2 * i]), places.each[2 * i + 1]);
    }
    for (int32_t i = 0; i < tensor->rank; i++)
        shape->dims[i] = shape_larger(shape->dims[i], 0);
    return true;
}
