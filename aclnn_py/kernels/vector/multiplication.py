# SPDX-License-Identifier: Apache-2.0
"""Products."""

from __future__ import annotations

import numpy as np

from ..dialect.instructions import COMPLEX, FLOATS, HALVES, INTEGERS, instruction, number


@instruction(f"{FLOATS} {HALVES} {INTEGERS} {COMPLEX}", fold="one", row="b")
def mul(a, b):  # type: ignore[no-untyped-def]
    return a * b


@mul.register("bool")
def _(a, b):  # type: ignore[no-untyped-def]
    return a and b


@instruction(f"{FLOATS} {HALVES} {INTEGERS} {COMPLEX}", row="alpha")
def axpy(a, b, alpha):  # type: ignore[no-untyped-def]
    return a + alpha * b


@axpy.register("bool")
def _(a, b, alpha):  # type: ignore[no-untyped-def]
    return a or (alpha and b)


@instruction("float32", "T -> float64")
def wide_square(x):  # type: ignore[no-untyped-def]
    """The square, which float64 holds exactly."""
    return np.float64(x) * np.float64(x)


@instruction("float32")
def mul_no_nan(a, b):  # type: ignore[no-untyped-def]
    return number(b, 0.0) if b == number(b, 0.0) else a * b
