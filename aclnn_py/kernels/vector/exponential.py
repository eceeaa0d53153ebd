# SPDX-License-Identifier: Apache-2.0
"""The exponential function.

x = k ln 2 + r, and exp x = 2^k exp r, with a polynomial for exp r between -ln 2 / 2 and ln 2 / 2.
The product of k and the upper part of ln 2 is exact, and so is its difference from x: r is known
better than one number holds. What is rounded once is rounded once at every level, so the bits are
the same on every machine.
"""

from __future__ import annotations

import numpy as np

from ..dialect.functions import device
from ..dialect.fused import fused_multiply_add
from ..dialect.instructions import HALVES, bits_of, float_of, instruction, number
from .exponents import (
    ROUND_32,
    ROUND_32_BITS,
    ROUND_64,
    ROUND_64_BITS,
    power_of_two_32,
    power_of_two_64,
)
from .pairs import halves_of, sum_of_larger
from .trigonometry import sine_and_cosine_32, sine_and_cosine_64

LOG2_E = 1.4426950408889634

LN2_HIGH_32 = 355 / 512
LN2_LOW_32 = -2.1219444005469058e-4
LN2_HIGH_64 = float.fromhex("0x1.62e42fee00000p-1")
LN2_LOW_64 = float.fromhex("0x1.a39ef35793c76p-33")

LN2_64 = 0.6931471805599453
# Its upper 26 bits, and the rest.
LN2_UPPER_64 = float.fromhex("0x1.62e4300000000p-1")
LN2_LOWER_64 = -1.904654299957768e-09


@device
def _behind_32(r):  # type: ignore[no-untyped-def]
    """(exp r - 1 - r) / r^2, of an r between -ln 2 / 2 and ln 2 / 2."""
    p = number(r, 1.393545454001469e-3)
    p = fused_multiply_add(p, r, number(r, 8.364383389846556e-3))
    p = fused_multiply_add(p, r, number(r, 4.1666448332026006e-2))
    p = fused_multiply_add(p, r, number(r, 1.6666569602844578e-1))
    p = fused_multiply_add(p, r, number(r, 0.5))
    return p  # noqa: RET504 - polynomials.py reads the steps


@device
def reduced_32(x):  # type: ignore[no-untyped-def]
    """As reduced_64 for a float32 that is not large: high, more and an int32 k."""
    rounded = fused_multiply_add(x, number(x, LOG2_E), number(x, ROUND_32))
    k = rounded - number(x, ROUND_32)
    high = fused_multiply_add(k, number(x, -LN2_HIGH_32), x)
    low = k * number(x, LN2_LOW_32)
    r = high - low
    behind = fused_multiply_add(r * r, _behind_32(r), -low)
    return high, behind, number(bits_of(x), bits_of(rounded) - ROUND_32_BITS)


@device
def _rest_32(x, bias):  # type: ignore[no-untyped-def]
    """The r of x = k ln 2 + r, behind 1.5 2^23 + `bias` + k."""
    base = number(x, ROUND_32 + bias)
    rounded = fused_multiply_add(x, number(x, LOG2_E), base)
    k = rounded - base
    high = fused_multiply_add(k, number(x, -LN2_HIGH_32), x)
    return rounded, fused_multiply_add(k, number(x, -LN2_LOW_32), high)


@device
def _power_32(r):  # type: ignore[no-untyped-def]
    """The exp r of an r between -ln 2 / 2 and ln 2 / 2."""
    one = number(r, 1.0)
    return fused_multiply_add(fused_multiply_add(_behind_32(r), r, one), r, one)


@device
def parts_32(x, bias):  # type: ignore[no-untyped-def]
    """A p near 1 with exp x = 2^k p, of a float32 that is not large, and k + `bias` in the lowest
    nine bits of an int32, where it has room there.

    p is less than 0.95 units in the last place from the exact one.
    """
    rounded, r = _rest_32(x, bias)
    return _power_32(r), bits_of(rounded)


@device
def parts_of_inverse_32(x, bias):  # type: ignore[no-untyped-def]
    """The same with exp -x = 2^-k p."""
    rounded, r = _rest_32(x, bias)
    return _power_32(-r), bits_of(rounded)


