# SPDX-License-Identifier: Apache-2.0
"""Native sparse attention with compressed keys, and with keys in pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sweep.oracle import Operands, Oracle

Array = NDArray[Any]
Shapes = Iterator[dict[str, Any]]

HIDDEN = float(np.finfo(np.float32).max)


def _as_it_is(array: Array) -> Array:
    return array


def _softmax(scores: Array) -> tuple[Array, Array, Array]:
    """Exponentials of the scores of each row, with the largest and the sum."""
    high = scores.max(-1, keepdims=True)
    powers = np.exp(scores - high)
    return powers, high, powers.sum(-1, keepdims=True)


def _pages(cache: Array, table: Array, heads: int, count: int) -> Array:
    """The rows of a batch, [count, heads, columns]."""
    page = cache.shape[1]
    rows = np.asarray(cache, np.float64).reshape(len(cache), page, heads, -1)
    return np.concatenate([rows[number] for number in table])[:count]


# --- A cache of compressed keys ------------------------------------------------------------------


def _cached(o: Operands, size: Any = _as_it_is) -> Array:
    cache: Array = size(o.outputCache.astype(np.float64))
    weight = size(o.weight.astype(np.float64))
    for batch, length in enumerate(o.actSeqLenOptional):
        first = length - o.compressBlockSize
        if first >= 0 and first % o.compressStride == 0:
            rows = _pages(o.input, o.blockTableOptional[batch], o.input.shape[2], length)[first:]
            cache[o.slotMapping[batch]] = np.einsum("jnd,jn->nd", size(rows), weight)
    return cache


def _caches() -> Shapes:
    """Blocks of two pages, one that is not due, and a batch without enough rows."""
    for block, stride, lengths in ((32, 16, [48, 32, 16, 50, 64]), (16, 16, [16, 80, 8, 17, 0])):
        yield {
            "input": (6, 32, 2, 16),
            "weight": (block, 2),
            "slotMapping": np.array([3, 0, 6, 2, 5], np.int32),
            "actSeqLenOptional": lengths,
            "blockTableOptional": np.array(
                [[5, 0, 1], [2, 3, 4], [1, 1, 1], [0, 5, 2], [4, 1, 0]], np.int32
            ),
            "layoutOptional": "TND",
            "compressBlockSize": block,
            "compressStride": stride,
            "actSeqLenType": 1,
            "pageBlockSize": 32,
            "outputCache": (7, 2, 16),
        }


# --- Blocks that are selected --------------------------------------------------------------------


def _importance(
    powers: Array, total: Array, blocks: int, block: int, stride: int, select: int
) -> Array:
    """The sum over heads of the probabilities that belong to each block."""
    found = np.zeros(blocks)
    for head, sum_of_head in zip(powers, total[:, 0], strict=True):
        for j in range(blocks):
            places = [
                (j + 1) * (select // stride) - m - n
                for m in range(select // stride)
                for n in range(block // stride)
            ]
            inside = [place for place in places if 0 <= place < len(head)]
            found[j] += head[inside].sum() / sum_of_head
    return found


def _first_blocks(importance: Array, forced: Array, count: int) -> Array:
    order = np.where(forced, np.inf, importance)
    return np.argsort(-order, kind="stable")[:count]


def _line(mask: Array, row: int, length: int) -> Array:
    """The places of a query; kernels read them one after another, whatever the shape says."""
    return mask.reshape(-1)[row * length : (row + 1) * length]


def _weighed(o: Operands, size: Any = _as_it_is) -> list[Array]:
    rows, heads = o.query.shape[:2]
    key_heads = o.key.shape[1]
    group = heads // key_heads
    largest, sums = np.zeros((rows, heads, 8)), np.zeros((rows, heads, 8))
    result = np.zeros((rows, heads, o.value.shape[2]))
    chosen = np.zeros((rows, key_heads, o.selectBlockCount), np.int32)
    first = before = 0
    most = int(np.diff(o.actualCmpSeqKvLenOptional, prepend=0).max())
    for end, key_end in zip(o.actualSeqQLenOptional, o.actualCmpSeqKvLenOptional, strict=True):
        high_of = largest[first:end].reshape(heads, end - first, 8)
        sum_of = sums[first:end].reshape(heads, end - first, 8)
        for row in range(first, end):
            for head in range(key_heads):
                mine = slice(head * group, (head + 1) * group)
                key = o.key[before:key_end, head].astype(np.float64)
                scores = o.query[row, mine].astype(np.float64) @ key.T * o.scaleValue
                if o.attenMaskOptional is not None:
                    hides = _line(o.attenMaskOptional, row - first, most)[: key_end - before] != 0
                    scores[:, hides] = -HIDDEN
                powers, high, total = _softmax(scores)
                high_of[mine, row - first] = high
                sum_of[mine, row - first] = total
                values = size(o.value[before:key_end, head].astype(np.float64))
                result[row, mine] = powers / total @ values
                blocks = -(-len(key) // (o.selectBlockSize // o.compressStride))
                importance = _importance(
                    powers, total, blocks, o.compressBlockSize, o.compressStride, o.selectBlockSize
                )
                forced = np.zeros(blocks, bool)
                if o.topkMaskOptional is not None:
                    lines = -(-most // (o.selectBlockSize // o.compressStride))
                    forced = _line(o.topkMaskOptional, row - first, lines)[:blocks] != 0
                chosen[row, head] = _first_blocks(importance, forced, o.selectBlockCount)
        largest[first:end] = high_of.reshape(end - first, heads, 8)
        sums[first:end] = sum_of.reshape(end - first, heads, 8)
        first, before = end, key_end
    return [largest, sums, result, chosen]


def _size_of_weighed(o: Operands) -> list[Array]:
    largest, sums, result, chosen = _weighed(o, np.abs)
    return [np.maximum(1, np.abs(largest)), sums, result, chosen]


def _compressed() -> Shapes:
    """Two batches; masks that hide all keys of a query, and choose blocks."""
    hides = np.zeros((5, 36), np.bool_)
    hides[0] = True
    hides[1, 7:] = True
    chooses = np.zeros((5, 9), np.bool_)
    chooses[:, 0] = True
    chooses[2, 4] = True
    for (block, stride, select), masks in (
        ((32, 16, 64), (None, None)),
        ((32, 16, 64), (hides, chooses)),
        ((32, 16, 64), (np.resize(hides, (4, 3, 16)), np.resize(chooses, 50))),
        ((16, 16, 16), (hides.view(np.uint8), None)),
        ((48, 16, 48), (None, None)),
    ):
        yield {
            "query": (8, 4, 24),
            "key": (56, 2, 24),
            "value": (56, 2, 16),
            "attenMaskOptional": masks[0],
            "topkMaskOptional": masks[1],
            "actualSeqQLenOptional": [3, 8],
            "actualCmpSeqKvLenOptional": [20, 56],
            "actualSelSeqKvLenOptional": [5, 14],
            "scaleValue": 0.3,
            "headNum": 4,
            "inputLayout": "TND",
            "sparseMode": 0,
            "compressBlockSize": block,
            "compressStride": stride,
            "selectBlockSize": select,
            "selectBlockCount": 4,
        }


# --- Keys in pages -------------------------------------------------------------------------------


def _rows_of(o: Operands) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """The batch of each query, its place, and where it lies in the tensor of queries."""
    at = 0
    counts = o.actualQSeqLenOptional or [1] * len(o.blockTableOptional)
    for batch, count in enumerate(counts):
        for place in range(count):
            yield batch, place, (at,) if o.layoutOptional == "TND" else (batch, place)
            at += 1


def _selected(o: Operands, size: Any = _as_it_is) -> Array:
    heads, key_heads = o.numHeads, o.numKeyValueHeads
    group = heads // key_heads
    shape = o.query.shape[: 1 if o.layoutOptional == "TND" else 2]
    query = o.query.astype(np.float64).reshape(*shape, heads, 192)
    result = np.zeros((*shape, heads, 128))
    for batch, place, at in _rows_of(o):
        count = o.actualKvSeqLenOptional[batch]
        seen = count - o.actualQSeqLenOptional[batch] + place + 1
        key = _pages(o.key, o.blockTableOptional[batch], key_heads, count)
        value = size(_pages(o.value, o.blockTableOptional[batch], key_heads, count))
        for head in range(key_heads):
            mine = slice(head * group, (head + 1) * group)
            places = o.topkIndices[at][head][:, None] * o.selectBlockSize
            places = (places + np.arange(o.selectBlockSize)).ravel()
            places = places[(places >= 0) & (places < seen)]
            if len(places):
                scores = query[at][mine] @ key[places, head].T * o.scaleValue
                powers, _, total = _softmax(scores)
                result[at][mine] = powers / total @ value[places, head]
    return result.reshape(*shape, -1) if o.layoutOptional == "BSH" else result


def _selections() -> Shapes:
    """All layouts, one query a batch and several, blocks that are cut and ones that are none."""
    rng = np.random.default_rng(11)
    table = np.array([[3, 0], [1, 2], [0, 3]], np.int32)
    for layout, rows in (("TND", [2, 1, 3]), ("BSND", [1, 1, 1]), ("BSH", [2, 2, 2])):
        each = rows[0]
        before: tuple[int, ...] = (sum(rows),) if layout == "TND" else (3, each)
        indices = rng.permuted(np.tile(np.arange(4, dtype=np.int32), (*before, 2, 1)), axis=-1)
        indices = indices[..., :3].copy()
        indices[..., 0, 2] = -1
        indices[-1, ..., 1, :] = 0
        flat = layout != "BSND"
        yield {
            "query": (*before, 4 * 192) if layout == "BSH" else (*before, 4, 192),
            "key": (4, 64, 2 * 192) if flat else (4, 64, 2, 192),
            "value": (4, 64, 2 * 128) if flat else (4, 64, 2, 128),
            "topkIndices": indices,
            "attenMaskOptional": None,
            "blockTableOptional": table,
            "actualQSeqLenOptional": rows,
            "actualKvSeqLenOptional": [70, 128, 40],
            "layoutOptional": layout,
            "numHeads": 4,
            "numKeyValueHeads": 2,
            "selectBlockSize": 48,
            "selectBlockCount": 3,
            "pageBlockSize": 64,
            "scaleValue": 0.1,
            "sparseMode": 0,
        }


def _inferred(o: Operands, size: Any = _as_it_is) -> list[Array]:
    heads, key_heads = o.numHeads, o.numKeyValueHeads
    group = heads // key_heads
    shape = o.query.shape[:-2]
    result = np.zeros((*shape, heads, o.value.shape[2] // key_heads))
    chosen = np.zeros((*shape, key_heads, o.selectBlockCount), np.int32)
    for batch, place, at in _rows_of(o):
        count = o.actualCmpKvSeqLenOptional[batch]
        reach = (count - 1) * o.compressBlockStride + o.compressBlockSize
        blocks = -(-reach // o.selectBlockSize)
        forced = np.isin(np.arange(blocks), (0, blocks - 2, blocks - 1))
        key = _pages(o.key, o.blockTableOptional[batch], key_heads, count)
        value = size(_pages(o.value, o.blockTableOptional[batch], key_heads, count))
        behind = (o.actualQSeqLenOptional or [1] * (batch + 1))[batch] - place - 1
        spare = (o.actualSelKvSeqLenOptional or [reach] * (batch + 1))[batch] - reach
        for head in range(key_heads):
            mine = slice(head * group, (head + 1) * group)
            scores = o.query[at][mine].astype(np.float64) @ key[:, head].T * o.scaleValue
            if o.attentionMaskOptional is not None and behind > spare:
                scores[:, -1] = -HIDDEN
            powers, _, total = _softmax(scores)
            result[at][mine] = powers / total @ value[:, head]
            importance = _importance(
                powers, total, blocks, o.compressBlockSize, o.compressBlockStride, o.selectBlockSize
            )
            chosen[at][head] = _first_blocks(importance, forced, o.selectBlockCount)
    return [result, chosen]


def _inferences() -> Shapes:
    """Both layouts, one query a batch and several, with keys that the first of these do not see."""
    mask = np.zeros((2, 2), np.bool_)
    table = np.array([[3, 0, 1], [1, 2, 3]], np.int32)
    for layout, before, rows, whole, given in (
        ("TND", (2,), None, None, None),
        ("TND", (5,), [2, 3], [672 + 15, 432 + 1], mask),
        ("BSND", (2, 3), [3, 3], None, mask),
    ):
        yield {
            "query": (*before, 4, 24),
            "key": (4, 16, 2 * 24),
            "value": (4, 16, 2 * 16),
            "attentionMaskOptional": given,
            "blockTableOptional": table,
            "actualQSeqLenOptional": rows,
            "actualCmpKvSeqLenOptional": [41, 26],
            "actualSelKvSeqLenOptional": whole,
            "topKMaskOptional": None,
            "numHeads": 4,
            "numKeyValueHeads": 2,
            "selectBlockSize": 64,
            "selectBlockCount": 5,
            "compressBlockSize": 32,
            "compressBlockStride": 16,
            "scaleValue": 0.3,
            "layoutOptional": layout,
            "pageBlockSize": 16,
            "sparseMode": 0,
        }


def _small(arguments: dict[str, Any], _: int) -> None:
    """Numbers from -1 to 1, no two columns alike: importance then differs by more than errors."""
    rng = np.random.default_rng(5)
    for name, value in arguments.items():
        if isinstance(value, np.ndarray) and value.dtype.kind not in "biu":
            arguments[name] = np.asarray(rng.uniform(-1, 1, value.shape), value.dtype)


_TYPES = {
    name: lambda _: "int32"
    for name in ("slotMapping", "blockTableOptional", "topkIndices", "topkIndicesOut", "topKOutput")
} | {name: lambda _: "float32" for name in ("softmaxMaxOut", "softmaxSumOut")}

ORACLES = {
    "aclnnNsaCompressWithCache": Oracle(
        _cached, lambda o: _cached(o, np.abs), given=True, shapes=_caches, types=_TYPES
    ),
    "aclnnNsaCompressAttention": Oracle(
        _weighed, _size_of_weighed, given=True, shapes=_compressed, adapt=_small, types=_TYPES
    ),
    "aclnnNsaSelectedAttentionInfer": Oracle(
        _selected,
        lambda o: _selected(o, np.abs),
        given=True,
        shapes=_selections,
        adapt=_small,
        types=_TYPES,
    ),
    "aclnnNsaCompressAttentionInfer": Oracle(
        _inferred,
        lambda o: _inferred(o, np.abs),
        given=True,
        shapes=_inferences,
        adapt=_small,
        types=_TYPES,
    ),
}
