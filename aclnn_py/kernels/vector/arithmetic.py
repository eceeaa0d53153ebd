# SPDX-License-Identifier: Apache-2.0
"""Sums and negatives."""

from __future__ import annotations

from ..dialect import BFLOAT16_NAN, FLOAT16_NAN
from ..dialect.instructions import COMPLEX, FLOATS, HALVES, INTEGERS, instruction


@instruction(f"{FLOATS} {HALVES} {INTEGERS} {COMPLEX}", fold="zero", row="b")
def add(a, b):  # type: ignore[no-untyped-def]
    return a + b


@add.register("bool")
def _(a, b):  # type: ignore[no-untyped-def]
    return a or b


@instruction(f"{FLOATS} {INTEGERS} {COMPLEX}")
def neg(a):  # type: ignore[no-untyped-def]
    return -a


@neg.register("float16", "uint16 -> uint16")
def _(a):  # type: ignore[no-untyped-def]
    return FLOAT16_NAN if a & 0x7FFF > 0x7C00 else a ^ 0x8000


@neg.register("bfloat16", "uint16 -> uint16")
def _(a):  # type: ignore[no-untyped-def]
    return BFLOAT16_NAN if a & 0x7FFF > 0x7F80 else a ^ 0x8000
