# SPDX-License-Identifier: Apache-2.0
"""Integers near a number."""

from __future__ import annotations

import numpy as np

from ..dialect.fused import fused_multiply_add
from ..dialect.instructions import FLOATS, HALVES, instruction, number
from ..dialect.roundings import ceil_of, floor_of, nearest_of, trunc_of


@instruction(f"{FLOATS} {HALVES}", exact=True)
def ceil(x):  # type: ignore[no-untyped-def]
    return ceil_of(x)


@instruction(f"{FLOATS} {HALVES}", exact=True)
def floor(x):  # type: ignore[no-untyped-def]
    return floor_of(x)


@instruction(f"{FLOATS} {HALVES}", exact=True)
def trunc(x):  # type: ignore[no-untyped-def]
    return trunc_of(x)


@trunc.register("int8 int32 uint8")
def _(x):  # type: ignore[no-untyped-def]
    return x


@instruction(f"{FLOATS} {HALVES}", exact=True)
def round(x):  # type: ignore[no-untyped-def]  # noqa: A001
    """Between two integers the even one."""
    return nearest_of(x)


@round.register("int32 int64")
def _(x):  # type: ignore[no-untyped-def]
    return x


@instruction("float32", row="b")
def rounded_quotient(a, b):  # type: ignore[no-untyped-def]
    """What `round` makes of the quotient a / b, where |a| is not above 2^20 |b|, or b is 0.

    The reciprocal of b, which is one for a row, gives the quotient but for its last bits; two
    remainders, which are exact, give those. Scaled by a power of two, b has a normal reciprocal.
    """
    size = abs(b)
    scale = np.float32(2.0**60) if size < np.float32(2.0**-60) else number(b, 1.0)
    scale = np.float32(2.0**-60) if size > np.float32(2.0**60) else scale
    a = a * scale
    b = b * scale
    inverse = number(b, 1.0) / b
    near = a * inverse
    quotient = fused_multiply_add(fused_multiply_add(-near, b, a), inverse, near)
    quotient = fused_multiply_add(fused_multiply_add(-quotient, b, a), inverse, quotient)
    # Where the remainder is NaN or 0, `near` is the quotient, with the sign of a zero.
    return nearest_of(quotient if quotient < near or quotient > near else near)


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
