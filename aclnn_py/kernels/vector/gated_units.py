# SPDX-License-Identifier: Apache-2.0
"""A number times an activation of another, computed in float64 and rounded once."""

from __future__ import annotations

from ..dialect.instructions import instruction, number
from .gelu import gelu_erf_64, gelu_erf_slope_64, gelu_slope_64, gelu_tanh_64, logistic_64
from .hyperbolic import tanh_64


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


@instruction("float32")
def swiglu_clamp(gate, x, limit):  # type: ignore[no-untyped-def]
    """Silu of the gate, at most the limit, times the number, of at most the limit's size."""
    wide = number(1.0, gate)
    bound = number(1.0, limit)
    active = wide * logistic_64(wide)[0]
    active = bound if active > bound else active
    other = number(1.0, x)
    other = bound if other > bound else other
    other = -bound if other < -bound else other
    return number(x, active * other)


@instruction("float32")
def fatrelu_mul(gate, x, threshold):  # type: ignore[no-untyped-def]
    return (number(gate, 0.0) if gate < threshold else gate) * x


@instruction("float32")
def situ_glu(gate, x, beta, linear):  # type: ignore[no-untyped-def]
    """Both are bounded by tanh, the number only where `linear` is above 0."""
    wide = number(1.0, gate)
    scale = number(1.0, beta)
    active = scale * tanh_64(wide / scale) * logistic_64(wide)[0]
    bound = number(1.0, linear)
    other = number(1.0, x)
    bounded = bound * tanh_64(other / (bound if bound > 0.0 else 1.0))
    return number(x, active * (bounded if bound > 0.0 else other))


@instruction("float32")
def clamped_swiglu(gate, x, limit, alpha, bias):  # type: ignore[no-untyped-def]
    """A gate up to a limit, by the logistic function of alpha times it, by a number within the
    limit plus a bias."""
    most = number(1.0, limit)
    wide = number(1.0, gate)
    wide = most if wide > most else wide
    other = number(1.0, x)
    other = most if other > most else other
    other = -most if other < -most else other
    below = logistic_64(number(1.0, alpha) * wide)[0]
    return number(x, wide * below * (other + number(1.0, bias)))


@instruction("float32")
def swiglu_clamped(gate, x, limit):  # type: ignore[no-untyped-def]
    """Silu of a gate, at most a limit, by a number within the limit."""
    most = number(1.0, limit)
    wide = number(1.0, gate)
    active = wide * logistic_64(wide)[0]
    active = most if active > most else active
    other = number(1.0, x)
    other = most if other > most else other
    other = -most if other < -most else other
    return number(x, active * other)
