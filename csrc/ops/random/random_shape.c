/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of random numbers. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/random.h"
#include "ops/common/shape.h"

/* Elements in a group of a mask, and the group's bytes: a bit for each element. */
#define GROUP_BITS 128
#define GROUP_BYTES 16

static bool mask_of(int64_t elements, struct shape *shape)
{
    return shape_line(shape, shape_product(shape_quotient_up(elements, GROUP_BITS), GROUP_BYTES));
}

/* Bytes with a bit for each element, in groups of 128. */
bool random_shape_mask(const struct call *call, int size, struct shape *shape)
{
    struct shape_numbers dims = shape_numbers(call, size);
    int64_t count = 1;
    for (int64_t i = 0; i < dims.count; i++)
        count = shape_product(count, dims.each[i]);
    return mask_of(count, shape);
}

/* The same as random_shape_mask, for the elements of a tensor. */
bool random_shape_mask_of(const struct call *call, int self, struct shape *shape)
{
    const struct tensor *tensor = call_tensor(call, self);
    return mask_of(shape_count(tensor->dims, tensor->rank), shape);
}

/* So many samples for each row. */
bool random_shape_samples(const struct call *call, int self, int count, struct shape *shape)
{
    const struct tensor *tensor = call_tensor(call, self);
    shape->rank = 0;
    shape_push_dims(shape, tensor, 0, tensor->rank - 1);
    shape_push(shape, shape_integer(call, count));
    return true;
}

/* The logits that are left, where they are wanted. */
bool random_shape_wanted_logits(const struct call *call, int logits, int wanted,
                                struct shape *shape)
{
    return shape_integer(call, wanted) != 0 ? shape_copy(shape, call_tensor(call, logits))
                                            : shape_absent(shape);
}

/* A token for each row, where what is left of it is not wanted. */
bool random_shape_tokens_unless(const struct call *call, int logits, int wanted,
                                struct shape *shape)
{
    return shape_integer(call, wanted) != 0
               ? shape_absent(shape)
               : shape_line(shape, shape_from_last(call_tensor(call, logits), 2, 1));
}

/* A token for each row. */
bool random_shape_tokens(const struct call *call, int logits, struct shape *shape)
{
    return shape_line(shape, shape_from_last(call_tensor(call, logits), 2, 1));
}
