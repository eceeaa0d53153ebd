/* SPDX-License-Identifier: Apache-2.0 */
/* Convolutions and their gradients: what their checks, lists and kernels share. */
#include "ops/conv/convolution.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"

bool conv_has_last_channels(const struct tensor *tensor)
{
    return tensor->format == ACL_FORMAT_NDHWC || tensor->format == ACL_FORMAT_NHWC;
}

void conv_sides(const struct array *padding, int32_t spatial, int32_t i, int64_t *before,
                int64_t *behind)
{
    const int64_t *numbers = array_integers(padding);
    bool has_sides = padding->size == 2 * (uint64_t)spatial;
    *before = numbers[has_sides ? 2 * i : i];
    *behind = numbers[has_sides ? 2 * i + 1 : i];
}
