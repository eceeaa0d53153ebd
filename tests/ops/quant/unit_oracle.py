# SPDX-License-Identifier: Apache-2.0
"""Products of whole numbers restored, their gated units quantised: the unit in float64 rounded to
float32 once, and all else float32, one operation after the other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import ml_dtypes
import numpy as np
from numpy.typing import NDArray
from ops.quant.scales_oracle import INT8, saturated, single
from sweep.oracle import Operands, Oracle

Array = NDArray[Any]

_RNG = np.random.default_rng(43)


def _by_group(o: Operands, numbers: Any, rows: int) -> Array:
    """A row of numbers for each row of x."""
    found = np.asarray(numbers)
    if o.groupIndexOptional is None:
        return np.broadcast_to(found.reshape(-1), (rows, found.size))
    ends = np.cumsum(o.groupIndexOptional)
    table = found.reshape(len(ends), -1)
    of_row = np.minimum(np.searchsorted(ends, np.arange(rows), "right"), len(ends) - 1)
    return table[of_row]


def _restored(o: Operands, x: Array) -> Array:
    if x.dtype != np.int32:
        return single(x)
    bias = o.biasOptional
    bias = None if bias is None else _by_group(o, bias, len(x))
    if bias is not None and bias.dtype == np.int32:
        x = x + bias
    found = single(x) * _by_group(o, o.weightScaleOptional, len(x))
    if o.activationScaleOptional is not None:
        found = found * o.activationScaleOptional.reshape(-1, 1)
    return found if bias is None or bias.dtype == np.int32 else found + single(bias)


def _sigmoid(x: Array) -> Array:
    with np.errstate(over="ignore"):
        return 1 / (1 + np.exp(-x))


def unit(
    numbers: Array, *, is_left: bool, mode: int, limit: float, alpha: float, bias: float
) -> Array:
    """The unit of restored numbers."""
    wide = numbers.astype(np.float64)
    half = wide.shape[-1] // 2
    parts = [wide[:, :half], wide[:, half:]]
    if mode == 1:
        parts = [wide[:, ::2], wide[:, 1::2]]
    gate, other = parts if is_left or mode == 1 else parts[::-1]
    limit, alpha, bias = (float(np.float32(each)) for each in (limit, alpha, bias))
    if mode == 0:
        return single(gate * _sigmoid(gate) * other)
    held = np.clip(other, -limit, limit)
    if mode == 3:
        return single(np.minimum(gate * _sigmoid(gate), limit) * held)
    gate = np.minimum(gate, limit)
    return single(gate * _sigmoid(alpha * gate) * (held + bias))


def quantised(o: Operands, largest: float = 127) -> tuple[Array, Array | None]:
    """Numbers before they are rounded, and the scales of rows where they follow."""
    x = o.x.reshape(-1, o.x.shape[-1])
    units = unit(
        _restored(o, x),
        is_left=o.activateLeft,
        mode=getattr(o, "swigluMode", 0) if o.groupIndexOptional is not None else 0,
        limit=getattr(o, "clampLimit", 1),
        alpha=getattr(o, "gluAlpha", 1),
        bias=getattr(o, "gluBias", 0),
    )
    shape = (*o.x.shape[:-1], o.x.shape[-1] // 2)
    scale = o.quantScaleOptional
    scale = np.float32(1) if scale is None else _by_group(o, scale, len(x))
    with np.errstate(invalid="ignore", divide="ignore"):
        if o.quantModeOptional == "dynamic":
            units = units * scale
            rows = np.abs(units).max(-1, keepdims=True) / np.float32(largest)
            return (units / rows).reshape(shape), rows.reshape(shape[:-1])
        found = units / scale
    if o.quantOffsetOptional is not None:
        found = found + _by_group(o, o.quantOffsetOptional, len(x))
    return found.reshape(shape), None


def _whole(o: Operands) -> list[Array]:
    numbers, scales = quantised(o)
    # What is not written keeps the ones that the sweep puts there.
    rows = np.ones(numbers.shape[:-1], np.float32) if scales is None else scales
    return [saturated(np.rint(numbers)), rows]


OPTIONAL = (
    "weightScaleOptional",
    "activationScaleOptional",
    "biasOptional",
    "quantScaleOptional",
    "quantOffsetOptional",
    "groupIndexOptional",
)


def _cases(*, is_second: bool) -> Iterator[dict[str, Any]]:
    for mode in ("static", "dynamic"):
        for x, groups in (
            ((3, 40), None),
            ((2, 5, 6), None),
            ((9, 128), (2, 0, 7)),
            ((33, 64), (5, 20)),
            ((4, 64), (4,)),
        ):
            half, count = x[-1] // 2, () if groups is None else (len(groups),)
            scale: Any = (*count, half)
            if mode == "dynamic" and x[-1] % 64:
                scale = None
            told = None if groups is None else np.array(groups, np.int64)
            for is_left in (True, False):
                found: dict[str, Any] = dict.fromkeys(OPTIONAL)
                found |= {"x": x, "weightScaleOptional": (*count, x[-1])}
                found |= {"activationScaleOptional": x[:-1] if is_left else None}
                found |= {"biasOptional": (*count, x[-1]) if is_left else None}
                found |= {"quantScaleOptional": scale, "groupIndexOptional": told}
                found |= {"quantOffsetOptional": scale if mode == "static" else None}
                found |= {"activateLeft": is_left, "quantModeOptional": mode}
                for variant in (0, 1) if is_second else (0,):
                    more = {"dstType": INT8, "roundModeOptional": "rint", "activateDim": -1}
                    more |= {"swigluMode": variant if groups else 0, "clampLimit": 7.0}
                    more |= {"gluAlpha": 1.702, "gluBias": 1.0}
                    yield found | (more if is_second else {})


def _adapt(arguments: dict[str, Any], at: int) -> None:
    """Numbers near those of models; with floats nothing is restored, on Ascend950 nor elsewhere,
    and groups are those of bfloat16, as on Ascend910B."""
    x = arguments["x"]
    if x.dtype == np.float16 and arguments["groupIndexOptional"] is not None:
        arguments["x"] = x.astype(ml_dtypes.bfloat16)
    if x.dtype != np.int32:
        for name in OPTIONAL[:3]:
            arguments[name] = None
        return
    x[...] = _RNG.integers(-1000, 1000, x.shape)
    shape = arguments["weightScaleOptional"].shape
    arguments["weightScaleOptional"] = single(_RNG.random(shape) * 0.01)
    if arguments["activationScaleOptional"] is not None:
        shape = arguments["activationScaleOptional"].shape
        arguments["activationScaleOptional"] = single(_RNG.random(shape) + 0.5)
    if arguments["biasOptional"] is not None:
        kind = (np.int32, np.float32, np.float16)[at % 3]
        shape = arguments["biasOptional"].shape
        arguments["biasOptional"] = _RNG.integers(-9, 9, shape).astype(kind)


_TYPES = {name: lambda _: "float32" for name in OPTIONAL[:5]}

ORACLES = {
    "aclnnDequantSwigluQuant": Oracle(
        _whole,
        given=True,
        shapes=lambda: _cases(is_second=False),
        types=_TYPES,
        adapt=_adapt,
    ),
    "aclnnDequantSwigluQuantV2": Oracle(
        _whole,
        given=True,
        shapes=lambda: _cases(is_second=True),
        types=_TYPES,
        adapt=_adapt,
    ),
}
