# SPDX-License-Identifier: Apache-2.0
"""A number times an activation of another, computed in float64 and rounded once."""

from __future__ import annotations

from ..dialect.instructions import instruction, number
from .gelu import gelu_erf_64, gelu_erf_slope_64, gelu_slope_64, gelu_tanh_64, logistic_64


@instruction("float32")
def glu(x, gate):  # type: ignore[no-untyped-def]
    return number(x, number(1.0, x) * logistic_64(number(1.0, gate))[0])


@instruction("float32", "T T T -> T T")
def glu_grad(grad, x, gate):  # type: ignore[no-untyped-def]
    """By the number, and by the gate."""
    below, above = logistic_64(number(1.0, gate))
    first = number(1.0, grad) * below
    return number(x, first), number(x, first * (number(1.0, x) * above))


@instruction("float32", "T T -> T T")
def geglu(x, gate):  # type: ignore[no-untyped-def]
    """The product, and the activation: Gelu with erf."""
    active = gelu_erf_64(number(1.0, gate))
    return number(x, number(1.0, x) * active), number(x, active)


@instruction("float32", "T T -> T T")
def geglu_tanh(x, gate):  # type: ignore[no-untyped-def]
    """The same with tanh."""
    active = gelu_tanh_64(number(1.0, gate))
    return number(x, number(1.0, x) * active), number(x, active)


@instruction("float32", "T T T T -> T T")
def geglu_grad(grad, x, gate, active):  # type: ignore[no-untyped-def]
    """By the number, and by the gate; `active` is what geglu gave second."""
    wide = number(1.0, grad)
    slope = gelu_erf_slope_64(number(1.0, gate))
    return grad * active, number(x, wide * number(1.0, x) * slope)


@instruction("float32", "T T T T -> T T")
def geglu_tanh_grad(grad, x, gate, active):  # type: ignore[no-untyped-def]
    wide = number(1.0, grad)
    slope = gelu_slope_64(number(1.0, gate))
    return grad * active, number(x, wide * number(1.0, x) * slope)


@instruction("float32")
def gelu_mul(gate, x):  # type: ignore[no-untyped-def]
    """The product alone."""
    return number(x, number(1.0, x) * gelu_erf_64(number(1.0, gate)))


@instruction("float32")
def gelu_mul_tanh(gate, x):  # type: ignore[no-untyped-def]
    return number(x, number(1.0, x) * gelu_tanh_64(number(1.0, gate)))


@instruction("float32")
def swiglu(gate, x):  # type: ignore[no-untyped-def]
    """Of the gate, its product with its logistic function."""
    wide = number(1.0, gate)
    return number(x, wide * logistic_64(wide)[0] * number(1.0, x))


@instruction("float32", "T T T -> T T")
def swiglu_grad(grad, gate, x):  # type: ignore[no-untyped-def]
    """By the gate, and by the number."""
    wide = number(1.0, gate)
    below, above = logistic_64(wide)
    slope = below * (1.0 + wide * above)
    first = number(1.0, grad) * number(1.0, x) * slope
    return number(x, first), number(x, number(1.0, grad) * (wide * below))
