# SPDX-License-Identifier: Apache-2.0
"""The logistic function, and what is made of it."""

from __future__ import annotations

import math

import numpy as np

from ..dialect.functions import device
from ..dialect.instructions import HALVES, instruction, number
from .exponential import exp_in_pair, parts_of_inverse_32, scaled_64, two_powers_32
from .pairs import sum_of_larger


@device
def sigmoid_64(x):  # type: ignore[no-untyped-def]
    """1 / (1 + exp -x) of any float64."""
    bounded = -abs(x)
    bounded = -746.0 if bounded < -746.0 else bounded
    p, q, k = exp_in_pair(bounded, 0.0)
    power = scaled_64(1.0, k)
    below, rest = sum_of_larger(1.0, p * power)
    rest = rest + q * power
    is_negative = x < 0
    above = p * power if is_negative else 1.0
    above_rest = q * power if is_negative else 0.0
    quotient = above / below
    return quotient + (above_rest - quotient * rest) / below


@device
def over_one_and_exp_32(above, x):  # type: ignore[no-untyped-def]
    """The quotient above / (1 + exp -x) = above / (2^k + p) 2^k, with exp -x = p 2^-k.

    It is 0 at -120 and below, where x may not be.
    """
    bounded = number(x, 20.0) if x > number(x, 20.0) else x
    p, biased = parts_of_inverse_32(bounded, 254)
    first, second = two_powers_32(biased)
    return above / (first * second + p) * first * second


@instruction(f"float32 {HALVES}")
def sigmoid(x):  # type: ignore[no-untyped-def]
    """Less than 2.5 units in the last place from the exact result."""
    bounded = number(x, -120.0) if x < number(x, -120.0) else x
    return over_one_and_exp_32(number(x, 1.0), bounded)


@sigmoid.register("float64")
def _(x):  # type: ignore[no-untyped-def]
    """Less than 1.2 units in the last place from the exact result."""
    return sigmoid_64(x)


@device
def logistic_32(x):  # type: ignore[no-untyped-def]
    """The pair 1 / (1 + exp -x) and 1 / (1 + exp x) of a float32, each less than 2.5 units in the
    last place from the exact one; the second is that of 80 at least.

    With exp -x = p 2^-k they are 2^k / (2^k + p) and p / (2^k + p).
    """
    bounded = number(x, 80.0) if x > number(x, 80.0) else x
    bounded = number(x, -120.0) if bounded < number(x, -120.0) else bounded
    p, biased = parts_of_inverse_32(bounded, 254)
    first, second = two_powers_32(biased)
    part = number(x, 1.0) / (first * second + p)
    return part * first * second, p * part


@device
def silu_32(x):  # type: ignore[no-untyped-def]
    """The product of a float32 and its sigmoid, which is NaN at -inf."""
    bounded = number(x, -120.0) if x < number(x, -120.0) else x
    result = over_one_and_exp_32(bounded, bounded)
    return number(x, np.nan) if x == number(x, -np.inf) else result


@device
def silu_slope_32(x):  # type: ignore[no-untyped-def]
    """The derivative s (1 + x (1 - s)) with s = sigmoid x, of a float32; NaN at infinities."""
    below, above = logistic_32(x)
    bounded = number(x, 80.0) if x > number(x, 80.0) else x
    bounded = number(x, -1e30) if bounded < number(x, -1e30) else bounded
    slope = below * (number(x, 1.0) + bounded * above)
    return number(x, np.nan) if abs(x) == number(x, np.inf) else slope


@instruction(f"float32 {HALVES}")
def silu(x):  # type: ignore[no-untyped-def]
    """The product of x and sigmoid x, which is NaN at -inf; less than 2.5 units in the last place
    from the exact result."""
    return silu_32(x)


@instruction(f"float32 {HALVES}")
def silu_grad(grad, x):  # type: ignore[no-untyped-def]
    """Less than 4 units in the last place of s or s x (1 - s), whose sum the derivative is, from
    the exact result."""
    return grad * silu_slope_32(x)


@instruction(f"float32 {HALVES}")
def silu_mul(gate, x):  # type: ignore[no-untyped-def]
    """The product of silu of the gate and a number; less than 3 units in the last place from the
    exact result where silu is no subnormal number."""
    return silu_32(gate) * x


@silu.register("float64")
def _(x):  # type: ignore[no-untyped-def]
    """Less than 2 units in the last place from the exact result."""
    bounded = -760.0 if x < -760.0 else x
    magnitude = -abs(bounded)
    magnitude = -760.0 if magnitude < -760.0 else magnitude
    p, q, k = exp_in_pair(magnitude, 0.0)
    power = scaled_64(1.0, k)
    below, rest = sum_of_larger(1.0, p * power)
    rest = rest + q * power
    is_negative = x < 0
    above = bounded * (p if is_negative else 1.0)
    above_rest = bounded * (q if is_negative else 0.0)
    quotient = above / below
    result = quotient + (above_rest - quotient * rest) / below
    result = scaled_64(result, k if is_negative else 0)
    result = math.copysign(result if x < np.inf else x, x)
    return np.nan if x == -np.inf else result
