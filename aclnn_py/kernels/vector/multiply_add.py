# SPDX-License-Identifier: Apache-2.0
"""Products and quotients that are scaled and added."""

from __future__ import annotations

from ..dialect.functions import device
from ..dialect.instructions import FLOATS, HALVES, instruction, number
from ..dialect.integers import unsigned_divide


@instruction(f"{FLOATS} {HALVES} int8 int32 int64 uint8", row="factor")
def addcmul(a, b, c, factor):  # type: ignore[no-untyped-def]
    return a + factor * (b * c)


@instruction(f"{FLOATS} {HALVES}", row="factor")
def addcdiv(a, b, c, factor):  # type: ignore[no-untyped-def]
    return a + factor * (b / c)


@device
def _quotient(a, b):  # type: ignore[no-untyped-def]
    """Cut toward zero; 0 where the divisor is, as on the cores of the device's CPU."""
    size = unsigned_divide(-a if a < 0 else a, -b if b < 0 else b)
    return size if (a < 0) == (b < 0) else -size


@addcdiv.register("int64")
def _(a, b, c, factor):  # type: ignore[no-untyped-def]
    return a + factor * _quotient(b, c)


@instruction(f"float32 {HALVES}")
def modulate(a, scale, shift):  # type: ignore[no-untyped-def]
    return a * (number(a, 1.0) + scale) + shift


@instruction("float32")
def add_mat_mat_elements(a, b, c, alpha, beta):  # type: ignore[no-untyped-def]
    """Rounded once."""
    product = number(1.0, alpha) * (number(1.0, a) * number(1.0, b))
    return number(a, number(1.0, c) * number(1.0, beta) + product)


@instruction("float32")
def add_mat_mat_elements_plus(c, a, b, beta, alpha):  # type: ignore[no-untyped-def]
    """The same with its operands in another sequence."""
    product = number(1.0, alpha) * (number(1.0, a) * number(1.0, b))
    return number(a, number(1.0, c) * number(1.0, beta) + product)


@instruction("float32")
def fused_mul_add_n(a, b, factor):  # type: ignore[no-untyped-def]
    return number(a, number(1.0, a) * number(1.0, factor) + number(1.0, b))


@fused_mul_add_n.register("int32 int16")
def _(a, b, factor):  # type: ignore[no-untyped-def]
    return a * factor + b
