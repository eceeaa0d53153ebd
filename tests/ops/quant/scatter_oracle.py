# SPDX-License-Identifier: Apache-2.0
"""Slots that are quantised and put into a cache. Everything is float32, one operation after the
other, and results are compared bit by bit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from ops.quant.scales_oracle import saturated, single
from sweep.oracle import Operands, Oracle

Array = NDArray[Any]
_RNG = np.random.default_rng(31)
LARGEST = {"float8_e4m3fn": 448, "float8_e5m2": 57344}


def _quantised(numbers: Array, dtype: np.dtype[Any]) -> Array:
    if dtype == np.int8:
        return saturated(np.rint(numbers))
    most = LARGEST[dtype.name]
    held = np.clip(np.nan_to_num(numbers, nan=0, posinf=most, neginf=-most), -most, most)
    return np.asarray(held.astype(dtype))


def _put(o: Operands) -> Array:
    result = o.selfRef.copy()
    axis = o.axis % result.ndim
    scaled = single(o.updates) / single(o.quantScales).ravel()
    if o.quantZeroPoints is not None:
        scaled = scaled + single(o.quantZeroPoints).ravel()
    for i, slot in enumerate(_quantised(scaled, result.dtype)):
        batch, first = o.indices[i] if o.indices.ndim == 2 else (i, o.indices[i])
        to = [slice(size) for size in slot.shape]
        to[axis - 1] = slice(first, first + slot.shape[axis - 1])
        result[batch][tuple(to)] = slot
    return np.asarray(result)


def _slots(*, is_second: bool) -> Iterator[dict[str, Any]]:
    for shape, updates, axis, in_pairs in (
        ((4, 8, 10, 6), (4, 8, 5, 6), -2, False),
        ((3, 7, 40), (2, 1, 40), 1, False),
        ((5, 9, 4, 3), (3, 2, 4, 3), 1, True),
        ((2, 65, 33), (2, 65, 33), -2, False),
    ):
        count, room = updates[0], shape[axis % len(shape)] - updates[axis % len(shape)] + 1
        first = _RNG.integers(0, room, count)
        pairs = np.stack([_RNG.permutation(shape[0])[:count], first], 1)
        for points in (None, _RNG.integers(-9, 9, shape[-1]).astype(np.int32)):
            kind = "int32" if points is None else "int64"
            found: dict[str, Any] = {"selfRef": shape, "updates": updates, "axis": axis}
            found |= {"indices": (pairs if in_pairs else first).astype(kind)}
            found |= {"quantScales": (1, shape[-1]), "quantZeroPoints": points}
            yield found | ({"roundMode": "rint"} if is_second else {})


TYPES = {"updates": lambda _: "float16", "quantScales": lambda _: "float32"}
ORACLES = {
    "aclnnInplaceQuantScatter": Oracle(
        _put, given=True, shapes=lambda: _slots(is_second=False), types=TYPES
    ),
    "aclnnInplaceQuantScatterV2": Oracle(
        _put, given=True, shapes=lambda: _slots(is_second=True), types=TYPES
    ),
}
