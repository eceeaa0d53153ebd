/* SPDX-License-Identifier: Apache-2.0 */
/* Small functions of numbers. */
#ifndef ACLNN_PY_BASE_NUMBER_H
#define ACLNN_PY_BASE_NUMBER_H

#include <math.h>
#include <stdint.h>

/* The number, with one and the same NaN for all: infinity - infinity is a negative one on x86-64, a
 * positive one on aarch64. */
static inline double with_positive_nan(double number)
{
    return isnan(number) ? (double)NAN : number;
}

static inline int64_t clamp(int64_t value, int64_t low, int64_t high)
{
    return value < low ? low : value > high ? high : value;
}

static inline int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static inline int64_t most(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* The quotient rounded up. value is 0 or above. */
static inline int64_t divide_up(int64_t value, int64_t divisor)
{
    return value / divisor + (value % divisor > 0);
}

/* The next multiple of a unit. value is 0 or above. */
static inline int64_t round_up(int64_t value, int64_t unit)
{
    return divide_up(value, unit) * unit;
}

/* Sums, products and differences that wrap around where the result does not fit into int64_t. */
static inline int64_t wrapped_sum(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a + (uint64_t)b);
}

static inline int64_t wrapped_product(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a * (uint64_t)b);
}

static inline int64_t wrapped_difference(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a - (uint64_t)b);
}

/* The sum, within -INT64_MAX and INT64_MAX, whose signs may be turned. */
static inline int64_t bounded_sum(int64_t a, int64_t b)
{
    int64_t sum;
    if (__builtin_add_overflow(a, b, &sum))
        return a < 0 ? -INT64_MAX : INT64_MAX;
    return most(sum, -INT64_MAX);
}

/* The absolute value, right for INT64_MIN too. */
static inline uint64_t magnitude_of(int64_t value)
{
    return value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
}

/* Mixes the bits of x (SplitMix64): when one bit of x changes, about half of the bits of the result
 * do. */
static inline uint64_t mix_bits(uint64_t x)
{
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9;
    x = (x ^ x >> 27) * 0x94D049BB133111EB;
    return x ^ x >> 31;
}

#endif
