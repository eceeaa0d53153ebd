# SPDX-License-Identifier: Apache-2.0
"""Attention and its gradient."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
from ml_dtypes import bfloat16
from numpy.typing import NDArray
from ops.attention.drawn import kept_bytes
from ops.attention.small import make_small
from sweep.oracle import Operands, Oracle

Array = NDArray[Any]
Shapes = Iterator[dict[str, Any]]

FAR = 2**31 - 1
HIDDEN = float(np.finfo(np.float32).max)


def _first(o: Operands, *names: str, default: Any = None) -> Any:
    """The first of these arguments that the call has and was given."""
    found = [getattr(o, name, None) for name in names]
    return next((each for each in found if each is not None), default)


def _letters(o: Operands) -> tuple[str, str]:
    before, _, behind = o.inputLayout.partition("_")
    return before, behind or before


def _in_heads(array: Array, layout: str, heads: int) -> Array:
    """A tensor as [batch, head, row, column]; T is one batch."""
    array = np.asarray(array, np.float64)
    if "H" in layout:
        array = array.reshape(*array.shape[:-1], heads, array.shape[-1] // max(heads, 1))
        layout = layout.replace("H", "ND")
    if "T" in layout:
        array, layout = array[None], "B" + layout.replace("T", "S")
    return array.transpose([layout.index(letter) for letter in "BNSD"])


def _from_heads(array: Array, layout: str) -> Array:
    """The inverse of it."""
    order = layout.replace("H", "ND").replace("T", "S")
    order = order if "B" in order else "B" + order
    found = array.transpose(["BNSD".index(letter) for letter in order])
    if "H" in layout:
        return found.reshape(*found.shape[:-2], -1)
    return found[0] if "T" in layout else found


def _counts(lengths: Any, batches: int, whole: int, totals: bool) -> list[tuple[int, int]]:
    """Where the rows of each batch begin and end."""
    if totals:
        ends = lengths[:batches]
        return list(zip([0, *ends[:-1]], ends, strict=True))
    if lengths is None:
        return [(0, whole)] * batches
    each = [lengths[0]] * batches if len(lengths) == 1 else lengths[:batches]
    return [(0, count) for count in each]


def _seen(o: Operands, batch: int, rows: int, columns: int, ends: Any) -> Array:
    """The pairs that the sparse mode lets count."""
    mode = _first(o, "sparseMode", default=0)
    i, j = np.arange(rows)[:, None], np.arange(columns)[None]
    corner = columns - rows
    before, after = _first(o, "preTokens", default=FAR), _first(o, "nextTokens", default=FAR)
    band: Array = (j >= i + corner - before) & (j <= i + corner + after)
    if _first(o, "attenMaskOptional", "attenMask") is None or mode == 1:
        return np.ones((rows, columns), bool)
    if mode == 0:
        return np.asarray((j >= i - before) & (j <= i + after))
    if mode in (5, 6):
        return np.asarray((j <= i + corner) | (j < o.prefixOptional[batch]))
    has_rows = [b for b, (first, past) in enumerate(ends) if past > first]
    if mode == 4 or (mode == 7 and batch == has_rows[-1]) or (mode == 8 and batch == has_rows[0]):
        return np.asarray(band)
    return np.asarray(j <= i + (corner if mode in (3, 7) else 0))


class _Blocks:
    """What a call says, batch by batch: queries, keys and values of its heads in float64."""

    def __init__(self, o: Operands) -> None:
        self.o = o
        self.layout, self.out_layout = _letters(o)
        self.heads = _first(o, "headNum", "numHeads")
        self.query = self.rows_of(o.query)
        given = _first(o, "key", "keyIn")
        self.is_list = isinstance(given, list)
        table = _first(o, "blockTableOptional", "blockTable", "blocktable")
        sample = given[0] if self.is_list else given
        depth = self.query.shape[-1]
        key_layout = self.layout
        if table is not None:
            key_layout = "BSH" if sample.ndim == 3 else "BNSD"
        key_heads = (
            sample.shape[-1] // depth if "H" in key_layout else sample.shape[key_layout.index("N")]
        )
        self.group = self.heads // key_heads
        self.key_layout, self.key_heads = key_layout, key_heads
        self.totals = "T" in self.layout
        row_lengths = _first(
            o, "actualSeqQLenOptional", "actualSeqLengthsOptional", "actualSeqLengths"
        )
        column_lengths = _first(
            o, "actualSeqKvLenOptional", "actualSeqLengthsKvOptional", "actualSeqLengthsKv"
        )
        if not any(
            hasattr(o, name)
            for name in (
                "actualSeqKvLenOptional",
                "actualSeqLengthsKvOptional",
                "actualSeqLengthsKv",
                "headNum",
            )
        ) and hasattr(o, "numHeads"):
            row_lengths, column_lengths = None, row_lengths
        if not self.totals and hasattr(o, "seed"):  # nobody reads them
            row_lengths = column_lengths = None
        self.batches = self.query.shape[0]
        if self.totals:  # but for those that take no part
            self.batches = max((b + 1 for b, end in enumerate(row_lengths) if end), default=0)
        self.row_ends = _counts(row_lengths, self.batches, self.query.shape[2], self.totals)
        self.keys = self.members(given, table, column_lengths)
        self.values = self.members(o.value, table, column_lengths)
        self.depth = depth
        key_rope = _first(o, "keyRope", "keyInRope", "keyRopeOptional")
        if key_rope is not None:
            ropes = self.members(key_rope, table, column_lengths)
            pairs = zip(self.keys, ropes, strict=True)
            query_rope = _first(o, "queryRope", "queryRopeOptional")
            self.query = np.concatenate([self.query, self.rows_of(query_rope)], -1)
            self.keys = [np.concatenate(each, -1) for each in pairs]

    def rows_of(self, array: Array) -> Array:
        return _in_heads(array, self.layout, self.heads)

    def members(self, given: Any, table: Any, lengths: Any) -> list[Array]:
        """Keys or values of each batch: [heads, columns, depth]."""
        tensors = given if self.is_list else [given]
        found = [_in_heads(each, self.key_layout, self.key_heads) for each in tensors]
        if table is not None:
            blocks = found[0]
            rows = [np.concatenate([blocks[at] for at in entries], 1) for entries in table]
            found = [each[:, :count] for each, count in zip(rows, lengths, strict=True)]
        elif self.totals:
            ends = _counts(lengths, self.batches, 0, True)
            found = [found[0][0][:, first:past] for first, past in ends]
        else:
            counts = _counts(lengths, self.batches, found[0].shape[2], False)
            found = [each[0] for each in found] if len(found) > 1 else list(found[0])
            found = [each[:, :count] for each, (_, count) in zip(found, counts, strict=True)]
        return [np.repeat(each, self.group, 0) for each in found]

    def scores(self, batch: int) -> Array:
        """What the softmax is of: -infinity where a pair does not count."""
        o = self.o
        first, past = self.row_ends[batch]
        query = self.query[0 if self.totals else batch][:, first:past]
        key = self.keys[batch]
        found = query @ key.swapaxes(1, 2)
        pse = _first(o, "realShiftOptional", "pseShiftOptional", "pseShift")
        scale = _first(o, "scaleValue", default=1.0)
        rows, columns = found.shape[1:]
        kind = _first(o, "pseType", default=1)
        is_behind = not hasattr(o, "headNum") or kind != 1
        added: Any = 0.0
        if pse is not None and kind > 1 and hasattr(o, "headNum"):
            added = self.slopes(batch, np.asarray(pse, np.float64), rows, columns)
        elif pse is not None:
            added = pse[min(batch, len(pse) - 1)].astype(np.float64)[:, :rows, :columns]
        found = found * scale + added if is_behind else (found + added) * scale
        seen = _seen(o, batch, rows, columns, self.row_ends)
        mask = _first(o, "attenMaskOptional", "attenMask")
        if mask is not None and _first(o, "sparseMode", default=0) in (0, 1, 5):
            mask = (
                mask.reshape((1,) * (4 - mask.ndim) + mask.shape)
                if mask.ndim != 3
                else mask[:, None]
            )
            mask = mask[min(batch, len(mask) - 1)][:, :rows, :columns]
            seen = seen & (mask == 0)
        return np.where(seen, found, -np.inf)

    def slopes(self, batch: int, pse: Array, rows: int, columns: int) -> Array:
        """The distance of row and column, or its root, times the slope of each head."""
        o = self.o
        first_row = _first(o, "qStartIdxOptional", default=[0])[0]
        first_column = _first(o, "kvStartIdxOptional", default=[0])[0]
        i, j = np.arange(rows)[:, None] + first_row, np.arange(columns) + first_column
        distance = np.abs(j - i).astype(np.float64)
        distance = np.sqrt(distance) if o.pseType == 3 else distance
        return np.asarray(-(pse[batch] if pse.ndim == 2 else pse)[:, None, None] * distance)

    def kept(self, batch: int, shape: tuple[int, ...]) -> Array:
        """What probabilities are multiplied by."""
        bits = _first(self.o, "dropMaskOptional")
        keep = _first(self.o, "keepProb", default=1.0)
        draws = hasattr(self.o, "seed") and getattr(self.o, "architecture", "") == "3510"
        if keep == 1 or (bits is None and not draws):
            return np.ones(shape)
        pairs = [
            (self.heads * (past - first), self.keys[b].shape[1])
            for b, (first, past) in enumerate(self.row_ends[:batch])
        ]
        if bits is None:
            found = kept_bytes(self.o.seed, self.o.offset, pairs, shape, keep)
            return np.asarray(found / np.float64(np.float32(keep)))
        before = sum(rows * columns for rows, columns in pairs)
        found = np.unpackbits(bits, bitorder="little")[before : before + int(np.prod(shape))]
        return np.asarray(found.reshape(shape) / keep)


def _softmax(scores: Array, sinks: Array | None = None) -> tuple[Array, Array, Array]:
    largest = np.max(scores, -1, keepdims=True, initial=-np.inf)
    if sinks is not None:
        largest = np.maximum(largest, sinks[:, None, None])
    is_hidden = np.isinf(largest)
    powers = np.exp(scores - np.where(is_hidden, 0, largest))
    sums = powers.sum(-1, keepdims=True)
    if sinks is not None:
        sums = sums + np.exp(sinks[:, None, None] - largest)
    probabilities = np.where(is_hidden, 0, powers / np.where(is_hidden, 1, sums))
    return probabilities, np.where(is_hidden, -HIDDEN, largest), np.where(is_hidden, HIDDEN, sums)


def _forward(o: Operands, value_of: Any = lambda values: values) -> tuple[Array, Array, Array]:
    """The result in its layout, and statistics as [batch, head, row] (T: as one batch)."""
    blocks = _Blocks(o)
    shape = blocks.query.shape[:3]
    depth = blocks.values[0].shape[-1] if blocks.batches else o.value.shape[-1]
    results = np.zeros((*shape, depth))
    largest, sums = np.full(shape, np.inf), np.ones(shape)
    for batch in range(blocks.batches):
        first, past = blocks.row_ends[batch]
        at = 0 if blocks.totals else batch
        sinks = _first(o, "sinkOptional", "sinkInOptional")
        sinks = None if sinks is None else np.asarray(sinks, np.float64)
        probabilities, high, total = _softmax(blocks.scores(batch), sinks)
        kept = probabilities * blocks.kept(batch, probabilities.shape)
        results[at, :, first:past] = kept @ value_of(blocks.values[batch])
        largest[at, :, first:past], sums[at, :, first:past] = high[..., 0], total[..., 0]
    return _from_heads(results, blocks.out_layout), largest, sums


def _lie_by_heads(o: Operands) -> bool:
    """Whether statistics [T, N, 8] hold the rows of one head after those of another."""
    return bool(_first(o, "softmaxOutLayout", "softmaxInLayout") == "")


def _statistics(o: Operands, found: Array, copies: int) -> Array:
    if "T" in o.inputLayout:
        found = found[0].reshape(found.shape[:0:-1]) if _lie_by_heads(o) else found[0].T
    return np.repeat(found[..., None], copies, -1)


def _result_of_training(o: Operands) -> list[Array]:
    result, largest, sums = _forward(o)
    return [_statistics(o, largest, 8), _statistics(o, sums, 8), result]


def _size_of_training(o: Operands) -> list[Array]:
    result, largest, sums = _forward(o, np.abs)
    return [_statistics(o, np.maximum(1, np.abs(largest)), 8), _statistics(o, sums, 8), result]


def _log_sums(o: Operands, largest: Array, sums: Array) -> Array:
    if not o.softmaxLseFlag:
        return np.ones(0)
    hidden = np.isinf(largest) | (largest == -HIDDEN)
    return _statistics(o, np.where(hidden, np.inf, largest + np.log(sums)), 1)


def _result_of_inference(o: Operands) -> Any:
    result, largest, sums = _forward(o)
    return [result, _log_sums(o, largest, sums)] if hasattr(o, "softmaxLseFlag") else result


def _size_of_inference(o: Operands) -> Any:
    result, largest, sums = _forward(o, np.abs)
    sizes = (
        np.maximum(1, np.abs(_log_sums(o, largest, sums))) if hasattr(o, "softmaxLseFlag") else 0
    )
    return [result, sizes] if hasattr(o, "softmaxLseFlag") else result


def _backward(o: Operands, size: Any = lambda value: value) -> list[Array]:
    """The gradients from the statistics and the result that were given; with np.abs what they are
    sums of."""
    blocks = _Blocks(o)
    if not blocks.batches:
        return [o.query, _first(o, "key", "keyIn"), o.value]
    scale = abs(size(np.asarray(o.scaleValue)))
    dy, result = size(blocks.rows_of(o.dy)), size(blocks.rows_of(o.attentionInOptional))
    largest, sums = (each[..., 0] for each in (o.softmaxMaxOptional, o.softmaxSumOptional))
    if blocks.totals:
        heads = largest.shape[::-1]
        turned = [each.reshape(heads) if _lie_by_heads(o) else each.T for each in (largest, sums)]
        largest, sums = turned[0][None], turned[1][None]
    dq = np.zeros_like(blocks.query)
    given = _first(o, "sinkInOptional")
    has_sinks = given is not None and len(given) > 0
    sinks = np.asarray(given, np.float64) if has_sinks else np.zeros(blocks.heads)
    dsinks = np.zeros(blocks.heads)
    keys, values = [], []
    for batch in range(blocks.batches):
        first, past = blocks.row_ends[batch]
        at = (0 if blocks.totals else batch, slice(None), slice(first, past))
        scores = blocks.scores(batch)
        probabilities = np.exp(scores - largest[at][..., None]) / sums[at][..., None]
        kept = blocks.kept(batch, probabilities.shape)
        key, value = size(blocks.keys[batch]), size(blocks.values[batch])
        gradient = (dy[at] @ value.swapaxes(1, 2)) * kept
        common = (dy[at] * result[at]).sum(-1, keepdims=True)
        parts = np.exp(sinks[:, None] - largest[at]) / sums[at] if has_sinks else 0
        dsinks -= size((parts * common[..., 0]).sum(-1)) * (1 if size(-np.ones(1))[0] < 0 else -1)
        common = common if size(-np.ones(1))[0] > 0 else -common
        gradient = probabilities * (gradient + common) * scale
        dq[at] = gradient @ key
        shape = (blocks.key_heads, blocks.group)
        dk = gradient.swapaxes(1, 2) @ size(blocks.query[at])
        dv = (probabilities * kept).swapaxes(1, 2) @ dy[at]
        keys.append(dk.reshape(*shape, *dk.shape[1:]).sum(1))
        values.append(dv.reshape(*shape, *dv.shape[1:]).sum(1))
    join = (lambda each: np.concatenate(each, 1)[None]) if blocks.totals else np.stack
    dk, dv = join(keys), join(values)
    found = [_from_heads(each[..., : blocks.depth], blocks.layout) for each in (dq, dk)]
    last = [_from_heads(dv, blocks.layout), *([dsinks] if has_sinks else [])]
    if _first(o, "queryRope", "queryRopeOptional") is None:
        return [*found, *last]
    if hasattr(o, "seed"):  # the gradients of ropes stand behind the others
        turned = [_from_heads(each[..., blocks.depth :], blocks.layout) for each in (dq, dk)]
        return [*found, last[0], *turned, *last[1:]]
    ropes = [_from_heads(each[..., blocks.depth :], blocks.layout) for each in (dq, dk)]
    return [found[0], ropes[0], found[1], ropes[1], *last]


# --- Operands ------------------------------------------------------------------------------------

_RNG = np.random.default_rng(5)
_UNREAD = np.triu(np.ones((2048, 2048), np.bool_), 1)
_UNREAD_PREFIX = np.concatenate([_UNREAD, np.arange(2048) >= np.zeros((1024, 1))])


def _mask(*shape: int) -> Array:
    return _RNG.random(shape) < 0.3


def _bits(count: int) -> Array:
    return _RNG.integers(0, 256, (count + 7) // 8).astype(np.uint8)


Shape = tuple[int, ...]


def _trained(layout: str, heads: int, query: Shape, key: Shape, value: Shape, **more: Any) -> Any:
    """A case by the names of FlashAttentionScore, with the shapes of what gradients take."""
    last = value[-1] // (key[-1] // (query[-1] // heads)) * heads if "H" in layout else value[-1]
    result = (*query[:-1], last)
    sizes = dict(zip(layout, query, strict=True)) | {"N": heads}
    statistic = (*(sizes[letter] for letter in ("TN" if "T" in layout else "BNS")), 8)
    return {
        "query": query,
        "key": key,
        "value": value,
        "dy": result,
        "attentionInOptional": result,
        "softmaxMaxOptional": statistic,
        "softmaxSumOptional": statistic,
        "inputLayout": layout,
        "headNum": heads,
        "scaleValue": 0.5,
        **dict.fromkeys(_OPTIONAL),
        **more,
    }


_PSE, _DROP, _MASKED = "realShiftOptional", "dropMaskOptional", "attenMaskOptional"
_OPTIONAL = (
    *(_PSE, _DROP, _MASKED, "paddingMaskOptional", "softmaxOutOut", "softmaxInOptional"),
    *("dpseOut", "prefixOptional", "qStartIdxOptional", "kvStartIdxOptional"),
)


def _training() -> Shapes:
    """Every layout and sparse mode. The first has nothing but a mask."""
    unread: dict[str, Any] = {_MASKED: _UNREAD}
    yield _trained("BNSD", 4, (2, 4, 5, 8), (2, 2, 7, 8), (2, 2, 7, 8), **{_MASKED: _mask(5, 7)})
    yield _trained("BSH", 3, (2, 5, 12), (2, 6, 12), (2, 6, 6), **{_PSE: (1, 3, 5, 6)})
    yield _trained("SBH", 2, (5, 2, 8), (7, 2, 8), (7, 2, 8), **unread, sparseMode=3)
    drop: dict[str, Any] = {_DROP: _bits(2 * 130 * 5), "keepProb": 0.5}
    yield _trained("BSND", 1, (2, 130, 1, 4), (2, 5, 1, 4), (2, 5, 1, 4), **drop)
    band: dict[str, Any] = {**unread, "sparseMode": 4, "preTokens": 400, "nextTokens": 2}
    yield _trained("BNSD", 1, (1, 1, 3, 4), (1, 1, 520, 4), (1, 1, 520, 4), **band)
    window: dict[str, Any] = {_MASKED: _mask(2, 1, 6, 6), "preTokens": 3, "nextTokens": 1}
    yield _trained("BNSD", 2, (2, 2, 6, 4), (2, 1, 6, 4), (2, 1, 6, 4), **window)
    prefix: dict[str, Any] = {_MASKED: _mask(2, 1, 4, 6), "sparseMode": 5, "prefixOptional": [3, 5]}
    yield _trained("BSND", 2, (2, 4, 2, 4), (2, 6, 2, 4), (2, 6, 2, 4), **prefix)
    short: dict[str, Any] = {_MASKED: _UNREAD_PREFIX, "sparseMode": 6, "prefixOptional": [0, 4]}
    yield _trained("BNSD", 1, (2, 1, 4, 4), (2, 1, 4, 4), (2, 1, 4, 4), **short)
    above: dict[str, Any] = {**unread, "sparseMode": 3}
    yield _trained("BNSD", 1, (1, 1, 6, 4), (1, 1, 4, 4), (1, 1, 4, 2), **above)
    yield _trained("BNSD", 2, (0, 2, 3, 4), (0, 2, 3, 4), (0, 2, 3, 4))


def _sloped(layout: str, plain: Any) -> Shapes:
    """With slopes, which the kernel makes shifts of: distances, and their roots."""
    starts = {"qStartIdxOptional": [3], "kvStartIdxOptional": [1]}
    for kind, slopes in ((2, (2, 2)), (3, (2,))):
        more = {**plain, _PSE: slopes, "pseType": kind}
        if layout == "TND":
            ends = {"actualSeqQLenOptional": [3, 8], "actualSeqKvLenOptional": [3, 8]}
            yield _trained("TND", 2, (8, 2, 4), (8, 1, 4), (8, 1, 4), **ends, **more, **starts)
        else:
            yield _trained("BSH", 2, (2, 6, 16), (2, 6, 8), (2, 6, 8), **more, **starts)


def _packed() -> Shapes:
    """Batches of 3, 0 and 4 rows, of 5, 1 and 4 columns."""
    ends: dict[str, Any] = {
        "actualSeqQLenOptional": [3, 3, 7],
        "actualSeqKvLenOptional": [5, 6, 10],
    }
    query, key = (7, 2, 4), (10, 1, 4)
    yield _trained("TND", 2, query, key, key, **ends)
    for mode in (2, 3, 7, 8):
        more: dict[str, Any] = {
            _MASKED: _UNREAD,
            "sparseMode": mode,
            "preTokens": 4,
            "nextTokens": 1,
        }
        yield _trained("TND", 2, query, key, key, **ends, **more)
    drop: dict[str, Any] = {_DROP: _bits(2 * (15 + 16)), "keepProb": 0.75, _MASKED: _mask(4, 5)}
    yield _trained("TND", 2, query, key, key, **ends, **drop)


def _by_heads() -> Shapes:
    """Statistics as queries lie, and head by head."""
    for at, each in enumerate(_packed()):
        layout = ("", "same_as_input")[at % 2]
        yield {**each, "softmaxOutLayout": layout, "softmaxInLayout": layout}


def _roped() -> Shapes:
    """With columns beside those of queries and keys, which takes a mask."""
    ends = {"actualSeqQLenOptional": [3, 3, 7], "actualSeqKvLenOptional": [5, 6, 10]}
    query, key = (7, 4, 16), (10, 2, 16)
    for mode, mask in ((0, _mask(4, 5)), (3, _UNREAD)):
        case = _trained("TND", 4, query, key, key, **ends, sparseMode=mode, pseType=1)
        key_rope = (10, 2, 8)
        yield {
            **case,
            _MASKED: mask,
            "queryRope": (7, 4, 8),
            "keyRope": key_rope,
            "keyInRope": key_rope,
        }


def _roped_or_not() -> Shapes:
    for each in _packed():
        yield {**each, **dict.fromkeys(("queryRope", "keyRope", "keyInRope"))}
    yield from _roped()


def _with_all() -> Shapes:
    """With ropes or not, sinks or not, and statistics as queries lie and head by head."""
    for at, each in enumerate(_roped_or_not()):
        layout = ("", "same_as_input")[at % 2]
        sinks = None if at % 4 == 3 else (each["headNum"],)
        yield {
            **each,
            **dict.fromkeys(("softmaxOutLayout", "softmaxInLayout"), layout),
            **dict.fromkeys(("sinkOptional", "sinkInOptional"), sinks),
            "pseType": at % 2,
        }


def _joint() -> Shapes:
    """Batches of one length and of several; ropes, slopes, and what is drawn."""
    for each in _training():
        yield {**each, **dict.fromkeys(("queryRopeOptional", "keyRopeOptional"))}
    for each in _by_heads():
        yield {**each, **dict.fromkeys(("queryRopeOptional", "keyRopeOptional"))}
    drawn = {"keepProb": 0.8, "seed": 2**33 + 7, "offset": 5}
    plain = dict.fromkeys(("queryRopeOptional", "keyRopeOptional"))
    yield _trained("BNSD", 2, (2, 2, 5, 8), (2, 1, 530, 8), (2, 1, 530, 8), **drawn, **plain)
    ends = {"actualSeqQLenOptional": [3, 3, 7, 0], "actualSeqKvLenOptional": [5, 6, 23, 0]}
    query: tuple[int, ...] = (7, 2, 4)
    key: tuple[int, ...] = (23, 1, 4)
    yield _trained("TND", 2, query, key, key, **ends, **drawn, **plain, softmaxOutLayout="",
                   softmaxInLayout="")  # fmt: skip
    band = {_MASKED: _UNREAD, "sparseMode": 4, "preTokens": 9, "nextTokens": 2}
    yield _trained("SBH", 1, (6, 2, 4), (40, 2, 4), (40, 2, 4), **drawn, **plain, **band)
    yield from _sloped("BSH", plain)
    ropes = {"BSND": ((2, 3, 2, 64), (2, 4, 1, 64)), "SBH": ((3, 2, 128), (4, 2, 64)),
             "TND": ((3, 2, 64), (4, 1, 64))}  # fmt: skip
    for layout, (rope, key_rope) in ropes.items():
        query, key = (*rope[:-1], 2 * rope[-1]), (*key_rope[:-1], 2 * key_rope[-1])
        lengths = {"actualSeqQLenOptional": [1, 3], "actualSeqKvLenOptional": [2, 4]}
        more: dict[str, Any] = {"queryRopeOptional": rope, "keyRopeOptional": key_rope, **lengths}
        more |= {"softmaxOutLayout": "same_as_input", "softmaxInLayout": ""}
        more |= {"softmaxInLayout": "same_as_input"} if layout == "TND" else {}
        yield _trained(layout, 2, query, key, key, **more)


def _joint_with_all() -> Shapes:
    unused = ("dScaleQ", "dScaleK", "dScaleV", "dScaleDy", "dScaleO")
    for at, each in enumerate(_with_sinks(_joint)()):
        layout = each.get("softmaxInLayout", "") if each["inputLayout"] == "TND" else ""
        yield {
            "pseType": at % 2, "seed": 0, "offset": 0, "outDtype": 0, "softmaxOutLayout": layout,
            **dict.fromkeys(f"{name}Optional" for name in unused), **each,
            "softmaxInLayout": layout,
        }  # fmt: skip


def _behind(shapes: Any) -> Any:
    """The same with what is added behind the scale and before it."""

    def both() -> Shapes:
        layout = ""
        for at, each in enumerate(shapes()):
            layout = each["inputLayout"]
            plain = dict.fromkeys(
                ("queryRope", "keyRope", "keyInRope") if "keyRope" in each else ()
            )
            yield {**each, "pseType": at % 2}
        yield from _sloped(layout, plain)

    return both


def _with_sinks(shapes: Any) -> Any:
    """The same with a sink for each head, and without."""

    def both() -> Shapes:
        for at, each in enumerate(shapes()):
            is_without = at % 4 == 3 or 0 in each["query"]  # then nobody writes their gradient
            sinks = None if is_without else (each["headNum"],)
            yield {**each, **dict.fromkeys(("sinkOptional", "sinkInOptional"), sinks)}

    return both


def _gradients(shapes: Any) -> Any:
    """The same in the names of the gradients."""

    def renamed() -> Shapes:
        for each in shapes():
            yield {**each, "keyIn": each["key"], "pseShiftOptional": each[_PSE]}

    return renamed


def _adapt(arguments: dict[str, Any], _: int) -> None:
    """Numbers from -1 to 1: no score is too large. Gradients take what the forward call gave."""
    make_small(arguments)
    for name in ("realShiftOptional", "pseShiftOptional"):
        if arguments.get("pseType", 1) > 1 and arguments.get(name) is not None:
            arguments[name] = arguments[name].astype(np.float32)
    if "softmaxMaxOptional" in arguments:
        result, largest, sums = _result_and_statistics(arguments)
        arguments["attentionInOptional"] = result.astype(arguments["query"].dtype)
        arguments["softmaxMaxOptional"] = largest.astype(np.float32)
        arguments["softmaxSumOptional"] = sums.astype(np.float32)


def _result_and_statistics(arguments: dict[str, Any]) -> tuple[Array, Array, Array]:
    largest, sums, result = _result_of_training(SimpleNamespace(**arguments))
    return result, largest, sums


def _inferred(layout: str, heads: int, query: Shape, key: Any, value: Any, **more: Any) -> Any:
    """A case by the names of FusedInferAttentionScoreV4."""
    return {
        "query": query,
        "key": key,
        "value": value,
        "inputLayout": layout,
        "numHeads": heads,
        "scaleValue": 0.5,
        **dict.fromkeys(_QUANTISED),
        **more,
    }


_QUANTISED = tuple(
    f"{name}{end}"
    for name in (
        *("deqScale1", "quantScale1", "deqScale2", "quantScale2", "quantOffset2"),
        *("antiquantScale", "antiquantOffset", "keyAntiquantScale", "keyAntiquantOffset"),
        *("valueAntiquantScale", "valueAntiquantOffset", "keySharedPrefix", "valueSharedPrefix"),
        *("queryRope", "keyRope", "keyRopeAntiquantScale", "dequantScaleQuery", "learnableSink"),
        *("blockTable", "blocktable", "queryPaddingSize", "kvPaddingSize", "pseShift", "attenMask"),
        *("dequantScale1", "dequantScale2", "actualSharedPrefixLen", "qStartIdx", "kvStartIdx"),
    )
    for end in ("", "Optional")
)


def _named(cases: Any, end: str) -> Any:
    """The same for a call whose optional parameters end so."""

    def renamed() -> Shapes:
        for each in cases():
            yield {**each, **{f"{name}{end}": value for name, value in each.items()}}

    return renamed


def _prompts() -> Shapes:
    """Rows and columns of batches; masks of all ranks, layouts of the result."""
    query, key = (2, 2, 5, 16), (2, 1, 7, 16)
    yield _inferred("BNSD", 2, query, key, key, attenMask=_mask(2, 1, 5, 7))
    lengths: dict[str, Any] = {"actualSeqLengths": [3, 5], "actualSeqLengthsKv": [7, 4]}
    yield _inferred("BNSD_BSND", 2, query, key, key, pseShift=(1, 2, 5, 7), **lengths)
    rows, columns = (2, 5, 32), (2, 7, 16)
    right: dict[str, Any] = {"attenMask": _UNREAD, "sparseMode": 3}
    yield _inferred("BSH", 2, rows, columns, columns, **right, **lengths)
    single = (1, 4, 1, 16)
    yield _inferred("BSND", 1, (1, 3, 1, 16), single, single, attenMask=_mask(1, 3, 4))
    ends = {"actualSeqLengths": [3, 5], "actualSeqLengthsKv": [4, 9]}
    yield _inferred("TND", 2, (5, 2, 192), (9, 2, 192), (9, 2, 128), **right, **ends)


def _first_prompt() -> Shapes:
    """Without lengths of the keys."""
    yield next(_prompts())
    yield _inferred("BSH", 1, (1, 5, 16), (1, 7, 16), (1, 7, 16))


def _steps() -> Shapes:
    """One row for each batch: keys in one tensor, and in one for each."""
    lengths: dict[str, Any] = {"actualSeqLengths": [6, 3]}
    both = [(2, 1, 7, 8)]
    yield _inferred("BNSD", 4, (2, 4, 1, 8), both, both, **lengths)
    each = [(1, 5, 16), (1, 5, 16)]
    yield _inferred("BSH", 2, (2, 1, 16), each, each, pseShift=(2, 2, 1, 5))


def _fused() -> Shapes:
    """What prompts and steps have, logarithms of sums, and blocks of keys."""
    for at, each in enumerate(_prompts()):
        lists: dict[str, Any] = {
            "key": [each["key"]],
            "value": [each["value"]],
            "softmaxLseFlag": at % 2 == 0,
        }
        yield {**each, **lists}
    table = np.array([[3, 1], [0, 2]], np.int32)
    paged: dict[str, Any] = {"blockTable": table, "blockSize": 16, "actualSeqLengthsKv": [23, 2]}
    for layout, query, blocks in (
        ("BSH", (2, 1, 32), [(5, 16, 16)]),
        ("BNSD", (2, 2, 3, 16), [(5, 1, 16, 16)]),
    ):
        yield _inferred(layout, 2, query, blocks, blocks, **paged, softmaxLseFlag=True)


def _is_of_other_types(o: Operands) -> bool:
    """Ascend950 and gradients take sinks beside floats of 16 bits alone; ropes are bfloat16."""
    is_single = o.query.dtype == np.float32 and o.query.size > 0
    has_sinks = o.architecture == "3510" and _first(o, "sinkOptional") is not None
    has_sinks = has_sinks or _first(o, "sinkInOptional") is not None
    has_ropes = _first(o, "queryRope") is not None
    return (is_single and has_sinks) or (has_ropes and o.query.dtype != bfloat16)


def _training_oracle(shapes: Any) -> Oracle:
    return Oracle(
        _result_of_training,
        _size_of_training,
        refused=_is_of_other_types,
        given=True,
        shapes=shapes,
        adapt=_adapt,
        types=_STATISTICS,
    )


def _gradient_oracle(shapes: Any) -> Oracle:
    return Oracle(
        _backward,
        lambda o: _backward(o, np.abs),
        refused=_is_of_other_types,
        given=True,
        shapes=_gradients(shapes),
        adapt=_adapt,
        types=_STATISTICS,
    )


def _inference_oracle(shapes: Any) -> Oracle:
    """Quantised queries need scales: test_full.py has them."""
    return Oracle(
        _result_of_inference,
        _size_of_inference,
        given=True,
        shapes=shapes,
        adapt=_adapt,
        refused=lambda o: np.asarray(o.query).dtype.itemsize == 1,
    )


_STATISTICS = {
    "softmaxMaxOptional": lambda _: "float32",
    "softmaxSumOptional": lambda _: "float32",
    "sinkOptional": lambda _: "float32",
    "sinkInOptional": lambda _: "float32",
}


def _qkv_in_heads(o: Operands, change: Any = lambda array: array) -> list[Any]:
    total = change(o.qkv) + change(o.qkvBias)
    batch, places, width = total.shape
    size = width // 3 // o.numHeads
    parts = total.reshape(batch, places, 3, o.numHeads, size).transpose(2, 0, 3, 1, 4)
    return [parts[0] / np.sqrt(np.float64(size)), parts[1], parts[2]]


def _qkv_shapes() -> Iterator[dict[str, Any]]:
    for batch, places, heads, size in ((2, 3, 2, 4), (1, 5, 3, 1), (2, 0, 1, 2), (3, 70, 4, 16)):
        width = 3 * heads * size
        yield {"qkv": (batch, places, width), "qkvBias": (width,), "numHeads": heads}


ORACLES = {
    "aclnnFlashAttentionScore": _training_oracle(_training),
    "aclnnFlashAttentionScoreV2": _training_oracle(_behind(_training)),
    "aclnnFlashAttentionScoreV3": _training_oracle(_with_sinks(_behind(_training))),
    "aclnnFlashAttentionScoreV4": _training_oracle(_joint_with_all),
    "aclnnFlashAttentionVarLenScore": _training_oracle(_packed),
    "aclnnFlashAttentionVarLenScoreV2": _training_oracle(_behind(_packed)),
    "aclnnFlashAttentionVarLenScoreV3": _training_oracle(_behind(_roped_or_not)),
    "aclnnFlashAttentionVarLenScoreV4": _training_oracle(_by_heads),
    "aclnnFlashAttentionVarLenScoreV5": _training_oracle(_with_all),
    "aclnnFlashAttentionScoreGrad": _gradient_oracle(_training),
    "aclnnFlashAttentionScoreGradV2": _gradient_oracle(_behind(_training)),
    "aclnnFlashAttentionUnpaddingScoreGrad": _gradient_oracle(_packed),
    "aclnnFlashAttentionUnpaddingScoreGradV2": _gradient_oracle(_behind(_packed)),
    "aclnnFlashAttentionScoreGradV3": _gradient_oracle(_with_sinks(_behind(_training))),
    "aclnnFlashAttentionScoreGradV4": _gradient_oracle(_joint_with_all),
    "aclnnFlashAttentionUnpaddingScoreGradV3": _gradient_oracle(_behind(_roped_or_not)),
    "aclnnFlashAttentionUnpaddingScoreGradV5": _gradient_oracle(_with_all),
    "aclnnFlashAttentionUnpaddingScoreGradV4": _gradient_oracle(_by_heads),
    **{
        f"aclnnPromptFlashAttention{version}": _inference_oracle(_prompts)
        for version in ("V2", "V3")
    },
    "aclnnPromptFlashAttention": _inference_oracle(_first_prompt),
    **{
        f"aclnnIncreFlashAttention{version}": _inference_oracle(_steps)
        for version in ("", "V2", "V3", "V4")
    },
    "aclnnFusedInferAttentionScore": _inference_oracle(_fused),
    **{
        f"aclnnFusedInferAttentionScore{version}": _inference_oracle(_named(_fused, "Optional"))
        for version in ("V2", "V3", "V4", "V5")
    },
    "aclnnTransformBiasRescaleQkv": Oracle(
        _qkv_in_heads, lambda o: _qkv_in_heads(o, np.abs), shapes=_qkv_shapes
    ),
}
