# SPDX-License-Identifier: Apache-2.0
"""Activations that are straight lines between thresholds.

What is no number stays none. Where two roundings would follow each other, float32 is computed in
float64 and rounded once, but for hardsigmoid and hardswish.
"""

from __future__ import annotations

from ..dialect import BFLOAT16_NAN, FLOAT16_NAN
from ..dialect.functions import device
from ..dialect.instructions import FLOATS, HALVES, instruction, number


@instruction("float32 int8 int32 int64")
def relu(x):  # type: ignore[no-untyped-def]
    zero = number(x, 0)
    return zero if x <= zero else x


@relu.register("float16", "uint16 -> uint16")
def _(x):  # type: ignore[no-untyped-def]
    number_or_zero = 0 if x >= 0x8000 else x
    return FLOAT16_NAN if x & 0x7FFF > 0x7C00 else number_or_zero


@relu.register("bfloat16", "uint16 -> uint16")
def _(x):  # type: ignore[no-untyped-def]
    number_or_zero = 0 if x >= 0x8000 else x
    return BFLOAT16_NAN if x & 0x7FFF > 0x7F80 else number_or_zero


@instruction("float32 int8 int16 int32 int64 uint8")
def threshold(x, limit, value):  # type: ignore[no-untyped-def]
    return value if x <= limit else x


@instruction(f"{FLOATS} {HALVES}", row="slope")
def leaky_relu(x, slope):  # type: ignore[no-untyped-def]
    return x if x > number(x, 0.0) else x * slope


@instruction("float32")
def prelu(x, weight):  # type: ignore[no-untyped-def]
    return x if x > number(x, 0.0) else x * weight


@instruction("float32")
def squared_relu(x):  # type: ignore[no-untyped-def]
    zero = number(x, 0.0)
    positive = zero if x < zero else x
    return positive * positive


@instruction("float32 int8 int32 uint8", "T -> T uint8")
def relu_and_mask(x):  # type: ignore[no-untyped-def]
    """The positive elements, and 1 where they are."""
    zero = number(x, 0)
    return (zero if x <= zero else x), (1 if x > zero else 0)


@instruction("float32")
def fused_bias_leaky_relu(x, bias, slope, scale):  # type: ignore[no-untyped-def]
    total = number(1.0, x) + number(1.0, bias)
    factor = 1.0 if total >= 0.0 else number(1.0, slope)
    return number(x, total * factor * number(1.0, scale))


@instruction("float32")
def softsign(x):  # type: ignore[no-untyped-def]
    wide = number(1.0, x)
    return number(x, wide / (1.0 + abs(wide)))


# --- Between -3 and 3 ----------------------------------------------------------------------------


@device
def _six_parts(x):  # type: ignore[no-untyped-def]
    """What x + 3 is between 0 and 6."""
    parts = x + number(x, 3.0)
    parts = number(x, 0.0) if parts < number(x, 0.0) else parts
    return number(x, 6.0) if parts > number(x, 6.0) else parts


@instruction(f"float32 {HALVES}")
def hardsigmoid(x):  # type: ignore[no-untyped-def]
    """Less than 1.1 units in the last place from the exact result."""
    return _six_parts(x) / number(x, 6.0)


@hardsigmoid.register("int32")
def _(x):  # type: ignore[no-untyped-def]
    """The fraction cut off: all of 1, or nothing."""
    return number(x, 1) if x >= number(x, 3) else number(x, 0)


@instruction(f"float32 {HALVES}")
def hardswish(x):  # type: ignore[no-untyped-def]
    """Less than 2 units in the last place from the exact result."""
    return x * (_six_parts(x) / number(x, 6.0))


# --- Shrinking: limit is not negative ------------------------------------------------------------


@instruction("float32")
def hardshrink(x, limit):  # type: ignore[no-untyped-def]
    is_small = x <= limit and x >= -limit
    return number(x, 0.0) if is_small else x


@instruction("float32")
def softshrink(x, limit):  # type: ignore[no-untyped-def]
    is_small = x <= limit and x >= -limit
    moved = x - limit if x > limit else x + limit
    return number(x, 0.0) if is_small else moved


@instruction("float32")
def shrink(x, limit, bias):  # type: ignore[no-untyped-def]
    is_small = x <= limit and x >= -limit
    moved = x - bias if x > limit else x + bias
    return number(x, 0.0) if is_small else moved
