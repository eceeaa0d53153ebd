# SPDX-License-Identifier: Apache-2.0
"""SparseFlashMla: attention to the keys of a window and to compressed ones, which are values, and
its gradient."""

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


def _seen(
    o: Operands, own: int, compressed: int, at: int, rows: int, b: int
) -> tuple[range, int] | None:
    """The window of own keys, and how many compressed ones a row may see; None: it sees nothing."""
    past = own - rows + at + 1
    first, last = 0, own
    if o.oriMaskMode != 0:
        if past <= 0:
            return None
        last = min(past, own)
    if o.oriMaskMode == WINDOW:
        first = 0 if o.oriWinLeft == -1 else max(past - o.oriWinLeft - 1, 0)
        last = own if o.oriWinRight == -1 else min(past + o.oriWinRight, own)
    if o.cmpMaskMode == CAUSAL:
        rest = 0 if o.cmpResidualKvOptional is None else int(o.cmpResidualKvOptional[b])
        seen = (compressed * o.cmpRatio + rest - rows + at + 1) // o.cmpRatio
        compressed = max(min(seen, compressed), 0)
    return range(first, last), compressed


def _chosen(o: Operands, row: int, rows: int, seen: int) -> tuple[list[int], list[int]]:
    """The compressed keys of a row, and the places of their numbers among those selected."""
    if o.cmpSparseIndicesOptional is None:
        return list(range(seen)), []
    indices = np.asarray(o.cmpSparseIndicesOptional).reshape(rows, -1)[row].tolist()
    if o.cmpTopkLengthOptional is not None:
        indices = indices[: int(np.asarray(o.cmpTopkLengthOptional).reshape(-1)[row])]
    ended = next((i for i, index in enumerate(indices) if index < 0), len(indices))
    places = [i for i in range(ended) if indices[i] < seen]
    return [indices[i] for i in places], places


def _rows_of(
    o: Operands, own: list[int], compressed: list[int]
) -> Iterator[tuple[int, int, range, list[int], list[int]]]:
    """Each row that sees something, its batch, its window, its compressed keys and their places."""
    of_ends = o.layoutQOptional == "TND"
    total = int(np.prod(o.q.shape[:-2]))
    ends = o.cuSeqlensQOptional if of_ends else None
    parts = _parts(ends, o.sequsedQOptional, 0 if of_ends else o.q.shape[1], len(own))
    for b, part in enumerate(parts):
        for row in range(part.start, part.stop):
            at, count = row - part.start, part.stop - part.start
            seen = _seen(o, own[b], compressed[b], at, count, b)
            if seen is not None:
                yield row, b, seen[0], *_chosen(o, row, total, seen[1])


def _attended(o: Operands) -> tuple[Array, Array, Array]:
    """The results, logarithms of sums, and the largest of the values that are added."""
    shape = o.q.shape
    of_ends = o.layoutQOptional == "TND"
    batches = len(o.cuSeqlensQOptional) - 1 if of_ends else shape[0]
    query = np.asarray(o.q, np.float64).reshape(-1, shape[-2], COLUMNS)
    own = _keys(o, "ori", batches)
    none = [np.zeros((0, COLUMNS))] * batches
    others = none if o.cmpKvOptional is None else _keys(o, "cmp", batches)
    scale = np.float64(np.float32(o.softmaxScale))
    out, sums, size = np.zeros_like(query), np.zeros(query.shape[:2]), np.zeros_like(query)
    sinks = np.zeros((shape[-2], 0))
    if o.sinksOptional is not None:
        sinks = np.asarray(o.sinksOptional, np.float64)[:, None]
    counts = [[len(each) for each in kind] for kind in (own, others)]
    for row, b, window, numbers, _ in _rows_of(o, *counts):
        keys = np.concatenate([own[b][window.start : window.stop], others[b][numbers]])
        scores = np.concatenate([query[row] @ keys.T * scale, sinks], 1)
        if scores.shape[1] == 0:
            continue
        largest = scores.max(1, keepdims=True)
        powers = np.exp(scores - largest)
        total = powers.sum(1, keepdims=True)
        out[row] = (powers / total)[:, : len(keys)] @ keys
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


# --- The gradient --------------------------------------------------------------------------------


