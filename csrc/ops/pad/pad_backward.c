/* SPDX-License-Identifier: Apache-2.0 */
/* Gradients of pads: what their checks, lists and kernels share. */
#include "ops/pad/pad_backward.h"

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"

bool pad_backward_are_small(const struct array *array)
{
    const int64_t *pads = array_integers(array);
    bool below = true;
    for (int i = 0; i < 4; i++) {
        if (pads[i] < 0)
            return false;
        below &= pads[i] <= MOST_OF_SMALL_PADS;
    }
    return below || (pads[2] == 0 && pads[3] == 0);
}
