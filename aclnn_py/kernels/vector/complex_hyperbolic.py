# SPDX-License-Identifier: Apache-2.0
"""Hyperbolic functions and sines of complex numbers.

sinh(a + bi) = sinh a cos b + i cosh a sin b and cosh(a + bi) = cosh a cos b + i sinh a sin b; the
sine of z is -i sinh(iz), its cosine cosh(iz), its tangent -i tanh(iz). Special values are those of
C's Annex G.
"""

from __future__ import annotations

import math

import numpy as np

from ..dialect.functions import device
from ..dialect.instructions import number
from .exponential import exp_64, exp_in_parts
from .exponents import power_of_two_64
from .hyperbolic import cosh, cosh_64, sinh, sinh_64, tanh
from .tangent import tan, tan_64
from .trigonometry import cos, sin, sine_and_cosine_64

# From here on both are half of exp |a|, which may be too large where a product with it is not.
LARGE = 700.0
# exp of it is too large times every sine but 0.
TOO_LARGE = 1460.0


@device
def _products(a, sine, cosine):  # type: ignore[no-untyped-def]
    """The products of sinh a with a number, and of cosh a with another."""
    bounded = min(abs(a), TOO_LARGE)
    result, exponent = exp_in_parts(bounded if bounded > LARGE else LARGE)
    exponent = exponent - 1
    first = min(exponent, 1023)
    second = (exponent - first) >> 1
    upper = power_of_two_64(first)
    middle = power_of_two_64(second)
    lower = power_of_two_64(exponent - first - second)
    is_large = abs(a) > LARGE
    inside = 0.0 if is_large else a
    large_sine = math.copysign(1.0, a) * sine * result * upper * middle * lower
    large_cosine = cosine * result * upper * middle * lower
    return (
        large_sine if is_large else sinh_64(inside) * sine,
        large_cosine if is_large else cosh_64(inside) * cosine,
    )


@device
def complex_sinh_64(a, b):  # type: ignore[no-untyped-def]
    """The parts of sinh(a + bi)."""
    sine, cosine = sine_and_cosine_64(b)
    real, imaginary = _products(a, cosine, sine)
    has_no_sine = b - b != 0
    real = a if has_no_sine and (a == 0 or abs(a) == np.inf) else real
    return real, b if b == 0 else imaginary


@device
def complex_cosh_64(a, b):  # type: ignore[no-untyped-def]
    """The parts of cosh(a + bi)."""
    sine, cosine = sine_and_cosine_64(b)
    imaginary, real = _products(a, sine, cosine)
    has_no_sine = b - b != 0
    real = np.inf if has_no_sine and abs(a) == np.inf else real
    is_zero = (a == 0 or b == 0) and imaginary != imaginary  # noqa: PLR0124
    zero = math.copysign(0.0, math.copysign(1.0, a) * math.copysign(1.0, b))
    return real, zero if is_zero else imaginary


@device
def complex_tanh_64(a, b):  # type: ignore[no-untyped-def]
    """The parts of tanh(a + bi): from tan b and sinh a (Kahan)."""
    tangent = tan_64(b)
    is_large = abs(a) > 22.0
    s = sinh_64(0.0 if is_large else a)
    beta = 1.0 + tangent * tangent
    rho = math.sqrt(1.0 + s * s)
    below = 1.0 + beta * (s * s)
    sine, cosine = sine_and_cosine_64(b)
    real = math.copysign(1.0, a) if is_large else beta * rho * s / below
    falling = exp_64(-2.0 * abs(a))
    imaginary = 4.0 * sine * cosine * falling if is_large else tangent / below
    has_no_sine = b - b != 0
    # The sign of 0 is not said where b has no sine.
    imaginary = math.copysign(0.0, b) if has_no_sine and abs(a) == np.inf else imaginary
    real = a if has_no_sine and a == 0 else real
    return real, b if b == 0 else imaginary


@sinh.register("complex64")
def _(x):  # type: ignore[no-untyped-def]
    real, imaginary = complex_sinh_64(number(1.0, x.real), number(1.0, x.imag))
    return np.complex64(complex(real, imaginary))


@sinh.register("complex128")
def _(x):  # type: ignore[no-untyped-def]
    """Each part less than 3 units in the last place from the exact result."""
    real, imaginary = complex_sinh_64(x.real, x.imag)
    return complex(real, imaginary)


@cosh.register("complex64")
def _(x):  # type: ignore[no-untyped-def]
    real, imaginary = complex_cosh_64(number(1.0, x.real), number(1.0, x.imag))
    return np.complex64(complex(real, imaginary))


@cosh.register("complex128")
def _(x):  # type: ignore[no-untyped-def]
    """Each part less than 3 units in the last place from the exact result."""
    real, imaginary = complex_cosh_64(x.real, x.imag)
    return complex(real, imaginary)


@tanh.register("complex64")
def _(x):  # type: ignore[no-untyped-def]
    real, imaginary = complex_tanh_64(number(1.0, x.real), number(1.0, x.imag))
    return np.complex64(complex(real, imaginary))


@tanh.register("complex128")
def _(x):  # type: ignore[no-untyped-def]
    """Each part less than 8 units in the last place from the exact result."""
    real, imaginary = complex_tanh_64(x.real, x.imag)
    return complex(real, imaginary)


@sin.register("complex64")
def _(x):  # type: ignore[no-untyped-def]
    real, imaginary = complex_sinh_64(-number(1.0, x.imag), number(1.0, x.real))
    return np.complex64(complex(imaginary, -real))


@sin.register("complex128")
def _(x):  # type: ignore[no-untyped-def]
    """As near as sinh."""
    real, imaginary = complex_sinh_64(-x.imag, x.real)
    return complex(imaginary, -real)


@cos.register("complex64")
def _(x):  # type: ignore[no-untyped-def]
    real, imaginary = complex_cosh_64(-number(1.0, x.imag), number(1.0, x.real))
    return np.complex64(complex(real, imaginary))


@cos.register("complex128")
def _(x):  # type: ignore[no-untyped-def]
    """As near as cosh."""
    real, imaginary = complex_cosh_64(-x.imag, x.real)
    return complex(real, imaginary)


@tan.register("complex64")
def _(x):  # type: ignore[no-untyped-def]
    real, imaginary = complex_tanh_64(-number(1.0, x.imag), number(1.0, x.real))
    return np.complex64(complex(imaginary, -real))


@tan.register("complex128")
def _(x):  # type: ignore[no-untyped-def]
    """As near as tanh."""
    real, imaginary = complex_tanh_64(-x.imag, x.real)
    return complex(imaginary, -real)
