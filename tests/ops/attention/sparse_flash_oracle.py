# SPDX-License-Identifier: Apache-2.0
"""Attention to the keys that were selected for each query: SparseFlashAttention, and
its gradient; the gradient and the loss of LightningIndexer, which selects them."""

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


def _flat(array: Array) -> Array:
    """Rows of heads of all batches, or the rows of keys, whose one head is left out."""
    rows = np.asarray(array, np.float64)
    return rows.reshape(-1, rows.shape[-2], rows.shape[-1])


def _rows_of(o: Operands) -> Iterator[tuple[int, int, int, list[int]]]:
    """Each row, its batch, how many keys it may see, and those that were selected of them."""
    shape = o.query.shape
    of_ends = o.layoutQueryOptional == "TND"
    batches = len(o.actualSeqLengthsQueryOptional) if of_ends else shape[0]
    rows = _parts(o.actualSeqLengthsQueryOptional, batches, 0 if of_ends else shape[1])
    keys = _keys_of(o, "key", batches)
    indices = np.asarray(o.sparseIndices).reshape(-1, o.sparseIndices.shape[-1])
    for b, part in enumerate(rows):
        for row in range(part.start, part.stop):
            seen = len(keys[b]) - (part.stop - row - 1 if o.sparseMode == 3 else 0)
            yield row, b, max(seen, 0), _selected(o, indices[row], max(seen, 0))


def _attended(o: Operands) -> tuple[list[Array], Array]:
    """The results, and the largest of the values that are added."""
    shape = o.query.shape
    query = _flat(o.query)
    ropes = o.queryRopeOptional is not None
    if ropes:
        query = np.concatenate([query, _flat(o.queryRopeOptional)], -1)
    batches = len(o.actualSeqLengthsQueryOptional) if len(shape) == 3 else shape[0]
    keys = _keys_of(o, "key", batches)
    values = keys if o.value is None else _keys_of(o, "value", batches)
    if ropes:
        pairs = zip(keys, _keys_of(o, "keyRopeOptional", batches), strict=True)
        keys = [np.concatenate(pair, -1) for pair in pairs]
    sinks = getattr(o, "sinksOptional", None)
    out = np.zeros((*query.shape[:2], values[0].shape[-1]))
    size = np.zeros(out.shape)
    maxima: Array = np.zeros(query.shape[:2])
    sums: Array = np.zeros(query.shape[:2])
    for row, b, seen, chosen in _rows_of(o):
        scores = query[row] @ keys[b][chosen].T
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
    of_values = (*shape[:-1], out.shape[-1])
    results = [out.reshape(of_values), maxima.reshape(dims), sums.reshape(dims)]
    return results, size.reshape(of_values)


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


# --- The gradient --------------------------------------------------------------------------------


def _forward(o: Operands) -> Operands:
    """The arguments of the forward call; with "BSND" nobody reads lengths."""
    given = dict(vars(o))
    if o.layoutOptional == "BSND":
        given["actualSeqLengthsQueryOptional"] = given["actualSeqLengthsKvOptional"] = None
    if o.queryRopeOptional is None or o.keyRopeOptional is None:
        given["queryRopeOptional"] = given["keyRopeOptional"] = None
    given |= {
        "layoutQueryOptional": o.layoutOptional,
        "layoutKvOptional": o.layoutOptional,
        "sparseBlockSizeOptional": o.sparseBlockSize,
        "blockTableOptional": None,
        "returnSoftmaxLse": True,
    }
    return Operands(**given)


