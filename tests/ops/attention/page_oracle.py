# SPDX-License-Identifier: Apache-2.0
"""Caches of keys and values in pages: what goes into them, and what comes from them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sweep.oracle import Operands, Oracle

Array = NDArray[Any]
Shapes = Iterator[dict[str, Any]]


def _lines(cache: Array, mode: str | None) -> Array:
    """A cache as [rows of all pages, columns of all heads]."""
    if mode == "PA_NZ":
        cache = np.moveaxis(cache, -2, 1)
    return cache.reshape(cache.shape[0] * cache.shape[1], -1)


def _put(cache: Array, rows: Array, slots: Array, mode: str | None) -> Array:
    if cache.ndim == 0 or rows.size == 0:
        return cache
    lines = _lines(cache, mode).copy()
    for row, slot in zip(rows.reshape(len(rows), -1), slots, strict=True):
        if slot >= 0:
            lines[slot] = row
    if mode != "PA_NZ":
        return lines.reshape(cache.shape)
    turned = np.moveaxis(cache, -2, 1).shape
    return np.moveaxis(lines.reshape(turned), 1, -2)


def _scattered(o: Operands) -> list[Array]:
    mode = o.cacheModeOptional
    return [
        _put(o.keyCacheRef, o.key, o.slotMapping, mode),
        _put(o.valueCacheRef, o.value, o.slotMapping, mode),
    ]


def _scattered_with_scale(o: Operands) -> list[Array]:
    found = [o.keyCacheRef.copy(), o.valueCacheRef.copy(), o.keyScaleCacheRef.copy()]
    rows = o.keyCacheRef.shape[2]
    for token, slot in enumerate(o.slotMapping.tolist()):
        if 0 <= slot < len(o.keyCacheRef) * rows:
            for cache, given in zip(found, (o.key, o.value, o.keyScale[..., None]), strict=True):
                cache[slot // rows, :, slot % rows] = given[token]
    return found


def _rows(o: Operands) -> Array:
    """Rows of tokens; the last rows of each head, or those around a mean and the mean."""
    if o.key.ndim == 3:
        return _put(o.keyCacheRef, o.key, o.slotMapping, o.cacheMode)
    cache = o.keyCacheRef.astype(np.float64)
    lines = cache.reshape(-1, cache.shape[-1])
    offsets = o.compressSeqOffsetOptional
    batches, _, heads, _ = o.key.shape
    for b, h in np.ndindex(batches, heads):
        key = o.key[b, :, h].astype(np.float64)
        count, all_rows = int(np.ravel(o.compressLensOptional)[b * heads + h]), o.seqLensOptional[b]
        if offsets is None:
            rows = list(key[all_rows - count : all_rows])
        else:
            before = int(offsets[b * heads + h])
            mean = key[before : before + count].mean(0)
            if np.issubdtype(o.key.dtype, np.integer):
                mean = np.trunc(mean)
            rows = [*key[:before], mean, *key[before + count : all_rows]]
        for i, row in enumerate(rows, int(o.slotMapping[b, h])):
            if 0 <= i < len(lines):
                lines[i] = row
    return np.asarray(cache)


def _row_shapes() -> Shapes:
    """Tokens in both layouts, the last rows of heads, means; slots that are not there."""
    for mode, key, cache in (
        ("Norm", (3, 2, 5), (4, 6, 2, 5)),
        (None, (3, 1, 5), (4, 6, 1, 5)),
        ("PA_NZ", (3, 2, 64), None),
        ("PA_NZ", (3, 3, 64), None),
    ):
        yield {
            "key": key,
            "keyCacheRef": cache or (2, key[1], 64, 6, 1),
            "slotMapping": np.array([7, -1, 2], np.int32),
            "compressLensOptional": None,
            "compressSeqOffsetOptional": None,
            "seqLensOptional": None,
            "cacheMode": mode,
        }
    for kind, lengths, offsets, columns in (
        ("int32", [3, 1, 5, 2], None, 5),
        ("int64", [3, 1, 5, 2], [1, 0, 0, 3], 300),
        ("int32", [2, 3, 4, 1], [0, 2, 2, 4], 7),
    ):
        yield {
            "key": (2, 6, 2, columns),
            "keyCacheRef": (7, 4, 1, columns),
            "slotMapping": np.array([[0, 6], [-2, 22]], kind),
            "compressLensOptional": np.array(lengths, kind).reshape(
                (4,) if not offsets else (2, 2)
            ),
            "compressSeqOffsetOptional": None if offsets is None else np.array(offsets, kind),
            "seqLensOptional": np.array([5, 6], kind),
            "cacheMode": "Norm",
        }


def _in_blocks(arguments: dict[str, Any], _: int) -> None:
    """Blocks of 32 bytes of the type that is swept; float8 types have three dimensions."""
    cache = arguments["keyCacheRef"]
    if arguments["cacheMode"] != "PA_NZ":
        return
    pages, heads, columns, rows, _ = cache.shape
    width = 32 // cache.dtype.itemsize
    shape = (pages, heads, columns // width, rows, width)
    arguments["keyCacheRef"] = np.resize(cache, shape)


def _gathered(o: Operands) -> list[Array]:
    found = []
    counts = np.diff(o.seqLens) if o.isSeqLensCumsum else o.seqLens
    for cache, ref in ((o.keyCache, o.keyRef), (o.valueCache, o.valueRef)):
        page = cache.shape[-2] if o.cacheMode == "PA_NZ" else cache.shape[1]
        lines = _lines(cache, o.cacheMode)
        rows = ref.reshape(len(ref), -1).copy()
        first = 0
        for batch, count in enumerate(counts):
            column = 0 if o.seqOffsetOptional is None else o.seqOffsetOptional[batch] // page
            for i in range(count):
                number = o.blockTables[batch, column + i // page]
                rows[first + i] = lines[number * page + i % page]
            first += count
        found.append(rows.reshape(ref.shape))
    return found


def _scatters() -> Shapes:
    """Both layouts of caches, and one of heads; a token that goes nowhere; keys alone."""
    for mode, key, value, key_cache, value_cache in (
        ("Norm", (3, 2, 5), (3, 2, 4), (4, 6, 2, 5), (4, 6, 2, 4)),
        (None, (3, 2, 5), (0, 2, 4), (4, 6, 2, 5), (4, 6, 2, 4)),
        ("PA_NZ", (3, 2, 32), (3, 1, 32), (2, 4, 6, 16), (2, 2, 6, 16)),
        ("PA_NZ", (3, 2, 16), (3, 2, 32), (2, 2, 1, 6, 16), (2, 2, 2, 6, 16)),
    ):
        yield {
            "key": key,
            "keyCacheRef": key_cache,
            "slotMapping": np.array([7, -1, 2], np.int32),
            "value": value,
            "valueCacheRef": value_cache,
            "compressLensOptional": None,
            "compressSeqOffsetOptional": None,
            "seqLensOptional": None,
            "cacheModeOptional": mode,
            "scatterModeOptional": "None",
            "stridesOptional": None,
            "offsetsOptional": None,
        }


def _scatters_with_scale() -> Shapes:
    """Slots that are not there, before the caches and behind them; columns of two sizes."""
    for tokens, heads, columns, of_values, kind in (
        (3, 2, 5, 4, "int32"),
        (5, 8, 64, 64, "int64"),
        (4, 1, 128, 32, "int32"),
    ):
        yield {
            "key": (tokens, heads, columns),
            "value": (tokens, heads, of_values),
            "keyCacheRef": (4, heads, 6, columns),
            "valueCacheRef": (4, heads, 6, of_values),
            "slotMapping": np.array([7, -1, 2, 24, 23][:tokens], kind),
            "keyScale": (tokens, heads),
            "keyScaleCacheRef": (4, heads, 6, 1),
            "cacheLayoutOptional": "BNBD",
        }


def _gathers() -> Shapes:
    """Lengths and sums, offsets of pages and less, a batch without rows, rows that stay."""
    tables = np.array([[3, 0, 1], [2, 2, 0], [1, 3, 2]], np.int32)
    for mode, sums, offsets, shapes in (
        ("Norm", False, None, ((4, 5, 2, 3), (4, 5, 2, 6), (16, 2, 3), (16, 2, 6))),
        ("Norm", True, [5, 0, 3], ((4, 5, 2, 3), (4, 5, 1, 6), (15, 6), (17, 1, 6))),
        ("PA_NZ", False, [0, 0, 9], ((4, 2, 5, 16), (4, 1, 5, 16), (15, 32), (15, 16))),
    ):
        counts = [7, 0, 8]
        numbers = np.cumsum([0, *counts]) if sums else counts
        yield {
            "keyCache": shapes[0],
            "valueCache": shapes[1],
            "blockTables": tables,
            "seqLens": np.array(numbers, np.int32),
            "keyRef": shapes[2],
            "valueRef": shapes[3],
            "seqOffsetOptional": None if offsets is None else np.array(offsets, np.int32),
            "cacheMode": mode,
            "isSeqLensCumsum": sums,
        }


ORACLES = {
    "aclnnScatterPaKvCache": Oracle(_scattered, given=True, shapes=_scatters),
    "aclnnScatterPaCache": Oracle(
        _rows,
        given=True,
        shapes=_row_shapes,
        adapt=_in_blocks,
        refused=lambda o: o.key.ndim == 4 and "float8" in str(o.key.dtype),
    ),
    "aclnnScatterPaKvCacheWithKScale": Oracle(
        _scattered_with_scale,
        given=True,
        shapes=_scatters_with_scale,
        types={"keyScale": lambda kind: "float32", "keyScaleCacheRef": lambda kind: "float32"},
    ),
    "aclnnGatherPaKvCache": Oracle(_gathered, given=True, shapes=_gathers),
}
