# SPDX-License-Identifier: Apache-2.0
"""Quotients: exact, without the fraction, and the next integer below.

Integers by 0 have all bits set, -1 where there is a sign, as the public kernels of Ascend950 have
it; the least integer by -1 wraps around to itself.
"""

from __future__ import annotations

import numpy as np

from ..dialect.functions import device
from ..dialect.instructions import FLOATS, HALVES, instruction, number
from ..dialect.quotients import quotient
from ..dialect.roundings import floor_of, trunc_of

INTEGERS = "int8 int16 int32 int64 uint8"

# What is scaled keeps clear of the largest and the least numbers in products of two.
LARGE = 2.0**500
SMALL = 2.0**-500
UP = 2.0**600
DOWN = 2.0**-600


@instruction(f"{FLOATS} {HALVES}", row="b")
def div(a, b):  # type: ignore[no-untyped-def]
    return a / b


@div.register(INTEGERS)
def _(a, b):  # type: ignore[no-untyped-def]
    return quotient(a, b)


@device
def _by_smith(u, v, x, y):  # type: ignore[no-untyped-def]
    """The parts of (u + vi) / (x + yi)."""
    if abs(x) >= abs(y):
        ratio = y / x
        under = x + y * ratio
        return (u + v * ratio) / under, (v - u * ratio) / under
    ratio = x / y
    under = x * ratio + y
    return (u * ratio + v) / under, (v * ratio - u) / under


@div.register("complex64")
def _(a, b):  # type: ignore[no-untyped-def]
    """In float64, where no square is too large or too small."""
    x, y = np.float64(b.real), np.float64(b.imag)
    square = x * x + y * y
    if square == 0.0:
        return complex(a.real / abs(b.real), a.imag / abs(b.real))
    if square == np.inf:
        real, imag = _by_smith(np.float64(a.real), np.float64(a.imag), x, y)
        return complex(number(a.real, real), number(a.real, imag))
    real = a.real * x + a.imag * y
    imag = a.imag * x - a.real * y
    return complex(number(a.real, real / square), number(a.real, imag / square))


@device
def scale_of(x, y):  # type: ignore[no-untyped-def]
    """A power of two that brings the larger of two numbers to where squares are safe."""
    size = max(abs(x), abs(y))
    return DOWN if size > LARGE else UP if size < SMALL else 1.0


@div.register("complex128")
def _(a, b):  # type: ignore[no-untyped-def]
    """By Smith's method, on numbers that are scaled."""
    if b.real == 0.0 and b.imag == 0.0:
        return complex(a.real / abs(b.real), a.imag / abs(b.real))
    by_a = scale_of(a.real, a.imag)
    by_b = scale_of(b.real, b.imag)
    u, v, x, y = a.real * by_a, a.imag * by_a, b.real * by_b, b.imag * by_b
    real, imag = _by_smith(u, v, x, y)
    if by_a != by_b:
        real, imag = real * by_b / by_a, imag * by_b / by_a
    return complex(real, imag)


@instruction(FLOATS)
def trunc_div(a, b):  # type: ignore[no-untyped-def]
    return trunc_of(a / b)


@trunc_div.register(INTEGERS)
def _(a, b):  # type: ignore[no-untyped-def]
    return quotient(a, b)


@instruction(FLOATS)
def floor_div(a, b):  # type: ignore[no-untyped-def]
    return floor_of(a / b)


@floor_div.register(INTEGERS)
def _(a, b):  # type: ignore[no-untyped-def]
    q = quotient(a, b)
    is_above = q * b != a and (a < 0) != (b < 0) and b != 0
    return q - 1 if is_above else q
