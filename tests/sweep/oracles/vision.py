# SPDX-License-Identifier: Apache-2.0
"""Images that are read between their places, a dimension after the other."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sweep.oracles.oracle import Operands, Oracle

Array = NDArray[Any]


def _reflected(at: Array, low: float, high: float) -> Array:
    """A triangle wave between low and high."""
    span = high - low
    if span <= 0:
        return np.zeros_like(at)
    along = np.mod(at - low, 2 * span)
    return np.asarray(low + np.where(along > span, 2 * span - along, along))


def _held(o: Operands, at: Array, size: int) -> Array:
    if o.paddingMode == 0:
        return at
    if o.paddingMode == 2:
        edge = 0 if o.alignCorners else 0.5
        at = _reflected(at, -edge, size - 1 + edge)
    return np.clip(at, 0, size - 1)


def _cubic(x: Array) -> Array:
    """Cubic convolution with a = -0.75, from its definition."""
    a, x = -0.75, np.abs(x)
    near = (a + 2) * x**3 - (a + 3) * x**2 + 1
    far = a * x**3 - 5 * a * x**2 + 8 * a * x - 4 * a
    return np.where(x <= 1, near, np.where(x < 2, far, 0))


def _taps(o: Operands, coordinate: Array, size: int) -> list[tuple[Array, Array]]:
    """Places in a dimension and their weights: 0 outside."""
    at = (coordinate + 1) / 2 * (size - 1) if o.alignCorners else (coordinate + 1) * size / 2 - 0.5
    if o.interpolationMode == 2:
        whole = np.floor(at)
        found = [(_held(o, whole + i, size), _cubic(at - whole - i)) for i in range(-1, 3)]
    elif o.interpolationMode == 1:
        found = [(np.rint(_held(o, at, size)), np.ones_like(at))]
    else:
        at = _held(o, at, size)
        whole = np.floor(at)
        found = [(whole, whole + 1 - at), (whole + 1, at - whole)]
    inside = [(place >= 0) & (place <= size - 1) for place, _ in found]
    return [
        (place.clip(0, size - 1).astype(int), np.where(is_in, weight, 0))
        for (place, weight), is_in in zip(found, inside, strict=True)
    ]


def _sampled(o: Operands, change: Any = lambda array: array) -> Array:
    x, grid = o.input.astype(np.float64), o.grid.astype(np.float64)
    spatial = x.ndim - 2
    along = [_taps(o, grid[..., spatial - 1 - dim], x.shape[2 + dim]) for dim in range(spatial)]
    out = np.zeros((*x.shape[:2], *grid.shape[1:-1]))
    batch = np.arange(len(x)).reshape(-1, *[1] * spatial)
    for taps in itertools.product(*along):
        weight = np.prod([each for _, each in taps], 0)
        found = x[(batch, slice(None), *(place for place, _ in taps))]
        out += change(np.moveaxis(found, -1, 1) * weight[:, None])
    return out


def _cases(*images: tuple[tuple[int, ...], tuple[int, ...], int]) -> Any:
    def shapes() -> Iterator[dict[str, Any]]:
        for at, (image, places, mode) in enumerate(images):
            yield {
                "input": image,
                "grid": (image[0], *places, len(places)),
                "interpolationMode": mode,
                "paddingMode": at % 3,
                "alignCorners": at % 2 == 1,
            }

    return shapes


_PLANES = [
    *(((2, 3, 5, 4), (3, 6), at // 6) for at in range(18)),
    ((1, 1, 1, 1), (2, 2), 0),
    ((0, 2, 3, 3), (2, 2), 0),
]
_VOLUMES = [((2, 2, 3, 4, 2), (2, 3, 2), at // 3) for at in range(6)]


def _near(arguments: dict[str, Any], _: int) -> None:
    """Places within and around the images, none of them halfway."""
    rng = np.random.default_rng(8)
    grid, image = arguments["grid"], arguments["input"]
    arguments["grid"] = rng.uniform(-1.9, 1.9, grid.shape).astype(grid.dtype)
    small = np.clip(np.nan_to_num(image.astype(np.float64)), -50, 50)
    arguments["input"] = small.astype(image.dtype)


def _is_cubic_elsewhere(o: Operands) -> bool:
    is_known = o.architecture != "1001" and o.input.dtype != np.float64
    return bool(o.interpolationMode == 2 and not is_known)


ORACLES = {
    "aclnnGridSampler2D": Oracle(
        _sampled,
        lambda o: _sampled(o, np.abs),
        shapes=_cases(*_PLANES),
        adapt=_near,
        refused=_is_cubic_elsewhere,
    ),
    "aclnnGridSampler3D": Oracle(
        _sampled, lambda o: _sampled(o, np.abs), shapes=_cases(*_VOLUMES), adapt=_near
    ),
}
