# SPDX-License-Identifier: Apache-2.0
"""The modulus of complex numbers, and numbers of modulus 1."""

from __future__ import annotations

import math

import numpy as np

from ..dialect.functions import device
from ..dialect.instructions import bits_of, instruction, number
from .exponents import power_of_two_64
from .signs import sign


@device
def scale_64(a, b):  # type: ignore[no-untyped-def]
    """A power of two that brings the larger magnitude near 1: within 2^-52 to 2 where it is tiny,
    or not finite."""
    exponent = (bits_of(max(abs(a), abs(b))) >> 52) & 0x7FF
    return power_of_two_64(max(min(1023 - exponent, 1022), -1022))


@device
def hypot_64(a, b):  # type: ignore[no-untyped-def]
    """The root of a^2 + b^2, less than 1.5 units from the exact; infinite if one of them is."""
    scale = scale_64(a, b)
    first = a * scale
    second = b * scale
    result = math.sqrt(first * first + second * second) / scale
    return np.inf if abs(a) == np.inf or abs(b) == np.inf else result


@instruction("complex64", "T -> float32")
def modulus(x):  # type: ignore[no-untyped-def]
    """Less than 0.51 units in the last place from the exact result."""
    a = number(1.0, x.real)
    b = number(1.0, x.imag)
    result = math.sqrt(a * a + b * b)
    return np.float32(np.inf if abs(a) == np.inf or abs(b) == np.inf else result)


@device
def _of_modulus_1(a, b):  # type: ignore[no-untyped-def]
    scale = scale_64(a, b)
    first = a * scale
    second = b * scale
    length = math.sqrt(first * first + second * second)
    is_zero = length == 0
    return complex(0.0 if is_zero else first / length, 0.0 if is_zero else second / length)


@sign.register("complex64")
def _(x):  # type: ignore[no-untyped-def]
    """A number of modulus 1, x / |x|, and 0 for 0; NaN where x is not finite, as torch's."""
    return np.complex64(_of_modulus_1(number(1.0, x.real), number(1.0, x.imag)))


@sign.register("complex128")
def _(x):  # type: ignore[no-untyped-def]
    return _of_modulus_1(x.real, x.imag)
