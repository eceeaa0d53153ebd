# SPDX-License-Identifier: Apache-2.0
"""Gelu and what is near to it: x times a distribution function of x.

With v = 2 sqrt(2 / pi) (x + 0.044715 x^3) the form with tanh is x / (1 + exp -v). An error of v is
one of the result, v times as large for a small result: v is a sum of two float32 in the frequent
form, and all but the forms that are frequent is computed in float64 and rounded once.
"""

from __future__ import annotations

import numpy as np

from ..dialect.functions import device
from ..dialect.instructions import HALVES, bits_of, float_of, instruction, number
from .error_function import erfc_64
from .exponential import exp_64, reduced_32, scaled_32
from .exponents import power_of_two_32
from .pairs import sum_of_larger

SQRT_HALF = 0.7071067811865476
INVERSE_SQRT_2_PI = 0.3989422804014327
# The derivative of v at 0, and of its cubic part.
LINEAR = 1.5957691216057308
CUBIC = LINEAR * 0.044715
FAST = 1.702


@device
def logistic_64(v):  # type: ignore[no-untyped-def]
    """The pair 1 / (1 + exp -v) and 1 / (1 + exp v)."""
    power = exp_64(-abs(v))
    larger = 1.0 / (1.0 + power)
    smaller = power * larger
    is_negative = v < 0.0
    return smaller if is_negative else larger, larger if is_negative else smaller


@device
def gelu_32(x):  # type: ignore[no-untyped-def]
    """The form with tanh, of a float32; no number at -inf."""
    bounded = number(x, 60.0) if x > number(x, 60.0) else x
    bounded = number(x, -60.0) if bounded < number(x, -60.0) else bounded
    wide = number(1.0, bounded)
    wide = wide * (LINEAR + CUBIC * wide * wide)
    v = number(x, wide)
    rest = number(x, wide - number(1.0, v))
    v = number(x, 20.0) if v > number(x, 20.0) else v
    v = number(x, -120.0) if v < number(x, -120.0) else v
    one = number(x, 1.0)
    # The quotient is x / (2^-k + p) 2^-k, with exp -v = p 2^k.
    high, more, k = reduced_32(-v)
    more = more - rest * (one + (high + more))
    half = k >> 1
    power = power_of_two_32(number(k, -half))
    other = power_of_two_32(number(k, half - k))
    below = (one + power * other) + (high + more)
    least = number(x, -60.0) if x < number(x, -60.0) else x
    result = least / below * power * other
    return number(x, np.nan) if x == number(x, -np.inf) else result


@device
def gelu_tanh_64(x):  # type: ignore[no-untyped-def]
    """The form with tanh, of a float64."""
    return x * logistic_64(x * (LINEAR + CUBIC * x * x))[0]


@device
def gelu_slope_64(x):  # type: ignore[no-untyped-def]
    """The derivative of the form with tanh, of a float64."""
    square = x * x
    below, above = logistic_64(x * (LINEAR + CUBIC * square))
    return below + x * below * above * (LINEAR + 3.0 * CUBIC * square)


@device
def gelu_erf_64(x):  # type: ignore[no-untyped-def]
    """The form with erf, of a float64."""
    return 0.5 * x * erfc_64(-SQRT_HALF * x)


@device
def gelu_erf_slope_64(x):  # type: ignore[no-untyped-def]
    """Its derivative."""
    return 0.5 * erfc_64(-SQRT_HALF * x) + INVERSE_SQRT_2_PI * x * exp_64(-0.5 * x * x)


@instruction(f"float32 {HALVES}")
def gelu(x):  # type: ignore[no-untyped-def]
    """The form with tanh; less than 3 units in the last place from the exact result."""
    return gelu_32(x)


