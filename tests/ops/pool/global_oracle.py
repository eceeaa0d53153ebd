# SPDX-License-Identifier: Apache-2.0
"""Pools of whole planes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sweep.oracle import Operands, Oracle

Array = NDArray[Any]


def _places(o: Operands) -> tuple[int, ...]:
    return tuple(range(2, o.self.ndim))


def _mean(of: Array, places: tuple[int, ...]) -> Array:
    """Of no places it is NaN."""
    if 0 in of.shape[2:]:
        return np.full((*of.shape[:2], *(1 for _ in places)), np.nan, of.dtype)
    return np.asarray(np.mean(of, axis=places, keepdims=True))


def _largest(o: Operands) -> Array:
    initial = -np.inf if 0 in o.self.shape else None
    if initial is None:
        return np.asarray(np.max(o.self, axis=_places(o), keepdims=True))
    return np.asarray(np.max(o.self, axis=_places(o), keepdims=True, initial=initial))


def _shapes() -> Iterator[dict[str, Any]]:
    for shape in (
        (1, 16, 4, 4),
        (2, 3, 1, 1),
        (2, 3, 33, 65),
        (2, 8, 2, 2, 4),
        (1, 2, 2, 1, 2, 1, 2, 3),
        (0, 3, 2, 2),
        (2, 3, 0, 4),
    ):
        yield {"self": shape}


ORACLES = {
    "aclnnGlobalAveragePool": Oracle(
        lambda o: _mean(o.self, _places(o)),
        lambda o: _mean(np.abs(o.self), _places(o)),
        shapes=_shapes,
    ),
    "aclnnGlobalMaxPool": Oracle(_largest, shapes=_shapes),
}
