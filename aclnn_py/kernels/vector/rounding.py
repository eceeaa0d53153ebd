# SPDX-License-Identifier: Apache-2.0
"""Integers near a number."""

from __future__ import annotations

import numpy as np

from ..dialect.functions import device
from ..dialect.fused import fused_multiply_add
from ..dialect.instructions import FLOATS, HALVES, bits_of, instruction, number
from ..dialect.roundings import ceil_of, floor_of, nearest_of, trunc_of

# Divisors between these have normal reciprocals, far from the least number.
LEAST = np.float32(2.0**-60)
MOST = np.float32(2.0**60)

# A float32 below 2^22 that this is added to is a whole number, which its lowest bits hold.
SHIFT = np.float32(1.5 * 2.0**23)

# The bits of the distance from an integer up to which that is the nearest one for certain.
CERTAIN = int(np.float32(0.5 - 2.0**-15).view(np.int32))


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


@device
def saturated(value):  # type: ignore[no-untyped-def]
    """The nearest int8, between two the even one; 0 for NaN."""
    value = value if value == value else number(value, 0.0)  # noqa: PLR0124
    value = value if value > number(value, -128.0) else number(value, -128.0)
    value = value if value < number(value, 127.0) else number(value, 127.0)
    return np.int8(np.int32(nearest_of(value)))


@instruction(f"float32 {HALVES}", "T float32 -> int8", row="b")
def rounded_quotient(a, b):  # type: ignore[no-untyped-def]
    """The integer nearest to the float32 quotient a / b, as `saturated` has it. |a| is not above
    127.5 |b|, unless |b| is below 2^-60.

    The reciprocal of b, which is one for a row, gives the quotient but for its last bits; two
    remainders, which are exact, give those. Scaled by a power of two, b has a normal reciprocal.
    """
    size = abs(b)
    scale = np.float32(2.0**60) if size < LEAST else number(b, 1.0)
    scale = np.float32(2.0**-60) if size > MOST else scale
    a = a * scale
    b = b * scale
    inverse = number(b, 1.0) / b
    near = a * inverse
    quotient = fused_multiply_add(fused_multiply_add(-near, b, a), inverse, near)
    quotient = fused_multiply_add(fused_multiply_add(-quotient, b, a), inverse, quotient)
    # Where the remainder is NaN or 0, `near` is the quotient.
    return saturated(quotient if quotient < near or quotient > near else near)


@rounded_quotient.guess(f"float32 {HALVES}")
def _(a, b):  # type: ignore[no-untyped-def]
    """The product with the reciprocal is within 2^-16 of the quotient, and the quotient within
    2^-18 of its float32. In doubt is what comes as near to the middle of two integers, and NaN."""
    size = abs(b)
    inverse = number(b, 1.0) / b if LEAST <= size <= MOST else np.float32(np.nan)
    near = a * inverse
    shifted = near + SHIFT
    distance = abs(near - (shifted - SHIFT))
    return np.int8(bits_of(shifted)), np.int32(bits_of(distance) - CERTAIN)


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
