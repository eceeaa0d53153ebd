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


@instruction(f"float32 {HALVES}")
def silu(x):  # type: ignore[no-untyped-def]
    """The product of x and sigmoid x, which is NaN at -inf; less than 2.5 units in the last place
    from the exact result."""
    bounded = number(x, -120.0) if x < number(x, -120.0) else x
    result = over_one_and_exp_32(bounded, bounded)
    return number(x, np.nan) if x == number(x, -np.inf) else result


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