def _forward(o: Operands) -> Operands:
    """The arguments of the forward call; with "BSND" nobody reads ends."""
    given = dict(vars(o))
    given |= {
        "q": o.query,
        "softmaxScale": o.scaleValue,
        "oriBlockTableOptional": None,
        "cmpBlockTableOptional": None,
        "returnSoftmaxLse": True,
    }
    if o.layoutQOptional == "BSND":
        given |= dict.fromkeys(NUMBERS[3:6])
    return Operands(**given)


def _gradients(given: Operands, size: Any = lambda array: array) -> list[Array]:
    """From the logarithms and the result that were given; with np.abs what they are sums of: those
    of halves of products by rows, those of float32 of single products."""
    o = _forward(given)
    heads = o.q.shape[-2]
    query, dy, result = (
        np.asarray(each, np.float64).reshape(-1, heads, COLUMNS)
        for each in (o.q, given.dOut, given.out)
    )
    lse = np.asarray(given.lse, np.float64).reshape(-1, heads)
    of_ends = o.layoutQOptional == "TND"
    batches = len(o.cuSeqlensQOptional) - 1 if of_ends else o.q.shape[0]
    kinds = {"Ori": o.oriKvOptional, "Cmp": o.cmpKvOptional}
    keys, parts = {}, {}
    for kind, each in kinds.items():
        keys[kind] = np.asarray([] if each is None else each, np.float64).reshape(-1, COLUMNS)
        parts[kind] = [slice(0, 0)] * batches
        if each is not None:
            ends, used = (getattr(o, f"{s}{kind}KvOptional") for s in ("cuSeqlens", "seqused"))
            parts[kind] = _parts(ends, used, 0 if of_ends else each.shape[1], batches)
    dq, dkeys = np.zeros_like(query), {kind: np.zeros_like(each) for kind, each in keys.items()}
    norms = np.zeros(getattr(o.cmpSparseIndicesOptional, "shape", (len(query), 0)))
    of_rows = norms.reshape(len(query), norms.shape[-1])
    sinks = None if o.sinksOptional is None else np.asarray(o.sinksOptional, np.float64)
    dsinks = np.zeros(heads)
    sign, scale = size(-np.ones(1))[0], np.float64(np.float32(o.softmaxScale))
    counts = [[part.stop - part.start for part in each] for each in parts.values()]
    for row, b, window, numbers, places in _rows_of(o, *counts):
        at = {
            "Ori": parts["Ori"][b].start + np.array(window, np.int64),
            "Cmp": parts["Cmp"][b].start + np.array(numbers, np.int64),
        }
        seen = np.concatenate([keys[kind][at[kind]] for kind in keys])
        part = np.exp(query[row] @ seen.T * scale - lse[row][:, None])
        dpart = dy[row] @ seen.T
        common = (dy[row] * result[row]).sum(-1)
        ds = part * (size(dpart) + sign * size(common)[:, None]) * size(scale)
        dq[row] = ds @ size(seen)
        gained = ds.T @ size(query[row]) + part.T @ size(dy[row])
        np.add.at(dkeys["Ori"], at["Ori"], gained[: len(window)])
        np.add.at(dkeys["Cmp"], at["Cmp"], gained[len(window) :])
        if sinks is not None:
            weighted = (part * (size(dy[row]) @ size(seen).T)).sum(-1)
            dsinks += sign * weighted * np.exp(sinks - lse[row])
        if places:
            of_rows[row, places] = part[:, len(window) :].mean(0)
    found = [dq.reshape(o.q.shape)]
    found += [dkeys[kind].reshape(each.shape) for kind, each in kinds.items() if each is not None]
    found += [] if sinks is None else [dsinks]
    return found + ([] if o.cmpSparseIndicesOptional is None else [norms])


def _gradient_size(o: Operands) -> list[Array]:
    """Scores are sums of 512 products, whose rounding changes probabilities, which alone are
    results."""
    found = _gradients(o, np.abs)
    if o.cmpSparseIndicesOptional is not None:
        found[-1] = 32 * found[-1]
    return found


def _gradient_case(
    form: str, query: tuple[int, ...], keys: tuple[int, ...], **more: Any
) -> dict[str, Any]:
    """What the forward call has, and further operands."""
    counts = more.pop("cmpTopkLengthOptional", None)
    made = _case((form, form), query, keys, **more)
    return {
        **made,
        "query": made["q"],
        "dOut": made["q"],
        "out": made["q"],
        "lse": (1, *query) if form == "TND" else (query[0], 1, *query[1:]),
        "scaleValue": made["softmaxScale"],
        "cmpTopkLengthOptional": counts,
    }


