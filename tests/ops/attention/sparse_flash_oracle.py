# SPDX-License-Identifier: Apache-2.0
"""Attention to the keys that were selected for each query: SparseFlashAttention."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, starmap
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sweep.oracle import GIVEN, Operands, Oracle

Array = NDArray[Any]
Shapes = Iterator[dict[str, Any]]
ALL = 2**63 - 1
COLUMNS, ROPE = 512, 64


def _parts(lengths: Array | None, batches: int, each: int) -> list[slice]:
    """The rows of each batch, of all one after another; each 0: by their ends."""
    if each == 0:
        return list(starmap(slice, pairwise([0, *np.asarray(lengths).tolist()])))
    counts = [each] * batches if lengths is None else np.asarray(lengths).tolist()
    return [slice(b * each, b * each + count) for b, count in enumerate(counts)]


def _keys_of(o: Operands, name: str, batches: int) -> list[Array]:
    """The keys, ropes or values of each batch."""
    given = np.asarray(getattr(o, name), np.float64)
    columns = given.shape[-1]
    lengths = o.actualSeqLengthsKvOptional
    if o.layoutKvOptional == "PA_BSND":
        return [
            given[pages].reshape(-1, columns)[:count]
            for pages, count in zip(o.blockTableOptional, lengths, strict=True)
        ]
    each = 0 if o.layoutKvOptional == "TND" else given.shape[1]
    return [given.reshape(-1, columns)[part] for part in _parts(lengths, batches, each)]


def _selected(o: Operands, blocks: Array, seen: int) -> list[int]:
    """The keys of the blocks before the first negative one, as far as a row sees them."""
    found: list[int] = []
    for block in blocks.tolist():
        if block < 0:
            break
        first = block * o.sparseBlockSizeOptional
        found += range(min(first, seen), min(first + o.sparseBlockSizeOptional, seen))
    return found


def _attended(o: Operands) -> tuple[list[Array], Array]:
    """The results, and the largest of the values that are added."""
    shape = o.query.shape
    heads = shape[-2]
    query, rope = (
        np.asarray(each, np.float64).reshape(-1, heads, each.shape[-1])
        for each in (o.query, o.queryRopeOptional)
    )
    of_ends = o.layoutQueryOptional == "TND"
    batches = len(o.actualSeqLengthsQueryOptional) if of_ends else shape[0]
    rows = _parts(o.actualSeqLengthsQueryOptional, batches, 0 if of_ends else shape[1])
    keys, ropes = _keys_of(o, "key", batches), _keys_of(o, "keyRopeOptional", batches)
    values = keys if o.value is None else _keys_of(o, "value", batches)
    indices = np.asarray(o.sparseIndices).reshape(len(query), -1)
    sinks = getattr(o, "sinksOptional", None)
    out, size = np.zeros(query.shape), np.zeros(query.shape)
    maxima, sums = np.zeros(query.shape[:2]), np.zeros(query.shape[:2])
    for b, part in enumerate(rows):
        for row in range(part.start, part.stop):
            seen = len(keys[b]) - (part.stop - row - 1 if o.sparseMode == 3 else 0)
            chosen = _selected(o, indices[row], seen)
            scores = query[row] @ keys[b][chosen].T + rope[row] @ ropes[b][chosen].T
            scores = scores * np.float32(o.scaleValue).astype(np.float64)
            if sinks is not None and seen > 0:
                scores = np.concatenate([scores, np.asarray(sinks, np.float64)[:, None]], 1)
            if scores.shape[1] == 0:
                continue
            maxima[row] = scores.max(1)
            powers = np.exp(scores - maxima[row][:, None])
            sums[row] = powers.sum(1)
            shares = (powers / sums[row][:, None])[:, : len(chosen)]
            out[row] = shares @ values[b][chosen]
            size[row] = np.abs(values[b][chosen]).max(0) if chosen else 0
    dims = (shape[0], 1, *shape[1:-1]) if len(shape) == 4 else (1, *shape[:-1])
    if not o.returnSoftmaxLse:
        maxima = sums = np.zeros(0)
        dims = (0,)
    results = [out.reshape(shape), maxima.reshape(dims), sums.reshape(dims)]
    return results, size.reshape(shape)


def _size(o: Operands) -> list[Array]:
    """Maxima are sums of 576 products, whose rounding changes the sums of exponentials too."""
    (_, maxima, sums), size = _attended(o)
    return [size, np.maximum(32, np.abs(maxima)), 32 * np.abs(sums)]


def _blocks(rows: int, count: int, past: int) -> Array:
    """For each row blocks up to the last one, of which some come behind it, and then none."""
    rng = np.random.default_rng(count)
    chosen = rng.permuted(np.tile(np.arange(max(count, past), dtype=np.int32), (rows, 1)), axis=1)
    chosen = chosen[:, :count]
    chosen[1::3, count // 2 :] = -1
    return chosen


def _case(
    form: tuple[str, str], query: tuple[int, ...], keys: tuple[int, ...], count: int, **more: Any
) -> dict[str, Any]:
    block = more.setdefault("sparseBlockSizeOptional", 1)
    blocks = _blocks(int(np.prod(query[:-1])), count, more.pop("past") // block + 2)
    none = ("actualSeqLengthsQueryOptional", "actualSeqLengthsKvOptional", "blockTableOptional")
    arrays = {name: np.array(more.pop(name), np.int32) for name in none if name in more}
    return {
        **dict.fromkeys(none),
        **arrays,
        "query": (*query, COLUMNS),
        "queryRopeOptional": (*query, ROPE),
        "key": (*keys, 1, COLUMNS),
        "keyRopeOptional": (*keys, 1, ROPE),
        "value": (*keys, 1, COLUMNS),
        "sinksOptional": (query[-1],),
        "sparseIndices": blocks.reshape(*query[:-1], 1, count),
        "layoutQueryOptional": form[0],
        "layoutKvOptional": form[1],
        "scaleValue": 0.04,
        "preTokens": ALL,
        "nextTokens": ALL,
        "attentionMode": 2,
        **more,
    }


def _cases() -> Shapes:
    """All layouts; rows that see nothing, more keys than a tile, more heads than a unit, and of
    sizes that one of the products alone has."""
    yield _case(
        ("BSND", "BSND"), (2, 2, 4), (2, 700), 600, past=700,
        sparseMode=3, returnSoftmaxLse=True,
    )  # fmt: skip
    yield _case(
        ("BSND", "BSND"), (2, 5, 1), (2, 3), 4, past=3, value=None,
        actualSeqLengthsQueryOptional=[5, 3], actualSeqLengthsKvOptional=[2, 0],
        sparseMode=3, returnSoftmaxLse=True,
    )  # fmt: skip
    yield _case(
        ("TND", "TND"), (5, 128), (21,), 5, past=9,
        actualSeqLengthsQueryOptional=[2, 2, 5], actualSeqLengthsKvOptional=[4, 10, 21],
        sparseMode=0, returnSoftmaxLse=True,
    )  # fmt: skip
    pages = {
        "actualSeqLengthsKvOptional": [20, 0, 33],
        "blockTableOptional": [[4, 1, 0], [0, 0, 0], [2, 3, 0]],
        "returnSoftmaxLse": False,
    }
    yield _case(
        ("TND", "PA_BSND"), (6, 8), (5, 16), 3, past=33, sparseBlockSizeOptional=16,
        actualSeqLengthsQueryOptional=[2, 3, 6], sparseMode=3, **pages,
    )  # fmt: skip
    yield _case(("BSND", "PA_BSND"), (3, 2, 3), (5, 16), 9, past=33, sparseMode=0, **pages)


def _refused(o: Operands) -> bool:
    heads = o.query.shape[-2]
    if o.architecture == "3510":
        return bool(o.sparseBlockSizeOptional != 1)
    return getattr(o, "sinksOptional", None) is not None or heads & (heads - 1) != 0


def _small(arguments: dict[str, Any], at: int) -> None:
    """Numbers whose scores differ; of every third sample no sinks."""
    rng = np.random.default_rng(at)
    for name in ("query", "key", "value", "queryRopeOptional", "keyRopeOptional", "sinksOptional"):
        given = arguments.get(name)
        if given is not None:
            arguments[name] = rng.uniform(-2, 2, given.shape).astype(given.dtype)


def _oracle(**more: Any) -> Oracle:
    names = ("actualSeqLengthsQueryOptional", "actualSeqLengthsKvOptional", "blockTableOptional")
    return Oracle(
        lambda o: _attended(o)[0],
        _size,
        given=True,
        shapes=_cases,
        adapt=_small,
        refused=_refused,
        types={
            **dict.fromkeys((*names, "sparseIndices"), lambda _: "int32"),
            "sinksOptional": lambda _: "float32",
        },
        **more,
    )


ORACLES = {
    "aclnnSparseFlashAttention": _oracle(),
    "aclnnSparseFlashAttentionV2": _oracle(arguments={"sinksOptional": (None, GIVEN)}),
}
