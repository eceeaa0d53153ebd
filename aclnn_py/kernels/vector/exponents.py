# SPDX-License-Identifier: Apache-2.0
"""Integers and powers of two in the bits of floating-point numbers."""

from __future__ import annotations

from ..dialect.functions import device
from ..dialect.instructions import float_of, number

# Adding this to a number that is not large rounds it to an integer, in the lowest bits of the sum.
ROUND_32 = 1.5 * 2.0**23
ROUND_32_BITS = 0x4B400000
ROUND_64 = 1.5 * 2.0**52
ROUND_64_BITS = 0x4338000000000000


@device
def power_of_two_32(exponent):  # type: ignore[no-untyped-def]
    """2^exponent as float32, of an int32 from -126 to 127."""
    return float_of(number(exponent, (exponent + 127) << 23))


@device
def power_of_two_64(exponent):  # type: ignore[no-untyped-def]
    """2^exponent as float64, of an int64 from -1022 to 1023."""
    return float_of((exponent + 1023) << 52)
