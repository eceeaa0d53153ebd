# SPDX-License-Identifier: Apache-2.0
"""Inverse trigonometric functions."""

from __future__ import annotations

import math

import numpy as np

from ..dialect.functions import device
from ..dialect.instructions import instruction, number
from .pairs import product_of, sum_of_larger

HALF_PI = 1.5707963267948966
HALF_PI_REST = 6.123233995736766e-17
TAN_OF_EIGHTH = 0.41421356237309503


@device
def _smaller_and_larger(y, x):  # type: ignore[no-untyped-def]
    """The magnitudes of two numbers in order: of an infinite one 1, of a finite one beside it 0."""
    above = abs(y)
    below = abs(x)
    is_steep = above > below
    smaller = below if is_steep else above
    larger = above if is_steep else below
    is_infinite = larger == np.inf
    beside = 1.0 if smaller == np.inf else 0.0 * smaller
    return beside if is_infinite else smaller, 1.0 if is_infinite else larger


@device
def atan2_64(y, x):  # type: ignore[no-untyped-def]
    """The angle of the point (x, y), of any float64.

    The smaller magnitude by the larger one is the tangent of an angle up to pi / 4. From pi / 8 on
    (smaller - larger) / (smaller + larger) is that of the angle less pi / 4.
    """
    is_steep = abs(y) > abs(x)
    smaller, larger = _smaller_and_larger(y, x)
    # So that no sum is too large, and no divisor subnormal.
    scale = 2.0**-60 if larger > 2.0**1000 else 1.0
    scale = 2.0**60 if larger < 2.0**-900 else scale
    smaller = smaller * scale
    larger = larger * scale
    is_wide = smaller > TAN_OF_EIGHTH * larger
    turned, turned_rest = sum_of_larger(-larger, smaller)
    divisor, divisor_rest = sum_of_larger(larger, smaller if is_wide else 0.0)
    divisor = 1.0 if divisor == 0 else divisor
    t = (turned if is_wide else smaller) / divisor
    t_rest = ((turned_rest if is_wide else 0.0) - t * divisor_rest) / divisor
    z = t * t
    p = 0.01631605670615943
    p = p * z - 0.03459983066120386
    p = p * z + 0.045528137709913694
    p = p * z - 0.05230741839288567
    p = p * z + 0.05878971060217554
    p = p * z - 0.06666428837422883
    p = p * z + 0.07692296613437857
    p = p * z - 0.09090908762467693
    p = p * z + 0.1111111110535222
    p = p * z - 0.14285714285662043
    p = p * z + 0.19999999999999815
    p = p * z - 0.3333333333333333
    rest = t * z * p + t_rest
    # In multiples of pi / 4: what the angle is added to, or subtracted from.
    eighths = 1.0 if is_wide else 0.0
    eighths = 2.0 - eighths if is_steep else eighths
    is_left = math.copysign(1.0, x) < 0
    eighths = 4.0 - eighths if is_left else eighths
    is_subtracted = is_steep != is_left
    t = -t if is_subtracted else t
    rest = -rest if is_subtracted else rest
    total, more = sum_of_larger(eighths * (0.5 * HALF_PI), t)
    angle = total + (more + (rest + eighths * (0.5 * HALF_PI_REST)))
    return math.copysign(angle, y)


@device
def _atan2_of_floats_64(y, x):  # type: ignore[no-untyped-def]
    """The same of two that a float32 can be, to 38 bits."""
    is_steep = abs(y) > abs(x)
    smaller, larger = _smaller_and_larger(y, x)
    is_wide = smaller > TAN_OF_EIGHTH * larger
    divisor = larger + smaller if is_wide else larger
    divisor = 1.0 if divisor == 0 else divisor
    t = (smaller - larger if is_wide else smaller) / divisor
    z = t * t
    p = -0.03792474287368303
    p = p * z + 0.06991239862954382
    p = p * z - 0.08996844634436077
    p = p * z + 0.11104004304682613
    p = p * z - 0.1428542364238413
    p = p * z + 0.19999994326773338
    p = p * z - 0.33333333295729317
    t = t + t * (z * p)
    eighths = 1.0 if is_wide else 0.0
    eighths = 2.0 - eighths if is_steep else eighths
    is_left = math.copysign(1.0, x) < 0
    eighths = 4.0 - eighths if is_left else eighths
    angle = eighths * (0.5 * HALF_PI) + (-t if is_steep != is_left else t)
    return math.copysign(angle, y)


@device
def atan_64(x):  # type: ignore[no-untyped-def]
    """The inverse of tan, of any float64."""
    return atan2_64(x, 1.0)


