# SPDX-License-Identifier: Apache-2.0
"""Logarithms of sums of exponentials, and products with logarithms."""

from __future__ import annotations

import numpy as np

from ..dialect.functions import device
from ..dialect.instructions import instruction, number
from .exponential import LOG2_E, exp2_64, exp_64
from .logarithm import log1p_64, log_64


@device
def log1p_exp_64(x):  # type: ignore[no-untyped-def]
    """What is log(1 + exp x), of any float64: the core of softplus."""
    tail = log1p_64(exp_64(-abs(x)))
    return tail if x < 0 else x + tail


@device
def logaddexp_64(a, b):  # type: ignore[no-untyped-def]
    """What is log(exp a + exp b), of any float64. Where it is near 0 its error is absolute."""
    larger = b if a < b else a
    result = larger + log1p_64(exp_64(-abs(a - b)))
    # Infinities of one sign have no difference.
    return a if a == b and a - a != 0 else result


@device
def logaddexp2_64(a, b):  # type: ignore[no-untyped-def]
    """The same to base 2."""
    larger = b if a < b else a
    result = larger + log1p_64(exp2_64(-abs(a - b))) * LOG2_E
    return a if a == b and a - a != 0 else result


@instruction("float64")
def log_sum_of_three(a, b, c):  # type: ignore[no-untyped-def]
    """What is log(exp a + exp b + exp c); a NaN is passed over where the others are -inf.

    Less than 2 units in the last place from the exact result, or 2^-52 near 0.
    """
    largest = b if a < b or np.isnan(a) else a
    largest = c if largest < c or np.isnan(largest) else largest
    base = 0.0 if largest == -np.inf else largest
    result = base + log_64(exp_64(a - base) + exp_64(b - base) + exp_64(c - base))
    return largest if largest == -np.inf else result


@device
def xlogy_64(x, y):  # type: ignore[no-untyped-def]
    """What is x log y, but 0 where x is and y is not NaN."""
    result = x * log_64(y)
    return 0.0 if x == 0 and not np.isnan(y) else result


@device
def xlog1py_64(x, y):  # type: ignore[no-untyped-def]
    """What is x log(1 + y), but 0 where x is and y is not NaN."""
    result = x * log1p_64(y)
    return 0.0 if x == 0 and not np.isnan(y) else result


@instruction("float32")
def logaddexp(a, b):  # type: ignore[no-untyped-def]
    """Less than 0.51 units in the last place from the exact result, or 2^-52 near 0."""
    return number(a, logaddexp_64(number(1.0, a), number(1.0, b)))


@logaddexp.register("float64")
def _(a, b):  # type: ignore[no-untyped-def]
    """Less than 2 units in the last place from the exact result, or 2^-52 near 0."""
    return logaddexp_64(a, b)


@instruction("float32")
def logaddexp2(a, b):  # type: ignore[no-untyped-def]
    """As near as logaddexp."""
    return number(a, logaddexp2_64(number(1.0, a), number(1.0, b)))


@logaddexp2.register("float64")
def _(a, b):  # type: ignore[no-untyped-def]
    return logaddexp2_64(a, b)


@instruction("float32")
def xlogy(x, y):  # type: ignore[no-untyped-def]
    """Less than 0.51 units in the last place from the exact result."""
    return number(x, xlogy_64(number(1.0, x), number(1.0, y)))


@xlogy.register("float64")
def _(x, y):  # type: ignore[no-untyped-def]
    """Less than 2 units in the last place from the exact result."""
    return xlogy_64(x, y)


@instruction("float32")
def xlog1py(x, y):  # type: ignore[no-untyped-def]
    """Less than 0.51 units in the last place from the exact result."""
    return number(x, xlog1py_64(number(1.0, x), number(1.0, y)))


@xlog1py.register("float64")
def _(x, y):  # type: ignore[no-untyped-def]
    """Less than 2 units in the last place from the exact result."""
    return xlog1py_64(x, y)
