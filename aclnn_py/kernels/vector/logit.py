# SPDX-License-Identifier: Apache-2.0
"""The inverse of the logistic function, and angles of numbers."""

from __future__ import annotations

import numpy as np

from ..dialect.functions import device
from ..dialect.instructions import HALVES, instruction, number
from .inverse_trigonometry import atan2_64
from .logarithm import log_64

PI = 3.141592653589793


@device
def _bounded(x, eps):  # type: ignore[no-untyped-def]
    """The x between eps and 1 - eps; any where eps is negative."""
    upper = number(x, 1.0) - eps
    above = upper if x > upper else x
    inside = eps if x < eps else above
    return inside if eps >= 0 else x


@instruction("float32")
def logit(x, eps):  # type: ignore[no-untyped-def]
    """Less than 0.51 units in the last place from the exact result."""
    z = number(1.0, _bounded(x, eps))
    return number(x, log_64(z / (1.0 - z)))


@instruction(f"float32 {HALVES}")
def angle(x):  # type: ignore[no-untyped-def]
    """As torch's: pi of negative numbers, but 0 of -0."""
    result = number(x, PI) if x < 0 else number(x, 0.0)
    return x if x != x else result  # noqa: PLR0124


@instruction("complex64", "T -> float32")
def argument(x):  # type: ignore[no-untyped-def]
    """The angle of a complex number: less than 0.51 units in the last place from the exact."""
    return np.float32(atan2_64(number(1.0, x.imag), number(1.0, x.real)))
