# SPDX-License-Identifier: Apache-2.0
"""Scales of blocks: powers of two, which float8_e8m0 holds, from magnitudes."""

from __future__ import annotations

import numpy as np

from ..dialect.instructions import bits_of, float_of, instruction
from .small_floats import INFINITE, NAN

LEAST = 0x400000  # 2^-127 as the bits of a float32
FRACTION = 0x7FFFFF


@instruction("float32", exact=True)
def power_below(a, drop):  # type: ignore[no-untyped-def]
    """The largest power of two up to a magnitude, divided by 2^drop; at least 2^-127.

    NaN where the magnitude is not finite."""
    bits = bits_of(a)
    exponent = (bits >> 23) - np.int32(drop)
    power = exponent << 23 if exponent > 0 else LEAST
    return float_of(np.int32(NAN if bits >= INFINITE else power))


@instruction("float32", exact=True)
def power_above(a, bound):  # type: ignore[no-untyped-def]
    """The smallest power of two from a magnitude on, up to 2^127.

    Below the normal numbers it is 2^-126 for what is above the bound, and 2^-127 else. NaN where
    the magnitude is not finite."""
    bits = bits_of(a)
    exponent = bits >> 23
    is_between = np.int32((bits & FRACTION) != 0) & np.int32(exponent < 254)
    up = is_between if exponent > 0 else np.int32(bits > bits_of(bound))
    code = exponent + up
    power = code << 23 if code > 0 else LEAST
    return float_of(np.int32(NAN if bits >= INFINITE else power))
