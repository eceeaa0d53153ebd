# SPDX-License-Identifier: Apache-2.0
"""All rows of grad once, in their order, added to sums that stay in the caches.

Every block takes a part of the columns of all rows, so that each sum is made by one block and in
row order. Nothing is sorted. With two tables each row is read once and added to both.
"""

from __future__ import annotations

from typing import Any

from ..dialect import (
    VECTOR_BYTES,
    KernelFunction,
    device,
    pointer_int32,
    pointer_int64,
    split,
    unsigned_divide,
    vector_add,
    vector_multiply,
    vector_splat,
)
from ..dialect.prefetching import prefetch_far
from .family import (
    ACCUMULATE,
    COLUMNS,
    GRAD,
    GRAD_ROW_STRIDES,
    OTHER_ARGUMENTS,
    OTHER_TILING,
    OUT,
    OUT_COLUMN_STRIDE,
    OUT_ROW_STRIDE,
    ROW_WEIGHTS,
    ROWS,
    SCALE,
    SUM_ROWS,
    SUMS,
    WEIGHTS,
    family,
)
from .positions import load_position
from .sums import BFLOAT16, FLOAT16, FLOAT32, LINE_BYTES, Element

# A part of the columns of a row lies apart from that of the next: the hardware does not foresee it.
ROWS_AHEAD = 16


def make_table_functions(element: Element) -> tuple[Any, Any, Any]:
    """What a block does with its columns of one table: begin, add a row, end."""
    accumulator = element.accumulator
    read, write = element.read, element.write
    number, divide = accumulator.number, accumulator.divide
    sum_pointer, out_pointer = accumulator.pointer, element.pointer
    load, store = element.vector_access
    load_sum, store_sum = accumulator.vector_access
    step = VECTOR_BYTES // accumulator.size

    @device
    def begin_table(t, a, sums_address, counts, first, columns):  # type: ignore[no-untyped-def]
        sums = sum_pointer(sums_address)
        out = out_pointer(a[OUT], 0)
        row_stride = t[OUT_ROW_STRIDE]
        stride = t[OUT_COLUMN_STRIDE]
        weights = t[WEIGHTS]
        for weight in range(weights):
            counts[weight] = 0
        if t[ACCUMULATE] == 0:
            for i in range(weights * columns):
                sums[i] = 0
            return
        for weight in range(weights):
            for column in range(columns):
                place = weight * row_stride + (first + column) * stride
                sums[weight * columns + column] = read(out, place)

    @device
    def add_row(sums_address, at, grad, place, columns, alpha):  # type: ignore[no-untyped-def]
        sums = sum_pointer(sums_address)
        factors = vector_splat(alpha)
        column = 0
        while column + 2 * step <= columns:
            v0 = load_sum(sums, at + column)
            v1 = load_sum(sums, at + column + step)
            v0 = vector_add(v0, vector_multiply(load(grad, place + column), factors))
            v1 = vector_add(v1, vector_multiply(load(grad, place + column + step), factors))
            store_sum(sums, at + column, v0)
            store_sum(sums, at + column + step, v1)
            column += 2 * step
        while column + step <= columns:
            v0 = vector_add(
                load_sum(sums, at + column), vector_multiply(load(grad, place + column), factors)
            )
            store_sum(sums, at + column, v0)
            column += step
        for rest in range(column, columns):
            total = number(sums[at + rest] + alpha * read(grad, place + rest))
            sums[at + rest] = total

    @device
    def end_table(t, a, sums_address, counts, first, columns):  # type: ignore[no-untyped-def]
        sums = sum_pointer(sums_address)
        out = out_pointer(a[OUT], 0)
        stride = t[OUT_COLUMN_STRIDE]
        for weight in range(t[WEIGHTS]):
            rows = counts[weight]
            if t[ACCUMULATE] != 0 and rows == 0:
                continue
            divisor = 1
            if t[SCALE] != 0:
                divisor = max(rows, 1)
            at = weight * columns
            to = weight * t[OUT_ROW_STRIDE] + first * stride
            column = 0
            while stride == 1 and column + step <= columns:
                v = load_sum(sums, at + column)
                if divisor != 1:
                    v = divide(v, divisor)
                store(out, to + column, v)
                column += step
            while column < columns:
                total = sums[at + column]
                if divisor != 1:
                    total = number(total / number(divisor))
                write(out, to + column * stride, total)
                column += 1

    return begin_table, add_row, end_table


def make_one_pass(element: Element) -> KernelFunction:
    """The kernel for grad and out both of this type."""
    accumulator = element.accumulator
    begin_table, add_row, end_table = make_table_functions(element)
    grad_pointer = element.pointer
    read_alpha = accumulator.alpha
    size = accumulator.size
    step = VECTOR_BYTES // size
    line_columns = LINE_BYTES // element.size

    def one_pass(block: int, blocks: int, tiling: int, arguments: int) -> None:
        t = pointer_int64(tiling)
        a = pointer_int64(arguments)
        rows = t[ROWS]
        groups = unsigned_divide(t[COLUMNS], step)
        first = split(groups, block, blocks) * step
        last = split(groups, block + 1, blocks) * step
        if block == blocks - 1:
            last = t[COLUMNS]
        columns = last - first
        grad = grad_pointer(a[GRAD], 0)
        grad_stride = t[GRAD_ROW_STRIDES]

        weights = t[WEIGHTS]
        alpha = read_alpha(tiling)
        list_address = a[ROW_WEIGHTS]
        sums = a[SUMS] + first * weights * size
        counts = pointer_int32(a[SUM_ROWS] + block * weights * 4)
        begin_table(t, a, sums, counts, first, columns)

        has_other = a[OTHER_TILING] != 0
        other_t = t
        other_a = a
        other_weights = weights
        other_alpha = alpha
        other_list = list_address
        other_sums = sums
        other_counts = counts
        if has_other:
            other_t = pointer_int64(a[OTHER_TILING])
            other_a = pointer_int64(a[OTHER_ARGUMENTS])
            other_weights = other_t[WEIGHTS]
            other_alpha = read_alpha(a[OTHER_TILING])
            other_list = other_a[ROW_WEIGHTS]
            other_sums = other_a[SUMS] + first * other_weights * size
            other_counts = pointer_int32(other_a[SUM_ROWS] + block * other_weights * 4)
            begin_table(other_t, other_a, other_sums, other_counts, first, columns)

        for row in range(rows):
            place = row * grad_stride + first
            later = place + ROWS_AHEAD * grad_stride
            for line in range(0, columns, line_columns):
                prefetch_far(grad, later + line)
            weight = load_position(list_address, row, 0)
            if 0 <= weight < weights:
                counts[weight] += 1
                add_row(sums, weight * columns, grad, place, columns, alpha)
            if has_other:
                weight = load_position(other_list, row, 0)
                if 0 <= weight < other_weights:
                    other_counts[weight] += 1
                    add_row(other_sums, weight * columns, grad, place, columns, other_alpha)

        end_table(t, a, sums, counts, first, columns)
        if has_other:
            end_table(other_t, other_a, other_sums, other_counts, first, columns)

    return one_pass


for _element in (FLOAT32, FLOAT16, BFLOAT16):
    family.register(f"one_pass_{_element.name}", make_one_pass(_element))