def _gradient_cases() -> Shapes:
    """Both layouts and all masks; more rows than are taken at a time, more keys than a tile, keys
    of several rows and of none, rows that see nothing or are behind the last end, and what
    Ascend950 alone has."""
    yield _gradient_case("BSND", (2, 20, 4), (2, 200))
    yield _gradient_case(
        "BSND", (2, 6, 3), (2, 4), compressed=(2, 10), cmpRatio=4, cmpResidualKvOptional=[1, 3],
        cmpSparseIndicesOptional=_selected((2, 6, 1, 8), 13),
    )  # fmt: skip
    yield _gradient_case(
        "TND", (7, 128), (310,), compressed=(3,), cmpRatio=128,
        cuSeqlensQOptional=[0, 2, 2, 5], cuSeqlensOriKvOptional=[0, 30, 30, 300],
        cuSeqlensCmpKvOptional=[0, 0, 0, 2], cmpResidualKvOptional=[30, 0, 14],
    )  # fmt: skip
    yield _gradient_case(
        "TND", (5, 8), (40,), compressed=(11,), cmpRatio=4,
        cuSeqlensQOptional=[0, 3, 5], cuSeqlensOriKvOptional=[0, 13, 40],
        cuSeqlensCmpKvOptional=[0, 3, 9], cmpResidualKvOptional=[1, 3],
        cmpSparseIndicesOptional=_selected((5, 1, 4), 7),
    )  # fmt: skip
    yield _gradient_case(
        "BSND", (2, 3, 5), (2, 7), compressed=(2, 6), cmpRatio=3, oriMaskMode=0, cmpMaskMode=0,
        sequsedQOptional=[3, 1], sequsedOriKvOptional=[7, 4], sequsedCmpKvOptional=[6, 2],
        cmpSparseIndicesOptional=_selected((2, 3, 1, 6), 6),
        cmpTopkLengthOptional=np.array([6, 3, 0, 2, 9, -1], np.int32).reshape(2, 3, 1),
        sinksOptional=None,
    )  # fmt: skip
    yield _gradient_case(
        "TND", (4, 2), (9,), cuSeqlensQOptional=[0, 3, 4], sequsedQOptional=[2, 1],
        cuSeqlensOriKvOptional=[0, 6, 9], sequsedOriKvOptional=[5, 0], oriMaskMode=3,
    )  # fmt: skip
    yield _gradient_case(
        "BSND", (1, 3, 70), (1, 1200), compressed=(1, 700), cmpRatio=2, oriWinLeft=900,
        oriWinRight=1, cmpResidualKvOptional=[1],
        cmpSparseIndicesOptional=_selected((1, 3, 1, 600), 710),
    )  # fmt: skip


def _gradient_refused(o: Operands) -> bool:
    """Before Ascend950 windows and masks are those of the page, and no lengths are taken."""
    if o.architecture == "3510":
        return False
    names = ("sequsedQOptional", "sequsedOriKvOptional", "cmpTopkLengthOptional")
    return any(getattr(o, name) is not None for name in names) or any(
        getattr(o, name) != value for name, value in OLD.items()
    )


def _as_forward(arguments: dict[str, Any], at: int) -> None:
    """Gradients take what the forward call gave."""
    rng = np.random.default_rng(at + 99)
    arguments["q"] = arguments["query"]
    _small(arguments, at)
    arguments["query"] = arguments["q"]
    like = arguments["dOut"]
    arguments["dOut"] = rng.uniform(-1, 1, like.shape).astype(like.dtype)
    out, sums, _ = _attended(_forward(Operands(**arguments)))
    arguments["out"] = out.astype(like.dtype)
    arguments["lse"] = sums.reshape(arguments["lse"].shape).astype(np.float32)


ORACLES = {
    "aclnnSparseFlashMlaGrad": Oracle(
        _gradients,
        _gradient_size,
        given=True,
        shapes=_gradient_cases,
        adapt=_as_forward,
        refused=_gradient_refused,
        types=dict.fromkeys(("lse", "sinksOptional"), lambda _: "float32"),
    ),
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
