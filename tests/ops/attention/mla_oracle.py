# SPDX-License-Identifier: Apache-2.0
"""What multi-head latent attention does before attention: MlaProlog."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import ml_dtypes
import numpy as np
from numpy.typing import NDArray
from sweep.oracle import Operands, Oracle

Array = NDArray[Any]
Shapes = Iterator[dict[str, Any]]

WIDTH, QUERIES, KEYS, DEPTH, ROPE = 6144, 1536, 512, 128, 64
HEAD = DEPTH + ROPE


def _rounded(array: Array) -> Array:
    return array.astype(ml_dtypes.bfloat16).astype(np.float64)


def _wide(array: Array) -> Array:
    return np.asarray(array, np.float64)


def _product(left: Array, weight: Array, rows: Array | None, columns: Array | None) -> Array:
    """What the device has of a product: bfloat16, or an exact sum by the factors of both."""
    kind = np.float32 if len(weight) == WIDTH else np.float64  # of whole numbers: exact
    found: Array = np.asarray(left.astype(kind) @ weight.astype(kind), np.float64)
    if columns is None:
        return _rounded(found)
    return np.asarray(found * _wide(columns) * (1 if rows is None else _wide(rows)))


def _normalised(array: Array, gamma: Array, epsilon: float, factor: float) -> Array:
    size = np.sqrt((array * array).mean(-1, keepdims=True) + epsilon)
    return np.asarray(array / size * _wide(gamma) * factor)


def _quantised(array: Array) -> tuple[Array, Array]:
    factor = np.abs(array).max(-1, keepdims=True) / 127
    return np.rint(array / np.where(factor == 0, 1, factor)), factor


def _as_int8(array: Array) -> tuple[Array, Array]:
    """Heads of queries: by way of float16, and halves away from 0."""
    factor = np.abs(array).max(-1, keepdims=True) / 127
    near = (array / factor).astype(np.float16).astype(np.float64)
    return np.copysign(np.floor(np.abs(near) + 0.5), near), factor


def _turned(array: Array, cosines: Array, sines: Array) -> Array:
    """Pairs of neighbours, of which the halves of the result are."""
    even, odd = array[..., 0::2], array[..., 1::2]
    c, s, half = _wide(cosines), _wide(sines), ROPE // 2
    first = even * c[..., :half] - odd * s[..., :half]
    second = odd * c[..., half:] + even * s[..., half:]
    return np.concatenate([first, second], -1)


def _index(o: Operands) -> Array:
    given = o.cacheIndex if hasattr(o, "cacheIndex") else o.cacheIndexOptional
    return np.asarray(given).ravel()


def _stored(o: Operands, cache: Array, rows: Array) -> Array:
    """The cache with these rows; blocks of 32 bytes by the rows of a page for "PA_NZ"."""
    pages, page, _, columns = cache.shape
    found = cache.copy()
    width = 32 // cache.dtype.itemsize
    is_fractal = o.cacheModeOptional == "PA_NZ"
    lines = found.reshape(pages * page, columns)
    blocks = found.reshape(pages, columns // width, page, width)
    for row, index in zip(rows, _index(o), strict=True):
        if index < 0:
            continue
        if is_fractal:
            blocks[index // page, :, index % page] = row.reshape(-1, width)
        else:
            lines[index] = row
    return found


def _int8(array: Array) -> Array:
    return np.clip(np.rint(array), -128, 127).astype(np.int8)


def _prolog(o: Operands, sizes: bool = False) -> list[Array]:
    """Results in the sequence of the parameters; with sizes, what errors are relative to."""
    before = o.tokenX.shape[:-1]
    x = _wide(o.tokenX).reshape(-1, WIDTH)
    tokens, heads = len(x), len(o.weightUk)
    has_int8 = o.weightUqQr.dtype == np.int8
    is_full = o.tokenX.dtype == np.int8
    is_int8_kv = o.kvCacheRef.dtype == np.int8
    rows = o.dequantScaleXOptional
    cq = _product(x, o.weightDq, rows, o.dequantScaleWDqOptional)
    cq = _normalised(cq, o.rmsnormGammaCq, o.rmsnormEpsilonCq, getattr(o, "qcQrScale", 1.0))
    factor = None
    if has_int8:
        smooth = o.smoothScalesCqOptional
        cq, factor = _quantised(cq if smooth is None else cq * _wide(smooth))
    else:
        cq = _rounded(cq)
    q = _product(cq, o.weightUqQr, factor, o.dequantScaleWUqQrOptional)
    q = q.reshape(tokens, heads, HEAD)
    cosines, sines = (_wide(each).reshape(tokens, 1, ROPE) for each in (o.ropeCos, o.ropeSin))
    qc, uk = _rounded(q[..., :DEPTH]), _wide(o.weightUk)
    query = np.einsum("tnd,ndk->tnk", qc, uk)
    rope = _turned(q[..., DEPTH:], cosines, sines)
    scale = np.zeros((tokens, heads, 1))
    if is_full and is_int8_kv:
        query, scale = _as_int8(_rounded(query))
        rope = _rounded(rope) * float(o.quantScaleCkvOptional.ravel()[0]) / scale
    k = _product(x, o.weightDkvKr, rows, o.dequantScaleWDkvKrOptional)
    key = _normalised(
        k[:, :KEYS], o.rmsnormGammaCkv, o.rmsnormEpsilonCkv, getattr(o, "kcScale", 1.0)
    )
    turned = _turned(k[:, KEYS:], cosines[:, 0], sines[:, 0])
    if is_int8_kv:
        factors = _wide(o.quantScaleCkvOptional)
        key = _int8(key * (factors.ravel()[0] if is_full else factors))
        if not is_full:
            turned = _int8(turned * _wide(o.quantScaleCkrOptional))
    results = [
        _stored(o, o.kvCacheRef, key.astype(o.kvCacheRef.dtype)),
        _stored(o, o.krCacheRef, turned.astype(o.krCacheRef.dtype)),
        query.reshape(*before, heads, KEYS),
        rope.reshape(*before, heads, ROPE),
    ]
    results = [np.asarray(each) if each.dtype == np.int8 else _wide(each) for each in results]
    if sizes:
        wide = np.einsum("tnd,ndk->tnk", np.abs(qc), np.abs(uk)).reshape(results[2].shape)
        of_query = np.abs(results[2]) if is_full and is_int8_kv else wide
        most = np.abs(results[3]).max(-1, keepdims=True)
        results[2:] = [of_query, np.broadcast_to(most, results[3].shape)]
        results[:2] = [np.abs(_wide(each)) for each in results[:2]]
        results[1] = np.maximum(results[1], np.abs(_wide(turned)).max())
    if is_full and is_int8_kv:
        results.append(scale)
    return results


_OPTIONAL = (
    "dequantScaleXOptional",
    "dequantScaleWDqOptional",
    "dequantScaleWUqQrOptional",
    "dequantScaleWDkvKrOptional",
    "quantScaleCkvOptional",
    "quantScaleCkrOptional",
    "smoothScalesCqOptional",
    "actualSeqLenOptional",
    "kNopeClipAlphaOptional",
)
_OF_THIRD = {
    "weightQuantMode": 0,
    "kvCacheQuantMode": 0,
    "queryQuantMode": 0,
    "ckvkrRepoMode": 0,
    "quantScaleRepoMode": 0,
    "tileSize": 128,
    "qcQrScale": 1.25,
    "kcScale": 0.75,
}


@cache
def _whole(*shape: int) -> Array:
    """-1, 0 and 1: sums of products are exact, and bfloat16 where there are few."""
    return np.random.default_rng(sum(shape)).integers(-1, 2, shape).astype(np.int8)


def _tokens() -> Shapes:
    """A batch of sequences and rows of tokens, one of which goes into no cache."""
    for before, index, mode in (
        ((2,), [17, 3], "PA_BSND"),
        ((1, 3), [[40, -1, 0]], "PA_NZ"),
        ((1,), [5], None),
    ):
        yield {
            "tokenX": _whole(*before, WIDTH),
            "weightDq": _whole(WIDTH, QUERIES),
            "weightUqQr": _whole(QUERIES, 2 * HEAD),
            "weightUk": _whole(2, DEPTH, KEYS),
            "weightDkvKr": _whole(WIDTH, KEYS + ROPE),
            "rmsnormGammaCq": (QUERIES,),
            "rmsnormGammaCkv": (KEYS,),
            "ropeSin": (*before, ROPE),
            "ropeCos": (*before, ROPE),
            "cacheIndex": np.array(index),
            "cacheIndexOptional": np.array(index),
            "kvCacheRef": (3, 16, 1, KEYS),
            "krCacheRef": (3, 16, 1, ROPE),
            "rmsnormEpsilonCq": 1e-5,
            "rmsnormEpsilonCkv": 1e-4,
            "cacheModeOptional": mode,
            **dict.fromkeys(_OPTIONAL),
            **_OF_THIRD,
        }


def _small(rng: np.random.Generator, shape: tuple[int, ...]) -> Array:
    return rng.uniform(0.5, 1.5, shape).astype(np.float32)


def _in_mode(is_first: bool, is_third: bool) -> Any:
    """bfloat16, int8 heads of queries, these with caches of int8; or tokens of int8, with either
    cache but for the first version. The third has one factor of keys for tokens of int8."""

    def adapt(arguments: dict[str, Any], at: int) -> None:
        rng = np.random.default_rng(at)
        is_full = arguments["rmsnormGammaCq"].dtype == np.int8
        has_int8 = is_full or at > 0
        is_int8_kv = (at != 0 and not is_first) if is_full else at == 2
        half = ml_dtypes.bfloat16
        for name, is_int8 in (
            ("tokenX", is_full),
            ("weightDq", is_full),
            ("weightDkvKr", is_full),
            ("weightUqQr", has_int8),
            ("weightUk", False),
        ):
            arguments[name] = arguments[name].astype(np.int8 if is_int8 else half)
        query = arguments["weightUqQr"]
        for name in ("rmsnormGammaCq", "rmsnormGammaCkv", "ropeSin", "ropeCos"):
            arguments[name] = _small(rng, arguments[name].shape).astype(half)
        has_int8_kr = is_int8_kv and not is_full
        for name, is_int8 in (("kvCacheRef", is_int8_kv), ("krCacheRef", has_int8_kr)):
            cache = rng.integers(-9, 9, arguments[name].shape)
            arguments[name] = cache.astype(np.int8 if is_int8 else half)
        tokens = arguments["tokenX"].size // WIDTH
        for name, shape, is_given in (
            ("dequantScaleXOptional", (tokens, 1), is_full),
            ("dequantScaleWDqOptional", (1, QUERIES), is_full),
            ("dequantScaleWUqQrOptional", (1, query.shape[1]), has_int8),
            ("dequantScaleWDkvKrOptional", (1, KEYS + ROPE), is_full),
            ("quantScaleCkvOptional", (1,) if is_third and is_full else (1, KEYS), is_int8_kv),
            ("quantScaleCkrOptional", (1, ROPE), has_int8_kr),
            ("smoothScalesCqOptional", (1, QUERIES), has_int8 and at != 1),
        ):
            arguments[name] = _small(rng, shape) if is_given else None
        if is_int8_kv:
            arguments["quantScaleCkvOptional"] *= 40

    return adapt


def _oracle(is_first: bool = False, is_third: bool = False) -> Oracle:
    return Oracle(
        _prolog,
        lambda o: _prolog(o, sizes=True),
        given=True,
        shapes=_tokens,
        adapt=_in_mode(is_first, is_third),
        types={"cacheIndex": lambda _: "int64", "cacheIndexOptional": lambda _: "int64"},
        layouts=("dense",),
    )


ORACLES = {
    "aclnnMlaProlog": _oracle(is_first=True),
    "aclnnMlaPrologV2WeightNz": _oracle(),
    "aclnnMlaPrologV3WeightNz": _oracle(is_third=True),
}
