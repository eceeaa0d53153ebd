# SPDX-License-Identifier: Apache-2.0
"""The gradient of an embedding table: every row of `out` is the sum of its rows of `grad`.

The launches, in order:

1. `count_<type>` (count_blocks blocks) reads the indices and counts how many fall into each bucket
   of 2**bucket_shift weights, one array of counts a block;
2. the host turns the counts into the place where each block starts to write in each bucket;
3. `scatter_<type>` (the same blocks) writes the rows into their buckets, in ascending order;
4. `sort` (any number of blocks) sorts every bucket by weight, stably: `order` and `offsets`;
5. `sum_<grad type>_<out type>` adds the rows of every weight in ascending row order.

Few buckets keep the places that are written to at a time in the caches, and so do the counters of
one bucket.

Sums are float32, strictly in row order, start at +0 and are rounded once, so the result does not
depend on any number of blocks. Strides are in elements and may be zero or negative; an address
includes the offset of its view. The scratch arrays (everything but grad, indices, out) may be
overwritten by someone else meanwhile: whatever is read from them and leads to an address is read
once and checked, so a kernel never leaves the buffers that its tiling describes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from .dialect import (
    VECTOR_BYTES,
    Family,
    KernelFunction,
    bfloat16_plus_zero,
    bfloat16_to_float32,
    canonical_float32,
    clamp,
    device,
    float16_plus_zero,
    float16_to_float32,
    float32_to_bfloat16,
    float32_to_float16,
    float32_to_int64,
    float64_to_int64,
    load_once,
    pointer_float32,
    pointer_float64,
    pointer_int8,
    pointer_int16,
    pointer_int32,
    pointer_int64,
    pointer_uint8,
    pointer_uint16,
    prefetch,
    same_float32,
    split,
    stack_int64,
    stream_copy,
    stream_end,
    unsigned_divide,
    unsigned_remainder,
    vector_access,
    vector_add,
    vector_divide,
    vector_splat,
)

if TYPE_CHECKING:
    from collections.abc import Callable

MAXIMUM_RANK = 8
ACCUMULATOR_COLUMNS = 1024
# Two blocks of the sort never write to one cache line, nor to two that are fetched as a pair.
COUNTERS_APART = 32
# Of float32 for each block of the sum: a sum, and rows of out on their way past the caches.
STAGED_COLUMNS = 2048
BLOCK_COLUMNS = ACCUMULATOR_COLUMNS + STAGED_COLUMNS

# Rows that follow each other in `order` lie anywhere in grad, and the hardware foresees only what
# comes after the first cache lines of a row. Narrow rows gain a factor of 2 to 3.
PREFETCH_BYTES = 512
PREFETCH_AHEAD = 4096
VECTOR_COLUMNS = VECTOR_BYTES // 4
ROWS_AT_ONCE = 8
NARROW_COLUMNS = 2 * VECTOR_COLUMNS

family = Family(
    name="embedding_dense_grad",
    tiling=(
        "rows",
        "columns",
        "weights",
        "padding_index",
        "scale",
        "index_rank",
        f"index_dims[{MAXIMUM_RANK}]",
        f"index_strides[{MAXIMUM_RANK}]",
        "grad_row_rank",
        f"grad_row_dims[{MAXIMUM_RANK}]",
        f"grad_row_strides[{MAXIMUM_RANK}]",
        "grad_column_stride",
        "out_row_stride",
        "out_column_stride",
        "count_blocks",
        "buckets",
        "bucket_shift",
        "column_blocks",
        "wide",  # row numbers and weights need more than 31 bits
        "stream",  # write out past the caches
    ),
    arguments=(
        "grad",  # elements of the grad type
        "indices",  # elements of the index type
        "out",  # elements of the out type
        "places",  # int64[count_blocks * buckets]: counts, then where a block writes in a bucket
        "bucket_starts",  # int64[buckets + 1]
        "pairs",  # int64[rows] of weight and row in 32 bits each; int64[2 * rows] if wide
        "order",  # int32[rows], int64 if wide: row numbers sorted by weight
        "offsets",  # the same[weights + 1]; address 0 for the sum: there are no rows
        "counters",  # the same[blocks of the sort * max(2**bucket_shift, COUNTERS_APART)]
        "errors",  # int64[count_blocks]: first row out of range, -1 for none
        "largest",  # int64[blocks of the sort]: most rows of one weight
        "accumulators",  # float32[blocks of the sum * BLOCK_COLUMNS]
    ),
    constants={
        "BLOCK_COLUMNS": BLOCK_COLUMNS,
        "COUNTERS_APART": COUNTERS_APART,
        "MAXIMUM_RANK": MAXIMUM_RANK,
    },
    module=__name__,
)

ROWS = family.tiling_offset("rows")
COLUMNS = family.tiling_offset("columns")
WEIGHTS = family.tiling_offset("weights")
PADDING_INDEX = family.tiling_offset("padding_index")
SCALE = family.tiling_offset("scale")
INDEX_RANK = family.tiling_offset("index_rank")
INDEX_DIMS = family.tiling_offset("index_dims")
INDEX_STRIDES = family.tiling_offset("index_strides")
GRAD_ROW_RANK = family.tiling_offset("grad_row_rank")
GRAD_ROW_DIMS = family.tiling_offset("grad_row_dims")
GRAD_ROW_STRIDES = family.tiling_offset("grad_row_strides")
GRAD_COLUMN_STRIDE = family.tiling_offset("grad_column_stride")
OUT_ROW_STRIDE = family.tiling_offset("out_row_stride")
OUT_COLUMN_STRIDE = family.tiling_offset("out_column_stride")
COUNT_BLOCKS = family.tiling_offset("count_blocks")
BUCKETS = family.tiling_offset("buckets")
BUCKET_SHIFT = family.tiling_offset("bucket_shift")
COLUMN_BLOCKS = family.tiling_offset("column_blocks")
WIDE = family.tiling_offset("wide")
STREAM = family.tiling_offset("stream")

GRAD = family.argument_index("grad")
INDICES = family.argument_index("indices")
OUT = family.argument_index("out")
PLACES = family.argument_index("places")
BUCKET_STARTS = family.argument_index("bucket_starts")
PAIRS = family.argument_index("pairs")
ORDER = family.argument_index("order")
OFFSETS = family.argument_index("offsets")
COUNTERS = family.argument_index("counters")
ERRORS = family.argument_index("errors")
LARGEST = family.argument_index("largest")
ACCUMULATORS = family.argument_index("accumulators")


# --- Indices -----------------------------------------------------------------------------------


@device
def load_integer(pointer, offset):  # type: ignore[no-untyped-def]
    return np.int64(load_once(pointer, offset))


@device
def load_bool(pointer, offset):  # type: ignore[no-untyped-def]
    return np.int64(load_once(pointer, offset) != 0)


@device
def load_float16(pointer, offset):  # type: ignore[no-untyped-def]
    return float32_to_int64(float16_to_float32(load_once(pointer, offset)))


@device
def load_float32(pointer, offset):  # type: ignore[no-untyped-def]
    return float32_to_int64(load_once(pointer, offset))


@device
def load_float64(pointer, offset):  # type: ignore[no-untyped-def]
    return float64_to_int64(load_once(pointer, offset))


@device
def is_dense(rank, dims, strides):  # type: ignore[no-untyped-def]
    """Whether consecutive row numbers are consecutive elements."""
    expected = 1
    for axis in range(rank - 1, -1, -1):
        if dims[axis] != 1 and strides[axis] != expected:
            return False
        expected *= dims[axis]
    return True


@device
def count_row(places, buckets, bucket, pairs, rows, wide, weight, row):  # type: ignore[no-untyped-def]
    places[bucket] += 1


@device
def place_row(places, buckets, bucket, pairs, rows, wide, weight, row):  # type: ignore[no-untyped-def]
    place = load_once(places, bucket)
    places[bucket] = place + 1
    if 0 <= place < rows:
        if wide == 0:
            pairs[place] = (weight << 32) | row
        else:
            pairs[2 * place] = weight
            pairs[2 * place + 1] = row


def make_index(
    typed_pointer: Callable[[int], Any],
    load: Callable[[Any, int], int],
    visit: Callable[..., None],
    is_first: bool,
) -> KernelFunction:
    """A pass over the indices, in the order of the rows."""

    def index(block: int, blocks: int, tiling: int, arguments: int) -> None:
        t = pointer_int64(tiling)
        a = pointer_int64(arguments)
        rows = t[ROWS]
        weights = t[WEIGHTS]
        padding_index = t[PADDING_INDEX]
        buckets = t[BUCKETS]
        shift = t[BUCKET_SHIFT]
        wide = t[WIDE]
        indices = typed_pointer(a[INDICES])
        pairs = pointer_int64(a[PAIRS])
        places = pointer_int64(a[PLACES] + block * buckets * 8)
        if is_first:
            for bucket in range(buckets):
                places[bucket] = 0

        row = split(rows, block, blocks)
        end = split(rows, block + 1, blocks)
        error = -1

        # The rows are runs along the last axis; the axes before it count like an odometer.
        dims = pointer_int64(tiling + INDEX_DIMS * 8)
        strides = pointer_int64(tiling + INDEX_STRIDES * 8)
        outer = clamp(t[INDEX_RANK], 0, MAXIMUM_RANK) - 1
        run_length = rows
        stride = 1
        position = row
        base = 0
        counters = stack_int64(MAXIMUM_RANK)
        if is_dense(outer + 1, dims, strides):
            outer = 0
        else:
            run_length = dims[outer]
            stride = strides[outer]
            position = unsigned_remainder(row, run_length)
            rest = unsigned_divide(row, run_length)
            for axis in range(outer - 1, -1, -1):
                counters[axis] = unsigned_remainder(rest, dims[axis])
                rest = unsigned_divide(rest, dims[axis])
                base += counters[axis] * strides[axis]

        while row < end:
            run_end = row + min(run_length - position, end - row)
            offset = base + position * stride
            while row < run_end:
                value = load(indices, offset)
                if value < 0 or value >= weights:
                    if error < 0:
                        error = row
                elif value != padding_index:
                    visit(places, buckets, value >> shift, pairs, rows, wide, value, row)
                offset += stride
                row += 1
            position = 0
            axis = outer - 1
            while axis >= 0:
                counters[axis] += 1
                base += strides[axis]
                if counters[axis] < dims[axis]:
                    break
                base -= counters[axis] * strides[axis]
                counters[axis] = 0
                axis -= 1
        if is_first:
            pointer_int64(a[ERRORS])[block] = error

    return index


for _name, _pointer, _load in (
    ("float16", pointer_uint16, load_float16),
    ("float32", pointer_float32, load_float32),
    ("float64", pointer_float64, load_float64),
    ("int8", pointer_int8, load_integer),
    ("uint8", pointer_uint8, load_integer),
    ("int16", pointer_int16, load_integer),
    ("int32", pointer_int32, load_integer),
    ("int64", pointer_int64, load_integer),
    ("bool", pointer_uint8, load_bool),
):
    family.register(f"count_{_name}", make_index(_pointer, _load, count_row, True))
    family.register(f"scatter_{_name}", make_index(_pointer, _load, place_row, False))


# --- Sort ---------------------------------------------------------------------------------------


@device
def load_position(address, place, wide):  # type: ignore[no-untyped-def]
    """A row number or an offset."""
    if wide == 0:
        return np.int64(load_once(pointer_int32(address), place))
    return load_once(pointer_int64(address), place)


@device
def store_position(address, place, wide, value):  # type: ignore[no-untyped-def]
    if wide == 0:
        pointer_int32(address)[place] = value
    else:
        pointer_int64(address)[place] = value


@device
def weight_of_pair(pairs, place, wide):  # type: ignore[no-untyped-def]
    if wide == 0:
        return load_once(pairs, place) >> 32
    return load_once(pairs, 2 * place)


@device
def row_of_pair(pairs, place, wide):  # type: ignore[no-untyped-def]
    if wide == 0:
        return load_once(pairs, place) & 0x7FFFFFFF
    return load_once(pairs, 2 * place + 1)


@family.kernel("sort")
def sort(block: int, blocks: int, tiling: int, arguments: int) -> None:
    t = pointer_int64(tiling)
    a = pointer_int64(arguments)
    rows = t[ROWS]
    weights = t[WEIGHTS]
    buckets = t[BUCKETS]
    shift = t[BUCKET_SHIFT]
    wide = t[WIDE]
    size = 4
    if wide != 0:
        size = 8
    bucket_starts = pointer_int64(a[BUCKET_STARTS])
    pairs = pointer_int64(a[PAIRS])
    order = a[ORDER]
    offsets = a[OFFSETS]
    counters = a[COUNTERS] + block * max(1 << shift, COUNTERS_APART) * size
    largest = 0
    for bucket in range(split(buckets, block, blocks), split(buckets, block + 1, blocks)):
        start = clamp(load_once(bucket_starts, bucket), 0, rows)
        end = clamp(load_once(bucket_starts, bucket + 1), start, rows)
        first = bucket << shift
        count = min(weights - first, 1 << shift)
        if start == end:
            for i in range(count):
                store_position(offsets, first + i, wide, start)
            continue
        for i in range(count):
            store_position(counters, i, wide, 0)
        for place in range(start, end):
            weight = weight_of_pair(pairs, place, wide) - first
            if 0 <= weight < count:
                store_position(counters, weight, wide, load_position(counters, weight, wide) + 1)
        running = start
        for i in range(count):
            rows_of_weight = load_position(counters, i, wide)
            largest = max(largest, rows_of_weight)
            store_position(offsets, first + i, wide, running)
            store_position(counters, i, wide, running)
            running += rows_of_weight
        for place in range(start, end):
            weight = weight_of_pair(pairs, place, wide) - first
            if 0 <= weight < count:
                target = load_position(counters, weight, wide)
                store_position(counters, weight, wide, target + 1)
                if start <= target < end:
                    store_position(order, target, wide, row_of_pair(pairs, place, wide))
    pointer_int64(a[LARGEST])[block] = largest
    if block == blocks - 1:
        end = clamp(load_once(bucket_starts, buckets), 0, rows)
        store_position(offsets, weights, wide, end)


# --- Sums --------------------------------------------------------------------------------------


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


@device
def grad_row_offset(row, rank, dims, strides):  # type: ignore[no-untyped-def]
    if rank == 1:
        return row * strides[0]
    offset = 0
    for axis in range(rank - 1, -1, -1):
        offset += unsigned_remainder(row, dims[axis]) * strides[axis]
        row = unsigned_divide(row, dims[axis])
    return offset


@dataclass(frozen=True)
class Element:
    """A type of grad and out: in memory, and as what it is added."""

    name: str
    pointer: Callable[[int], Any]
    widen: Callable[[Any], Any]
    narrow: Callable[[Any], Any]

    @cached_property
    def vector_access(self) -> tuple[Any, Any]:
        return vector_access(self.name)

    @property
    def size(self) -> int:
        return 4 if self.name == "float32" else 2


FLOAT32 = Element("float32", pointer_float32, same_float32, canonical_float32)
FLOAT16 = Element("float16", pointer_uint16, float16_to_float32, float32_to_float16)
BFLOAT16 = Element("bfloat16", pointer_uint16, bfloat16_to_float32, float32_to_bfloat16)


def make_copy(grad: Element, out: Element) -> Callable[[Any], Any]:
    """What a sum of one element is, in out's type."""
    if grad == out == FLOAT16:
        return float16_plus_zero  # type: ignore[no-any-return]
    if grad == out == BFLOAT16:
        return bfloat16_plus_zero  # type: ignore[no-any-return]
    widen, narrow = grad.widen, out.narrow

    @device
    def copy(value):  # type: ignore[no-untyped-def]
        return narrow(np.float32(0.0) + widen(value))

    return copy  # type: ignore[no-any-return]