@device
def two_powers_32(biased):  # type: ignore[no-untyped-def]
    """Two float32 with the product 2^k, of a k from -254 to 256 that `parts_32` gave with the bias
    254: 2^k alone may be too large or too small."""
    first = number(biased, (biased << 22) & 0x7F800000)
    return float_of(first), float_of(number(biased, (biased << 23) - first))


@device
def inverse_power_32(biased):  # type: ignore[no-untyped-def]
    """The float32 2^-k of a k that `parts_32` gave with the bias 254; 0 from 127 on."""
    exponent = number(biased, ROUND_32_BITS + 254 + 127 - biased)
    exponent = number(biased, 0) if exponent < 0 else exponent
    return float_of(number(biased, exponent << 23))


@device
def scaled_32(x, exponent):  # type: ignore[no-untyped-def]
    """The product of x and 2^exponent, in two steps: the result may be subnormal, or 2^exponent
    too large alone."""
    half = exponent >> 1
    return (
        x
        * power_of_two_32(number(exponent, half))
        * power_of_two_32(number(exponent, exponent - half))
    )


@device
def exp_32(x):  # type: ignore[no-untyped-def]
    x = number(x, 89.0) if x > number(x, 89.0) else x
    x = number(x, -104.0) if x < number(x, -104.0) else x
    p, biased = parts_32(x, 254)
    first, second = two_powers_32(biased)
    return p * first * second


@instruction(f"float32 {HALVES}")
def exp(x):  # type: ignore[no-untyped-def]
    """Less than 0.95 units in the last place from the exact result."""
    return exp_32(x)


@device
def expm1_32(x):  # type: ignore[no-untyped-def]
    """The exp x - 1 of a float32, less than 1.5 units in the last place from the exact one.

    x = k ln 2 + r; ((1 - 2^-k) + (exp r - 1)) 2^k.
    """
    bounded = number(x, 89.0) if x > number(x, 89.0) else x
    bounded = number(x, -18.0) if bounded < number(x, -18.0) else bounded
    base = number(x, ROUND_32 + 254)
    rounded = fused_multiply_add(bounded, number(x, LOG2_E), base)
    k = rounded - base
    high = fused_multiply_add(k, number(x, -LN2_HIGH_32), bounded)
    low = k * number(x, LN2_LOW_32)
    r = high - low
    behind = fused_multiply_add(r * r, _behind_32(r), -low)
    biased = bits_of(rounded)
    first, second = two_powers_32(biased)
    share = number(x, 1.0) - inverse_power_32(biased)
    upper = share + high
    lower = high - (upper - share)
    result = (upper + (lower + behind)) * first * second
    return x if x == number(x, 0.0) else result


@device
def _behind_64(r):  # type: ignore[no-untyped-def]
    """The same of a float64."""
    p = 2.0921589370829142e-09
    p = p * r + 2.510521838664829e-08
    p = p * r + 2.7557252912472866e-07
    p = p * r + 2.7557255396471e-06
    p = p * r + 2.480158734733946e-05
    p = p * r + 0.0001984126987482399
    p = p * r + 0.0013888888888874398
    p = p * r + 0.008333333333326134
    p = p * r + 0.041666666666666685
    p = p * r + 0.1666666666666667
    p = p * r + 0.5
    return r * r * p


@device
def reduced_64(x, rest):  # type: ignore[no-untyped-def]
    """The parts of x + rest = k ln 2 + high + low, and exp(high + low) = 1 + high + more.

    high, more, and the bits of k + 1.5 2^52. `rest` is small, |x| is less than 2000.
    """
    rounded = x * LOG2_E + ROUND_64
    k = rounded - ROUND_64
    high = x - k * LN2_HIGH_64
    low = k * LN2_LOW_64 - rest
    return high, _behind_64(high - low) - low, bits_of(rounded) - ROUND_64_BITS


@device
def exp_in_pair(x, rest):  # type: ignore[no-untyped-def]
    """exp(x + rest) = (p + q) 2^k with p near 1 and an int64 k, to 60 bits."""
    high, more, k = reduced_64(x, rest)
    p, q = sum_of_larger(1.0, high)
    p, q = sum_of_larger(p, q + more)
    return p, q, k


@device
def exp_in_parts(x):  # type: ignore[no-untyped-def]
    """A float64 p near 1 and an int64 k with exp x = p 2^k, of a float64 x that is not large."""
    p, _, k = exp_in_pair(x, 0.0)
    return p, k


