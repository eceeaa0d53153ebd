# SPDX-License-Identifier: Apache-2.0
"""Windows with places on each side of their own, a window at a time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sweep.oracle import Operands, Oracle

Shapes = Iterator[dict[str, Any]]


def _spatial(numbers: Any, last: bool) -> list[int]:
    if numbers is None:
        return [1, 1, 1]
    if len(numbers) == 5:
        return list(numbers[1:4] if last else numbers[2:])
    return list(numbers) * (3 // len(numbers))


def _largest(o: Operands) -> Any:
    last = o.dataFormatOptional in (None, "NDHWC")
    x = np.moveaxis(o.x, -1, 1) if last else o.x
    size, step, spread = (_spatial(each, last) for each in (o.ksize, o.strides, o.dilationOptional))
    reach = [(k - 1) * d + 1 for k, d in zip(size, spread, strict=True)]
    margins, counts = [], []
    for i in range(3):
        length = x.shape[2 + i]
        if o.padding == "SAME":
            counts.append(-(-length // step[i]))
            missing = max((counts[-1] - 1) * step[i] + reach[i] - length, 0)
            margins.append(missing // 2)
            continue
        pads = o.padsOptional if o.padding == "CALCULATED" else None
        front, back = (0, 0) if pads is None else pads[2 * i : 2 * i + 2]
        rest = length + front + back - reach[i]
        ceils = o.padding == "CALCULATED" and o.ceilMode
        count = (-(-rest // step[i]) if ceils else rest // step[i]) + 1
        if ceils and (count - 1) * step[i] >= length + front:
            count -= 1
        counts.append(count)
        margins.append(front)
    out = np.empty((*x.shape[:2], *counts), x.dtype)
    for place in np.ndindex(*counts):
        cut = []
        for i, at in enumerate(place):
            start = at * step[i] - margins[i]
            seen = [start + k * spread[i] for k in range(size[i])]
            cut.append([each for each in seen if 0 <= each < x.shape[2 + i]])
        window = x[:, :, cut[0]][:, :, :, cut[1]][:, :, :, :, cut[2]]
        out[(..., *place)] = window.max((2, 3, 4))
    return np.moveaxis(out, 1, -1) if last else out


_VOLUMES = (
    # x, ksize, strides, padding, pads, dilation, ceilMode, format
    ((1, 2, 4, 5, 6), [2], [2], "VALID", None, None, 0, "NCDHW"),
    ((2, 5, 4, 6, 3), [2, 3, 2], [1, 2, 2], "SAME", None, None, 0, None),
    ((1, 3, 7, 6, 5), [1, 1, 3, 2, 2], [1, 1, 2, 2, 3], "CALCULATED", [1, 0, 0, 1, 1, 1],
     [1, 1, 2, 1, 1], 1, "NCDHW"),
    ((2, 4, 4, 4, 1), [3], [1], "CALCULATED", [0, 0, 0, 0, 0, 0], None, 0, "NDHWC"),
)  # fmt: skip


def _volumes() -> Shapes:
    names = ("x", "ksize", "strides", "padding", "padsOptional", "dilationOptional", "ceilMode")
    for case in _VOLUMES:
        yield dict(zip((*names, "dataFormatOptional"), case, strict=True))


def _spread(o: Operands, size: Any = np.asarray) -> Any:
    grad = size(o.gradOutput.astype(np.float64))
    out = np.zeros(o.origInputShape)
    height, width = out.shape[2:]
    for y, x in np.ndindex(*grad.shape[2:]):
        top, left = y * o.strideH - o.padTop, x * o.strideW - o.padLeft
        rows = slice(max(top, 0), min(top + o.kernelH, height))
        columns = slice(max(left, 0), min(left + o.kernelW, width))
        count = o.kernelH * o.kernelW
        if not o.countIncludePad:
            count = (rows.stop - rows.start) * (columns.stop - columns.start)
        divisor = o.divisorOverride or count
        out[:, :, rows, columns] += (grad[:, :, y, x] / divisor)[:, :, None, None]
    return out


_PLANES = (
    # images, windows, kernel, stride, padding, ceilMode
    ([1, 2, 4, 6], (2, 3), (2, 2), (2, 2), (0, 0, 0, 0), False),
    ([2, 3, 5, 5], (3, 2), (3, 2), (2, 2), (1, 1, 0, 0), False),
    ([1, 1, 6, 7], (3, 3), (3, 4), (2, 3), (0, 1, 2, 1), True),
    ([1, 1, 4, 4], (3, 3), (3, 3), (2, 2), (1, 1, 1, 1), True),
)


def _planes() -> Shapes:
    for at, (images, windows, kernel, stride, pads, ceils) in enumerate(_PLANES):
        sides = ("padTop", "padBottom", "padLeft", "padRight")
        for counts, divisor in ((at != 1, 0), (False, 3 * (at % 2))):
            yield {
                "origInputShape": images,
                "gradOutput": (*images[:2], *windows),
                "kernelH": kernel[0],
                "kernelW": kernel[1],
                "strideH": stride[0],
                "strideW": stride[1],
                **dict(zip(sides, pads, strict=True)),
                "ceilMode": ceils,
                "countIncludePad": counts,
                "divisorOverride": divisor,
            }


def _usual(arguments: dict[str, Any], at: int) -> None:
    given = arguments["gradOutput"]
    arguments["gradOutput"] = np.clip(np.nan_to_num(given), -9, 9).astype(given.dtype)


def _whole(arguments: dict[str, Any], at: int) -> None:
    """Some elements that are the largest of their window."""
    x, y = arguments["x"], arguments["y"]
    y.flat[::2] = x.flat[::2]


ORACLES = {
    "aclnnMaxPool3D": Oracle(_largest, given=True, shapes=_volumes),
    "aclnnAveragePoolingGrad": Oracle(
        _spread, lambda o: _spread(o, np.abs), shapes=_planes, adapt=_usual
    ),
    "aclnnMaxPoolingGrad": Oracle(
        lambda o: np.where(o.x == o.y, o.dy, np.zeros_like(o.dy)),
        given=True,
        adapt=_whole,
        refused=lambda o: o.dy.ndim == 0,
    ),
}
