# SPDX-License-Identifier: Apache-2.0
"""Magnitudes, signs and squares."""

from __future__ import annotations

import builtins

from ..dialect import BFLOAT16_NAN, FLOAT16_NAN
from ..dialect.instructions import COMPLEX, FLOATS, HALVES, INTEGERS, instruction, number

SIGNED = "int8 int16 int32 int64"


@instruction(FLOATS)
def abs(x):  # type: ignore[no-untyped-def]  # noqa: A001
    return builtins.abs(x)


@abs.register("float16", "uint16 -> uint16")
def _(x):  # type: ignore[no-untyped-def]
    return FLOAT16_NAN if x & 0x7FFF > 0x7C00 else x & 0x7FFF


@abs.register("bfloat16", "uint16 -> uint16")
def _(x):  # type: ignore[no-untyped-def]
    return BFLOAT16_NAN if x & 0x7FFF > 0x7F80 else x & 0x7FFF


@abs.register(SIGNED)
def _(x):  # type: ignore[no-untyped-def]
    return -x if x < 0 else x


@instruction(f"{FLOATS} {HALVES} {SIGNED} uint8", exact=True)
def sign(x):  # type: ignore[no-untyped-def]
    """0 for NaN, as torch's."""
    return number(x, (1 if x > 0 else 0) - (1 if x < 0 else 0))


@instruction(f"{FLOATS} {HALVES} {INTEGERS} {COMPLEX}")
def square(x):  # type: ignore[no-untyped-def]
    return x * x
