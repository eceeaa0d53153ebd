# SPDX-License-Identifier: Apache-2.0
"""Truth values."""

from __future__ import annotations

from ..dialect.instructions import instruction


@instruction("bool", fold="zero")
def logical_or(a, b):  # type: ignore[no-untyped-def]
    return a or b


@instruction("bool", fold="one")
def logical_and(a, b):  # type: ignore[no-untyped-def]
    return a and b


@instruction("bool")
def logical_not(a):  # type: ignore[no-untyped-def]
    return not a
