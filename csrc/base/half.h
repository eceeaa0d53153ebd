/* SPDX-License-Identifier: Apache-2.0 */
/* Conversions of float16 and bfloat16, by arithmetic that compilers vectorise. */
#ifndef ACLNN_PY_BASE_HALF_H
#define ACLNN_PY_BASE_HALF_H

#include <stdint.h>
#include <string.h>

static inline float float_of_bits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline uint32_t bits_of_float(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline float float_of_float16(uint16_t half)
{
    uint32_t size = (uint32_t)(half & 0x7FFF) << 13;
    float scaled = float_of_bits(size) * 0x1p112F;
    uint32_t special = size >= 0x0F800000 ? 0x7F800000 : 0;
    return float_of_bits(bits_of_float(scaled) | special | (uint32_t)(half & 0x8000) << 16);
}

static inline float float_of_bfloat16(uint16_t half)
{
    return float_of_bits((uint32_t)half << 16);
}

/* Rounds to the nearest, ties to even. */
static inline uint16_t float16_of_float(float value)
{
    uint32_t bits = bits_of_float(value);
    uint32_t sign = bits >> 16 & 0x8000;
    uint32_t size = bits & 0x7FFFFFFF;
    if (size > 0x7F800000)
        return 0x7E00;
    if (size >= 0x477FF000)
        return (uint16_t)(sign | 0x7C00);
    if (size < 0x38800000)
        return (uint16_t)(sign | (bits_of_float(float_of_bits(size) + 0.5F) - 0x3F000000));
    return (uint16_t)(sign | (size + 0xFFF + (size >> 13 & 1) - 0x38000000) >> 13);
}

static inline uint16_t bfloat16_of_float(float value)
{
    uint32_t bits = bits_of_float(value);
    if ((bits & 0x7FFFFFFF) > 0x7F800000)
        return 0x7FC0;
    return (uint16_t)((bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
}

#endif
