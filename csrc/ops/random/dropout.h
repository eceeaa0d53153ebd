/* SPDX-License-Identifier: Apache-2.0 */
/* Bernoulli and Dropout: what their checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_RANDOM_DROPOUT_H
#define ACLNN_PY_OPS_RANDOM_DROPOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/number.h"

/* A mask has a bit for each element, in whole groups of this many. */
#define GROUP 128

/* CANN treats two numbers as equal when they differ by less. */
#define EPSILON 2.220446049250313e-16

static inline bool random_dropout_is_near(double a, double b)
{
    return a - b <= EPSILON && b - a <= EPSILON;
}

static inline double random_dropout_probability_of_scale(double scale)
{
    return random_dropout_is_near(scale, 0) ? 1 : 1 - 1 / scale;
}

static inline int64_t random_dropout_mask_bytes(int64_t elements)
{
    return divide_up(elements, GROUP) * (GROUP / 8);
}

#endif
