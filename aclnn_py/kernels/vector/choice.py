# SPDX-License-Identifier: Apache-2.0
"""Choices between elements."""

from __future__ import annotations

from ..dialect.instructions import COMPLEX, FLOATS, HALVES, INTEGERS, instruction, number


@instruction(f"{FLOATS} {HALVES} {INTEGERS} {COMPLEX} bool", "bool T T -> T", exact=True)
def where(condition, a, b):  # type: ignore[no-untyped-def]
    return a if condition else b


@instruction("float32")
def ftrl_weight(linear, quadratic, bound):  # type: ignore[no-untyped-def]
    """0 up to the bound; beyond it what is left, by the divisor."""
    rest = (bound if linear > number(bound, 0.0) else -bound) - linear
    return rest / quadratic if abs(linear) > bound else number(bound, 0.0)
