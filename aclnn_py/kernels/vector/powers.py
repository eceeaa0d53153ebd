# SPDX-License-Identifier: Apache-2.0
"""Powers of integers, which wrap around, and of complex numbers."""

from __future__ import annotations

import numpy as np

from ..dialect.functions import device
from ..dialect.instructions import number
from .complex_logarithm import complex_log_64
from .exponential import exp_64
from .power import pow as power
from .trigonometry import sine_and_cosine_64

INTEGERS = "int8 int16 uint8"  # the wider ones are beside those of real numbers


@power.register(INTEGERS)
def _(x, y):  # type: ignore[no-untyped-def]
    """By squares. To a negative exponent 1 and -1 have powers, and all other numbers 0."""
    base, exponent = np.int64(x), np.int64(y)
    if exponent < 0:
        is_one = base == 1 or (base == -1 and exponent & 1 == 0)
        return 1 if is_one else -1 if base == -1 else 0
    result = np.int64(1)
    while exponent > 0:
        if exponent & 1 == 1:
            result *= base
        base *= base
        exponent >>= 1
    return result


@device
def complex_power(a, b, c, d):  # type: ignore[no-untyped-def]
    """The parts of (a + bi)^(c + di), on the branch whose logarithm has its angle in (-pi, pi]."""
    if c == 0.0 and d == 0.0:
        return 1.0, 0.0
    if a == 0.0 and b == 0.0:
        return (0.0, 0.0) if c > 0.0 else (np.nan, np.nan)
    size, angle = complex_log_64(a, b)
    magnitude = exp_64(c * size - d * angle)
    sine, cosine = sine_and_cosine_64(c * angle + d * size)
    return magnitude * cosine, magnitude * sine


@power.register("complex64")
def _(x, y):  # type: ignore[no-untyped-def]
    """In float64: less than 1 unit in the last place of the modulus from the exact result."""
    real, imag = complex_power(
        np.float64(x.real), np.float64(x.imag), np.float64(y.real), np.float64(y.imag)
    )
    return complex(number(x.real, real), number(x.real, imag))


@power.register("complex128")
def _(x, y):  # type: ignore[no-untyped-def]
    """As many units in the last place of the modulus from the exact result as the product of the
    exponent and the logarithm is large, and a few."""
    real, imag = complex_power(x.real, x.imag, y.real, y.imag)
    return complex(real, imag)
