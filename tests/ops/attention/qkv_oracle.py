# SPDX-License-Identifier: Apache-2.0
"""Heads of queries, keys and values that lie beside each other: QkvRmsNormRopeCache, and
QkvRmsNormRopeCacheWithKScale."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import ml_dtypes
import numpy as np
from numpy.typing import NDArray
from sweep.oracle import Operands, Oracle

Array = NDArray[Any]
Shapes = Iterator[dict[str, Any]]

COLUMNS = 128
MOST_FLOAT8 = 448


def _wide(array: Array) -> Array:
    return np.asarray(array, np.float64)


def _normed(x: Array, gamma: Array, epsilon: float) -> Array:
    return np.asarray(x / np.sqrt((x**2).mean(-1, keepdims=True) + epsilon) * _wide(gamma))


def _turned(x: Array, cosines: Array, sines: Array) -> Array:
    """Both halves, [tokens, heads, columns]."""
    across = np.concatenate([-x[..., COLUMNS // 2 :], x[..., : COLUMNS // 2]], -1)
    return np.asarray(x * _wide(cosines)[:, None] + across * _wide(sines)[:, None])


def _parts(o: Operands) -> tuple[Array, Array, Array]:
    queries, keys, _ = o.headNums
    x = _wide(o.qkv).reshape(len(o.qkv), -1, COLUMNS)
    epsilon = float(np.float32(o.epsilon))
    q = _turned(_normed(x[:, :queries], o.qGamma, epsilon), o.cos, o.sin)
    k = _turned(_normed(x[:, queries : queries + keys], o.kGamma, epsilon), o.cos, o.sin)
    return q, k, x[:, queries + keys :]


def _cached(o: Operands, cache: Array, rows: Array, scale: Array | None, offset: Array | None):  # type: ignore[no-untyped-def]
    if scale is not None:
        rows = rows / _wide(scale)
    if offset is not None:
        rows = rows + _wide(offset)
    if cache.dtype == np.int8:
        rows = np.clip(np.rint(rows), -128, 127)
    found = _wide(cache)
    pages, blocks, page, width = cache.shape
    for token, slot in enumerate(o.index):
        if 0 <= slot < pages * page:
            found[slot // page, :, slot % page] = rows[token].reshape(blocks, width)
    return found


def _put(o: Operands, sizes: bool = False) -> list[Array]:
    """Queries, caches and rows; with sizes, for each element the largest of its head."""
    parts = _parts(o)
    if sizes:
        parts = tuple(  # type: ignore[assignment]
            np.broadcast_to(np.fmax.reduce(np.abs(each), -1, keepdims=True), each.shape)
            for each in parts
        )
    _, k, v = parts
    lines = [each.reshape(len(each), -1) for each in parts]
    k_cache = _cached(o, o.kCache, k, o.kScaleOptional, o.kOffsetOptional)
    v_cache = _cached(o, o.vCache, v, o.vScaleOptional, o.vOffsetOptional)
    return [lines[0], k_cache, v_cache, *lines]


def _case(
    index: list[int],
    sizes: tuple[int, int] = (2, 3),
    heads: tuple[int, int] = (4, 2),
    quantised: str = "",
    **others: Any,
) -> dict[str, Any]:
    """With letters for what is given: scales k and v, offsets K and V."""
    rng = np.random.default_rng(7)
    queries, keys = heads
    tokens, every = sizes[0] * sizes[1], queries + 2 * keys
    pages, page = others.pop("pages", (3, 32))
    factors = {}
    for letter, name in zip("kvKV", ("kScale", "vScale", "kOffset", "vOffset"), strict=True):
        drawn = rng.uniform(0.01, 0.1, (keys, COLUMNS)) * (500 if letter in "KV" else 1)
        factors[f"{name}Optional"] = drawn.astype(np.float32) if letter in quantised else None
    return {
        "qkv": (tokens, every * COLUMNS),
        "qGamma": (COLUMNS,),
        "kGamma": (COLUMNS,),
        "cos": (tokens, COLUMNS),
        "sin": (tokens, COLUMNS),
        "index": np.array(index, np.int64),
        "kCache": (pages, keys * COLUMNS // 16, page, 16),
        "vCache": (pages, keys * COLUMNS // 16, page, 16),
        **factors,
        "qkvSize": [*sizes, every, COLUMNS],
        "headNums": [queries, keys, keys],
        "epsilon": 1e-4,
        "cacheModeOptional": "PA_NZ",
        **others,
    }


def _put_shapes() -> Shapes:
    yield _case([40, -1, 0, 95, 1, 63])
    yield _case([5], sizes=(1, 1), heads=(1, 1), cacheModeOptional=None)
    yield _case([33, 2, 1, 0, 64, -5], quantised="kv")
    yield _case([33, 2, 1, 0, 64, -1], quantised="kvKV")
    yield _case([33, 2, 1, 0, 64, 70], quantised="kK", heads=(6, 3))
    yield _case([0, 2, 1, 3, 4, 70], quantised="vV", sizes=(1, 6))
    yield _case(list(range(100, 30, -1)), sizes=(2, 35), pages=(4, 64))


def _types(arguments: dict[str, Any], at: int) -> None:
    """Caches of int8 where there are scales for them."""
    rng = np.random.default_rng(at)
    for letter in "kv":
        cache = arguments[f"{letter}Cache"]
        if arguments[f"{letter}ScaleOptional"] is not None:
            pages, blocks, page, _ = cache.shape
            drawn = rng.integers(-9, 9, (pages, blocks // 2, page, 32))
            arguments[f"{letter}Cache"] = drawn.astype(np.int8)


# --- With a factor for each key ------------------------------------------------------------------


def _positions(o: Operands, tokens: int) -> Array:
    found = np.arange(tokens)
    for first, past, length in zip(
        o.queryStartLoc[:-1], o.queryStartLoc[1:], o.seqLens, strict=True
    ):
        found[first:past] = length - (past - first) + np.arange(past - first)
    return found


def _coded(x: Array) -> Array:
    """Numbers of float32 before they are rounded to float8."""
    return np.where(np.isnan(x), np.float32(0), np.clip(x, -MOST_FLOAT8, MOST_FLOAT8))


def _scaled(x: Array) -> tuple[Array, Array]:
    scale = np.abs(x).max(-1) / MOST_FLOAT8
    return _wide(_coded(x / scale[..., None])), _wide(scale)


def _put_scaled(o: Operands) -> list[Array]:
    queries, keys, _ = o.headNums
    x = _wide(o.qkv)
    x = x.swapaxes(0, 1) if o.layoutQkv == "NTD" else x
    angles = _wide(o.cosSin)[_positions(o, len(x))]
    cosines, sines = np.tile(angles[:, :64], 2), np.tile(angles[:, 64:], 2)
    epsilon = float(np.float32(o.epsilon))
    turned = [
        _turned(_normed(part, gamma, epsilon), cosines, sines)
        for part, gamma in (
            (x[:, :queries], o.qGamma),
            (x[:, queries : queries + keys], o.kGamma),
        )
    ]
    (q, q_scale), (k, k_scale) = (
        _scaled(
            (_wide(each.astype(ml_dtypes.bfloat16)) @ _wide(o.rotationOptional)).astype(np.float32)
        )
        for each in turned
    )
    v = _wide(_coded(x[:, queries + keys :].astype(np.float32) * o.vScaleOptional[:, None]))
    found = []
    page = o.kCacheRef.shape[2]
    for cache, rows in ((o.kCacheRef, k), (o.vCacheRef, v), (o.kScaleCacheRef, k_scale[..., None])):
        changed = _wide(cache)
        changed[o.slotMapping // page, :, o.slotMapping % page] = rows
        found.append(changed)
    if o.layoutQOut != "TND":
        q, q_scale = q.swapaxes(0, 1), q_scale.swapaxes(0, 1)
    return [*found, q, q_scale]


def _scaled_shapes() -> Shapes:
    for layout, out, lengths, heads in (
        ("TND", "TND", [(3, 7), (2, 2)], (4, 2)),
        ("TND", "NTD", [(1, 1)], (1, 1)),
        ("NTD", "NTD", [(2, 9), (0, 3), (5, 6)], (3, 1)),
        (None, "", [(40, 50)], (2, 2)),
    ):
        tokens = sum(count for count, _ in lengths)
        queries, keys = heads
        every = queries + 2 * keys
        rng = np.random.default_rng(tokens)
        yield {
            "qkv": (every, tokens, COLUMNS) if layout == "NTD" else (tokens, every, COLUMNS),
            "qGamma": (COLUMNS,),
            "kGamma": (COLUMNS,),
            "cosSin": (64, COLUMNS),
            "slotMapping": rng.permutation(48)[:tokens].astype(np.int32),
            "kCacheRef": (3, keys, 16, COLUMNS),
            "vCacheRef": (3, keys, 16, COLUMNS),
            "kScaleCacheRef": (3, keys, 16, 1),
            "queryStartLoc": np.cumsum([0, *(count for count, _ in lengths)]).astype(np.int32),
            "seqLens": np.array([length for _, length in lengths], np.int32),
            "rotationOptional": (COLUMNS, COLUMNS),
            "vScaleOptional": (keys,),
            "headNums": [queries, keys, keys],
            "layoutQkv": layout,
            "layoutQOut": out,
            "epsilon": 1e-4,
        }


FLOATS = ("qGamma", "kGamma", "cosSin", "kScaleCacheRef", "vScaleOptional")

ORACLES = {
    "aclnnQkvRmsNormRopeCache": Oracle(
        _put,
        lambda o: _put(o, sizes=True),
        given=True,
        shapes=_put_shapes,
        adapt=_types,
        types={"index": lambda _: "int64"},
    ),
    "aclnnQkvRmsNormRopeCacheWithKScale": Oracle(
        _put_scaled,
        given=True,
        shapes=_scaled_shapes,
        layouts=("dense",),
        types={
            **{name: lambda _: "float32" for name in FLOATS},
            **{name: lambda _: "int32" for name in ("slotMapping", "queryStartLoc", "seqLens")},
            **{name: lambda _: "float8_e4m3fn" for name in ("kCacheRef", "vCacheRef")},
        },
    ),
}
