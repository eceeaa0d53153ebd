# SPDX-License-Identifier: Apache-2.0
"""Signs of numbers as bits, eight in a byte: `sign_bits_pack_<type>` and `sign_bits_unpack_<type>`.

A bit of 1 stands for a number that is at least 0, and the first number has the lowest bit. With
`negative_first` 1 stands for less than 0, and the first number has the highest bit. NaN is 0.
Numbers that are missing in the last byte count as -1. Unpacked are -1 and 1.

One side is a row of elements one `stride` apart, the other a matrix of `columns`: bytes of packing,
numbers of unpacking. Each block takes a part of the bytes.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .dialect import (
    Family,
    KernelFunction,
    device,
    pointer_float32,
    pointer_int64,
    pointer_uint8,
    pointer_uint16,
    pointer_uint32,
    split,
    unsigned_divide,
)

family = Family(
    name="sign_bits",
    tiling=(
        "bytes",
        "numbers",
        "negative_first",
        "stride",  # of the row, in elements
        "columns",
        "row_stride",
        "column_stride",
    ),
    arguments=("numbers", "bytes"),
    module=__name__,
)

BYTES = family.tiling_offset("bytes")
NUMBERS = family.tiling_offset("numbers")
NEGATIVE_FIRST = family.tiling_offset("negative_first")
STRIDE = family.tiling_offset("stride")
COLUMNS = family.tiling_offset("columns")
ROW_STRIDE = family.tiling_offset("row_stride")
COLUMN_STRIDE = family.tiling_offset("column_stride")

NUMBERS_ARGUMENT = family.argument_index("numbers")
BYTES_ARGUMENT = family.argument_index("bytes")

SIGNS = 8  # in a byte
SIGN = 0x80000000  # of the bits of a float32; those of a float16 are shifted there


@device
def place_of(i, columns, row_stride, column_stride):  # type: ignore[no-untyped-def]
    """Of the element i of the matrix."""
    row = unsigned_divide(i, columns)
    return row * row_stride + (i - row * columns) * column_stride


def make_pack(pointer: Any, shift: int, infinity: int) -> KernelFunction:
    """A kernel that packs: how bits of numbers are stored, and the shifted ones of infinity."""

    @device
    def bit_of(bits, negative):  # type: ignore[no-untyped-def]
        magnitude = bits & (SIGN - 1)
        is_negative = 1 if bits >= SIGN and magnitude != 0 else 0
        return 1 if magnitude <= infinity and is_negative == negative else 0

    def pack(block: int, blocks: int, tiling: int, arguments: int) -> None:
        t = pointer_int64(tiling)
        a = pointer_int64(arguments)
        numbers, packed = pointer(a[NUMBERS_ARGUMENT]), pointer_uint8(a[BYTES_ARGUMENT])
        negative = t[NEGATIVE_FIRST]
        for i in range(split(t[BYTES], block, blocks), split(t[BYTES], block + 1, blocks)):
            byte = 0
            for j in range(SIGNS):
                number = i * SIGNS + j
                bits = np.int64(SIGN + infinity)
                if number < t[NUMBERS]:
                    bits = np.int64(numbers[number * t[STRIDE]]) << shift
                byte |= bit_of(bits, negative) << (SIGNS - 1 - j if negative != 0 else j)
            packed[place_of(i, t[COLUMNS], t[ROW_STRIDE], t[COLUMN_STRIDE])] = byte

    return pack


def make_unpack(pointer: Any, plus: Any, minus: Any) -> KernelFunction:
    """A kernel that unpacks: how 1 and -1 are stored."""

    def unpack(block: int, blocks: int, tiling: int, arguments: int) -> None:
        t = pointer_int64(tiling)
        a = pointer_int64(arguments)
        numbers, packed = pointer(a[NUMBERS_ARGUMENT]), pointer_uint8(a[BYTES_ARGUMENT])
        for i in range(split(t[BYTES], block, blocks), split(t[BYTES], block + 1, blocks)):
            byte = np.int64(packed[i * t[STRIDE]])
            for j in range(SIGNS):
                number = i * SIGNS + j
                to = place_of(number, t[COLUMNS], t[ROW_STRIDE], t[COLUMN_STRIDE])
                numbers[to] = plus if byte >> j & 1 else minus

    return unpack


family.register("pack_float32", make_pack(pointer_uint32, 0, 0x7F800000))
family.register("pack_float16", make_pack(pointer_uint16, 16, 0x7C000000))
family.register("unpack_float32", make_unpack(pointer_float32, 1.0, -1.0))
family.register("unpack_float16", make_unpack(pointer_uint16, 0x3C00, 0xBC00))
