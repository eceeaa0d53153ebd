# SPDX-License-Identifier: Apache-2.0
"""The exponential function.

x = k ln 2 + r, and exp x = 2^k exp r, with a polynomial for exp r between -ln 2 / 2 and ln 2 / 2.
The product of k and the upper part of ln 2 is exact, and so is its difference from x: r is known
better than one number holds. Nothing is fused, so the bits are the same on every machine.
"""

from __future__ import annotations

from ..dialect.functions import device
from ..dialect.instructions import HALVES, bits_of, float_of, instruction, number

LOG2_E = 1.4426950408889634

# Adding this to a number that is not large rounds it to an integer, in the lowest bits of the sum.
ROUND_32 = 1.5 * 2.0**23
ROUND_32_BITS = 0x4B400000
ROUND_64 = 1.5 * 2.0**52
ROUND_64_BITS = 0x4338000000000000

LN2_HIGH_32 = 355 / 512
LN2_LOW_32 = -2.1219444005469058e-4
LN2_HIGH_64 = float.fromhex("0x1.62e42fee00000p-1")
LN2_LOW_64 = float.fromhex("0x1.a39ef35793c76p-33")


@device
def power_of_two_32(exponent):  # type: ignore[no-untyped-def]
    """2^exponent as float32, of an int32 from -126 to 127."""
    return float_of(number(exponent, (exponent + 127) << 23))


@device
def power_of_two_64(exponent):  # type: ignore[no-untyped-def]
    """2^exponent as float64, of an int64 from -1022 to 1023."""
    return float_of((exponent + 1023) << 52)


@instruction(f"float32 {HALVES}")
def exp(x):  # type: ignore[no-untyped-def]
    """Less than 0.95 units in the last place from the exact result."""
    x = number(x, 89.0) if x > number(x, 89.0) else x
    x = number(x, -104.0) if x < number(x, -104.0) else x
    rounded = x * number(x, LOG2_E) + number(x, ROUND_32)
    k = rounded - number(x, ROUND_32)
    high = x - k * number(x, LN2_HIGH_32)
    low = k * number(x, LN2_LOW_32)
    r = high - low
    p = number(x, 1.393545454001469e-3)
    p = p * r + number(x, 8.364383389846556e-3)
    p = p * r + number(x, 4.1666448332026006e-2)
    p = p * r + number(x, 1.6666569602844578e-1)
    p = p * r + number(x, 0.5)
    result = number(x, 1.0) + (high + (r * r * p - low))
    # In two steps: the result may be subnormal, or 2^k too large alone.
    exponent = number(bits_of(x), bits_of(rounded) - ROUND_32_BITS)
    half = exponent >> 1
    return (
        result
        * power_of_two_32(number(exponent, half))
        * power_of_two_32(number(exponent, exponent - half))
    )


@exp.register("float64")
def _(x):  # type: ignore[no-untyped-def]
    """Less than 0.9 units in the last place from the exact result."""
    x = 710.0 if x > 710.0 else x
    x = -746.0 if x < -746.0 else x
    rounded = x * LOG2_E + ROUND_64
    k = rounded - ROUND_64
    high = x - k * LN2_HIGH_64
    low = k * LN2_LOW_64
    r = high - low
    p = 1 / 6227020800
    p = p * r + 1 / 479001600
    p = p * r + 1 / 39916800
    p = p * r + 1 / 3628800
    p = p * r + 1 / 362880
    p = p * r + 1 / 40320
    p = p * r + 1 / 5040
    p = p * r + 1 / 720
    p = p * r + 1 / 120
    p = p * r + 1 / 24
    p = p * r + 1 / 6
    p = p * r + 0.5
    result = 1.0 + (high + (r * r * p - low))
    exponent = bits_of(rounded) - ROUND_64_BITS
    half = exponent >> 1
    return result * power_of_two_64(half) * power_of_two_64(exponent - half)
