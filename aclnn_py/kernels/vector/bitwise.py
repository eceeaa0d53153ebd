# SPDX-License-Identifier: Apache-2.0
"""The bits of integers."""

from __future__ import annotations

from ..dialect.instructions import INTEGERS, instruction


@instruction(INTEGERS)
def bitwise_and(a, b):  # type: ignore[no-untyped-def]
    return a & b


@instruction(INTEGERS)
def bitwise_or(a, b):  # type: ignore[no-untyped-def]
    return a | b


@instruction(INTEGERS)
def bitwise_xor(a, b):  # type: ignore[no-untyped-def]
    return a ^ b


@instruction(INTEGERS)
def bitwise_not(a):  # type: ignore[no-untyped-def]
    return ~a
