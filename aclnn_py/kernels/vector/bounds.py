# SPDX-License-Identifier: Apache-2.0
"""Numbers between others."""

from __future__ import annotations

import numpy as np

from ..dialect.instructions import FLOATS, HALVES, instruction, number


@instruction(f"{FLOATS} {HALVES} int8 int16 int32 int64 uint8", exact=True)
def clip(a, low, high):  # type: ignore[no-untyped-def]
    """The upper bound where both cross; NaN where one of the three is."""
    a = low if a < low else a
    a = high if a > high else a
    a = low if np.isnan(low) else a
    return high if np.isnan(high) else a


@instruction(f"{FLOATS} {HALVES} int8 int16 int32 int64 uint8", row="low high", exact=True)
def clip_by_numbers(a, low, high):  # type: ignore[no-untyped-def]
    """As clip, of bounds that are no NaN."""
    a = low if a < low else a
    return high if a > high else a


@instruction("float32")
def hold(a, largest):  # type: ignore[no-untyped-def]
    """A number as far from 0 as the largest at most, 0 for NaN: before CANN rounds to float8."""
    held = largest if a > largest else a
    held = -largest if held < -largest else held
    return number(a, 0.0) if a != a else held  # noqa: PLR0124


@instruction(f"float32 {HALVES}", row="weight")
def lerp(a, b, weight):  # type: ignore[no-untyped-def]
    """Exact at both ends: the nearer one is changed."""
    way = b - a
    near_a = a + weight * way
    near_b = b - way * (number(a, 1.0) - weight)
    return near_a if abs(weight) < number(a, 0.5) else near_b
