# SPDX-License-Identifier: Apache-2.0
"""Powers: exp(y log |x|) with a logarithm of 64 bits."""

from __future__ import annotations

import math

import numpy as np

from ..dialect.functions import device
from ..dialect.fused import fused_multiply_add
from ..dialect.instructions import HALVES, bits_of, instruction, number
from .exponential import LN2_64, LN2_HIGH_64, LN2_LOW_64, LOG2_E, exp_in_pair, scaled_64
from .exponents import ROUND_64, ROUND_64_BITS, power_of_two_64
from .logarithm import exponent_and_fraction_64
from .pairs import product_of, quotient_of, sum_of_larger

THIRD = 0.3333333333333333
THIRD_REST = 1.850371707708594e-17


@device
def log_of_fraction_in_pair_64(k, f, f_rest):  # type: ignore[no-untyped-def]
    """What is k ln 2 + log(1 + f + f_rest) as a pair, to 64 bits, of an f from sqrt 1/2 - 1 to
    sqrt 2 - 1.

    log(1 + f) = 2 s (1 + z / 3 + z^2 / 5 + ...) with s = f / (2 + f) and z = s^2.
    """
    below, below_rest = sum_of_larger(2.0, f)
    s, s_rest = quotient_of(f, f_rest, below, below_rest + f_rest)
    z, z_rest = product_of(s, s)
    z_rest = z_rest + 2.0 * s * s_rest
    p = 0.05783713038596954
    p = p * z + 0.05860858962431515
    p = p * z + 0.0666710258122135
    p = p * z + 0.07692303170788713
    p = p * z + 0.09090909113203925
    p = p * z + 0.1111111111106992
    p = p * z + 0.142857142857143
    p = p * z + 0.2
    g, g_rest = sum_of_larger(THIRD, z * p)
    g_rest = g_rest + THIRD_REST
    h, h_rest = product_of(z, g)
    h_rest = h_rest + (z * g_rest + z_rest * g)
    more, more_rest = product_of(s, h)
    more_rest = more_rest + (s * h_rest + s_rest * h)
    high, low = sum_of_larger(s, more)
    total, rest = sum_of_larger(k * LN2_HIGH_64, 2.0 * high)
    return sum_of_larger(total, rest + (k * LN2_LOW_64 + 2.0 * (low + (more_rest + s_rest))))


@device
def log_in_pair_64(x):  # type: ignore[no-untyped-def]
    """The logarithm of a positive finite x as a pair, to 64 bits."""
    k, f = exponent_and_fraction_64(x)
    return log_of_fraction_in_pair_64(k, f, 0.0)


@device
def log_of_pair_in_pair_64(x, rest):  # type: ignore[no-untyped-def]
    """The same of a pair."""
    high, low = log_in_pair_64(x)
    return sum_of_larger(high, low + rest / x)


@device
def _with_special_powers(x, y, result):  # type: ignore[no-untyped-def]
    """The result for |x|, or what C says of x and y."""
    magnitude = abs(x)
    is_integer = np.floor(y) == y
    half = 0.5 * y
    is_odd = is_integer and np.floor(half) != half
    is_growing = y > 0
    result = (np.inf if is_growing else 0.0) if magnitude == np.inf else result
    result = (0.0 if is_growing else np.inf) if magnitude == 0 else result
    is_negative = np.copysign(1.0, x) < 0
    result = -result if is_negative and is_odd else result
    result = np.nan if x < 0 and not is_integer and magnitude < np.inf else result
    result = np.nan if np.isnan(x) or np.isnan(y) else result
    return 1.0 if y == 0 or x == 1.0 else result


@device
def pow_64(x, y):  # type: ignore[no-untyped-def]
    """The power x^y of any float64."""
    magnitude = abs(x)
    is_ordinary = magnitude > 0 and magnitude < np.inf
    high, low = log_in_pair_64(magnitude if is_ordinary else 1.0)
    # So far out every power is infinite or 0, but for |x| = 1.
    bounded = 2.0**70 if y > 2.0**70 else y
    bounded = -(2.0**70) if bounded < -(2.0**70) else bounded
    e, rest = product_of(bounded, high)
    rest = rest + bounded * low
    is_far = abs(e) > 800.0
    e = (800.0 if e > 0 else -800.0) if is_far else e
    p, _, k = exp_in_pair(e, 0.0 if is_far else rest)
    return _with_special_powers(x, y, scaled_64(p, k))


