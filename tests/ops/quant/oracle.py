# SPDX-License-Identifier: Apache-2.0
"""Products with quantised weights."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from ops.quant.scales_oracle import unpacked
from sweep.oracle import Operands, Oracle

Array = NDArray[Any]
_RNG = np.random.default_rng(3)


def _scale_of(bits: Array) -> Array:
    return (bits & 0xFFFFE000).astype(np.uint32).view(np.float32).astype(np.float64)


def _rows(numbers: Any, group: int, depth: int) -> Array:
    """A row for each row of the weights."""
    found = np.asarray(numbers, np.float64)
    found = found.reshape(-1, found.shape[-1])
    return np.repeat(found, group, 0)[:depth] if group else found


def _weights(o: Operands) -> Array:
    weight = unpacked(o.weight).astype(np.float64)
    depth = weight.shape[0]
    if o.antiquantOffsetOptional is not None:
        weight = weight + _rows(o.antiquantOffsetOptional, o.antiquantGroupSize, depth)
    scale = o.antiquantScale
    scale = _scale_of(scale) if scale.dtype == np.uint64 else scale
    return weight * _rows(scale, o.antiquantGroupSize, depth)


def _product(o: Operands) -> Array:
    found = o.x.astype(np.float64) @ _weights(o)
    if o.biasOptional is not None:
        found = found + np.asarray(o.biasOptional, np.float64).reshape(1, -1)
    if o.quantScaleOptional is None:
        return np.asarray(found)
    bits = o.quantScaleOptional
    offset = (bits >> np.uint64(37) & np.uint64(511)).astype(np.int64)
    added: Any = np.where(offset < 256, offset, offset - 512)
    if o.quantOffsetOptional is not None:
        added = o.quantOffsetOptional.astype(np.float64)
    return np.asarray(np.clip(np.round(found * _scale_of(bits) + added), -128, 127))


def _size(o: Operands) -> Array:
    found = np.abs(o.x.astype(np.float64)) @ np.abs(_weights(o))
    if o.biasOptional is not None:
        found = found + np.abs(np.asarray(o.biasOptional, np.float64)).reshape(1, -1)
    return np.asarray(found)


def _cases() -> Iterator[dict[str, Any]]:
    def case(m: int, k: int, n: int, scale: Any, **more: Any) -> dict[str, Any]:
        weight = _RNG.integers(-128, 128, (k, n)).astype(np.int8)
        optional = ("antiquantOffset", "quantScale", "quantOffset", "bias")
        own = {"x": (m, k), "weight": weight, "antiquantScale": scale, "antiquantGroupSize": 0}
        return {**dict.fromkeys(f"{name}Optional" for name in optional), **own, **more}

    yield case(3, 40, 5, (1,))
    yield case(2, 7, 300, (300,), antiquantOffsetOptional=(300,))
    yield case(130, 70, 4, (3, 4), antiquantOffsetOptional=(3, 4), antiquantGroupSize=32)
    words = _RNG.integers(-(2**31), 2**31, (64, 3)).astype(np.int32)
    yield case(5, 64, 24, (1, 24), weight=words, biasOptional=(24,))
    yield case(5, 64, 24, (2, 24), weight=words, antiquantGroupSize=32)
    # A few rows, columns beyond a tile, and depths beyond a block.
    yield case(1, 300, 1033, (1, 1033), biasOptional=(1033,))
    offsets = {"antiquantOffsetOptional": (10, 1048), "antiquantGroupSize": 32}
    yield case(4, 320, 1048, (10, 1048), **offsets)
    words = _RNG.integers(-(2**31), 2**31, (320, 131)).astype(np.int32)
    yield case(3, 320, 1048, (10, 1048), weight=words, **offsets)
    # An offset of -3 in its bits.
    scale = np.full((1, 9), 0x3F800000 + (509 << 37), np.uint64)
    yield case(4, 6, 9, (9,), quantScaleOptional=scale)
    offset = np.full((9,), 5, np.float32)
    yield case(4, 6, 9, (9,), quantScaleOptional=scale[0], quantOffsetOptional=offset)


def _fractal_cases() -> Iterator[dict[str, Any]]:
    """Of int8 a scale for each column, nothing quantised."""
    for case in _cases():
        is_plain = case["weight"].dtype == np.int8 and case["antiquantScale"][-1:] == (1,)
        is_grouped = case["weight"].dtype == np.int8 and case["antiquantGroupSize"] > 0
        if case["quantScaleOptional"] is None and not is_plain and not is_grouped:
            yield case


def _adapt(arguments: dict[str, Any], _: int) -> None:
    """Numbers that do not overflow; the bias has the type that goes with x."""
    for name in ("x", "antiquantScale", "antiquantOffsetOptional", "biasOptional"):
        value = arguments[name]
        if isinstance(value, np.ndarray):
            small = np.clip(np.nan_to_num(value.astype(np.float64)), -2, 2)
            arguments[name] = small.astype(arguments["x"].dtype)
    if arguments["quantScaleOptional"] is not None:
        # Sums of whole numbers: nothing is rounded.
        arguments["x"] = np.round(arguments["x"].astype(np.float32)).astype(arguments["x"].dtype)
        arguments["antiquantScale"] = np.ones_like(arguments["antiquantScale"])
    bias = arguments["biasOptional"]
    if bias is not None and bias.dtype != np.float16:
        arguments["biasOptional"] = bias.astype(np.float32)


ORACLES = {
    call: Oracle(
        _product,
        _size,
        given=True,
        shapes=_cases,
        adapt=_adapt,
        refused=lambda o: o.architecture == "3510" and o.quantScaleOptional is not None,
        layouts=("dense", "offset"),
    )
    for call in ("aclnnWeightQuantBatchMatmulV2", "aclnnWeightQuantBatchMatmulV3")
}
ORACLES["aclnnWeightQuantBatchMatmulNz"] = Oracle(
    _product,
    _size,
    given=True,
    shapes=_fractal_cases,
    adapt=_adapt,
    layouts=("dense",),
)
