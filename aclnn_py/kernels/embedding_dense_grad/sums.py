# SPDX-License-Identifier: Apache-2.0
"""Every row of out: the rows of grad that belong to it, added in ascending order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..dialect import (
    VECTOR_BYTES,
    KernelFunction,
    bfloat16_plus_zero,
    bfloat16_to_float32,
    canonical_float32,
    canonical_float64,
    clamp,
    device,
    float16_plus_zero,
    float16_to_float32,
    float32_to_bfloat16,
    float32_to_float16,
    pointer_float32,
    pointer_float64,
    pointer_int8,
    pointer_int16,
    pointer_int32,
    pointer_int64,
    pointer_uint16,
    same,
    split,
    stack_int64,
    stream_copy,
    stream_end,
    unsigned_divide,
    unsigned_remainder,
    vector_access,
    vector_add,
    vector_divide,
    vector_multiply,
    vector_splat,
    widening_access,
)
from ..dialect.prefetching import prefetch_far
from ..rows import row_offset
from .family import (
    ACCUMULATE,
    ACCUMULATOR_BYTES,
    ACCUMULATORS,
    ALPHA,
    BLOCK_BYTES,
    COLUMN_BLOCKS,
    COLUMNS,
    FLOAT16_NUMBER,
    FLOAT32_NUMBER,
    GRAD,
    GRAD_COLUMN_STRIDE,
    GRAD_ROW_DIMS,
    GRAD_ROW_RANK,
    GRAD_ROW_STRIDES,
    GRAD_TYPE,
    INITIAL,
    INITIAL_ROW_STRIDE,
    INT16_NUMBER,
    INT32_NUMBER,
    INT64_NUMBER,
    MAXIMUM_RANK,
    OFFSETS,
    ORDER,
    OUT,
    OUT_COLUMN_STRIDE,
    OUT_ROW_STRIDE,
    OUT_TYPE,
    ROWS,
    SCALE,
    STAGED_BYTES,
    STREAM,
    WEIGHTS,
    WIDE,
    family,
)
from .positions import load_position

if TYPE_CHECKING:
    from collections.abc import Callable


@device
def work_before(weight, rows, offsets, wide):  # type: ignore[no-untyped-def]
    """What the weights before this one cost: a unit for each row and for each output row."""
    if offsets == 0:
        return weight
    return clamp(load_position(offsets, weight, wide), 0, rows) + weight


@device
def weight_boundary(part, parts, rows, weights, offsets, wide):  # type: ignore[no-untyped-def]
    """First weight of a part.

    For any content of `offsets` the boundaries ascend: at the first weight where the searches of
    two parts differ, the smaller target goes left. The ends are fixed, so that the parts cover
    all weights.
    """
    if part <= 0:
        return 0
    if part >= parts:
        return weights
    target = split(work_before(weights, rows, offsets, wide), part, parts)
    low = 0
    high = weights
    while low < high:
        middle = low + ((high - low) >> 1)
        if work_before(middle, rows, offsets, wide) >= target:
            high = middle
        else:
            low = middle + 1
    return low


# Rows that follow each other in `order` lie anywhere in grad, and the hardware foresees only what
# comes after the first cache lines of a row. Narrow rows gain a factor of 2 to 3.
PREFETCH_BYTES = 512
PREFETCH_AHEAD = 16384
NARROW_AHEAD = 48
LINE_BYTES = 64
ROWS_AT_ONCE = 8

# --- Types -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Accumulator:
    """What sums are made of."""

    pointer: Callable[[int], Any]
    number: Callable[[Any], Any]
    size: int
    alpha: Callable[[int], Any]
    divide: Callable[[Any, Any], Any]
    vector_access: tuple[Any, Any]


@dataclass(frozen=True)
class Element:
    """A type of grad and out: as it lies in memory, and as what it is added."""

    name: str
    size: int
    """Bytes; of types that are known in a launch only, those of the largest."""
    accumulator: Accumulator
    pointer: Callable[[int, int], Any]
    """Of an address and the type's number, which says something of those types only."""
    bytes_of: Callable[[Any], int]
    read: Callable[[Any, int], Any]
    write: Callable[[Any, int, Any], None]
    move: Callable[[Any, int, Any, int], None]
    """An element to a place from another one, with its bits."""
    vector_access: tuple[Any, Any]
    prefetch: Callable[[Any, int], None]
    plus_zero: Callable[[Any], Any] | None = None
    """An element's bits once 0 is added to it, where that takes no float32."""


