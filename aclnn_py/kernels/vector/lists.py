# SPDX-License-Identifier: Apache-2.0
"""What only operators on lists of tensors do to elements."""

from __future__ import annotations

from ..dialect.functions import device
from ..dialect.instructions import HALVES, instruction, number
from ..dialect.roundings import ceil_of, floor_of, nearest_of, trunc_of


@instruction(f"float32 {HALVES} int32")
def sub_scaled(a, b, factor):  # type: ignore[no-untyped-def]
    return a - factor * b


@device
def _away(x):  # type: ignore[no-untyped-def]
    """The nearest integer, between two the one away from 0."""
    whole = trunc_of(x)
    rest = x - whole
    half = number(x, 0.5)
    whole = whole + number(x, 1.0) if rest >= half else whole
    return whole - number(x, 1.0) if rest <= -half else whole


@device
def _odd(x):  # type: ignore[no-untyped-def]
    """An integer itself; between two integers the odd one."""
    low = floor_of(x)
    half = low * number(x, 0.5)
    is_even = floor_of(half) == half
    return low + number(x, 1.0) if is_even and low != x else low


@instruction("float32")
def round_off(x, mode):  # type: ignore[no-untyped-def]
    """1 to the nearest, even between two; 2 down, 3 up, 4 away, 5 cut, 6 odd, 7 what 5 cuts off."""
    mode = int(mode)
    if mode == 1:
        return nearest_of(x)
    if mode == 2:
        return floor_of(x)
    if mode == 3:
        return ceil_of(x)
    if mode == 4:
        return _away(x)
    if mode == 5:
        return trunc_of(x)
    if mode == 6:
        return _odd(x)
    return x - trunc_of(x) if mode == 7 else x


@round_off.register("int16 int32")
def _(x, mode):  # type: ignore[no-untyped-def]
    return number(x, 0) if mode == 7 else x
