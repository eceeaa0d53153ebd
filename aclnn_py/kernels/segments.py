# SPDX-License-Identifier: Apache-2.0
"""Sums of the rows of groups that lie one behind the other: `segments_sum`.

Rows are [rows, columns] of float32, results [groups, columns] of float64, both dense. `ends` are
int64: where each group ends, or with `counts` how many rows it has. What lies beyond the rows is
not there. Each block does some columns.
"""

from __future__ import annotations

import numpy as np

from .dialect import (
    Family,
    clamp,
    load_once,
    pointer_float32,
    pointer_float64,
    pointer_int64,
    split,
)

family = Family(
    name="segments",
    tiling=("rows", "columns", "groups", "counts"),
    arguments=("values", "ends", "result"),
    module=__name__,
)

ROWS = family.tiling_offset("rows")
COLUMNS = family.tiling_offset("columns")
GROUPS = family.tiling_offset("groups")
COUNTS = family.tiling_offset("counts")

VALUES = family.argument_index("values")
ENDS = family.argument_index("ends")
RESULT = family.argument_index("result")


@family.kernel("sum")
def segment_sums(block: int, blocks: int, tiling: int, arguments: int) -> None:
    """Rows are added in their sequence."""
    t = pointer_int64(tiling)
    a = pointer_int64(arguments)
    values, result = pointer_float32(a[VALUES]), pointer_float64(a[RESULT])
    ends = pointer_int64(a[ENDS])
    rows, columns = t[ROWS], t[COLUMNS]
    first = split(columns, block, blocks)
    past = split(columns, block + 1, blocks)
    start = 0
    for group in range(t[GROUPS]):
        given = clamp(load_once(ends, group), 0, rows)
        end = min(start + given, rows) if t[COUNTS] != 0 else given
        for column in range(first, past):
            result[group * columns + column] = 0.0
        for row in range(start, end):
            for column in range(first, past):
                result[group * columns + column] += np.float64(values[row * columns + column])
        start = max(start, end)
