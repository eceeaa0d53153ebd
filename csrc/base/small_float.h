/* SPDX-License-Identifier: Apache-2.0 */
/* Conversions of float32 to floats of 4 and 8 bits, to the nearest, and back. The vector unit has
 * the same (aclnn_py/kernels/vector/small_floats.py). */
#ifndef ACLNN_PY_BASE_SMALL_FLOAT_H
#define ACLNN_PY_BASE_SMALL_FLOAT_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/half.h"

#define FLOAT_INFINITY UINT32_C(0x7F800000)
#define HIFLOAT8_MOST 32768.0F
#define HIFLOAT8_LEAST UINT32_C(104) /* the exponent of 2^-23, as a float32 has it */

/* A sign, an exponent of the bias, and a fraction of so many bits. */
struct small_float {
    uint32_t sign;
    uint32_t fraction;
    uint32_t bias;
    uint32_t largest; /* the code of the largest number, */
    uint32_t beyond;  /* of what is larger, */
    uint32_t nan;     /* and of NaN, which float4 does not have: 0 */
};

static const struct small_float small_e5m2 = {0x80, 2, 15, 0x7B, 0x7C, 0x7E};
static const struct small_float small_e4m3 = {0x80, 3, 7, 0x7E, 0x7F, 0x7F};
static const struct small_float small_e2m1 = {0x08, 1, 1, 0x07, 0x07, 0x00};
static const struct small_float small_e1m2 = {0x08, 2, 1, 0x07, 0x07, 0x00};

/* Ties go to the even code. NaN has no sign. */
static inline uint8_t small_float_of(const struct small_float *f, float value)
{
    uint32_t bits = bits_of_float(value);
    uint32_t magnitude = bits & 0x7FFFFFFF;
    uint32_t shift = 23 - f->fraction;
    uint32_t code;
    if (magnitude > FLOAT_INFINITY)
        return (uint8_t)f->nan;
    if (magnitude >= (128 - f->bias) << 23) {
        uint32_t from_one = magnitude - ((127 - f->bias) << 23);
        code = (from_one + (UINT32_C(1) << (shift - 1)) - 1 + (magnitude >> shift & 1)) >> shift;
    } else {
        /* A unit of a float32 near this number is one of the numbers below the normal ones. */
        uint32_t ruler = (127 + 24 - f->bias - f->fraction) << 23;
        code = bits_of_float(float_of_bits(magnitude) + float_of_bits(ruler)) - ruler;
    }
    return (uint8_t)((code > f->largest ? f->beyond : code) | ((bits >> 31) != 0 ? f->sign : 0));
}

/* The number of a code of 8 bits. */
static inline float float_of_small(const struct small_float *f, uint8_t code)
{
    uint32_t magnitude = code & 0x7F;
    int exponent = (int)(magnitude >> f->fraction);
    uint32_t fraction = magnitude & ((UINT32_C(1) << f->fraction) - 1);
    float whole = (float)(exponent == 0 ? fraction : fraction | UINT32_C(1) << f->fraction);
    int power = (exponent == 0 ? 1 : exponent) - (int)f->bias - (int)f->fraction;
    float number = magnitude <= f->largest                         ? ldexpf(whole, power)
                   : magnitude == f->beyond && f->beyond != f->nan ? (float)INFINITY
                                                                   : (float)NAN;
    return code > 0x7F ? -number : number;
}

/* By exponent from HIFLOAT8_LEAST on: the bits of the fraction, and the code of the power of two,
 * to which the fraction is added.
 *
 * Behind the sign a prefix says how many bits the exponent has, and the fraction has the rest: 11
 * an exponent of 8 to 15 and a fraction of 1 bit, 10 of 4 to 7 and 2 bits, 01 of 2 and 3, 001 of 1
 * and 0001 of 0 with 3 bits. 0000 m is 2^(m - 23), or 0. The least exponent is that of numbers that
 * are rounded up to the smallest power. */
static const uint8_t hifloat8_fractions[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1,
                                             1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3,
                                             3, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1};
static const uint8_t hifloat8_powers[] = {
    0x01, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x7E, 0x7C, 0x7A, 0x78, 0x76,
    0x74, 0x72, 0x70, 0x5C, 0x58, 0x54, 0x50, 0x38, 0x30, 0x18, 0x08, 0x10, 0x20,
    0x28, 0x40, 0x44, 0x48, 0x4C, 0x60, 0x62, 0x64, 0x66, 0x68, 0x6A, 0x6C, 0x6E};

/* Ties go away from zero. What is too large becomes the largest number, NaN 0. */
static inline uint8_t hifloat8_of_float(float value)
{
    uint32_t sign = bits_of_float(value) >> 24 & 0x80;
    uint32_t magnitude = bits_of_float(value) & 0x7FFFFFFF;
    if (magnitude > FLOAT_INFINITY || magnitude < HIFLOAT8_LEAST << 23)
        return 0;
    if (magnitude > bits_of_float(HIFLOAT8_MOST))
        magnitude = bits_of_float(HIFLOAT8_MOST);
    magnitude += UINT32_C(1) << (22 - hifloat8_fractions[(magnitude >> 23) - HIFLOAT8_LEAST]);
    uint32_t exponent = (magnitude >> 23) - HIFLOAT8_LEAST;
    uint32_t fraction = (magnitude & 0x7FFFFF) >> (23 - hifloat8_fractions[exponent]);
    return (uint8_t)(sign | hifloat8_powers[exponent] | fraction);
}

static inline float float_of_hifloat8(uint8_t code)
{
    int low = code & 0x7F;
    int width = low >= 0x60 ? 3 : low >= 0x40 ? 2 : low >= 0x20 ? 1 : 0;
    int fraction = low >= 0x40 ? 4 - width : 3;
    int exponent = low < 0x10 ? 0 : (1 << width) | (low >> fraction & ((1 << width) - 1));
    bool is_less = low >= 0x10 && (low >> (fraction + width) & 1) != 0;
    float number = ldexpf((float)((1 << fraction) | (low & ((1 << fraction) - 1))),
                          (is_less ? -exponent : exponent) - fraction);
    if (low < 0x08)
        number = low == 0 ? 0 : ldexpf(1, low - 23);
    if (code == 0x80)
        return (float)NAN;
    number = low == 0x6F ? (float)INFINITY : number;
    return code > 0x7F ? -number : number;
}

#endif
