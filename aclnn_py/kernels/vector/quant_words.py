# SPDX-License-Identifier: Apache-2.0
"""Scales and offsets in the 64 bits that products of quantised matrices read."""

from __future__ import annotations

import numpy as np

from ..dialect.instructions import bits_of, float_of, instruction
from ..dialect.roundings import nearest_of

CUT = 13  # bits of a float32 that a word has no room for
KEPT = 0xFFFFFFFF >> CUT << CUT
HAS_SCALE = 1 << 46
OFFSET_SHIFT = 37


@instruction("float32", "T T T -> uint64")
def quant_word(scale, offset, mode):  # type: ignore[no-untyped-def]
    """The upper 19 bits of the scale, and the offset as a signed number of 9 bits from bit 37 on.

    With mode 1 the scale is rounded to them, between two to the even one, and what is below the
    normal numbers is 0; with 0 it is cut.
    """
    bits = np.int64(bits_of(scale)) & 0xFFFFFFFF
    exponent = bits >> 23 & 0xFF
    odd = bits >> CUT & 1
    nearest = bits + (1 << CUT - 1) - 1 + odd if exponent != 0xFF else bits
    nearest = bits & 0x80000000 if exponent == 0 else nearest
    kept = (nearest if mode == np.float32(1.0) else bits) & KEPT
    whole = nearest_of(offset) if offset == offset else np.float32(0.0)  # noqa: PLR0124
    whole = min(max(whole, np.float32(-256.0)), np.float32(255.0))
    return np.uint64(kept | HAS_SCALE | (np.int64(whole) & 0x1FF) << OFFSET_SHIFT)


@instruction("uint64", "T -> float32")
def word_scale(word):  # type: ignore[no-untyped-def]
    """The scale in a word."""
    return float_of(np.int32(np.int64(word) & KEPT))


@instruction("uint64", "T -> float32")
def word_offset(word):  # type: ignore[no-untyped-def]
    """The offset in a word."""
    offset = np.int64(word) >> OFFSET_SHIFT & 0x1FF
    return np.float32(offset - (offset >> 8 << 9))
