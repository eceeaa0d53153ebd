# SPDX-License-Identifier: Apache-2.0
"""Rows whose class is elsewhere, as bits: eight rows a byte, the first in the lowest bit.

`class_bits_pack` writes the bytes of `rows` bool; bits behind the last row are 1.
`class_bits_unpack` writes a float32 a row, 0 or 1. Both are dense.
"""

from __future__ import annotations

import numpy as np

from .dialect import Family, pointer_float32, pointer_int64, pointer_uint8, split

family = Family(
    name="class_bits",
    tiling=("rows",),
    arguments=("bytes", "flags", "numbers"),
    module=__name__,
)

ROWS = family.tiling_offset("rows")

BYTES = family.argument_index("bytes")
FLAGS = family.argument_index("flags")
NUMBERS = family.argument_index("numbers")


@family.kernel("pack")
def pack(block: int, blocks: int, tiling: int, arguments: int) -> None:
    """Each block writes some bytes."""
    rows = pointer_int64(tiling)[ROWS]
    a = pointer_int64(arguments)
    flags, written = pointer_uint8(a[FLAGS]), pointer_uint8(a[BYTES])
    count = (rows + 7) >> 3
    for place in range(split(count, block, blocks), split(count, block + 1, blocks)):
        bits = 0
        for bit in range(8):
            row = 8 * place + bit
            is_set = 1
            if row < rows:
                is_set = 1 if flags[row] != 0 else 0
            bits = bits | (is_set << bit)
        written[place] = np.uint8(bits)


@family.kernel("unpack")
def unpack(block: int, blocks: int, tiling: int, arguments: int) -> None:
    """Each block reads some rows."""
    rows = pointer_int64(tiling)[ROWS]
    a = pointer_int64(arguments)
    given, numbers = pointer_uint8(a[BYTES]), pointer_float32(a[NUMBERS])
    for row in range(split(rows, block, blocks), split(rows, block + 1, blocks)):
        numbers[row] = np.float32((np.int64(given[row >> 3]) >> (row & 7)) & 1)
