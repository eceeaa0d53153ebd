# SPDX-License-Identifier: Apache-2.0
"""Greater, and greater or equal."""

from __future__ import annotations

from ..dialect.instructions import FLOATS, HALVES, INTEGERS, instruction


@instruction(f"{FLOATS} {HALVES} {INTEGERS}", "T T -> bool")
def greater(a, b):  # type: ignore[no-untyped-def]
    return a > b


@instruction(f"{FLOATS} {HALVES} {INTEGERS}", "T T -> bool")
def greater_equal(a, b):  # type: ignore[no-untyped-def]
    return a >= b
