# SPDX-License-Identifier: Apache-2.0
"""Matrices as tiles, and tiles as matrices: `tilize_<element>_<tile>`, `untilize_<element>_<tile>`.

aclnn_ext/tile.h says how tiles lie and what block floats are. Elements whose bits
stay the same are named by their size (`bits8`, `bits16`, `bits32`). The unit of work is up to
`GROUP` neighbouring tiles of a row of tiles; its rows of elements are walked one after another, so
that both sides are used in whole cache lines. Distances are in bytes and may be zero or negative.

What happens to 16 elements in a row is a function of three addresses: the tile, the number of the
row among the 64 of the faces, and the elements in the matrix. Elements that are not neighbours, or
fewer than 16 because the matrix ends, go by way of a buffer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from . import lanes as lane
from .dialect import (
    Family,
    KernelFunction,
    clamp,
    device,
    pointer_address,
    pointer_float32,
    pointer_int64,
    pointer_uint8,
    pointer_uint16,
    pointer_uint32,
    prefetch,
    split,
    stack_bytes,
    stack_int64,
    stream_copy,
    stream_end,
    unsigned_divide,
    unsigned_remainder,
    vector_access,
)
from .lanes import LANES, lanes
from .rows import row_offset

if TYPE_CHECKING:
    from collections.abc import Callable

    Move = Callable[[int, int, int], None]

MAXIMUM_RANK = 8
SIDE = 32
FACE_SIDE = 16
BLOCKS = 64
GROUP = 64
BUFFER_WORDS = LANES * 4 // 8
STAGED_BYTES = GROUP * SIDE * 4
# A line of tiles is a few bytes of each, which the hardware does not foresee.
LINES_AHEAD = 8

family = Family(
    name="tiles",
    tiling=(
        "matrices",
        "rows",
        "columns",
        "row_stride",
        "column_stride",
        "rank",  # of what counts the matrices
        f"dims[{MAXIMUM_RANK}]",
        f"strides[{MAXIMUM_RANK}]",
        "stream",  # untilize writes whole tiles past the caches
    ),
    arguments=("matrix", "tiles"),
    constants={"MAXIMUM_RANK": MAXIMUM_RANK, "GROUP": GROUP, "SIDE": SIDE},
    module=__name__,
)

MATRICES = family.tiling_offset("matrices")
ROWS = family.tiling_offset("rows")
COLUMNS = family.tiling_offset("columns")
ROW_STRIDE = family.tiling_offset("row_stride")
COLUMN_STRIDE = family.tiling_offset("column_stride")
RANK = family.tiling_offset("rank")
DIMS = family.tiling_offset("dims")
STRIDES = family.tiling_offset("strides")
STREAM = family.tiling_offset("stream")

MATRIX = family.argument_index("matrix")
TILES = family.argument_index("tiles")

assert LANES == FACE_SIDE


# --- Block floats ------------------------------------------------------------------------------


@device
def shared_exponent(bits):  # type: ignore[no-untyped-def]
    """The largest exponent field of 16 float32."""
    return lane.largest(lane.bit_and(lane.shift_right(bits, lanes(23)), lanes(255)))


def make_encode(width: int) -> Any:
    """The codes of 16 float32 with magnitudes of `width` bits, for their shared exponent."""
    dropped = 24 - width
    below_half = (1 << (dropped - 1)) - 1
    most = (1 << width) - 1
    sign_bit = 1 << width
    to_sign = 31 - width

    @device
    def encode(bits, shared):  # type: ignore[no-untyped-def]
        exponents = lane.bit_and(lane.shift_right(bits, lanes(23)), lanes(255))
        significands = lane.bit_or(lane.bit_and(bits, lanes(0x7FFFFF)), lanes(0x800000))
        distances = lane.smaller(lane.subtract(lanes(shared), exponents), lanes(31))
        aligned = lane.shift_right(significands, distances)
        odd = lane.bit_and(lane.shift_right(aligned, lanes(dropped)), lanes(1))
        to_round = lane.add(aligned, lane.add(odd, lanes(below_half)))
        rounded = lane.shift_right(to_round, lanes(dropped))
        magnitudes = lane.where_zero(exponents, lanes(0), lane.smaller(rounded, lanes(most)))
        signs = lane.bit_and(lane.shift_right(bits, lanes(to_sign)), lanes(sign_bit))
        return lane.where_zero(magnitudes, lanes(0), lane.bit_or(magnitudes, signs))

    return encode


def make_decode(width: int) -> Any:
    """The bits of the float32 of 16 codes with magnitudes of `width` bits; exact."""
    most = (1 << width) - 1
    sign_bit = 1 << width
    to_sign = 31 - width
    bias = 127 + width - 1

    @device
    def decode(codes, shared):  # type: ignore[no-untyped-def]
        magnitudes = lane.bit_and(codes, lanes(most))
        signs = lane.shift_left(lane.bit_and(codes, lanes(sign_bit)), lanes(to_sign))
        numbers = lane.float32_bits(magnitudes)
        normal = lane.add(numbers, lane.shift_left(lanes(shared - bias), lanes(23)))
        exponents = lane.add(lane.shift_right(numbers, lanes(23)), lanes(shared - bias))
        # How far the significand of a result that is subnormal lies below the lowest exponent.
        below = lane.smaller(lane.larger(lane.subtract(lanes(1), exponents), lanes(0)), lanes(31))
        significands = lane.bit_or(lane.bit_and(numbers, lanes(0x7FFFFF)), lanes(0x800000))
        subnormal = lane.shift_right(significands, below)
        results = lane.bit_or(lane.where_zero(below, normal, subnormal), signs)
        return lane.where_zero(magnitudes, lanes(0), results)

    return decode


# --- 16 elements in a row ----------------------------------------------------------------------

_load_float32, _ = vector_access("float32")
_, _store_bfloat16 = vector_access("bfloat16")


@device
def load_float32_bits(address):  # type: ignore[no-untyped-def]
    return lane.load_32(address)


@device
def load_bfloat16_bits(address):  # type: ignore[no-untyped-def]
    return lane.shift_left(lane.load_16(address), lanes(16))


@device
def store_float32_bits(address, bits):  # type: ignore[no-untyped-def]
    lane.store_32(address, bits)


@device
def store_bfloat16_bits(address, bits):  # type: ignore[no-untyped-def]
    """Of float32 whose lower half is zero."""
    lane.store_16(address, lane.shift_right(bits, lanes(16)))


@device
def round_to_bfloat16(to, source):  # type: ignore[no-untyped-def]
    _store_bfloat16(pointer_uint16(to), 0, _load_float32(pointer_float32(source), 0))


@device
def widen_to_float32(to, source):  # type: ignore[no-untyped-def]
    lane.store_32(to, load_bfloat16_bits(source))


def make_copy(load: Any, store: Any) -> Any:
    @device
    def copy(to, source):  # type: ignore[no-untyped-def]
        store(to, load(source))

    return copy


def make_moves(tile_bits: int, to_tile: Any, from_tile: Any) -> tuple[Move, Move]:
    """Into tiles and out of them, by functions of two addresses: where to, and where from."""
    row_bytes = LANES * tile_bits // 8

    @device
    def put(tile: int, row: int, elements: int) -> None:
        to_tile(tile + row * row_bytes, elements)

    @device
    def get(tile: int, row: int, elements: int) -> None:
        from_tile(elements, tile + row * row_bytes)

    return put, get


def make_block_moves(
    width: int, load: Any, store: Any, load_codes: Any, store_codes: Any
) -> tuple[Move, Move]:
    """The same for block floats with magnitudes of `width` bits."""
    row_bytes = LANES * (width + 1) // 8
    encode = make_encode(width)
    decode = make_decode(width)

    @device
    def put(tile: int, row: int, elements: int) -> None:
        bits = load(elements)
        shared = shared_exponent(bits)
        pointer_uint8(tile)[row] = np.uint8(shared)
        store_codes(tile + BLOCKS + row * row_bytes, encode(bits, shared))

    @device
    def get(tile: int, row: int, elements: int) -> None:
        shared = np.int64(pointer_uint8(tile)[row])
        store(elements, decode(load_codes(tile + BLOCKS + row * row_bytes), shared))

    return put, get


# --- Kernels -----------------------------------------------------------------------------------


def make_tilize(pointer: Any, size: int, tile_bytes: int, put: Move) -> KernelFunction:
    """Elements of `size` bytes, with a pointer to them, into tiles."""

    @device
    def put_whole(tile: int, place: int, source: int, tiles: int) -> None:
        """A line of neighbouring elements through whole tiles."""
        for _ in range(tiles):
            put(tile, place, source)
            put(tile, place + FACE_SIDE, source + LANES * size)
            tile += tile_bytes
            source += SIDE * size

    @device
    def put_part(tile: int, place: int, source: int, count: int, stride: int) -> None:
        """`count` elements, then zeros."""
        buffer = pointer_address(stack_int64(BUFFER_WORDS))
        for i in range(count):
            pointer(buffer)[i] = pointer(source + i * stride)[0]
        for i in range(count, LANES):
            pointer(buffer)[i] = 0
        put(tile, place, buffer)

    def tilize(block: int, blocks: int, tiling: int, arguments: int) -> None:
        t = pointer_int64(tiling)
        matrices = pointer_int64(arguments)[MATRIX]
        tiles = pointer_int64(arguments)[TILES]
        rows = t[ROWS]
        columns = t[COLUMNS]
        row_stride = t[ROW_STRIDE]
        column_stride = t[COLUMN_STRIDE]
        rank = clamp(t[RANK], 1, MAXIMUM_RANK)
        tile_rows = (rows + SIDE - 1) >> 5
        tile_columns = (columns + SIDE - 1) >> 5
        groups = unsigned_divide(tile_columns + GROUP - 1, GROUP)
        units = t[MATRICES] * tile_rows * groups
        dims = pointer_int64(tiling + DIMS * 8)
        strides = pointer_int64(tiling + STRIDES * 8)
        for unit in range(split(units, block, blocks), split(units, block + 1, blocks)):
            band = unsigned_divide(unit, groups)
            first_row = unsigned_remainder(band, tile_rows) * SIDE
            matrix = row_offset(unsigned_divide(band, tile_rows), rank, dims, strides)
            first = unsigned_remainder(unit, groups) * GROUP
            end = min(first + GROUP, tile_columns)
            beside = min(end * SIDE, columns) >> 5 if column_stride == size else first
            tile = tiles + band * tile_columns * tile_bytes
            for line in range(SIDE):
                row = first_row + line
                source = matrices + matrix + row * row_stride
                place = (line & 15) + ((line >> 4) << 5)
                whole = beside if row < rows else first
                put_whole(
                    tile + first * tile_bytes, place, source + first * SIDE * size, whole - first
                )
                for half in range(whole * 2, end * 2):
                    put_part(
                        tile + (half >> 1) * tile_bytes,
                        place + ((half & 1) << 4),
                        source + half * LANES * column_stride,
                        clamp(columns - half * LANES, 0, LANES) if row < rows else 0,
                        column_stride,
                    )

    return tilize


def make_untilize(pointer: Any, size: int, tile_bytes: int, get: Move) -> KernelFunction:
    """Tiles into elements of `size` bytes, with a pointer to them."""
    face_bytes = tile_bytes // 4

    @device
    def get_whole(tile: int, place: int, later: int, target: int, tiles: int) -> None:
        """A line of neighbouring elements through whole tiles; a later one lies at `later`."""
        for _ in range(tiles):
            prefetch(pointer_uint8(tile), later)
            prefetch(pointer_uint8(tile), later + face_bytes)
            get(tile, place, target)
            get(tile, place + FACE_SIDE, target + LANES * size)
            tile += tile_bytes
            target += SIDE * size

    @device
    def get_streamed(tile: int, place: int, later: int, target: int, tiles: int) -> None:
        """The same, for a target at an even address that is not read soon."""
        staged = stack_bytes(STAGED_BYTES)
        get_whole(tile, place, later, staged, tiles)
        stream_copy(target, staged, tiles * SIDE * size)

    @device
    def get_part(tile: int, place: int, target: int, count: int, stride: int) -> None:
        """The first `count` elements."""
        buffer = pointer_address(stack_int64(BUFFER_WORDS))
        get(tile, place, buffer)
        for i in range(count):
            pointer(target + i * stride)[0] = pointer(buffer)[i]

    def untilize(block: int, blocks: int, tiling: int, arguments: int) -> None:
        t = pointer_int64(tiling)
        matrices = pointer_int64(arguments)[MATRIX]
        tiles = pointer_int64(arguments)[TILES]
        rows = t[ROWS]
        columns = t[COLUMNS]
        streams = t[STREAM] != 0
        row_stride = t[ROW_STRIDE]
        column_stride = t[COLUMN_STRIDE]
        rank = clamp(t[RANK], 1, MAXIMUM_RANK)
        tile_rows = (rows + SIDE - 1) >> 5
        tile_columns = (columns + SIDE - 1) >> 5
        groups = unsigned_divide(tile_columns + GROUP - 1, GROUP)
        units = t[MATRICES] * tile_rows * groups
        dims = pointer_int64(tiling + DIMS * 8)
        strides = pointer_int64(tiling + STRIDES * 8)
        for unit in range(split(units, block, blocks), split(units, block + 1, blocks)):
            band = unsigned_divide(unit, groups)
            first_row = unsigned_remainder(band, tile_rows) * SIDE
            matrix = row_offset(unsigned_divide(band, tile_rows), rank, dims, strides)
            first = unsigned_remainder(unit, groups) * GROUP
            end = min(first + GROUP, tile_columns)
            whole = min(end * SIDE, columns) >> 5 if column_stride == size else first
            tile = tiles + band * tile_columns * tile_bytes
            for line in range(min(SIDE, rows - first_row)):
                target = matrices + matrix + (first_row + line) * row_stride
                place = (line & 15) + ((line >> 4) << 5)
                ahead = line + LINES_AHEAD
                later = ((ahead & 15) + ((ahead & 16) << 1)) * (tile_bytes // 64)
                if ahead >= SIDE:
                    later += (end - first) * tile_bytes
                start = target + first * SIDE * size
                if streams and (start & 1) == 0:
                    get_streamed(tile + first * tile_bytes, place, later, start, whole - first)
                else:
                    get_whole(tile + first * tile_bytes, place, later, start, whole - first)
                for half in range(whole * 2, end * 2):
                    get_part(
                        tile + (half >> 1) * tile_bytes,
                        place + ((half & 1) << 4),
                        target + half * LANES * column_stride,
                        clamp(columns - half * LANES, 0, LANES),
                        column_stride,
                    )
        if streams:
            stream_end()

    return untilize


def _register() -> None:
    pointers = {8: pointer_uint8, 16: pointer_uint16, 32: pointer_uint32}
    copies = {
        8: make_copy(lane.load_8, lane.store_8),
        16: make_copy(lane.load_16, lane.store_16),
        32: make_copy(lane.load_32, lane.store_32),
    }
    floats = {
        "float32": (32, load_float32_bits, store_float32_bits),
        "bfloat16": (16, load_bfloat16_bits, store_bfloat16_bits),
    }
    moves: list[tuple[str, int, int, tuple[Move, Move]]] = [
        (f"bits{bits}_bits{bits}", bits, 1024 * bits // 8, make_moves(bits, copy, copy))
        for bits, copy in copies.items()
    ]
    moves += [
        ("float32_bfloat16", 32, 2048, make_moves(16, round_to_bfloat16, widen_to_float32)),
        ("bfloat16_float32", 16, 4096, make_moves(32, widen_to_float32, round_to_bfloat16)),
    ]
    for name, (bits, load, store) in floats.items():
        eight = make_block_moves(7, load, store, lane.load_8, lane.store_8)
        four = make_block_moves(3, load, store, lane.load_4, lane.store_4)
        moves += [
            (f"{name}_bfloat8_b", bits, BLOCKS + 1024, eight),
            (f"{name}_bfloat4_b", bits, BLOCKS + 512, four),
        ]
    for name, bits, tile_bytes, (put, get) in moves:
        family.register(f"tilize_{name}", make_tilize(pointers[bits], bits // 8, tile_bytes, put))
        family.register(
            f"untilize_{name}", make_untilize(pointers[bits], bits // 8, tile_bytes, get)
        )


_register()
