/* SPDX-License-Identifier: Apache-2.0 */
/*
 * opdev/float4_e2m1.h: op::Float4E2M1, a 4-bit floating-point number of the host, for C++.
 *
 * The numbers are 0, 0.5, 1, 1.5, 2, 3, 4 and 6, and their negatives; there is no infinity and no
 * NaN. `value` has the bits, sign first, in its low half: a tensor of ACL_FLOAT4_E2M1 has two
 * elements a byte, the first in the low half. Made from a float: the nearest number, of two as near
 * the one whose last bit is 0, 6 for what is larger, 0 for NaN. In C the header is empty.
 */
#ifndef ACLNN_OPDEV_FLOAT4_E2M1_H
#define ACLNN_OPDEV_FLOAT4_E2M1_H

#ifdef __cplusplus

#include <cmath>
#include <cstdint>

namespace op {

struct Float4E2M1 {
    struct FromBitsTag {};

    uint8_t value;

    constexpr Float4E2M1() : value(0) {}

    constexpr Float4E2M1(uint8_t bits, FromBitsTag) : value(bits & 0x0f) {}

    Float4E2M1(float number) : value(nearest(std::fabs(number)))
    {
        if (std::signbit(number) && !std::isnan(number))
            value |= 0x08;
    }

    static constexpr FromBitsTag FromBits() { return FromBitsTag(); }

    operator float() const { return (value & 0x08) != 0 ? -size(value & 7) : size(value & 7); }

    operator double() const { return static_cast<float>(*this); }

    bool IsZero() const { return (value & 7) == 0; }
    bool IsNaN() const { return false; }
    bool IsInf() const { return false; }

private:
    static float size(int bits)
    {
        static const float sizes[] = {0.0f, 0.5f, 1.0f, 1.5f, 2.0f, 3.0f, 4.0f, 6.0f};
        return sizes[bits];
    }

    /* Up from the middle of two numbers; from the middle itself if that leads to an even one. */
    static uint8_t nearest(float number)
    {
        uint8_t bits = 0;
        while (bits < 7) {
            const float middle = (size(bits) + size(bits + 1)) / 2;
            if (!(number > middle || (number == middle && bits % 2 == 1)))
                break;
            bits++;
        }
        return bits;
    }
};

} // namespace op

#endif

#endif
