# SPDX-License-Identifier: Apache-2.0
"""Sums over some dimensions of a tensor, in float32: `sum_<self>_<out>`; and `copy_<self>_<out>`.

The order of a sum is the one that aclnn_ext/tile.h states: the elements that go into
an element of out are numbered in row-major order and cut into runs; in a run number i is added to
partial sum i mod 16, and the partial sums are folded in halves.

An element of out is a row of `outer` and a column. The columns are the last dimension that is kept;
where they are neighbours in self 16 of them are added at once. The unit of work is a run of up to
`COLUMNS_A_UNIT` columns; where there are several runs each writes to its own part of out. Distances
are in elements and may be zero or negative.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .dialect import (
    VECTOR_BYTES,
    Family,
    KernelFunction,
    bfloat16_to_float32,
    canonical_float32,
    clamp,
    device,
    float32_to_bfloat16,
    keep_float32,
    pointer_address,
    pointer_float32,
    pointer_int64,
    pointer_uint16,
    pointer_uint32,
    prefetch,
    same,
    split,
    stack_int64,
    unsigned_divide,
    unsigned_remainder,
    vector_access,
    vector_add,
    vector_splat,
)
from .rows import row_offset

MAXIMUM_RANK = 8
PARTIALS = 16
LANES = 16
RUN_LENGTH = 4096
COLUMNS_A_UNIT = 128
COPIED_A_UNIT = 4096
# So many rows ahead the columns of a unit are asked for: they are too few for the hardware to see.
AHEAD = 8
STACK_WORDS = PARTIALS * COLUMNS_A_UNIT // 2  # two float32 in an int64

family = Family(
    name="reduction",
    tiling=(
        "count",  # elements of self that go into an element of out
        "run",  # at most so many of them are added up in one piece; `RUN_LENGTH` as a rule
        "run_stride",  # from the out of a run to that of the next
        "reduced_rank",
        f"reduced_dims[{MAXIMUM_RANK}]",
        f"reduced_strides[{MAXIMUM_RANK}]",
        "outer",
        "columns",
        "column_stride",
        "column_out_stride",
        "outer_rank",
        f"outer_dims[{MAXIMUM_RANK}]",
        f"outer_strides[{MAXIMUM_RANK}]",
        f"outer_out_strides[{MAXIMUM_RANK}]",
    ),
    arguments=("self", "out"),
    constants={
        "MAXIMUM_RANK": MAXIMUM_RANK,
        "RUN_LENGTH": RUN_LENGTH,
        "COLUMNS_A_UNIT": COLUMNS_A_UNIT,
        "COPIED_A_UNIT": COPIED_A_UNIT,
    },
    module=__name__,
)

COUNT = family.tiling_offset("count")
RUN = family.tiling_offset("run")
RUN_STRIDE = family.tiling_offset("run_stride")
REDUCED_RANK = family.tiling_offset("reduced_rank")
REDUCED_DIMS = family.tiling_offset("reduced_dims")
REDUCED_STRIDES = family.tiling_offset("reduced_strides")
OUTER = family.tiling_offset("outer")
COLUMNS = family.tiling_offset("columns")
COLUMN_STRIDE = family.tiling_offset("column_stride")
COLUMN_OUT_STRIDE = family.tiling_offset("column_out_stride")
OUTER_RANK = family.tiling_offset("outer_rank")
OUTER_DIMS = family.tiling_offset("outer_dims")
OUTER_STRIDES = family.tiling_offset("outer_strides")
OUTER_OUT_STRIDES = family.tiling_offset("outer_out_strides")

SELF = family.argument_index("self")
OUT = family.argument_index("out")

_load_float32, _store_float32 = vector_access("float32")
_load_bfloat16, _store_bfloat16 = vector_access("bfloat16")


@device
def add_at(pointer, index, value):  # type: ignore[no-untyped-def]
    """Adds a vector to the float32 that begin at an index."""
    keep_float32(pointer, index, vector_add(_load_float32(pointer, index), value))


@device
def clear(partials, columns):  # type: ignore[no-untyped-def]
    """Zeros for the partial sums of columns, a multiple of LANES."""
    for j in range(PARTIALS):
        for c in range(0, columns, LANES):
            keep_float32(partials, j * COLUMNS_A_UNIT + c, vector_splat(np.float32(0)))


@device
def fold_columns(partials, columns):  # type: ignore[no-untyped-def]
    """Adds up the partial sums of columns, a multiple of LANES, in halves, into the first."""
    half = PARTIALS >> 1
    while half > 0:
        for j in range(half):
            for c in range(0, columns, LANES):
                other = _load_float32(partials, (j + half) * COLUMNS_A_UNIT + c)
                add_at(partials, j * COLUMNS_A_UNIT + c, other)
        half >>= 1


@device
def fold_one(partials):  # type: ignore[no-untyped-def]
    """The sum of the partial sums of one column, which lie side by side, in halves."""
    half = PARTIALS >> 1
    while half > 0:
        for j in range(half):
            partials[j] += partials[j + half]
        half >>= 1
    return partials[0]


def make_add_columns(load: Any, widen: Any) -> Any:
    @device
    def add_columns(partials, tiling, source, place, first, end, columns):  # type: ignore[no-untyped-def]
        """Numbers first to end of neighbouring columns, the first column at `place`."""
        rank = clamp(pointer_int64(tiling)[REDUCED_RANK], 1, MAXIMUM_RANK)
        dims = pointer_int64(tiling + REDUCED_DIMS * 8)
        strides = pointer_int64(tiling + REDUCED_STRIDES * 8)
        together = columns & ~(LANES - 1)
        number = first
        while number < end:
            inner = dims[rank - 1]
            length = min(inner - unsigned_remainder(number, inner), end - number)
            begin = place + row_offset(number, rank, dims, strides)
            for i in range(length):
                to = ((number + i) & (PARTIALS - 1)) * COLUMNS_A_UNIT
                row = begin + i * strides[rank - 1]
                for c in range(0, together, LANES):
                    prefetch(source, row + AHEAD * strides[rank - 1] + c)
                    add_at(partials, to + c, load(source, row + c))
                for c in range(together, columns):
                    partials[to + c] += widen(source[row + c])
            number += length

    return add_columns


def make_add_one(load: Any, widen: Any) -> Any:
    @device
    def add_one(partials, tiling, source, place, first, end):  # type: ignore[no-untyped-def]
        """Numbers first to end of one column."""
        rank = clamp(pointer_int64(tiling)[REDUCED_RANK], 1, MAXIMUM_RANK)
        dims = pointer_int64(tiling + REDUCED_DIMS * 8)
        strides = pointer_int64(tiling + REDUCED_STRIDES * 8)
        step = strides[rank - 1]
        number = first
        while number < end:
            inner = dims[rank - 1]
            length = min(inner - unsigned_remainder(number, inner), end - number)
            begin = place + row_offset(number, rank, dims, strides)
            done = 0
            if step == 1:
                # Up to a number that is a multiple of PARTIALS, then one for each of them at once.
                done = min(-number & (PARTIALS - 1), length)
                for i in range(done):
                    partials[(number + i) & (PARTIALS - 1)] += widen(source[begin + i])
                together = done + ((length - done) & ~(PARTIALS - 1))
                sums = _load_float32(partials, 0)
                for i in range(done, together, PARTIALS):
                    sums = vector_add(sums, load(source, begin + i))
                keep_float32(partials, 0, sums)
                done = together
            for i in range(done, length):
                partials[(number + i) & (PARTIALS - 1)] += widen(source[begin + i * step])
            number += length

    return add_one


def make_sum(
    self_pointer: Any, load: Any, widen: Any, out_pointer: Any, store: Any, narrow: Any
) -> KernelFunction:
    """A pointer to each type, and how it becomes float32 or is made from it: vectors of it in
    memory, and single ones."""
    add_columns = make_add_columns(load, widen)
    add_one = make_add_one(load, widen)

    def kernel(block: int, blocks: int, tiling: int, arguments: int) -> None:
        t = pointer_int64(tiling)
        a = pointer_int64(arguments)
        source = self_pointer(a[SELF])
        out = out_pointer(a[OUT])
        partials = pointer_float32(pointer_address(stack_int64(STACK_WORDS)))
        rank = clamp(t[OUTER_RANK], 1, MAXIMUM_RANK)
        dims = pointer_int64(tiling + OUTER_DIMS * 8)
        strides = pointer_int64(tiling + OUTER_STRIDES * 8)
        out_strides = pointer_int64(tiling + OUTER_OUT_STRIDES * 8)
        step = t[COLUMN_STRIDE]
        out_step = t[COLUMN_OUT_STRIDE]
        chunks = unsigned_divide(t[COLUMNS] + COLUMNS_A_UNIT - 1, COLUMNS_A_UNIT)
        runs = max(unsigned_divide(t[COUNT] + t[RUN] - 1, t[RUN]), 1)
        units = t[OUTER] * chunks * runs
        for unit in range(split(units, block, blocks), split(units, block + 1, blocks)):
            run = unsigned_remainder(unit, runs)
            chunk = unsigned_divide(unit, runs)
            row = unsigned_divide(chunk, chunks)
            column = unsigned_remainder(chunk, chunks) * COLUMNS_A_UNIT
            columns = min(COLUMNS_A_UNIT, t[COLUMNS] - column)
            first = run * t[RUN]
            end = min(first + t[RUN], t[COUNT])
            place = row_offset(row, rank, dims, strides) + column * step
            to = row_offset(row, rank, dims, out_strides) + column * out_step
            to += run * t[RUN_STRIDE]
            if step == 1:
                whole = (columns + LANES - 1) & ~(LANES - 1)
                clear(partials, whole)
                add_columns(partials, tiling, source, place, first, end, columns)
                fold_columns(partials, whole)
                together = columns & ~(LANES - 1) if out_step == 1 else 0
                for c in range(0, together, LANES):
                    store(out, to + c, _load_float32(partials, c))
                for c in range(together, columns):
                    out[to + c * out_step] = narrow(partials[c])
            else:
                for c in range(columns):
                    keep_float32(partials, 0, vector_splat(np.float32(0)))
                    add_one(partials, tiling, source, place + c * step, first, end)
                    out[to + c * out_step] = narrow(fold_one(partials))

    return kernel


def make_copy(
    self_pointer: Any, load: Any, out_pointer: Any, store: Any, convert: Any, lanes: int
) -> KernelFunction:
    """One element of self for each of out. Vectors have so many lanes."""

    def kernel(block: int, blocks: int, tiling: int, arguments: int) -> None:
        t = pointer_int64(tiling)
        a = pointer_int64(arguments)
        source = self_pointer(a[SELF])
        out = out_pointer(a[OUT])
        rank = clamp(t[OUTER_RANK], 1, MAXIMUM_RANK)
        dims = pointer_int64(tiling + OUTER_DIMS * 8)
        strides = pointer_int64(tiling + OUTER_STRIDES * 8)
        out_strides = pointer_int64(tiling + OUTER_OUT_STRIDES * 8)
        step = t[COLUMN_STRIDE]
        out_step = t[COLUMN_OUT_STRIDE]
        chunks = unsigned_divide(t[COLUMNS] + COPIED_A_UNIT - 1, COPIED_A_UNIT)
        units = t[OUTER] * chunks
        for unit in range(split(units, block, blocks), split(units, block + 1, blocks)):
            row = unsigned_divide(unit, chunks)
            column = unsigned_remainder(unit, chunks) * COPIED_A_UNIT
            columns = min(COPIED_A_UNIT, t[COLUMNS] - column)
            place = row_offset(row, rank, dims, strides) + column * step
            to = row_offset(row, rank, dims, out_strides) + column * out_step
            together = columns & ~(lanes - 1) if step == 1 and out_step == 1 else 0
            for c in range(0, together, lanes):
                store(out, to + c, load(source, place + c))
            for c in range(together, columns):
                out[to + c * out_step] = convert(source[place + c * step])

    return kernel


def _register() -> None:
    sources = {
        "float32": (pointer_float32, _load_float32, same),
        "bfloat16": (pointer_uint16, _load_bfloat16, bfloat16_to_float32),
    }
    targets = {
        "float32": (pointer_float32, _store_float32, canonical_float32),
        "bfloat16": (pointer_uint16, _store_bfloat16, float32_to_bfloat16),
    }
    for name, source in sources.items():
        for out_name, target in targets.items():
            family.register(f"sum_{name}_{out_name}", make_sum(*source, *target))
    for bits, pointer in (("16", pointer_uint16), ("32", pointer_uint32)):
        load, store = vector_access(f"uint{bits}")
        lanes = VECTOR_BYTES * 8 // int(bits)
        family.register(f"copy_bits{bits}", make_copy(pointer, load, pointer, store, same, lanes))
    family.register(
        "copy_float32_bfloat16",
        make_copy(*sources["float32"][:2], *targets["bfloat16"], LANES),
    )
    family.register(
        "copy_bfloat16_float32",
        make_copy(
            *sources["bfloat16"][:2], pointer_float32, keep_float32, bfloat16_to_float32, LANES
        ),
    )


_register()
