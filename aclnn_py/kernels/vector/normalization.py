# SPDX-License-Identifier: Apache-2.0
"""What softmax and norms do to an element in one go: fewer strips are written and read again.

Each is rounded as the operations that it stands for, one after the other.
"""

from __future__ import annotations

import numpy as np

from ..dialect.instructions import float_of, instruction, number
from .exponential import exp_64, parts_32
from .roots import rsqrt_32


@instruction("float32", row="b")
def exp_below(a, b):  # type: ignore[no-untyped-def]
    """The exp(a - b) of an a that is not above b: the same number as exp gives."""
    x = a - b
    x = number(x, -104.0) if x < number(x, -104.0) else x
    # The result may be subnormal: the power is a normal number 2^64 times as large.
    p, biased = parts_32(x, 127 + 64)
    return p * float_of(number(biased, biased << 23)) * number(x, 2.0**-64)


@exp_below.register("float64")
def _(a, b):  # type: ignore[no-untyped-def]
    return exp_64(a - b)


@instruction("float32 float64", row="b c")
def sub_both(a, b, c):  # type: ignore[no-untyped-def]
    return a - b - c


@instruction("float32", "float64 float64 -> float32")
def mean_of(total, count):  # type: ignore[no-untyped-def]
    return np.float32(total / count)


@instruction("float32", "float64 float64 float32 -> float32")
def rstd_of(total, count, epsilon):  # type: ignore[no-untyped-def]
    """The reciprocal root of a mean."""
    return rsqrt_32(np.float32(total / count) + epsilon)


@instruction("float32", row="b")
def squared_difference(a, b):  # type: ignore[no-untyped-def]
    return (a - b) * (a - b)


@instruction("float32", row="mean rstd")
def standardize(x, mean, rstd):  # type: ignore[no-untyped-def]
    return (x - mean) * rstd


@instruction("float32")
def mul_standardized(a, x, mean, rstd):  # type: ignore[no-untyped-def]
    return a * ((x - mean) * rstd)


@instruction("float32", row="mean rstd")
def normalize(x, mean, rstd, weight, bias):  # type: ignore[no-untyped-def]
    return (x - mean) * rstd * weight + bias


@instruction("float32", row="rstd mean_of_d mean_of_dh")
def norm_gradient(d, h, rstd, mean_of_d, mean_of_dh):  # type: ignore[no-untyped-def]
    """Of d = dy * weight, and h, the standardized x."""
    return rstd * (d - mean_of_d - h * mean_of_dh)
