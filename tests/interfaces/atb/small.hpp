/* SPDX-License-Identifier: Apache-2.0 */
/* float16 and bfloat16 on the host: values of IEEE 754 and of Brain, rounded to even. */
#ifndef ATB_SMALL_H
#define ATB_SMALL_H

#include <algorithm>

#include "run.hpp"

struct Format {
    aclDataType type;
    int fraction; /* bits */
    int least;    /* exponent of a normal number */
};

static const Format float16 = {ACL_FLOAT16, 10, -14}, bfloat16 = {ACL_BF16, 7, -126};

static inline double rounded(const Format &format, double value)
{
    if (value == 0)
        return 0;
    double step = std::ldexp(1.0, std::max(std::ilogb(value), format.least) - format.fraction);
    return std::nearbyint(value / step) * step;
}

static inline uint16_t encoded(const Format &format, double value)
{
    double given = std::fabs(rounded(format, value));
    int exponent = given == 0 ? format.least : std::max(std::ilogb(given), format.least);
    auto steps = (unsigned)std::ldexp(given, format.fraction - exponent);
    /* The bit in front of a normal number's fraction is not stored. */
    unsigned code = ((unsigned)(exponent - format.least) << format.fraction) + steps;
    return (uint16_t)(code | (std::signbit(value) ? 0x8000u : 0u));
}

static inline double decoded(const Format &format, uint16_t code)
{
    int exponent = (code & 0x7FFF) >> format.fraction;
    int fraction = code & ((1 << format.fraction) - 1);
    if (exponent > 0)
        fraction += 1 << format.fraction;
    double value = std::ldexp((double)fraction,
                              (exponent > 0 ? exponent - 1 : 0) + format.least - format.fraction);
    return (code & 0x8000) != 0 ? -value : value;
}

static inline atb::Tensor small(const Format &format, const Shape &shape, const std::vector<double> &values)
{
    std::vector<uint16_t> codes;
    for (double value : values)
        codes.push_back(encoded(format, value));
    return on_device(format.type, shape, codes);
}

static inline Floats floats_of(const Format &format, const atb::Tensor &tensor)
{
    Floats values;
    for (uint16_t code : read<uint16_t>(tensor))
        values.push_back((float)decoded(format, code));
    return values;
}

#endif
