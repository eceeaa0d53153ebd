/* SPDX-License-Identifier: Apache-2.0 */
/* Pads: what their checks, lists and kernels share. */
#include "ops/pad/pad.h"

#include <stdint.h>

#include "aclnn/opdev/op_errno.h"

struct padding pad_padding_of(const struct array *array, int32_t dim, int32_t rank)
{
    const int64_t *values = array_integers(array);
    uint64_t at = 2 * (uint64_t)(rank - 1 - dim);
    if (at + 1 >= array->size)
        return (struct padding){0, 0};
    return (struct padding){values[at], values[at + 1]};
}