@device
def _times_tail_32(y):  # type: ignore[no-untyped-def]
    """The y (1 - erf(y / sqrt(2))) / 2 of a float32 from 1/2 to 14.5.

    u P(u) exp(-y^2 / 2) with u = y / (y + 2.25), and the square with what its rounding took away.
    """
    upper = float_of(number(bits_of(y), (bits_of(y) + 2048) & -4096))
    lower = y - upper
    square = y * y
    rest = ((upper * upper - square) + number(y, 2.0) * upper * lower) + lower * lower
    half = number(y, -0.5)
    high, more, k = reduced_32(half * square)
    more = more + half * rest * (number(y, 1.0) + (high + more))
    u = y / (y + number(y, 2.25))
    t = (u + u) - number(y, 1.0)
    p = number(y, -1.372546999238361e-05)
    p = p * t - number(y, 0.00011034449174013305)
    p = p * t - number(y, 0.00019746104598831376)
    p = p * t + number(y, 0.0002515095258977937)
    p = p * t + number(y, 0.001360343011825704)
    p = p * t + number(y, 0.0008228448283458771)
    p = p * t - number(y, 0.0056380011229085905)
    p = p * t - number(y, 0.010563944861866688)
    p = p * t + number(y, 0.027837009274646288)
    p = p * t + number(y, 0.08013333339177489)
    p = p * t - number(y, 0.3863810465986665)
    p, p_rest = sum_of_larger(number(y, 0.6914337174265448), p * t)
    return scaled_32((p + (p * (high + more) + p_rest)) * u, k)


@instruction(f"float32 {HALVES}")
def gelu_erf(x):  # type: ignore[no-untyped-def]
    """The form with erf; less than 3 units in the last place from the exact result.

    x / 2 + x^2 S(x^2) up to 3/4, where S is erf(x / sqrt(2)) / (2 x). No number at -inf.
    """
    magnitude = abs(x)
    bounded = number(x, 0.5) if magnitude < number(x, 0.5) else magnitude
    bounded = number(x, 14.5) if bounded > number(x, 14.5) else bounded
    positive = number(x, 0.0) if x < number(x, 0.0) else x
    large = positive - _times_tail_32(bounded)
    large = number(x, np.nan) if x == number(x, -np.inf) else large
    z = x * x
    p = number(x, -8.388587410575119e-06)
    p = p * z + number(x, 0.00011477862003672623)
    p = p * z - number(x, 0.0011871380945910797)
    p = p * z + number(x, 0.009973531961747046)
    p = p * z - number(x, 0.06649037885484334)
    p = p * z + number(x, 0.3989422803918857)
    small = number(x, 0.5) * x + z * p
    return small if magnitude < number(x, 0.75) else large


@instruction("float32")
def gelu_grad(grad, x):  # type: ignore[no-untyped-def]
    return number(x, number(1.0, grad) * gelu_slope_64(number(1.0, x)))


@instruction("float32")
def gelu_erf_grad(grad, x):  # type: ignore[no-untyped-def]
    return number(x, number(1.0, grad) * gelu_erf_slope_64(number(1.0, x)))


# --- x times the logistic function of a multiple of x --------------------------------------------


@device
def _swish_64(x, factor):  # type: ignore[no-untyped-def]
    return x * logistic_64(factor * x)[0]


@device
def _swish_slope_64(x, factor):  # type: ignore[no-untyped-def]
    below, above = logistic_64(factor * x)
    return below * (1.0 + factor * x * above)


@instruction("float32")
def swish(x, factor):  # type: ignore[no-untyped-def]
    return number(x, _swish_64(number(1.0, x), number(1.0, factor)))


@instruction("float32")
def fast_gelu(x):  # type: ignore[no-untyped-def]
    return number(x, _swish_64(number(1.0, x), FAST))


@instruction("float32")
def fast_gelu_v2(x):  # type: ignore[no-untyped-def]
    """A parabola for erf, up to where it is 1."""
    wide = number(1.0, x)
    size = abs(wide) * 0.7071
    below = (1.769 if size > 1.769 else size) - 1.769
    part = -0.1444 * below * below + 0.5
    return number(x, wide * ((part if wide + 1e-12 >= 0.0 else -part) + 0.5))


@instruction("float32")
def swish_grad(grad, x, factor):  # type: ignore[no-untyped-def]
    slope = _swish_slope_64(number(1.0, x), number(1.0, factor))
    return number(x, number(1.0, grad) * slope)


@instruction("float32")
def fast_gelu_grad(grad, x):  # type: ignore[no-untyped-def]
    return number(x, number(1.0, grad) * _swish_slope_64(number(1.0, x), FAST))