def _gradients(given: Operands, size: Any = lambda array: array) -> list[Array]:
    """From the statistics and the result that were given; with np.abs what they are sums of."""
    o = _forward(given)
    query, dy, result = (size(_flat(each)) for each in (o.query, o.dOut, o.out))
    ropes = o.queryRopeOptional is not None
    plain = _flat(o.query)
    keys = _flat(o.key)[:, 0]
    values = size(keys if o.value is None else _flat(o.value)[:, 0])
    depth, columns = query.shape[-1], values.shape[-1]
    if ropes:
        plain = np.concatenate([plain, _flat(o.queryRopeOptional)], -1)
        keys = np.concatenate([keys, _flat(o.keyRopeOptional)[:, 0]], -1)
    maxima, sums = (
        np.asarray(each, np.float64).reshape(plain.shape[:2])
        for each in (o.softmaxMax, o.softmaxSum)
    )
    dq, dk, dv = np.zeros_like(plain), np.zeros_like(keys), np.zeros_like(values)
    sinks = getattr(o, "sinksOptional", None)
    dsinks = np.zeros(plain.shape[1])
    sign, scale = size(-np.ones(1))[0], size(np.float64(np.float32(o.scaleValue)))
    of_ends = o.layoutOptional == "TND"
    key_ends = [0, *(o.actualSeqLengthsKvOptional.tolist() if of_ends else [])]
    for row, b, seen, chosen in _rows_of(o):
        at = np.array(chosen, np.int64) + (key_ends[b] if of_ends else b * o.key.shape[1])
        scores = (plain[row] @ keys[at].T) * np.float64(np.float32(o.scaleValue))
        part = np.exp(scores - maxima[row][:, None]) / sums[row][:, None] if chosen else scores
        common = (dy[row] * result[row]).sum(-1)
        ds = part * (dy[row] @ values[at].T + sign * common[:, None]) * scale
        dq[row] = ds @ size(keys[at])
        np.add.at(dk, at, ds.T @ size(plain[row]))
        np.add.at(dv, at, part.T @ dy[row])
        if sinks is not None and seen > 0:
            dsinks += sign * np.exp(sinks - maxima[row]) / sums[row] * common
    if o.value is None:
        dk[:, :columns] += dv
    found = [dq[..., :depth].reshape(o.query.shape), dk[:, :depth].reshape(o.key.shape)]
    found += [] if o.value is None else [dv.reshape(o.value.shape)]
    pairs = ((dq, given.queryRopeOptional), (dk, given.keyRopeOptional))
    found += [each[..., depth:].reshape(like.shape) for each, like in pairs if like is not None]
    return found + ([] if sinks is None else [dsinks])


def _gradient_case(
    form: str, query: tuple[int, ...], keys: tuple[int, ...], count: int, **more: Any
) -> dict[str, Any]:
    """What the forward call has, and further operands; the sizes are Ascend910B's."""
    rope = more.pop("rope", ROPE)
    statistic = (1, *query) if form == "TND" else (query[0], 1, *query[1:])
    made = _case((form, form), query, keys, count, **more)
    return {
        **made,
        "layoutOptional": form,
        "sparseBlockSize": made["sparseBlockSizeOptional"],
        "queryRopeOptional": (*query, rope) if rope else None,
        "keyRopeOptional": (*keys, 1, rope) if rope else None,
        "dOut": (*query, made["value"][-1] if made["value"] else COLUMNS),
        "out": (*query, made["value"][-1] if made["value"] else COLUMNS),
        "softmaxMax": statistic,
        "softmaxSum": statistic,
    }


def _gradient_cases() -> Shapes:
    """Both layouts; more rows than are taken at a time, more keys than a tile, keys of several
    rows and of none, rows that see nothing or are behind the last end."""
    yield _gradient_case("BSND", (2, 20, 4), (2, 40), 1024, past=40, sparseMode=3)
    yield _gradient_case(
        "TND", (7, 3), (650,), 1024, past=640, value=None, sparseMode=0,
        actualSeqLengthsQueryOptional=[2, 2, 5], actualSeqLengthsKvOptional=[4, 10, 650],
    )  # fmt: skip
    yield _gradient_case(
        "TND", (5, 128), (60,), 2, past=40, sparseMode=3, sparseBlockSizeOptional=8, rope=0,
        actualSeqLengthsQueryOptional=[3, 5], actualSeqLengthsKvOptional=[2, 60],
    )  # fmt: skip


