# SPDX-License-Identifier: Apache-2.0
"""Square roots and reciprocals of complex numbers.

Parts are scaled by a power of two that brings the larger one near 1, so that no square overflows.
Special values are those of C's Annex G; complex64 is computed in float64 and rounded once.
"""

from __future__ import annotations

import math

import numpy as np

from ..dialect.functions import device
from ..dialect.instructions import bits_of, number
from .complex_modulus import scale_64
from .exponents import power_of_two_64
from .roots import reciprocal, rsqrt, sqrt


@device
def complex_sqrt_64(a, b):  # type: ignore[no-untyped-def]
    """The parts of the root of a + bi, whose real part is not negative."""
    largest = max(abs(a), abs(b))
    exponent = (bits_of(largest) >> 52) & 0x7FF
    # Even, so that there is a root of the scale.
    shift = max(min(1023 - exponent, 1022), -1022) & ~1
    scale = power_of_two_64(shift)
    unscale = power_of_two_64(-(shift >> 1))
    x = abs(a) * scale
    y = abs(b) * scale
    long = math.sqrt(0.5 * (x + math.sqrt(x * x + y * y)))
    short = y / (long + long)
    is_zero = a == 0 and b == 0
    long = 0.0 if is_zero else long * unscale
    short = 0.0 if is_zero else short * unscale
    is_left = a < 0
    real = short if is_left else long
    imaginary = long if is_left else short
    is_infinite = abs(b) == np.inf
    # An infinite a and NaN make NaN and an infinity.
    real = np.inf if is_infinite or a == np.inf else real
    real = abs(b) * 0.0 if a == -np.inf and not is_infinite else real
    imaginary = np.inf if is_infinite or a == -np.inf else imaginary
    imaginary = abs(b) * 0.0 if a == np.inf and not is_infinite else imaginary
    return real, math.copysign(imaginary, b)


@device
def complex_reciprocal_64(a, b):  # type: ignore[no-untyped-def]
    """The parts of 1 / (a + bi); infinite and NaN of 0, as torch's, and 0 of infinities."""
    scale = scale_64(a, b)
    x = a * scale
    y = b * scale
    square = x * x + y * y
    real = x / square * scale
    imaginary = -(y / square * scale)
    real = np.inf if a == 0 and b == 0 else real
    is_infinite = abs(a) == np.inf or abs(b) == np.inf
    real = math.copysign(0.0, a) if is_infinite else real
    imaginary = math.copysign(0.0, -b) if is_infinite else imaginary
    return real, imaginary


@sqrt.register("complex64")
def _(x):  # type: ignore[no-untyped-def]
    """Each part less than 0.51 units in the last place from the exact result."""
    real, imaginary = complex_sqrt_64(number(1.0, x.real), number(1.0, x.imag))
    return np.complex64(complex(real, imaginary))


@sqrt.register("complex128")
def _(x):  # type: ignore[no-untyped-def]
    """Each part less than 3 units in the last place from the exact result."""
    real, imaginary = complex_sqrt_64(x.real, x.imag)
    return complex(real, imaginary)


@reciprocal.register("complex64")
def _(x):  # type: ignore[no-untyped-def]
    real, imaginary = complex_reciprocal_64(number(1.0, x.real), number(1.0, x.imag))
    return np.complex64(complex(real, imaginary))


@reciprocal.register("complex128")
def _(x):  # type: ignore[no-untyped-def]
    """Each part less than 3 units in the last place from the exact result."""
    real, imaginary = complex_reciprocal_64(x.real, x.imag)
    return complex(real, imaginary)


@rsqrt.register("complex64")
def _(x):  # type: ignore[no-untyped-def]
    real, imaginary = complex_sqrt_64(number(1.0, x.real), number(1.0, x.imag))
    real, imaginary = complex_reciprocal_64(real, imaginary)
    return np.complex64(complex(real, imaginary))


@rsqrt.register("complex128")
def _(x):  # type: ignore[no-untyped-def]
    """The reciprocal of the root: less than 6 units of the modulus from the exact result."""
    real, imaginary = complex_sqrt_64(x.real, x.imag)
    real, imaginary = complex_reciprocal_64(real, imaginary)
    return complex(real, imaginary)
