# SPDX-License-Identifier: Apache-2.0
"""Attention of a matrix of queries to the keys of their rows and columns: FusedFloydAttention."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from ops.attention.small import make_small
from sweep.oracle import Operands, Oracle

Array = NDArray[Any]

LOWEST = float(np.finfo(np.float32).min)


def _plain(array: Array) -> Array:
    return array


def _by_columns(array: Array) -> Array:
    """[b, h, n or k, m, ..] as matrices of columns, [b, h, m, n or k, ..], and back."""
    return array.swapaxes(2, 3)


def _turned(array: Array) -> Array:
    return array.swapaxes(3, 4)


def _pairs(lines: Array, of_rows: Array, of_columns: Array) -> Array:
    """Products of lines [.., n, m, d] with the vectors of their rows and of their columns."""
    by_column = _by_columns(lines) @ _turned(_by_columns(of_columns))
    return np.asarray(lines @ _turned(of_rows) + _by_columns(by_column))


def _weighted(weights: Array, of_rows: Array, of_columns: Array) -> Array:
    by_column = _by_columns(weights) @ _by_columns(of_columns)
    return np.asarray(weights @ of_rows + _by_columns(by_column))


def _of_rows(weights: Array, lines: Array) -> Array:
    return np.asarray(_turned(weights) @ lines)


def _of_columns(weights: Array, lines: Array) -> Array:
    return _by_columns(_turned(_by_columns(weights)) @ _by_columns(lines))


def _scores(o: Operands, scale: float) -> Array:
    query, key1, key2 = (each.astype(np.float64) for each in (o.query, o.key1, o.key2))
    scores = _pairs(query, key1, key2) * scale
    if o.attenMaskOptional is not None:
        scores = np.where(o.attenMaskOptional != 0, LOWEST, scores)
    return scores


def attention(o: Operands, size: Any = _plain) -> list[Array]:
    scores = _scores(o, o.scaleValueOptional)
    largest = scores.max(-1, keepdims=True)
    powers = np.exp(scores - largest)
    sums = powers.sum(-1, keepdims=True)
    value1, value2 = size(o.value1.astype(np.float64)), size(o.value2.astype(np.float64))
    statistics = [np.repeat(each, 8, -1) for each in (largest, sums)]
    return [*statistics, _weighted(powers / sums, value1, value2)]


def _attention_size(o: Operands) -> list[Array]:
    largest, sums, result = attention(o, np.abs)
    return [np.maximum(1, np.abs(largest)), sums, result]


def gradients(o: Operands, size: Any = _plain) -> list[Array]:
    """From the statistics and the result that were given; with np.abs what they are sums of."""
    names = ("query", "key1", "value1", "key2", "value2", "dy", "attentionIn")
    query, key1, value1, key2, value2, dy, result = (
        size(getattr(o, name).astype(np.float64)) for name in names
    )
    part = np.exp(_scores(o, o.scaleValue) - o.softmaxMax[..., :1]) / o.softmaxSum[..., :1]
    common = (dy * result).sum(-1, keepdims=True)
    distance = _pairs(dy, value1, value2) + (common if size is np.abs else -common)
    ds = part * distance * abs(o.scaleValue)
    return [
        _weighted(ds, key1, key2),
        _of_rows(ds, query),
        _of_rows(part, dy),
        _of_columns(ds, query),
        _of_columns(part, dy),
    ]


def shapes_of(
    batches: int, heads: int, rows: int, columns: int, keys: int, depth: int, scale: float
) -> dict[str, Any]:
    lines = (batches, heads, rows, columns, depth)
    of_rows = (batches, heads, rows, keys, depth)
    of_columns = (batches, heads, keys, columns, depth)
    return {
        **dict.fromkeys(("query", "dy", "attentionIn"), lines),
        **dict.fromkeys(("key1", "value1"), of_rows),
        **dict.fromkeys(("key2", "value2"), of_columns),
        **dict.fromkeys(("softmaxMax", "softmaxSum"), (*lines[:-1], 8)),
        "attenMaskOptional": None,
        "scaleValue": scale,
        "scaleValueOptional": scale,
    }


def _matrices() -> Iterator[dict[str, Any]]:
    """The smallest that the tiling takes; with a mask, one of whose rows lets no key count."""
    yield shapes_of(1, 1, 16, 128, 128, 32, 0.1)
    mask = np.random.default_rng(3).integers(0, 2, (2, 1, 16, 1, 128)).astype(np.bool_)
    mask[1, 0, 3] = True
    yield {**shapes_of(2, 1, 16, 128, 128, 32, 0.1), "attenMaskOptional": mask}


def _small(arguments: dict[str, Any], _: int) -> None:
    """Numbers from -1 to 1; gradients take what the forward call gave."""
    make_small(arguments)
    if "softmaxMax" in arguments:
        given = Operands(**arguments, scaleValueOptional=arguments["scaleValue"])
        largest, sums, result = attention(given)
        arguments["softmaxMax"] = largest.astype(np.float32)
        arguments["softmaxSum"] = sums.astype(np.float32)
        arguments["attentionIn"] = result.astype(arguments["query"].dtype)


_TYPES = {name: lambda _: "float32" for name in ("softmaxMax", "softmaxSum")}

ORACLES = {
    "aclnnFusedFloydAttention": Oracle(
        attention, _attention_size, given=True, shapes=_matrices, adapt=_small
    ),
    "aclnnFusedFloydAttentionGrad": Oracle(
        gradients,
        lambda o: gradients(o, np.abs),
        given=True,
        shapes=_matrices,
        adapt=_small,
        types=_TYPES,
    ),
}
