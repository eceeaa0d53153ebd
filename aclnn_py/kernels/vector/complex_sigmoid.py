# SPDX-License-Identifier: Apache-2.0
"""The logistic function of complex numbers a + bi, by the cosine c and the sine s of b / 2: with
e = exp -|a| it is (c + s i) / ((1 + e) c + (1 - e) s i), or e times as much with e - 1 where a is
negative.
Nothing cancels beside the poles.
"""

from __future__ import annotations

import numpy as np

from ..dialect.functions import device
from ..dialect.instructions import number
from .exponential import exp_64
from .hyperbolic import expm1_64
from .sigmoid import sigmoid
from .trigonometry import sine_and_cosine_64


@device
def _sigmoid(a, b):  # type: ignore[no-untyped-def]
    """The parts of the result for z = a + b i, in float64."""
    s, c = sine_and_cosine_64(0.5 * b)
    e = exp_64(-abs(a))
    p = 1.0 + e
    q = -expm1_64(-abs(a))
    q = -q if a < 0 else q
    below = p * p * c * c + q * q * s * s
    factor = e if a < 0 else 1.0
    real = factor * ((p * c * c + q * s * s) / below)
    imaginary = factor * (s * c * (p - q) / below)
    is_infinite = abs(a) == np.inf and b - b != 0
    real = (1.0 if a > 0 else 0.0) if is_infinite else real
    return real, 0.0 if is_infinite else imaginary


@sigmoid.register("complex64")
def _(x):  # type: ignore[no-untyped-def]
    """Computed in float64, rounded once."""
    real, imaginary = _sigmoid(number(1.0, x.real), number(1.0, x.imag))
    return np.complex64(complex(real, imaginary))


@sigmoid.register("complex128")
def _(x):  # type: ignore[no-untyped-def]
    real, imaginary = _sigmoid(x.real, x.imag)
    return complex(real, imaginary)