@device
def undivided(vector, divisor):  # type: ignore[no-untyped-def]
    """Only floats are scaled by frequency."""
    return vector


def make_accumulator(name: str, pointer: Callable[[int], Any]) -> Accumulator:
    number = getattr(np, name)
    is_float = name.startswith("float")
    read = pointer_float64 if is_float else pointer_int64

    @device
    def alpha(tiling):  # type: ignore[no-untyped-def]
        return number(read(tiling)[ALPHA])

    @device
    def divided(vector, divisor):  # type: ignore[no-untyped-def]
        return vector_divide(vector, vector_splat(number(divisor)))

    size = np.dtype(name).itemsize
    divide = divided if is_float else undivided
    return Accumulator(pointer, number, size, alpha, divide, vector_access(name))


FLOAT32_SUM = make_accumulator("float32", pointer_float32)


def make_element(
    name: str,
    accumulator: Accumulator,
    size: int,
    pointer_to: Callable[[int], Any],
    access: tuple[Any, Any],
    widen: Callable[[Any], Any],
    narrow: Callable[[Any], Any],
    plus_zero: Callable[[Any], Any] | None = None,
) -> Element:
    """A type that is known when a kernel is compiled."""

    @device
    def pointer(address, number):  # type: ignore[no-untyped-def]
        return pointer_to(address)

    @device
    def bytes_of(pointer):  # type: ignore[no-untyped-def]
        return size

    @device
    def read(pointer, at):  # type: ignore[no-untyped-def]
        return widen(pointer[at])

    @device
    def write(pointer, at, value):  # type: ignore[no-untyped-def]
        pointer[at] = narrow(value)

    @device
    def move(pointer, to, source, at):  # type: ignore[no-untyped-def]
        pointer[to] = source[at]

    return Element(
        name, size, accumulator, pointer, bytes_of, read, write, move, access, prefetch_far,
        plus_zero,
    )  # fmt: skip


def make_half(
    name: str,
    widen: Callable[[Any], Any],
    narrow: Callable[[Any], Any],
    plus_zero: Callable[[Any], Any],
) -> Element:
    """A type that is added as float32."""
    access = vector_access(name)
    return make_element(name, FLOAT32_SUM, 2, pointer_uint16, access, widen, narrow, plus_zero)


def make_number(
    name: str, pointer: Callable[[int], Any], narrow: Callable[[Any], Any] = same
) -> Element:
    """A type that is added as it is."""
    sums = FLOAT32_SUM if name == "float32" else make_accumulator(name, pointer)
    return make_element(name, sums, sums.size, pointer, sums.vector_access, same, narrow)


FLOAT32 = make_number("float32", pointer_float32, canonical_float32)
FLOAT16 = make_half("float16", float16_to_float32, float32_to_float16, float16_plus_zero)
BFLOAT16 = make_half("bfloat16", bfloat16_to_float32, float32_to_bfloat16, bfloat16_plus_zero)


