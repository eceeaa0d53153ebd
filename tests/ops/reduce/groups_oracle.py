# SPDX-License-Identifier: Apache-2.0
"""Sums of groups of rows that lie one behind the other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sweep.oracle import Operands, Oracle


def _sums(o: Operands, size: Any = np.asarray) -> Any:
    grad = size(o.gradY.astype(np.float64))
    if o.groupIdxOptional is None:
        return grad.sum(1)
    given = o.groupIdxOptional.astype(int)
    ends = np.cumsum(given) if getattr(o, "groupIdxType", 0) else given
    starts = [0, *ends[:-1]]
    return np.stack([grad[a:b].sum(0) for a, b in zip(starts, ends, strict=True)])


def _shapes() -> Iterator[dict[str, Any]]:
    for at, (rows, columns, groups) in enumerate(((9, 5, 3), (40, 70, 4), (6, 1, 1))):
        yield {"gradY": (rows, columns), "groupIdxOptional": (groups,), "groupIdxType": at % 2}
        yield {"gradY": (groups, rows, columns), "groupIdxOptional": None, "groupIdxType": 0}


def _first_shapes() -> Iterator[dict[str, Any]]:
    for shapes in _shapes():
        yield {name: value for name, value in shapes.items() if name != "groupIdxType"}


def _adapt(arguments: dict[str, Any], _: int) -> None:
    """Groups that have all rows; numbers of usual size."""
    given = arguments["gradY"]
    usual = np.clip(np.nan_to_num(given.astype(np.float64)), -50, 50)
    arguments["gradY"] = usual.astype(given.dtype)
    groups = arguments["groupIdxOptional"]
    if groups is None:
        return
    rows, count = len(given), len(groups)
    ends = np.arange(1, count + 1) * rows // count
    sizes = np.diff(ends, prepend=0)
    arguments["groupIdxOptional"] = (sizes if arguments.get("groupIdxType") else ends).astype(
        groups.dtype
    )


ORACLES = {
    "aclnnGroupedBiasAddGrad": Oracle(
        _sums, lambda o: _sums(o, np.abs), shapes=_first_shapes, adapt=_adapt
    ),
    "aclnnGroupedBiasAddGradV2": Oracle(
        _sums, lambda o: _sums(o, np.abs), shapes=_shapes, adapt=_adapt
    ),
}
