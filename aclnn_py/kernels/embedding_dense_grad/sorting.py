# SPDX-License-Identifier: Apache-2.0
"""Passes over the indices, and the rows in the order of their weights: sorted buckets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..dialect import (
    KernelFunction,
    clamp,
    device,
    load_once,
    pointer_int32,
    pointer_int64,
    split,
    stack_int64,
    unsigned_divide,
    unsigned_remainder,
)
from ..rows import INDEX_TYPES, make_index_load
from .family import (
    BUCKET_SHIFT,
    BUCKET_STARTS,
    BUCKETS,
    COUNTERS,
    COUNTERS_APART,
    ERRORS,
    INDEX_DIMS,
    INDEX_RANK,
    INDEX_STRIDES,
    INDEX_TYPE,
    INDICES,
    LARGEST,
    MAXIMUM_RANK,
    OFFSETS,
    ORDER,
    PADDING_INDEX,
    PAIRS,
    PLACES,
    ROW_WEIGHTS,
    ROWS,
    WEIGHTS,
    WIDE,
    family,
)
from .positions import load_position, store_position

if TYPE_CHECKING:
    from collections.abc import Callable


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
def count_row(places, bucket, target, rows, wide, weight, row):  # type: ignore[no-untyped-def]
    if weight >= 0:
        places[bucket] += 1


@device
def place_row(places, bucket, target, rows, wide, weight, row):  # type: ignore[no-untyped-def]
    if weight >= 0:
        pairs = pointer_int64(target)
        place = load_once(places, bucket)
        places[bucket] = place + 1
        if 0 <= place < rows:
            if wide == 0:
                pairs[place] = (weight << 32) | row
            else:
                pairs[2 * place] = weight
                pairs[2 * place + 1] = row


@device
def list_row(places, bucket, target, rows, wide, weight, row):  # type: ignore[no-untyped-def]
    pointer_int32(target)[row] = weight


def make_index(
    load: Callable[[int, int, int], int],
    visit: Callable[..., None],
    target_argument: int,
    *,
    checks: bool,
    counts: bool = False,
) -> KernelFunction:
    """A pass over the indices, in the order of the rows; weight -1 is none.

    load    an index, of the address of the first one, the offset and the number of the type
    """

    def index(block: int, blocks: int, tiling: int, arguments: int) -> None:
        t = pointer_int64(tiling)
        a = pointer_int64(arguments)
        rows = t[ROWS]
        weights = t[WEIGHTS]
        padding_index = t[PADDING_INDEX]
        buckets = t[BUCKETS]
        shift = t[BUCKET_SHIFT]
        wide = t[WIDE]
        indices = a[INDICES]
        index_type = t[INDEX_TYPE]
        target = a[target_argument]
        places = pointer_int64(a[PLACES] + block * buckets * 8)
        if counts:
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
                weight = load(indices, offset, index_type)
                if weight < 0 or weight >= weights:
                    if error < 0:
                        error = row
                    weight = -1
                elif weight == padding_index:
                    weight = -1
                visit(places, weight >> shift, target, rows, wide, weight, row)
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
        if checks:
            pointer_int64(a[ERRORS])[block] = error

    return index


# Indices are int32 or int64 but in programs that nobody measures.
_numbers = {each.name: (number, each) for number, each in enumerate(INDEX_TYPES)}
_own = ("int32", "int64")
_others = dict(row for name, row in _numbers.items() if name not in _own)
_loads = {name: make_index_load(dict([_numbers[name]])) for name in _own}
for _name, _load in {**_loads, "any": make_index_load(_others)}.items():
    family.register(
        f"count_{_name}", make_index(_load, count_row, PLACES, checks=True, counts=True)
    )
    family.register(f"scatter_{_name}", make_index(_load, place_row, PAIRS, checks=False))
    family.register(f"list_{_name}", make_index(_load, list_row, ROW_WEIGHTS, checks=True))


# --- Sort ---------------------------------------------------------------------------------------


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