def make_choice(name: str, number: int, first: Element, second: Element) -> Element:
    """One type or another, by a number that a launch gives: `number` is that of the first one.

    It is asked for at each vector. Types that are rarely met, and pairs of types of grad and out,
    are not worth kernels of their own. Both are added as the same.
    """
    first_pointer, second_pointer = first.pointer, second.pointer
    first_bytes, second_bytes = first.bytes_of, second.bytes_of
    first_read, second_read = first.read, second.read
    first_write, second_write = first.write, second.write
    first_move, second_move = first.move, second.move
    first_load, first_store = first.vector_access
    second_load, second_store = second.vector_access

    @device
    def pointer(address, number):  # type: ignore[no-untyped-def]
        return address, number

    @device
    def as_first(pointer):  # type: ignore[no-untyped-def]
        return first_pointer(pointer[0], pointer[1])

    @device
    def as_second(pointer):  # type: ignore[no-untyped-def]
        return second_pointer(pointer[0], pointer[1])

    @device
    def bytes_of(pointer):  # type: ignore[no-untyped-def]
        if pointer[1] == number:
            return first_bytes(as_first(pointer))
        return second_bytes(as_second(pointer))

    @device
    def read(pointer, at):  # type: ignore[no-untyped-def]
        if pointer[1] == number:
            return first_read(as_first(pointer), at)
        return second_read(as_second(pointer), at)

    @device
    def write(pointer, at, value):  # type: ignore[no-untyped-def]
        if pointer[1] == number:
            first_write(as_first(pointer), at, value)
        else:
            second_write(as_second(pointer), at, value)

    @device
    def move(pointer, to, source, at):  # type: ignore[no-untyped-def]
        if pointer[1] == number:
            first_move(as_first(pointer), to, as_first(source), at)
        else:
            second_move(as_second(pointer), to, as_second(source), at)

    @device
    def load(pointer, at):  # type: ignore[no-untyped-def]
        if pointer[1] == number:
            return first_load(as_first(pointer), at)
        return second_load(as_second(pointer), at)

    @device
    def store(pointer, at, vector):  # type: ignore[no-untyped-def]
        if pointer[1] == number:
            first_store(as_first(pointer), at, vector)
        else:
            second_store(as_second(pointer), at, vector)

    @device
    def prefetch(pointer, at):  # type: ignore[no-untyped-def]
        prefetch_far(pointer_int8(pointer[0]), at * bytes_of(pointer))

    return Element(
        name, max(first.size, second.size), first.accumulator, pointer, bytes_of, read, write,
        move, (load, store), prefetch,
    )  # fmt: skip


ANY_FLOAT = make_choice(
    "any_float",
    FLOAT32_NUMBER,
    FLOAT32,
    make_choice("any_half", FLOAT16_NUMBER, FLOAT16, BFLOAT16),
)

INT64 = make_number("int64", pointer_int64)


def make_integer(name: str, size: int, pointer: Callable[[int], Any]) -> Element:
    """A type that is added as int64: its lowest bits are the sum that wraps."""
    access = widening_access(name)
    return make_element(name, INT64.accumulator, size, pointer, access, np.int64, same)


ANY_INTEGER = make_choice(
    "any_integer",
    INT64_NUMBER,
    INT64,
    make_choice(
        "any_int32",
        INT32_NUMBER,
        make_integer("int32", 4, pointer_int32),
        make_choice(
            "any_int16",
            INT16_NUMBER,
            make_integer("int16", 2, pointer_int16),
            make_integer("int8", 1, pointer_int8),
        ),
    ),
)


def make_copy(element: Element) -> Callable[[Any, int, Any, int], None]:
    """Makes an element of out the sum of one element of grad."""
    if element.plus_zero is not None:
        plus_zero = element.plus_zero

        @device
        def copy_half(out, to, grad, at):  # type: ignore[no-untyped-def]
            out[to] = plus_zero(grad[at])

        return copy_half  # type: ignore[no-any-return]
    read, write, zero = element.read, element.write, element.accumulator.number(0)

    @device
    def copy(out, to, grad, at):  # type: ignore[no-untyped-def]
        write(out, to, zero + read(grad, at))

    return copy  # type: ignore[no-any-return]


# --- Columns -----------------------------------------------------------------------------------


