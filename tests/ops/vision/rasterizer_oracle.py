# SPDX-License-Identifier: Apache-2.0
"""Triangles on a screen, a pixel at a time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sweep.oracle import Operands, Oracle


def _area(a: Any, b: Any, c: Any) -> Any:
    return (c[0] - a[0]) * (b[1] - a[1]) - (b[0] - a[0]) * (c[1] - a[1])


def _shares(corners: Any, x: float, y: float) -> Any:
    """Where a point lies in a triangle; None outside."""
    a, b, c = corners
    area = _area(a, b, c)
    if area == 0:
        return None
    second = _area(a, (x, y), c) / area
    third = _area(a, b, (x, y)) / area
    found = np.array([1 - second - third, second, third])
    return found if np.all((found >= 0) & (found <= 1)) else None


def _drawn(o: Operands) -> list[Any]:
    v = o.v.astype(np.float64)
    x = (v[:, 0] / v[:, 3] * 0.5 + 0.5) * (o.width - 1) + 0.5
    y = (0.5 + 0.5 * v[:, 1] / v[:, 3]) * (o.height - 1) + 0.5
    corners = np.stack([x, y, v[:, 2] / v[:, 3] * 0.49999 + 0.5, v[:, 3]], -1)
    nearest = np.zeros((o.height, o.width), np.int32)
    places = np.zeros((o.height, o.width, 3))
    for row, column in np.ndindex(o.height, o.width):
        least = np.inf
        for number, face in enumerate(o.f):
            own = corners[face]
            shares = _shares(own, column + 0.5, row + 0.5)
            if shares is None:
                continue
            depth = np.trunc(shares @ own[:, 2] * 2.0**18)
            if depth < least:
                least, nearest[row, column] = depth, number + 1
                weighted = shares / own[:, 3]
                places[row, column] = weighted / weighted.sum()
    return [nearest, places]


def _shapes() -> Iterator[dict[str, Any]]:
    for at, (count, faces, width, height) in enumerate(((3, 1, 10, 10), (9, 12, 17, 8))):
        f = np.random.default_rng(at).integers(0, count, (faces, 3)).astype(np.int32)
        yield {"v": (count, 4), "f": f if at else np.array([[0, 1, 2]], np.int32),
               "dOptional": None, "width": width, "height": height}  # fmt: skip


def _in_view(arguments: dict[str, Any], at: int) -> None:
    rng = np.random.default_rng(at)
    v = rng.uniform(-1, 1, arguments["v"].shape)
    v[:, 3] = rng.uniform(0.5, 2, len(v))
    arguments["v"] = v.astype(np.float32)


ORACLES = {
    "aclnnRasterizer": Oracle(
        _drawn,
        lambda o: [np.ones((o.height, o.width)), np.ones((o.height, o.width, 3))],
        given=True,
        shapes=_shapes,
        adapt=_in_view,
        arguments={"useDepthPrior": [0]},
    )
}