def make_row_functions(grad_type: Element, out_type: Element) -> tuple[Any, Any, Any, Any]:
    """What is done to the columns of rows of one weight; loops of stride 1 stand apart."""
    widen, narrow = grad_type.widen, out_type.narrow
    load, _ = grad_type.vector_access
    _, store = out_type.vector_access
    load_sum, store_sum = FLOAT32.vector_access
    copy = make_copy(grad_type, out_type)

    @device
    def copy_row(out, to, to_stride, grad, offset, stride, columns):  # type: ignore[no-untyped-def]
        if stride == 1 and to_stride == 1:
            for column in range(columns):
                out[to + column] = copy(grad[offset + column])
        else:
            for column in range(columns):
                out[to + column * to_stride] = copy(grad[offset + column * stride])

    @device
    def store_zero(out, to, to_stride, columns):  # type: ignore[no-untyped-def]
        if to_stride == 1:
            for column in range(columns):
                out[to + column] = 0
        else:
            for column in range(columns):
                out[to + column * to_stride] = 0

    @device
    def add_rows(
        sums, out, to, to_stride, grad, offsets, count, stride, columns, begins, ends, divisor
    ):  # type: ignore[no-untyped-def]
        """Adds `count` rows to the sums, which begin at 0 and end in out."""
        column = 0
        step = VECTOR_COLUMNS
        while stride == 1 and column + 4 * step <= columns:
            zero = vector_splat(np.float32(0.0))
            v0 = zero
            v1 = zero
            v2 = zero
            v3 = zero
            if not begins:
                v0 = load_sum(sums, column)
                v1 = load_sum(sums, column + step)
                v2 = load_sum(sums, column + 2 * step)
                v3 = load_sum(sums, column + 3 * step)
            for i in range(count):
                place = offsets[i] + column
                v0 = vector_add(v0, load(grad, place))
                v1 = vector_add(v1, load(grad, place + step))
                v2 = vector_add(v2, load(grad, place + 2 * step))
                v3 = vector_add(v3, load(grad, place + 3 * step))
            if ends and divisor != np.float32(1.0):
                by = vector_splat(divisor)
                v0 = vector_divide(v0, by)
                v1 = vector_divide(v1, by)
                v2 = vector_divide(v2, by)
                v3 = vector_divide(v3, by)
            if ends and to_stride == 1:
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
        while stride == 1 and column + step <= columns:
            v0 = vector_splat(np.float32(0.0))
            if not begins:
                v0 = load_sum(sums, column)
            for i in range(count):
                v0 = vector_add(v0, load(grad, offsets[i] + column))
            if ends and divisor != np.float32(1.0):
                v0 = vector_divide(v0, vector_splat(divisor))
            if ends and to_stride == 1:
                store(out, to + column, v0)
            else:
                store_sum(sums, column, v0)
            column += step
        in_vectors = column
        while column < columns:
            total = np.float32(0.0)
            if not begins:
                total = sums[column]
            for i in range(count):
                total += widen(grad[offsets[i] + column * stride])
            if ends:
                total /= divisor
            sums[column] = total
            column += 1
        if ends:
            if to_stride == 1:
                for i in range(in_vectors, columns):
                    out[to + i] = narrow(sums[i])
            else:
                for i in range(columns):
                    out[to + i * to_stride] = narrow(sums[i])

    @device
    def add_narrow_rows(
        out, to, grad, order, wide, begin, end, rows, row_stride, column, columns, ahead, divisor
    ):  # type: ignore[no-untyped-def]
        """The rows of a weight when they are a few vectors wide: the sums stay in registers."""
        for part in range(0, columns, VECTOR_COLUMNS):
            v = vector_splat(np.float32(0.0))
            for place in range(begin, end):
                row = load_position(order, place, wide)
                if part == 0 and place + ahead < rows:
                    prefetch(grad, load_position(order, place + ahead, wide) * row_stride + column)
                if 0 <= row < rows:
                    v = vector_add(v, load(grad, row * row_stride + column + part))
            if divisor != np.float32(1.0):
                v = vector_divide(v, vector_splat(divisor))
            store(out, to + part, v)

    return copy_row, store_zero, add_rows, add_narrow_rows


