# SPDX-License-Identifier: Apache-2.0
"""Powers of complex numbers: exp(w log z) with a logarithm whose parts are known to 64 bits.

The angle is that of the nearest i / 32, from a table, and a small one. Special values are those of
exp(w log z) in C's Annex G, but z^0 and 1^w are 1, as torch has them.
"""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from ..dialect.functions import device
from ..dialect.instructions import bits_of, number
from .exponential import exp_in_pair
from .exponents import ROUND_64, ROUND_64_BITS, power_of_two_64
from .inverse_trigonometry import HALF_PI, HALF_PI_REST, atan2_64
from .logarithm import exponent_and_fraction_64
from .pairs import product_of, quotient_of, sum_of, sum_of_larger, times
from .power import log_of_fraction_in_pair_64, pow  # noqa: A004
from .tables import make_table
from .trigonometry import PI, sine_and_cosine_64

STEPS = 32
"""Of the table of angles, from 0 to pi / 4."""


def _angle(tangent: Fraction) -> Fraction:
    """The inverse tangent, from 0 to 1, to 140 bits."""
    if tangent > Fraction(1, 2):
        return PI / 4 - _angle((1 - tangent) / (1 + tangent))
    terms = [(-1) ** k * tangent ** (2 * k + 1) / (2 * k + 1) for k in range(72)]
    return sum(terms, Fraction(0))


def _angles() -> list[float]:
    """Pairs: the angles whose tangents are i / STEPS."""
    table = []
    for i in range(STEPS + 1):
        exact = _angle(Fraction(i, STEPS))
        table += [float(exact), float(exact - Fraction(float(exact)))]
    return table


_angle_at = make_table("angles", _angles())

FAR = 2.0**40
"""From here on the parts of w log z are no pairs: 64 bits of them say little of an angle."""


@device
def _angle_in_pair(a, b):  # type: ignore[no-untyped-def]
    """The angle of a + bi, whose larger part is near 1, as a pair."""
    x = abs(a)
    y = abs(b)
    is_steep = y > x
    larger = y if is_steep else x
    smaller = x if is_steep else y
    rounded = smaller / larger * STEPS + ROUND_64
    i = min(max(bits_of(rounded) - ROUND_64_BITS, 0), STEPS)
    tangent = (rounded - ROUND_64) / STEPS
    # Products with i / 32 as pairs: (smaller - i / 32 larger) / (larger + i / 32 smaller).
    product, product_rest = product_of(tangent, larger)
    above, above_rest = sum_of(smaller, -product)
    product_2, product_2_rest = product_of(tangent, smaller)
    below, below_rest = sum_of(larger, product_2)
    t, t_rest = quotient_of(above, above_rest - product_rest, below, below_rest + product_2_rest)
    z = t * t
    p = -1 / 11
    p = p * z + 1 / 9
    p = p * z - 1 / 7
    p = p * z + 1 / 5
    p = p * z - 1 / 3
    angle, rest = sum_of(_angle_at(2 * i), t)
    rest = rest + (_angle_at(2 * i + 1) + (t_rest + t * z * p))
    is_left = a < 0
    quarters = 1.0 if is_steep else 2.0 if is_left else 0.0
    sign = -1.0 if is_steep != is_left else 1.0
    total, more = sum_of(quarters * HALF_PI, sign * angle)
    more = more + (quarters * HALF_PI_REST + sign * rest)
    total, more = sum_of_larger(total, more)
    is_below = math.copysign(1.0, b) < 0
    return -total if is_below else total, -more if is_below else more


@device
def _log_of_modulus_in_pair(a, b, x, y, shift):  # type: ignore[no-untyped-def]
    """The logarithm of |a + bi| as a pair; x and y are both parts' magnitudes times 2^shift.

    Near the circle of modulus 1 it is half of log(1 + u) with u = 2 d + d^2 + n^2, where 1 + d is
    the larger part and n the other one.
    """
    large = max(abs(a), abs(b))
    n = min(abs(a), abs(b))
    is_beside = large > 0.5 and large < 1.5
    d = large - 1.0 if is_beside else 0.5
    n = n if is_beside else 0.5
    square_d, square_d_rest = product_of(d, d)
    square_n, square_n_rest = product_of(n, n)
    squares, squares_rest = sum_of(square_d, square_n)
    u, u_rest = sum_of(2.0 * d, squares)
    u, u_rest = sum_of_larger(u, u_rest + (squares_rest + square_d_rest + square_n_rest))
    is_near = abs(u) < 0.25

    square_x, square_x_rest = product_of(x, x)
    square_y, square_y_rest = product_of(y, y)
    square, square_rest = sum_of(square_x, square_y)
    square_rest = square_rest + (square_x_rest + square_y_rest)
    k, f = exponent_and_fraction_64(square)
    f, f_rest = sum_of_larger(f, square_rest * ((1.0 + f) / square))
    k = k - 2.0 * shift
    high, low = log_of_fraction_in_pair_64(
        0.0 if is_near else k, u if is_near else f, u_rest if is_near else f_rest
    )
    return 0.5 * high, 0.5 * low


