# SPDX-License-Identifier: Apache-2.0
"""Gradients of roots, and of the inverses of sines and tangents.

float32 is computed in float64 and rounded once.
"""

from __future__ import annotations

import math

from ..dialect.functions import device
from ..dialect.instructions import instruction, number
from .hyperbolic import cosh_64, sinh_64


@device
def _over_circle(above, x):  # type: ignore[no-untyped-def]
    """The float64 quotient above / sqrt(1 - x^2)."""
    wide = number(1.0, x)
    return number(1.0, above) / math.sqrt((1.0 - wide) * (1.0 + wide))


@instruction("float32")
def asin_grad(x, grad):  # type: ignore[no-untyped-def]
    return number(x, _over_circle(grad, x))


@instruction("float32")
def acos_grad(grad, x):  # type: ignore[no-untyped-def]
    return number(x, -_over_circle(grad, x))


@instruction("float32")
def acos_grad_v2(x, grad):  # type: ignore[no-untyped-def]
    """The same with its operands the other way round."""
    return number(x, -_over_circle(grad, x))


@instruction("float32")
def acosh_grad(y, grad):  # type: ignore[no-untyped-def]
    return number(y, number(1.0, grad) / sinh_64(number(1.0, y)))


@instruction("float32")
def asinh_grad(y, grad):  # type: ignore[no-untyped-def]
    return number(y, number(1.0, grad) / cosh_64(number(1.0, y)))


@instruction("float32")
def atan_grad(x, grad):  # type: ignore[no-untyped-def]
    wide = number(1.0, x)
    return number(x, number(1.0, grad) / (1.0 + wide * wide))


@instruction("float32")
def sqrt_grad(y, grad):  # type: ignore[no-untyped-def]
    half = number(1.0, grad) * 0.5
    return number(y, half / number(1.0, y)) if half != 0.0 else number(y, 0.0)
