# SPDX-License-Identifier: Apache-2.0
"""Arithmetic on dense panels of float32 that products read or write, each operation rounded once.

    panel_add            panel[i][j] += numbers[j]
    panel_scale          panel[i][j] *= numbers[0]
    panel_divide         panel[i][j] /= numbers[0]
    panel_restore        panel[i][j] = (panel[i][j] + offsets[j]) * numbers[j], for a product
    panel_restore_int8   the same of whole[i][j] in place of panel[i][j]
    panel_quantise       out[i][j] = panel[i][j] * numbers[j] + offsets[j], as `quantisation` rounds

Rows of the panel are one stride apart, and those of `whole`, dense int8, as the tiling says; so are
rows and columns of `out`, int8.
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
from .quantisation import nearest

family = Family(
    name="panel",
    tiling=("rows", "columns", "stride", "whole_row", "out_row", "out_column"),
    arguments=("panel", "numbers", "offsets", "whole", "out"),
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