def _gradient_refused(o: Operands) -> bool:
    heads = o.query.shape[-2]
    if o.architecture == "3510":
        return bool(o.sparseBlockSize != 1 or o.sparseIndices.shape[-1] != 1024)
    return getattr(o, "sinksOptional", None) is not None or heads & (heads - 1) != 0


def _as_forward(arguments: dict[str, Any], at: int) -> None:
    """Gradients take what the forward call gave."""
    _small(arguments, at)
    rng = np.random.default_rng(at + 99)
    like = arguments["dOut"]
    arguments["dOut"] = rng.uniform(-1, 1, like.shape).astype(like.dtype)
    (out, maxima, sums), _ = _attended(_forward(Operands(**arguments)))
    arguments["out"] = out.astype(like.dtype)
    arguments["softmaxMax"] = maxima.astype(np.float32)
    arguments["softmaxSum"] = sums.astype(np.float32)


def _gradient_oracle(**more: Any) -> Oracle:
    integers = ("actualSeqLengthsQueryOptional", "actualSeqLengthsKvOptional", "sparseIndices")
    return Oracle(
        _gradients,
        lambda o: _gradients(o, np.abs),
        given=True,
        shapes=_gradient_cases,
        adapt=_as_forward,
        refused=_gradient_refused,
        types={
            **dict.fromkeys(integers, lambda _: "int32"),
            **dict.fromkeys(("softmaxMax", "softmaxSum", "sinksOptional"), lambda _: "float32"),
        },
        **more,
    )


# --- The gradient of LightningIndexer ------------------------------------------------------------


def _index_gradients(o: Operands, size: Any = lambda array: array) -> list[Array]:
    """Products above 0 count; with np.abs what the results are sums of."""
    of_ends = o.inputLayout == "TND"
    forward = Operands(
        query=o.query,
        key=o.key,
        sparseIndices=o.sparseIndices,
        sparseMode=o.sparseMode,
        sparseBlockSizeOptional=1,
        layoutQueryOptional=o.inputLayout,
        layoutKvOptional=o.inputLayout,
        actualSeqLengthsQueryOptional=o.actualSeqQLenOptional if of_ends else None,
        actualSeqLengthsKvOptional=o.actualSeqKvLenOptional if of_ends else None,
    )
    query, key = _flat(o.query), _flat(o.key)[:, 0]
    rows = len(query)
    weights = size(np.asarray(o.weights, np.float64).reshape(rows, -1))
    dy = size(np.asarray(o.dy, np.float64).reshape(rows, -1))
    dq, dk, dw = np.zeros_like(query), np.zeros_like(key), np.zeros_like(weights)
    ends = [0, *(o.actualSeqKvLenOptional.tolist() if of_ends else [])]
    for row, b, seen, chosen in _rows_of(forward):
        every = o.sparseIndices.reshape(rows, -1)[row].tolist()
        until = every.index(-1) if -1 in every else len(every)
        places = [i for i in range(until) if every[i] < seen]
        at = np.array(chosen, np.int64) + (ends[b] if of_ends else b * o.key.shape[1])
        products = query[row] @ key[at].T
        ds = (products > 0) * weights[row][:, None] * dy[row][places]
        dw[row] = np.maximum(products, 0) @ dy[row][places]
        dq[row] = ds @ size(key[at])
        np.add.at(dk, at, ds.T @ size(query[row]))
    return [dq.reshape(o.query.shape), dk.reshape(o.key.shape), dw.reshape(o.weights.shape)]


