# SPDX-License-Identifier: Apache-2.0
"""Rows that are quantised on their way into pages of a cache: their bytes, by the pages of the
calls. Everything is float32, one operation after the other, and results are compared bit by bit;
codes are those of the numbers of each type that are nearest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import ml_dtypes
import numpy as np
from numpy.typing import NDArray
from small_floats import IN_ML_DTYPES, nearest
from sweep.oracle import Operands, Oracle

Array = NDArray[Any]

LARGEST = {"float8_e4m3fn": 448.0, "float8_e5m2": 57344.0, "float4_e2m1": 6.0, "float4_e1m2": 1.75}
NAN = {"float8_e4m3fn": 0x7F, "float8_e5m2": 0x7E, "hifloat8": 0, "float4_e2m1": 0}
SIGN = {"float4_e2m1": 8, "float4_e1m2": 8}


def codes(numbers: Array, name: str) -> Array:
    """Of float8 what is too large is infinite or NaN; of others the largest."""
    if name in IN_ML_DTYPES and name.startswith("float8"):
        code = numbers.astype(np.float32).astype(IN_ML_DTYPES[name]).view(np.uint8)
    else:
        held = np.minimum(np.abs(numbers.astype(np.float64)), LARGEST.get(name, 32768.0))
        code = nearest(name, np.where(np.isnan(held), 0, held), name == "hifloat8")
        is_less = np.signbit(numbers) & ((code != 0) | (name != "hifloat8"))
        code = code | np.where(is_less, SIGN.get(name, 0x80), 0)
    return np.asarray(np.where(np.isnan(numbers), NAN.get(name, 0), code).astype(np.uint8))


def halves(numbers: Array) -> Array:
    """bfloat16 as bytes."""
    return np.asarray(np.asarray(numbers, np.float32).astype(ml_dtypes.bfloat16).view(np.uint8))


def largest(groups: Array) -> Array:
    return np.asarray(np.fmax.reduce(np.abs(groups), -1, initial=np.float32(0), keepdims=True))


def above(numbers: Array) -> Array:
    """The least powers of two that are not below numbers."""
    fraction, exponent = np.frexp(numbers)
    found = np.ldexp(np.float32(1), np.where(fraction == 0.5, exponent - 1, exponent))
    return np.asarray(np.where(np.isinf(numbers), numbers, found).astype(np.float32))


def powers(scales: Array) -> Array:
    """Powers of two, and what lies up to the next one, as float8_e8m0."""
    return np.asarray((scales.astype(np.float32).view(np.uint32) >> 23).astype(np.uint8))


def pairs(code: Array) -> Array:
    return np.asarray((code[..., ::2] | code[..., 1::2] << 4).astype(np.uint8))


def epilog_row(x: Array, group: int, mode: int, *, is_rounded: bool, factor: float) -> Array:
    """The bytes of a row of KvCompressEpilog."""
    x = x.astype(np.float32)
    kept, rope = x[:-64], x[-64:]
    if mode == 2:
        groups = kept.reshape(-1, group)
        most = largest(groups)
        inverse = np.divide(np.float32(6), most, out=np.zeros_like(most), where=most > 0)
        with np.errstate(invalid="ignore"):
            scaled = groups.astype(ml_dtypes.bfloat16) * inverse.astype(ml_dtypes.bfloat16)
        code = codes(scaled.astype(np.float32).ravel(), "float4_e2m1")
        scale = halves(most.ravel() * np.float32(1 / 6))
        parts = [codes(rope * np.float32(factor), "hifloat8"), pairs(code), scale]
    else:
        groups = kept.reshape(-1, 64)
        held = np.maximum(largest(groups), np.float32(1e-4))
        scales = held * (np.float32(1) / np.float32(448))
        scales = above(scales) if is_rounded else scales
        with np.errstate(invalid="ignore"):
            code = codes((groups / scales).ravel(), "float8_e4m3fn")
        parts = [halves(rope), code, (halves if mode == 0 else powers)(scales.ravel())]
    row = np.concatenate(parts)
    return row if mode == 1 else np.pad(row, (0, -len(row) % 32))


def _epilog(o: Operands) -> Array:
    cache = o.cacheRef.copy()
    lines = cache.reshape(-1, cache.shape[-1])
    for x, slot in zip(
        o.x.reshape(-1, o.x.shape[-1]), np.asarray(o.slotMapping).ravel(), strict=True
    ):
        if slot != -1:
            row = epilog_row(
                x, o.quantGroupSize, o.quantMode, is_rounded=o.roundScale, factor=o.xScale
            )
            lines[slot, : len(row)] = row
    return np.asarray(lines.reshape(cache.shape))


def index_row(x: Array, name: str, mode: int, factor: float) -> tuple[Array, Array | None]:
    """The codes of a row of IndexerQuantCache, and its scales."""
    x = x.astype(np.float32)
    if mode == 2:
        return codes(x * np.float32(factor), "hifloat8"), None
    if mode == 1:
        most = np.abs(x[np.isfinite(x)]).max(initial=0).astype(np.float32)
        scale = most * (np.float32(1) / np.float32(LARGEST[name]))
        with np.errstate(all="ignore"):
            scaled = x * (np.float32(1) / scale)
        return codes(np.where(np.isfinite(scaled), scaled, x), name), np.array([scale], "f4")
    groups = x.reshape(-1, 32)
    if mode == 0:
        held = np.maximum(largest(groups), np.float32(1e-4))
        scales = above(held * (np.float32(1) / np.float32(LARGEST[name])))
        with np.errstate(invalid="ignore"):
            return codes((groups / scales).ravel(), name), powers(scales.ravel())
    is_number = np.isfinite(groups).all(-1, keepdims=True)
    kept = np.where(is_number, groups, 0)
    exponent = np.maximum(np.frexp(largest(kept))[1] + 126, 0)  # as a float32 has it
    exponent = np.where(largest(kept) < 2.0**-126, 0, exponent)
    power = np.maximum(exponent - (2 if name == "float4_e2m1" else 0), 0)
    factor_of_block = np.where(exponent > 0, np.ldexp(1.0, 127 - power), 0)
    scaled = kept.astype(np.float64) * factor_of_block
    scales = np.where(is_number, power, 255).astype(np.uint8).ravel()
    return pairs(codes(scaled.ravel(), name)), scales


def _index(o: Operands) -> list[Array]:
    cache, scales = o.cacheRef.copy(), o.cacheScaleRef.copy()
    name = cache.dtype.name
    lines = cache.reshape(-1, cache.shape[-1]).view(np.uint8)
    factors = scales.reshape(-1, scales.shape[-1])
    for x, slot in zip(o.x, o.slotMapping, strict=True):
        if slot != -1:
            row, scale = index_row(x, name, o.quantMode, o.xScale)
            lines[slot, : len(row)] = row
            if scale is not None:
                factors[slot, : len(scale)] = scale.view(factors.dtype)
    return [cache, scales]


def _epilogs() -> Iterator[dict[str, Any]]:
    """All modes, groups of all sizes, scales of both kinds; tokens that go nowhere."""
    for mode, group, is_rounded, columns, room, tokens in (
        (0, 64, True, 128, 224, (3,)),
        (0, 16, False, 256, 352, (4,)),
        (1, 64, True, 256, 384, (3,)),
        (1, 64, False, 128, 193, (2, 2)),
        (2, 16, True, 128, 128, (3,)),
        (2, 32, False, 256, 200, (4,)),
        (2, 64, False, 192, 160, (3,)),
    ):
        slots = np.array([7, -1, 2, 11][: int(np.prod(tokens))]).reshape(tokens)
        yield {
            "cacheRef": (3, 4, 1, room),
            "x": (*tokens, columns),
            "slotMapping": slots.astype("int32" if is_rounded else "int64"),
            "quantGroupSize": group,
            "quantMode": mode,
            "roundScale": is_rounded,
            "xScale": 2.5,
        }


def _caches() -> Iterator[dict[str, Any]]:
    for mode, columns, room in ((2, 64, 70), (0, 32, 40), (0, 160, 160), (1, 96, 96)):
        scale = np.zeros((3, 4, 1, 6), np.float32)
        yield {
            "cacheRef": (3, 4, 1, room),
            "cacheScaleRef": scale if mode else scale.astype("float8_e8m0fnu"),
            "x": (4, columns),
            "slotMapping": np.array([7, -1, 2, 11], np.int32),
            "quantMode": mode,
            "roundScale": bool(columns % 64),
            "xScale": 0.75,
        }


def _bytes(arguments: dict[str, Any], _: int) -> None:
    """What uint8 takes."""
    if arguments["cacheRef"].dtype == np.uint8:
        arguments["quantMode"] = 2
        arguments["cacheScaleRef"] = np.zeros((3, 4, 1, 6), np.float32)


ORACLES = {
    "aclnnKvCompressEpilog": Oracle(
        _epilog, given=True, shapes=_epilogs, types={"x": lambda kind: "bfloat16"}
    ),
    "aclnnIndexerQuantCache": Oracle(
        _index,
        given=True,
        shapes=_caches,
        types={"x": lambda kind: "float16" if "e5m2" in kind else "bfloat16"},
        adapt=_bytes,
    ),
}
