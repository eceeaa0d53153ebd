# SPDX-License-Identifier: Apache-2.0
"""Images in another size, by factors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sweep.oracle import Operands, with_magnitude

Array = NDArray[Any]


def _nearest(image: Array, dim: int, size: int) -> Array:
    places = image.shape[dim]
    step = np.float32(places) / np.float32(size)
    taken = np.floor(np.arange(size, dtype=np.float32) * step)
    return np.asarray(np.take(image, np.minimum(taken, places - 1).astype(np.int64), dim))


def _linear(image: Array, dim: int, size: int) -> Array:
    """The two places around the middle of each new one, by their distances."""
    places = image.shape[dim]
    at = np.clip((np.arange(size) + 0.5) * (places / size) - 0.5, 0, places - 1)
    low = np.floor(at).astype(np.int64)
    shape = [1] * image.ndim
    shape[dim] = size
    part = (at - low).reshape(shape)
    first, second = np.take(image, low, dim), np.take(image, np.minimum(low + 1, places - 1), dim)
    return np.asarray(first * (1 - part) + second * part)


def _resized(o: Operands, size: bool = False) -> Array:
    image = np.abs(o.self) if size else o.self
    move = _nearest if o.mode == "nearest" else _linear
    for dim in (2, 3):
        image = move(image, dim, int(image.shape[dim] * np.float32(o.scales[dim])))
    return np.asarray(image)


def _shapes() -> Iterator[dict[str, Any]]:
    for shape, factors in (
        ((1, 1, 2, 2), [1, 1, 2, 2]),
        ((2, 3, 4, 5), [1, 1, 2.4, 1]),
        ((1, 17, 6, 7), [1, 1, 0.5, 1.7]),
        ((2, 1, 9, 1), [1, 1, 0.34, 5]),
        ((1, 2, 33, 40), [1, 1, 1.5, 2.25]),
    ):
        for mode in ("nearest", "bilinear"):
            yield {"self": shape, "scales": factors, "mode": mode}


def _finite(arguments: dict[str, Any], _: int) -> None:
    """Numbers whose products with a weight next to 0 are next to 0."""
    wide = np.nan_to_num(arguments["self"].astype(np.float64))
    arguments["self"] = np.clip(wide, -1e4, 1e4).astype(arguments["self"].dtype)


ORACLES = {"aclnnResize": with_magnitude(_resized, shapes=_shapes, adapt=_finite)}
