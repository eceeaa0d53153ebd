# SPDX-License-Identifier: Apache-2.0
"""Logarithms of complex numbers: that of the modulus, and the angle between -pi and pi.

Near the circle of modulus 1 the modulus is 1 + u with u from (m - 1) (m + 1) + n^2, where m is the
larger part. Special values are those of C's Annex G.
"""

from __future__ import annotations

import numpy as np

from ..dialect.functions import device
from ..dialect.instructions import bits_of, number
from .exponential import LN2_64, LOG2_E
from .exponents import power_of_two_64
from .inverse_trigonometry import atan2_64
from .logarithm import LOG10_E, log, log1p_64, log2, log10, log_64


@device
def log_of_modulus_64(a, b):  # type: ignore[no-untyped-def]
    """The logarithm of |a + bi|; infinite where a part is, else NaN where one is."""
    m = max(abs(a), abs(b))
    n = min(abs(a), abs(b))
    exponent = (bits_of(m) >> 52) & 0x7FF
    shift = max(min(1023 - exponent, 1022), -1022)
    scale = power_of_two_64(shift)
    x = m * scale
    y = n * scale
    far = 0.5 * log_64(x * x + y * y) - shift * LN2_64
    is_near = m > 0.5 and m < 1.5
    u = (m - 1.0) * (m + 1.0) + n * n
    near = 0.5 * log1p_64(u if is_near else 0.0)
    result = near if is_near else far
    result = np.nan if a != a or b != b else result  # noqa: PLR0124
    return np.inf if abs(a) == np.inf or abs(b) == np.inf else result


@device
def complex_log_64(a, b):  # type: ignore[no-untyped-def]
    """The parts of the logarithm of a + bi."""
    return log_of_modulus_64(a, b), atan2_64(b, a)


@log.register("complex64")
def _(x):  # type: ignore[no-untyped-def]
    real, imaginary = complex_log_64(number(1.0, x.real), number(1.0, x.imag))
    return np.complex64(complex(real, imaginary))


@log.register("complex128")
def _(x):  # type: ignore[no-untyped-def]
    """Less than 3 units of the modulus from the exact result."""
    real, imaginary = complex_log_64(x.real, x.imag)
    return complex(real, imaginary)


@log2.register("complex64")
def _(x):  # type: ignore[no-untyped-def]
    real, imaginary = complex_log_64(number(1.0, x.real), number(1.0, x.imag))
    return np.complex64(complex(real * LOG2_E, imaginary * LOG2_E))


@log2.register("complex128")
def _(x):  # type: ignore[no-untyped-def]
    """Less than 4 units of the modulus from the exact result."""
    real, imaginary = complex_log_64(x.real, x.imag)
    return complex(real * LOG2_E, imaginary * LOG2_E)


@log10.register("complex64")
def _(x):  # type: ignore[no-untyped-def]
    real, imaginary = complex_log_64(number(1.0, x.real), number(1.0, x.imag))
    return np.complex64(complex(real * LOG10_E, imaginary * LOG10_E))


@log10.register("complex128")
def _(x):  # type: ignore[no-untyped-def]
    """Less than 4 units of the modulus from the exact result."""
    real, imaginary = complex_log_64(x.real, x.imag)
    return complex(real * LOG10_E, imaginary * LOG10_E)