@device
def _log_of_float_64(x):  # type: ignore[no-untyped-def]
    """The logarithm of a positive finite x, to 43 bits."""
    k, f = exponent_and_fraction_64(x)
    s = f / (2.0 + f)
    z = s * s
    p = 0.19583462496962395
    p = p * z + 0.22176236886149633
    p = p * z + 0.2857210799830429
    p = p * z + 0.39999995632819246
    p = p * z + 0.6666666667576872
    half = 0.5 * f * f
    return k * LN2_64 + (f - (half - s * (half + z * p)))


@device
def _exp_for_float_64(x):  # type: ignore[no-untyped-def]
    """The exp x of a float64, to 38 bits; what is too large for a float32 or too small is one that
    is, too."""
    x = 200.0 if x > 200.0 else x
    x = -200.0 if x < -200.0 else x
    rounded = x * LOG2_E + ROUND_64
    k = rounded - ROUND_64
    r = x - k * LN2_64
    p = 2.50213728243093e-05
    p = p * r + 0.0001991416763507135
    p = p * r + 0.0013888587510891106
    p = p * r + 0.008333273266070107
    p = p * r + 0.041666667711141726
    p = p * r + 0.16666666815862083
    p = p * r + 0.5
    return (1.0 + (r + r * r * p)) * power_of_two_64(bits_of(rounded) - ROUND_64_BITS)


@instruction("float32", row="y")
def pow(x, y):  # type: ignore[no-untyped-def]  # noqa: A001
    """Less than 0.51 units in the last place from the exact result; special values as in C."""
    base = number(1.0, x)
    exponent = number(1.0, y)
    magnitude = abs(base)
    is_ordinary = magnitude > 0 and magnitude < np.inf
    bounded = 1e30 if exponent > 1e30 else exponent
    bounded = -1e30 if bounded < -1e30 else bounded
    result = _exp_for_float_64(bounded * _log_of_float_64(magnitude if is_ordinary else 1.0))
    result = number(x, _with_special_powers(base, exponent, result))
    return x * x if y == number(y, 2.0) else result


@pow.register("float64")
def _(x, y):  # type: ignore[no-untyped-def]
    """Less than 1.1 units in the last place from the exact result; special values as in C."""
    return pow_64(x, y)


@pow.register("int8 int16 int32 int64 uint8")
def _(x, y):  # type: ignore[no-untyped-def]
    """Wraps around; of a negative exponent what is left when the quotient is cut."""
    if y < 0:
        if x == 1:
            return x
        if x == -1:
            return x if y & 1 else -x
        return number(x, 0)
    result = number(x, 1)
    while y > 0:
        if y & 1:
            result = result * x
        x = x * x
        y = y >> 1
    return result


# --- By one of the exponents that Pows has -------------------------------------------------------
# float32, as near as pow; what C says of 0 and infinities.


@instruction("float32")
def cube(x):  # type: ignore[no-untyped-def]
    square = x * x
    rest = fused_multiply_add(x, x, -square)
    result = square * x
    lost = fused_multiply_add(square, x, -result)
    lost = fused_multiply_add(rest, x, lost)
    return result + lost if abs(lost) < number(x, np.inf) else result


@instruction(f"float32 {HALVES}")
def root(x):  # type: ignore[no-untyped-def]
    magnitude = x if x > number(x, 0.0) else number(x, 0.0)
    result = math.sqrt(magnitude)
    result = number(x, np.nan) if x < number(x, 0.0) else result
    result = number(x, np.inf) if x == number(x, -np.inf) else result
    return x if np.isnan(x) else result


@instruction(f"float32 {HALVES}")
def inverse_root(x):  # type: ignore[no-untyped-def]
    magnitude = x if x > number(x, 0.0) else number(x, 0.0)
    result = number(x, 1.0) / math.sqrt(magnitude)
    # 1 less the product of the result's square and x.
    product = magnitude * result
    rest = fused_multiply_add(magnitude, result, -product)
    lost = fused_multiply_add(-product, result, number(x, 1.0))
    lost = fused_multiply_add(-rest, result, lost)
    nearer = fused_multiply_add(number(x, 0.5) * lost, result, result)
    result = nearer if abs(lost) < number(x, 1.0) else result
    result = number(x, np.nan) if x < number(x, 0.0) else result
    result = number(x, 0.0) if x == number(x, -np.inf) else result
    return x if np.isnan(x) else result


@instruction("float32")
def inverse_square(x):  # type: ignore[no-untyped-def]
    wide = number(1.0, x)
    return number(x, 1.0 / (wide * wide))
