# SPDX-License-Identifier: Apache-2.0
"""Squares that share a power of two, gated units and their gradients in blocks, and numbers that
are scaled twice, from the pages' formulas."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import ml_dtypes
import numpy as np
from numpy.typing import NDArray
from ops.quant.grouped_oracle import grouped
from ops.quant.mx_oracle import E2M1, E4M3, E5M2, exponents, quantised, rounded
from ops.quant.scales_oracle import single
from sweep.oracle import Operands, Oracle

Array = NDArray[Any]
_RNG = np.random.default_rng(41)
LEAST = 2.0**-127

# ---- Squares -------------------------------------------------------------------------------------


def _squares(x: Array) -> Iterator[tuple[int, int, Array]]:
    """The places of squares, one matrix after the other, and their numbers."""
    for i in range(0, x.shape[-2], 32):
        for j in range(0, x.shape[-1], 32):
            yield i, j, x[..., i : i + 32, j : j + 32]


def _beside(scales: Array, x: Array) -> list[Array]:
    """The scale of each number, as one for 32 columns of each row, and for 32 rows of each column,
    in pairs."""
    batch = x.shape[:-2]
    pairs = [-(-x.shape[-1] // 64), -(-x.shape[-2] // 64)]
    rows = np.full((*batch, x.shape[-2], pairs[0] * 2), LEAST)
    rows[..., : -(-x.shape[-1] // 32)] = scales[..., ::32]
    columns = np.full((*batch, pairs[1] * 2, x.shape[-1]), LEAST)
    columns[..., : -(-x.shape[-2] // 32), :] = scales[..., ::32, :]
    columns = columns.reshape(*batch, pairs[1], 2, x.shape[-1])
    return [rows.reshape(*rows.shape[:-1], pairs[0], 2), np.moveaxis(columns, -2, -1)]


def _in_squares(o: Operands) -> list[Array]:
    x = single(o.x).astype(np.float64)
    scales = np.empty(x.shape)
    for i, j, part in _squares(x):
        largest = np.abs(part).max((-2, -1))
        is_number = np.isfinite(largest)
        power = exponents(np.where(is_number, largest, 1), o.dstType, o.scaleAlg, o.dstTypeMax, 0)
        scale = np.where(is_number, np.ldexp(1.0, power), np.nan)
        scales[..., i : i + 32, j : j + 32] = scale[..., None, None]
    with np.errstate(invalid="ignore"):
        numbers = rounded(x / scales, o.dstType, o.roundModeOptional)
    return [numbers, *_beside(scales, x)]


def _square_cases() -> Iterator[dict[str, Any]]:
    for kind, algorithm, most, mode in (
        (E4M3, 0, 0.0, "rint"),
        (E5M2, 0, 0.0, "rint"),
        (E2M1, 0, 0.0, "floor"),
        (E2M1, 2, 7.0, "round"),
        (E2M1, 2, 0.0, "rint"),
    ):
        for x in ((64, 64), (2, 33, 70)):
            found = {"x": x, "roundModeOptional": mode, "dstType": kind}
            yield found | {"scaleAlg": algorithm, "dstTypeMax": most}


REACH = {("float4_e2m1fn", E5M2): 13, ("float4_e2m1fn", E4M3): 6}


def _made_square(o: Operands) -> list[Array]:
    """From float4_e2m1."""
    x = o.x.astype(np.float64)
    codes = o.mxscale.astype(np.float64).reshape(*x.shape[:-1], -1)
    given = np.repeat(codes, 32, -1)[..., : x.shape[-1]]
    scales, numbers = np.empty(x.shape), np.empty(x.shape)
    factor = 2.0 ** REACH[("float4_e2m1fn", o.dstType)]
    for i, j, part in _squares(given):
        largest = part.max((-2, -1), keepdims=True)
        at = (..., slice(i, i + 32), slice(j, j + 32))
        scales[at] = np.maximum(largest / factor, LEAST)
        numbers[at] = x[at] * (part / largest) * factor
    # A block of columns that is not there has a scale all the same.
    rows = np.concatenate([codes, np.full_like(codes[..., :0], LEAST)], -1)
    beside = _beside(scales, x)
    pairs = beside[0].reshape(*x.shape[:-1], -1)
    for i in range(0, x.shape[-2], 32):
        most = rows[..., i : i + 32, :].max(-2, keepdims=True)
        pairs[..., i : i + 32, :] = np.maximum(most / factor, LEAST)
    return [rounded(single(numbers), o.dstType, "rint"), pairs.reshape(beside[0].shape), beside[1]]


def _made_cases() -> Iterator[dict[str, Any]]:
    for kind in (E5M2, E4M3):
        for x in ((64, 64), (2, 128, 70), (40, 32)):
            yield {"x": x, "mxscale": (*x[:-1], -(-x[-1] // 64), 2), "dstType": kind}


def _powers(arguments: dict[str, Any], _: int) -> None:
    powers = 2.0 ** _RNG.integers(-20, 12, arguments["mxscale"].shape)
    powers.ravel()[::7] = LEAST
    arguments["mxscale"] = powers.astype(ml_dtypes.float8_e8m0fnu)


# ---- Units ---------------------------------------------------------------------------------------


def _sigmoid(x: Array) -> Array:
    with np.errstate(over="ignore"):
        return np.asarray(1 / (1 + np.exp(-x)))


def _swiglu(o: Operands) -> Array:
    """Float64, rounded to float32 and to the type of x."""
    x = single(o.x).astype(np.float64)
    with np.errstate(invalid="ignore"):
        if o.swigluMode == 0:
            a, b = np.split(x, 2, axis=o.activateDim)[:: 1 if o.activateLeft else -1]
            return single(a * _sigmoid(a) * b).astype(o.x.dtype)
        limit, alpha, added = (
            np.float64(np.float32(n)) for n in (o.clampLimit, o.gluAlpha, o.gluBias)
        )
        a, b = np.minimum(x[..., ::2], limit), np.clip(x[..., 1::2], -limit, limit)
        return single(a * _sigmoid(alpha * a) * (b + added)).astype(o.x.dtype)


def _in_groups(units: Array, ends: Any, kind: int, **how: Any) -> tuple[Array, Array]:
    """The pairs of a group lie behind those of the group before it."""
    numbers, scales = grouped(units, ends, kind, **how)
    dense = np.full_like(scales, LEAST)
    at, first = 0, 0
    for group, past in enumerate(ends):
        pairs = -(-(past - first) // 64)
        begin = first // 64 + group
        dense[at : at + pairs] = scales[begin : begin + pairs]
        at, first = at + pairs, past
    return numbers, dense


def _units(o: Operands) -> list[Array]:
    units = _swiglu(o)
    how = {"algorithm": o.scaleAlg, "mode": o.roundModeOptional}
    if o.groupIndexOptional is None or o.axis == -1:
        return [*quantised(units, o.axis, o.dstType, **how)]
    groups = np.asarray(o.groupIndexOptional)
    ends = np.cumsum(groups) if o.groupMode == 0 else groups
    return [*_in_groups(units, ends, o.dstType, **how)]


def _unit_cases() -> Iterator[dict[str, Any]]:
    same: dict[str, Any] = {"swigluMode": 0, "clampLimit": 1.5, "gluAlpha": 1.702, "gluBias": 1.0}
    same |= {"groupMode": 0, "groupIndexOptional": None, "activateDim": -1, "axis": -1}
    same |= {"activateLeft": False, "roundModeOptional": "rint", "scaleAlg": 0, "dstType": E4M3}
    same["maxDtypeValue"] = 0.0
    counts, ends = np.array([20, 0, 70], np.int64), np.array([20, 20, 90], np.int64)
    for more in (
        {"x": (2, 3, 140)},
        {"x": (5, 72), "swigluMode": 1, "dstType": E2M1, "roundModeOptional": "round"},
        {"x": (2, 66, 6), "activateDim": -2, "activateLeft": True, "dstType": E5M2, "scaleAlg": 1},
        {"x": (3, 66, 8), "axis": -2, "dstType": E2M1, "roundModeOptional": "floor"},
        {"x": (90, 40), "axis": -2, "groupIndexOptional": counts, "scaleAlg": 1},
        {"x": (180, 10), "axis": -2, "activateDim": -2, "groupIndexOptional": ends, "groupMode": 1},
        {"x": (90, 8), "groupIndexOptional": counts},
    ):
        yield same | more


def _situ(o: Operands) -> list[Array]:
    x = single(o.x).astype(np.float64)
    a, b = np.split(x, 2, axis=-1)[:: 1 if o.activateLeft else -1]
    beta, bound = np.float64(np.float32(o.beta)), np.float64(np.float32(o.linearBeta))
    with np.errstate(invalid="ignore"):
        other = bound * np.tanh(b / bound) if bound > 0 else b
        units = single(beta * np.tanh(a / beta) * _sigmoid(a) * other).astype(o.x.dtype)
    return [*quantised(units, -1, o.dstType, mode=o.roundModeOptional)]


def _situ_cases() -> Iterator[dict[str, Any]]:
    for kind, linear in ((E5M2, 0.0), (E4M3, 2.5)):
        for x in ((3, 144), (2, 1, 20), (130,)):
            found = {"x": x, "beta": 1.25, "linearBeta": linear, "activateLeft": kind == E5M2}
            yield found | {"axis": -1, "dstType": kind, "roundModeOptional": "rint"}


# ---- Gradients -----------------------------------------------------------------------------------


def _gradients(o: Operands) -> list[Array]:
    x, grad = single(o.x).astype(np.float64), single(o.yGrad).astype(np.float64)
    a, b = np.split(x, 2, axis=-1)
    with np.errstate(invalid="ignore"):
        s = _sigmoid(a)
        both = np.concatenate([grad * b * s * (1 + a * _sigmoid(-a)), grad * (a * s)], -1)
    units = single(both).astype(o.x.dtype)
    how = {"algorithm": o.scaleAlg, "mode": o.roundModeOptional}
    groups = o.groupIndexOptional
    across = (
        quantised(units, -2, o.dstDtype, **how)
        if groups is None
        else grouped(units, groups, o.dstDtype, **how)
    )
    return [*quantised(units, -1, o.dstDtype, **how), *across]


def _gradient_cases() -> Iterator[dict[str, Any]]:
    for x, groups in (((2, 35, 64), None), ((70, 128), np.array([3, 3, 70], np.int64))):
        found: dict[str, Any] = {"x": x, "yGrad": (*x[:-1], x[-1] // 2), "activateLeft": True}
        found |= {"groupIndexOptional": groups, "roundModeOptional": "rint", "scaleAlg": 1}
        yield found | {"dstDtype": E4M3, "maxDtypeValue": 0.0}


# ---- Numbers scaled twice ------------------------------------------------------------------------


def _twice(o: Operands) -> list[Array]:
    """Float32, and in the type of x behind each operation."""
    x = o.x
    with np.errstate(invalid="ignore", over="ignore", divide="ignore"):
        if o.smoothScaleOptional is not None:
            x = (single(x) * single(o.smoothScaleOptional)).astype(x.dtype)
        count = -(-x.shape[-1] // 512)
        filled = np.zeros((*x.shape[:-1], count * 512), np.float32)
        filled[..., : x.shape[-1]] = single(x)
        blocks = filled.reshape(*x.shape[:-1], count, 512)
        first = np.abs(blocks).max(-1) / np.float32(6)
        divided = np.where(blocks == 0, blocks, blocks / first[..., None])
    lines = divided.reshape(filled.shape)[..., : x.shape[-1]].astype(x.dtype)
    numbers, second = quantised(lines, -1, E2M1, mode=o.roundModeOptional)
    return [numbers, first, second]


def _twice_cases() -> Iterator[dict[str, Any]]:
    for x, mode in (((3, 1024), "rint"), ((2, 2, 600), "round"), ((70,), "floor")):
        for smooth in (None, (x[-1],)):
            found = {"x": x, "smoothScaleOptional": smooth, "roundModeOptional": mode}
            yield found | {"level0BlockSize": 512, "level1BlockSize": 32}


ORACLES = {
    "aclnnDynamicBlockMxQuant": Oracle(_in_squares, given=True, shapes=_square_cases),
    "aclnnDynamicDualLevelMxQuant": Oracle(_twice, given=True, shapes=_twice_cases),
    "aclnnMxToBlockMxQuant": Oracle(
        _made_square,
        given=True,
        shapes=_made_cases,
        types={"mxscale": lambda _: "float8_e8m0fnu"},
        adapt=_powers,
        layouts=("dense", "transposed", "strided", "offset"),
    ),
    "aclnnSituMxQuant": Oracle(_situ, given=True, shapes=_situ_cases),
    "aclnnSwigluBackwardMxQuantWithDualAxis": Oracle(
        _gradients, given=True, shapes=_gradient_cases
    ),
    "aclnnSwigluMxQuant": Oracle(_units, given=True, shapes=_unit_cases),
}
