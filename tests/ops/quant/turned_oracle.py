# SPDX-License-Identifier: Apache-2.0
"""Numbers that are multiplied by small matrices before they are quantised. Factors are small whole
numbers, so that sums are exact in any sequence; FlatQuant rounds the first product to the type of
the numbers, and the second to float16 before int4, to bfloat16 before float4."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from ops.quant.mx_oracle import E4M3, quantised
from ops.quant.scales_oracle import packed, saturated, single
from sweep.oracle import Operands, Oracle

Array = NDArray[Any]


def flat(x: Array, left: Array, right: Array | None, kind: Any = np.float16) -> Array:
    """Each matrix times both factors, as a row."""
    first = x if right is None else (single(x) @ single(right)).astype(x.dtype)
    both = (single(left) @ single(first)).astype(kind)
    return both.reshape(len(x), -1)


def by_rows(rows: Array, divisor: Any) -> tuple[Array, Array]:
    """Whole numbers, not yet held, and the scales of rows."""
    numbers = single(rows)
    scale = np.abs(numbers).max(-1, keepdims=True) / np.float32(divisor)
    with np.errstate(invalid="ignore"):
        return np.rint(numbers / scale), scale.squeeze(-1)


def four_bits(codes: Array) -> Array:
    held: Array = np.clip(np.nan_to_num(codes, nan=0), -8, 7).astype(np.int8)
    return held


def _flat(o: Operands) -> list[Array]:
    rows = flat(o.x, o.kroneckerP1, o.kroneckerP2)
    codes, scale = by_rows(rows, np.float32(7) / np.float32(o.clipRatio))
    return [packed(four_bits(codes).reshape(o.x.shape)), scale]


def _flat_cases(*more: str) -> Iterator[dict[str, Any]]:
    for x, ratio in (((3, 4, 16), 1.0), ((2, 7, 8), 0.5), ((1, 1, 24), 1.0)):
        found: dict[str, Any] = {"x": x, "kroneckerP1": x[1:2] * 2, "kroneckerP2": x[2:] * 2}
        yield found | {"clipRatio": ratio} | dict.fromkeys(more)


def whole(*names: str) -> Any:
    def adapt(arguments: dict[str, Any], _: int) -> None:
        for name in names:
            with np.errstate(invalid="ignore"):
                given = np.nan_to_num(single(arguments[name]))
            arguments[name][...] = np.rint(np.clip(given, -3, 3))

    return adapt


def rotated(x: Array, rotation: Array) -> Array:
    side = rotation.shape[-1]
    parts = single(x).reshape(*x.shape[:-1], -1, 1, side)
    found: Array = (parts @ single(rotation)).reshape(x.shape)
    return found.astype(x.dtype)


def _rotated(o: Operands) -> list[Array]:
    found = rotated(o.x, o.rotation)
    if o.architecture == "3510":
        return [*quantised(found, -1, E4M3, algorithm=o.scaleAlg)]
    codes, scale = by_rows(found, 127)
    return [saturated(codes), scale]


def _rotated_cases() -> Iterator[dict[str, Any]]:
    for algorithm in (0, 1):
        for x, side in (((3, 64), 32), ((5, 128), 64), ((2, 128), 128)):
            yield {"x": x, "rotation": (side, side), "alpha": None, "scaleAlg": algorithm}


ORACLES = {
    "aclnnFlatQuant": Oracle(
        _flat,
        given=True,
        shapes=_flat_cases,
        adapt=whole("x", "kroneckerP1", "kroneckerP2"),
    ),
    "aclnnFlatQuantV2": Oracle(
        _flat,
        given=True,
        shapes=_flat_cases,
        adapt=whole("x", "kroneckerP1", "kroneckerP2"),
    ),
    "aclnnFlatQuantV3": Oracle(
        _flat,
        given=True,
        shapes=lambda: _flat_cases("groupListOptional"),
        adapt=whole("x", "kroneckerP1", "kroneckerP2"),
    ),
    "aclnnRotateQuant": Oracle(
        _rotated,
        given=True,
        shapes=_rotated_cases,
        adapt=whole("x", "rotation"),
        refused=lambda o: o.architecture != "3510" and o.scaleAlg != 0,
    ),
}
