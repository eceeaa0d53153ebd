# SPDX-License-Identifier: Apache-2.0
"""The derivative of the logarithm of the gamma function, in the way of `gamma.py`."""

from __future__ import annotations

import numpy as np

from ..dialect.functions import device
from ..dialect.instructions import instruction, number
from .gamma import FIRST, rising_product_64
from .pairs import plus, quotient_of, sum_of, sum_of_larger, times
from .power import log_of_pair_in_pair_64
from .tangent import PI_64, PI_REST_64, in_half_turns_64


@device
def digamma_64(x):  # type: ignore[no-untyped-def]
    """The derivative of log gamma(x), of any float64; at 0 infinite, NaN at -1, -2, ..., -inf.

    Of a negative -a it is that of a and 1 / a + pi / tan(pi a).
    """
    is_negative = x < 0
    is_pole = is_negative and np.floor(x) == x
    magnitude = abs(x)
    is_tiny = magnitude < 1e-20
    a = 1.5 if is_tiny or is_pole or magnitude == np.inf else magnitude
    is_small = a < FIRST
    inner = a if is_small else 1.0
    # The sum of 1 / a to 1 / (a + 6), as a quotient of polynomials in u.
    p, p_rest, _, _, u, u_rest = rising_product_64(inner)
    p, p_rest = times(p, p_rest, u, u_rest)
    q, q_rest = times(u, u_rest, 7.0, 0.0)
    q, q_rest = plus(q, q_rest, 119.0)
    q, q_rest = times(q, q_rest, u, u_rest)
    q, q_rest = plus(q, q_rest, 588.0)
    q, q_rest = times(q, q_rest, u, u_rest)
    q, q_rest = plus(q, q_rest, 720.0)
    fraction, fraction_rest = quotient_of(q, q_rest, p, p_rest)
    fraction = fraction if is_small else 0.0
    fraction_rest = fraction_rest if is_small else 0.0
    y, y_rest = sum_of(a, FIRST if is_small else 0.0)
    total, rest = log_of_pair_in_pair_64(y, y_rest)
    w = 1.0 / y
    z = w * w
    s = -0.2694000627616331
    s = s * z + 0.07827411177244932
    s = s * z - 0.02101104649412308
    s = s * z + 0.0075750068597525535
    s = s * z - 0.004166662877356548
    s = s * z + 0.00396825395880287
    s = s * z - 0.008333333333324327
    s = s * z + 0.08333333333333333
    rest = rest - (0.5 * w + z * s) - fraction_rest
    total, more = sum_of(total, -fraction)
    rest = rest + more
    # 1 / a + pi / tan(pi a)
    inverse, inverse_rest = quotient_of(1.0, 0.0, a, 0.0)
    n, sine, sine_rest, cosine, cosine_rest = in_half_turns_64(a)
    is_odd = abs(n) == 1.0
    sine, sine_rest = sum_of_larger(sine, sine_rest)
    cosine, cosine_rest = sum_of_larger(cosine, cosine_rest)
    above = -sine if is_odd else cosine
    above_rest = -sine_rest if is_odd else cosine_rest
    below = cosine if is_odd else sine
    below_rest = cosine_rest if is_odd else sine_rest
    below = 1.0 if below == 0 else below
    cotangent, cotangent_rest = quotient_of(above, above_rest, below, below_rest)
    cotangent, cotangent_rest = times(cotangent, cotangent_rest, PI_64, PI_REST_64)
    total, more = sum_of(total, inverse if is_negative else 0.0)
    rest = rest + more + (inverse_rest if is_negative else 0.0)
    total, more = sum_of(total, cotangent if is_negative else 0.0)
    rest = rest + more + (cotangent_rest if is_negative else 0.0)
    result = total + rest
    result = -1.0 / x if is_tiny else result
    result = x if x == np.inf else result
    return np.nan if is_pole or np.isnan(x) else result


@instruction("float32")
def digamma(x):  # type: ignore[no-untyped-def]
    """Less than 0.51 units in the last place from the exact result."""
    return number(x, digamma_64(number(1.0, x)))


@digamma.register("float64")
def _(x):  # type: ignore[no-untyped-def]
    """Less than 2 units in the last place from the exact result, or 2^-52 near a zero."""
    return digamma_64(x)
