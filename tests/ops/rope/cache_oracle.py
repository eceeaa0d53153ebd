# SPDX-License-Identifier: Apache-2.0
"""Rotary position embedding whose angles are found by position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import ml_dtypes
import numpy as np
from numpy.typing import NDArray
from sweep.oracle import Operands, with_magnitude

Array = NDArray[Any]
Shapes = Iterator[dict[str, Any]]

_ROWS = 11  # of the cache
_TYPES = (np.float16, ml_dtypes.bfloat16, np.float32)


def _angles(o: Operands) -> tuple[Array, Array]:
    """Cosines and sines of each token."""
    cache = o.cosSinCache.astype(np.float64)
    cosines, sines = np.split(cache[o.positions], 2, -1)
    if o.positions.ndim == 1:
        return cosines, sines
    if getattr(o, "cacheMode", 0) == 1:
        for all_rows in (cosines, sines):
            for row in (1, 2):
                at = slice(row, row + 3 * o.mropeSection[row], 3)
                all_rows[0][..., at] = all_rows[row][..., at]
        return cosines[0], sines[0]
    ends = np.cumsum(o.mropeSection)[:-1]
    parts = [np.split(each, ends, -1) for each in (cosines, sines)]
    found = [np.concatenate([each[i][i] for i in range(len(o.mropeSection))], -1) for each in parts]
    return found[0], found[1]


def _turned(o: Operands, x: Array, size: bool) -> Array:
    cosines, sines = (each[:, None] for each in _angles(o))
    if size:
        cosines, sines = np.abs(cosines), np.abs(sines)
    turned = 2 * cosines.shape[-1]
    heads = x.astype(np.float64).reshape(len(x), -1, o.headSize)
    heads = np.abs(heads) if size else heads
    rotated, kept = heads[..., :turned], heads[..., turned:]
    if o.isNeoxStyle:
        a, b = np.split(rotated, 2, -1)
    else:
        a, b = rotated[..., ::2], rotated[..., 1::2]
    sign = 1 if size else -1
    first, second = a * cosines + sign * b * sines, b * cosines + a * sines
    if o.isNeoxStyle:
        rotated = np.concatenate([first, second], -1)
    else:
        rotated = np.stack([first, second], -1).reshape(rotated.shape)
    return np.asarray(np.concatenate([rotated, kept], -1).reshape(x.shape))


def _both(o: Operands, size: bool = False) -> list[Array]:
    return [_turned(o, each, size) for each in (o.queryIn, o.keyIn)]


def _shapes() -> Shapes:
    rng = np.random.default_rng(0)
    for tokens, heads, keys, size, turned, sections in (
        (5, 2, 1, 8, 8, None),
        (1, 1, 1, 2, 2, None),
        (7, 3, 2, 16, 8, [1, 2, 1]),
        (4, 2, 2, 8, 4, [2, 0, 0]),
        (300, 2, 1, 64, 64, [0, 0, 0]),
        (3, 1, 2, 1500, 1024, None),
    ):
        is_one = sections is None or not any(sections)
        for style in (True, False):
            yield {
                "positions": rng.integers(0, _ROWS, tokens if is_one else (3, tokens)),
                "queryIn": (tokens, heads * size),
                "keyIn": (tokens, keys * size),
                "cosSinCache": (_ROWS, turned),
                "mropeSection": sections,
                "headSize": size,
                "isNeoxStyle": style,
            }


def _shapes_v2() -> Shapes:
    """Sections of models that are known, which lie together or alternate, and none."""
    rng = np.random.default_rng(0)
    for tokens, size, turned, sections, mode in (
        (5, 16, 8, None, 1),
        (7, 64, 64, [8, 12, 12], 0),
        (4, 72, 64, [11, 11, 10], 1),
        (3, 128, 128, [16, 24, 24], 1),
        (6, 128, 128, [16, 16, 16, 16], 0),
        (6, 128, 128, [0, 1, 2], 0),
    ):
        rows = () if sections is None or sections[0] == 0 else (len(sections),)
        for style in (True, False):
            yield {
                "positions": rng.integers(0, _ROWS, (*rows, tokens)),
                "queryIn": (tokens, 2 * size),
                "keyIn": (tokens, size),
                "cosSinCache": (_ROWS, turned),
                "mropeSection": sections,
                "headSize": size,
                "isNeoxStyle": style,
                "cacheMode": mode,
            }


def _float(arguments: dict[str, Any], at: int) -> None:
    """Floats of each type in turn."""
    rng = np.random.default_rng(at)
    dtype = _TYPES[at % len(_TYPES)]
    for name in ("queryIn", "keyIn", "cosSinCache"):
        arguments[name] = rng.normal(size=arguments[name].shape).astype(dtype)


def _typed(arguments: dict[str, Any], at: int) -> None:
    """The type that is swept is that of the positions."""
    _float(arguments, at)
    if at % 2:
        arguments["positions"] = arguments["positions"].astype(np.int32)


ORACLES = {
    "aclnnRopeWithSinCosCache": with_magnitude(_both, given=True, shapes=_shapes, adapt=_typed),
    "aclnnRopeWithSinCosCacheV2": with_magnitude(
        _both, given=True, shapes=_shapes_v2, adapt=_float
    ),
}