@device
def complex_log_in_pairs_64(a, b):  # type: ignore[no-untyped-def]
    """The parts of the logarithm of a + bi as pairs; the rests are 0 where it is not finite."""
    is_zero = a == 0 and b == 0
    is_infinite = abs(a) == np.inf or abs(b) == np.inf
    is_ordinary = a - a == 0 and b - b == 0 and not is_zero
    end = np.inf if is_infinite else -np.inf if is_zero else np.nan
    angle_at_end = atan2_64(b, a)
    a = a if is_ordinary else 1.0
    b = b if is_ordinary else 0.0
    exponent = (bits_of(max(abs(a), abs(b))) >> 52) & 0x7FF
    shift = max(min(1023 - exponent, 1022), -1022)
    scale = power_of_two_64(shift)
    real, real_rest = _log_of_modulus_in_pair(a, b, a * scale, b * scale, shift)
    angle, angle_rest = _angle_in_pair(a * scale, b * scale)
    return (
        real if is_ordinary else end,
        real_rest if is_ordinary else 0.0,
        angle if is_ordinary else angle_at_end,
        angle_rest if is_ordinary else 0.0,
    )


@device
def _times_exp(x, rest, first, second):  # type: ignore[no-untyped-def]
    """The products of exp(x + rest) with two numbers, in which it may be too large alone."""
    is_far = x > 1460.0 or x < -750.0
    x = 1460.0 if x > 1460.0 else x
    x = -750.0 if x < -750.0 else x
    power, _, exponent = exp_in_pair(x, 0.0 if is_far else rest)
    high = min(max(exponent, 0), 1023)
    middle = (exponent - high) >> 1
    low = power_of_two_64(exponent - high - middle)
    middle = power_of_two_64(middle)
    high = power_of_two_64(high)
    return first * high * power * middle * low, second * high * power * middle * low


@device
def complex_pow_64(a, b, c, d):  # type: ignore[no-untyped-def]
    """The parts of (a + bi)^(c + di)."""
    modulus, modulus_rest, angle, angle_rest = complex_log_in_pairs_64(a, b)
    real = c * modulus - d * angle
    imaginary = c * angle + d * modulus
    size = max(abs(c), abs(d))
    is_near = size < 2.0**900 and size * max(abs(modulus), abs(angle)) < FAR
    x = c if is_near else 0.0
    y = d if is_near else 0.0
    modulus = modulus if is_near else 0.0
    first, first_rest = times(x, 0.0, modulus, modulus_rest)
    second, second_rest = times(y, 0.0, angle, angle_rest)
    pair, pair_rest = sum_of(first, -second)
    pair, pair_rest = sum_of_larger(pair, pair_rest + (first_rest - second_rest))
    third, third_rest = times(x, 0.0, angle, angle_rest)
    fourth, fourth_rest = times(y, 0.0, modulus, modulus_rest)
    turn, turn_rest = sum_of(third, fourth)
    turn, turn_rest = sum_of_larger(turn, turn_rest + (third_rest + fourth_rest))
    real = pair if is_near else real
    imaginary = turn if is_near else imaginary

    sine, cosine = sine_and_cosine_64(imaginary)
    sine, cosine = sine + turn_rest * cosine, cosine - turn_rest * sine
    x, y = _times_exp(real, pair_rest, cosine, sine)
    has_no_sine = imaginary - imaginary != 0
    x = 0.0 if has_no_sine and real == -np.inf else x
    y = 0.0 if has_no_sine and real == -np.inf else y
    x = np.inf if has_no_sine and real == np.inf else x
    is_one = (c == 0 and d == 0) or (a == 1.0 and b == 0)
    return 1.0 if is_one else x, 0.0 if is_one else y


@pow.register("complex64")
def _(x, y):  # type: ignore[no-untyped-def]
    """Computed in float64, rounded once."""
    a, b = number(1.0, x.real), number(1.0, x.imag)
    real, imaginary = complex_pow_64(a, b, number(1.0, y.real), number(1.0, y.imag))
    return np.complex64(complex(real, imaginary))


@pow.register("complex128")
def _(x, y):  # type: ignore[no-untyped-def]
    """Less than 2 units of the modulus from the exact result where |y log x| is not more than 1000;
    beyond it the angle is known to 64 bits of |y log x|."""
    real, imaginary = complex_pow_64(x.real, x.imag, y.real, y.imag)
    return complex(real, imaginary)
