# SPDX-License-Identifier: Apache-2.0
"""The inverse of the error function.

Up to 0.9 it is x P(w) with w = -log(1 - x^2), beyond it is s G(t) with s = sqrt(-log(1 - x)) and
t = (s - 3) / (s + 3).
"""

from __future__ import annotations

import math

import numpy as np

from ..dialect.functions import device
from ..dialect.instructions import instruction, number
from .error_function import erfc_64
from .exponential import exp_64
from .logarithm import log_64

SQRT_2 = math.sqrt(2.0)
SQRT_PI = math.sqrt(math.pi)
TWO_OVER_SQRT_PI = 2.0 / SQRT_PI


@device
def _inverse_64(x, magnitude, distance):  # type: ignore[no-untyped-def]
    """The y with erf y = x, of an x whose distance from 1 or -1 is given, from 1e-16 on."""
    is_central = magnitude < 0.9
    w = -log_64(distance * (1.0 + magnitude) if is_central else distance)
    v = w - 0.84
    p = 6.68846148235719e-14
    p = p * v + 6.806541108224443e-11
    p = p * v - 1.1908523221328347e-10
    p = p * v - 2.932129770771196e-09
    p = p * v + 1.0840248549376548e-08
    p = p * v + 1.1014496360566464e-07
    p = p * v - 7.147404210732465e-07
    p = p * v - 3.5573502586555546e-06
    p = p * v + 4.197509176005695e-05
    p = p * v + 6.800500483484427e-05
    p = p * v - 0.0024303316307032574
    p = p * v + 0.005405140050367956
    p = p * v + 0.24628862552097688
    p = p * v + 1.087839747751327
    s = math.sqrt(abs(w))
    t = (s - 3.0) / (s + 3.0)
    g = -0.04642949208149574
    g = g * t + 0.04148110345717769
    g = g * t + 0.005946553456008844
    g = g * t - 0.03394341962600445
    g = g * t + 0.047835760522869815
    g = g * t - 0.05483649640630572
    g = g * t + 0.04674673643702705
    g = g * t - 0.021413289310519404
    g = g * t - 0.016221112339830954
    g = g * t + 0.05683320003761561
    g = g * t - 0.08865636664994143
    g = g * t + 0.09887972140594684
    g = g * t - 0.07776356789117322
    g = g * t + 0.020137816237302972
    g = g * t + 0.06947038102246476
    g = g * t - 0.17848352927979338
    g = g * t + 0.2786589122693104
    g = g * t - 0.3389693109555121
    g = g * t + 0.2736645772262021
    g = g * t + 0.9049203326464282
    tail = math.copysign(s * g, x)
    return x * p if is_central else tail


@device
def erfinv_64(x):  # type: ignore[no-untyped-def]
    """The inverse of erf, of any float64."""
    magnitude = abs(x)
    is_inside = magnitude < 1.0
    bounded = magnitude if is_inside else 0.5
    result = _inverse_64(x, bounded, 1.0 - bounded)
    result = result if is_inside else math.copysign(np.inf, x)
    return result if magnitude <= 1.0 else np.nan


@instruction("float32")
def erfinv(x):  # type: ignore[no-untyped-def]
    """Less than 0.51 units in the last place from the exact result."""
    return number(x, erfinv_64(number(1.0, x)))


@erfinv.register("float64")
def _(x):  # type: ignore[no-untyped-def]
    """Less than 4 units in the last place from the exact result."""
    return erfinv_64(x)


@device
def _nearer_64(y, twice):  # type: ignore[no-untyped-def]
    """A step of Newton's to the y with erfc y = twice."""
    return y + (erfc_64(y) - twice) / (TWO_OVER_SQRT_PI * exp_64(-y * y))


@device
def _far_tail_64(w, twice):  # type: ignore[no-untyped-def]
    """The y with erfc y = twice = exp -w, of a w from 30 to 110."""
    y = math.sqrt(w)
    y = math.sqrt(w - log_64(y * SQRT_PI))
    y = math.sqrt(w - log_64(y * SQRT_PI))
    return _nearer_64(_nearer_64(_nearer_64(y, twice), twice), twice)


@device
def ndtri_64(p):  # type: ignore[no-untyped-def]
    """The inverse of the normal distribution function, of a float64 that float32 has."""
    is_inside = p > 0.0 and p < 1.0
    bounded = p if is_inside else 0.5
    x = 2.0 * bounded - 1.0
    twice = 2.0 * min(bounded, 1.0 - bounded)
    y = _inverse_64(x, abs(x), twice)
    if twice < 1e-13:
        y = math.copysign(_far_tail_64(-log_64(twice), twice), x)
    result = SQRT_2 * y
    edge = -np.inf if p == 0.0 else np.inf if p == 1.0 else np.nan
    return result if is_inside else edge


@instruction("float32")
def ndtri(p):  # type: ignore[no-untyped-def]
    return number(p, ndtri_64(number(1.0, p)))
