# SPDX-License-Identifier: Apache-2.0
"""SparseFlashMla: attention to the keys of a window and to compressed ones, which are values."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, starmap
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sweep.oracle import Operands, Oracle

Array = NDArray[Any]
Shapes = Iterator[dict[str, Any]]
COLUMNS = 512
CAUSAL, WINDOW = 3, 4


def _parts(ends: Array | None, used: Array | None, each: int, batches: int) -> list[slice]:
    """Where the rows, or the keys, of each batch are among all."""
    if ends is not None:
        found = list(starmap(slice, pairwise(np.asarray(ends).tolist())))
    else:
        found = [slice(b * each, (b + 1) * each) for b in range(batches)]
    if used is None:
        return found
    counts = np.asarray(used).tolist()
    return [slice(part.start, part.start + n) for part, n in zip(found, counts, strict=True)]


def _keys(o: Operands, kind: str, batches: int) -> list[Array]:
    given = np.asarray(getattr(o, f"{kind}KvOptional"), np.float64)
    used = getattr(o, f"seqused{kind.title()}KvOptional")
    if o.layoutKvOptional == "PA_BBND":
        table = getattr(o, f"{kind}BlockTableOptional")
        found = [given[pages].reshape(-1, COLUMNS) for pages in table]
        counts = [len(each) for each in found] if used is None else np.asarray(used).tolist()
        return [each[:n] for each, n in zip(found, counts, strict=True)]
    ends = getattr(o, f"cuSeqlens{kind.title()}KvOptional")
    parts = _parts(ends, used, given.shape[1], batches)
    return [given.reshape(-1, COLUMNS)[part] for part in parts]


def _seen(o: Operands, own: Array, compressed: Array | None, at: int, rows: int, b: int) -> Any:
    """The keys of the window, those of the compressed ones that a row may see; None: the row sees
    nothing."""
    past = len(own) - rows + at + 1
    first, last = 0, len(own)
    if o.oriMaskMode != 0:
        if past <= 0:
            return None
        last = min(past, len(own))
    if o.oriMaskMode == WINDOW:
        first = 0 if o.oriWinLeft == -1 else max(past - o.oriWinLeft - 1, 0)
        last = len(own) if o.oriWinRight == -1 else min(past + o.oriWinRight, len(own))
    if compressed is None:
        return own[first:last]
    count = len(compressed)
    if o.cmpMaskMode == CAUSAL:
        rest = 0 if o.cmpResidualKvOptional is None else int(o.cmpResidualKvOptional[b])
        count = max(min((count * o.cmpRatio + rest - rows + at + 1) // o.cmpRatio, count), 0)
    return np.concatenate([own[first:last], compressed[:count]])


def _chosen(o: Operands, indices: Array, keys: Array, own: int) -> Array:
    """The keys of the window, and those of the others that were selected."""
    found = []
    for index in indices.tolist():
        if index < 0:
            break
        found += [index] if index < len(keys) - own else []
    return np.concatenate([keys[:own], keys[own:][found]])


def _attended(o: Operands) -> tuple[Array, Array, Array]:
    """The results, logarithms of sums, and the largest of the values that are added."""
    shape = o.q.shape
    of_ends = o.layoutQOptional == "TND"
    batches = len(o.cuSeqlensQOptional) - 1 if of_ends else shape[0]
    query = np.asarray(o.q, np.float64).reshape(-1, shape[-2], COLUMNS)
    ends = o.cuSeqlensQOptional if of_ends else None
    rows = _parts(ends, o.sequsedQOptional, 0 if of_ends else shape[1], batches)
    own = _keys(o, "ori", batches)
    others = [None] * batches if o.cmpKvOptional is None else _keys(o, "cmp", batches)
    scale = np.float64(np.float32(o.softmaxScale))
    sinks = np.asarray(o.sinksOptional, np.float64)[:, None]
    out, sums, size = np.zeros_like(query), np.zeros(query.shape[:2]), np.zeros_like(query)
    for b, part in enumerate(rows):
        for row in range(part.start, part.stop):
            at, count = row - part.start, part.stop - part.start
            keys = _seen(o, own[b], others[b], at, count, b)
            if keys is None:
                continue
            if o.cmpSparseIndicesOptional is not None:
                indices = o.cmpSparseIndicesOptional.reshape(len(query), -1)[row]
                window = len(_seen(o, own[b], None, at, count, b))
                keys = _chosen(o, indices, keys, window)
            scores = np.concatenate([query[row] @ keys.T * scale, sinks], 1)
            largest = scores.max(1, keepdims=True)
            powers = np.exp(scores - largest)
            total = powers.sum(1, keepdims=True)
            out[row] = (powers / total)[:, :-1] @ keys
            sums[row] = (np.log(total) + largest)[:, 0]
            size[row] = np.abs(keys).max(0) if len(keys) else 0
    return out.reshape(shape), sums, size.reshape(shape)


def _of_rows(o: Operands, sums: Array) -> Array:
    shape = o.q.shape
    if not o.returnSoftmaxLse:
        return np.zeros(0)
    return sums.reshape((shape[0], 1, *shape[1:-1]) if len(shape) == 4 else (1, *shape[:-1]))


def _value(o: Operands) -> list[Array]:
    out, sums, _ = _attended(o)
    return [out, _of_rows(o, sums)]


def _size(o: Operands) -> list[Array]:
    """Scores are sums of 512 products."""
    _, sums, size = _attended(o)
    return [size, np.maximum(32, np.abs(_of_rows(o, sums)))]


NUMBERS = (
    "cmpSparseIndicesOptional",
    "oriBlockTableOptional",
    "cmpBlockTableOptional",
    "cuSeqlensQOptional",
    "cuSeqlensOriKvOptional",
    "cuSeqlensCmpKvOptional",
    "sequsedQOptional",
    "sequsedOriKvOptional",
    "sequsedCmpKvOptional",
    "cmpResidualKvOptional",
)
OLD = {"oriMaskMode": 4, "cmpMaskMode": 3, "oriWinLeft": 127, "oriWinRight": 0}


def _case(
    form: tuple[str, str], query: tuple[int, ...], keys: tuple[int, ...], **more: Any
) -> dict[str, Any]:
    arrays = {name: np.array(more.pop(name), np.int32) for name in NUMBERS if name in more}
    compressed = more.pop("compressed", None)
    return {
        **dict.fromkeys(NUMBERS),
        **arrays,
        "q": (*query, COLUMNS),
        "oriKvOptional": (*keys, 1, COLUMNS),
        "cmpKvOptional": None if compressed is None else (*compressed, 1, COLUMNS),
        "oriSparseIndicesOptional": None,
        "oriTopkLengthOptional": None,
        "cmpTopkLengthOptional": None,
        "sinksOptional": (query[-1],),
        "metadataOptional": np.zeros(1024, np.int32),
        "layoutQOptional": form[0],
        "layoutKvOptional": form[1],
        "softmaxScale": 0.04,
        "cmpRatio": 1,
        "topkValueMode": 1,
        "returnSoftmaxLse": True,
        **OLD,
        **more,
    }


def _selected(shape: tuple[int, ...], keys: int) -> Array:
    """Numbers of keys, some behind the last one, and from some place on none."""
    rng = np.random.default_rng(shape[-1])
    rows = int(np.prod(shape[:-1]))
    chosen = rng.permuted(np.tile(np.arange(keys, dtype=np.int32), (rows, 1)), axis=1)
    chosen = chosen[:, : shape[-1]]
    chosen[::3, shape[-1] // 2 :] = -1
    return chosen.reshape(shape)


def _cases() -> Shapes:
    """All layouts and masks; rows that see nothing, more keys than a tile, more heads than a unit,
    and what one of the products alone has."""
    yield _case(("BSND", "BSND"), (2, 5, 4), (2, 200), sequsedOriKvOptional=[200, 3])
    pages = {
        "oriBlockTableOptional": [[3, 1, 0], [2, 0, 0]],
        "sequsedOriKvOptional": [45, 17],
        "cmpBlockTableOptional": [[1], [0]],
        "sequsedCmpKvOptional": [11, 4],
        "cmpResidualKvOptional": [1, 1],
        "cmpRatio": 4,
    }
    yield _case(
        ("BSND", "PA_BBND"), (2, 3, 8), (4, 16), compressed=(2, 16),
        cmpSparseIndicesOptional=_selected((2, 3, 1, 8), 13), **pages,
    )  # fmt: skip
    yield _case(
        ("TND", "TND"), (5, 128), (310,), compressed=(3,), cmpRatio=128,
        cuSeqlensQOptional=[0, 2, 2, 5], cuSeqlensOriKvOptional=[0, 30, 30, 300],
        cuSeqlensCmpKvOptional=[0, 0, 0, 2], cmpResidualKvOptional=[30, 0, 14],
        returnSoftmaxLse=False,
    )  # fmt: skip
    yield _case(
        ("BSND", "BSND"), (2, 3, 3), (2, 7), compressed=(2, 2), cmpRatio=3, oriMaskMode=0,
        cmpMaskMode=0, sequsedQOptional=[3, 1], sequsedCmpKvOptional=[2, 0],
    )  # fmt: skip
    yield _case(
        ("TND", "PA_BBND"), (7, 3), (6, 5), compressed=(9, 1), oriMaskMode=3,
        cuSeqlensQOptional=[0, 4, 7], oriBlockTableOptional=[[5, 4, 3], [0, 1, 2]],
        sequsedOriKvOptional=[11, 2], cmpBlockTableOptional=[[8, 7, 6], [1, 2, 3]],
    )  # fmt: skip
    yield _case(
        ("BSND", "BSND"), (1, 3, 70), (1, 1200), compressed=(1, 700), cmpRatio=2,
        oriWinLeft=900, oriWinRight=1, cmpResidualKvOptional=[1],
        cmpSparseIndicesOptional=_selected((1, 3, 1, 600), 710),
    )  # fmt: skip
    yield _case(
        ("TND", "TND"), (4, 2), (9,), cuSeqlensQOptional=[0, 3, 4], sequsedQOptional=[2, 1],
        cuSeqlensOriKvOptional=[0, 6, 9], sequsedOriKvOptional=[5, 0], oriWinLeft=-1,
        oriWinRight=-1,
    )  # fmt: skip


def _refused(o: Operands) -> bool:
    """Before Ascend950 windows and ratios are those of the page."""
    if o.architecture == "3510":
        return False
    ratio = 1 if o.cmpKvOptional is None else 128 if o.cmpSparseIndicesOptional is None else 4
    heads = o.q.shape[-2]
    return (
        any(getattr(o, name) != value for name, value in OLD.items())
        or o.cmpRatio != ratio
        or heads & (heads - 1) != 0
    )


def _small(arguments: dict[str, Any], at: int) -> None:
    """Numbers whose scores differ."""
    rng = np.random.default_rng(at)
    for name in ("q", "oriKvOptional", "cmpKvOptional", "sinksOptional"):
        given = arguments.get(name)
        if given is not None:
            arguments[name] = rng.uniform(-2, 2, given.shape).astype(given.dtype)


ORACLES = {
    "aclnnSparseFlashMla": Oracle(
        _value,
        _size,
        given=True,
        shapes=_cases,
        adapt=_small,
        refused=_refused,
        types={"sinksOptional": lambda _: "float32"},
        layouts=("dense", "offset"),
    ),
}
