# SPDX-License-Identifier: Apache-2.0
"""Numbers quantised by scales that follow from them. Everything is float32, as in
scales_oracle.py, and results are compared bit by bit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from ops.quant.scales_oracle import INT8, INT32, packed, saturated, single
from sweep.oracle import Operands, Oracle

Array = NDArray[Any]


def _smooth(o: Operands, x: Array, mode: str) -> Array:
    """The numbers times their smooth scales."""
    if o.smoothScalesOptional is None:
        return x
    scales = single(o.smoothScalesOptional)
    groups = getattr(o, "groupIndexOptional", None)
    if mode == "perchannel":
        return x * scales[:, None]
    if groups is None or scales.ndim == 1:
        return x * scales
    rows = x.reshape(-1, x.shape[-1])
    of_row = np.minimum(np.searchsorted(groups, np.arange(len(rows)), "right"), len(groups) - 1)
    return (rows * scales[of_row]).reshape(x.shape)


def _dynamic(o: Operands, *, is_symmetric: bool) -> list[Array]:
    mode = getattr(o, "quantMode", "pertoken")
    kind = getattr(o, "dstType", INT8)
    x = _smooth(o, single(o.x), mode)
    axis = {"pertoken": -1, "perchannel": -2, "pertensor": None}[mode]
    most, steps = np.float32(127 if kind == INT8 else 7), np.float32(255 if kind == INT8 else 15)
    if is_symmetric:
        scale = np.abs(x).max(axis, keepdims=True) / most
        found = x / scale
        numbers = [scale]
    else:
        largest = x.max(axis, keepdims=True)
        scale = (largest - x.min(axis, keepdims=True)) / steps
        offset = most - largest / scale
        found = x / scale + offset
        numbers = [scale, offset]
    whole = saturated(np.rint(found))
    y = packed(whole) if kind == INT32 else whole
    flat = [each.reshape(1) if axis is None else each.squeeze(axis) for each in numbers]
    return [y, *flat]


def _tokens() -> Iterator[dict[str, Any]]:
    for x in ((3, 40), (2, 3, 5), (7, 1), (0, 3), (2, 1, 2, 1, 2, 1, 2, 2), (33, 65)):
        for smooth in (None, (x[-1],)):
            yield {"x": x, "smoothScalesOptional": smooth}


def _groups() -> Iterator[dict[str, Any]]:
    for case in _tokens():
        for kind in (INT8, INT32) if case["x"][-1] % 8 == 0 else (INT8,):
            yield case | {"groupIndexOptional": None, "dstType": kind}
    for x, ends in (
        ((9, 40), (2, 2, 9)),
        ((2, 3, 8), (0, 5, 6)),
        ((4, 3), (4,)),
        ((5, 3), (1, 3)),
    ):
        for index in ("int32", "int64"):
            yield {
                "x": x,
                "smoothScalesOptional": (len(ends), x[-1]),
                "groupIndexOptional": np.array(ends, index),
                "dstType": INT32 if x[-1] % 8 == 0 and index == "int32" else INT8,
            }


def _modes() -> Iterator[dict[str, Any]]:
    for is_symmetric in (True, False):
        for case in _groups():
            for mode in ("pertoken", "pertensor", "perchannel"):
                smooth = case["smoothScalesOptional"]
                if mode == "perchannel" and case["groupIndexOptional"] is not None:
                    continue
                if mode != "pertoken" and 0 in case["x"]:
                    continue  # nothing is written
                if mode == "perchannel" and smooth is not None:
                    smooth = (case["x"][-2],)
                yield case | {
                    "smoothScalesOptional": smooth,
                    "isSymmetrical": is_symmetric,
                    "quantMode": mode,
                }


ORACLES = {
    "aclnnDynamicQuant": Oracle(
        lambda o: _dynamic(o, is_symmetric=True), given=True, shapes=_tokens
    ),
    "aclnnDynamicQuantV2": Oracle(
        lambda o: _dynamic(o, is_symmetric=False),
        given=True,
        shapes=_groups,
        refused=lambda o: o.architecture == "1001" and o.dstType == INT32,
    ),
    "aclnnDynamicQuantV3": Oracle(
        lambda o: _dynamic(o, is_symmetric=o.isSymmetrical), given=True, shapes=_modes
    ),
    "aclnnDynamicQuantV4": Oracle(
        lambda o: _dynamic(o, is_symmetric=o.isSymmetrical), given=True, shapes=_modes
    ),
}