def _index_cases() -> Shapes:
    """Both layouts; more rows than are taken at a time, more keys than a tile, rows that see
    nothing or are behind the last end."""
    for query, keys, count, mode, ends in (
        ((2, 20, 4), (2, 30), 9, 3, None),
        ((1, 3, 64), (1, 700), 600, 0, None),
        ((9, 1), (40,), 7, 3, ([2, 2, 5], [4, 10, 21])),
    ):
        of_ends = [None if ends is None else np.array(each, np.int32) for each in ends or (0, 0)]
        yield {
            "query": (*query, 128),
            "key": (*keys, 1, 128),
            "dy": (*query[:-1], count),
            "sparseIndices": _blocks(int(np.prod(query[:-1])), count, keys[-1]).reshape(
                *query[:-1], count
            ),
            "weights": query,
            "actualSeqQLenOptional": of_ends[0],
            "actualSeqKvLenOptional": of_ends[1],
            "inputLayout": "BSND" if ends is None else "TND",
            "sparseMode": mode,
        }


def _whole(arguments: dict[str, Any], at: int) -> None:
    """Whole numbers: products are exact, so that 0 is 0 everywhere."""
    rng = np.random.default_rng(at)
    for name in ("query", "key", "weights", "dy"):
        given = arguments[name]
        arguments[name] = rng.integers(-2, 3, given.shape).astype(given.dtype)


# --- The loss of LightningIndexer ----------------------------------------------------------------


def _attention_of(o: Operands) -> Operands:
    """The attention whose scores teach; with "BSND" nobody reads lengths."""
    ends = (o.actualSeqLengthsQuery, o.actualSeqLengthsKey) if o.layout == "TND" else (None, None)
    return Operands(
        query=o.query,
        key=o.key,
        value=None,
        queryRopeOptional=o.queryRope,
        keyRopeOptional=o.keyRope,
        sparseIndices=o.sparseIndices,
        sparseMode=3,
        sparseBlockSizeOptional=1,
        scaleValue=o.scaleValue,
        layoutQueryOptional=o.layout,
        layoutKvOptional=o.layout,
        actualSeqLengthsQueryOptional=ends[0],
        actualSeqLengthsKvOptional=ends[1],
        returnSoftmaxLse=True,
    )


def _losses(o: Operands, size: Any = lambda array: array) -> list[Array]:
    """Gradients and the loss; with np.abs what they are sums of."""
    query = np.concatenate([_flat(o.query), _flat(o.queryRope)], -1)
    key = np.concatenate([_flat(o.key), _flat(o.keyRope)], -1)[:, 0]
    index, index_key = _flat(o.queryIndex), _flat(o.keyIndex)[:, 0]
    weights = np.asarray(o.weights, np.float64).reshape(index.shape[:2])
    maxima, sums = (
        np.asarray(each, np.float64).reshape(query.shape[:2])
        for each in (o.softmaxMax, o.softmaxSum)
    )
    dq, dk, dw = np.zeros_like(index), np.zeros_like(index_key), np.zeros_like(weights)
    sign, loss = size(-np.ones(1))[0], 0.0
    ends = [0, *(list(o.actualSeqLengthsKey) if o.layout == "TND" else [])]
    scale = np.float64(np.float32(o.scaleValue))
    for row, b, _, chosen in _rows_of(_attention_of(o)):
        if not chosen:
            continue
        at = np.array(chosen, np.int64) + (ends[b] if o.layout == "TND" else b * o.key.shape[1])
        scores = query[row] @ key[at].T * scale
        seen = (np.exp(scores - maxima[row][:, None]) / sums[row][:, None]).mean(0)
        products = index[row] @ index_key[at].T
        scored = weights[row] @ np.maximum(products, 0)
        scored = np.exp(scored - scored.max())
        scored /= scored.sum()
        least = [np.maximum(each, np.float64(np.float32(1e-8))) for each in (seen, scored)]
        loss += (least[0] * (size(np.log(least[0])) + sign * size(np.log(least[1])))).sum()
        dy = scored + sign * seen
        ds = (products > 0) * size(weights[row])[:, None] * dy
        dw[row] = np.maximum(products, 0) @ dy
        dq[row] = ds @ size(index_key[at])
        np.add.at(dk, at, ds.T @ size(index[row]))
    shaped = zip((dq, dk, dw), (o.queryIndex, o.keyIndex, o.weights), strict=True)
    return [*(each.reshape(like.shape) for each, like in shaped), np.array([loss])]


