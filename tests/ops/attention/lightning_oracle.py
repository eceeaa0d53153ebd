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
