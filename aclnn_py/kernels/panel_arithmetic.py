# SPDX-License-Identifier: Apache-2.0
"""Arithmetic on dense panels of float32 that products read or write, each operation rounded once.

    panel_add            panel[i][j] += numbers[j]
    panel_scale          panel[i][j] *= numbers[0]
    panel_divide         panel[i][j] /= numbers[0]
    panel_restore        panel[i][j] = (panel[i][j] + offsets[j]) * numbers[j], for a product
    panel_restore_int8   the same of whole[i][j] in place of panel[i][j]
    panel_restore_int4   likewise, of two numbers a byte, the first in the lower bits
    panel_fold_int8      panel[0][j] += sum_i left[i] * (whole[i][j] + offsets[j]) * numbers[j]
    panel_fold_int4      likewise, of two numbers a byte
    panel_quantise       out[i][j] = panel[i][j] * numbers[j] + offsets[j], as `quantisation` rounds

Rows of the panel are one stride apart, and those of `whole`, dense bytes, as the tiling says; so
are rows and columns of `out`, int8. A fold keeps its sums in `sums`, as many as there are columns;
of two numbers a byte, the columns are even in number.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .dialect import (
    Family,
    KernelFunction,
    canonical_float32,
    device,
    pointer_float32,
    pointer_int8,
    pointer_int64,
)
from .dialect.fused import fused_multiply_add
from .dialect.prefetching import prefetch_far
from .quantisation import nearest

family = Family(
    name="panel",
    tiling=("rows", "columns", "stride", "whole_row", "out_row", "out_column"),
    arguments=("panel", "numbers", "offsets", "whole", "out", "left", "sums"),
    module=__name__,
)

ROWS = family.tiling_offset("rows")
COLUMNS = family.tiling_offset("columns")
STRIDE = family.tiling_offset("stride")
WHOLE_ROW = family.tiling_offset("whole_row")
OUT_ROW = family.tiling_offset("out_row")
OUT_COLUMN = family.tiling_offset("out_column")

PANEL = family.argument_index("panel")
NUMBERS = family.argument_index("numbers")
OFFSETS = family.argument_index("offsets")
WHOLE = family.argument_index("whole")
OUT = family.argument_index("out")
LEFT = family.argument_index("left")
SUMS = family.argument_index("sums")


@family.kernel("add")
def add(block: int, blocks: int, tiling: int, arguments: int) -> None:
    t = pointer_int64(tiling)
    a = pointer_int64(arguments)
    panel, numbers = pointer_float32(a[PANEL]), pointer_float32(a[NUMBERS])
    columns = t[COLUMNS]
    for i in range(t[ROWS]):
        row = i * t[STRIDE]
        for j in range(columns):
            panel[row + j] = canonical_float32(panel[row + j] + numbers[j])


def make_by_number(operation: Any) -> KernelFunction:
    """A kernel for an operation of each element and one number."""

    def by_number(block: int, blocks: int, tiling: int, arguments: int) -> None:
        t = pointer_int64(tiling)
        a = pointer_int64(arguments)
        panel = pointer_float32(a[PANEL])
        number = pointer_float32(a[NUMBERS])[0]
        columns = t[COLUMNS]
        for i in range(t[ROWS]):
            row = i * t[STRIDE]
            for j in range(columns):
                panel[row + j] = canonical_float32(operation(panel[row + j], number))

    return by_number


@device
def product(a, b):  # type: ignore[no-untyped-def]
    return a * b


@device
def quotient(a, b):  # type: ignore[no-untyped-def]
    return a / b


family.register("scale", make_by_number(product))
family.register("divide", make_by_number(quotient))


@family.kernel("restore")
def restore(block: int, blocks: int, tiling: int, arguments: int) -> None:
    t = pointer_int64(tiling)
    a = pointer_int64(arguments)
    panel, numbers = pointer_float32(a[PANEL]), pointer_float32(a[NUMBERS])
    offsets = pointer_float32(a[OFFSETS])
    columns = t[COLUMNS]
    for i in range(t[ROWS]):
        row = i * t[STRIDE]
        for j in range(columns):
            panel[row + j] = (panel[row + j] + offsets[j]) * numbers[j]


@family.kernel("restore_int8")
def restore_int8(block: int, blocks: int, tiling: int, arguments: int) -> None:
    t = pointer_int64(tiling)
    a = pointer_int64(arguments)
    panel, numbers = pointer_float32(a[PANEL]), pointer_float32(a[NUMBERS])
    offsets, whole = pointer_float32(a[OFFSETS]), pointer_int8(a[WHOLE])
    columns = t[COLUMNS]
    for i in range(t[ROWS]):
        row, given = i * t[STRIDE], i * t[WHOLE_ROW]
        for j in range(columns):
            panel[row + j] = (np.float32(whole[given + j]) + offsets[j]) * numbers[j]


@device
def lower(byte):  # type: ignore[no-untyped-def]
    return np.float32(np.int32(np.int32(byte) << 28) >> 28)


@device
def upper(byte):  # type: ignore[no-untyped-def]
    return np.float32(np.int32(np.int32(byte) << 24) >> 28)


@family.kernel("restore_int4")
def restore_int4(block: int, blocks: int, tiling: int, arguments: int) -> None:
    t = pointer_int64(tiling)
    a = pointer_int64(arguments)
    panel, numbers = pointer_float32(a[PANEL]), pointer_float32(a[NUMBERS])
    offsets, whole = pointer_float32(a[OFFSETS]), pointer_int8(a[WHOLE])
    pairs = t[COLUMNS] // 2
    for i in range(t[ROWS]):
        row, given = i * t[STRIDE], i * t[WHOLE_ROW]
        for j in range(pairs):
            byte = whole[given + j]
            first = (lower(byte) + offsets[2 * j]) * numbers[2 * j]
            second = (upper(byte) + offsets[2 * j + 1]) * numbers[2 * j + 1]
            panel[row + 2 * j] = first
            panel[row + 2 * j + 1] = second


# The rows of whole numbers lie far apart, which no processor foresees: they are asked for so many
# rows before their turn.
ROWS_AHEAD = 8
LINE = 64  # bytes of a line of the cache


@device
def ask_for_four(whole, at, apart, size):  # type: ignore[no-untyped-def]
    """Asks for four rows of so many bytes, behind the next ones."""
    for row in range(ROWS_AHEAD, ROWS_AHEAD + 4):
        for j in range(0, size, LINE):
            prefetch_far(whole, at + row * apart + j)


@device
def add_four(total, offset, x, numbers):  # type: ignore[no-untyped-def]
    """Adds x[0] * (numbers[0] + offset) and so on, in this order, each rounded once."""
    total = fused_multiply_add(x[0], numbers[0] + offset, total)
    total = fused_multiply_add(x[1], numbers[1] + offset, total)
    total = fused_multiply_add(x[2], numbers[2] + offset, total)
    return fused_multiply_add(x[3], numbers[3] + offset, total)


@family.kernel("fold_int8")
def fold_int8(block: int, blocks: int, tiling: int, arguments: int) -> None:
    t = pointer_int64(tiling)
    a = pointer_int64(arguments)
    panel, numbers = pointer_float32(a[PANEL]), pointer_float32(a[NUMBERS])
    offsets, whole = pointer_float32(a[OFFSETS]), pointer_int8(a[WHOLE])
    left, sums = pointer_float32(a[LEFT]), pointer_float32(a[SUMS])
    columns, rows, apart = t[COLUMNS], t[ROWS], t[WHOLE_ROW]
    for j in range(columns):
        sums[j] = np.float32(0)
    # Four rows at once, so that sums are loaded and stored a fourth as often.
    for i in range(0, rows - 3, 4):
        x = left[i], left[i + 1], left[i + 2], left[i + 3]
        at = i * apart
        ask_for_four(whole, at, apart, columns)
        for j in range(columns):
            wholes = (
                np.float32(whole[at + j]),
                np.float32(whole[at + apart + j]),
                np.float32(whole[at + 2 * apart + j]),
                np.float32(whole[at + 3 * apart + j]),
            )
            sums[j] = add_four(sums[j], offsets[j], x, wholes)
    for i in range(rows // 4 * 4, rows):
        for j in range(columns):
            number = np.float32(whole[i * apart + j]) + offsets[j]
            sums[j] = fused_multiply_add(left[i], number, sums[j])
    for j in range(columns):
        panel[j] += sums[j] * numbers[j]


@family.kernel("fold_int4")
def fold_int4(block: int, blocks: int, tiling: int, arguments: int) -> None:
    t = pointer_int64(tiling)
    a = pointer_int64(arguments)
    panel, numbers = pointer_float32(a[PANEL]), pointer_float32(a[NUMBERS])
    offsets, whole = pointer_float32(a[OFFSETS]), pointer_int8(a[WHOLE])
    left, sums = pointer_float32(a[LEFT]), pointer_float32(a[SUMS])
    pairs, rows, apart = t[COLUMNS] // 2, t[ROWS], t[WHOLE_ROW]
    # Those of even columns, then those of odd ones.
    for j in range(2 * pairs):
        sums[j] = np.float32(0)
    for i in range(0, rows - 3, 4):
        x = left[i], left[i + 1], left[i + 2], left[i + 3]
        at = i * apart
        ask_for_four(whole, at, apart, pairs)
        for j in range(pairs):
            b0, b1 = whole[at + j], whole[at + apart + j]
            b2, b3 = whole[at + 2 * apart + j], whole[at + 3 * apart + j]
            evens = lower(b0), lower(b1), lower(b2), lower(b3)
            odds = upper(b0), upper(b1), upper(b2), upper(b3)
            sums[j] = add_four(sums[j], offsets[2 * j], x, evens)
            sums[pairs + j] = add_four(sums[pairs + j], offsets[2 * j + 1], x, odds)
    for i in range(rows // 4 * 4, rows):
        for j in range(pairs):
            byte = whole[i * apart + j]
            even, odd = lower(byte) + offsets[2 * j], upper(byte) + offsets[2 * j + 1]
            sums[j] = fused_multiply_add(left[i], even, sums[j])
            sums[pairs + j] = fused_multiply_add(left[i], odd, sums[pairs + j])
    for j in range(pairs):
        panel[2 * j] += sums[j] * numbers[2 * j]
        panel[2 * j + 1] += sums[pairs + j] * numbers[2 * j + 1]


@family.kernel("quantise")
def quantise(block: int, blocks: int, tiling: int, arguments: int) -> None:
    t = pointer_int64(tiling)
    a = pointer_int64(arguments)
    panel, numbers = pointer_float32(a[PANEL]), pointer_float32(a[NUMBERS])
    offsets, out = pointer_float32(a[OFFSETS]), pointer_int8(a[OUT])
    columns, out_column = t[COLUMNS], t[OUT_COLUMN]
    for i in range(t[ROWS]):
        row, to = i * t[STRIDE], i * t[OUT_ROW]
        if out_column == 1:
            for j in range(columns):
                out[to + j] = nearest(panel[row + j] * numbers[j] + offsets[j])
        else:
            for j in range(columns):
                value = panel[row + j] * numbers[j] + offsets[j]
                out[to + j * out_column] = nearest(value)
