# SPDX-License-Identifier: Apache-2.0
"""Tiles and block floats, one element at a time in integers, written from their description.

The facts are those of ttnn's documentation; nothing here knows the library under test.
"""

from __future__ import annotations

import math
import struct
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Array: TypeAlias = npt.NDArray[Any]

BFLOAT16, FLOAT32, UINT32, BFLOAT8_B, BFLOAT4_B, UINT8, UINT16, INT32 = range(8)

NAMES = {
    BFLOAT16: "BFLOAT16",
    FLOAT32: "FLOAT32",
    UINT32: "UINT32",
    BFLOAT8_B: "BFLOAT8_B",
    BFLOAT4_B: "BFLOAT4_B",
    UINT8: "UINT8",
    UINT16: "UINT16",
    INT32: "INT32",
}
TILE_BYTES = {
    BFLOAT16: 2048,
    FLOAT32: 4096,
    UINT32: 4096,
    BFLOAT8_B: 1088,
    BFLOAT4_B: 576,
    UINT8: 1024,
    UINT16: 2048,
    INT32: 4096,
}
#: Bits of a magnitude.
WIDTHS = {BFLOAT8_B: 7, BFLOAT4_B: 3}


def float_bits(value: float) -> int:
    """The bits of a number that is a float32."""
    return int(struct.unpack("<I", struct.pack("<f", value))[0])


def round_to_bfloat16(bits: int) -> int:
    """The bits of the bfloat16 nearest to a float32, ties to even; every NaN 0x7FC0."""
    if bits & 0x7FFFFFFF > 0x7F800000:
        return 0x7FC0
    upper, lower = bits >> 16, bits & 0xFFFF
    up = lower > 0x8000 or (lower == 0x8000 and upper & 1 == 1)
    return upper + up


def encode_block(bits: list[int], width: int) -> tuple[int, list[int]]:
    """Shared exponent and codes of 16 float32 given by their bits."""
    shared = max(each >> 23 & 255 for each in bits)
    codes = []
    for each in bits:
        exponent = each >> 23 & 255
        if exponent == 0:
            codes.append(0)
            continue
        significand = (each & 0x7FFFFF) | 0x800000
        aligned = significand >> (shared - exponent)
        dropped = 24 - width
        magnitude, rest = aligned >> dropped, aligned & ((1 << dropped) - 1)
        half = 1 << (dropped - 1)
        if rest > half or (rest == half and magnitude % 2 == 1):
            magnitude += 1
        magnitude = min(magnitude, 2**width - 1)
        sign = each >> 31 if magnitude else 0
        codes.append(sign << width | magnitude)
    return shared, codes


def decode(code: int, shared: int, width: int) -> float:
    """The value of a code, exactly."""
    magnitude = code & (2**width - 1)
    sign = -1.0 if code >> width else 1.0
    if magnitude == 0:
        return 0.0
    if shared == 255 and magnitude >= 2 ** (width - 1):
        return sign * math.inf if magnitude == 2 ** (width - 1) else math.nan
    return sign * math.ldexp(magnitude, shared - 127 - (width - 1))


def padded(array: Array) -> Array:
    """[matrices, rows, columns] with zeros up to multiples of 32."""
    rows = array.shape[-2] if array.ndim > 1 else 1
    columns = array.shape[-1]
    count = math.prod(array.shape[:-2])
    result = np.zeros((count, -(-rows // 32) * 32, -(-columns // 32) * 32), array.dtype)
    result[:, :rows, :columns] = array.reshape(count, rows, columns)
    return result


def face_rows(matrices: Array) -> list[list[Array]]:
    """For each tile its 64 rows of 16 elements, in the order of storage."""
    tiles = []
    for matrix in matrices:
        for top in range(0, matrix.shape[0], 32):
            for left in range(0, matrix.shape[1], 32):
                rows = []
                for down, right in ((0, 0), (0, 16), (16, 0), (16, 16)):
                    for row in range(16):
                        start = left + right
                        rows.append(matrix[top + down + row, start : start + 16])
                tiles.append(rows)
    return tiles


def word_bits(row: Array) -> list[int]:
    """The bits as float32 of float32 or bfloat16 elements."""
    if row.dtype.itemsize == 2:
        return [int(each) << 16 for each in row.view(np.uint16)]
    return [int(each) for each in row.view(np.uint32)]


def row_bytes(row: Array, kind: int) -> bytes:
    if kind == BFLOAT16:
        if row.dtype.itemsize == 2:
            return row.tobytes()
        return b"".join(round_to_bfloat16(b).to_bytes(2, "little") for b in word_bits(row))
    if kind == FLOAT32:
        return b"".join(b.to_bytes(4, "little") for b in word_bits(row))
    return row.tobytes()


def tilize(array: Array, kind: int) -> bytes:
    """The bytes of the tiles of an array of 1 or more dimensions."""
    result = b""
    for rows in face_rows(padded(np.ascontiguousarray(array))):
        if kind not in WIDTHS:
            result += b"".join(row_bytes(np.ascontiguousarray(row), kind) for row in rows)
            continue
        blocks = [encode_block(word_bits(np.ascontiguousarray(row)), WIDTHS[kind]) for row in rows]
        result += bytes(shared for shared, _ in blocks)
        codes = [code for _, block in blocks for code in block]
        if kind == BFLOAT4_B:
            codes = [low | high << 4 for low, high in zip(codes[::2], codes[1::2], strict=True)]
        result += bytes(codes)
    return result


def untilize_blocks(data: bytes, shape: tuple[int, ...], kind: int) -> npt.NDArray[np.float64]:
    """The values of tiles of block floats."""
    width = WIDTHS[kind]
    rows = shape[-2] if len(shape) > 1 else 1
    whole = np.zeros((math.prod(shape[:-2]), -(-rows // 32) * 32, -(-shape[-1] // 32) * 32))
    size = TILE_BYTES[kind]
    for number, face in enumerate(face_rows(whole)):
        tile = data[number * size : (number + 1) * size]
        exponents, packed = tile[:64], tile[64:]
        codes = list(packed)
        if kind == BFLOAT4_B:
            codes = [half for byte in packed for half in (byte & 15, byte >> 4)]
        for row, target in enumerate(face):  # views of `whole`
            for column in range(16):
                target[column] = decode(codes[row * 16 + column], exponents[row], width)
    return whole[:, :rows, : shape[-1]].reshape(shape)


def sum_in_order(values: npt.NDArray[np.float32], run: int = 4096) -> np.float32:
    """The float32 sum of a vector in the order that the header states."""

    def one_run(part: npt.NDArray[np.float32]) -> np.float32:
        partial = np.zeros(16, np.float32)
        for i, value in enumerate(part):
            partial[i % 16] += value
        for half in (8, 4, 2, 1):
            for j in range(half):
                partial[j] += partial[j + half]
        return np.float32(partial[0])

    with np.errstate(all="ignore"):
        sums = [one_run(values[start : start + run]) for start in range(0, len(values), run)]
        if len(sums) <= 1:
            return sums[0] if sums else np.float32(0)
        return one_run(np.array(sums, np.float32))
