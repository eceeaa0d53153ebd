# SPDX-License-Identifier: Apache-2.0
"""Numbers that are sorted by others."""

from __future__ import annotations

from typing import Any

import numpy as np
from sweep.oracle import Operands, Oracle


def _with_index(o: Operands) -> Any:
    x, index = np.atleast_1d(o.x), np.atleast_1d(o.index)
    size = x.shape[-1]
    order = np.broadcast_to(np.arange(size), x.shape)
    numbers = x.astype(np.float64) if x.dtype.kind not in "iu" else x
    keys = -numbers if o.descending and numbers.dtype.kind == "f" else numbers
    if o.descending and numbers.dtype.kind != "f":
        keys = -numbers.astype(np.int64)
    # NaN comes first, but last of those that ascend on Ascend950; equal elements keep their order.
    late = np.isnan(keys) if numbers.dtype.kind == "f" else np.zeros(x.shape, bool)
    is_last = not o.descending and o.architecture == "3510"
    order = np.lexsort((order, np.where(late, 0, keys), late if is_last else ~late), axis=-1)
    found = [np.take_along_axis(each, order, -1) for each in (numbers, index)]
    return [each.reshape(o.x.shape) for each in found]


ORACLES = {
    "aclnnSortWithIndex": Oracle(
        _with_index, arguments={"axis": [-1], "descending": [False, True], "stable": [True, False]}
    ),
}
