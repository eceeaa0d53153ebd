/* SPDX-License-Identifier: Apache-2.0 */
/* Rotary position embedding: what its checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_ROPE_ROPE_H
#define ACLNN_PY_OPS_ROPE_ROPE_H

#include <stdbool.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"

#define MOST_COLUMNS 1024

enum rotary_mode { HALVES, NEIGHBOURS, QUARTERS, NEIGHBOURS_TO_HALVES, ROTARY_MODES };

struct rotary {
    enum rotary_mode mode;
    bool is_backward;  /* computes the gradient of x; inputs are dy, cos and sin */
    bool is_of_angles; /* computes the gradients of cos and sin; inputs are dy and x */
};

static inline int rope_mode_named(const char *text)
{
    static const char *const names[] = {"half", "interleave", "quarter"};
    for (int i = 0; i < 3; i++)
        if (strcmp(text, names[i]) == 0)
            return i;
    return -1;
}

#endif
