# SPDX-License-Identifier: Apache-2.0
"""Sinkhorn's rounds, as documented."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sweep.oracle import Operands, Oracle


def _balanced(o: Operands) -> Any:
    cost = np.exp(o.cost.astype(np.float64))
    if not cost.size:
        return cost
    rows, columns = cost.shape
    least = np.float64(np.float32(0.0001)) if o.tol is None else float(o.tol)
    of_columns, change = np.ones(columns), np.inf
    while change > least:
        of_rows = 1 / (rows * (cost @ of_columns + 1e-8))
        before, of_columns = of_columns, 1 / (columns * (of_rows @ cost + 1e-8))
        change = np.abs(before - of_columns).mean()
    return of_columns * cost * of_rows[:, None]


def _shapes() -> Iterator[dict[str, Any]]:
    for shape in ((1, 1), (4, 3), (60, 7), (3, 0)):
        yield {"cost": shape}


def _usual(arguments: dict[str, Any], at: int) -> None:
    given = arguments["cost"]
    arguments["cost"] = np.random.default_rng(at).uniform(0, 1, given.shape).astype(given.dtype)


ORACLES = {
    "aclnnSinkhorn": Oracle(
        _balanced, shapes=_shapes, adapt=_usual, arguments={"tol": [None, np.float32(0.01)]}
    )
}
