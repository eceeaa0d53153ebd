# SPDX-License-Identifier: Apache-2.0
"""Results of attention to parts of the keys, joined: AttentionUpdate."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import ml_dtypes
import numpy as np
from numpy.typing import NDArray
from sweep.oracle import Operands, Oracle

Array = NDArray[Any]
Shapes = Iterator[dict[str, Any]]


def _logarithms(o: Operands) -> tuple[Array, Array]:
    """Those of each part, and of all together."""
    each = np.stack([part.astype(np.float64) for part in o.lse])
    high = each.max(0)
    return each, high + np.log(np.exp(each - high).sum(0))


def _joined(o: Operands) -> list[Array]:
    each, all_parts = _logarithms(o)
    weights = np.exp(each - all_parts)[..., None]
    parts = np.stack([part.astype(np.float64) for part in o.localOut])
    found = [(parts * weights).sum(0)]
    return [*found, all_parts] if o.updateType == 1 else found


def _size(o: Operands) -> list[Array]:
    parts = np.stack([np.abs(part.astype(np.float64)) for part in o.localOut])
    found = [parts.max(0)]
    return [*found, np.maximum(1, np.abs(_logarithms(o)[1]))] if o.updateType == 1 else found


def _parts() -> Shapes:
    for count, rows, columns, kind in ((1, 3, 8, 0), (2, 40, 24, 1), (16, 5, 512, 1), (3, 0, 8, 0)):
        yield {
            "lse": [(rows,)] * count,
            "localOut": [(rows, columns)] * count,
            "updateType": kind,
        }


def _small(arguments: dict[str, Any], at: int) -> None:
    """Results in each data type in turn."""
    rng = np.random.default_rng(at)
    kinds = {"lse": np.float32, "localOut": (np.float32, np.float16, ml_dtypes.bfloat16)[at % 3]}
    for name, kind in kinds.items():
        arguments[name] = [
            np.asarray(rng.uniform(-3, 3, part.shape), kind) for part in arguments[name]
        ]


ORACLES = {
    "aclnnAttentionUpdate": Oracle(
        _joined,
        _size,
        given=True,
        shapes=_parts,
        adapt=_small,
    ),
}
