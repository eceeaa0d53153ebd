# SPDX-License-Identifier: Apache-2.0
"""Numbers quantised in rectangles that share a scale, by one scale beside the largest, and restored
from blocks that share a power of two: float32, one operation after the other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import ml_dtypes
import numpy as np
from numpy.typing import NDArray
from ops.quant.mx_oracle import E4M3, E5M2
from ops.quant.scales_oracle import INT8, saturated, single
from sweep.oracle import Operands, Oracle

Array = NDArray[Any]
_RNG = np.random.default_rng(31)

LARGEST = {INT8: 127.0, E5M2: 57344.0, E4M3: 448.0}


def block_scales(x: Array, height: int, width: int, largest: float, least: float) -> Array:
    """A scale for each rectangle, from a loop over them."""
    down, across = -(-x.shape[-2] // height), -(-x.shape[-1] // width)
    found = np.empty((*x.shape[:-2], down, across), np.float32)
    with np.errstate(divide="ignore"):
        most = np.float32(1) / np.float32(least)
    for i in range(down):
        for j in range(across):
            part = x[..., i * height : (i + 1) * height, j * width : (j + 1) * width]
            scale = np.abs(part).max((-2, -1)) / np.float32(largest)
            found[..., i, j] = np.where(np.isfinite(scale), np.minimum(scale, most), scale)
    return found


def divided(x: Array, scales: Array, height: int, width: int) -> Array:
    each = np.repeat(np.repeat(scales, height, -2), width, -1)[..., : x.shape[-2], : x.shape[-1]]
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(x / each)


def _block(o: Operands) -> list[Array]:
    x = single(o.x)
    largest = LARGEST[o.dstType]
    scales = block_scales(x, o.rowBlockSize, o.colBlockSize, largest, o.minScale)
    numbers = divided(x, scales, o.rowBlockSize, o.colBlockSize)
    if o.dstType == INT8:
        return [saturated(np.rint(numbers)), scales]
    return [np.clip(np.nan_to_num(numbers, nan=0), -largest, largest), scales]


def _blocks(*, has_most: bool) -> Iterator[dict[str, Any]]:
    for kind in (INT8, E5M2, E4M3):
        for x, height, width in (
            ((3, 256), 1, 128),
            ((2, 5, 130), 1, 128),
            ((1, 40), 1, 128),
            ((33, 128), 1, 128),
        ):
            for least in (0.0, 2.0, 1000.0):
                found = {"x": x, "minScale": least, "roundModeOptional": "rint", "dstType": kind}
                found |= {"rowBlockSize": height, "colBlockSize": width}
                yield found | ({"dstTypeMax": 0.0} if has_most else {})


def _is_refused(o: Operands) -> bool:
    return bool(o.architecture != "3510" and o.dstType != INT8)


def _quant_max(o: Operands) -> list[Array]:
    with np.errstate(invalid="ignore", over="ignore"):
        numbers = single(o.x) * single(o.scale)
        largest = LARGEST[o.dstType]
        held = np.clip(np.nan_to_num(numbers, nan=0), -largest, largest)
        return [held, np.abs(o.x).max().reshape(1)]


def _max_cases() -> Iterator[dict[str, Any]]:
    for kind in (E5M2, E4M3):
        for x in ((7,), (3, 40), (33, 65), (2, 1, 2, 1, 2, 1, 2, 2)):
            yield {"x": x, "scale": (1,), "roundMode": "rint", "dstType": kind}


def _restored(o: Operands) -> Array:
    x, scales = o.x.astype(np.float64), o.mxscale.astype(np.float64)
    each = np.repeat(scales.reshape(*x.shape[:-1], -1), 32, -1)[..., : x.shape[-1]]
    return np.asarray(x * each)


def _restored_cases() -> Iterator[dict[str, Any]]:
    for kind in (0, 1, 27):
        for x in ((3, 64), (2, 5, 40), (7,), (33, 130), (2, 1, 2, 1, 2, 1, 64)):
            pairs = -(-x[-1] // 64)
            yield {"x": x, "mxscale": (*x[:-1], pairs, 2), "axis": -1, "dstType": kind}


def _powers(arguments: dict[str, Any], _: int) -> None:
    """Scales as quantisation makes them, and some that are NaN."""
    powers = 2.0 ** _RNG.integers(-20, 12, arguments["mxscale"].shape)
    powers.ravel()[::5] = np.nan
    arguments["mxscale"] = powers.astype(ml_dtypes.float8_e8m0fnu)


ORACLES = {
    "aclnnAntiMxQuant": Oracle(
        _restored,
        given=True,
        shapes=_restored_cases,
        types={"mxscale": lambda _: "float8_e8m0fnu"},
        adapt=_powers,
    ),
    "aclnnDynamicBlockQuant": Oracle(
        _block, given=True, shapes=lambda: _blocks(has_most=False), refused=_is_refused
    ),
    "aclnnDynamicBlockQuantV2": Oracle(
        _block, given=True, shapes=lambda: _blocks(has_most=True), refused=_is_refused
    ),
    "aclnnQuantMax": Oracle(
        _quant_max, given=True, shapes=_max_cases, types={"scale": lambda _: "float32"}
    ),
}
