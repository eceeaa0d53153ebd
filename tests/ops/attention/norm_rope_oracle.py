# SPDX-License-Identifier: Apache-2.0
"""Keys and values that are normalised and turned on the way into caches: KvRmsNormRopeCache."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sweep.oracle import Operands, Oracle

Array = NDArray[Any]
Shapes = Iterator[dict[str, Any]]

NORMED, TURNED, KEYS, VALUES = 512, 64, 192, 128


def _wide(array: Array) -> Array:
    return np.asarray(array, np.float64)


def _turned(x: Array, cosines: Array, sines: Array) -> Array:
    """Pairs of neighbours become numbers in both halves."""
    parted = np.concatenate([x[..., 0::2], x[..., 1::2]], -1)
    across = np.concatenate([-x[..., 1::2], x[..., 0::2]], -1)
    return np.asarray(parted * _wide(cosines) + across * _wide(sines))


def _rows(o: Operands) -> tuple[Array, Array]:
    """Keys and values, [B, N, S, columns]."""
    kv, gamma = _wide(o.kv), _wide(o.gamma)
    normed = kv[..., : len(gamma)]
    normed = normed / np.sqrt((normed**2).mean(-1, keepdims=True) + o.epsilon) * gamma
    v = getattr(o, "vOptional", None)
    if v is None:
        return _turned(kv[..., len(gamma) :], o.cos, o.sin), normed
    keys = np.concatenate([_turned(normed[..., :TURNED], o.cos, o.sin), normed[..., TURNED:]], -1)
    return keys, _wide(v)


def _quantised(rows: Array, scale: Array | None, offset: Array | None) -> Array:
    if scale is None:
        return rows
    found = rows * (_wide(scale)[:, None] if scale.ndim == 2 else _wide(scale))
    if offset is not None:
        found = found + (_wide(offset)[:, None] if offset.ndim == 2 else _wide(offset))
    return np.asarray(np.clip(np.rint(found), -128, 127))


def _cached(o: Operands, cache: Array, rows: Array) -> Array:
    batches, heads, sequence, columns = rows.shape
    found, mode = _wide(cache), o.cacheModeOptional
    lines: Array
    if mode not in ("PA", "PA_BNSD", "PA_NZ", "PA_BLK_BNSD", "PA_BLK_NZ"):
        for b, s in np.ndindex(batches, sequence):
            row = o.index.reshape(batches, sequence)[b, s]
            if row >= 0:
                found[b, :, row] = rows[b, :, s]
        return found
    pages, page = cache.shape[:2]
    width = 32 // cache.dtype.itemsize
    if mode.endswith("_NZ"):
        blocks = found.reshape(pages, heads, columns // width, page, width)
        lines = np.moveaxis(blocks, 3, 1).reshape(pages, page, heads, columns)
    else:
        lines = found.copy()
    for b, s in np.ndindex(batches, sequence):
        if "BLK" in mode:
            row = o.index.reshape(batches, -1)[b, s // page]
            at = (row // page, s % page)
        else:
            row = o.index.reshape(batches, sequence)[b, s]
            at = (row // page, row % page)
        if row >= 0:
            lines[at] = rows[b, :, s]
    if mode.endswith("_NZ"):
        blocks = lines.reshape(pages, page, heads, columns // width, width)
        return np.moveaxis(blocks, 1, 3).reshape(cache.shape)
    return lines


def _put(o: Operands, sizes: bool = False) -> list[Array]:
    """Caches and rows; with sizes, for each element the largest of its row."""
    keys, values = _rows(o)
    if sizes:
        most = [np.fmax.reduce(np.abs(each), -1, keepdims=True) for each in (keys, values)]
        keys, values = (
            np.broadcast_to(m, each.shape) for m, each in zip(most, (keys, values), strict=True)
        )
    found = [
        _cached(o, o.kCacheRef, _quantised(keys, o.kRopeScaleOptional, o.kRopeOffsetOptional)),
        _cached(o, o.ckvCacheRef, _quantised(values, o.cKvScaleOptional, o.cKvOffsetOptional)),
    ]
    nothing = np.zeros(0)
    return [*found, *((keys, values) if o.isOutputKv else (nothing, nothing))]


def _case(mode: str | None, **others: Any) -> dict[str, Any]:
    rng = np.random.default_rng(7)
    b, n, s = others.pop("rows", (2, 1, 3))
    has_v = others.pop("has_v", False)
    normed, keys, values = (KEYS, KEYS, VALUES) if has_v else (NORMED, TURNED, NORMED)
    by_page = mode is not None and "PA" in mode
    cache = (3, 32, n) if by_page else (b, n, 5)
    factors = {}
    for name, columns, kind in (
        ("kRopeScaleOptional", keys, "k"),
        ("cKvScaleOptional", values, "v"),
        ("kRopeOffsetOptional", keys, "K"),
        ("cKvOffsetOptional", values, "V"),
    ):
        shape = (n, columns) if n > 1 else (columns,)
        given = rng.uniform(5, 30, shape).astype(np.float32)
        factors[name] = given if kind in others.get("quantised", "") else None
    return {
        "kv": (b, n, s, KEYS if has_v else NORMED + TURNED),
        "gamma": (normed,),
        "cos": (b, 1, others.get("turns", s), TURNED),
        "sin": (b, 1, others.get("turns", s), TURNED),
        "index": np.array(others["index"], np.int64),
        "kCacheRef": (*cache, keys),
        "ckvCacheRef": (*cache, values),
        **factors,
        "vOptional": (b, n, s, VALUES) if has_v else None,
        "epsilon": 1e-4,
        "cacheModeOptional": mode,
        "isOutputKv": others.get("wanted", False),
    }


def _joined() -> Shapes:
    """All modes, quantised or not, with and without results; a row that goes nowhere."""
    yield _case("Norm", index=[[4, -1, 0], [2, 1, 3]], wanted=True)
    yield _case(None, index=[[1], [0]], rows=(2, 1, 1))
    yield _case("PA", index=[90, 3, -1, 4, 5, 31], turns=1, wanted=True)
    yield _case("PA_BNSD", index=[9, 3, 0, 4, 5, 95], quantised="kvK")
    yield _case("PA_NZ", index=[9, 33, -1, 4, 5, 64], wanted=True)
    yield _case("PA_NZ", index=[9, 33, -1, 4, 5, 64], quantised="vV")
    yield _case("PA_BLK_BNSD", index=[32, 64], quantised="k", wanted=True)
    yield _case("PA_BLK_NZ", index=[64, 0, -1], rows=(1, 1, 70))
    yield _case("Norm", index=[[4, -1, 0], [2, 1, 3]], quantised="kv")


def _parted() -> Shapes:
    yield from _joined()
    yield _case("Norm", index=[[4, -1, 0], [2, 1, 3]], has_v=True, rows=(2, 2, 3), wanted=True)
    yield _case("Norm", index=[[4], [2]], has_v=True, rows=(2, 1, 1), quantised="kvKV")
    yield _case("PA_NZ", index=[9, 33, -1, 4, 5, 64], has_v=True, rows=(2, 4, 3), quantised="kV v")
    yield _case("PA_BLK_BNSD", index=[64, 0], has_v=True, rows=(1, 8, 40), wanted=True)


def _is_refused(o: Operands) -> bool:
    """Ascend950 has no values of their own, the others quantise no rows of batches without."""
    has_v = getattr(o, "vOptional", None) is not None
    is_quantised = o.kRopeScaleOptional is not None or o.cKvScaleOptional is not None
    if o.architecture == "3510":
        return has_v
    return is_quantised and not has_v and o.cacheModeOptional == "Norm"


def _types(arguments: dict[str, Any], at: int) -> None:
    """Caches of int8 where there are scales for them."""
    rng = np.random.default_rng(at)
    for name, scale in (("kCacheRef", "kRopeScaleOptional"), ("ckvCacheRef", "cKvScaleOptional")):
        if arguments[scale] is not None:
            arguments[name] = rng.integers(-9, 9, arguments[name].shape).astype(np.int8)


def _oracle(shapes: Any) -> Oracle:
    return Oracle(
        _put,
        lambda o: _put(o, sizes=True),
        given=True,
        refused=_is_refused,
        shapes=shapes,
        adapt=_types,
        types={"index": lambda _: "int64"},
    )


ORACLES = {
    "aclnnKvRmsNormRopeCache": _oracle(_joined),
    "aclnnKvRmsNormRopeCacheV2": _oracle(_parted),
}
