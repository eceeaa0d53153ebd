/* SPDX-License-Identifier: Apache-2.0 */
/* Division and rounding in the way of the vendor's tilings, which also define the result of a
 * division by 0. */
#ifndef ACLNN_PY_WORKSPACE_ARITHMETIC_H
#define ACLNN_PY_WORKSPACE_ARITHMETIC_H

#include <stdint.h>

/* The quotient rounded up; the value itself when divided by 0. */
static inline uint64_t divide_up(uint64_t value, uint64_t divisor)
{
    return divisor == 0 || value == 0 ? value : (value - 1) / divisor + 1;
}

/* The next multiple of alignment from value on. */
static inline uint64_t align_up(uint64_t value, uint64_t alignment)
{
    return divide_up(value, alignment) * alignment;
}

static inline uint64_t align_down(uint64_t value, uint64_t alignment)
{
    return value / alignment * alignment;
}

static inline uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static inline uint64_t larger(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

#endif
