# SPDX-License-Identifier: Apache-2.0
"""Sines and cosines, of arguments of any size.

x = (n + f) pi / 2 with an integer n and f between -1/2 and 1/2; n mod 4 says which of sin and cos
of f pi / 2 the result is, and its sign. x 2 / pi is a sum of products of x and digits of 2 / pi,
each exact. For a large x the first digits give multiples of 4: the rows of a table have the digits
from where they matter, a row for 8 exponents (Payne and Hanek's method). It is the same way for
all x, without a branch, so that loops are vectorised. Nothing is fused: the bits are the same on
every machine.

A float32 below 2^15 is reduced by three products instead, each rounded once with its sum: the first
difference is exact.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from ..dialect.functions import device
from ..dialect.fused import fused_multiply_add
from ..dialect.instructions import HALVES, bits_of, float_of, instruction, number
from .exponents import ROUND_32, ROUND_64, power_of_two_64
from .pairs import LOW_27_BITS, halves_of, sum_of, sum_of_larger
from .tables import make_table

EXPONENTS_PER_ROW = 8


def _pi(bits: int) -> Fraction:
    """Pi with so many bits, by Machin's formula."""

    def inverse_tangent(inverse: int) -> int:
        power = (1 << (bits + 32)) // inverse
        total = 0
        odd = 1
        while power:
            total += (power // odd) * (1 if odd % 4 == 1 else -1)
            power //= inverse * inverse
            odd += 2
        return total

    return Fraction(4 * (4 * inverse_tangent(5) - inverse_tangent(239)), 1 << (bits + 32))


# The last row is of 2 / pi 2^992, and its last number ends 156 bits behind the point.
PI = _pi(1280)


def _digits(rows: int, largest: int, digit_bits: int, digits: int) -> list[float]:
    """Row i: 2 / pi 2^(8 i) modulo 2^largest, as a sum of `digits` numbers and one behind them.

    Digit j is a multiple of 2^(1 - j digit_bits), nearest to what the ones before it leave, from
    the j at which these are not larger than 2^largest; the last number is rounded to 53 bits.
    """
    table = []
    first = -(largest - 1) // digit_bits + 1
    for row in range(rows):
        rest = 2 / PI * 2 ** (EXPONENTS_PER_ROW * row) % 2**largest
        for j in range(digits):
            unit = Fraction(2) ** (1 - (first + j) * digit_bits)
            digit = round(rest / unit) * unit
            table.append(float(digit))
            rest -= digit
        table.append(float(rest))
    return table


# A float64's exponent in its bits, from which on it is divided by 2^8i and row i is taken.
FIRST_32 = 1023 + 24
FIRST_64 = 1023 + 27
LAST_ROW_32 = (1023 + 127 - FIRST_32) // EXPONENTS_PER_ROW
LAST_ROW_64 = (1023 + 1023 - FIRST_64) // EXPONENTS_PER_ROW
_digit_32 = make_table("digits_32", _digits(LAST_ROW_32 + 1, 1, 27, 2))
_digit_64 = make_table("digits_64", _digits(LAST_ROW_64 + 1, 27, 26, 5))


def split(value: Fraction, bits: int) -> tuple[float, float]:
    """A float64 of so many bits, and what is behind it."""
    unit = Fraction(1, 2 ** (bits - 1))
    high = round(value / unit) * unit
    return float(high), float(value - high)


HALF_PI = float(PI / 2)
HALF_PI_HIGH, HALF_PI_MIDDLE = split(Fraction(HALF_PI), 26)
HALF_PI_LOW = float(PI / 2 - Fraction(HALF_PI))
QUARTER_PI = float(PI / 4)

SIGN = -(1 << 63)


@device
def _row(magnitude, first, last):  # type: ignore[no-untyped-def]
    """The row i for a number that is not negative, or NaN, and the number divided by 2^8i."""
    above = max((bits_of(magnitude) >> 52) - first, 0)
    row = min(above >> 3, last)
    return row, magnitude * power_of_two_64(-(row << 3))


@device
def _rounded(x):  # type: ignore[no-untyped-def]
    """The nearest integer modulo 4, in the low bits of an int64, and x less the integer; exact."""
    shifted = x + ROUND_64
    return bits_of(shifted), x - (shifted - ROUND_64)


@device
def _reduce_32(magnitude):  # type: ignore[no-untyped-def]
    """The n and f pi / 2 of a float64 that a float32 can be, of 24 bits."""
    row, x = _row(magnitude, FIRST_32, LAST_ROW_32)
    row = row * 3
    n0, f0 = _rounded(x * _digit_32(row + 0))
    n1, f1 = _rounded(x * _digit_32(row + 1))
    n2, f = _rounded(f0 + f1)
    return n0 + n1 + n2, (f + x * _digit_32(row + 2)) * HALF_PI


@device
def reduce_64(magnitude):  # type: ignore[no-untyped-def]
    """The n, and f pi / 2 as a sum of two."""
    row, x = _row(magnitude, FIRST_64, LAST_ROW_64)
    row = row * 6
    high, low = halves_of(x)
    digit1 = _digit_64(row + 1)
    digit2 = _digit_64(row + 2)
    digit3 = _digit_64(row + 3)
    digit4 = _digit_64(row + 4)
    digit5 = _digit_64(row + 5)
    # Each sum is exact: 26 bits by 26, and no bit of one is 2^53 times as large as one of another.
    n0, f0 = _rounded(low * _digit_64(row + 0) + high * digit1)
    n1, f1 = _rounded(low * digit1 + high * digit2)
    f, rest0 = sum_of(f0, f1)
    n2, f = _rounded(f)
    f, rest0 = sum_of_larger(f, rest0)
    f, rest1 = sum_of(f, low * digit2 + high * digit3)
    f, rest2 = sum_of(f, low * digit3 + high * digit4)
    rest = rest0 + rest1 + rest2 + (low * digit4 + high * digit5 + low * digit5)
    f, rest = sum_of(f, rest)
    # f pi / 2: the product of the first two is known exactly.
    upper = float_of(bits_of(f) & ~LOW_27_BITS)
    lower = f - upper
    r = f * HALF_PI
    error = upper * HALF_PI_HIGH - r + upper * HALF_PI_MIDDLE + lower * HALF_PI_HIGH
    error = error + lower * HALF_PI_MIDDLE
    rest = error + (f * HALF_PI_LOW + rest * HALF_PI)
    is_small = magnitude < QUARTER_PI
    n = np.int64(0) if is_small else n0 + n1 + n2
    return n, magnitude if is_small else r, 0.0 if is_small else rest


@device
def _placed(x, n, sine, cosine):  # type: ignore[no-untyped-def]
    """Both for a float64 x, by those of what n pi / 2 leave of its magnitude."""
    is_odd = n & 1 != 0
    of_sine = bits_of(cosine if is_odd else sine)
    of_cosine = bits_of(sine if is_odd else cosine)
    sign = bits_of(x) & SIGN
    return (
        float_of(of_sine ^ sign ^ ((n & 2) << 62)),
        float_of(of_cosine ^ (((n + 1) & 2) << 62)),
    )


@device
def sine_and_cosine_of_quarter_32(r):  # type: ignore[no-untyped-def]
    """Both as float64, to about 36 bits, of an r between -pi / 4 and pi / 4."""
    z = r * r
    sine = -1 / 39916800
    sine = sine * z + 1 / 362880
    sine = sine * z - 1 / 5040
    sine = sine * z + 1 / 120
    sine = sine * z - 1 / 6
    cosine = 1 / 479001600
    cosine = cosine * z - 1 / 3628800
    cosine = cosine * z + 1 / 40320
    cosine = cosine * z - 1 / 720
    cosine = cosine * z + 1 / 24
    cosine = cosine * z - 0.5
    return r + r * z * sine, 1.0 + z * cosine


@device
def sine_and_cosine_32(x):  # type: ignore[no-untyped-def]
    """Both as float64, to about 36 bits, of a float64 that a float32 can be."""
    n, r = _reduce_32(abs(x))
    sine, cosine = sine_and_cosine_of_quarter_32(r)
    return _placed(x, n, sine, cosine)


@device
def sine_and_cosine_in_pairs(r, rest):  # type: ignore[no-untyped-def]
    """The sine of r + rest, between -pi / 4 and pi / 4, as a sum of two, and so the cosine."""
    z = r * r
    sine = 1 / 355687428096000
    sine = sine * z - 1 / 1307674368000
    sine = sine * z + 1 / 6227020800
    sine = sine * z - 1 / 39916800
    sine = sine * z + 1 / 362880
    sine = sine * z - 1 / 5040
    sine = sine * z + 1 / 120
    sine = sine * z - 1 / 6
    cosine = 1 / 20922789888000
    cosine = cosine * z - 1 / 87178291200
    cosine = cosine * z + 1 / 479001600
    cosine = cosine * z - 1 / 3628800
    cosine = cosine * z + 1 / 40320
    cosine = cosine * z - 1 / 720
    cosine = cosine * z + 1 / 24
    half = 0.5 * z
    from_one = 1.0 - half
    lost = (1.0 - from_one) - half
    return r, r * z * sine + rest * from_one, from_one, lost + (z * z * cosine - r * rest)


@device
def sine_and_cosine_64(x):  # type: ignore[no-untyped-def]
    """Both of a float64."""
    n, r, rest = reduce_64(abs(x))
    sine, sine_rest, cosine, cosine_rest = sine_and_cosine_in_pairs(r, rest)
    return _placed(x, n, sine + sine_rest, cosine + cosine_rest)


# --- Of a float32 that is not large --------------------------------------------------------------

LARGE_32 = 32768.0
LARGE_32_BITS = 0x47000000
MAGNITUDE_32 = 0x7FFFFFFF
TWO_OVER_PI = 0.6366197723675814
HALF_PI_32 = float(np.float32(HALF_PI))
HALF_PI_32_MIDDLE = float(np.float32(PI / 2 - Fraction(HALF_PI_32)))
HALF_PI_32_LOW = float(np.float32(PI / 2 - Fraction(HALF_PI_32) - Fraction(HALF_PI_32_MIDDLE)))


@device
def _sine_from_quarter_32(magnitude, quarter):  # type: ignore[no-untyped-def]
    """The sine of magnitude + quarter pi / 2, of a float32 below 2^15; less than 1.5 units in the
    last place from the exact result."""
    x = magnitude
    rounded = x * number(x, TWO_OVER_PI) + number(x, ROUND_32)
    n = rounded - number(x, ROUND_32)
    r = fused_multiply_add(n, number(x, -HALF_PI_32), x)
    r = fused_multiply_add(n, number(x, -HALF_PI_32_MIDDLE), r)
    r = fused_multiply_add(n, number(x, -HALF_PI_32_LOW), r)
    z = r * r
    sine = number(x, 1 / 362880)
    sine = sine * z - number(x, 1 / 5040)
    sine = sine * z + number(x, 1 / 120)
    sine = sine * z - number(x, 1 / 6)
    sine = r + r * (z * sine)
    cosine = number(x, -1 / 3628800)
    cosine = cosine * z + number(x, 1 / 40320)
    cosine = cosine * z - number(x, 1 / 720)
    cosine = cosine * z + number(x, 1 / 24)
    half = number(x, 0.5) * z
    from_one = number(x, 1.0) - half
    lost = (number(x, 1.0) - from_one) - half
    cosine = from_one + (lost + z * z * cosine)
    quarters = number(bits_of(x), bits_of(rounded) + quarter)
    of_result = bits_of(cosine if quarters & 1 != 0 else sine)
    return float_of(number(bits_of(x), of_result ^ ((quarters & 2) << 30)))


@device
def _sine_32(x):  # type: ignore[no-untyped-def]
    magnitude = abs(x)
    bits = bits_of(_sine_from_quarter_32(magnitude, 0)) ^ bits_of(x) ^ bits_of(magnitude)
    return float_of(number(bits_of(x), bits))


@device
def largeness_32(x):  # type: ignore[no-untyped-def]
    """Above 0 for what is not below 2^15."""
    return np.int32((bits_of(x) & MAGNITUDE_32) - (LARGE_32_BITS - 1))


@instruction(f"float32 {HALVES}")
def sin(x):  # type: ignore[no-untyped-def]
    """Less than 1.5 units in the last place from the exact result."""
    large = number(x, sine_and_cosine_32(number(1.0, x))[0])
    return _sine_32(x) if abs(x) < number(x, LARGE_32) else large


@sin.guess(f"float32 {HALVES}")
def _(x):  # type: ignore[no-untyped-def]
    return _sine_32(x), largeness_32(x)


@sin.register("float64")
def _(x):  # type: ignore[no-untyped-def]
    """Less than 0.85 units in the last place from the exact result."""
    return sine_and_cosine_64(x)[0]


@instruction(f"float32 {HALVES}")
def cos(x):  # type: ignore[no-untyped-def]
    """As near as sin."""
    large = number(x, sine_and_cosine_32(number(1.0, x))[1])
    return _sine_from_quarter_32(abs(x), 1) if abs(x) < number(x, LARGE_32) else large


@cos.guess(f"float32 {HALVES}")
def _(x):  # type: ignore[no-untyped-def]
    return _sine_from_quarter_32(abs(x), 1), largeness_32(x)


@cos.register("float64")
def _(x):  # type: ignore[no-untyped-def]
    return sine_and_cosine_64(x)[1]
