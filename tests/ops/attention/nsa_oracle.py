# SPDX-License-Identifier: Apache-2.0
"""Native sparse attention: compressed keys, and attention to blocks that were selected."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from ops.attention.small import make_small
from sweep.oracle import Operands, Oracle

Array = NDArray[Any]
Shapes = Iterator[dict[str, Any]]

HIDDEN = float(np.finfo(np.float32).max)


def _batches(ends: list[int]) -> list[slice]:
    return [slice(first, past) for first, past in zip([0, *ends[:-1]], ends, strict=True)]


# --- Compression ---------------------------------------------------------------------------------


def _windows(o: Operands, ends: list[int]) -> list[slice]:
    """The rows of each block: those of a batch, as many as it has room for."""
    found: list[slice] = []
    for batch in _batches(ends):
        last = batch.stop - o.compressBlockSize
        starts = range(batch.start, last + 1, o.compressStride)
        found.extend(slice(first, first + o.compressBlockSize) for first in starts)
    return found


def _compressed(o: Operands, size: Any = lambda array: array) -> Array:
    x, weight = size(o.input.astype(np.float64)), size(o.weight.astype(np.float64))
    windows = _windows(o, o.actSeqLenOptional)
    sums = [np.einsum("jnd,jn->nd", x[rows], weight) for rows in windows]
    return np.stack(sums) if sums else np.zeros((0, *x.shape[1:]))


def _compressed_back(o: Operands, size: Any = lambda array: array) -> list[Array]:
    x, weight = size(o.input.astype(np.float64)), size(o.weight.astype(np.float64))
    given = size(o.outputGrad.astype(np.float64))
    dx, dw = np.zeros_like(x), np.zeros_like(weight)
    ends = o.actSeqLenOptionalOptional or [len(x)]
    for row, rows in zip(given, _windows(o, ends), strict=True):
        dx[rows] += weight[..., None] * row[None]
        dw += np.einsum("jnd,nd->jn", x[rows], row)
    return [dx, dw]


def _compression() -> Shapes:
    """A batch that has no block, blocks that overlap, and ones with rows between them."""
    for ends, block, stride, rows in (
        ([20, 100], 32, 16, 4),
        ([48], 16, 16, 3),
        ([10, 50], 16, 16, 2),
    ):
        yield {
            "input": (ends[-1], 2, 16),
            "weight": (block, 2),
            "outputGrad": (rows, 2, 16),
            "actSeqLenOptional": ends,
            "actSeqLenOptionalOptional": None if len(ends) == 1 else ends,
            "layoutOptional": "TND",
            "layoutOptionalOptional": "TND",
            "compressBlockSize": block,
            "compressStride": stride,
            "actSeqLenType": 0,
        }


# --- Selection -----------------------------------------------------------------------------------


class _Seen:
    """What the queries of a batch and head of keys see."""

    def __init__(self, o: Operands, queries: slice, keys: slice, row: int, head: int) -> None:
        group = o.query.shape[1] // o.key.shape[1]
        self.heads = slice(head * group, (head + 1) * group)
        chosen = o.topkIndices[row, head]
        inside = np.arange(o.selectedBlockSize)
        self.places = (chosen[:, None] * o.selectedBlockSize + inside).ravel()
        is_there = (self.places >= 0) & (self.places < keys.stop - keys.start)
        self.places = self.places[is_there]
        self.rows = keys.start + self.places
        scores = o.query[row, self.heads].astype(np.float64) @ o.key[self.rows, head].T
        self.scores = scores.astype(np.float64) * o.scaleValue
        has_mask = o.attenMaskOptional is not None or hasattr(o, "attentionOutGrad")
        if o.sparseMode == 2 and has_mask:
            self.scores[:, self.places > row - queries.start] = -np.inf


def _seen(o: Operands) -> Iterator[tuple[int, int, _Seen]]:
    batches = zip(
        _batches(o.actualSeqQLenOptional), _batches(o.actualSeqKvLenOptional), strict=True
    )
    for queries, keys in batches:
        for row in range(queries.start, queries.stop):
            for head in range(o.key.shape[1]):
                yield row, head, _Seen(o, queries, keys, row, head)


def _selected(o: Operands, size: Any = lambda array: array) -> list[Array]:
    rows, heads = o.query.shape[:2]
    result = np.zeros((rows, heads, o.value.shape[2]))
    largest, sums = np.zeros((rows, heads)), np.zeros((rows, heads))
    for row, head, seen in _seen(o):
        high = seen.scores.max(-1, initial=-np.inf)
        hidden = np.isinf(high)
        powers = np.exp(seen.scores - np.where(hidden, 0, high)[:, None])
        total = powers.sum(-1)
        part = powers / np.where(hidden, 1, total)[:, None]
        result[row, seen.heads] = part @ size(o.value[seen.rows, head].astype(np.float64))
        largest[row, seen.heads] = np.where(hidden, -HIDDEN, high)
        sums[row, seen.heads] = np.where(hidden, HIDDEN, total)
    return [np.repeat(each[..., None], 8, -1) for each in (largest, sums)] + [result]


def _size_of_selected(o: Operands) -> list[Array]:
    largest, sums, result = _selected(o, np.abs)
    return [np.maximum(1, np.abs(largest)), sums, result]


def _selected_back(o: Operands, size: Any = lambda array: array) -> list[Array]:
    """From the statistics and the result that were given; with np.abs what they are sums of."""
    query, key, value, dy, result = (
        size(each.astype(np.float64))
        for each in (o.query, o.key, o.value, o.attentionOutGrad, o.attentionOut)
    )
    dq, dk, dv = np.zeros_like(query), np.zeros_like(key), np.zeros_like(value)
    sign = size(-np.ones(1))[0]
    for row, head, seen in _seen(o):
        at = (row, seen.heads)
        part = np.exp(seen.scores - o.softmaxMax[at][:, :1]) / o.softmaxSum[at][:, :1]
        common = (dy[at] * result[at]).sum(-1, keepdims=True)
        ds = part * (dy[at] @ value[seen.rows, head].T + sign * common) * abs(o.scaleValue)
        dq[at] = ds @ key[seen.rows, head]
        np.add.at(dk[:, head], seen.rows, ds.T @ query[at])
        np.add.at(dv[:, head], seen.rows, part.T @ dy[at])
    return [dq, dk, dv]


def _selection() -> Shapes:
    """Two batches, blocks twice, behind the query and of none; with a mask and without."""
    rng = np.random.default_rng(7)
    ends, key_ends = [3, 8], [32, 96]
    for mode, mask in ((0, None), (2, np.zeros((5, 64), np.bool_))):
        indices = rng.integers(0, 4, (8, 2, 2)).astype(np.int32)
        indices[:3] %= 2
        indices[3, 0] = 0, -1
        indices[4, 1] = 2, 2
        statistic = (8, 4, 8)
        yield {
            "query": (8, 4, 24),
            "key": (96, 2, 24),
            "value": (96, 2, 16),
            "attentionOut": (8, 4, 16),
            "attentionOutGrad": (8, 4, 16),
            "softmaxMax": statistic,
            "softmaxSum": statistic,
            "topkIndices": indices,
            "attenMaskOptional": mask,
            "actualSeqQLenOptional": ends,
            "actualSeqKvLenOptional": key_ends,
            "scaleValue": 0.3,
            "headNum": 4,
            "inputLayout": "TND",
            "sparseMode": mode,
            "selectedBlockSize": 16,
            "selectedBlockCount": 2,
        }


def _small(arguments: dict[str, Any], _: int) -> None:
    """Numbers from -1 to 1; gradients take what the forward call gave."""
    make_small(arguments)
    if "softmaxMax" in arguments:
        largest, sums, result = _selected(Operands(**arguments))
        arguments["attentionOut"] = result.astype(arguments["query"].dtype)
        arguments["softmaxMax"] = largest.astype(np.float32)
        arguments["softmaxSum"] = sums.astype(np.float32)


_TYPES = {
    "softmaxMax": lambda _: "float32",
    "softmaxSum": lambda _: "float32",
    "topkIndices": lambda _: "int32",
}


def _size_of_back(o: Operands) -> list[Array]:
    return _selected_back(o, np.abs)


ORACLES = {
    "aclnnNsaCompress": Oracle(
        _compressed, lambda o: _compressed(o, np.abs), given=True, shapes=_compression
    ),
    "aclnnNsaCompressGrad": Oracle(
        _compressed_back, lambda o: _compressed_back(o, np.abs), given=True, shapes=_compression
    ),
    "aclnnNsaSelectedAttention": Oracle(
        _selected, _size_of_selected, given=True, shapes=_selection, adapt=_small, types=_TYPES
    ),
    "aclnnNsaSelectedAttentionGrad": Oracle(
        _selected_back, _size_of_back, given=True, shapes=_selection, adapt=_small, types=_TYPES
    ),
}
