# SPDX-License-Identifier: Apache-2.0
"""Square roots and reciprocals."""

from __future__ import annotations

import math

import numpy as np

from ..dialect.functions import device
from ..dialect.instructions import FLOATS, HALVES, instruction, number


@instruction(f"{FLOATS} {HALVES}")
def sqrt(x):  # type: ignore[no-untyped-def]
    """Correctly rounded."""
    # Not the root of x: LLVM knows which of those are NaN, and leaves away what makes them one NaN.
    root = math.sqrt(number(x, 1.0) if x < 0 else x)
    return number(x, np.nan) if x < 0 else root


@instruction(f"{FLOATS} {HALVES}")
def reciprocal(x):  # type: ignore[no-untyped-def]
    """Correctly rounded."""
    return number(x, 1.0) / x


@device
def rsqrt_32(x):  # type: ignore[no-untyped-def]
    """Of a float32, less than 0.51 units in the last place from the exact result."""
    return number(x, 1.0 / math.sqrt(number(1.0, x)))


@instruction(f"{FLOATS} {HALVES}")
def rsqrt(x):  # type: ignore[no-untyped-def]
    """Less than 1.5 units in the last place from the exact result."""
    return number(x, 1.0) / math.sqrt(x)
