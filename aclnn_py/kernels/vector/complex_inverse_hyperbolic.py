# SPDX-License-Identifier: Apache-2.0
"""Inverse hyperbolic functions of complex numbers, by the roots of z - 1 and z + 1 (Kahan): their
parts are multiplied such that nothing cancels, and the sign of 0 chooses the side of a cut. Special
values are those of C's Annex G.
"""

from __future__ import annotations

import math

import numpy as np

from ..dialect.functions import device
from ..dialect.instructions import number
from .complex_logarithm import log_of_modulus_64
from .complex_roots import complex_reciprocal_64, complex_sqrt_64
from .exponential import LN2_64
from .inverse_hyperbolic import acosh, asinh, asinh_64, atanh
from .inverse_trigonometry import atan2_64
from .logarithm import log1p_64, log_64

# From here on 1 is nothing beside the square of the modulus.
LARGE = 2.0**500
HALF_PI = 1.5707963267948966


@device
def complex_asinh_64(a, b):  # type: ignore[no-untyped-def]
    """The parts of asinh(a + bi), of the right half; the left has other signs."""
    magnitude = abs(a)
    is_inside = magnitude < LARGE and abs(b) < LARGE
    x = magnitude if is_inside else 0.0
    y = b if is_inside else 0.0
    # The roots of 1 - w and 1 + w, with w = b + ai: asinh(a + bi) = i asin(b - ai).
    p, q = complex_sqrt_64(1.0 - y, -x)
    r, t = complex_sqrt_64(1.0 + y, x)
    real = asinh_64(p * t - q * r)
    imaginary = atan2_64(y, p * r - q * t)
    far = log_of_modulus_64(a, b) + LN2_64
    real = math.copysign(real if is_inside else far, a)
    imaginary = imaginary if is_inside else atan2_64(b, magnitude)
    return real, b if b == 0 else imaginary


@device
def complex_acosh_64(a, b):  # type: ignore[no-untyped-def]
    """The parts of acosh(a + bi), whose real part is not negative."""
    is_inside = abs(a) < LARGE and abs(b) < LARGE
    x = a if is_inside else 2.0
    y = b if is_inside else 0.0
    p, q = complex_sqrt_64(x - 1.0, y)
    r, t = complex_sqrt_64(x + 1.0, y)
    real = asinh_64(p * r + q * t)
    imaginary = 2.0 * atan2_64(q, r)
    far = log_of_modulus_64(a, b) + LN2_64
    real = real if is_inside else far
    imaginary = imaginary if is_inside else atan2_64(b, a)
    is_up = a == 0 and b != b  # noqa: PLR0124
    return real, HALF_PI if is_up else imaginary


@device
def complex_atanh_64(a, b):  # type: ignore[no-untyped-def]
    """The parts of atanh(a + bi): of a quotient's logarithm and an angle."""
    magnitude = abs(a)
    is_inside = magnitude < LARGE and abs(b) < LARGE
    x = magnitude if is_inside else 0.0
    y = b if is_inside else 0.0
    left = 1.0 - x
    square = left * left + y * y
    is_pole = x == 1.0 and abs(y) < 1e-150
    real = 0.25 * log1p_64(4.0 * x / (1.0 if is_pole else square))
    real = 0.5 * (LN2_64 - log_64(abs(y))) if is_pole else real
    imaginary = 0.5 * atan2_64(y + y, left * (1.0 + x) - y * y)
    inverse, _ = complex_reciprocal_64(a, b)
    far = math.copysign(HALF_PI, b)
    real = math.copysign(real if is_inside else abs(inverse), a)
    real = a if a == 0 else real
    imaginary = imaginary if is_inside else far
    is_infinite = abs(a) == np.inf or abs(b) == np.inf
    imaginary = np.nan if b != b else imaginary  # noqa: PLR0124
    return real, np.nan if a != a and not is_infinite else imaginary  # noqa: PLR0124


@asinh.register("complex64")
def _(x):  # type: ignore[no-untyped-def]
    real, imaginary = complex_asinh_64(number(1.0, x.real), number(1.0, x.imag))
    return np.complex64(complex(real, imaginary))


@asinh.register("complex128")
def _(x):  # type: ignore[no-untyped-def]
    """Each part less than 6 units in the last place from the exact result."""
    real, imaginary = complex_asinh_64(x.real, x.imag)
    return complex(real, imaginary)


@acosh.register("complex64")
def _(x):  # type: ignore[no-untyped-def]
    real, imaginary = complex_acosh_64(number(1.0, x.real), number(1.0, x.imag))
    return np.complex64(complex(real, imaginary))


@acosh.register("complex128")
def _(x):  # type: ignore[no-untyped-def]
    """Each part less than 6 units in the last place from the exact result."""
    real, imaginary = complex_acosh_64(x.real, x.imag)
    return complex(real, imaginary)


@atanh.register("complex64")
def _(x):  # type: ignore[no-untyped-def]
    real, imaginary = complex_atanh_64(number(1.0, x.real), number(1.0, x.imag))
    return np.complex64(complex(real, imaginary))


@atanh.register("complex128")
def _(x):  # type: ignore[no-untyped-def]
    """Less than 6 units of the modulus from the exact result."""
    real, imaginary = complex_atanh_64(x.real, x.imag)
    return complex(real, imaginary)
