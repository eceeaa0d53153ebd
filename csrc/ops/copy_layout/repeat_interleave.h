/* SPDX-License-Identifier: Apache-2.0 */
/* RepeatInterleave and its forms: what its checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_COPY_LAYOUT_REPEAT_INTERLEAVE_H
#define ACLNN_PY_OPS_COPY_LAYOUT_REPEAT_INTERLEAVE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"

struct interleave_attributes {
    int32_t dim;
    bool positions; /* what is repeated are the numbers from 0 on, and the one input is repeats */
};

#endif