def make_column_functions(
    element: Element, has_narrow: bool
) -> tuple[Any, Any, Any, Any, Any, Any]:
    """What is done to the columns of the rows of one weight; dense ones are taken as vectors."""
    accumulator = element.accumulator
    read, write, move = element.read, element.write, element.move
    load, store = element.vector_access
    load_sum, store_sum = accumulator.vector_access
    divide, number = accumulator.divide, accumulator.number
    zero = number(0)
    step = VECTOR_BYTES // accumulator.size
    prefetch = element.prefetch
    line_columns = LINE_BYTES // element.size
    last_sums = ACCUMULATOR_BYTES // accumulator.size
    copy = make_copy(element)

    @device
    def copy_row(out, to, to_stride, grad, offset, stride, columns):  # type: ignore[no-untyped-def]
        if stride == 1 and to_stride == 1:
            for column in range(columns):
                copy(out, to + column, grad, offset + column)
        else:
            for column in range(columns):
                copy(out, to + column * to_stride, grad, offset + column * stride)

    @device
    def store_zero(out, to, to_stride, columns):  # type: ignore[no-untyped-def]
        if to_stride == 1:
            for column in range(columns):
                write(out, to + column, zero)
        else:
            for column in range(columns):
                write(out, to + column * to_stride, zero)

    @device
    def scaled(grad, place, alpha):  # type: ignore[no-untyped-def]
        return vector_multiply(load(grad, place), vector_splat(alpha))

    @device
    def add_vector(  # type: ignore[no-untyped-def]
        sums, place_of_sums, out, to, grad, offsets, count, column, alpha, begins, ends, divisor
    ):
        """One vector of columns, from `column` on."""
        v = vector_splat(zero)
        if not begins:
            v = load_sum(sums, place_of_sums)
        for i in range(count):
            v = vector_add(v, scaled(grad, offsets[i] + column, alpha))
        if ends:
            if divisor != 1:
                v = divide(v, divisor)
            store(out, to + column, v)
        else:
            store_sum(sums, place_of_sums, v)

    @device
    def add_dense_rows(  # type: ignore[no-untyped-def]
        sums, out, to, grad, offsets, count, columns, alpha, begins, ends, divisor
    ):
        """Adds `count` rows, elements side by side, from their offsets; how many columns it did.

        What is no whole vector at the end is done with columns before it once more. Their sums are
        equal, and kept apart.
        """
        column = 0
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
                v0 = vector_add(v0, scaled(grad, place, alpha))
                v1 = vector_add(v1, scaled(grad, place + step, alpha))
                v2 = vector_add(v2, scaled(grad, place + 2 * step, alpha))
                v3 = vector_add(v3, scaled(grad, place + 3 * step, alpha))
            if ends:
                if divisor != 1:
                    v0 = divide(v0, divisor)
                    v1 = divide(v1, divisor)
                    v2 = divide(v2, divisor)
                    v3 = divide(v3, divisor)
                store(out, to + column, v0)
                store(out, to + column + step, v1)
                store(out, to + column + 2 * step, v2)
                store(out, to + column + 3 * step, v3)
            else:
                store_sum(sums, column, v0)
                store_sum(sums, column + step, v1)
                store_sum(sums, column + 2 * step, v2)
                store_sum(sums, column + 3 * step, v3)
            column += 4 * step
        while column + step <= columns:
            add_vector(
                sums, column, out, to, grad, offsets, count, column, alpha, begins, ends, divisor
            )
            column += step
        if column < columns and step <= columns:
            last = columns - step
            add_vector(
                sums, last_sums, out, to, grad, offsets, count, last, alpha, begins, ends, divisor
            )
            column = columns
        return column

    @device
    def add_rows(  # type: ignore[no-untyped-def]
        sums, out, to, to_stride, grad, offsets, count, stride, columns, alpha, begins, ends,
        divisor,
    ):  # fmt: skip
        """Adds `count` rows to 0 or, when the sums are begun, to these; they end in out."""
        done = 0
        if stride == 1 and to_stride == 1:
            done = add_dense_rows(
                sums, out, to, grad, offsets, count, columns, alpha, begins, ends, divisor
            )
        for column in range(done, columns):
            total = zero
            if not begins:
                total = sums[column]
            for i in range(count):
                total = number(total + alpha * read(grad, offsets[i] + column * stride))
            sums[column] = total
        if ends:
            for column in range(done, columns):
                total = sums[column]
                if divisor != 1:
                    total = number(total / number(divisor))
                write(out, to + column * to_stride, total)

    @device
    def load_row(sums, initial, at, stride, columns):  # type: ignore[no-untyped-def]
        """What the sums begin with."""
        for column in range(columns):
            sums[column] = read(initial, at + column * stride)
        for i in range(min(columns, step)):
            place = at + (max(columns - step, 0) + i) * stride
            sums[last_sums + i] = read(initial, place)

    @device
    def keep_row(out, to, initial, at, columns):  # type: ignore[no-untyped-def]
        """What nothing is added to."""
        for column in range(columns):
            move(out, to + column, initial, at + column)

    @device
    def sum_narrow(  # type: ignore[no-untyped-def]
        out, to, to_step, initial, at, at_step, grad, order, offsets, wide, weight, last, begin,
        rows, row_stride, column, columns, alpha, scale, adds, apart,
    ):  # fmt: skip
        """All of some weights whose rows are one vector or four; where the next one's rows are.

        With less to do for a row, more rows are on their way from memory at a time.
        """
        ahead = NARROW_AHEAD
        while weight < last:
            end = clamp(load_position(offsets, weight + 1, wide), begin, rows)
            if adds and begin == end:
                if apart:
                    keep_row(out, to, initial, at, columns)
                to += to_step
                at += at_step
                weight += 1
                continue
            v0 = vector_splat(zero)
            v1 = v0
            v2 = v0
            v3 = v0
            if adds:
                v0 = load(initial, at)
                if columns != step:
                    v1 = load(initial, at + step)
                    v2 = load(initial, at + 2 * step)
                    v3 = load(initial, at + 3 * step)
            if columns == step:
                for place in range(begin, end):
                    row = load_position(order, place, wide)
                    if place + ahead < rows:
                        later = load_position(order, place + ahead, wide)
                        prefetch(grad, later * row_stride + column)
                    if 0 <= row < rows:
                        v0 = vector_add(v0, scaled(grad, row * row_stride + column, alpha))
            else:
                for place in range(begin, end):
                    row = load_position(order, place, wide)
                    if place + ahead < rows:
                        later = load_position(order, place + ahead, wide) * row_stride + column
                        for line in range(0, 4 * step, line_columns):
                            prefetch(grad, later + line)
                    if 0 <= row < rows:
                        source = row * row_stride + column
                        v0 = vector_add(v0, scaled(grad, source, alpha))
                        v1 = vector_add(v1, scaled(grad, source + step, alpha))
                        v2 = vector_add(v2, scaled(grad, source + 2 * step, alpha))
                        v3 = vector_add(v3, scaled(grad, source + 3 * step, alpha))
            if scale != 0 and end - begin > 1:
                divisor = end - begin
                v0 = divide(v0, divisor)
                v1 = divide(v1, divisor)
                v2 = divide(v2, divisor)
                v3 = divide(v3, divisor)
            store(out, to, v0)
            if columns != step:
                store(out, to + step, v1)
                store(out, to + 2 * step, v2)
                store(out, to + 3 * step, v3)
            begin = end
            to += to_step
            at += at_step
            weight += 1
        return begin

    @device
    def sum_nothing(  # type: ignore[no-untyped-def]
        out, to, to_step, initial, at, at_step, grad, order, offsets, wide, weight, last, begin,
        rows, row_stride, column, columns, alpha, scale, adds, apart,
    ):  # fmt: skip
        return begin

    narrow_sums = sum_narrow if has_narrow else sum_nothing
    return copy_row, store_zero, add_rows, load_row, keep_row, narrow_sums


