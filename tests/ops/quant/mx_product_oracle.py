# SPDX-License-Identifier: Apache-2.0
"""Products of floats of 8 bits whose blocks have scales, of batches that lie in the middle, of
whole numbers summed over batches, and by two parts of a matrix, from the pages' formulas in
float64."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import ml_dtypes
import numpy as np
from numpy.typing import NDArray
from ops.quant.product_oracle import words_of
from sweep.oracle import Operands, Oracle

Array = NDArray[Any]
_RNG = np.random.default_rng(43)
E8M0 = ml_dtypes.float8_e8m0fnu


def _floats(shape: tuple[int, ...], kind: str) -> Array:
    made = _RNG.normal(size=shape).astype(np.float32)
    return np.asarray(made.astype(getattr(ml_dtypes, kind)))


def _powers(shape: tuple[int, ...]) -> Array:
    return np.asarray((2.0 ** _RNG.integers(-3, 4, shape)).astype(E8M0))


def _along_columns(numbers: Any, scales: Any) -> Array:
    """Times the scale of their block of 32 of a row."""
    each = np.repeat(scales.astype(np.float64).reshape(*numbers.shape[:-1], -1), 32, -1)
    return np.asarray(numbers.astype(np.float64) * each[..., : numbers.shape[-1]])


def _along_rows(numbers: Any, scales: Any) -> Array:
    """The same of a column."""
    turned = np.moveaxis(scales.astype(np.float64), -1, -2)
    blocks = turned.reshape(*turned.shape[:-3], -1, turned.shape[-1])
    each = np.repeat(blocks, 32, -2)[..., : numbers.shape[-2], :]
    return np.asarray(numbers.astype(np.float64) * each)


# ---- QuantBatchMatmulInplaceAdd ------------------------------------------------------------------


def _factors(o: Operands) -> tuple[Array, Array, Any]:
    if o.x1ScaleOptional.dtype == E8M0:
        x1, x2 = _along_rows(o.x1, o.x1ScaleOptional), _along_rows(o.x2, o.x2Scale)
        return x1, x2, 1.0
    factor = o.x1ScaleOptional.astype(np.float64) * o.x2Scale.astype(np.float64)
    return o.x1.astype(np.float64), o.x2.astype(np.float64), factor


def _added(o: Operands) -> Array:
    x1, x2, factor = _factors(o)
    return np.asarray(o.yRef.astype(np.float64) + x1.T @ x2 * factor)


def _added_size(o: Operands) -> Array:
    x1, x2, factor = _factors(o)
    return np.asarray(np.abs(o.yRef.astype(np.float64)) + np.abs(x1).T @ np.abs(x2) * factor)


def _added_cases() -> Iterator[dict[str, Any]]:
    kinds = ("float8_e4m3fn", "float8_e5m2")
    for k, m, n, first, second in ((70, 5, 9, 0, 1), (128, 33, 4, 1, 1), (3, 1, 2, 0, 0)):
        found: dict[str, Any] = {"x1": _floats((k, m), kinds[first]), "yRef": (m, n)}
        found |= {"x2": _floats((k, n), kinds[second]), "transposeX1": True, "transposeX2": False}
        found |= {
            "x1ScaleOptional": _powers((-(-k // 64), m, 2)),
            "groupSize": 32 | 1 << 16 | 1 << 32,
        }
        yield found | {"x2Scale": _powers((-(-k // 64), n, 2))}


# ---- TransposeQuantBatchMatMul -------------------------------------------------------------------


def _turned_factors(o: Operands) -> tuple[Array, Array, Any]:
    is_flipped = list(o.permX2) == [0, 2, 1]
    if o.x2Scale.dtype != E8M0:
        x2 = o.x2.astype(np.float64)
        factor = o.x2Scale.astype(np.float64) * o.x1Scale.astype(np.float64)[:, None]
        return o.x1.astype(np.float64), x2, factor
    x1 = _along_columns(o.x1, o.x1Scale)
    if is_flipped:
        return x1, np.swapaxes(_along_columns(o.x2, o.x2Scale), -1, -2), 1.0
    return x1, _along_rows(o.x2, o.x2Scale), 1.0


def _turned(o: Operands) -> Array:
    x1, x2, factor = _turned_factors(o)
    return np.asarray(np.swapaxes(np.swapaxes(x1, 0, 1) @ x2 * factor, 0, 1))


def _turned_size(o: Operands) -> Array:
    x1, x2, factor = _turned_factors(o)
    return np.asarray(np.swapaxes(np.abs(np.swapaxes(x1, 0, 1)) @ np.abs(x2) * factor, 0, 1))


def _turned_cases(*, has_lines: bool) -> Iterator[dict[str, Any]]:
    same: dict[str, Any] = {"bias": None, "permX1": [1, 0, 2], "permY": [1, 0, 2]}
    same["batchSplitFactor"] = 1
    for m, b, k, n, is_flipped, kind in ((5, 3, 64, 7, False, 27), (33, 2, 192, 40, True, 1)):
        pairs = k // 64
        x2, scale = (
            ((b, k, n), (b, pairs, n, 2)) if not is_flipped else ((b, n, k), (b, n, pairs, 2))
        )
        found = {"x1": _floats((m, b, k), "float8_e4m3fn"), "x2": _floats(x2, "float8_e4m3fn")}
        found |= {"x1Scale": _powers((m, b, pairs, 2)), "x2Scale": _powers(scale)}
        perm = [0, 2, 1] if is_flipped else [0, 1, 2]
        yield same | found | {"dtype": kind, "groupSize": 32, "permX2": perm}
    if has_lines:
        found = {"x1": _floats((3, 2, 512), "float8_e5m2")}
        found |= {"x2": _floats((2, 512, 128), "float8_e4m3fn")}
        found |= {"x1Scale": _RNG.random((3,)).astype(np.float32)}
        found |= {"x2Scale": _RNG.random((128,)).astype(np.float32)}
        yield same | found | {"dtype": 27, "groupSize": 0, "permX2": [0, 1, 2]}


# ---- QuantMatmulReduceSumWeightNz ----------------------------------------------------------------


def _summed(o: Operands) -> Array:
    sums = o.x1.astype(np.int64) @ o.x2.astype(np.int64)
    rows = o.x1Scale.astype(np.float64)[..., None]
    return np.asarray((sums * o.x2Scale.astype(np.float64) * rows).sum(0))


def _summed_size(o: Operands) -> Array:
    sums = np.abs(o.x1.astype(np.int64) @ o.x2.astype(np.int64))
    rows = np.abs(o.x1Scale.astype(np.float64))[..., None]
    return np.asarray((sums * np.abs(o.x2Scale.astype(np.float64)) * rows).sum(0))


def _summed_cases() -> Iterator[dict[str, Any]]:
    unused = dict.fromkeys(("yScale", "x1Offset", "x2Offset", "yOffset", "bias"))
    for b, m, k, n in ((2, 3, 40, 70), (1, 17, 33, 32), (5, 1, 64, 16)):
        found: dict[str, Any] = {
            "x1": _RNG.integers(-128, 128, (b, m, k)).astype(np.int8),
            "x2": _RNG.integers(-128, 128, (b, k, n)).astype(np.int8),
            "x1Scale": (_RNG.normal(size=(b, m)) / 64).astype(np.float32),
            "x2Scale": (_RNG.normal(size=(n,)) / 64).astype(ml_dtypes.bfloat16),
        }
        found |= {"transposeX1": False, "transposeX2": False, "groupSize": -1, "dims": [0]}
        yield {**unused, **found, "keepDims": False}


# ---- MatmulEmuSplitWeight ------------------------------------------------------------------------


def _split(o: Operands) -> Array:
    x, high, low = (each.astype(np.float64) for each in (o.x, o.wHigh, o.wLow))
    return np.asarray(x @ high + o.wLowScale * (x @ low))


def _split_size(o: Operands) -> Array:
    x, high, low = (np.abs(each.astype(np.float64)) for each in (o.x, o.wHigh, o.wLow))
    return np.asarray(x @ high + o.wLowScale * (x @ low))


def _split_cases() -> Iterator[dict[str, Any]]:
    for m, k, n in ((3, 40, 5), (130, 7, 300)):
        found: dict[str, Any] = {"x": _floats((m, k), "bfloat16"), "wLowScale": 2.0**-8}
        found |= {"wHigh": _floats((k, n), "bfloat16"), "wLow": _floats((k, n), "bfloat16")}
        yield found | {"yDtype": 0}


# ---- WeightQuantBatchMatmul ----------------------------------------------------------------------


def _half(numbers: Array) -> Array:
    return numbers.astype(np.float32).astype(np.float16)


def _restored(o: Operands) -> Array:
    """Each operation in its type, as the kernels have it; the matrix as x2 lies."""
    rows = o.x1.shape[-1 if o.transposeX1 else -2]
    x2 = o.x2.astype(np.float32)
    if rows <= 64:
        side = (-1, 1) if o.transposeX2 else (1, -1)
        bits = o.deqScale.ravel() & np.uint64(0xFFFFE000)
        scale = bits.astype(np.uint32).view(np.float32)
        offset = o.deqOffset.astype(np.float32)
        return _half((x2 + offset.reshape(side)) * scale.reshape(side))
    found = _half((x2 + np.float32(o.antiquantOffset)) * np.float32(o.antiquantScale))
    if o.addOffset is not None:
        found = _half(found.astype(np.float32) + o.addOffset.astype(np.float32))
    if o.mulScale is not None:
        found = _half(found.astype(np.float32) * o.mulScale.astype(np.float32))
    return found


def _first(o: Operands, *, is_size: bool = False) -> Array:
    part = np.abs if is_size else np.asarray
    left, right = part(o.x1.astype(np.float64)), part(_restored(o).astype(np.float64))
    left = np.swapaxes(left, -1, -2) if o.transposeX1 else left
    right = np.swapaxes(right, -1, -2) if o.transposeX2 else right
    found = left @ right
    return np.asarray(found if o.bias is None else found + part(_half(o.bias).astype(np.float64)))


def _first_cases() -> Iterator[dict[str, Any]]:
    names = ("diagonalMatrix", "deqOffset", "deqScale", "addOffset", "mulScale", "bias")
    same: dict[str, Any] = dict.fromkeys(names)
    same |= {"antiquantScale": 0.5, "antiquantOffset": 3.0}
    for rows, k, n, flip1, flip2 in ((5, 40, 7, False, False), (70, 33, 8, True, True)):
        found: dict[str, Any] = {"transposeX1": flip1, "transposeX2": flip2}
        x2 = _RNG.integers(-9, 9, (n, k) if flip2 else (k, n)).astype(np.int8)
        found |= {"x1": _half(_RNG.normal(size=(k, rows) if flip1 else (rows, k))), "x2": x2}
        if rows <= 64:
            scale = np.exp(_RNG.normal(size=n)).astype(np.float32)
            found |= {"diagonalMatrix": np.eye(32, dtype=np.int8), "deqScale": words_of(scale)}
            found |= {"deqOffset": _RNG.integers(-4, 4, 1).astype(np.int32)}
        else:
            found |= {"addOffset": _half(_RNG.normal(size=(n, 1))), "mulScale": _half(np.ones(1))}
            found |= {"bias": _RNG.normal(size=n).astype(np.float32)}
        yield same | found


ORACLES = {
    "aclnnWeightQuantBatchMatmul": Oracle(
        _first,
        magnitude=lambda o: _first(o, is_size=True),
        given=True,
        shapes=_first_cases,
    ),
    "aclnnMatmulEmuSplitWeight": Oracle(
        _split, magnitude=_split_size, roundings=3, given=True, shapes=_split_cases
    ),
    "aclnnQuantBatchMatmulInplaceAdd": Oracle(
        _added, magnitude=_added_size, given=True, shapes=_added_cases
    ),
    "aclnnQuantMatmulReduceSumWeightNz": Oracle(
        _summed, magnitude=_summed_size, given=True, shapes=_summed_cases
    ),
    "aclnnTransposeQuantBatchMatMul": Oracle(
        _turned, magnitude=_turned_size, given=True, shapes=lambda: _turned_cases(has_lines=True)
    ),
    "aclnnTransposeQuantBatchMatMulWeightNz": Oracle(
        _turned,
        magnitude=_turned_size,
        given=True,
        shapes=lambda: _turned_cases(has_lines=False),
        layouts=("dense", "transposed"),
    ),
}
