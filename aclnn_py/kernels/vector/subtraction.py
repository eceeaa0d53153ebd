# SPDX-License-Identifier: Apache-2.0
"""Differences."""

from __future__ import annotations

from ..dialect.instructions import COMPLEX, FLOATS, HALVES, INTEGERS, instruction


@instruction(f"{FLOATS} {HALVES} {INTEGERS} {COMPLEX}", row="b")
def sub(a, b):  # type: ignore[no-untyped-def]
    return a - b


@sub.register("bool")
def _(a, b):  # type: ignore[no-untyped-def]
    """Whether the difference is another number than 0."""
    return a != b