def make_sum(grad_type: Element, out_type: Element) -> KernelFunction:
    copy_row, store_zero, add_rows, add_narrow_rows = make_row_functions(grad_type, out_type)
    grad_pointer, out_pointer, out_size = grad_type.pointer, out_type.pointer, out_type.size
    grad_size = grad_type.size
    line_columns = 64 // grad_size

    def sum_rows(block: int, blocks: int, tiling: int, arguments: int) -> None:
        t = pointer_int64(tiling)
        a = pointer_int64(arguments)
        rows = t[ROWS]
        weights = t[WEIGHTS]
        scale = t[SCALE]
        wide = t[WIDE]
        stream = t[STREAM]
        grad_rank = clamp(t[GRAD_ROW_RANK], 0, MAXIMUM_RANK)
        grad_dims = pointer_int64(tiling + GRAD_ROW_DIMS * 8)
        grad_strides = pointer_int64(tiling + GRAD_ROW_STRIDES * 8)
        grad_stride = t[GRAD_COLUMN_STRIDE]
        out_row_stride = t[OUT_ROW_STRIDE]
        out_stride = t[OUT_COLUMN_STRIDE]
        grad = grad_pointer(a[GRAD])
        out_address = a[OUT]
        out = out_pointer(out_address)
        offsets = a[OFFSETS]
        order = a[ORDER]
        sums = pointer_float32(a[ACCUMULATORS] + block * (BLOCK_COLUMNS * 4))
        staged_address = a[ACCUMULATORS] + (block * BLOCK_COLUMNS + ACCUMULATOR_COLUMNS) * 4
        staged = out_pointer(staged_address)
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

        ahead = 0
        fetched = 0
        if grad_rank == 1 and grad_stride == 1:
            fetched = min(last_column - first_column, PREFETCH_BYTES // grad_size)
            ahead = clamp(unsigned_divide(PREFETCH_AHEAD, max(fetched, 1) * grad_size), 4, 32)
        narrow = (
            ahead != 0
            and last_column - first_column <= NARROW_COLUMNS
            and unsigned_remainder(last_column - first_column, VECTOR_COLUMNS) == 0
        )
        end = 0
        if offsets != 0:
            end = clamp(load_position(offsets, first, wide), 0, rows)
        # What is staged begins at this element of out and is so long.
        staged_to = 0
        staged_count = 0
        for weight in range(first, last):
            # Each part's places ascend even if offsets hold garbage: no row is visited twice.
            begin = end
            if offsets != 0:
                end = clamp(load_position(offsets, weight + 1, wide), begin, rows)
            column = first_column
            while column < last_column:
                columns = min(last_column - column, ACCUMULATOR_COLUMNS)
                to = weight * out_row_stride + column * out_stride
                target = out
                target_stride = out_stride
                target_to = to
                if stream != 0:
                    if staged_to + staged_count != to or staged_count + columns > STAGED_COLUMNS:
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
                divisor = np.float32(1.0)
                if scale != 0:
                    divisor = np.float32(max(end - begin, 1))
                place = begin
                if narrow and target_stride == 1:
                    add_narrow_rows(
                        target,
                        target_to,
                        grad,
                        order,
                        wide,
                        begin,
                        end,
                        rows,
                        grad_strides[0],
                        column,
                        columns,
                        ahead,
                        divisor,
                    )
                    place = end
                elif begin == end:
                    store_zero(target, target_to, target_stride, columns)
                while place < end:
                    begins = place == begin
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
                            offset = grad_row_offset(row, grad_rank, grad_dims, grad_strides)
                            row_offsets[count] = offset + column * grad_stride
                            count += 1
                    if begins and place == end and count == 1:
                        copy_row(
                            target,
                            target_to,
                            target_stride,
                            grad,
                            row_offsets[0],
                            grad_stride,
                            columns,
                        )
                    else:
                        add_rows(
                            sums,
                            target,
                            target_to,
                            target_stride,
                            grad,
                            row_offsets,
                            count,
                            grad_stride,
                            columns,
                            begins,
                            place == end,
                            divisor,
                        )
                column += columns
        if stream != 0:
            stream_copy(out_address + staged_to * out_size, staged_address, staged_count * out_size)
            stream_end()

    return sum_rows


for _grad in (FLOAT32, FLOAT16, BFLOAT16):
    for _out in (FLOAT32, FLOAT16, BFLOAT16):
        family.register(f"sum_{_grad.name}_{_out.name}", make_sum(_grad, _out))
