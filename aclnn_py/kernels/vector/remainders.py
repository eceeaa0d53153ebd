# SPDX-License-Identifier: Apache-2.0
"""What divisions leave, exactly, and greatest common divisors.

By 0 integers have all bits set, -1 where there is a sign, as the public kernels of Ascend950 have
it; floating-point numbers are NaN.
"""

from __future__ import annotations

import numpy as np

from ..dialect.functions import device
from ..dialect.instructions import bits_of, float_of, instruction, number
from ..dialect.integers import unsigned_remainder
from ..dialect.quotients import rest
from ..dialect.roundings import trunc_of

INTEGERS = "int8 int16 int32 int64 uint8"

# Up to here a float64 has every product of a quotient and a float32, and every quotient that is
# just below an integer is below it.
QUOTIENT_32 = 2.0**24

FRACTION = (1 << 52) - 1
SIGN = -(1 << 63)


@device
def split_64(x):  # type: ignore[no-untyped-def]
    """An int64 m and e >= 0 so that a finite float64, without its sign, is m 2^(e - 1074)."""
    bits = bits_of(x) & ~SIGN
    exponent = bits >> 52
    if exponent == 0:
        return bits, np.int64(0)
    return (bits & FRACTION) | (FRACTION + 1), exponent - 1


@device
def join_64(m, e):  # type: ignore[no-untyped-def]
    """The float64 m 2^(e - 1074) of an m of at most 53 bits."""
    while e > 0 and m <= FRACTION:
        m <<= 1
        e -= 1
    return float_of(m if m <= FRACTION else ((e + 1) << 52) | (m & FRACTION))


@device
def with_sign_of(x, magnitude):  # type: ignore[no-untyped-def]
    """A float64 that has the sign of x already, or is 0."""
    return float_of(bits_of(magnitude) | (bits_of(x) & SIGN))


@device
def fmod_64(x, y):  # type: ignore[no-untyped-def]
    """The rest of the division of integers that the numbers are, in units of the smaller one."""
    if not (abs(x) < np.inf and abs(y) > 0.0):
        return np.nan
    if abs(x) < abs(y):
        return x
    m, e = split_64(x)
    by, least = split_64(y)
    m = unsigned_remainder(m, by)
    e -= least
    while e > 0 and m != 0:
        step = min(e, 11)  # a rest has at most 53 bits
        m = unsigned_remainder(m << step, by)
        e -= step
    return with_sign_of(x, join_64(m, least))


@device
def fmod_32(a, b):  # type: ignore[no-untyped-def]
    """In float64, of numbers that a float32 has."""
    x, y = np.float64(a), np.float64(b)
    if not abs(x) < abs(y) * QUOTIENT_32:
        return fmod_64(x, y)
    return with_sign_of(x, x - trunc_of(x / y) * y) if abs(x) >= abs(y) else x


@device
def _guess_32(a, b):  # type: ignore[no-untyped-def]
    """The same where a quotient is below QUOTIENT_32, and whether it may not be, above 0."""
    x, y = np.float64(a), np.float64(b)
    left = with_sign_of(x, x - trunc_of(x / y) * y)
    doubt = 0 if abs(x) < abs(y) * QUOTIENT_32 else 1
    return left, np.int32(doubt | (0 if abs(y) < np.inf else 1))


@instruction("float32")
def fmod(a, b):  # type: ignore[no-untyped-def]
    return number(a, fmod_32(a, b))


@fmod.guess("float32")
def _(a, b):  # type: ignore[no-untyped-def]
    left, doubt = _guess_32(a, b)
    return number(a, left), doubt


@fmod.register("float64")
def _(a, b):  # type: ignore[no-untyped-def]
    return fmod_64(a, b)


@fmod.register(INTEGERS)
def _(a, b):  # type: ignore[no-untyped-def]
    return rest(a, b)


@instruction("float32")
def remainder(a, b):  # type: ignore[no-untyped-def]
    """With the sign of the divisor: rounded where the divisor is added to what is left."""
    left = fmod_32(a, b)
    return number(a, left + b if left != 0.0 and (left < 0.0) != (b < 0.0) else left)


@remainder.guess("float32")
def _(a, b):  # type: ignore[no-untyped-def]
    left, doubt = _guess_32(a, b)
    moved = left + b if (left < 0.0) != (b < 0.0) else left
    return number(a, left if left == 0.0 else moved), doubt


@remainder.register("float64")
def _(a, b):  # type: ignore[no-untyped-def]
    left = fmod_64(a, b)
    return left + b if left != 0.0 and (left < 0.0) != (b < 0.0) else left


@remainder.register(INTEGERS)
def _(a, b):  # type: ignore[no-untyped-def]
    left = rest(a, b)
    return left + b if left != 0 and (left < 0) != (b < 0) else left


@instruction(INTEGERS)
def gcd(a, b):  # type: ignore[no-untyped-def]
    """The greatest common divisor, without a sign; of 0 and a number that number."""
    x, y = abs(np.int64(a)), abs(np.int64(b))
    while y != 0:
        x, y = y, unsigned_remainder(x, y)
    return x
