# SPDX-License-Identifier: Apache-2.0
"""Integers near a number."""

from __future__ import annotations

from typing import Any

from numba import types

from ..dialect.functions import intrinsic
from ..dialect.instructions import FLOATS, HALVES, instruction


def _make(name: str) -> Any:
    """An instruction of LLVM, which is one of the processor's at every level."""

    def nearby(typing_context, value):  # type: ignore[no-untyped-def]
        if not isinstance(value, types.Float):
            return None

        def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
            function = builder.module.declare_intrinsic(f"llvm.{name}", [values[0].type])
            return builder.call(function, values)

        return value(value), generate

    nearby.__name__ = nearby.__qualname__ = name
    return intrinsic(nearby)


ceil_of = _make("ceil")
floor_of = _make("floor")
trunc_of = _make("trunc")
nearest_of = _make("roundeven")


@instruction(f"{FLOATS} {HALVES}")
def ceil(x):  # type: ignore[no-untyped-def]
    return ceil_of(x)


@instruction(f"{FLOATS} {HALVES}")
def floor(x):  # type: ignore[no-untyped-def]
    return floor_of(x)


@instruction(f"{FLOATS} {HALVES}")
def trunc(x):  # type: ignore[no-untyped-def]
    return trunc_of(x)


@trunc.register("int8 int32 uint8")
def _(x):  # type: ignore[no-untyped-def]
    return x


@instruction(f"{FLOATS} {HALVES}")
def round(x):  # type: ignore[no-untyped-def]  # noqa: A001
    """Between two integers the even one."""
    return nearest_of(x)


@round.register("int32 int64")
def _(x):  # type: ignore[no-untyped-def]
    return x


@instruction(FLOATS)
def round_decimals(x, factor, divisor):  # type: ignore[no-untyped-def]
    """To decimals: one of the numbers is a power of 10, the other 1."""
    return nearest_of(x * factor / divisor) / factor * divisor


@round_decimals.register("int32 int64")
def _(x, factor, divisor):  # type: ignore[no-untyped-def]
    """The nearest multiple of the divisor, between two the even one; 0 if the divisor is 0."""
    if divisor == 0:
        return divisor
    quotient = x // divisor
    rest = x - quotient * divisor
    is_nearer_above = rest > divisor - rest
    is_odd_between = rest == divisor - rest and quotient & 1 != 0
    return (quotient + (1 if is_nearer_above or is_odd_between else 0)) * divisor
