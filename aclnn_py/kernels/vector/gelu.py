# SPDX-License-Identifier: Apache-2.0
"""Gelu and what is near to it: x times a distribution function of x.

With v = 2 sqrt(2 / pi) (x + 0.044715 x^3) the form with tanh is x / (1 + exp -v). An error of v is
one of the result, v times as large for a small result: v is a sum of two float32 in the frequent
form, and all else is computed in float64 and rounded once.
"""

from __future__ import annotations

import numpy as np

from ..dialect.functions import device
from ..dialect.instructions import HALVES, instruction, number
from .error_function import erfc_64
from .exponential import exp_64, reduced_32
from .exponents import power_of_two_32

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
    result = x / below * power * other
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


@instruction("float32")
def gelu_erf(x):  # type: ignore[no-untyped-def]
    return number(x, gelu_erf_64(number(1.0, x)))


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
def swish_grad(grad, x, factor):  # type: ignore[no-untyped-def]
    slope = _swish_slope_64(number(1.0, x), number(1.0, factor))
    return number(x, number(1.0, grad) * slope)


@instruction("float32")
def silu_grad(grad, x):  # type: ignore[no-untyped-def]
    return number(x, number(1.0, grad) * _swish_slope_64(number(1.0, x), 1.0))


@instruction("float32")
def fast_gelu_grad(grad, x):  # type: ignore[no-untyped-def]
    return number(x, number(1.0, grad) * _swish_slope_64(number(1.0, x), FAST))
