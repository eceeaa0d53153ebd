# SPDX-License-Identifier: Apache-2.0
"""Rows that are restored, turned and put quantised into caches: float32, of float16 rounded to it
after each operation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sweep.oracle import Operands, Oracle

Array = NDArray[Any]
_RNG = np.random.default_rng(31)


def _single(numbers: Array) -> Array:
    return numbers.astype(np.float32)


def _restored(o: Operands) -> Array:
    rows = o.x.reshape(-1, o.x.shape[-1])
    bias = o.biasOptional
    if rows.dtype != np.int32:
        return _single(rows)
    if bias is not None and bias.dtype == np.int32:
        rows = (rows.astype(np.int64) + bias).astype(np.int32)
    found = _single(rows) * o.weightScaleOptional.reshape(-1)
    if o.activationScaleOptional is not None:
        found = found * o.activationScaleOptional.reshape(-1, 1)
    is_late = bias is not None and bias.dtype != np.int32
    return np.asarray(found + _single(bias.reshape(-1)) if is_late else found)


def _turned(o: Operands, part: Array, columns: int) -> Array:
    def held(numbers: Array) -> Array:
        return _single(numbers.astype(np.float16)) if o.cos.dtype == np.float16 else numbers

    heads = held(part).reshape(len(part), -1, columns)
    cos, sin = (_single(each).reshape(len(part), 1, columns) for each in (o.cos, o.sin))
    first, second = np.split(heads, 2, -1)
    return held(held(np.concatenate([-second, first], -1) * sin) + held(heads * cos))


def _codes(numbers: Array, scale: Array, offset: Array | None) -> Array:
    found = numbers.reshape(len(numbers), -1) / scale.reshape(-1)
    if offset is not None:
        found = found + offset.reshape(-1)
    whole: Array = np.nan_to_num(np.rint(found), nan=0, posinf=127, neginf=-128)
    return np.clip(whole, -128, 127)


def _rows(o: Operands, tokens: int) -> list[int]:
    """The row of each token, counted through both first dimensions; -1: none."""
    if str(o.cacheModeOptional).lower() == "page":
        return [int(slot) for slot in o.indices]
    each = tokens // len(o.indices)
    per_batch = o.kCacheRef.shape[1]
    return [batch * per_batch + int(first) + at for batch, first in enumerate(o.indices)
            for at in range(each)]  # fmt: skip


def _cached(o: Operands) -> list[Array]:
    rows, columns = _restored(o), o.kCacheRef.shape[-1]
    q, k, v = np.split(rows, np.cumsum(o.sizeSplits)[:2], -1)
    q, k = _turned(o, q, columns), _turned(o, k, columns)
    has_offsets = o.offsetKOptional is not None and o.offsetVOptional is not None
    caches = [o.kCacheRef.copy(), o.vCacheRef.copy()]
    offsets = [o.offsetKOptional, o.offsetVOptional] if has_offsets else [None, None]
    for cache, numbers, scale, offset in zip(
        caches, (k, v), (o.scaleK, o.scaleV), offsets, strict=True
    ):
        codes = _codes(numbers, scale, offset)
        flat = cache.reshape(-1, codes.shape[-1])
        for token, row in enumerate(_rows(o, len(rows))):
            if row >= 0:
                flat[row] = codes[token]
    shape = (*o.x.shape[:-1], -1, columns)
    if not o.kvOutput:
        return [*caches, q.reshape(shape), *[np.zeros(0, np.float32)] * 2]
    return [*caches, q.reshape(shape), k.reshape(shape), v.reshape(shape)]


def _cases() -> Iterator[dict[str, Any]]:
    optional = ("offsetKOptional", "offsetVOptional", "activationScaleOptional", "biasOptional")
    for at, (lead, columns) in enumerate((((2, 3), 16), ((5,), 32), ((1, 4), 16), ((3, 2), 48))):
        q, k = 3 * columns, 2 * columns
        is_paged = at % 2 == 1
        tokens = int(np.prod(lead))
        found: dict[str, Any] = {
            "x": (*lead, q + 2 * k),
            "cos": (*lead, 1, columns) if len(lead) == 2 else (*lead, columns),
            "sin": (*lead, 1, columns) if len(lead) == 2 else (*lead, columns),
            "kCacheRef": (5, 7, 2, columns),
            "vCacheRef": (5, 7, 2, columns),
            "scaleK": (2, columns),
            "scaleV": (2, columns),
            "weightScaleOptional": (q + 2 * k,),
            "sizeSplits": [q, k, k],
            "kvOutput": at != 2,
            "cacheModeOptional": "PAge" if is_paged else "contiguous",
            "offsetKOptional": (2 * columns,),
            "offsetVOptional": (2 * columns,),
            "activationScaleOptional": (tokens,),
            "biasOptional": (q + 2 * k,),
        }
        slots = _RNG.permutation(35)[:tokens].astype(np.int32)
        slots[0] = -1
        slots[2] = slots[1]  # the last token of a slot counts
        firsts = _RNG.integers(0, 4, lead[0]).astype(np.int32)
        found["indices"] = slots if is_paged else firsts
        yield found | dict.fromkeys(optional[: 4 * (at % 3 == 0)])


ORACLES = {
    "aclnnDequantRopeQuantKvcache": Oracle(
        _cached,
        given=True,
        shapes=_cases,
        types={
            "cos": lambda kind: "bfloat16" if kind == "int32" else kind,
            "sin": lambda kind: "bfloat16" if kind == "int32" else kind,
        },
    ),
}
