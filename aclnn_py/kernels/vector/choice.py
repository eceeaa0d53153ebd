# SPDX-License-Identifier: Apache-2.0
"""Choices between elements."""

from __future__ import annotations

from ..dialect.instructions import COMPLEX, FLOATS, HALVES, INTEGERS, instruction


@instruction(f"{FLOATS} {HALVES} {INTEGERS} {COMPLEX} bool", "bool T T -> T", exact=True)
def where(condition, a, b):  # type: ignore[no-untyped-def]
    return a if condition else b
