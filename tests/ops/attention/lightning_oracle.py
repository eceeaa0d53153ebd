# SPDX-License-Identifier: Apache-2.0
"""The keys that matter most to each query: LightningIndexer."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, starmap
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sweep.oracle import Operands, Oracle

Array = NDArray[Any]
Shapes = Iterator[dict[str, Any]]
ALL = 2**63 - 1


def _parts(lengths: Array | None, batches: int, each: int, are_ends: bool) -> list[slice]:
    """The rows of each batch, of all one after another."""
    if are_ends:
        ends = [0, *np.asarray(lengths).tolist()]
        return list(starmap(slice, pairwise(ends)))
    counts = [each] * batches if lengths is None else np.asarray(lengths).tolist()
    return [slice(b * each, b * each + count) for b, count in enumerate(counts)]


def _indexed(o: Operands) -> list[Array]:
    of_ends = o.layoutQueryOptional == "TND"
    shape = o.query.shape
    query = np.asarray(o.query, np.float64).reshape(-1, *shape[-2:])
    weights = np.asarray(o.weights, np.float64).reshape(-1, shape[-2])
    batches = len(o.actualSeqLengthsQueryOptional) if of_ends else shape[0]
    rows = _parts(o.actualSeqLengthsQueryOptional, batches, 0 if of_ends else shape[1], of_ends)
    key = np.asarray(o.key, np.float64)
    if o.layoutKeyOptional == "PA_BSND":
        keys = [
            key[pages].reshape(-1, 128)[:count]
            for pages, count in zip(
                o.blockTableOptional, o.actualSeqLengthsKeyOptional, strict=True
            )
        ]
    else:
        each = 0 if of_ends else key.shape[1]
        parts = _parts(o.actualSeqLengthsKeyOptional, batches, each, of_ends)
        keys = [key.reshape(-1, 128)[part] for part in parts]
    indices = np.full((len(query), o.sparseCount), -1, np.int32)
    values = np.full(indices.shape, -np.inf)
    for part, mine in zip(rows, keys, strict=True):
        for row in range(part.start, part.stop):
            seen = mine if o.sparseMode == 0 else mine[: max(0, len(mine) - (part.stop - row) + 1)]
            scores = np.maximum(query[row] @ seen.T, 0).T @ weights[row]
            best = np.argsort(-scores, kind="stable")[: o.sparseCount]
            indices[row, : len(best)] = best
            values[row, : len(best)] = scores[best]
    dims = (*shape[:-2], 1, o.sparseCount)
    return [indices.reshape(dims), values.reshape(dims) if o.returnValues else np.zeros(0)]


def _cases() -> Shapes:
    """All layouts; rows that see nothing, more keys than a tile, fewer and more than are wanted."""
    whole = {"preTokens": ALL, "nextTokens": ALL}
    none = dict.fromkeys(
        ("actualSeqLengthsQueryOptional", "actualSeqLengthsKeyOptional", "blockTableOptional")
    )
    for rows, keys, heads, count, mode, lengths in (
        (3, 300, 4, 7, 3, None),
        (17, 5, 1, 9, 0, ([17, 9], [5, 0])),
        (4, 2, 64, 2048, 3, ([2, 4], [1, 2])),
    ):
        case = none | {
            "query": (2, rows, heads, 128),
            "key": (2, keys, 1, 128),
            "weights": (2, rows, heads),
            "layoutQueryOptional": "BSND",
            "layoutKeyOptional": "BSND",
            "sparseCount": count,
            "sparseMode": mode,
            "returnValues": True,
        }
        if lengths is not None:
            case |= {
                "actualSeqLengthsQueryOptional": np.array(lengths[0], np.int32),
                "actualSeqLengthsKeyOptional": np.array(lengths[1], np.int32),
            }
        yield case | whole
    ends = {
        "actualSeqLengthsQueryOptional": np.array([2, 2, 9], np.int32),
        "actualSeqLengthsKeyOptional": np.array([4, 10, 21], np.int32),
        "layoutQueryOptional": "TND",
        "sparseCount": 5,
        "sparseMode": 3,
    }
    case = none | ends | whole | {"query": (9, 2, 128), "weights": (9, 2)}
    yield case | {"key": (21, 1, 128), "layoutKeyOptional": "TND", "returnValues": True}
    pages = {
        "actualSeqLengthsKeyOptional": np.array([20, 0, 33], np.int32),
        "blockTableOptional": np.array([[4, 1, 0], [0, 0, 0], [2, 3, 0]], np.int32),
        "layoutKeyOptional": "PA_BSND",
        "returnValues": False,
    }
    yield case | pages | {"key": (5, 16, 1, 128)}


def _dequantised(o: Operands) -> list[Array]:
    """Of powers of two as scales, whose products with whole numbers are exact."""
    given = vars(o) | {"returnValues": False}
    for name, scale in (("query", o.queryDequantScale), ("key", o.keyDequantScale)):
        given[name] = given[name].astype(np.float64) * scale.astype(np.float64)[..., None]
    return [_indexed(Operands(**given))[0]]


def _quantised_cases() -> Shapes:
    for case in _cases():
        heads = max(case["query"][-2], 8)
        case |= {
            "query": (*case["query"][:-2], heads, 128),
            "weights": (*case["weights"][:-1], heads),
            "queryDequantScale": (*case["weights"][:-1], heads),
            "keyDequantScale": case["key"][:-1],
            "queryQuantMode": 0,
            "keyQuantMode": 0,
        }
        yield {name: value for name, value in case.items() if name != "returnValues"}


def _whole_of_quantised(arguments: dict[str, Any], at: int) -> None:
    _whole(arguments, at)
    rng = np.random.default_rng(at)
    for name in ("queryDequantScale", "keyDequantScale"):
        given = arguments[name]
        arguments[name] = (2.0 ** rng.integers(-2, 2, given.shape)).astype(given.dtype)


# --- The second version --------------------------------------------------------------------------


def _used(parts: list[slice], used: Array | None) -> list[slice]:
    if used is None:
        return parts
    return [slice(p.start, p.start + int(n)) for p, n in zip(parts, used, strict=True)]


def _second_parts(o: Operands) -> tuple[list[slice], list[Array]]:
    """The rows of each batch that count, and its keys."""
    of_ends, is_950 = o.layoutQ == "TND", o.architecture == "3510"
    key = np.asarray(o.k, np.float64)
    used = o.sequsedQOptional if is_950 else None
    ends = o.cuSeqlensQOptional[1:] if of_ends else None
    batches = len(ends) if ends is not None else len(o.q)
    rows = _used(_parts(ends, batches, 0 if of_ends else o.q.shape[1], of_ends), used)
    if o.layoutK == "PA_BBND":
        table = zip(o.blockTableOptional, o.sequsedKOptional, strict=True)
        return rows, [key[pages].reshape(-1, 128)[:count] for pages, count in table]
    ends = o.cuSeqlensKOptional[1:] if of_ends else None
    used = o.sequsedKOptional if is_950 or not of_ends else None
    parts = _used(_parts(ends, batches, 0 if of_ends else key.shape[1], of_ends), used)
    return rows, [key.reshape(-1, 128)[part] for part in parts]


def _second(o: Operands) -> list[Array]:
    """The last row sees what the keys stand for, and of that whole keys; others one less each."""
    shape = o.q.shape
    query = np.asarray(o.q, np.float64).reshape(-1, *shape[-2:])
    weights = np.asarray(o.w, np.float64).reshape(-1, shape[-2])
    offsets = o.outputIdxOffsetOptional if o.architecture == "3510" else None
    indices = np.full((len(query), o.topk), -1, np.int32)
    values = np.full(indices.shape, -np.inf)
    for batch, (part, mine) in enumerate(zip(*_second_parts(o), strict=True)):
        rest = 0 if o.cmpResidualKOptional is None else o.cmpResidualKOptional[batch]
        for row in range(part.start, part.stop):
            stands = len(mine) * o.cmpRatio + rest - (part.stop - row) + 1
            seen = mine if o.maskMode == 0 else mine[: max(0, stands // o.cmpRatio)]
            scores = np.maximum(query[row] @ seen.T, 0).T @ weights[row]
            best = np.argsort(-scores, kind="stable")[: o.topk]
            indices[row, : len(best)] = best + (0 if offsets is None else offsets.ravel()[row])
            values[row, : len(best)] = scores[best]
    dims = (*shape[:-2], 1, o.topk)
    return [indices.reshape(dims), values.reshape(dims) if o.returnValue else np.zeros(0)]


def _second_cases() -> Shapes:
    """All layouts, lengths and ends with and without those that count, keys that stand for
    several; rows that see nothing."""

    def numbers(*each: int) -> Array:
        return np.array(each, np.int32)

    none = dict.fromkeys(
        ("cuSeqlensQOptional", "cuSeqlensKOptional", "sequsedQOptional", "sequsedKOptional",
         "cmpResidualKOptional", "blockTableOptional", "outputIdxOffsetOptional")
    )  # fmt: skip
    none |= {"metadataOptional": np.zeros(1024, np.int32), "maxSeqlenQ": -1, "returnValue": 1}
    rooms = none | {"layoutQ": "BSND", "layoutK": "BSND", "cmpRatio": 1, "maskMode": 3, "topk": 7}
    rooms |= {"q": (2, 17, 4, 128), "w": (2, 17, 4)}
    yield rooms | {"k": (2, 300, 1, 128)}
    yield rooms | {
        "k": (2, 9, 1, 128), "topk": 2100, "maskMode": 0, "sequsedKOptional": numbers(9, 0),
        "sequsedQOptional": numbers(5, 17), "outputIdxOffsetOptional": np.arange(34, dtype=np.int32)
        .reshape(2, 17, 1),
    }  # fmt: skip
    yield rooms | {"k": (2, 5, 1, 128), "cmpRatio": 4, "cmpResidualKOptional": numbers(3, 0)}
    ends = none | {"layoutQ": "TND", "topk": 5, "cuSeqlensQOptional": numbers(0, 2, 2, 9)}
    ends |= {"q": (9, 2, 128), "w": (9, 2), "layoutK": "TND", "k": (21, 1, 128), "maskMode": 3}
    ends |= {"cuSeqlensKOptional": numbers(0, 4, 10, 21)}
    yield ends | {"cmpRatio": 1}
    yield ends | {
        "cmpRatio": 2, "cmpResidualKOptional": numbers(1, 0, 1), "returnValue": 0,
        "sequsedQOptional": numbers(1, 0, 4), "sequsedKOptional": numbers(4, 0, 2),
        "outputIdxOffsetOptional": np.arange(9, dtype=np.int32).reshape(9, 1),
    }  # fmt: skip
    yield ends | {
        "layoutK": "PA_BBND", "k": (5, 16, 1, 128), "cuSeqlensKOptional": None, "cmpRatio": 1,
        "sequsedKOptional": numbers(20, 0, 33),
        "blockTableOptional": numbers(4, 1, 0, 0, 0, 0, 2, 3, 0).reshape(3, 3),
    }  # fmt: skip


def _whole_of_second(arguments: dict[str, Any], at: int) -> None:
    rng = np.random.default_rng(at)
    for name, low, high in (("q", -2, 3), ("k", -2, 3), ("w", -1, 3)):
        given = arguments[name]
        arguments[name] = rng.integers(low, high, given.shape).astype(given.dtype)


def _whole(arguments: dict[str, Any], at: int) -> None:
    """Whole numbers: scores are exact, so that equal ones are equal everywhere."""
    rng = np.random.default_rng(at)
    for name, low, high in (("query", -2, 3), ("key", -2, 3), ("weights", -1, 3)):
        given = arguments[name]
        arguments[name] = rng.integers(low, high, given.shape).astype(given.dtype)


def _statistics(o: Operands) -> list[Array]:
    of_ends = o.layoutOptional == "TND"
    shape = o.queryIndex.shape
    query = np.asarray(o.queryIndex, np.float64).reshape(-1, *shape[-2:])
    key = np.asarray(o.keyIndex, np.float64).reshape(-1, 128)
    weights = np.asarray(o.weight, np.float64).reshape(-1, shape[-2])
    lengths = o.actualSeqLengthsQueryOptional, o.actualSeqLengthsKeyOptional
    batches = len(lengths[0]) if of_ends else shape[0]
    rows = _parts(lengths[0], batches, 0 if of_ends else shape[1], of_ends)
    keys = _parts(lengths[1], batches, 0 if of_ends else o.keyIndex.shape[1], of_ends)
    maxima, sums = np.zeros(len(query)), np.zeros(len(query))
    for part, mine in zip(rows, keys, strict=True):
        for row in range(part.start, part.stop):
            seen = key[mine][: mine.stop - mine.start - (part.stop - row) + 1]
            scores = weights[row] @ np.maximum(query[row] @ seen.T, 0)
            maxima[row] = scores.max()
            sums[row] = np.exp(scores - maxima[row]).sum()
    dims = (1, len(query)) if of_ends else (shape[0], 1, shape[1])
    return [maxima.reshape(dims), sums.reshape(dims)]


def _statistics_cases() -> Shapes:
    """Both layouts; more keys than a tile, rows that do not count, some behind the last end."""
    for query, keys, lengths in (
        ((2, 17, 8), (2, 700), None),
        ((2, 5, 32), (2, 9), ([5, 2], [5, 9])),
        ((12, 64), (40,), ([2, 2, 9], [2, 8, 38])),
    ):
        yield {
            "queryIndex": (*query, 128),
            "keyIndex": (*keys, 1, 128),
            "weight": query,
            "actualSeqLengthsQueryOptional": None if lengths is None else lengths[0],
            "actualSeqLengthsKeyOptional": None if lengths is None else lengths[1],
            "layoutOptional": "TND" if len(query) == 2 else "BSND",
            "sparseMode": 3,
            "preTokens": ALL,
            "nextTokens": ALL,
        }


def _small(arguments: dict[str, Any], at: int) -> None:
    """Scores that are exact, and not so far from each other that one exponential counts alone; of
    every second sample weights of float32."""
    rng = np.random.default_rng(at)
    for name in ("queryIndex", "keyIndex"):
        given = arguments[name]
        arguments[name] = rng.integers(-1, 2, given.shape).astype(given.dtype)
    weights = rng.integers(-2, 3, arguments["weight"].shape) / 64
    arguments["weight"] = weights.astype(np.float32 if at % 2 else arguments["queryIndex"].dtype)


ORACLES = {
    "aclnnDenseLightningIndexerSoftmaxLse": Oracle(
        _statistics, given=True, shapes=_statistics_cases, adapt=_small
    ),
    "aclnnQuantLightningIndexer": Oracle(
        _dequantised,
        given=True,
        shapes=_quantised_cases,
        adapt=_whole_of_quantised,
        types={
            "weights": lambda kind: "float16" if kind == "int8" else "bfloat16",
            **dict.fromkeys(
                ("queryDequantScale", "keyDequantScale"),
                lambda kind: "float16" if kind == "int8" else "float32",
            ),
        },
        layouts=("offset",),  # others are refused of keys on Ascend950: test_quant_lightning.py
    ),
    "aclnnLightningIndexerV2": Oracle(
        _second,
        given=True,
        shapes=_second_cases,
        adapt=_whole_of_second,
        types={"w": lambda _: "float32"},
        layouts=("offset",),  # others are refused of k on Ascend950: test_lightning_v2.py
    ),
    "aclnnLightningIndexer": Oracle(
        _indexed,
        given=True,
        shapes=_cases,
        adapt=_whole,
        types={
            **dict.fromkeys(
                (
                    "actualSeqLengthsQueryOptional",
                    "actualSeqLengthsKeyOptional",
                    "blockTableOptional",
                ),
                lambda _: "int32",
            ),
        },
    ),
}
