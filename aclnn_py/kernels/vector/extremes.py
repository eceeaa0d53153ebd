# SPDX-License-Identifier: Apache-2.0
"""The larger and the smaller of two numbers: NaN if one is, and a step function."""

from __future__ import annotations

import numpy as np

from ..dialect.instructions import (
    FLOATS,
    HALVES,
    INTEGERS,
    instruction,
    larger_magnitude,
    number,
)


@instruction(f"{FLOATS} {HALVES}", fold="lowest", exact=True)
def maximum(a, b):  # type: ignore[no-untyped-def]
    """In a fold each result waits for one instruction, and whether b is NaN is known before: as b
    itself the NaN would be one more choice of b, made with the first."""
    larger = b if b > a else a
    return number(a, np.nan) if b != b else larger  # noqa: PLR0124


@maximum.register(INTEGERS)
def _(a, b):  # type: ignore[no-untyped-def]
    return a if a > b else b


@instruction(f"{FLOATS} {HALVES}", fold="highest", exact=True)
def minimum(a, b):  # type: ignore[no-untyped-def]
    """As maximum."""
    smaller = b if b < a else a
    return number(a, np.nan) if b != b else smaller  # noqa: PLR0124


@minimum.register(INTEGERS)
def _(a, b):  # type: ignore[no-untyped-def]
    return a if a < b else b


@instruction(f"{FLOATS} {HALVES}", fold="zero", exact=True)
def maximum_magnitude(a, b):  # type: ignore[no-untyped-def]
    """As maximum, of numbers without their signs."""
    return larger_magnitude(a, b)


@instruction("float32")
def heaviside(a, values):  # type: ignore[no-untyped-def]
    """1 above 0, at 0 what is given for it, else 0."""
    return values if a == 0 else number(a, 1.0) if a > 0 else number(a, 0.0)
