# SPDX-License-Identifier: Apache-2.0
"""Activations with quantised results: the activation in float64, rounded to float32 once, and then
float32, one operation after the other, compared bit by bit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from ops.activation.oracle import gelu, gelu_erf, over_one_and_exp
from ops.quant.scales_oracle import INT8, saturated, single
from sweep.oracle import Operands, Oracle

Array = NDArray[Any]


def active(x: Array, approximate: str) -> Array:
    """Gelu as quantisation reads it."""
    return single((gelu if approximate == "tanh" else gelu_erf)(x.astype(np.float64)))


def _gelu(o: Operands) -> list[Array]:
    numbers = active(o.self, o.approximate)
    if o.inputScaleOptional is not None:
        numbers = numbers * single(o.inputScaleOptional)
    if o.quantMode == "static":
        offset = 0 if o.inputOffsetOptional is None else single(o.inputOffsetOptional)
        return [saturated(np.rint(numbers + np.float32(offset)))]
    scale = np.abs(numbers).max(-1, keepdims=True) / np.float32(127)
    return [saturated(np.rint(numbers / scale)), scale.squeeze(-1)]


def _gelu_cases() -> Iterator[dict[str, Any]]:
    for approximate in ("none", "tanh"):
        for mode in ("static", "dynamic"):
            for x in ((3, 40), (2, 3, 5), (7, 1), (33, 65), (7,)):
                if mode == "dynamic" and len(x) < 2:
                    continue
                for scale in (None, (1,), (x[-1],)):
                    if scale is None and mode == "static":
                        continue
                    for offset in (None, scale):
                        found: dict[str, Any] = {"self": x, "inputScaleOptional": scale}
                        found |= {"inputOffsetOptional": offset, "approximate": approximate}
                        yield found | {"quantMode": mode, "roundMode": "rint", "dstType": INT8}


def _of_rows(o: Operands, numbers: Any, shape: tuple[int, ...], rest: float) -> Array:
    """A row or a number for each row of the units; behind all groups one that changes nothing."""
    given = single(numbers)
    groups = o.groupIndexOptional
    if groups is None:
        if given.ndim == 2:
            return np.asarray(given[0])
        return given if o.quantModeOptional == "dynamic" and given.size == shape[-1] else given[:1]
    ends = np.cumsum(groups) if getattr(o, "groupListType", 0) else groups
    rows = np.arange(int(np.prod(shape[:-1])))
    table = given.reshape(len(given), -1)
    table = np.concatenate([table, np.full((1, table.shape[1]), rest, np.float32)])
    of_row = table[np.searchsorted(ends, rows, "right")]
    return of_row.reshape(*shape[:-1], table.shape[1])


def _swi_glu(o: Operands) -> list[Array]:
    x = o.x.astype(np.float64)
    half = x.shape[-1] // 2
    first, second = x[..., :half], x[..., half:]
    gate, other = (first, second) if o.activateLeft else (second, first)
    units = single(over_one_and_exp(gate, gate) * other)
    numbers = units * _of_rows(o, o.smoothScalesOptional, units.shape, 1)
    if o.quantModeOptional == "static":
        if o.offsetsOptional is not None:
            numbers = numbers + _of_rows(o, o.offsetsOptional, units.shape, 0)
        return [saturated(np.rint(numbers)), np.ones(units.shape[:-1], np.float32)]
    scale = np.float32(127) / np.abs(numbers).max(-1, keepdims=True)
    return [saturated(np.rint(numbers * scale)), scale.squeeze(-1)]


def _swi_glu_cases(*, is_second: bool) -> Iterator[dict[str, Any]]:
    types = ({"groupListType": kind, "dstType": INT8} for kind in (0, 1))
    for extra in types if is_second else ({},):
        for mode in ("static", "dynamic"):
            for x, groups in (
                ((3, 40), None),
                ((9, 6), (2, 2, 9)),
                ((2, 3, 10), (1, 3)),
                ((33, 66), (40,)),
                ((7, 2), None),
            ):
                half, count = x[-1] // 2, len(groups or (0,))
                for smooth in ((count, half), (count,)):
                    for is_left in (True, False):
                        found: dict[str, Any] = {"x": x, "smoothScalesOptional": smooth}
                        found |= {"offsetsOptional": smooth if is_left else None}
                        told = None
                        if groups is not None:
                            ends = np.array(groups, np.int32)
                            told = np.diff(ends, prepend=0) if extra.get("groupListType") else ends
                            told = told.astype(np.int32)
                        found |= {"groupIndexOptional": told, "activateLeft": is_left}
                        yield found | {"quantModeOptional": mode} | extra


def _float32(_: str) -> str:
    return "float32"


ORACLES = {
    "aclnnSwiGluQuant": Oracle(
        _swi_glu,
        given=True,
        shapes=lambda: _swi_glu_cases(is_second=False),
        types={"smoothScalesOptional": _float32, "offsetsOptional": _float32},
    ),
    "aclnnSwiGluQuantV2": Oracle(
        _swi_glu,
        given=True,
        shapes=lambda: _swi_glu_cases(is_second=True),
        types={"smoothScalesOptional": _float32, "offsetsOptional": _float32},
    ),
    "aclnnGeluQuant": Oracle(
        _gelu,
        given=True,
        shapes=_gelu_cases,
        types={
            "inputScaleOptional": _float32,
            "inputOffsetOptional": _float32,
        },
    ),
}