def _loss_cases() -> Shapes:
    """Both layouts; more rows than are taken at a time, more keys than a tile, rows behind the
    last end."""
    for query, keys, heads, ends in (
        ((1, 34, 32), (1, 40), 8, None),
        ((5, 128), (700,), 16, ([2, 4], [6, 690])),
    ):
        statistic = (query[0], 1, *query[1:]) if ends is None else (1, *query)
        yield {
            "query": (*query, COLUMNS),
            "key": (*keys, 1, COLUMNS),
            "queryRope": (*query, ROPE),
            "keyRope": (*keys, 1, ROPE),
            "queryIndex": (*query[:-1], heads, 128),
            "keyIndex": (*keys, 1, 128),
            "weights": (*query[:-1], heads),
            "sparseIndices": _blocks(int(np.prod(query[:-1])), 1024, keys[-1]).reshape(
                *query[:-1], 1, 1024
            ),
            "softmaxMax": statistic,
            "softmaxSum": statistic,
            "actualSeqLengthsQuery": None if ends is None else ends[0],
            "actualSeqLengthsKey": None if ends is None else ends[1],
            "layout": "BSND" if ends is None else "TND",
            "scaleValue": 0.04,
            "sparseMode": 3,
        }


def _taught(arguments: dict[str, Any], at: int) -> None:
    """Whole numbers of the indexer, small ones of the attention, and what it gave; of every second
    sample weights of float32."""
    rng = np.random.default_rng(at)
    for name in ("query", "key", "queryRope", "keyRope"):
        given = arguments[name]
        arguments[name] = rng.uniform(-2, 2, given.shape).astype(given.dtype)
    for name in ("queryIndex", "keyIndex"):
        given = arguments[name]
        arguments[name] = rng.integers(-1, 2, given.shape).astype(given.dtype)
    weights = rng.integers(-2, 3, arguments["weights"].shape) / 64
    arguments["weights"] = weights.astype(np.float32 if at % 2 else arguments["query"].dtype)
    (_, maxima, sums), _ = _attended(_attention_of(Operands(**arguments)))
    arguments["softmaxMax"] = maxima.astype(np.float32)
    arguments["softmaxSum"] = np.maximum(sums, 1).astype(np.float32)


# --- Its gradient by what is known of the attention ----------------------------------------------


def _target_rows(o: Operands) -> Iterator[tuple[int, int, int]]:
    """Each row, how many keys of its batch it sees, and where these begin."""
    if o.layoutQ == "TND":
        row_ends, key_ends = o.cuSeqLensQOptional.tolist(), o.cuSeqLensKOptional.tolist()
    else:
        row_ends = [b * o.q.shape[1] for b in range(len(o.q) + 1)]
        key_ends = [b * o.k.shape[1] for b in range(len(o.q) + 1)]
    for b, (first, past) in enumerate(pairwise(row_ends)):
        keys = key_ends[b + 1] - key_ends[b]
        rest = 0 if o.cmpResidualKOptional is None else int(o.cmpResidualKOptional[b])
        for row in range(first, past):
            stood_for = keys * o.cmpRatio + rest - (past - row - 1)
            seen = keys if o.maskMode == 0 else max(stood_for, 0) // o.cmpRatio
            yield row, min(seen, keys), key_ends[b]


