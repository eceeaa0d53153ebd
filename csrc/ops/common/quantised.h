/* SPDX-License-Identifier: Apache-2.0 */
/* How memory holds quantised numbers and their scales: what products with them read. */
#ifndef ACLNN_PY_OPS_COMMON_QUANTISED_H
#define ACLNN_PY_OPS_COMMON_QUANTISED_H

#include <stdint.h>
#include <string.h>

/* An element of int4, of which the lower half of a byte is the first. */
static inline float int4_at(const char *bytes, int64_t element)
{
    int value = (unsigned char)bytes[element / 2] >> (element % 2 * 4) & 15;
    return (float)(value < 8 ? value : value - 16);
}

/* The scale of a word of aclnnTransQuantParam: a float32 without its lower 13 bits. */
static inline float scale_of_word(uint64_t word)
{
    uint32_t bits = (uint32_t)word & 0xFFFFE000U;
    float scale;
    memcpy(&scale, &bits, sizeof scale);
    return scale;
}

/* The offset of such a word: 9 bits with a sign, from bit 37 on. */
static inline float offset_of_word(uint64_t word)
{
    int value = (int)(word >> 37 & 0x1FF);
    return (float)(value < 256 ? value : value - 512);
}

#endif
