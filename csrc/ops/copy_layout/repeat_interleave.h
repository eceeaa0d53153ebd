/* SPDX-License-Identifier: Apache-2.0 */
/* RepeatInterleave and its forms: what their checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_COPY_LAYOUT_REPEAT_INTERLEAVE_H
#define ACLNN_PY_OPS_COPY_LAYOUT_REPEAT_INTERLEAVE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"

struct interleave_attributes {
    int32_t dim;
    bool positions; /* the numbers 0, 1, 2 ... are repeated, and the only input is repeats */
};

#endif