def _approached(o: Operands, size: Any = lambda array: array) -> list[Array]:
    """Gradients and the softmax; with np.abs what they are sums of."""
    q, k = _flat(o.q), _flat(o.k)[:, 0]
    weights = np.asarray(o.w, np.float64).reshape(q.shape[:2])
    indices = o.sparseIndices.reshape(len(q), -1)
    target = np.asarray(o.attnSoftmaxL1Norm, np.float64).reshape(indices.shape)
    dq, dk, dw = np.zeros_like(q), np.zeros_like(k), np.zeros_like(weights)
    found, sign = np.zeros_like(target), size(-np.ones(1))[0]
    for row, seen, first in _target_rows(o):
        until = np.append(np.flatnonzero(indices[row] < 0), indices.shape[1])[0]
        places = [i for i in range(until) if indices[row, i] < seen]
        if not places:
            continue
        at = first + indices[row, places]
        products = q[row] @ k[at].T
        scored = weights[row] @ np.maximum(products, 0)
        scored = np.exp(scored - scored.max())
        found[row, places] = scored = scored / scored.sum()
        parts = target[row, places]
        di = scored * parts.sum() + sign * parts
        ds = (products > 0) * size(weights[row])[:, None] * di
        dw[row] = np.maximum(products, 0) @ di
        dq[row] = ds @ size(k[at])
        np.add.at(dk, at, ds.T @ size(q[row]))
    shaped = zip((dq, dk, dw, found), (o.q, o.k, o.w, o.attnSoftmaxL1Norm), strict=True)
    return [each.reshape(like.shape) for each, like in shaped]


def _target_cases() -> Shapes:
    """Both layouts and masks, keys that stand for several, with a rest; rows that see nothing, and
    rows behind the last end."""
    for query, keys, mode, ratio, rests, ends in (
        ((1, 34, 8), (1, 40), 3, 1, None, None),
        ((2, 18, 16), (2, 4), 3, 4, [2, 1], None),
        ((2, 3, 8), (2, 600), 0, 4, None, None),
        ((9, 8), (700,), 3, 2, [1, 0], ([0, 5, 8], [0, 2, 690])),
    ):
        rows = query[:-1]
        of_ends = [None if ends is None else np.array(each, np.int32) for each in ends or (0, 0)]
        chosen = (*rows, 1, 512)
        yield {
            "q": (*query, 128),
            "k": (*keys, 1, 128),
            "w": query,
            "sparseIndices": _blocks(int(np.prod(rows)), 512, keys[-1]).reshape(chosen),
            "attnSoftmaxL1Norm": chosen,
            "cuSeqLensQOptional": of_ends[0],
            "cuSeqLensKOptional": of_ends[1],
            "seqUsedQOptional": None,
            "seqUsedKOptional": None,
            "cmpResidualKOptional": np.array(rests or [0] * 2, np.int32)[: 1 + (rows[0] > 1)],
            "metadataOptional": np.zeros(64, np.int32),
            "layoutQ": "BSND" if ends is None else "TND",
            "layoutK": "BSND" if ends is None else "TND",
            "maskMode": mode,
            "cmpRatio": ratio,
        }


def _targeted(arguments: dict[str, Any], at: int) -> None:
    """Whole numbers of the indexer, and parts that need not be 1 together."""
    rng = np.random.default_rng(at)
    for name in ("q", "k"):
        given = arguments[name]
        arguments[name] = rng.integers(-1, 2, given.shape).astype(given.dtype)
    shape = arguments["w"].shape
    arguments["w"] = (rng.integers(-2, 3, shape) / 64).astype(np.float32)
    arguments["attnSoftmaxL1Norm"] = (
        rng.random(arguments["attnSoftmaxL1Norm"].shape) / 256
    ).astype(np.float32)


def _dense_rows(o: Operands) -> Iterator[tuple[int, Any, Array, int]]:
    """Of each row its number, those of its heads among the statistics, and its keys; and the row
    of the index among its own statistics."""
    if o.layout == "TND":
        first = [0, *o.actualSeqLengthsQuery], [0, *o.actualSeqLengthsKey]
        counts = np.diff(first[0]), np.diff(first[1])
    else:
        batches = len(o.query)
        counts = np.full(batches, o.query.shape[1]), np.full(batches, o.key.shape[1])
        first = np.arange(batches) * o.query.shape[1], np.arange(batches) * o.key.shape[1]
    for b, (rows, keys) in enumerate(zip(*counts, strict=True)):
        for i in range(rows):
            at = (slice(None), first[0][b] + i) if o.layout == "TND" else (b, slice(None), i)
            yield first[0][b] + i, at, first[1][b] + np.arange(keys - rows + i + 1), b


