# SPDX-License-Identifier: Apache-2.0
"""Inverse hyperbolic functions: logarithms of 1 + u, with u as a pair."""

from __future__ import annotations

import math

import numpy as np

from ..dialect.functions import device
from ..dialect.instructions import instruction, number
from .exponential import LN2_64
from .logarithm import log1p_of_pair_64
from .pairs import product_of, quotient_of, sum_of, sum_of_larger

LARGE = 2.0**60
"""From here on 1 is nothing beside x^2, and log(1 + x) is log x."""


@device
def asinh_64(x):  # type: ignore[no-untyped-def]
    """The inverse of sinh, of any float64: u = |x| + x^2 / (1 + sqrt(1 + x^2))."""
    magnitude = abs(x)
    is_large = magnitude > LARGE
    a = 1.0 if is_large else magnitude
    square = a * a
    u, rest = sum_of_larger(a, square / (1.0 + math.sqrt(1.0 + square)))
    result = log1p_of_pair_64(magnitude if is_large else u, 0.0 if is_large else rest)
    result = result + LN2_64 if is_large else result
    return math.copysign(result, x)


@device
def acosh_64(x):  # type: ignore[no-untyped-def]
    """The inverse of cosh, of any float64: u = d + sqrt(d (d + 2)) with d = x - 1."""
    is_large = x > LARGE
    is_inside = x >= 1.0
    d = (x if is_inside and not is_large else 2.0) - 1.0
    above, above_rest = sum_of(d, 2.0)
    square, square_rest = product_of(d, above)
    root = math.sqrt(square)
    product, product_rest = product_of(root, root)
    left = (square - product) - product_rest + (square_rest + d * above_rest)
    u, rest = sum_of(root, d)
    rest = rest + (left / (2.0 * root) if root > 0 else 0.0)
    result = log1p_of_pair_64(x if is_large else u, 0.0 if is_large else rest)
    result = result + LN2_64 if is_large else result
    return result if is_inside else np.nan


@device
def atanh_64(x):  # type: ignore[no-untyped-def]
    """The inverse of tanh, of any float64: u = 2 |x| / (1 - |x|), and half of the logarithm."""
    magnitude = abs(x)
    is_inside = magnitude < 1.0
    a = magnitude if is_inside else 0.5
    below, below_rest = sum_of(1.0, -a)
    u, rest = quotient_of(2.0 * a, 0.0, below, below_rest)
    result = 0.5 * log1p_of_pair_64(u, rest)
    result = magnitude if magnitude < 1e-20 else result
    result = result if is_inside else np.inf
    result = math.copysign(result, x)
    return result if magnitude <= 1.0 else np.nan


@instruction("float32")
def asinh(x):  # type: ignore[no-untyped-def]
    """Less than 0.51 units in the last place from the exact result."""
    return number(x, asinh_64(number(1.0, x)))


@asinh.register("float64")
def _(x):  # type: ignore[no-untyped-def]
    """Less than 1.5 units in the last place from the exact result."""
    return asinh_64(x)


@instruction("float32")
def acosh(x):  # type: ignore[no-untyped-def]
    """Less than 0.51 units in the last place from the exact result."""
    return number(x, acosh_64(number(1.0, x)))


@acosh.register("float64")
def _(x):  # type: ignore[no-untyped-def]
    """Less than 1.5 units in the last place from the exact result."""
    return acosh_64(x)


@instruction("float32")
def atanh(x):  # type: ignore[no-untyped-def]
    """Less than 0.51 units in the last place from the exact result."""
    return number(x, atanh_64(number(1.0, x)))


@atanh.register("float64")
def _(x):  # type: ignore[no-untyped-def]
    """Less than 1.5 units in the last place from the exact result."""
    return atanh_64(x)
