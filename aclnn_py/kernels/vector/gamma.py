# SPDX-License-Identifier: Apache-2.0
"""The logarithm of the gamma function.

Stirling's series is for y from 7 on. A smaller a is y - 7, and gamma(y) = a (a + 1) ... (a + 6)
gamma(a); with u = a (a + 6) the product is u (u + 5) (u + 8) (a + 3). A negative argument is -a,
and gamma(-a) gamma(a) = -pi / (a sin(pi a)). Such parts cancel near zeros: they are pairs.
"""

from __future__ import annotations

import numpy as np

from ..dialect.functions import device
from ..dialect.instructions import instruction, number
from .pairs import plus, product_of, quotient_of, sum_of, sum_of_larger, times
from .power import log_of_pair_in_pair_64
from .tangent import in_half_turns_64

FIRST = 7.0
HALF_LOG_TWO_PI_LESS_HALF = 0.4189385332046727
HALF_LOG_TWO_PI_REST = 1.6728209650585413e-17
LOG_PI = 1.1447298858494002
LOG_PI_REST = 1.0265951162707826e-17
TOO_LARGE = 2.6e305
"""The logarithm of its gamma function is too large."""


@device
def rising_product_64(a):  # type: ignore[no-untyped-def]
    """Pairs: (a + 1) ... (a + 5), a + 6, and u = a (a + 6)."""
    six, six_rest = sum_of(6.0, a)
    u, u_rest = product_of(a, six)
    u, u_rest = sum_of_larger(u, u_rest + a * six_rest)
    five, five_rest = plus(u, u_rest, 5.0)
    eight, eight_rest = plus(u, u_rest, 8.0)
    three, three_rest = sum_of(3.0, a)
    p, p_rest = times(five, five_rest, eight, eight_rest)
    p, p_rest = times(p, p_rest, three, three_rest)
    return p, p_rest, six, six_rest, u, u_rest


@device
def lgamma_64(x):  # type: ignore[no-untyped-def]
    """What is log |gamma(x)|, of any float64; infinite at 0, -1, -2, ..."""
    is_negative = x < -1e-20
    magnitude = abs(x)
    is_ordinary = magnitude < TOO_LARGE and not (is_negative and np.floor(x) == x) and x != 0
    a = magnitude if is_ordinary else 1.5
    is_small = a < FIRST
    inner = a if is_small else 1.0
    # (a + 1) ... (a + 6)
    p, p_rest, six, six_rest, _, _ = rising_product_64(inner)
    p, p_rest = times(p, p_rest, six, six_rest)
    # The logarithm of a quotient is subtracted: but for pi, of a p, 1, p / sin(pi a) or
    # 1 / (a sin(pi a)).
    n, sine, sine_rest, cosine, cosine_rest = in_half_turns_64(a)
    is_odd = abs(n) == 1.0
    sine = cosine if is_odd else sine
    sine_rest = cosine_rest if is_odd else sine_rest
    sine, sine_rest = sum_of_larger(abs(sine), -sine_rest if sine < 0 else sine_rest)
    factor = 1.0 if is_small else a
    sine, sine_rest = times(sine, sine_rest, factor, 0.0)
    divisor = sine if is_negative else 1.0
    divisor_rest = sine_rest if is_negative else 0.0
    factor = 1.0 if is_negative else inner
    dividend, dividend_rest = times(p, p_rest, factor, 0.0)
    dividend = dividend if is_small else 1.0
    dividend_rest = dividend_rest if is_small else 0.0
    quotient, quotient_rest = quotient_of(dividend, dividend_rest, divisor, divisor_rest)
    log_quotient, log_quotient_rest = log_of_pair_in_pair_64(quotient, quotient_rest)
    # (y - 1/2) (log y - 1) + log(2 pi) / 2 - 1/2 + S(y)
    y, y_rest = sum_of(a, FIRST if is_small else 0.0)
    log_y, log_y_rest = log_of_pair_in_pair_64(y, y_rest)
    log_y, log_y_rest = plus(log_y, log_y_rest, -1.0)
    less, less_rest = plus(y, y_rest, -0.5)
    half, half_rest = times(0.5 * less, 0.5 * less_rest, log_y, log_y_rest)
    w = 1.0 / y
    z = w * w
    s = -0.018971021311129814
    s = s * z + 0.006098277402525443
    s = s * z - 0.0019124515729772988
    s = s * z + 0.0008417040418164413
    s = s * z - 0.0005952378583325576
    s = s * z + 0.0007936507930585942
    s = s * z - 0.0027777777777772124
    s = s * z + 0.08333333333333333
    total, rest = plus(half, half_rest, 0.5 * HALF_LOG_TWO_PI_LESS_HALF)
    rest = rest + 0.5 * (s * w + HALF_LOG_TWO_PI_REST)
    total, more = sum_of(total, -0.5 * log_quotient)
    rest = rest + more - 0.5 * log_quotient_rest
    total, more = sum_of(total, -0.5 * LOG_PI if is_negative else 0.0)
    rest = rest + more - (0.5 * LOG_PI_REST if is_negative else 0.0)
    result = 2.0 * (total + rest)
    result = -result if is_negative else result
    result = 0.0 if (x - 1.0) * (x - 2.0) == 0 else result
    result = result if is_ordinary else np.inf
    return x if np.isnan(x) else result


@instruction("float32")
def lgamma(x):  # type: ignore[no-untyped-def]
    """Less than 0.51 units in the last place from the exact result."""
    return number(x, lgamma_64(number(1.0, x)))


@lgamma.register("float64")
def _(x):  # type: ignore[no-untyped-def]
    """Less than 2 units in the last place from the exact result, or 2^-54 near a zero."""
    return lgamma_64(x)