def _dense_scores(o: Operands, row: int, at: Array) -> tuple[Array, Array, Array]:
    """Scores of the attention's heads, products of the indexer's, and their sum."""
    parts = [(o.query, o.key), *([] if o.queryRope is None else [(o.queryRope, o.keyRope)])]
    scores = sum(np.einsum("nd,snd->ns", _flat(q)[row], _flat(k)[at]) for q, k in parts)
    products = _flat(o.queryIndex)[row] @ _flat(o.keyIndex)[at, 0].T
    weights = np.asarray(o.weights, np.float64).reshape(-1, len(products))[row]
    scores = np.asarray(scores * np.float64(np.float32(o.scaleValue)))
    return scores, products, weights @ np.maximum(products, 0)


def _dense_losses(o: Operands, size: Any = lambda array: array) -> list[Array]:
    """The same of all keys, by statistics of both softmaxes."""
    index, index_key = _flat(o.queryIndex), _flat(o.keyIndex)[:, 0]
    weights = np.asarray(o.weights, np.float64).reshape(index.shape[:2])
    of_index = [
        np.asarray(each, np.float64).reshape(-1) for each in (o.softmaxMaxIndex, o.softmaxSumIndex)
    ]
    dq, dk, dw = np.zeros_like(index), np.zeros_like(index_key), np.zeros_like(weights)
    sign, loss = size(-np.ones(1))[0], 0.0
    for row, heads, at, _ in _dense_rows(o):
        scores, products, scored = _dense_scores(o, row, at)
        maxima, sums = (
            np.asarray(each, np.float64)[heads].reshape(-1, 1)
            for each in (o.softmaxMax, o.softmaxSum)
        )
        seen = (np.exp(scores - maxima) / sums).mean(0)
        scored = np.exp(scored - of_index[0][row]) / of_index[1][row]
        least = [np.log(np.maximum(each, np.float64(np.float32(1e-8)))) for each in (seen, scored)]
        loss += (seen * (size(least[0]) + sign * size(least[1]))).sum()
        dy = scored + sign * seen
        ds = (products > 0) * size(weights[row])[:, None] * dy
        dw[row] = np.maximum(products, 0) @ dy
        dq[row] = ds @ size(index_key[at])
        np.add.at(dk, at, ds.T @ size(index[row]))
    shaped = zip((dq, dk, dw), (o.queryIndex, o.keyIndex, o.weights), strict=True)
    return [*(each.reshape(like.shape) for each, like in shaped), np.array([loss])]


def _dense_cases() -> Shapes:
    """Both layouts, with ropes and without; more rows than are taken at a time, more keys than a
    tile, rows behind the last end."""
    for query, keys, heads, ends, has_rope in (
        ((2, 17, 32), (2, 40), 8, None, True),
        ((5, 64), (700,), 16, ([2, 4], [6, 690]), False),
    ):
        rows = query[:-1]
        statistic = (*query[:-2], query[-1], query[-2], 1)
        of_index = (*query[:-2], 1, query[-2])
        yield {
            "query": (*query, 128),
            "key": (*keys, query[-1], 128),
            "queryRope": (*query, ROPE) if has_rope else None,
            "keyRope": (*keys, query[-1], ROPE) if has_rope else None,
            "queryIndex": (*rows, heads, 128),
            "keyIndex": (*keys, 1, 128),
            "weights": (*rows, heads),
            "softmaxMax": statistic,
            "softmaxSum": statistic,
            "softmaxMaxIndex": of_index,
            "softmaxSumIndex": of_index,
            "actualSeqLengthsQuery": None if ends is None else ends[0],
            "actualSeqLengthsKey": None if ends is None else ends[1],
            "layout": "BSND" if ends is None else "TND",
            "scaleValue": 0.04,
            "sparseMode": 3,
        }


