# SPDX-License-Identifier: Apache-2.0
"""Activations that are straight for positive numbers, and exponential for negative ones; softplus
and what is made of it. float32 is float32 arithmetic where programs call it most, and else
computed in float64 and rounded once.
"""

from __future__ import annotations

from ..dialect.functions import device
from ..dialect.fused import fused_multiply_add
from ..dialect.instructions import instruction, number
from .exponential import exp_32, exp_64, expm1_32
from .exponents import ROUND_64
from .gelu import logistic_64
from .hyperbolic import expm1_64
from .logarithm import log1p_32

SELU_SCALE = 1.0507009873554805
SELU_ALPHA = 1.6732632423543772


# --- Elu -----------------------------------------------------------------------------------------


@instruction("float32", row="alpha scale input_scale")
def elu(x, alpha, scale, input_scale):  # type: ignore[no-untyped-def]
    """Less than 3.5 units in the last place from the exact result."""
    below = alpha * scale * expm1_32(x * input_scale)
    return below if x <= number(x, 0.0) else x * scale


@elu.register("float64")
def _(x, alpha, scale, input_scale):  # type: ignore[no-untyped-def]
    return alpha * scale * expm1_64(x * input_scale) if x <= 0.0 else x * scale


@instruction("float32", row="alpha scale input_scale")
def elu_grad(grad, x, alpha, scale, input_scale):  # type: ignore[no-untyped-def]
    """Less than 3.5 units in the last place from the exact result."""
    v = x * input_scale
    rest = fused_multiply_add(x, input_scale, -v)
    power = exp_32(v)
    power = power + power * (rest if abs(v) < number(x, 200.0) else number(x, 0.0))
    below = input_scale * alpha * scale * power
    return grad * (below if x <= number(x, 0.0) else scale)


@instruction("float32")
def elu_grad_of_result(grad, y, alpha, scale, input_scale):  # type: ignore[no-untyped-def]
    factor = number(1.0, scale)
    below = number(1.0, input_scale) * (number(1.0, y) + number(1.0, alpha) * factor)
    return number(y, number(1.0, grad) * (below if y <= number(y, 0.0) else factor))


@instruction("float32", row="alpha")
def celu(x, alpha):  # type: ignore[no-untyped-def]
    """Less than 3 units in the last place from the exact result."""
    return alpha * expm1_32(x / alpha) if x <= number(x, 0.0) else x


@device
def _selu_64(x):  # type: ignore[no-untyped-def]
    return SELU_SCALE * (SELU_ALPHA * expm1_64(x) if x <= 0.0 else x)


@instruction("float32")
def selu(x):  # type: ignore[no-untyped-def]
    """Less than 3 units in the last place from the exact result."""
    below = number(x, SELU_SCALE * SELU_ALPHA) * expm1_32(x)
    return below if x <= number(x, 0.0) else number(x, SELU_SCALE) * x


@selu.register("int32")
def _(x):  # type: ignore[no-untyped-def]
    """The fraction cut off; what is too large is the largest number."""
    result = _selu_64(number(1.0, x))
    return number(x, 2147483647.0 if result > 2147483647.0 else result)


@selu.register("int8")
def _(x):  # type: ignore[no-untyped-def]
    result = _selu_64(number(1.0, x))
    return number(x, 127.0 if result > 127.0 else result)


@device
def _selu_grad_64(grad, y):  # type: ignore[no-untyped-def]
    below = grad * (y + SELU_SCALE * SELU_ALPHA)
    return below if y <= 0.0 else grad * SELU_SCALE


@device
def _selu_grad_of_integers(grad, y, least, most):  # type: ignore[no-untyped-def]
    """Rounded to the nearest integer, to the even one of two, and bounded."""
    result = _selu_grad_64(number(1.0, grad), number(1.0, y))
    result = most if result > most else result
    result = least if result < least else result
    return number(y, (result + ROUND_64) - ROUND_64)


@instruction("float32")
def selu_grad(grad, y):  # type: ignore[no-untyped-def]
    return number(y, _selu_grad_64(number(1.0, grad), number(1.0, y)))


@selu_grad.register("int32")
def _(grad, y):  # type: ignore[no-untyped-def]
    return _selu_grad_of_integers(grad, y, -2147483648.0, 2147483647.0)


@selu_grad.register("int8")
def _(grad, y):  # type: ignore[no-untyped-def]
    return _selu_grad_of_integers(grad, y, -128.0, 127.0)


# --- Softplus ------------------------------------------------------------------------------------


@device
def _softplus_32(v, rest):  # type: ignore[no-untyped-def]
    """The logarithm of 1 + exp(v + rest), float32, of which rest is too small to be a part of v;
    less than 2.5 units in the last place from the exact one."""
    above = number(v, 0.0) if v < number(v, 0.0) else v
    power = exp_32(-abs(v))
    return above + log1p_32(power + power * (rest if v < number(v, 0.0) else -rest))


@instruction("float32", row="beta limit")
def softplus(x, beta, limit):  # type: ignore[no-untyped-def]
    v = x * beta
    rest = fused_multiply_add(x, beta, -v)
    bent = _softplus_32(v, rest if abs(v) < number(x, 200.0) else number(x, 0.0)) / beta
    return x if v > limit else bent


@instruction("float32")
def softplus_grad(grad, x, beta, limit):  # type: ignore[no-untyped-def]
    v = number(1.0, x) * number(1.0, beta)
    bent = number(1.0, grad) * logistic_64(v)[0]
    return grad if v > number(1.0, limit) else number(x, bent)


@instruction("float32")
def log_sigmoid(x):  # type: ignore[no-untyped-def]
    return -_softplus_32(-x, number(x, 0.0))


@instruction("float32")
def log_sigmoid_grad(grad, x):  # type: ignore[no-untyped-def]
    return number(x, number(1.0, grad) * logistic_64(number(1.0, x))[1])


# With e = exp x and n = e (e + 2), tanh(log(1 + e)) is n / (n + 2).


@instruction("float32")
def mish(x):  # type: ignore[no-untyped-def]
    wide = number(1.0, x)
    power = exp_64(30.0 if wide > 30.0 else wide)
    above = power * (power + 2.0)
    return number(x, wide * (above / (above + 2.0)))


@instruction("float32")
def mish_grad(grad, x):  # type: ignore[no-untyped-def]
    wide = number(1.0, x)
    power = exp_64(30.0 if wide > 30.0 else wide)
    above = power * (power + 2.0)
    below = above + 2.0
    rest = 4.0 * power * (power + 1.0) / (below * below)
    slope = above / below + wide * (0.0 if wide > 30.0 else rest)
    return number(x, number(1.0, grad) * slope)
