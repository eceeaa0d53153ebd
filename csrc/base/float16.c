/* SPDX-License-Identifier: Apache-2.0 */
/* The two conversions that CANN offers to host programs; they know no infinity and no NaN. */
#include <stdint.h>
#include <string.h>

#include "impl/acl/acl_base_rt.h"

#define HALF_LARGEST 0x7BFFu
#define FLOAT_LARGE 0x47800000u        /* 65536 */
#define FLOAT_SMALL_NORMAL 0x38800000u /* 2^-14, the smallest normal half */
#define FLOAT_TOO_SMALL 0x33000000u    /* 2^-25, half of the smallest half */

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* Exponent 31 counts like any other, so 0x7C00 is 65536. That is what CANN answers. */
float aclFloat16ToFloatImpl(aclFloat16 value)
{
    uint32_t exponent = value >> 10 & 0x1F;
    uint32_t fraction = value & 0x3FF;
    float magnitude;
    if (exponent == 0) {
        magnitude = (float)fraction * 0x1p-24f;
    } else {
        uint32_t bits = (exponent + 112) << 23 | fraction << 13;
        memcpy(&magnitude, &bits, sizeof magnitude);
    }
    return value & 0x8000 ? -magnitude : magnitude;
}

/* Returns value / 2^shift, rounded to nearest, ties to even. */
static uint32_t shift_rounded(uint32_t value, uint32_t shift)
{
    uint32_t quotient = value >> shift;
    uint32_t rest = value & ((1u << shift) - 1);
    uint32_t tie = 1u << (shift - 1);
    return quotient + (rest > tie || (rest == tie && (quotient & 1)));
}

/* Whatever is too large, infinities and NaNs included, becomes the largest half. That is what CANN
 * answers. */
aclFloat16 aclFloatToFloat16Impl(float value)
{
    uint32_t bits = bits_of(value);
    uint32_t sign = bits >> 16 & 0x8000;
    uint32_t magnitude = bits & 0x7FFFFFFF;
    uint32_t half = HALF_LARGEST;
    if (magnitude < FLOAT_TOO_SMALL)
        half = 0;
    else if (magnitude < FLOAT_SMALL_NORMAL)
        half = shift_rounded((magnitude & 0x7FFFFF) | 0x800000, 126 - (magnitude >> 23));
    else if (magnitude < FLOAT_LARGE)
        half = shift_rounded(magnitude - (112u << 23), 13);
    return (aclFloat16)(sign | (half < HALF_LARGEST ? half : HALF_LARGEST));
}
