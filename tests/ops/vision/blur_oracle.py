# SPDX-License-Identifier: Apache-2.0
"""Blurred images: OpenCV's GaussianBlur in float64, from padded images."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sweep.oracle import Operands, Oracle

_BORDERS = {0: "constant", 1: "edge", 2: "symmetric", 4: "reflect"}
_SMALL = {1: [1], 3: [1, 2, 1], 5: [1, 4, 6, 4, 1], 7: [2, 7, 14, 18, 14, 7, 2]}
_SMALL[9] = [4, 13, 30, 51, 60, 51, 30, 13, 4]


def _weights(size: int, sigma: float) -> Any:
    places = np.arange(size) - size // 2
    if sigma == 0 and size in _SMALL:
        weights = np.array(_SMALL[size], np.float64)
    else:
        weights = np.exp(-(places**2) / (2 * (sigma or 0.15 * size + 0.35) ** 2))
    return weights / weights.sum()


def _along(image: Any, axis: int, size: int, sigma: float, border: int) -> Any:
    extent = image.shape[axis]
    if size == 0:
        size = round(8 * sigma + 1) | 1
    if border != 0 and extent == 1:
        return image
    around = [(size // 2, size // 2) if each == axis else (0, 0) for each in range(image.ndim)]
    padded: Any = np.pad(image, around, mode=_BORDERS[border])  # type: ignore[call-overload]
    windows = np.lib.stride_tricks.sliding_window_view(padded, size, axis=axis)
    return windows @ _weights(size, sigma)


def _blurred(o: Operands, size: Any = np.asarray) -> Any:
    width, height = (int(each) for each in o.ksize)
    image = size(o.src.astype(np.float64))
    rows = _along(image, 1, width, o.sigmaX, o.borderType)
    return _along(rows, 0, height, o.sigmaY if o.sigmaY > 0 else o.sigmaX, o.borderType)


def _images() -> Iterator[dict[str, Any]]:
    kernels = (
        *(([3, 5], 0.0, 0.0), ([9, 7], 0.0, 0.0), ([31, 1], 0.0, 0.0), ([11, 15], 1.5, -1.0)),
        *(([0, 0], 0.75, 1.25), ([0, 21], 2.5, 0.5), ([1, 3], 0.0, 0.75)),
    )
    shapes = ((7, 9), (1, 6, 3), (8, 1), (4, 5, 6), (2, 3, 1))
    for at, (ksize, sigma_x, sigma_y) in enumerate(kernels * 2):
        border = (0, 1, 2, 4)[(at + at // 7) % 4]
        given = {"sigmaX": sigma_x, "sigmaY": sigma_y, "borderType": border}
        yield {"src": shapes[at % 5], "ksize": ksize, **given}


ORACLES = {
    "aclnnGaussianBlur": Oracle(_blurred, lambda o: _blurred(o, np.abs), shapes=_images),
}
