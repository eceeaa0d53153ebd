# SPDX-License-Identifier: Apache-2.0
"""Sums to int8, by a scale and an offset for each column that share 64 bits.

The scale is a float32 of which the lowest 13 bits are not kept, in the low half; the offset is a
signed number of 9 bits from bit 37 on. sum * scale + offset, each operation rounded to float32, is
rounded to the nearest integer, ties to even, and held in [-128, 127]; NaN becomes 0.

Each block takes a part of the rows. Strides are in elements.
"""

from __future__ import annotations

import math

import numpy as np

from .dialect import (
    Family,
    device,
    pointer_float32,
    pointer_int8,
    pointer_int64,
    split,
)
from .dialect.instructions import float_of

SCALE_BITS = -(1 << 13)  # of a float32 as int32
OFFSET_SHIFT = 37
OFFSET_BITS = 9
ROUNDING = np.float32(1.5 * 2.0**23)  # what is below 2^22 loses its fraction when it is added

family = Family(
    name="quantisation",
    tiling=(
        "rows",
        "columns",
        "sums_row",
        "sums_column",
        "scale_column",
        "out_row",
        "out_column",
    ),
    arguments=("sums", "scales", "out"),
    module=__name__,
)

ROWS = family.tiling_offset("rows")
COLUMNS = family.tiling_offset("columns")
SUMS_ROW = family.tiling_offset("sums_row")
SUMS_COLUMN = family.tiling_offset("sums_column")
SCALE_COLUMN = family.tiling_offset("scale_column")
OUT_ROW = family.tiling_offset("out_row")
OUT_COLUMN = family.tiling_offset("out_column")

SUMS = family.argument_index("sums")
SCALES = family.argument_index("scales")
OUT = family.argument_index("out")


@device
def nearest(value):  # type: ignore[no-untyped-def]
    """The int8 nearest to a float32."""
    value = np.float32(0.0) if math.isnan(value) else value
    value = value if value > np.float32(-128.0) else np.float32(-128.0)
    value = value if value < np.float32(127.0) else np.float32(127.0)
    return np.int8(value + ROUNDING - ROUNDING)


@device
def quantised(total, bits):  # type: ignore[no-untyped-def]
    """A sum by the scale and the offset in these 64 bits."""
    scale = float_of(np.int32(bits & SCALE_BITS))
    offset = (bits >> OFFSET_SHIFT) & ((1 << OFFSET_BITS) - 1)
    offset = offset - ((offset >> (OFFSET_BITS - 1)) << OFFSET_BITS)
    return nearest(total * scale + np.float32(offset))


@family.kernel("rows")
def quantise_rows(block: int, blocks: int, tiling: int, arguments: int) -> None:
    t = pointer_int64(tiling)
    a = pointer_int64(arguments)
    sums, scales, out = pointer_float32(a[SUMS]), pointer_int64(a[SCALES]), pointer_int8(a[OUT])
    columns, sums_column = t[COLUMNS], t[SUMS_COLUMN]
    scale_column, out_column = t[SCALE_COLUMN], t[OUT_COLUMN]
    is_dense = sums_column == 1 and scale_column == 1 and out_column == 1
    for i in range(split(t[ROWS], block, blocks), split(t[ROWS], block + 1, blocks)):
        source, to = i * t[SUMS_ROW], i * t[OUT_ROW]
        if is_dense:
            for j in range(columns):
                out[to + j] = quantised(sums[source + j], scales[j])
        else:
            for j in range(columns):
                total = sums[source + j * sums_column]
                out[to + j * out_column] = quantised(total, scales[j * scale_column])
