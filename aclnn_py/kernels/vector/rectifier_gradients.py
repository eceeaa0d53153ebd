# SPDX-License-Identifier: Apache-2.0
"""Gradients of the activations that are straight lines, and those of sigmoid and tanh, which are
polynomials of the results.

float32 is computed in float64 where more than one rounding would be made, but for sigmoid
and tanh.
"""

from __future__ import annotations

import numpy as np

from ..dialect.instructions import FLOATS, HALVES, instruction, number


@instruction("float32 int8 int32 int64 uint8")
def relu_grad(grad, x):  # type: ignore[no-untyped-def]
    zero = number(x, 0)
    return zero if x <= zero else grad


@instruction("float32 int8 int32 uint8", "T T float32 -> T", row="limit")
def threshold_grad(grad, x, limit):  # type: ignore[no-untyped-def]
    return number(x, 0) if x <= limit else grad


@instruction("float32 float64")
def leaky_relu_grad(grad, x, slope):  # type: ignore[no-untyped-def]
    return grad if x > number(x, 0.0) else grad * slope


@instruction("float32", "T T T -> T T")
def prelu_grad(grad, x, weight):  # type: ignore[no-untyped-def]
    """By the operand, and by the slope."""
    zero = number(x, 0.0)
    is_positive = x > zero
    return grad if is_positive else grad * weight, zero if is_positive else grad * x


@instruction("float32")
def hardtanh_grad(grad, x, least, most):  # type: ignore[no-untyped-def]
    is_outside = x < least or x > most
    return number(x, 0.0) if is_outside else grad


@instruction("float32")
def hardsigmoid_grad(grad, x):  # type: ignore[no-untyped-def]
    is_inside = x > number(x, -3.0) and x < number(x, 3.0)
    return grad / number(x, 6.0) if is_inside else number(x, 0.0)


@instruction("float32")
def hardswish_grad(x, grad):  # type: ignore[no-untyped-def]
    """Aslant from -3 to 3, both among them. x comes first, as in CANN's list."""
    slope = number(1.0, x) / 3.0 + 0.5
    aslant = number(x, number(1.0, grad) * slope)
    above = grad if not x <= number(x, 3.0) else aslant
    return number(x, 0.0) if x < number(x, -3.0) else above


@instruction("float32")
def hardswish_grad_v2(grad, x):  # type: ignore[no-untyped-def]
    """Aslant between -3 and 3, neither among them."""
    slope = number(1.0, x) / 3.0 + 0.5
    aslant = number(x, number(1.0, grad) * slope)
    above = aslant if x < number(x, 3.0) else grad
    return number(x, 0.0) if x <= number(x, -3.0) else above


@instruction("float32")
def shrink_grad(grad, x, limit):  # type: ignore[no-untyped-def]
    """Of Hardshrink and of Softshrink."""
    is_small = x <= limit and x >= -limit
    return number(x, 0.0) if is_small else grad


@instruction(f"{FLOATS} {HALVES}")
def sigmoid_grad(grad, result):  # type: ignore[no-untyped-def]
    """Less than 2 units in the last place from the exact result."""
    return grad * ((number(result, 1.0) - result) * result)


@sigmoid_grad.register("complex64 complex128")
def _(grad, result):  # type: ignore[no-untyped-def]
    """By the conjugate of the derivative."""
    return grad * ((number(result, 1.0) - result) * result).conjugate()


@instruction(f"{FLOATS} {HALVES}")
def tanh_grad(grad, result):  # type: ignore[no-untyped-def]
    """Less than 2.5 units in the last place from the exact result."""
    one = number(result, 1.0)
    return grad * ((one - result) * (one + result))


@instruction("float32")
def logit_grad(x, grad, eps):  # type: ignore[no-untyped-def]
    """Of log(x / (1 - x)), where x is bounded by eps and 1 - eps if eps is not negative."""
    wide = number(1.0, x)
    bound = number(1.0, eps)
    least = 0.0 if bound < 0.0 else bound
    is_outside = wide < least or wide > 1.0 - least
    outside = np.nan if bound < 0.0 else 0.0
    slope = number(1.0, grad) / (wide * (1.0 - wide))
    return number(x, outside if is_outside else slope)


@instruction("float32 int8 int32 uint8", "T uint8 -> T")
def masked_grad(grad, mask):  # type: ignore[no-untyped-def]
    return number(grad, 0) if mask == 0 else grad


@instruction("float32")
def softsign_grad(grad, x):  # type: ignore[no-untyped-def]
    below = 1.0 + abs(number(1.0, x))
    return number(x, number(1.0, grad) / (below * below))


@instruction("float32 int8 int32 uint8")
def positive_grad(grad, x):  # type: ignore[no-untyped-def]
    """0 beside what is no number, too."""
    return grad if x > number(x, 0) else number(x, 0)