@device
def scaled_64(x, exponent):  # type: ignore[no-untyped-def]
    """The product of x and 2^exponent, in two steps: the result may be subnormal, or 2^exponent
    too large alone."""
    # The mask says that nothing shifted is negative: AVX2 has no other shift.
    half = ((exponent + 2046) >> 1) & 0x7FF
    return x * float_of(half << 52) * float_of((exponent + 2046 - half) << 52)


@device
def exp_64(x):  # type: ignore[no-untyped-def]
    """The exp x of any float64."""
    x = 710.0 if x > 710.0 else x
    x = -746.0 if x < -746.0 else x
    result, exponent = exp_in_parts(x)
    return scaled_64(result, exponent)


@exp.register("float64")
def _(x):  # type: ignore[no-untyped-def]
    """Less than 0.8 units in the last place from the exact result."""
    return exp_64(x)


@device
def exp2_64(x):  # type: ignore[no-untyped-def]
    """The power 2^x of any float64."""
    x = 1025.0 if x > 1025.0 else x
    x = -1080.0 if x < -1080.0 else x
    rounded = x + ROUND_64
    upper, lower = halves_of(x - (rounded - ROUND_64))
    high = upper * LN2_UPPER_64
    low = upper * LN2_LOWER_64 + lower * LN2_64
    result = 1.0 + (high + (low + _behind_64(high + low)))
    return scaled_64(result, bits_of(rounded) - ROUND_64_BITS)


@instruction("float32")
def exp2(x):  # type: ignore[no-untyped-def]
    """Less than 1 unit in the last place from the exact result."""
    x = number(x, 129.0) if x > number(x, 129.0) else x
    x = number(x, -151.0) if x < number(x, -151.0) else x
    base = number(x, ROUND_32 + 254)
    rounded = x + base
    r = (x - (rounded - base)) * number(x, LN2_64)
    upper = number(x, 1.0) + r
    lower = r - (upper - number(x, 1.0))
    first, second = two_powers_32(bits_of(rounded))
    return (upper + fused_multiply_add(r * r, _behind_32(r), lower)) * first * second


@exp2.register("float64")
def _(x):  # type: ignore[no-untyped-def]
    """Less than 1.1 units in the last place from the exact result."""
    return exp2_64(x)


# exp(a + bi) = exp a (cos b + i sin b). In place of a large a, an infinite one too, is a number at
# which every sine and cosine but 0 still gives what is too large or too small. So infinities give
# what C's Annex G says, but where b has no sine, and 0i stays 0i.


@device
def _with_special_values(a, b, real, imaginary):  # type: ignore[no-untyped-def]
    """The parts, where C says them of an a or b that is no number."""
    has_sine = b - b == 0
    if not has_sine and a == np.inf:
        real = a
    if not has_sine and a == -np.inf:
        real = 0.0
        imaginary = 0.0
    if b == 0:
        imaginary = b
    return complex(real, imaginary)


@exp.register("complex64")
def _(x):  # type: ignore[no-untyped-def]
    """In float64, rounded once: each part less than 0.51 units in the last place from the exact."""
    a = number(1.0, x.real)
    b = number(1.0, x.imag)
    sine, cosine = sine_and_cosine_32(b)
    bounded = 300.0 if a > 300.0 else a
    bounded = -300.0 if a < -300.0 else bounded
    result, exponent = exp_in_parts(bounded)
    result = result * power_of_two_64(exponent)
    return np.complex64(_with_special_values(a, b, result * cosine, result * sine))


@exp.register("complex128")
def _(x):  # type: ignore[no-untyped-def]
    """Each part less than 2.5 units in the last place from the exact result."""
    sine, cosine = sine_and_cosine_64(x.imag)
    bounded = 1460.0 if x.real > 1460.0 else x.real
    bounded = -750.0 if x.real < -750.0 else bounded
    result, exponent = exp_in_parts(bounded)
    # A small sine times exp a may be a number where exp a alone is infinite.
    first = min(max(exponent, 0), 1023)
    second = (exponent - first) >> 1
    third = exponent - first - second
    upper = power_of_two_64(first)
    middle = power_of_two_64(second)
    lower = power_of_two_64(third)
    real = cosine * upper * result * middle * lower
    imaginary = sine * upper * result * middle * lower
    return _with_special_values(x.real, x.imag, real, imaginary)
