# SPDX-License-Identifier: Apache-2.0
"""The logistic function of complex numbers: w / (1 + w) with w = exp z, or 1 / (1 + w) with
w = exp -z, whichever w is not larger than 1.
"""

from __future__ import annotations

import numpy as np

from ..dialect.functions import device
from ..dialect.instructions import number
from .exponential import exp_64
from .sigmoid import sigmoid
from .trigonometry import sine_and_cosine_64


@device
def _sigmoid(a, b):  # type: ignore[no-untyped-def]
    """The parts of the result for z = a + b i, in float64."""
    power = exp_64(-abs(a))
    sine, cosine = sine_and_cosine_64(b)
    is_negative = a < 0
    real = power * cosine
    imaginary = power * sine if is_negative else -power * sine
    below = 1.0 + real
    square = below * below + imaginary * imaginary
    above = real * below + imaginary * imaginary if is_negative else below
    return above / square, (imaginary if is_negative else -imaginary) / square


@sigmoid.register("complex64")
def _(x):  # type: ignore[no-untyped-def]
    """Computed in float64, rounded once."""
    real, imaginary = _sigmoid(number(1.0, x.real), number(1.0, x.imag))
    return np.complex64(complex(real, imaginary))


@sigmoid.register("complex128")
def _(x):  # type: ignore[no-untyped-def]
    real, imaginary = _sigmoid(x.real, x.imag)
    return complex(real, imaginary)
