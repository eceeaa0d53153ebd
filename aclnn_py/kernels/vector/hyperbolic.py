# SPDX-License-Identifier: Apache-2.0
"""exp x - 1, and hyperbolic functions."""

from __future__ import annotations

import math

from ..dialect.functions import device
from ..dialect.instructions import HALVES, instruction, number
from .exponential import (
    exp_in_pair,
    expm1_32,
    inverse_power_32,
    parts_32,
    reduced_32,
    reduced_64,
    scaled_64,
    two_powers_32,
)
from .exponents import power_of_two_32, power_of_two_64
from .pairs import sum_of, sum_of_larger


@device
def half_expm1_in_pair(x):  # type: ignore[no-untyped-def]
    """(exp x - 1) / 2 as a pair, of an x from -50 to 710 that is not tiny."""
    high, more, k = reduced_64(x, 0.0)
    power = power_of_two_64(k - 1)
    result, rest = sum_of(power - 0.5, power * high)
    return sum_of_larger(result, rest + power * more)


@device
def expm1_64(x):  # type: ignore[no-untyped-def]
    """The exp x - 1 of any float64."""
    bounded = 710.0 if x > 710.0 else x
    bounded = -50.0 if bounded < -50.0 else bounded
    result = 2.0 * half_expm1_in_pair(bounded)[0]
    return x if abs(x) < 1e-20 else result


@device
def tanh_64(x):  # type: ignore[no-untyped-def]
    """The tanh x of any float64: -e / (2 + e) with e = exp(-2 |x|) - 1."""
    bounded = -2.0 * abs(x)
    bounded = -50.0 if bounded < -50.0 else bounded
    half, half_rest = half_expm1_in_pair(bounded)
    below, below_rest = sum_of_larger(1.0, half)
    quotient = half / below
    rest = (half_rest - quotient * (below_rest + half_rest)) / below
    result = -(quotient + rest)
    return x if abs(x) < 1e-20 else math.copysign(result, x)


@instruction("float32")
def expm1(x):  # type: ignore[no-untyped-def]
    """Less than 1.5 units in the last place from the exact result."""
    return expm1_32(x)


@expm1.register("float64")
def _(x):  # type: ignore[no-untyped-def]
    """Less than 1.2 units in the last place from the exact result."""
    return expm1_64(x)


@instruction(f"float32 {HALVES}")
def tanh(x):  # type: ignore[no-untyped-def]
    """Less than 2.5 units in the last place from the exact result: (1 - e) / (1 + e)."""
    bounded = number(x, -2.0) * abs(x)
    bounded = number(x, -20.0) if bounded < number(x, -20.0) else bounded
    high, more, k = reduced_32(bounded)
    power = power_of_two_32(k)
    rest = power * (high + more)
    one = number(x, 1.0)
    return math.copysign(((one - power) - rest) / ((one + power) + rest), x)


@tanh.register("float64")
def _(x):  # type: ignore[no-untyped-def]
    """Less than 1.5 units in the last place from the exact result."""
    return tanh_64(x)


@device
def _half_exponentials(x):  # type: ignore[no-untyped-def]
    """What is exp(|x|) / 2 as a pair, and exp(-|x|) / 2."""
    bounded = abs(x)
    bounded = 720.0 if bounded > 720.0 else bounded
    p, q, k = exp_in_pair(bounded, 0.0)
    return scaled_64(p, k - 1), scaled_64(q, k - 1), scaled_64(1.0 / p, -k - 1)


@device
def sinh_64(x):  # type: ignore[no-untyped-def]
    """The hyperbolic sine of any float64: a polynomial up to 1."""
    z = x * x
    p = 7.746198944698828e-13
    p = p * z + 1.605767903814782e-10
    p = p * z + 2.5052117702216276e-08
    p = p * z + 2.755731919135056e-06
    p = p * z + 0.00019841269841324268
    p = p * z + 0.008333333333333299
    p = p * z + 0.16666666666666666
    small = x + x * (z * p)
    growing, rest, falling = _half_exponentials(x)
    large = math.copysign(growing + (rest - falling), x)
    return small if abs(x) < 1.0 else large


@device
def cosh_64(x):  # type: ignore[no-untyped-def]
    """The hyperbolic cosine of any float64."""
    growing, rest, falling = _half_exponentials(x)
    return growing + (rest + falling)


@device
def _half_exponentials_32(x):  # type: ignore[no-untyped-def]
    """What is exp(|x|) / 2, and exp(-|x|) / 2, of a float32."""
    bounded = abs(x)
    bounded = number(x, 90.0) if bounded > number(x, 90.0) else bounded
    p, biased = parts_32(bounded, 254)
    first, second = two_powers_32(biased)
    half = number(x, 0.5)
    return half * p * first * second, half / p * inverse_power_32(biased)


@instruction("float32")
def sinh(x):  # type: ignore[no-untyped-def]
    """Less than 2 units in the last place from the exact result: a polynomial up to 1."""
    z = x * x
    p = number(x, 2.8169511097075883e-06)
    p = p * z + number(x, 0.0001983615948120132)
    p = p * z + number(x, 0.008333349600434303)
    p = p * z + number(x, 0.1666666716337204)
    growing, falling = _half_exponentials_32(x)
    large = math.copysign(growing - falling, x)
    return x + x * (z * p) if abs(x) < number(x, 1.0) else large


@sinh.register("float64")
def _(x):  # type: ignore[no-untyped-def]
    """Less than 0.9 units in the last place from the exact result."""
    return sinh_64(x)


@instruction("float32")
def cosh(x):  # type: ignore[no-untyped-def]
    """Less than 2 units in the last place from the exact result."""
    growing, falling = _half_exponentials_32(x)
    return growing + falling


@cosh.register("float64")
def _(x):  # type: ignore[no-untyped-def]
    """Less than 0.9 units in the last place from the exact result."""
    return cosh_64(x)
