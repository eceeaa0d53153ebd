# SPDX-License-Identifier: Apache-2.0
"""Convolutions of displaced places, a window at a time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sweep.oracle import Operands, Oracle

Array = NDArray[Any]


def _shares(place: Array, size: int) -> Array:
    """What each line of an image has of places; 0 outside."""
    share = np.maximum(0, 1 - np.abs(place[..., None] - np.arange(size)))
    return np.where(((place > -1) & (place < size))[..., None], share, 0)


def _windows(o: Operands, size: Any) -> Array:
    """[n, channels, windows along both sides, places of a window along both sides]"""
    x = size(o.x.astype(np.float64))
    batch, channels, height, width = x.shape
    tall, wide = o.kernelSize
    rows, columns = o.offset.shape[2:]
    moves = o.offset.astype(np.float64).reshape(
        batch, 3, o.deformableGroups, tall, wide, rows, columns
    )
    y = (np.arange(rows) * o.stride[2] - o.padding[0]).reshape(-1, 1)
    y = y + np.arange(tall).reshape(-1, 1, 1, 1) * o.dilation[2]
    along = np.arange(columns) * o.stride[3] - o.padding[2]
    along = along + np.arange(wide).reshape(-1, 1, 1) * o.dilation[3]
    share = channels // o.deformableGroups
    found = np.zeros((batch, channels, rows, tall, columns, wide))
    for n, group in np.ndindex(batch, o.deformableGroups):
        down = _shares(y + moves[n, 1, group], height)
        right = _shares(along + moves[n, 0, group], width)
        mask = size(moves[n, 2, group])
        own = slice(group * share, (group + 1) * share)
        found[n, own] = np.einsum("khrcy,khrcx,byx,khrc->brkch", down, right, x[n, own], mask)
    return found


def _convolved(o: Operands, size: Any = np.asarray) -> list[Array]:
    windows = _windows(o, size)
    weight = size(o.weight.astype(np.float64))
    batch, channels, rows, tall, columns, wide = windows.shape
    parts = windows.reshape(batch, o.groups, channels // o.groups, rows, tall, columns, wide)
    factors = weight.reshape(o.groups, len(weight) // o.groups, channels // o.groups, tall, wide)
    out = np.einsum("ngcrkxw,gockw->ngorx", parts, factors).reshape(batch, -1, rows, columns)
    if o.biasOptional is not None:
        out = out + size(o.biasOptional).reshape(1, -1, 1, 1)
    return [out, windows.reshape(batch, channels, rows * tall, columns * wide)]


_CASES = (
    # images, channels of out, window, stride, padding, dilation, groups, displaced alike
    ((2, 2, 4, 5), 3, (1, 1), (1, 1), (0, 0, 0, 0), (1, 1), 1, 1),
    ((1, 4, 6, 5), 4, (3, 2), (2, 1), (1, 0, 1, 2), (1, 2), 2, 2),
    ((2, 3, 5, 5), 6, (3, 3), (1, 2), (1, 1, 1, 1), (1, 1), 3, 1),
)


def _shapes() -> Iterator[dict[str, Any]]:
    for at, (image, channels, window, step, margin, spread, groups, alike) in enumerate(_CASES):
        sides = [
            (image[2 + i] + sum(margin[2 * i : 2 * i + 2]) - (window[i] - 1) * spread[i] - 1)
            // step[i]
            + 1
            for i in (0, 1)
        ]
        yield {
            "x": image,
            "weight": (channels, image[1] // groups, *window),
            "offset": (image[0], 3 * alike * window[0] * window[1], *sides),
            "biasOptional": (channels,) if at != 1 else None,
            "kernelSize": list(window),
            "stride": [1, 1, *step],
            "padding": list(margin),
            "dilation": [1, 1, *spread],
            "groups": groups,
            "deformableGroups": alike,
        }


def _clipped(given: Any) -> Any:
    """Numbers of usual size."""
    return np.clip(np.nan_to_num(given.astype(np.float64)), -9, 9).astype(given.dtype)


def _usual(arguments: dict[str, Any], at: int) -> None:
    """Numbers of usual size, and displacements of a few places."""
    rng = np.random.default_rng(at)
    for name in ("x", "weight", "biasOptional"):
        if arguments[name] is not None:
            arguments[name] = _clipped(arguments[name])
    given = arguments["offset"]
    arguments["offset"] = rng.uniform(-1.5, 1.5, given.shape).astype(given.dtype)


ORACLES = {
    "aclnnDeformableConv2d": Oracle(
        _convolved,
        lambda o: _convolved(o, np.abs),
        shapes=_shapes,
        arguments={"modulated": [True]},
        adapt=_usual,
    )
}