def make_sum(element: Element) -> KernelFunction:
    accumulator = element.accumulator
    # Types that are rarely met are not worth the time to compile it for them.
    has_narrow = element in (FLOAT32, FLOAT16, BFLOAT16)
    functions = make_column_functions(element, has_narrow)
    copy_row, store_zero, add_rows, load_row, keep_row, sum_narrow = functions
    pointer, bytes_of, prefetch = element.pointer, element.bytes_of, element.prefetch
    sum_pointer = accumulator.pointer
    read_alpha = accumulator.alpha
    size = element.size
    line_columns = LINE_BYTES // size
    sum_columns = ACCUMULATOR_BYTES // accumulator.size
    staged_columns = STAGED_BYTES // max(size, accumulator.size)
    step = VECTOR_BYTES // accumulator.size

    def sum_rows(block: int, blocks: int, tiling: int, arguments: int) -> None:
        t = pointer_int64(tiling)
        a = pointer_int64(arguments)
        rows = t[ROWS]
        weights = t[WEIGHTS]
        scale = t[SCALE]
        wide = t[WIDE]
        stream = t[STREAM]
        adds = t[ACCUMULATE] != 0
        alpha = read_alpha(tiling)
        grad_rank = clamp(t[GRAD_ROW_RANK], 0, MAXIMUM_RANK)
        grad_dims = pointer_int64(tiling + GRAD_ROW_DIMS * 8)
        grad_strides = pointer_int64(tiling + GRAD_ROW_STRIDES * 8)
        grad_stride = t[GRAD_COLUMN_STRIDE]
        out_row_stride = t[OUT_ROW_STRIDE]
        out_stride = t[OUT_COLUMN_STRIDE]
        grad = pointer(a[GRAD], t[GRAD_TYPE])
        out_address = a[OUT]
        out = pointer(out_address, t[OUT_TYPE])
        out_size = bytes_of(out)
        # What sums begin with where they do not begin with 0.
        apart = a[INITIAL] != 0
        initial = out
        initial_row_stride = out_row_stride
        initial_stride = out_stride
        if apart:
            initial = pointer(a[INITIAL], t[OUT_TYPE])
            initial_row_stride = t[INITIAL_ROW_STRIDE]
            initial_stride = 1
        offsets = a[OFFSETS]
        order = a[ORDER]
        sums_address = a[ACCUMULATORS] + block * BLOCK_BYTES
        sums = sum_pointer(sums_address)
        staged_address = sums_address + ACCUMULATOR_BYTES + VECTOR_BYTES
        staged = pointer(staged_address, t[OUT_TYPE])
        row_offsets = stack_int64(ROWS_AT_ONCE)

        column_parts = t[COLUMN_BLOCKS]
        weight_parts = unsigned_divide(blocks, column_parts)
        weight_part = unsigned_divide(block, column_parts)
        column_part = unsigned_remainder(block, column_parts)
        if weight_part >= weight_parts:  # blocks is no multiple of column_blocks
            return
        first_column = split(t[COLUMNS], column_part, column_parts)
        last_column = split(t[COLUMNS], column_part + 1, column_parts)
        first = weight_boundary(weight_part, weight_parts, rows, weights, offsets, wide)
        last = weight_boundary(weight_part + 1, weight_parts, rows, weights, offsets, wide)
        end = 0
        if offsets != 0:
            end = clamp(load_position(offsets, first, wide), 0, rows)
        part_columns = last_column - first_column
        # What has no more than a block's share of the work is not divided, but one block's alone.
        share = rows + weights
        if column_parts > 1:
            share = unsigned_divide(work_before(weights, rows, offsets, wide), blocks)
        first_whole = first + split(last - first, column_part, column_parts)
        last_whole = first + split(last - first, column_part + 1, column_parts)
        is_dense = grad_rank == 1 and grad_stride == 1
        is_narrow = (
            has_narrow
            and (part_columns == step or part_columns == 4 * step)
            and is_dense
            and offsets != 0
            and out_stride == 1
        )

        if is_narrow and column_parts == 1 and (stream == 0 or out_row_stride == part_columns):
            at_once = last - first
            if stream != 0:
                at_once = unsigned_divide(staged_columns, part_columns)
            while first < last:
                past = min(first + at_once, last)
                target = out
                to = first * out_row_stride
                if stream != 0:
                    target = staged
                    to = 0
                end = sum_narrow(
                    target, to, out_row_stride, initial, first * initial_row_stride,
                    initial_row_stride, grad, order, offsets, wide, first, past, end, rows,
                    grad_strides[0], 0, part_columns, alpha, scale, adds, apart,
                )  # fmt: skip
                if stream != 0:
                    stream_copy(
                        out_address + first * part_columns * out_size,
                        staged_address,
                        (past - first) * part_columns * out_size,
                    )
                first = past
            stream_end()
            return

        ahead = 0
        fetched = min(part_columns, PREFETCH_BYTES // size)
        if is_dense:
            ahead = clamp(unsigned_divide(PREFETCH_AHEAD, max(fetched, 1) * size), 4, 64)
        # What is staged begins at this element of out and is so long.
        staged_to = 0
        staged_count = 0
        for weight in range(first, last):
            # Each part's places ascend even if offsets hold garbage: no row is visited twice.
            begin = end
            if offsets != 0:
                end = clamp(load_position(offsets, weight + 1, wide), begin, rows)
            if adds and begin == end and not apart:
                continue
            divisor = 1
            if scale != 0:
                divisor = max(end - begin, 1)
            column = first_column
            end_column = last_column
            if column_parts > 1:
                if end - begin <= share:
                    if weight < first_whole or weight >= last_whole:
                        continue
                    column = 0
                    end_column = t[COLUMNS]
                elif is_narrow:
                    sum_narrow(
                        out, weight * out_row_stride + column, 0, initial,
                        weight * initial_row_stride + column, 0, grad, order, offsets, wide,
                        weight, weight + 1, begin, rows, grad_strides[0], column, part_columns,
                        alpha, scale, adds, apart,
                    )  # fmt: skip
                    continue
            while column < end_column:
                columns = min(end_column - column, sum_columns)
                to = weight * out_row_stride + column * out_stride
                target = out
                target_stride = out_stride
                target_to = to
                if stream != 0:
                    if staged_to + staged_count != to or staged_count + columns > staged_columns:
                        stream_copy(
                            out_address + staged_to * out_size,
                            staged_address,
                            staged_count * out_size,
                        )
                        staged_to = to
                        staged_count = 0
                    target = staged
                    target_stride = 1
                    target_to = staged_count
                    staged_count += columns
                if adds:
                    at = weight * initial_row_stride + column * initial_stride
                    if begin == end:
                        keep_row(target, target_to, initial, at, columns)
                    else:
                        load_row(sums, initial, at, initial_stride, columns)
                elif begin == end:
                    store_zero(target, target_to, target_stride, columns)
                place = begin
                while place < end:
                    begins = place == begin and not adds
                    count = 0
                    past = min(place + ROWS_AT_ONCE, end)
                    while place < past:
                        row = load_position(order, place, wide)
                        if ahead != 0 and place + ahead < rows:
                            later = load_position(order, place + ahead, wide) * grad_strides[0]
                            for line in range(column, column + min(columns, fetched), line_columns):
                                prefetch(grad, later + line)
                        place += 1
                        if 0 <= row < rows:
                            offset = row_offset(row, grad_rank, grad_dims, grad_strides)
                            row_offsets[count] = offset + column * grad_stride
                            count += 1
                    if end - begin == 1 and count == 1 and alpha == 1 and not adds:
                        copy_row(
                            target, target_to, target_stride, grad, row_offsets[0], grad_stride,
                            columns,
                        )  # fmt: skip
                    else:
                        add_rows(
                            sums, target, target_to, target_stride, grad, row_offsets, count,
                            grad_stride, columns, alpha, begins, place == end, divisor,
                        )  # fmt: skip
                column += columns
        if stream != 0:
            stream_copy(out_address + staged_to * out_size, staged_address, staged_count * out_size)
            stream_end()

    return sum_rows


for _element in (
    FLOAT32,
    FLOAT16,
    BFLOAT16,
    ANY_FLOAT,
    make_number("float64", pointer_float64, canonical_float64),
    # Unsigned integers have the same sums and products, bit for bit.
    ANY_INTEGER,
):
    family.register(f"sum_{_element.name}", make_sum(_element))