@device
def _behind_root(z):  # type: ignore[no-untyped-def]
    """What is (asin s - s) / s for z = s^2 up to 1/4."""
    p = 0.02900097208152172
    p = p * z - 0.015215462344514574
    p = p * z + 0.01763869258878979
    p = p * z + 0.005368174833230555
    p = p * z + 0.010344087021741843
    p = p * z + 0.011475832944493473
    p = p * z + 0.013971563562641582
    p = p * z + 0.017352368542902893
    p = p * z + 0.022372173998418832
    p = p * z + 0.030381944111327802
    p = p * z + 0.04464285714671702
    p = p * z + 0.07499999999998246
    p = p * z + 0.16666666666666669
    return p * z


@device
def _sine_parts(x):  # type: ignore[no-untyped-def]
    """Whether |x| is small, s and a rest: asin |x| is s + rest or pi / 2 - 2 (s + rest)."""
    magnitude = abs(x)
    is_small = magnitude < 0.5
    half = 0.5 * (1.0 - magnitude)
    half = half if half > 0 else 0.0
    root = math.sqrt(half)
    product, product_rest = product_of(root, root)
    left = (half - product) - product_rest
    root_rest = left / (root + root) if root > 0 else 0.0
    s = magnitude if is_small else root
    z = magnitude * magnitude if is_small else half
    rest = s * _behind_root(z)
    return is_small, s, rest if is_small else rest + root_rest


@device
def asin_64(x):  # type: ignore[no-untyped-def]
    """The inverse of sin, of any float64."""
    is_small, s, rest = _sine_parts(x)
    total, more = sum_of_larger(HALF_PI, -2.0 * s)
    large = total + (more + (HALF_PI_REST - 2.0 * rest))
    small = s + rest
    result = math.copysign(small if is_small else large, x)
    return result if abs(x) <= 1.0 else np.nan


@device
def acos_64(x):  # type: ignore[no-untyped-def]
    """The inverse of cos, of any float64."""
    is_small, s, rest = _sine_parts(x)
    is_negative = x < 0
    factor = 1.0 if is_small else 2.0
    # pi / 2 - s, pi / 2 + s, 2 s or pi - 2 s.
    is_added = is_negative == is_small
    signed = factor * (s if is_added else -s)
    signed_rest = factor * (rest if is_added else -rest)
    quarters = 1.0 if is_small else 2.0 if is_negative else 0.0
    total, more = sum_of_larger(quarters * HALF_PI, signed)
    result = total + (more + (quarters * HALF_PI_REST + signed_rest))
    return result if abs(x) <= 1.0 else np.nan


@instruction("float32")
def asin(x):  # type: ignore[no-untyped-def]
    """Less than 0.51 units in the last place from the exact result."""
    return number(x, asin_64(number(1.0, x)))


@asin.register("float64")
def _(x):  # type: ignore[no-untyped-def]
    """Less than 1 unit in the last place from the exact result."""
    return asin_64(x)


@instruction("int8 int16 int32 int64 uint8", "T -> float32")
def asin_of_integer(x):  # type: ignore[no-untyped-def]
    """Quarters of a circle of -1, 0 and 1; NaN of all that is no sine."""
    return number(np.float32(0.0), asin_64(number(1.0, x)))


@asin_of_integer.register("bool")
def _(x):  # type: ignore[no-untyped-def]
    return number(np.float32(0.0), HALF_PI if x else 0.0)


@instruction("float32")
def acos(x):  # type: ignore[no-untyped-def]
    """Less than 0.51 units in the last place from the exact result."""
    return number(x, acos_64(number(1.0, x)))


@acos.register("float64")
def _(x):  # type: ignore[no-untyped-def]
    """Less than 1 unit in the last place from the exact result."""
    return acos_64(x)


@instruction("float32")
def atan(x):  # type: ignore[no-untyped-def]
    """Less than 0.51 units in the last place from the exact result."""
    return number(x, _atan2_of_floats_64(number(1.0, x), 1.0))


@atan.register("float64")
def _(x):  # type: ignore[no-untyped-def]
    """Less than 1.5 units in the last place from the exact result."""
    return atan_64(x)


@instruction("float32")
def atan2(y, x):  # type: ignore[no-untyped-def]
    """Less than 0.51 units in the last place from the exact result."""
    return number(x, _atan2_of_floats_64(number(1.0, y), number(1.0, x)))


@atan2.register("float64")
def _(y, x):  # type: ignore[no-untyped-def]
    """Less than 1.5 units in the last place from the exact result."""
    return atan2_64(y, x)
