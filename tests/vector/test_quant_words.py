# SPDX-License-Identifier: Apache-2.0
"""Scales and offsets in 64 bits: what a word holds, bit by bit."""

from __future__ import annotations

import struct

import numpy as np
import pytest
from single_instructions import runnable
from vector_unit import TYPES, call, library, operation


def bits(value: float) -> int:
    return int(struct.unpack("<I", struct.pack("<f", value))[0])


@pytest.mark.parametrize(
    ("scale", "mode", "upper"),
    [
        (1.0, 0, 0x3F800000),
        (1.0 + 2.0**-10 - 2.0**-23, 0, 0x3F800000),  # what has no room is cut
        (1.0 + 2.0**-10 - 2.0**-23, 1, 0x3F802000),
        (1.0 + 2.0**-11, 1, 0x3F800000),  # between two numbers the even one
        (1.0 + 3 * 2.0**-11, 1, 0x3F804000),
        (2.0 - 2.0**-23, 1, 0x40000000),  # into the exponent
        (-3.0, 1, 0xC0400000),
        (1e-40, 1, 0),  # below the normal numbers
        (-1e-40, 1, 0x80000000),
        (float("inf"), 1, 0x7F800000),
    ],
)
def test_scale(scale: float, mode: int, upper: int) -> None:
    word = one_word(scale, 0.0, mode)
    assert word == upper | 1 << 46
    assert mode == 1 or upper == bits(scale) & 0xFFFFE000


@pytest.mark.parametrize(
    ("offset", "nine"),
    [
        (0.0, 0),
        (-1.0, 0x1FF),
        (2.5, 2),
        (3.5, 4),
        (255.4, 255),
        (1e9, 255),
        (-257.0, 0x100),
        (float("nan"), 0),
    ],
)
def test_offset(offset: float, nine: int) -> None:
    assert one_word(1.0, offset, 0) == 0x3F800000 | 1 << 46 | nine << 37


def one_word(scale: float, offset: float, mode: int) -> int:
    """The word that every level of this machine makes."""
    found = set()
    for level in runnable():
        function = library().test_instruction(level, operation("quant_word"), TYPES["float32"])
        operands = [np.array([value], np.float32) for value in (scale, offset, mode)]
        result = np.zeros(1, np.uint64)
        call(function, [*operands, result], 1)
        found.add(int(result[0]))
    (word,) = found
    return word
