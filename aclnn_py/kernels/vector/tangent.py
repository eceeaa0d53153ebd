# SPDX-License-Identifier: Apache-2.0
"""Tangents, and sin(pi x) / (pi x)."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from ..dialect.functions import device
from ..dialect.instructions import bits_of, instruction, number
from .exponents import ROUND_64
from .pairs import product_of, sum_of_larger
from .trigonometry import (
    LARGE_32,
    PI,
    TWO_OVER_PI,
    largeness_32,
    reduce_64,
    sine_and_cosine_32,
    sine_and_cosine_in_pairs,
    sine_and_cosine_of_quarter_32,
    split,
)

# Of 36 bits: its product with a quotient below 2^15 is exact.
HALF_PI_UPPER, HALF_PI_LOWER = split(PI / 2, 36)
PI_64 = float(PI)
PI_REST_64 = float(PI - Fraction(PI_64))


@device
def quotient_of_sums(above, above_rest, below, below_rest):  # type: ignore[no-untyped-def]
    """The quotient of two sums, where what is behind one is not much smaller."""
    above, above_rest = sum_of_larger(above, above_rest)
    below, below_rest = sum_of_larger(below, below_rest)
    quotient = above / below
    return quotient + (above_rest - quotient * below_rest) / below


@device
def tan_64(x):  # type: ignore[no-untyped-def]
    """The tangent of any float64."""
    magnitude = abs(x)
    n, r, rest = reduce_64(magnitude)
    sine, sine_rest, cosine, cosine_rest = sine_and_cosine_in_pairs(r, rest)
    is_odd = n & 1 != 0
    result = quotient_of_sums(
        -cosine if is_odd else sine,
        -cosine_rest if is_odd else sine_rest,
        sine if is_odd else cosine,
        sine_rest if is_odd else cosine_rest,
    )
    result = -result if x < 0 else result
    return x if magnitude < 1e-20 else result


@device
def _tan_32(x):  # type: ignore[no-untyped-def]
    """The tangent of a float32 below 2^15."""
    wide = number(1.0, x)
    rounded = wide * TWO_OVER_PI + ROUND_64
    n = rounded - ROUND_64
    r = (wide - n * HALF_PI_UPPER) - n * HALF_PI_LOWER
    sine, cosine = sine_and_cosine_of_quarter_32(r)
    is_odd = bits_of(rounded) & 1 != 0
    result = number(x, (-cosine if is_odd else sine) / (sine if is_odd else cosine))
    return x if x == number(x, 0.0) else result


@instruction("float32")
def tan(x):  # type: ignore[no-untyped-def]
    """Less than 0.51 units in the last place from the exact result."""
    sine, cosine = sine_and_cosine_32(number(1.0, x))
    large = number(x, sine / cosine)
    return _tan_32(x) if abs(x) < number(x, LARGE_32) else large


@tan.guess("float32")
def _(x):  # type: ignore[no-untyped-def]
    return _tan_32(x), largeness_32(x)


@tan.register("float64")
def _(x):  # type: ignore[no-untyped-def]
    """Less than 1.5 units in the last place from the exact result."""
    return tan_64(x)


@device
def in_half_turns_64(x):  # type: ignore[no-untyped-def]
    """An n from -2 to 2 with pi x = n pi / 2 + r but for whole turns, and sin r and cos r as sums.

    x less a multiple of 2 is n / 2 + f, all exact.
    """
    turn = x - 2.0 * np.rint(0.5 * x)
    n = np.rint(2.0 * turn)
    f = turn - 0.5 * n
    r, rest = product_of(f, PI_64)
    return n, *sine_and_cosine_in_pairs(r, rest + f * PI_REST_64)


@device
def sinc_64(x):  # type: ignore[no-untyped-def]
    """What is sin(pi x) / (pi x), of any float64; 1 at 0, and NaN at infinities."""
    n, sine, sine_rest, cosine, cosine_rest = in_half_turns_64(x)
    is_odd = abs(n) == 1.0
    above = cosine if is_odd else sine
    above_rest = cosine_rest if is_odd else sine_rest
    is_negative = n == -1.0 or abs(n) == 2.0
    sign = -1.0 if is_negative else 1.0
    bounded = 1.0 if abs(x) < 1e-20 else x
    bounded = 1e300 if abs(x) > 1e300 else bounded
    below, below_rest = product_of(bounded, PI_64)
    result = sign * quotient_of_sums(above, above_rest, below, below_rest + bounded * PI_REST_64)
    return 1.0 if abs(x) < 1e-20 else result


@instruction("float32")
def sinc(x):  # type: ignore[no-untyped-def]
    """Less than 0.51 units in the last place from the exact result."""
    return number(x, sinc_64(number(1.0, x)))


@sinc.register("float64")
def _(x):  # type: ignore[no-untyped-def]
    """Less than 1.5 units in the last place from the exact result."""
    return sinc_64(x)
