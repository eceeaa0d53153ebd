# SPDX-License-Identifier: Apache-2.0
"""Tables of signs, eight to a byte: packing them, looking them up, and their gradient.

Element 8 * p + j of a row is bit j (the lowest is 0) of byte p; 1 stands for +1, 0 for -1. The
`columns` elements of a row take `ceil(columns / 8)` bytes.

    pack_<type>              a bit is 1 where the element of `input` is at least 0
    unpack_<bytes>           out is +scale or -scale, elements of so many bytes, of any float type:
                             only their sign bit is changed. With `index_type` row i of out is row
                             `indices[i]` of input and scale, without it is row i
    backward_<type>          every byte of out: where the rows of `input` that belong to a weight,
                             each padded with -1 and times its scale, sum up to at least 0. `order`
                             and `offsets` are those of `embedding_dense_grad_sort`

A block of pack and unpack takes a range of all bytes of packed signs. A block of backward takes
weights with an equal share of the rows, and one of `column_blocks` parts of their bytes. Its sums
are in registers and on the stack, a part of a row at a time; no array of sums exists.

Sums of the backward are float32, float64 for float64, and begin at +0: an element times its scale
is rounded, then added, in ascending order of the rows. So no result depends on the number of
blocks. Distances are in elements and may be zero or negative, those along a row of out are 1; an
address includes the offset of its view. What is read from order and offsets is read once and
checked, as in `embedding_dense_grad`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from .dialect import (
    VECTOR_BYTES,
    Family,
    KernelFunction,
    bfloat16_to_float32,
    clamp,
    device,
    float16_to_float32,
    pointer_float32,
    pointer_float64,
    pointer_int8,
    pointer_int16,
    pointer_int32,
    pointer_int64,
    pointer_uint8,
    pointer_uint16,
    prefetch,
    same,
    split,
    stack_bytes,
    stack_int64,
    stream_copy,
    stream_end,
    unsigned_divide,
    unsigned_remainder,
    vector_access,
    vector_add,
    vector_choose,
    vector_multiply,
    vector_signs,
    vector_splat,
    vector_store_signs,
)
from .embedding_dense_grad.positions import load_position
from .embedding_dense_grad.sums import weight_boundary
from .rows import INTEGER_TYPES, make_index_load, row_offset

if TYPE_CHECKING:
    from collections.abc import Callable

MAXIMUM_RANK = 8
# What is written past the caches is collected in pieces of so many bytes.
STAGED_BYTES = 8192
# Sums that a block of the backward has at a time, and behind them those of the last vector and of
# the padding.
SUM_BYTES = 4096
ALL_SUM_BYTES = SUM_BYTES + 2 * VECTOR_BYTES
ROWS_AT_ONCE = 8
SCALE_BYTES = 8 * ROWS_AT_ONCE
# The hardware foresees only what comes after the first cache lines of a row.
PREFETCH_BYTES = 512
PREFETCH_AHEAD = 4096
LINE_BYTES = 64
# So many rows ahead a row that will be looked up is asked for.
LOOK_AHEAD = 8
LOOK_AHEAD_BYTES = 256
# Blocks share rows at multiples of this, so that vectors are not cut.
BYTES_TOGETHER = 8

INDEX_TYPES = ("none", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64")
SCALE_TYPES = ("none", "float32", "float16", "bfloat16", "float64")

family = Family(
    name="binary_embedding",
    tiling=(
        "rows",  # of input; of out where they are looked up
        "columns",
        "weights",  # rows of the table, where there are indices
        "input_rank",
        f"input_dims[{MAXIMUM_RANK}]",
        f"input_strides[{MAXIMUM_RANK}]",
        "input_column_stride",
        "index_type",  # position in INDEX_TYPES
        "index_rank",
        f"index_dims[{MAXIMUM_RANK}]",
        f"index_strides[{MAXIMUM_RANK}]",
        "scale_type",  # position in SCALE_TYPES; unpack asks only whether it is none
        "scale_rank",
        f"scale_dims[{MAXIMUM_RANK}]",
        f"scale_strides[{MAXIMUM_RANK}]",
        "one",  # the bits of 1 in the type of out
        "out_rank",
        f"out_dims[{MAXIMUM_RANK}]",
        f"out_strides[{MAXIMUM_RANK}]",
        "stream",  # unpack: write past the caches; out is dense then
        "wide",  # order and offsets are int64
        "column_blocks",
    ),
    arguments=(
        "input",
        "indices",
        "scale",
        "out",
        "errors",  # int64[blocks]: first row of unpack whose index is out of range, -1 for none
        "order",  # int32[rows], int64 if wide: row numbers sorted by weight
        "offsets",  # the same[weights + 1]; address 0: there are no rows
    ),
    constants={
        "MAXIMUM_RANK": MAXIMUM_RANK,
        **{f"INDEX_{name}": place for place, name in enumerate(INDEX_TYPES)},
        **{f"SCALE_{name}": place for place, name in enumerate(SCALE_TYPES)},
    },
    module=__name__,
)

ROWS = family.tiling_offset("rows")
COLUMNS = family.tiling_offset("columns")
WEIGHTS = family.tiling_offset("weights")
INPUT_RANK = family.tiling_offset("input_rank")
INPUT_DIMS = family.tiling_offset("input_dims")
INPUT_STRIDES = family.tiling_offset("input_strides")
INPUT_COLUMN_STRIDE = family.tiling_offset("input_column_stride")
INDEX_TYPE = family.tiling_offset("index_type")
INDEX_RANK = family.tiling_offset("index_rank")
INDEX_DIMS = family.tiling_offset("index_dims")
INDEX_STRIDES = family.tiling_offset("index_strides")
SCALE_TYPE = family.tiling_offset("scale_type")
SCALE_RANK = family.tiling_offset("scale_rank")
SCALE_DIMS = family.tiling_offset("scale_dims")
SCALE_STRIDES = family.tiling_offset("scale_strides")
ONE = family.tiling_offset("one")
OUT_RANK = family.tiling_offset("out_rank")
OUT_DIMS = family.tiling_offset("out_dims")
OUT_STRIDES = family.tiling_offset("out_strides")
STREAM = family.tiling_offset("stream")
WIDE = family.tiling_offset("wide")
COLUMN_BLOCKS = family.tiling_offset("column_blocks")

INPUT = family.argument_index("input")
INDICES = family.argument_index("indices")
SCALE = family.argument_index("scale")
OUT = family.argument_index("out")
ERRORS = family.argument_index("errors")
ORDER = family.argument_index("order")
OFFSETS = family.argument_index("offsets")


@device
def byte_boundary(width, rows, part, parts):  # type: ignore[no-untyped-def]
    """Where a part of all packed bytes begins: at a multiple of BYTES_TOGETHER in its row."""
    if part >= parts:
        return width * rows
    position = split(width * rows, part, parts)
    return position - (unsigned_remainder(position, width) & (BYTES_TOGETHER - 1))


@device
def view_offset(tiling, rank_field, dims_field, strides_field, row):  # type: ignore[no-untyped-def]
    """Where a row of a view begins."""
    t = pointer_int64(tiling)
    rank = clamp(t[rank_field], 0, MAXIMUM_RANK)
    dims = pointer_int64(tiling + dims_field * 8)
    return row_offset(row, rank, dims, pointer_int64(tiling + strides_field * 8))


# --- Pack --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Packed:
    """A type that has signs: how it lies in memory, and as what it is compared with 0."""

    name: str
    size: int
    pointer: Callable[[int], Any]
    widen: Callable[[Any], Any]


PACKED = (
    Packed("float32", 4, pointer_float32, same),
    Packed("float16", 2, pointer_uint16, float16_to_float32),
    Packed("bfloat16", 2, pointer_uint16, bfloat16_to_float32),
    Packed("float64", 8, pointer_float64, same),
    Packed("int8", 1, pointer_int8, same),
    Packed("int16", 2, pointer_int16, same),
    Packed("int32", 4, pointer_int32, same),
    Packed("int64", 8, pointer_int64, same),
)


def lanes_of(name: str, size: int) -> int:
    """Elements of a vector; halves are float32 there."""
    return VECTOR_BYTES // (4 if name in ("float16", "bfloat16") else size)


def make_pack(element: Packed) -> KernelFunction:
    typed_pointer, widen = element.pointer, element.widen
    load, _ = vector_access(element.name)
    lanes = lanes_of(element.name, element.size)

    def pack(block: int, blocks: int, tiling: int, arguments: int) -> None:
        t = pointer_int64(tiling)
        a = pointer_int64(arguments)
        columns = t[COLUMNS]
        width = (columns + 7) >> 3
        stride = t[INPUT_COLUMN_STRIDE]
        source = typed_pointer(a[INPUT])
        out = pointer_uint8(a[OUT])
        position = byte_boundary(width, t[ROWS], block, blocks)
        end = byte_boundary(width, t[ROWS], block + 1, blocks)
        row = unsigned_divide(position, width)
        byte = position - row * width
        while position < end:
            last = min(width, byte + end - position)
            start = view_offset(tiling, INPUT_RANK, INPUT_DIMS, INPUT_STRIDES, row)
            to = view_offset(tiling, OUT_RANK, OUT_DIMS, OUT_STRIDES, row)
            position += last - byte
            if stride == 1:
                column = 8 * byte
                past = min(8 * last, columns)
                while column + lanes <= past:
                    vector_store_signs(out, to + (column >> 3), load(source, start + column))
                    column += lanes
                byte = column >> 3
            while byte < last:
                bits = 0
                for column in range(8 * byte, min(8 * byte + 8, columns)):
                    if widen(source[start + column * stride]) >= 0:
                        bits |= 1 << (column & 7)
                out[to + byte] = bits
                byte += 1
            row += 1
            byte = 0

    return pack


for _packed in PACKED:
    family.register(f"pack_{_packed.name}", make_pack(_packed))


@family.kernel("pack_unsigned")
def pack_unsigned(block: int, blocks: int, tiling: int, arguments: int) -> None:
    """Numbers without a sign are at least 0, whatever they are."""
    t = pointer_int64(tiling)
    columns = t[COLUMNS]
    out = pointer_uint8(pointer_int64(arguments)[OUT])
    width = (columns + 7) >> 3
    for row in range(split(t[ROWS], block, blocks), split(t[ROWS], block + 1, blocks)):
        to = view_offset(tiling, OUT_RANK, OUT_DIMS, OUT_STRIDES, row)
        for byte in range(columns >> 3):
            out[to + byte] = 0xFF
        if columns & 7 != 0:
            out[to + width - 1] = (1 << (columns & 7)) - 1


# --- Unpack ------------------------------------------------------------------------------------


load_index = make_index_load(
    {INDEX_TYPES.index(each.name): each for each in reversed(INTEGER_TYPES)}
)


def make_unpack(size: int) -> KernelFunction:
    name = f"int{8 * size}"
    typed_pointer = {2: pointer_int16, 4: pointer_int32, 8: pointer_int64}[size]
    number = getattr(np, name)
    _, store = vector_access(name)
    lanes = VECTOR_BYTES // size
    sign_bit = -(1 << (8 * size - 1))
    staged_columns = STAGED_BYTES // size

    @device
    def unpack_columns(out, to, packed, place, stride, columns, plus, minus):  # type: ignore[no-untyped-def]
        """Writes columns that begin with the lowest bit of `packed[place]`."""
        column = 0
        if stride == 1:
            ones = vector_splat(plus)
            zeros = vector_splat(minus)
            while column + lanes <= columns:
                store(out, to + column, vector_choose(packed, place + (column >> 3), ones, zeros))
                column += lanes
        while column < columns:
            bits = np.int64(packed[place + (column >> 3) * stride])
            out[to + column] = plus if (bits >> (column & 7)) & 1 != 0 else minus
            column += 1

    def unpack(block: int, blocks: int, tiling: int, arguments: int) -> None:
        t = pointer_int64(tiling)
        a = pointer_int64(arguments)
        columns = t[COLUMNS]
        width = (columns + 7) >> 3
        stride = t[INPUT_COLUMN_STRIDE]
        kind = t[INDEX_TYPE]
        stream = t[STREAM]
        packed = pointer_uint8(a[INPUT])
        scale = typed_pointer(a[SCALE])
        out_address = a[OUT]
        out = typed_pointer(out_address)
        staged_address = stack_bytes(STAGED_BYTES)
        staged = typed_pointer(staged_address)
        staged_to = 0
        staged_count = 0
        error = -1
        position = byte_boundary(width, t[ROWS], block, blocks)
        end = byte_boundary(width, t[ROWS], block + 1, blocks)
        row = unsigned_divide(position, width)
        byte = position - row * width
        while position < end:
            last = min(width, byte + end - position)
            column = 8 * byte
            past = min(8 * last, columns)
            position += last - byte
            byte = 0
            place = row
            if kind != 0:
                if t[INDEX_RANK] == 1 and row + LOOK_AHEAD < t[ROWS]:
                    later_row = (row + LOOK_AHEAD) * t[INDEX_STRIDES]
                    later = load_index(a[INDICES], later_row, kind)
                    prefetch(scale, later * t[SCALE_STRIDES])
                    for line in range(0, min(width, LOOK_AHEAD_BYTES), LINE_BYTES):
                        prefetch(packed, later * t[INPUT_STRIDES] + line)
                index_offset = view_offset(tiling, INDEX_RANK, INDEX_DIMS, INDEX_STRIDES, row)
                place = load_index(a[INDICES], index_offset, kind)
                if place < 0 or place >= t[WEIGHTS]:
                    if error < 0:
                        error = row
                    place = -1
            if place < 0:
                row += 1
                continue
            plus = number(t[ONE])
            if t[SCALE_TYPE] != 0:
                plus = scale[view_offset(tiling, SCALE_RANK, SCALE_DIMS, SCALE_STRIDES, place)]
            minus = number(np.int64(plus) ^ sign_bit)
            start = view_offset(tiling, INPUT_RANK, INPUT_DIMS, INPUT_STRIDES, place)
            to = view_offset(tiling, OUT_RANK, OUT_DIMS, OUT_STRIDES, row)
            if stream == 0:
                unpack_columns(
                    out, to + column, packed, start + (column >> 3) * stride, stride,
                    past - column, plus, minus,
                )  # fmt: skip
                column = past
            while column < past:
                # A piece ends with the row or with a byte, and follows the one before in out.
                if staged_columns - staged_count < 8 or staged_to + staged_count != to + column:
                    stream_copy(out_address + staged_to * size, staged_address, staged_count * size)
                    staged_to = to + column
                    staged_count = 0
                count = past - column
                if count > staged_columns - staged_count:
                    count = (staged_columns - staged_count) & -8
                unpack_columns(
                    staged, staged_count, packed, start + (column >> 3) * stride, stride, count,
                    plus, minus,
                )  # fmt: skip
                staged_count += count
                column += count
            row += 1
        if stream != 0:
            stream_copy(out_address + staged_to * size, staged_address, staged_count * size)
            stream_end()
        pointer_int64(a[ERRORS])[block] = error

    return unpack


for _size in (2, 4, 8):
    family.register(f"unpack_{_size}", make_unpack(_size))


# --- Backward ----------------------------------------------------------------------------------


@device
def scale_size(kind):  # type: ignore[no-untyped-def]
    """Bytes of a scale of the type at this position in SCALE_TYPES."""
    if kind == 1:
        return 4
    if kind == 4:
        return 8
    return 2


@device
def load_float32_scale(address, offset, kind):  # type: ignore[no-untyped-def]
    """A scale, by the position of its type in SCALE_TYPES, as float32."""
    if kind == 1:
        return pointer_float32(address)[offset]
    if kind == 2:
        return float16_to_float32(pointer_uint16(address)[offset])
    if kind == 3:
        return bfloat16_to_float32(pointer_uint16(address)[offset])
    return np.float32(1)


@device
def load_float64_scale(address, offset, kind):  # type: ignore[no-untyped-def]
    """The same as float64."""
    if kind == 4:
        return pointer_float64(address)[offset]
    return np.float64(load_float32_scale(address, offset, kind))


def make_add_rows(element: Packed) -> Any:
    is_wide = element.size == 8
    accumulator = "float64" if is_wide else "float32"
    number = getattr(np, accumulator)
    zero, padding = number(0), number(-1)
    widen = element.widen
    load, _ = vector_access(element.name)
    load_sum, store_sum = vector_access(accumulator)
    step = VECTOR_BYTES // (8 if is_wide else 4)
    step_bytes = step // 8
    last_sums = SUM_BYTES // (8 if is_wide else 4)
    padding_sum = last_sums + step

    @device
    def scaled(grad, place, scale):  # type: ignore[no-untyped-def]
        return vector_multiply(load(grad, place), vector_splat(scale))

    @device
    def add_last_columns(  # type: ignore[no-untyped-def]
        sums, out, to, grad, offsets, scales, count, columns, padded, begins, ends
    ):
        """What is no whole vector, with columns before it once more, and the padding."""
        rest = columns & (step - 1)
        v = vector_splat(zero)
        padding_total = zero
        if not begins:
            v = load_sum(sums, last_sums)
            padding_total = sums[padding_sum]
        for i in range(count):
            v = vector_add(v, scaled(grad, offsets[i] + columns - step, scales[i]))
            padding_total = number(padding_total + number(padding * scales[i]))
        if not ends:
            store_sum(sums, last_sums, v)
            sums[padding_sum] = padding_total
            return
        signs = vector_signs(v) >> (step - rest)
        if padding_total >= zero:
            signs |= -1 << rest
        byte = to + ((columns - rest) >> 3)
        for i in range((padded - columns + rest) >> 3):
            out[byte + i] = (signs >> (8 * i)) & 0xFF

    @device
    def add_dense_rows(  # type: ignore[no-untyped-def]
        sums, out, to, grad, offsets, scales, count, columns, padded, begins, ends
    ):
        """Adds `count` rows, elements side by side, to 0 or to the sums; how many columns it did.

        The signs of the last sums go to out.
        """
        column = 0
        if begins and ends and count == 1:
            # Most rows of a large table: there is nothing to add, and 0 more changes no sign.
            place = offsets[0]
            scale = scales[0]
            while column + step <= columns:
                vector_store_signs(out, to + (column >> 3), scaled(grad, place + column, scale))
                column += step
        while column + 4 * step <= columns:
            if begins:
                v0 = vector_splat(zero)
                v1 = v0
                v2 = v0
                v3 = v0
            else:
                v0 = load_sum(sums, column)
                v1 = load_sum(sums, column + step)
                v2 = load_sum(sums, column + 2 * step)
                v3 = load_sum(sums, column + 3 * step)
            for i in range(count):
                place = offsets[i] + column
                scale = scales[i]
                v0 = vector_add(v0, scaled(grad, place, scale))
                v1 = vector_add(v1, scaled(grad, place + step, scale))
                v2 = vector_add(v2, scaled(grad, place + 2 * step, scale))
                v3 = vector_add(v3, scaled(grad, place + 3 * step, scale))
            if ends:
                byte = to + (column >> 3)
                vector_store_signs(out, byte, v0)
                vector_store_signs(out, byte + step_bytes, v1)
                vector_store_signs(out, byte + 2 * step_bytes, v2)
                vector_store_signs(out, byte + 3 * step_bytes, v3)
            else:
                store_sum(sums, column, v0)
                store_sum(sums, column + step, v1)
                store_sum(sums, column + 2 * step, v2)
                store_sum(sums, column + 3 * step, v3)
            column += 4 * step
        while column + step <= columns:
            v0 = vector_splat(zero)
            if not begins:
                v0 = load_sum(sums, column)
            for i in range(count):
                v0 = vector_add(v0, scaled(grad, offsets[i] + column, scales[i]))
            if ends:
                vector_store_signs(out, to + (column >> 3), v0)
            else:
                store_sum(sums, column, v0)
            column += step
        if column < padded and step <= columns:
            add_last_columns(
                sums, out, to, grad, offsets, scales, count, columns, padded, begins, ends
            )
            column = padded
        return column

    @device
    def add_rows(  # type: ignore[no-untyped-def]
        sums, out, to, grad, offsets, scales, count, stride, columns, padded, begins, ends
    ):
        """The same for any strides; the columns from `columns` to `padded` are all -1."""
        done = 0
        if stride == 1:
            done = add_dense_rows(
                sums, out, to, grad, offsets, scales, count, columns, padded, begins, ends
            )
        if begins:
            for column in range(done, padded):
                sums[column] = zero
        for i in range(count):
            start = offsets[i]
            scale = scales[i]
            for column in range(done, columns):
                value = number(widen(grad[start + column * stride]))
                sums[column] = number(sums[column] + number(value * scale))
            for column in range(max(done, columns), padded):
                sums[column] = number(sums[column] + number(padding * scale))
        if ends:
            for byte in range(done >> 3, padded >> 3):
                bits = 0
                for column in range(8 * byte, 8 * byte + 8):
                    if sums[column] >= zero:
                        bits |= 1 << (column & 7)
                out[to + byte] = bits

    return add_rows


@device
def fill_ones(out, to, stride, rows, first, last, width):  # type: ignore[no-untyped-def]
    """Rows whose sums are 0: bytes `first` to `last` of each."""
    if last - first == width and stride == width:
        for byte in range(rows * width):
            out[to + byte] = 0xFF
        return
    for row in range(rows):
        for byte in range(first, last):
            out[to + row * stride + byte] = 0xFF


def make_backward(element: Packed) -> KernelFunction:
    is_wide = element.size == 8
    sum_pointer = pointer_float64 if is_wide else pointer_float32
    sum_columns = SUM_BYTES // (8 if is_wide else 4)
    load_scale = load_float64_scale if is_wide else load_float32_scale
    grad_pointer, size = element.pointer, element.size
    line_columns = LINE_BYTES // size
    add_rows = make_add_rows(element)

    def backward(block: int, blocks: int, tiling: int, arguments: int) -> None:
        t = pointer_int64(tiling)
        a = pointer_int64(arguments)
        rows = t[ROWS]
        weights = t[WEIGHTS]
        columns = t[COLUMNS]
        wide = t[WIDE]
        width = (columns + 7) >> 3
        grad = grad_pointer(a[INPUT])
        grad_stride = t[INPUT_COLUMN_STRIDE]
        scale_type = t[SCALE_TYPE]
        scale = a[SCALE]
        # Rows and scales that one step leads through are found without a look at the tiling.
        is_list = t[INPUT_RANK] == 1
        row_step = t[INPUT_STRIDES]
        is_scale_list = t[SCALE_RANK] == 1
        scale_step = t[SCALE_STRIDES]
        scale_bytes = scale_size(scale_type)
        order = a[ORDER]
        offsets = a[OFFSETS]
        out = pointer_uint8(a[OUT])
        out_stride = t[OUT_STRIDES]
        sums = sum_pointer(stack_bytes(ALL_SUM_BYTES))
        scales = sum_pointer(stack_bytes(SCALE_BYTES))
        row_offsets = stack_int64(ROWS_AT_ONCE)

        column_parts = max(t[COLUMN_BLOCKS], 1)
        weight_parts = unsigned_divide(blocks, column_parts)
        weight_part = unsigned_divide(block, column_parts)
        column_part = unsigned_remainder(block, column_parts)
        if weight_part >= weight_parts:  # blocks is no multiple of column_blocks
            return
        first_byte = byte_boundary(width, 1, column_part, column_parts)
        last_byte = byte_boundary(width, 1, column_part + 1, column_parts)
        weight = weight_boundary(weight_part, weight_parts, rows, weights, offsets, wide)
        last = weight_boundary(weight_part + 1, weight_parts, rows, weights, offsets, wide)
        end = 0
        if offsets != 0:
            end = clamp(load_position(offsets, weight, wide), 0, rows)
        part_columns = min(8 * last_byte, columns) - 8 * first_byte
        ahead = 0
        fetched = min(part_columns, PREFETCH_BYTES // size)
        if is_list and grad_stride == 1:
            ahead = clamp(unsigned_divide(PREFETCH_AHEAD, max(fetched, 1) * size), 4, 32)
        while weight < last:
            # Each part's places ascend even if offsets hold garbage: no row is visited twice.
            begin = end
            empty = 0
            while weight + empty < last and begin == end:
                if offsets != 0:
                    end = clamp(load_position(offsets, weight + empty + 1, wide), begin, rows)
                if begin == end:
                    empty += 1
            if empty > 0:
                to = weight * out_stride
                fill_ones(out, to, out_stride, empty, first_byte, last_byte, width)
                weight += empty
            if begin == end:
                continue
            byte = first_byte
            while byte < last_byte:
                past_byte = min(last_byte, byte + (sum_columns >> 3))
                column = 8 * byte
                here = min(8 * past_byte, columns) - column
                place = begin
                while place < end:
                    begins = place == begin
                    past = min(place + ROWS_AT_ONCE, end)
                    count = 0
                    while place < past:
                        row = load_position(order, place, wide)
                        if ahead != 0 and place + ahead < rows:
                            later_row = load_position(order, place + ahead, wide)
                            later = later_row * row_step + column
                            for line in range(0, min(here, fetched), line_columns):
                                prefetch(grad, later + line)
                            if scale_type != 0 and is_scale_list:
                                at = later_row * scale_step * scale_bytes
                                prefetch(pointer_uint8(scale), at)
                        place += 1
                        if 0 <= row < rows:
                            start = row * row_step
                            if not is_list:
                                start = view_offset(
                                    tiling, INPUT_RANK, INPUT_DIMS, INPUT_STRIDES, row
                                )
                            row_offsets[count] = start + column * grad_stride
                            at = row * scale_step
                            if not is_scale_list and scale_type != 0:
                                at = view_offset(tiling, SCALE_RANK, SCALE_DIMS, SCALE_STRIDES, row)
                            scales[count] = load_scale(scale, at, scale_type)
                            count += 1
                    add_rows(
                        sums, out, weight * out_stride + byte, grad, row_offsets, scales, count,
                        grad_stride, here, 8 * (past_byte - byte), begins, place == end,
                    )  # fmt: skip
                byte = past_byte
            weight += 1

    return backward


for _gradient in PACKED[:4]:
    family.register(f"backward_{_gradient.name}", make_backward(_gradient))