def _dense_taught(arguments: dict[str, Any], at: int) -> None:
    """The same as _taught, with statistics of all keys."""
    rng = np.random.default_rng(at)
    for name in ("query", "key", "queryRope", "keyRope"):
        given = arguments[name]
        if given is not None:
            arguments[name] = rng.uniform(-2, 2, given.shape).astype(given.dtype)
    for name in ("queryIndex", "keyIndex"):
        given = arguments[name]
        arguments[name] = rng.integers(-1, 2, given.shape).astype(given.dtype)
    weights = rng.integers(-2, 3, arguments["weights"].shape) / 64
    arguments["weights"] = weights.astype(np.float32 if at % 2 else arguments["query"].dtype)
    found = {
        name: np.ones(arguments[name].shape, np.float32)
        for name in ("softmaxMax", "softmaxSum", "softmaxMaxIndex", "softmaxSumIndex")
    }
    o = Operands(**arguments)
    for row, heads, keys, _ in _dense_rows(o):
        scores, _, scored = _dense_scores(o, row, keys)
        found["softmaxMax"][heads] = scores.max(1).reshape(-1, 1)
        found["softmaxSum"][heads] = np.exp(scores - scores.max(1)[:, None]).sum(1).reshape(-1, 1)
        found["softmaxMaxIndex"].reshape(-1)[row] = scored.max()
        found["softmaxSumIndex"].reshape(-1)[row] = np.exp(scored - scored.max()).sum()
    arguments.update(found)


ORACLES = {
    "aclnnSparseLightningIndexerKLLossGrad": Oracle(
        _approached,
        lambda o: _approached(o, np.abs),
        given=True,
        shapes=_target_cases,
        adapt=_targeted,
        types={
            **dict.fromkeys(("w", "attnSoftmaxL1Norm"), lambda _: "float32"),
            **dict.fromkeys(
                (
                    *("sparseIndices", "cuSeqLensQOptional", "cuSeqLensKOptional"),
                    *("cmpResidualKOptional", "metadataOptional"),
                ),
                lambda _: "int32",
            ),
        },
    ),
    "aclnnDenseLightningIndexerGradKLLoss": Oracle(
        _dense_losses,
        lambda o: _dense_losses(o, np.abs),
        given=True,
        shapes=_dense_cases,
        adapt=_dense_taught,
        types=dict.fromkeys(
            ("softmaxMax", "softmaxSum", "softmaxMaxIndex", "softmaxSumIndex"),
            lambda _: "float32",
        ),
    ),
    "aclnnSparseFlashAttention": _oracle(),
    "aclnnSparseFlashAttentionV2": _oracle(arguments={"sinksOptional": (None, GIVEN)}),
    "aclnnSparseFlashAttentionGrad": _gradient_oracle(),
    "aclnnSparseFlashAttentionGradV2": _gradient_oracle(arguments={"sinksOptional": (None, GIVEN)}),
    "aclnnLightningIndexerGrad": Oracle(
        _index_gradients,
        lambda o: _index_gradients(o, np.abs),
        given=True,
        shapes=_index_cases,
        adapt=_whole,
        types=dict.fromkeys(
            ("actualSeqQLenOptional", "actualSeqKvLenOptional", "sparseIndices"), lambda _: "int32"
        ),
    ),
    "aclnnSparseLightningIndexerGradKLLoss": Oracle(
        _losses,
        lambda o: _losses(o, np.abs),
        given=True,
        shapes=_loss_cases,
        adapt=_taught,
        types={
            "sparseIndices": lambda _: "int32",
            **dict.fromkeys(("softmaxMax", "softmaxSum"), lambda _: "float32"),
        },
    ),
}
