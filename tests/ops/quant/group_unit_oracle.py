# SPDX-License-Identifier: Apache-2.0
"""Groups of rows in rectangles, and gated units of groups, weighted and quantised, with their
gradient: from the pages' formulas, float32, one operation after the other, behind units that are
float64 and rounded once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import ml_dtypes
import numpy as np
from numpy.typing import NDArray
from ops.quant.block_oracle import LARGEST, block_scales, divided
from ops.quant.mx_oracle import E2M1, E4M3, E5M2, quantised, rounded
from ops.quant.scales_oracle import saturated, single
from sweep.oracle import Operands, Oracle

Array = NDArray[Any]
_RNG = np.random.default_rng(47)


def _sigmoid(x: Array) -> Array:
    with np.errstate(over="ignore"):
        return np.asarray(1 / (1 + np.exp(-x)))


# ---- GroupedDynamicBlockQuant --------------------------------------------------------------------


def _in_groups(o: Operands) -> list[Array]:
    x = single(o.x)
    largest = LARGEST[o.dstType]
    height, width = o.rowBlockSize, o.colBlockSize
    ends = np.asarray(o.groupList)
    across = -(-x.shape[-1] // width)
    scales = np.zeros((*x.shape[:-2], x.shape[-2] // height + len(ends), across), np.float32)
    numbers = np.zeros(x.shape, np.float32)
    first = 0
    for group, past in enumerate(ends):
        if past > first:
            part = x[..., first:past, :]
            found = block_scales(part, height, width, largest, o.minScale)
            at = first // height + group
            scales[..., at : at + found.shape[-2], :] = found
            numbers[..., first:past, :] = divided(part, found, height, width)
        first = past
    return [np.clip(np.nan_to_num(numbers, nan=0), -largest, largest), scales]


def _group_cases(*, has_most: bool) -> Iterator[dict[str, Any]]:
    for kind in (E5M2, E4M3):
        for x, ends, height, width in (
            ((5, 130), (2, 2, 5), 1, 128),
            ((300, 64), (3, 200, 300), 128, 64),
            ((2, 40, 200), (40,), 256, 192),
            ((2, 7, 70), (1, 7), 1, 64),
        ):
            found: dict[str, Any] = {"x": x, "groupList": np.array(ends, np.int32)}
            found["minScale"] = 0.0
            found |= {"roundModeOptional": "rint", "dstType": kind, "rowBlockSize": height}
            found |= {"colBlockSize": width, "groupListType": 0}
            yield found | ({"dstTypeMax": 0.0} if has_most else {})


# ---- SwigluGroupQuant ----------------------------------------------------------------------------


def _halves(x: Any, limit: float) -> tuple[Array, Array]:
    a, b = np.split(single(x).astype(np.float64), 2, axis=-1)
    return (np.minimum(a, limit), np.clip(b, -limit, limit)) if limit > 0 else (a, b)


def _weighted(o: Operands) -> Array:
    a, b = _halves(o.x, float(np.float32(o.clampLimit)))
    with np.errstate(invalid="ignore", over="ignore"):
        units = single(a * _sigmoid(a) * b)
        if o.weightOptional is None:
            return units
        return np.asarray(units * single(o.weightOptional).reshape(*units.shape[:-1], 1))


def _above(scale: Array) -> Array:
    """The power of two from a number on."""
    fraction, exponent = np.frexp(scale.astype(np.float64))
    return np.asarray(np.ldexp(1.0, exponent - (fraction == 0.5)))


def _blocks(units: Array, kind: int, size: int, is_power: bool) -> tuple[Array, Array]:
    parts = units.reshape(*units.shape[:-1], -1, size)
    with np.errstate(invalid="ignore", over="ignore"):
        magnitudes = np.where(np.isfinite(parts), np.abs(parts), 0)
        most = np.maximum(magnitudes.max(-1, keepdims=True), np.float32(1e-4))
        scale = most / np.float32(LARGEST[kind])
        if is_power:
            scale = _above(scale)
            scaled = parts * single(1 / scale)
        else:
            scaled = parts * (np.float32(LARGEST[kind]) / most)
        chosen = np.where(np.isfinite(scaled), scaled, parts)
    return rounded(chosen, kind, "rint").reshape(units.shape), scale[..., 0]


def _group_units(o: Operands) -> list[Array]:
    units = _weighted(o)
    origin = units.astype(o.x.dtype)
    if o.quantMode == 0:
        return [*_blocks(units, o.dstType, 128, o.roundScale), origin]
    if o.dstType == E2M1:
        return [*quantised(units, -1, E2M1), origin]
    numbers, scale = _blocks(units, o.dstType, 32, is_power=True)
    # A block with an infinity or NaN has the scale NaN, and zeros.
    is_number = np.isfinite(units.reshape(*scale.shape, 32)).all(-1)
    scale = np.where(is_number, scale, np.nan)
    numbers = np.where(np.repeat(is_number, 32, -1), numbers, 0)
    return [numbers, scale.reshape(*scale.shape[:-1], -1, 2), origin]


def _unit_cases() -> Iterator[dict[str, Any]]:
    same: dict[str, Any] = {"groupIndexOptional": None, "scaleOptional": None, "blockSize": 0}
    same |= {"dstTypeMax": 15.0, "outputOrigin": True}
    for x, kind, mode, power, limit, weight in (
        ((3, 512), E4M3, 0, False, -1.0, None),
        ((2, 2, 256), E5M2, 0, True, 1.5, (2, 2)),
        ((3, 256), E4M3, 1, True, -1.0, (3,)),
        ((2, 1, 768), E5M2, 1, True, 2.0, None),
        ((4, 256), E2M1, 1, True, -1.0, (4, 1)),
    ):
        found = {"x": x, "dstType": kind, "quantMode": mode, "roundScale": power}
        yield same | found | {"clampLimit": limit, "weightOptional": weight}


# ---- SwigluGroupQuantGrad ------------------------------------------------------------------------


def _parts(o: Operands) -> tuple[Array, Array, Array, Array]:
    """The gradient times the weights, both halves within the limit, and which rows count."""
    a, b = _halves(o.x, float(np.float32(o.clampLimit)))
    grad = o.gradY.astype(np.float64)
    if o.weightOptional is not None:
        grad = grad * o.weightOptional.astype(np.float64).reshape(*grad.shape[:-1], 1)
    counts = np.ones(grad.shape[:-1], bool)
    if o.groupIndexOptional is not None:
        counts.ravel()[int(np.sum(o.groupIndexOptional)) :] = False
    return grad, a, b, counts[..., None]


def _gradient(o: Operands, *, is_size: bool = False) -> list[Array]:
    grad, a, b, counts = _parts(o)
    x0, x1 = np.split(o.x.astype(np.float64), 2, axis=-1)
    s, limit = _sigmoid(a), float(np.float32(o.clampLimit))
    inner = 1 + np.abs(a) * (1 - s) if is_size else 1 + a * (1 - s)
    first, second = grad * b * s * inner, grad * (a * s)
    if limit > 0:
        first, second = first * (x0 < limit), second * ((x1 < limit) & (x1 > -limit))
    found = [np.concatenate([first, second], -1) * counts]
    if o.weightOptional is not None:
        products = o.gradY.astype(np.float64) * o.yOriginOptional.astype(np.float64)
        sums = (np.abs(products) if is_size else products).sum(-1, keepdims=True) * counts
        found.append(sums.reshape(o.weightOptional.shape))
    return [np.abs(each) for each in found] if is_size else found


def _gradient_cases() -> Iterator[dict[str, Any]]:
    for x, limit, weight, groups in (
        ((3, 20), -1.0, None, None),
        ((2, 3, 70), 1.5, (2, 3), np.array([1, 3], np.int64)),
        ((40, 6), 2.0, (40,), np.array([40], np.int64)),
    ):
        half = (*x[:-1], x[-1] // 2)
        found: dict[str, Any] = {"gradY": half, "x": x, "weightOptional": weight}
        found |= {"yOriginOptional": None if weight is None else half, "clampLimit": limit}
        yield found | {"groupIndexOptional": groups}


def _moderate(arguments: dict[str, Any], _: int) -> None:
    """Numbers whose products are none too large."""
    for name in ("gradY", "x", "weightOptional", "yOriginOptional"):
        given = arguments[name]
        if given is not None:
            made = _RNG.normal(size=given.shape).astype(np.float32)
            arguments[name] = made.astype(given.dtype)


# ---- DequantSituQuant ----------------------------------------------------------------------------


def _each_group(numbers: Any, groups: Any, rows: int) -> Array:
    """A row for each row, by how many of them each group has."""
    table = single(numbers).reshape(-1, numbers.shape[-1])
    if groups is None or len(table) == 1:
        return table
    each = np.repeat(np.arange(len(groups)), groups)
    return np.asarray(table[np.pad(each, (0, rows - len(each)), constant_values=len(groups) - 1)])


def _restored(o: Operands) -> Array:
    x = o.x.reshape(-1, o.x.shape[-1])
    if o.x.dtype.kind != "i":
        return single(x)
    found = single(x) * _each_group(o.weightScaleOptional, o.groupIndexOptional, len(x))
    if o.activationScaleOptional is not None:
        found = found * single(o.activationScaleOptional).reshape(-1, 1)
    if o.biasOptional is not None:
        found = found + _each_group(o.biasOptional, o.groupIndexOptional, len(x))
    return np.asarray(found)


def _situ(o: Operands) -> list[Array]:
    with np.errstate(over="ignore", invalid="ignore"):
        numbers = _restored(o).astype(np.float64)
        a, b = np.split(numbers, 2, axis=-1)[:: 1 if o.activateLeft else -1]
        beta, bound = np.float64(np.float32(o.beta)), np.float64(np.float32(o.linearBeta))
        other = bound * np.tanh(b / bound) if bound > 0 else b
        units = single(beta * np.tanh(a / beta) * _sigmoid(a) * other)
        shape = (*o.x.shape[:-1], o.x.shape[-1] // 2)
        factor = single(1) if o.quantScaleOptional is None else single(o.quantScaleOptional)
        if o.quantTypeOptional == "static":
            added = single(0) if o.quantOffsetOptional is None else single(o.quantOffsetOptional)
            return [saturated(np.trunc(units / factor + added)).reshape(shape)]
        units = units * factor
        scale = np.abs(units).max(-1) / np.float32(127)
        codes = saturated(np.trunc(units / scale[:, None]))
    return [codes.reshape(shape), scale.reshape(o.x.shape[:-1])]


def _normal(*shape: int) -> Array:
    return np.asarray(_RNG.normal(size=shape).astype(np.float32))


def _situ_cases() -> Iterator[dict[str, Any]]:
    names = ("weightScale", "activationScale", "bias", "quantScale", "quantOffset", "groupIndex")
    same: dict[str, Any] = dict.fromkeys(f"{name}Optional" for name in names)
    same |= {"beta": 4.0, "linearBeta": 25.0, "activateLeft": True, "quantTypeOptional": "dynamic"}
    small = _RNG.integers(-128, 128, (2, 3, 20)).astype(np.int8)
    sums = _RNG.integers(-9000, 9000, (7, 12)).astype(np.int32)
    cases: tuple[dict[str, Any], ...] = (
        {"x": small, "weightScaleOptional": _normal(20) / 30, "biasOptional": _normal(20)},
        {"x": small, "weightScaleOptional": _normal(1) / 30, "quantScaleOptional": _normal(10)},
        {"x": sums, "weightScaleOptional": _normal(12) / 900, "linearBeta": 0.0},
        {"x": sums, "weightScaleOptional": _normal(2, 12) / 900, "biasOptional": _normal(2, 12)},
        {"x": _normal(5, 8).astype(np.float16), "activateLeft": False},
        {"x": _normal(5, 8).astype(ml_dtypes.bfloat16), "beta": -1.5},
    )
    for more in cases:
        if more["x"] is sums:
            more["activationScaleOptional"] = _normal(7)
            if more["weightScaleOptional"].ndim == 2:
                more["groupIndexOptional"] = np.array([3, 4], np.int64)
        yield same | more


ORACLES = {
    "aclnnDequantSituQuant": Oracle(_situ, given=True, shapes=_situ_cases),
    "aclnnGroupedDynamicBlockQuant": Oracle(
        _in_groups, given=True, shapes=lambda: _group_cases(has_most=False)
    ),
    "aclnnGroupedDynamicBlockQuantV2": Oracle(
        _in_groups, given=True, shapes=lambda: _group_cases(has_most=True)
    ),
    "aclnnSwigluGroupQuant": Oracle(
        _group_units,
        given=True,
        shapes=_unit_cases,
        types={"weightOptional": lambda _: "float32"},
        refused=lambda o: o.x.dtype == np.float32,
    ),
    "aclnnSwigluGroupQuantGrad": Oracle(
        _gradient,
        magnitude=lambda o: _gradient(o, is_size=True),
        given=True,
        shapes=_gradient_cases,
        types={
            "weightOptional": lambda _: "float32",
            "gradWeightOutOptional": lambda _: "float32",
        },
        adapt=_moderate,
    ),
}
