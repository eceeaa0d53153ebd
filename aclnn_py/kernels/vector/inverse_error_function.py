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
from .logarithm import log_64


@device
def erfinv_64(x):  # type: ignore[no-untyped-def]
    """The inverse of erf, of any float64."""
    magnitude = abs(x)
    is_inside = magnitude < 1.0
    bounded = magnitude if is_inside else 0.5
    is_central = magnitude < 0.9
    distance = 1.0 - bounded
    w = -log_64(distance * (1.0 + bounded) if is_central else distance)
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
    result = x * p if is_central else tail
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
