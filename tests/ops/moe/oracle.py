# SPDX-License-Identifier: Apache-2.0
"""The mixture of experts: rows of tokens sorted by their experts, and combined again."""

from __future__ import annotations

import math
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from ops.quant.mx_oracle import E2M1, E4M3, E5M2, blocks, rounded
from ops.quant.scales_oracle import saturated, single
from sweep.oracle import Operands, Oracle, with_magnitude

Array = NDArray[Any]
Shapes = Iterator[dict[str, Any]]

SIZES = ((1, 1, 1), (3, 2, 4), (7, 1, 5), (5, 3, 33), (40, 4, 16))
"""Tokens, experts of each, and columns."""


# --- Places --------------------------------------------------------------------------------------


def chosen(tokens: int, experts: int, of: int, kind: str = "int32") -> Array:
    """Experts of tokens, some of them twice, the first and the last among them."""
    found = np.random.default_rng(tokens + experts).integers(0, of, (tokens, experts))
    found.flat[0], found.flat[-1] = of - 1, 0
    return found.astype(kind)


def places_of(experts: Array) -> Array:
    """The place of each row when they are sorted by expert."""
    order = np.argsort(experts.reshape(-1), kind="stable")
    return np.argsort(order).astype(np.int32)


def places_with_room(experts: Array, room: int) -> Array:
    """The same where each expert has so many places; -1 for rows that it has none for."""
    found = []
    seen: dict[int, int] = {}
    for expert in experts.reshape(-1).tolist():
        rank = seen.get(expert, 0)
        seen[expert] = rank + 1
        found.append(expert * room + rank if rank < room else -1)
    return np.array(found, np.int32)


def numbers(of: Array) -> Array:
    """Places or experts, which an oracle gets as float64."""
    return of.reshape(-1).astype(np.int64)


def taken(rows: Array, places: Array) -> Array:
    """The rows at places; zeros where there is no such place."""
    flat = rows.reshape(-1, rows.shape[-1])
    found = np.zeros((places.size, flat.shape[1]), flat.dtype)
    for at, place in enumerate(numbers(places).tolist()):
        if 0 <= place < len(flat):
            found[at] = flat[place]
    return found


def put(rows: Array, places: Array, count: int) -> Array:
    """Rows at their places; zeros where no row is."""
    found = np.zeros((count, *rows.shape[1:]), rows.dtype)
    for at, place in enumerate(numbers(places).tolist()):
        if 0 <= place < count:
            found[place] = rows[at]
    return found


# --- Sorted rows ---------------------------------------------------------------------------------


def _permuted(o: Operands) -> list[Array]:
    places = places_of(o.indices)
    kept = o.numOutTokens + places.size if o.numOutTokens <= 0 else o.numOutTokens
    kept = max(min(kept, places.size), 0)
    rows = np.repeat(o.tokens, places.size // len(o.tokens), axis=0)
    return [put(rows, places, kept), places]


def _permutations() -> Shapes:
    for tokens, experts, columns in SIZES:
        rows = tokens * experts
        for kind in ("int32", "int64"):
            for kept in (0, rows - 1, -1, rows + 5):
                yield {
                    "tokens": (tokens, columns),
                    "indices": chosen(tokens, experts, 5, kind),
                    "numOutTokens": kept,
                    "paddedMode": False,
                }
    one = chosen(6, 1, 16777214).reshape(-1)
    yield {"tokens": (6, 2), "indices": one, "numOutTokens": 0, "paddedMode": False}


MX_MODES = {2: (E5M2, 15), 3: (E4M3, 8), 9: (E2M1, 2)}
"""By quantMode: the type, and the exponent of its largest number."""


def mx_rows(rows: Array, mode: int) -> list[Array]:
    """Rows in blocks of 32 that share a power of two, with the exponents' powers. To float8, it is
    one more where the largest magnitude's first 8 bits are more than 1.75; it is 2^-126 at least
    unless all are 0."""
    kind, most = MX_MODES[mode]
    cut = blocks(single(rows), 1, 32).astype(np.float64)
    largest = np.abs(cut).max(-1)
    is_number = np.isfinite(largest)
    fraction, exponent = np.frexp(np.where(is_number, largest, 1))
    found = exponent - 1 - most
    if kind != E2M1:
        found = np.maximum(found + (np.floor(fraction * 256) > 1.75 * 128), -126)
    scales = np.ldexp(1.0, np.where(fraction == 0, -127, np.maximum(found, -127)))
    scales = np.where(is_number, scales, np.nan)
    with np.errstate(invalid="ignore"):
        flat = (cut / scales[..., None]).reshape(len(rows), -1)[:, : rows.shape[1]]
    shape = (len(rows), -1, 2) if kind == E2M1 else (len(rows), -1)
    return [rounded(flat, kind, "rint"), scales.reshape(shape)]


def _permuted_v2(o: Operands) -> list[Array]:
    if o.architecture != "3510" or o.quantMode == -1:
        return [*_permuted(o), np.zeros((), np.float32)]
    rows, places = _permuted(o)
    numbers_, scales = mx_rows(rows, o.quantMode)
    return [numbers_, places, scales]


def _permutations_v2() -> Shapes:
    for tokens, experts, columns in ((1, 1, 2), (3, 2, 64), (7, 1, 130), (5, 3, 32), (40, 4, 66)):
        rows = tokens * experts
        for at, mode in enumerate((-1, 2, 3, 9)):
            for kind in ("int32", "int64"):
                yield {
                    "tokens": (tokens, columns),
                    "indices": chosen(tokens, experts, 5, kind),
                    "numOutTokens": (0, rows - 1, -1, rows + 5)[at],
                    "paddedMode": False,
                    "quantMode": mode,
                }


def _routed(o: Operands) -> list[Array]:
    experts = o.expertIdx
    rows = np.repeat(o.x, experts.size // len(o.x), axis=0)
    counts = np.bincount(experts.reshape(-1), minlength=max(o.expertNumOptional, 1))
    counts = counts[: o.expertNumOptional].astype(np.int32)
    if o.dropPadModeOptional == 1:
        room, of = o.expertCapacityOptional, o.expertNumOptional
        places = places_with_room(experts, room)
        found = [put(rows, places, of * room).reshape(of, room, -1), places]
        return [*found, counts] if o.expertTokensBeforeCapacityFlagOptional else found
    places = places_of(experts)
    found = [put(rows, places, min(o.activeNumOptional or places.size, places.size)), places]
    if o.expertTokensCountOrCumsumFlagOptional == 0:
        return found
    is_sum = o.expertTokensCountOrCumsumFlagOptional == 1
    return [*found, counts.cumsum(dtype=np.int32) if is_sum else counts]


def _routings() -> Shapes:
    for tokens, experts, columns in SIZES:
        case = {"x": (tokens, columns), "expertIdx": chosen(tokens, experts, 5)}
        for active, room, mode, flag, before in (
            (0, 0, 0, 0, False),
            (tokens, 0, 0, 1, True),
            (0, 0, 0, 2, False),
            (0, 1, 1, 0, True),
            (0, tokens, 1, 1, False),
        ):
            yield case | {
                "activeNumOptional": active,
                "expertCapacityOptional": room,
                "expertNumOptional": 5,
                "dropPadModeOptional": mode,
                "expertTokensCountOrCumsumFlagOptional": flag,
                "expertTokensBeforeCapacityFlagOptional": before,
            }


def _halves_as_int8(x: Array, scale: float, offset: float) -> Array:
    """Numbers times a scale and with an offset, in float16."""
    with np.errstate(over="ignore", invalid="ignore"):
        factor, summand = np.array([scale, offset], np.float32).astype(np.float16)
        product = (x.astype(np.float32).astype(np.float16) * factor).astype(np.float16)
        return saturated(np.rint((product + summand).astype(np.float16)))


def _rows_as_int8(wide: Array) -> tuple[Array, Array]:
    """Rows quantised by scales of their own, and these."""
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        scales = np.abs(wide).max(-1) / np.float32(127)
        return saturated(np.rint(wide / scales[..., None])), scales


def _routed_quant(o: Operands) -> list[Array]:
    if o.quantModeOptional == 0:
        plain = SimpleNamespace(**vars(o))
        plain.x = _halves_as_int8(o.x, o.scaleOptional[0], o.offsetOptional[0])
        return _routed(plain)
    found = _routed(o)
    wide = found[0].astype(np.float32)
    rows = wide.reshape(-1, wide.shape[-1])
    if o.scaleOptional is not None:
        for expert, place in zip(numbers(o.expertIdx), numbers(found[1]), strict=True):
            if 0 <= place < len(rows):
                rows[place] *= o.scaleOptional[expert if len(o.scaleOptional) > 1 else 0]
    whole, scales = _rows_as_int8(rows)
    return [whole.reshape(wide.shape), *found[1:], scales]


def _quant_routings() -> Shapes:
    for at, case in enumerate(_routings()):
        columns = case["x"][1]
        scale = [None, (1, columns), (5, columns)][at % 3]
        yield case | {"scaleOptional": scale, "offsetOptional": None, "quantModeOptional": 1}
        single = {
            "scaleOptional": np.array([0.3452 * (1 + at)], np.float32),
            "offsetOptional": np.array([1.8369 - at], np.float32),
        }
        yield case | single | {"quantModeOptional": 0}


def _numbered(o: Operands) -> list[Array]:
    experts, rows = o.expertIdx.reshape(-1), o.rowIdx.reshape(-1)
    order = np.argsort(experts, kind="stable")
    places = np.full(experts.size, -1, np.int32)
    places[rows[order]] = np.arange(experts.size)
    kept = min(len(o.x), o.activeNum) * o.expertIdx.shape[1]
    copies = np.tile(o.x, (o.expertIdx.shape[1], 1))
    return [put(copies, places, kept), places, experts[order].astype(np.int32)]


def _numbered_quant(o: Operands) -> list[Array]:
    plain = SimpleNamespace(**vars(o))
    plain.x = _halves_as_int8(o.x, o.scale, o.offset)
    return _numbered(plain)


def _numberings() -> Shapes:
    for tokens, experts, columns in reversed(SIZES):
        rows = np.arange(tokens * experts, dtype=np.int32).reshape(experts, tokens).T
        for active in (tokens + 3, tokens // 2 + 1, 0):
            yield {
                "x": (tokens, columns),
                "rowIdx": np.ascontiguousarray(rows),
                "expertIdx": chosen(tokens, experts, 5),
                "activeNum": active,
            }


def _quant_numberings() -> Shapes:
    for at, case in enumerate(_numberings()):
        yield case | {"scale": 0.3452 * (1 + at), "offset": 1.8369 - at}


def _sorted_counts() -> Shapes:
    for rows, experts, count in ((1000, 300, 2048), (6, 3, 3), (7, 2, 5), (0, 1, 3)):
        ids = np.sort(np.random.default_rng(rows).integers(0, experts, rows)).astype(np.int32)
        yield {"sortedExperts": ids, "numExperts": count}


def _routed_v3(o: Operands) -> list[Array]:
    first, past = o.activeExpertRangeOptional
    ids = o.expertIdx.reshape(-1)
    kept = np.flatnonzero((ids >= first) & (ids < past))
    order = kept[np.argsort(ids[kept], kind="stable")]
    places = np.full(ids.size, -1, np.int32)
    places[order] = np.arange(order.size)
    tokens = order // o.expertIdx.shape[1]
    rows = np.zeros((ids.size, o.x.shape[1]), o.x.dtype)
    rows[: order.size] = o.x[tokens]
    scales = np.zeros(ids.size, np.float32)
    if o.quantMode == 1:
        wide = rows.astype(np.float32)
        if o.scaleOptional is not None:
            wide[: order.size] *= o.scaleOptional[ids[order] - first]
        rows, scales = _rows_as_int8(wide)
    elif o.scaleOptional is not None:
        scales[: order.size] = o.scaleOptional[tokens]
    numbers = places
    if o.rowIdxType == 1:
        numbers = np.full(ids.size, -1, np.int32)
        numbers[: order.size] = order
    counts = np.bincount(ids, minlength=o.expertNum)
    if o.expertTokensNumType == 2:
        pairs = np.zeros((o.expertNum, 2), np.int64)
        found = np.flatnonzero(counts[first:past]) + first
        pairs[: found.size] = np.stack([found, counts[found]], 1)
        return [rows, numbers, pairs, scales]
    return [rows, numbers, counts[first:past].astype(np.int64), scales]


def _routings_v3() -> Shapes:
    at = 0
    for tokens, experts, columns in SIZES:
        for mode in (-1, 1):
            for first, past in ((0, 5), (1, 4)):
                for has_scale in (False, True):
                    at += 1
                    scale = (tokens,) if mode == -1 else (past - first, columns)
                    yield {
                        "x": (tokens, columns),
                        "expertIdx": chosen(tokens, experts, 5),
                        "scaleOptional": scale if has_scale else None,
                        "offsetOptional": None,
                        "activeNum": tokens * experts,
                        "expertCapacity": 0,
                        "expertNum": 5,
                        "dropPadMode": 0,
                        "expertTokensNumType": 1 + at % 2,
                        "expertTokensNumFlag": True,
                        "quantMode": mode,
                        "activeExpertRangeOptional": [first, past],
                        "rowIdxType": at // 2 % 2,
                    }


def _token_gradient(grad: Array, places: Array, experts: int) -> Array:
    rows = taken(grad, places)
    sums: Array = rows.reshape(-1, experts, rows.shape[1]).sum(1)
    return sums


def _permute_gradients() -> Shapes:
    for tokens, experts, columns in SIZES:
        places = places_of(chosen(tokens, experts, 5))
        for kept in {places.size, max(places.size - 2, 1)}:
            yield {
                "permutedOutputGrad": (kept, columns),
                "sortedIndices": places,
                "numTopk": experts,
                "paddedMode": False,
            }


def _routing_gradients() -> Shapes:
    for tokens, experts, columns in SIZES:
        ids = chosen(tokens, experts, 5)
        rows = tokens * experts
        for shape, places, mode, active in (
            ((rows, columns), places_of(ids), 0, 0),
            ((1, columns), places_of(ids), 0, 1),
            ((5, 2, columns), places_with_room(ids, 2), 1, 0),
        ):
            yield {
                "gradExpandedX": shape,
                "expandedRowIdx": places,
                "topK": experts,
                "dropPadMode": mode,
                "activeNum": active,
            }


# --- Rows of a range of places --------------------------------------------------------------------


def _within(places: Array, ends: list[int]) -> Array:
    """Places counted from the beginning of a range, -1 outside."""
    found = numbers(places)
    return np.where((found >= ends[0]) & (found < ends[1]), found - ends[0], -1)


def _permuted_range(o: Operands) -> list[Array]:
    places = places_of(o.indices)
    count = places.size
    first, past = o.rangeOptional or (0, o.numOutTokensOptional)
    kept = past - first if past > first else past - first + count
    inside = _within(places, [0 if kept == count else first, count])
    rows = np.repeat(o.tokens, count // len(o.tokens), axis=0)
    probs = np.zeros((), o.tokens.dtype)
    if o.probsOptional is not None:
        probs = put(o.probsOptional.reshape(-1, 1), inside, kept)[:, 0]
    return [put(rows, inside, kept), places, probs]


def _range_permutations() -> Shapes:
    for tokens, experts, columns in reversed(SIZES):
        count = tokens * experts
        for at, ends in enumerate(([0, count], [count // 3, count // 2 + 1], [0, 0], None)):
            yield {
                "tokens": (tokens, columns),
                "indices": chosen(tokens, experts, 5, ("int32", "int64")[at % 2]),
                "probsOptional": (tokens, experts) if at % 3 else None,
                "rangeOptional": ends,
                "numOutTokensOptional": count // 2 if ends is None else 1,
                "paddedModeOptional": False,
            }


def _ranges(tokens: int, experts: int) -> Iterator[tuple[int, list[int] | None]]:
    """Ranges of places, with how many rows there are."""
    count = tokens * experts
    yield count, [0, count]
    yield count // 2 + 1 - count // 3, [count // 3, count // 2 + 1]


def _range_gradient(o: Operands, size: bool = False) -> list[Array]:
    of: Any = np.abs if size else np.asarray
    inside = _within(o.sortedIndices, o.rangeOptional or [0, 0])
    probs = np.zeros((), o.permutedTokensOutputGrad.dtype)
    if o.permutedProbsOutputGradOptional is not None:
        probs = taken(of(o.permutedProbsOutputGradOptional).reshape(-1, 1), inside)
        probs = probs.reshape(-1, o.numTopk)
    return [_token_gradient(of(o.permutedTokensOutputGrad), inside, o.numTopk), probs]


def _range_gradients() -> Shapes:
    for tokens, experts, columns in reversed(SIZES):
        for rows, ends in (*_ranges(tokens, experts), (1, None)):
            yield {
                "permutedTokensOutputGrad": (rows, columns),
                "sortedIndices": places_of(chosen(tokens, experts, 5)),
                "permutedProbsOutputGradOptional": (rows,) if tokens % 2 else None,
                "numTopk": experts,
                "rangeOptional": ends,
                "paddedModeOptional": False,
            }


def _unpermuted_range(o: Operands, size: bool = False) -> Array:
    of: Any = np.abs if size else np.asarray
    rows = of(taken(o.permutedTokens, _within(o.sortedIndices, o.rangeOptional or [0, 0])))
    if o.probsOptional is not None:
        return _combined(rows, of(o.probsOptional))
    sums: Array = rows.reshape(-1, o.numTopkOptional, rows.shape[1]).sum(1)
    return sums


def _range_unpermutations() -> Shapes:
    for tokens, experts, columns in reversed(SIZES):
        for at, (rows, ends) in enumerate((*_ranges(tokens, experts), (1, None))):
            yield {
                "permutedTokens": (rows, columns),
                "sortedIndices": places_of(chosen(tokens, experts, 5)),
                "probsOptional": (tokens, experts) if (tokens + at) % 2 else None,
                "numTopkOptional": experts,
                "rangeOptional": ends,
                "paddedModeOptional": False,
                "restoreShapeOptional": None,
            }


def _unpermuted_range_gradient(o: Operands, size: bool = False) -> list[Array]:
    of: Any = np.abs if size else np.asarray
    places, grad = numbers(o.sortedIndices), of(o.unpermutedTokensGrad)
    ends = [0, len(places)]
    if o.rangeOptional is not None:
        ends = [each + len(places) if each < 0 else each for each in o.rangeOptional]
    inside = _within(places, ends)
    if o.probsOptional is None:
        count = ends[1] - ends[0] if o.permutedTokensOptional is None else len(
            o.permutedTokensOptional)  # fmt: skip
        by_row = np.repeat(grad, o.topkNumOptional, axis=0)
        return [put(by_row, inside, count), np.zeros(())]
    rows = of(o.permutedTokensOptional)
    return _gradients(rows, grad, inside, of(o.probsOptional), None, len(rows))


def _range_unpermute_gradients() -> Shapes:
    for tokens, experts, columns in reversed(SIZES):
        count = tokens * experts
        for at, (rows, ends) in enumerate((*_ranges(tokens, experts), (count, None))):
            wrapped = [ends[0] - count, ends[1]] if at == 1 and ends is not None else ends
            weighted = (tokens + at) % 2 == 0
            yield {
                "unpermutedTokensGrad": (tokens, columns),
                "sortedIndices": places_of(chosen(tokens, experts, 5)),
                "permutedTokensOptional": (rows, columns) if weighted or at == 2 else None,
                "probsOptional": (tokens, experts) if weighted else None,
                "paddedModeOptional": False,
                "restoreShapeOptional": None,
                "rangeOptional": wrapped,
                "topkNumOptional": experts,
            }


# --- Rows by a map -------------------------------------------------------------------------------


def _mapped(o: Operands) -> list[Array]:
    experts = o.routingMap.shape[1]
    marked = o.routingMap.T.astype(np.bool_)
    if o.dropAndPad:
        room = o.numOutTokens // experts
        found = np.argsort(~marked, axis=1, kind="stable")[:, :room]
        of_expert = np.repeat(np.arange(experts), room)
        places = of_tokens = found.reshape(-1)
    else:
        of_expert, of_tokens = np.nonzero(marked)
        places = np.argsort(of_tokens, kind="stable")
    weights = [] if o.probsOptional is None else [o.probsOptional[of_tokens, of_expert]]
    return [o.tokens[of_tokens], *weights, places.astype(np.int32)]


def _maps() -> Shapes:
    for tokens, experts, columns in SIZES:
        of = experts + 2
        rng = np.random.default_rng(tokens)
        marks = np.zeros((tokens, of), np.int8)
        for row in marks:
            row[rng.permutation(of)[:experts]] = 1
        for kind in (np.int8, np.bool_):
            for drops, rows in ((False, tokens * experts), (True, of * min(2, tokens))):
                for probs in (None, (tokens, of)):
                    yield {
                        "tokens": (tokens, columns),
                        "routingMap": marks.astype(kind),
                        "probsOptional": probs,
                        "numOutTokens": rows,
                        "dropAndPad": drops,
                    }


def _map_gradient(o: Operands, size: bool = False) -> list[Array]:
    of: Any = np.abs if size else np.asarray
    grad, places = of(o.permutedTokenOutputGrad), numbers(o.sortedIndices)
    tokens = np.zeros((o.tokensNum, grad.shape[1]), grad.dtype)
    if o.dropAndPad:
        np.add.at(tokens, places, grad)
    else:
        tokens = _token_gradient(grad, places, len(places) // o.tokensNum)
    by_row = o.permutedProbsOutputGradOptional
    if by_row is None:
        return [tokens]
    weights = np.zeros((o.tokensNum, o.numExperts), by_row.dtype)
    if o.dropAndPad:
        weights[places, np.arange(len(places)) // (len(places) // o.numExperts)] = of(by_row)
    else:
        weights.T[o.routingMapOptional.T.astype(np.bool_)] = of(by_row)
    return [tokens, weights]


def _map_gradients() -> Shapes:
    for case in _maps():
        found = SimpleNamespace(**case)
        found.tokens, found.probsOptional = np.zeros(case["tokens"]), None
        places = _mapped(found)[1]
        has_probs = case["probsOptional"] is not None
        yield {
            "permutedTokenOutputGrad": (len(places), case["tokens"][1]),
            "permutedProbsOutputGradOptional": (len(places),) if has_probs else None,
            "sortedIndices": places,
            "routingMapOptional": case["routingMap"],
            "numExperts": case["routingMap"].shape[1],
            "tokensNum": case["tokens"][0],
            "dropAndPad": case["dropAndPad"],
        }


# --- Tokens --------------------------------------------------------------------------------------


def _combined(rows: Array, weights: Array | None, bias: Array | None = None) -> Array:
    """The sum of the rows of each token, with what is added to them and what they count."""
    experts = 1 if weights is None else weights.shape[1]
    found = rows if bias is None else rows + bias
    found = found.reshape(-1, experts, rows.shape[1])
    sums: Array = (found if weights is None else found * weights[..., None]).sum(1)
    return sums


def _unpermuted(o: Operands, size: bool = False) -> Array:
    of: Any = np.abs if size else np.asarray
    weights = None if o.probsOptional is None else of(o.probsOptional)
    return _combined(of(taken(o.permutedTokens, o.sortedIndices)), weights)


def _unpermutations() -> Shapes:
    for tokens, experts, columns in SIZES:
        places = places_of(chosen(tokens, experts, 5))
        for kept in {places.size, max(places.size - 2, 1)}:
            yield {
                "permutedTokens": (kept, columns),
                "sortedIndices": places,
                "probsOptional": (tokens, experts),
                "paddedMode": False,
                "restoreShapeOptional": None,
            }
        yield {
            "permutedTokens": (tokens, columns),
            "sortedIndices": places_of(chosen(tokens, 1, 5)),
            "probsOptional": None,
            "paddedMode": False,
            "restoreShapeOptional": None,
        }


def _restored(o: Operands, size: bool = False) -> list[Array]:
    of: Any = np.abs if size else np.asarray
    places, rows = numbers(o.sortedIndices), of(o.permutedTokens)
    weights = None
    if o.probsOptional is not None:
        tokens, experts = o.probsOptional.shape
        of_token, of_expert = np.nonzero(o.routingMapOptional)
        if o.paddedMode:
            of_expert, of_token = np.arange(len(places)) // (len(places) // experts), places
        weights = of(o.probsOptional)[of_token, of_expert]
        if o.paddedMode:
            rows = rows * weights[:, None]
    else:
        tokens = o.restoreShapeOptional[0]
    found = np.zeros((tokens, rows.shape[1]), rows.dtype)
    if o.paddedMode:
        np.add.at(found, places, rows)
        order = np.argsort(places, kind="stable")
        others = [order.astype(np.int32), places[order]]
    else:
        read = taken(rows, places)
        if weights is not None:
            read = read * weights[:, None]
        found = read.reshape(tokens, -1, rows.shape[1]).sum(1)
        others = [o.outIndex, o.permuteTokenId]
    return [found, *others] if weights is None else [found, *others, weights]


def _restorations() -> Shapes:
    for case in _map_gradients():
        columns = case["permutedTokenOutputGrad"][1]
        tokens, experts = case["tokensNum"], case["numExperts"]
        weighted = case["permutedProbsOutputGradOptional"] is not None
        places = case["sortedIndices"]
        yield {
            "permutedTokens": (len(places), columns),
            "sortedIndices": places,
            "routingMapOptional": case["routingMapOptional"],
            "probsOptional": (tokens, experts) if weighted else None,
            "paddedMode": case["dropAndPad"],
            "restoreShapeOptional": [tokens, columns],
            "outIndex": np.zeros(len(places), np.int32),
            "permuteTokenId": np.zeros(len(places), np.int32),
        }


def _restored_gradient(o: Operands, size: bool = False) -> list[Array]:
    of: Any = np.abs if size else np.asarray
    grad, rows = of(o.unpermutedTokensGrad), numbers(o.outIndex)
    tokens = np.arange(len(rows)) // (len(rows) // len(grad))
    if o.dropAndPadOptional:
        tokens = numbers(o.permuteTokenId)
    if o.probsOptional is None:
        return [put(grad[tokens], rows, len(rows))]
    probs, experts = of(o.probsOptional), np.nonzero(o.routingMapOptional)[1]
    if o.dropAndPadOptional:
        experts = rows // (len(rows) // probs.shape[1])
    weights = np.zeros_like(probs)
    weights[tokens, experts] = (of(o.permutedTokensOptional)[rows] * grad[tokens]).sum(1)
    return [put(grad[tokens] * probs[tokens, experts][:, None], rows, len(rows)), weights]


def _restored_gradients() -> Shapes:
    for case in _restorations():
        places, columns = case["sortedIndices"], case["permutedTokens"][1]
        tokens, padded = case["restoreShapeOptional"][0], case["paddedMode"]
        order = np.argsort(places, kind="stable").astype(np.int32)
        weighted = case["probsOptional"] is not None
        yield {
            "unpermutedTokensGrad": (tokens, columns),
            "outIndex": order if padded else places,
            "permuteTokenId": places[order],
            "routingMapOptional": case["routingMapOptional"] if weighted else None,
            "permutedTokensOptional": case["permutedTokens"] if weighted else None,
            "probsOptional": case["probsOptional"],
            "dropAndPadOptional": padded,
            "restoreShapeOptional": None,
        }


def _gradients(
    rows: Array | None, grad: Array, places: Array, weights: Array | None, bias: Any, count: int
) -> list[Array]:
    """The gradients by rows, and by weights where there are any."""
    if weights is None:
        return [put(grad, places, count), np.zeros(())]
    experts = weights.shape[1]
    by_row = np.repeat(grad, experts, axis=0)
    assert rows is not None
    read = taken(rows, places) if bias is None else taken(rows, places) + bias
    return [
        put(by_row * weights.reshape(-1, 1), places, count),
        (read * by_row).sum(1).reshape(weights.shape),
    ]


def _unpermute_gradient(o: Operands, size: bool = False) -> list[Array]:
    of: Any = np.abs if size else np.asarray
    weights = None if o.probsOptional is None else of(o.probsOptional)
    rows, grad = of(o.permuteTokens), of(o.unpermutedTokensGrad)
    return _gradients(rows, grad, o.sortedIndices, weights, None, len(rows))


def _unpermute_gradients() -> Shapes:
    for case in _unpermutations():
        tokens, columns = len(case["sortedIndices"]), case["permutedTokens"][1]
        if case["probsOptional"] is not None:
            tokens = case["probsOptional"][0]
        rest = {key: value for key, value in case.items() if key != "permutedTokens"}
        yield rest | {
            "permuteTokens": case["permutedTokens"],
            "unpermutedTokensGrad": (tokens, columns),
        }


def _finalized(o: Operands, size: bool = False) -> Array:
    of: Any = np.abs if size else np.asarray
    weights = None if o.scalesOptional is None else of(o.scalesOptional)
    experts = 1 if weights is None else weights.shape[1]
    places = o.expandedRowIdx
    if o.dropPadMode < 2:
        places = places.reshape(experts, -1).T.reshape(-1)
    bias = None if o.biasOptional is None else of(o.biasOptional)[numbers(o.expertIdxOptional)]
    found = _combined(of(taken(o.expandedX, places)), weights, bias)
    for each in (o.x1Optional, o.x2Optional):
        found = found if each is None else found + of(each)
    return found


def _finalizations() -> Shapes:
    at = 0
    for tokens, experts, columns in SIZES:
        ids = chosen(tokens, experts, 5)
        for mode in range(4):
            for has_bias in (False, True):
                at += 1
                places = places_with_room(ids, 2) if mode % 2 else places_of(ids)
                shape = (5, 2, columns) if mode % 2 else (tokens * experts, columns)
                yield {
                    "expandedX": shape,
                    "expandedRowIdx": places,
                    "x1Optional": (tokens, columns) if at % 3 else None,
                    "x2Optional": (tokens, columns) if at % 3 == 1 else None,
                    "biasOptional": (5, columns) if has_bias else None,
                    "scalesOptional": (tokens, experts) if experts > 1 or at % 2 else None,
                    "expertIdxOptional": ids if has_bias or at % 2 else None,
                    "dropPadMode": mode,
                }


def _finalized_whole(o: Operands, size: bool = False) -> Array:
    names = {
        "x1Optional": o.x1,
        "biasOptional": o.bias,
        "scalesOptional": o.scales,
        "expertIdxOptional": o.expandedExpertIdx,
    }
    return _finalized(SimpleNamespace(**vars(o), **names, dropPadMode=0), size)


def _whole_finalizations() -> Shapes:
    for tokens, experts, columns in reversed(SIZES):
        for has_second, of in ((False, 5), (True, 1)):
            ids = chosen(tokens, experts, of)
            yield {
                "expandedX": (tokens * experts, columns),
                "x1": (tokens, columns),
                "x2Optional": (tokens, columns) if has_second else None,
                "bias": (of, columns),
                "scales": (tokens, experts),
                "expandedRowIdx": places_of(ids),
                "expandedExpertIdx": ids,
            }


def _special_rows(o: Operands, of: Any, k: int) -> tuple[Array, Array]:
    """Rows of experts by their ranges, and whether there is one."""
    places = o.expandedRowIdx.reshape((k, -1) if o.dropPadMode < 2 else (-1, k))
    places = numbers(places.T if o.dropPadMode < 2 else places)
    rows = of(taken(o.expandedX, places))
    ids = numbers(o.expertIdxOptional)
    ranges = [
        [-1, -1] if each is None or len(each) != 2 else each
        for each in (o.zeroExpertRange, o.copyExpertRange, o.constantExpertRange)
    ]
    has_mixed = o.vOptional is not None
    kept = np.ones(len(rows), bool)
    for at, (expert, place) in enumerate(zip(ids, places, strict=True)):
        token = of(o.xOptional[at // k])
        if not 0 <= place < o.expandedX[..., 0].size or ranges[0][0] <= expert < ranges[0][1]:
            kept[at] = False
        elif ranges[1][0] <= expert < ranges[1][1]:
            rows[at] = token
        elif has_mixed and ranges[2][0] <= expert < ranges[2][1]:
            alphas = [
                of(each[expert - ranges[2][0]]) for each in (o.alpha1Optional, o.alpha2Optional)
            ]
            rows[at] = alphas[0] * token + alphas[1] * of(o.vOptional[expert - ranges[2][0]])
    return rows, kept


def _finalized_v4(o: Operands, size: bool = False) -> Array:
    of: Any = np.abs if size else np.asarray
    is_3510 = o.architecture == "3510"
    weights = None if o.scalesOptional is None else of(o.scalesOptional)
    k = weights.shape[1] if weights is not None else getattr(o, "k", 1) if is_3510 else 1
    if is_3510 and o.xOptional is not None and o.expertIdxOptional is not None:
        rows, kept = _special_rows(o, of, k)
    else:
        places = o.expandedRowIdx
        if o.dropPadMode < 2:
            places = places.reshape(k, -1).T.reshape(-1)
        rows = of(taken(o.expandedX, places))
        kept = np.ones(len(rows), bool)
    if o.biasOptional is not None:
        rows = rows + of(o.biasOptional)[numbers(o.expertIdxOptional)]
    if weights is not None:
        rows = rows * weights.reshape(-1, 1)
    found = np.where(kept[:, None], rows, 0).reshape(-1, k, rows.shape[1]).sum(1)
    for each in (o.x1Optional, o.x2Optional):
        found = found if each is None else found + of(each)
    return np.asarray(found)


def _finalizations_v4() -> Shapes:
    names = ("xOptional", "alpha1Optional", "alpha2Optional", "vOptional")
    ranges = ("zeroExpertRange", "copyExpertRange", "constantExpertRange")
    for at, case in enumerate(_finalizations()):
        tokens, columns = case["expandedRowIdx"].size, case["expandedX"][-1]
        scales = case["scalesOptional"]
        k = 1 if scales is None else scales[1]
        more = dict.fromkeys((*names, *ranges))
        if at % 2 and case["expertIdxOptional"] is not None:
            more |= {"xOptional": (tokens // k, columns), "copyExpertRange": [1, 2]}
            more |= {"zeroExpertRange": [0, 1] if at % 4 == 1 else [-1, -1]}
        if at % 4 == 1 and more["xOptional"] is not None:
            more |= dict.fromkeys(names[1:], (2, columns)) | {"constantExpertRange": [3, 5]}
        yield case | more | {"k": k}


def _finalizations_v3() -> Shapes:
    for case in _finalizations_v4():
        del case["k"]
        yield case


def _moderate_mixtures(arguments: dict[str, Any], at: int) -> None:
    """Mixtures are float32: no product of theirs overflows."""
    rng = np.random.default_rng(at)
    for name in ("xOptional", "alpha1Optional", "alpha2Optional", "vOptional"):
        given = arguments[name]
        if given is not None:
            arguments[name] = rng.uniform(-2, 2, given.shape).astype(given.dtype)


def _finalize_gradient(o: Operands, size: bool = False) -> list[Array]:
    of: Any = np.abs if size else np.asarray
    weights = None if o.scalesOptional is None else of(o.scalesOptional)
    rows = None if o.expandedXOptional is None else of(o.expandedXOptional)
    bias = None if o.biasOptional is None else of(o.biasOptional)[numbers(o.expertIdxOptional)]
    count = o.expandedRowIdx.size
    shape: tuple[int, ...] = (min(o.activeNum or count, count),)
    if o.dropPadMode == 1:
        shape = (o.expertNum, o.expertCapacity)
    found = _gradients(rows, of(o.gradY), o.expandedRowIdx, weights, bias, math.prod(shape))
    return [found[0].reshape(*shape, -1), *found[1:]]


def _finalize_gradients() -> Shapes:
    for tokens, experts, columns in SIZES:
        ids = chosen(tokens, experts, 5)
        rows = tokens * experts
        for mode, active, weighted, has_bias in (
            (0, 0, True, False),
            (0, 1, True, True),
            (1, 0, True, True),
            (1, 0, True, False),
            (0, 0, False, False),
        ):
            if not weighted and experts > 1:
                continue
            shape = (5, 2, columns) if mode else (min(active or rows, rows), columns)
            yield {
                "gradY": (tokens, columns),
                "expandedRowIdx": places_with_room(ids, 2) if mode else places_of(ids),
                "expandedXOptional": shape if weighted else None,
                "scalesOptional": (tokens, experts) if weighted else None,
                "expertIdxOptional": ids if has_bias else None,
                "biasOptional": (5, columns) if has_bias else None,
                "dropPadMode": mode,
                "activeNum": active,
                "expertNum": 5 if mode else 0,
                "expertCapacity": 2 if mode else 0,
            }


# --- Copies and scores ---------------------------------------------------------------------------


def _updated(o: Operands) -> list[Array]:
    """The copies of experts, and which experts of a token are used."""
    copies = np.empty_like(o.expertIds)
    for (token, column), expert in np.ndenumerate(o.expertIds):
        count = int(o.eplbTable[expert, 0])
        of_device = o.localRankId // -(-max(o.worldSize, 1) // count)
        copy = of_device if o.balanceMode == 0 else token % count
        copies[token, column] = o.eplbTable[expert, 1 + copy]
    if o.expertScalesOptional is None:
        return [copies, np.ones(copies.shape, np.bool_)]
    scales = o.expertScalesOptional.astype(np.float64)
    least = o.pruningThresholdOptional.reshape(-1) * scales.sum(1, keepdims=True)
    mask = scales >= least
    if o.activeMaskOptional is not None:
        mask &= o.activeMaskOptional[:, None]
    return [copies, mask]


def _updates() -> Shapes:
    table = np.array([[1, 7, 0, 0], [2, 3, 9, 0], [3, 4, 5, 6], [1, 2, 0, 0]], np.int32)
    for tokens, experts in ((1, 1), (3, 2), (50, 4)):
        for mode, rank, world in ((0, 0, 8), (0, 7, 8), (1, 0, 0)):
            for thresholds, active in ((None, None), ((experts,), None), ((1, experts), (tokens,))):
                yield {
                    "expertIds": chosen(tokens, experts, 4),
                    "eplbTable": table,
                    "expertScalesOptional": None if thresholds is None else (tokens, experts),
                    "pruningThresholdOptional": thresholds,
                    "activeMaskOptional": active,
                    "localRankId": rank,
                    "worldSize": world,
                    "balanceMode": mode,
                }


def _plain_scales(arguments: dict[str, Any], at: int) -> None:
    """Scales and thresholds whose products and sums are exact in float32."""
    scales, least = arguments["expertScalesOptional"], arguments["pruningThresholdOptional"]
    if scales is None:
        return
    rng = np.random.default_rng(at)
    arguments["expertScalesOptional"] = (rng.integers(0, 8, scales.shape) / 8).astype(scales.dtype)
    arguments["pruningThresholdOptional"] = (rng.integers(0, 4, least.shape) / 8).astype(np.float32)


def _gated(o: Operands) -> list[Array]:
    x = o.x
    if o.normType == 1:
        norm = 1 / (1 + np.exp(-x))
    elif o.normType == 2:
        norm = np.sqrt(np.logaddexp(0, x))
    else:
        norm = np.exp(x - x.max(1, keepdims=True))
        norm = norm / norm.sum(1, keepdims=True)
    scores = norm if o.biasOptional is None else norm + o.biasOptional
    groups = scores.reshape(len(x), o.groupCount, -1)
    counted = 1 if o.groupSelectMode == 0 else 2
    of_groups = np.sort(groups, 2)[:, :, -counted:].sum(2)
    best = np.argsort(-of_groups, axis=1, kind="stable")[:, : o.kGroup]
    is_best = np.zeros(of_groups.shape, np.bool_)
    np.put_along_axis(is_best, best, True, 1)
    scores = np.where(is_best[:, :, None], groups, -np.inf).reshape(x.shape)
    experts = np.argsort(-scores, axis=1, kind="stable")[:, : o.k]
    if getattr(o, "tid2eidOptional", None) is not None and (
        o.kGroup == o.groupCount or o.groupCount == x.shape[1]
    ):
        experts = o.tid2eidOptional[o.inputIdsOptional.astype(np.int64)].astype(np.int64)
    y = np.take_along_axis(norm, experts, 1)
    if o.normType != 0 or o.renorm == 1:
        y = y / (y.sum(1, keepdims=True) + o.eps)
    out = norm if o.outFlag else np.zeros_like(norm)
    return [y * o.routedScalingFactor, experts.astype(np.int32), out]


def _gatings_v2() -> Shapes:
    """By scores, and by tables of both types."""
    kinds = (("int32", "int64"), ("int64", "int32"), ("int32", "int32"), ("int64", "int64"))
    for at, case in enumerate(_gatings()):
        tokens, experts = case["x"]
        ids, table = kinds[at % 4]
        rng = np.random.default_rng(at)
        has_table = at % 3 != 0
        yield case | {
            "inputIdsOptional": rng.integers(0, 9, tokens).astype(ids) if has_table else None,
            "tid2eidOptional": (
                rng.integers(0, experts, (9, case["k"])).astype(table) if has_table else None
            ),
        }


def _gatings() -> Shapes:
    for tokens, experts, k, k_group, groups in (
        (1, 2, 1, 1, 1),
        (7, 40, 5, 1, 1),
        (3, 8, 2, 2, 4),
        (5, 24, 6, 2, 3),
        (33, 64, 8, 4, 8),
        (2, 256, 20, 256, 256),
    ):
        for norm in (0, 1) if groups > 1 else (0, 1, 2):
            for mode in (0, 1) if groups < experts else (0,):
                for bias in (None, (experts,)):
                    yield {
                        "x": (tokens, experts),
                        "biasOptional": bias,
                        "k": k,
                        "kGroup": k_group,
                        "groupCount": groups,
                        "groupSelectMode": mode,
                        "renorm": int(tokens % 2 == mode),
                        "normType": norm,
                        "outFlag": (norm == 1) != (bias is None),
                        "routedScalingFactor": 2.5,
                        "eps": 1e-6,
                    }


def _apart(arguments: dict[str, Any], at: int) -> None:
    """Scores that are apart from each other, so that none depends on a rounding."""
    rng = np.random.default_rng(at)
    x, bias = arguments["x"], arguments["biasOptional"]
    steps = np.arange(x.shape[1]) / 32
    arguments["x"] = np.stack([rng.permutation(steps) for _ in x]).astype(x.dtype)
    if bias is not None:
        arguments["biasOptional"] = (rng.permutation(len(bias)) / 64).astype(bias.dtype)


def _softmax(x: Array) -> Array:
    powers = np.exp(x - x.max(-1, keepdims=True))
    return np.asarray(powers / powers.sum(-1, keepdims=True))


def _softmax_gated(o: Operands) -> list[Array]:
    experts = np.argsort(-o.x, axis=-1, kind="stable")[..., : o.k]
    is_of_chosen = getattr(o, "renorm", 0) == 1
    if is_of_chosen:
        y = _softmax(np.take_along_axis(o.x, experts, -1))
    else:
        y = np.take_along_axis(_softmax(o.x), experts, -1)
    rows = np.arange(o.x[..., 0].size)
    numbers = (rows[:, None] + np.arange(o.k) * len(rows)).reshape(experts.shape)
    if o.finishedOptional is not None:
        experts = np.where(o.finishedOptional[..., None], o.x.shape[-1], experts)
    found = [y, experts.astype(np.int32)]
    if not hasattr(o, "renorm"):
        return [*found, numbers.astype(np.int32)]
    return [*found, _softmax(o.x)] if o.outputSoftmaxResultFlag and not is_of_chosen else found


def _softmax_gatings() -> Shapes:
    for shape, k in (((3, 8), 2), ((2, 5, 24), 24), ((33, 300), 8), ((1, 1), 1), ((2, 2000), 1024)):
        for renorm, flag in ((0, False), (0, True), (1, True)):
            yield {
                "x": shape,
                "finishedOptional": shape[:-1] if k != 24 else None,
                "k": k,
                "renorm": renorm,
                "outputSoftmaxResultFlag": flag,
            }


def _spread(arguments: dict[str, Any], at: int) -> None:
    """Scores that are apart from each other, of each expert another one."""
    rng = np.random.default_rng(at)
    x = arguments["x"]
    rows = [rng.permutation(x.shape[-1]) for _ in range(x[..., 0].size)]
    arguments["x"] = (np.stack(rows) / 128).astype(x.dtype).reshape(x.shape)
    if arguments["finishedOptional"] is not None:
        arguments["finishedOptional"] = rng.random(x.shape[:-1]) < 0.5


# --- What an expert computes ---------------------------------------------------------------------


def _gelu(x: Array) -> Array:
    result: Array = x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3))) / 2
    return result


def _silu(x: Array) -> Array:
    result: Array = x / (1 + np.exp(-x))
    return result


def _fast_gelu(x: Array) -> Array:
    result: Array = x / (1 + np.exp(-1.702 * x))
    return result


def _relu(x: Array) -> Array:
    result: Array = np.maximum(x, 0)
    return result


ACTIVATIONS = {
    "fastgelu": _fast_gelu,
    "relu": _relu,
    "silu": _silu,
    "gelu": _gelu,
    "geglu": _gelu,
    "swiglu": _silu,
    "reglu": _relu,
}


def _experts_of_rows(o: Operands, suffix: str, rows: int) -> Array:
    """The expert of each row, 0 without experts, -1 where no expert has it."""
    tokens = getattr(o, "expertTokens" + suffix)
    if tokens is None:
        return np.zeros(rows, np.int64)
    found = np.full(rows, -1)
    ends = numbers(np.asarray(tokens))
    if not getattr(o, "tokensIndexFlag", False):
        ends = np.cumsum(ends)
    for expert in reversed(range(len(ends))):
        found[: ends[expert]] = expert
    return found


def _layers(o: Operands, suffix: str, size: bool = False) -> Array:
    """The result, or what its units in the last place are of: the magnitudes of its products, and
    what a rounding of the first product and of the activation are worth in them."""
    x = o.x.reshape(-1, o.x.shape[-1])
    of = _experts_of_rows(o, suffix, len(x))
    found = np.zeros(x.shape)
    one = o.weight1.ndim == 2
    biases = [getattr(o, f"bias{at}{suffix}") for at in (1, 2)]
    name = str(o.activation).lower()
    for row, expert in enumerate(of.tolist()):
        if expert < 0:
            continue
        w1, w2 = (w if one else w[expert] for w in (o.weight1, o.weight2))
        b1, b2 = (
            np.zeros(w.shape[1]) if b is None else b if one else b[expert]
            for b, w in zip(biases, (w1, w2), strict=True)
        )
        hidden = x[row] @ w1 + b1
        if name.endswith("glu"):
            left, right = np.split(hidden, 2)
            hidden = left * ACTIVATIONS[name](right)
        else:
            hidden = ACTIVATIONS[name](hidden)
        found[row] = np.abs(hidden) @ np.abs(w2) + np.abs(b2) if size else hidden @ w2 + b2
    return found.reshape(o.x.shape)


def _ffns(suffix: str, has_flag: bool) -> Shapes:
    at = 0
    for name in ACTIVATIONS:
        gated = name.endswith("glu")
        for experts in (0, 3) if not gated else (0,):
            for has_bias in (False, True):
                at += 1
                columns, inner = (5, 8) if at % 2 else (16, 40)
                stack = (experts,) if experts else ()
                half = inner // 2 if gated else inner
                case: dict[str, Any] = {
                    "x": (2, 3, columns) if at % 3 else (6, columns),
                    "weight1": (*stack, columns, inner),
                    "weight2": (*stack, half, columns),
                    "expertTokens" + suffix: None,
                    "bias1" + suffix: (*stack, inner) if has_bias else None,
                    "bias2" + suffix: (*stack, columns) if has_bias else None,
                    "activation": name.upper() if at % 4 == 0 else name,
                    "innerPrecise": 1 if gated else 0,
                }
                flag = has_flag and at % 2 == 0
                if has_flag:
                    case["tokensIndexFlag"] = flag
                if experts:
                    tokens = [1, 1, 6] if flag else [1, 0, 5]
                    given = np.array(tokens, np.int64) if suffix else tokens
                    case["expertTokens" + suffix] = given
                for each in QUANTISED:
                    case[each + suffix] = None
                yield case


QUANTISED = (
    "scale", "offset", "deqScale1", "deqScale2", "antiquantScale1", "antiquantScale2",
    "antiquantOffset1", "antiquantOffset2",
)  # fmt: skip


def _moderate(arguments: dict[str, Any], at: int) -> None:
    """Numbers whose sums do not overflow between the products: gelu(-inf) is NaN, and of the number
    in float64 it is 0."""
    for name, operand in arguments.items():
        if isinstance(operand, np.ndarray) and "xpertTokens" not in name:
            plain = np.nan_to_num(operand.astype(np.float64), posinf=3, neginf=-3)
            arguments[name] = np.clip(plain, -8, 8).astype(operand.dtype)


def _ffn(suffix: str = "", has_flag: bool = True) -> Oracle:
    def bias(kind: str) -> str:
        return "float32" if kind == "bfloat16" else kind

    return Oracle(
        lambda o: _layers(o, suffix),
        lambda o: _layers(o, suffix, True),
        shapes=lambda: _ffns(suffix, has_flag),
        adapt=_moderate,
        types={"bias1" + suffix: bias, "bias2" + suffix: bias},
        refused=lambda o: (
            o.x.dtype == np.int8
            or (str(o.activation).lower().endswith("glu") and o.x.dtype != np.float16)
        ),
    )


_ROUTING_V3 = Oracle(
    _routed_v3,
    shapes=_routings_v3,
    given=True,
    types={"scaleOptional": lambda kind: "float32"},
    refused=lambda o: (
        (o.quantMode == 1 and o.x.dtype.itemsize == 1)
        or (o.scaleOptional is not None and o.x.dtype.name.startswith("float8"))  # by powers alone
    ),
)


def _fused(o: Operands) -> list[Any]:
    scores = o.x.astype(np.float32).astype(np.float64)
    sigmoids = (1 / (1 + np.exp(-scores))).astype(np.float32)
    values = sigmoids + o.addNum.astype(np.float32)
    groups = values.reshape(len(values), o.groupNum, values.shape[1] // o.groupNum)
    sums = -np.sort(-groups.astype(np.float64))[..., : o.topN].sum(-1)
    left_out = np.argsort(-sums, 1, kind="stable")[:, o.groupTopk :]
    groups[np.arange(len(groups))[:, None], left_out] = 0
    experts = np.argsort(-values, 1, kind="stable")[:, : o.topK]
    y = np.take_along_axis(sigmoids, experts, 1).astype(np.float64)
    if o.isNorm:
        y = y / y.sum(1, keepdims=True) * float(np.float32(o.scale))
    if o.enableExpertMapping:
        copies = np.maximum(o.mappingNum, 1)[experts]
        experts = o.mappingTable[experts, np.arange(len(values))[:, None] % copies]
    return [y, experts.astype(np.int32)]


def _fused_shapes() -> Any:
    rng = np.random.default_rng(9)
    for tokens, experts, groups, chosen, summed, best in (
        (3, 8, 2, 1, 2, 3), (5, 64, 8, 4, 2, 8), (70, 256, 8, 4, 1, 8), (0, 4, 1, 1, 1, 2),
    ):  # fmt: skip
        counts = rng.integers(0, 5, experts).astype(np.int32)
        table = rng.integers(0, 999, (experts, 4)).astype(np.int32)
        yield {
            "x": (tokens, experts), "addNum": (experts,), "mappingNum": counts,
            "mappingTable": table, "groupNum": groups, "groupTopk": chosen, "topN": summed,
            "topK": best, "activateType": 0, "scale": 2.5,
        }  # fmt: skip


def _usual_scores(arguments: dict[str, Any], at: int) -> None:
    rng = np.random.default_rng(at)
    for name in ("x", "addNum"):
        given = arguments[name]
        arguments[name] = rng.normal(0, 1, given.shape).astype(given.dtype)


def _gated_back(o: Operands, of: Any = np.asarray) -> Any:
    scores, grad = o.xNorm.astype(np.float64), o.gradY.astype(np.float64)
    rows = np.arange(len(scores))[:, None]
    chosen = scores[rows, o.expertIdx]
    total = chosen.sum(1, keepdims=True) + float(np.float32(o.eps))
    grad = grad * float(np.float32(o.routedScalingFactor))
    part = of(grad * chosen / total).sum(1, keepdims=True)
    own = (of(grad) + part if of is np.abs else grad - part) / of(total)
    out = np.zeros(scores.shape)
    np.add.at(out, (rows, o.expertIdx), own * of(chosen * (1 - chosen)))
    return out


def _gated_shapes() -> Any:
    rng = np.random.default_rng(8)
    for tokens, experts, chosen in ((3, 8, 2), (1, 2, 2), (70, 256, 8), (0, 4, 1)):
        yield {
            "xNorm": rng.uniform(0, 1, (tokens, experts)).astype(np.float32),
            "gradY": (tokens, chosen),
            "expertIdx": rng.integers(0, experts, (tokens, chosen)).astype(np.int32),
            "routedScalingFactor": 2.5,
        }


def _usual_gradient(arguments: dict[str, Any], at: int) -> None:
    given = arguments["gradY"]
    arguments["gradY"] = np.random.default_rng(at).normal(0, 1, given.shape).astype(given.dtype)


ORACLES = {
    "aclnnMoeFusedTopk": Oracle(
        _fused,
        given=True,
        shapes=_fused_shapes,
        adapt=_usual_scores,
        arguments={"isNorm": [True, False, True], "enableExpertMapping": [False, True]},
    ),
    "aclnnMoeGatingTopKBackward": Oracle(
        _gated_back,
        lambda o: _gated_back(o, np.abs),
        given=True,
        shapes=_gated_shapes,
        adapt=_usual_gradient,
        types={"gradY": lambda kind: "float32"},
    ),
    "aclnnFFN": _ffn(has_flag=False),
    "aclnnFFNV2": _ffn(),
    "aclnnFFNV3": _ffn("Optional"),
    "aclnnMoeTokenPermute": Oracle(_permuted, shapes=_permutations, given=True),
    "aclnnMoeTokenPermuteGrad": Oracle(
        lambda o: _token_gradient(o.permutedOutputGrad, o.sortedIndices, o.numTopk),
        lambda o: _token_gradient(np.abs(o.permutedOutputGrad), o.sortedIndices, o.numTopk),
        shapes=_permute_gradients,
    ),
    "aclnnMoeTokenPermuteV2": Oracle(
        _permuted_v2,
        shapes=_permutations_v2,
        given=True,
        refused=lambda o: (
            o.architecture == "3510"
            and o.quantMode != -1
            and o.tokens.dtype.name not in ("float16", "bfloat16")
        ),
    ),
    "aclnnMoeInitRouting": Oracle(_numbered, shapes=_numberings, given=True),
    "aclnnMoeInitRoutingQuant": Oracle(_numbered_quant, shapes=_quant_numberings, given=True),
    "aclnnMoeInitRoutingQuantV2": Oracle(
        _routed_quant,
        shapes=_quant_routings,
        given=True,
        types={"scaleOptional": lambda kind: "float32"},
    ),
    "aclnnMoeComputeExpertTokens": Oracle(
        lambda o: np.searchsorted(o.sortedExperts, np.arange(o.numExperts), side="right").astype(
            np.int32
        ),
        shapes=_sorted_counts,
        given=True,
    ),
    "aclnnMoeInitRoutingV2": Oracle(_routed, shapes=_routings, given=True),
    "aclnnMoeInitRoutingCustom": _ROUTING_V3,
    "aclnnMoeInitRoutingV3": _ROUTING_V3,
    "aclnnMoeInitRoutingV2Grad": Oracle(
        lambda o: _token_gradient(o.gradExpandedX, o.expandedRowIdx, o.topK),
        lambda o: _token_gradient(np.abs(o.gradExpandedX), o.expandedRowIdx, o.topK),
        shapes=_routing_gradients,
    ),
    "aclnnMoeTokenPermuteWithEp": Oracle(_permuted_range, shapes=_range_permutations, given=True),
    "aclnnMoeTokenPermuteWithEpGrad": with_magnitude(_range_gradient, shapes=_range_gradients),
    "aclnnMoeTokenUnpermuteWithEp": with_magnitude(_unpermuted_range, shapes=_range_unpermutations),
    "aclnnMoeTokenUnpermuteWithEpGrad": with_magnitude(
        _unpermuted_range_gradient,
        shapes=_range_unpermute_gradients,
    ),
    "aclnnMoeTokenPermuteWithRoutingMap": Oracle(_mapped, shapes=_maps, given=True),
    "aclnnMoeTokenPermuteWithRoutingMapGrad": with_magnitude(_map_gradient, shapes=_map_gradients),
    "aclnnMoeTokenUnpermute": with_magnitude(_unpermuted, shapes=_unpermutations),
    "aclnnMoeTokenUnpermuteWithRoutingMap": with_magnitude(_restored, shapes=_restorations),
    "aclnnMoeTokenUnpermuteWithRoutingMapGrad": with_magnitude(
        _restored_gradient, shapes=_restored_gradients
    ),
    "aclnnMoeTokenUnpermuteGrad": with_magnitude(_unpermute_gradient, shapes=_unpermute_gradients),
    "aclnnMoeFinalizeRouting": with_magnitude(_finalized_whole, shapes=_whole_finalizations),
    "aclnnMoeFinalizeRoutingV2": with_magnitude(_finalized, shapes=_finalizations),
    "aclnnMoeFinalizeRoutingV3": with_magnitude(
        _finalized_v4,
        shapes=_finalizations_v3,
        adapt=_moderate_mixtures,
    ),
    "aclnnMoeFinalizeRoutingV4": with_magnitude(
        _finalized_v4,
        shapes=_finalizations_v4,
        adapt=_moderate_mixtures,
    ),
    "aclnnMoeFinalizeRoutingV2Grad": with_magnitude(_finalize_gradient, shapes=_finalize_gradients),
    "aclnnMoeUpdateExpert": Oracle(
        _updated,
        given=True,
        shapes=_updates,
        adapt=_plain_scales,
        types={
            "expertScalesOptional": lambda kind: "float32",
            "pruningThresholdOptional": lambda kind: "float32",
            "activeMaskOptional": lambda kind: "bool",
        },
    ),
    "aclnnMoeGatingTopKSoftmax": Oracle(
        _softmax_gated,
        shapes=_softmax_gatings,
        adapt=_spread,
        types={"finishedOptional": lambda _: "bool"},
    ),
    "aclnnMoeGatingTopKSoftmaxV2": Oracle(
        _softmax_gated,
        shapes=_softmax_gatings,
        adapt=_spread,
        types={"finishedOptional": lambda _: "bool"},
    ),
    "aclnnMoeGatingTopKV2": Oracle(
        _gated,
        shapes=_gatings_v2,
        adapt=_apart,
        refused=lambda o: (
            o.architecture == "3510"
            and (
                o.outFlag
                or o.groupCount == 256
                or (o.tid2eidOptional is not None and o.kGroup != o.groupCount)
            )
        ),
    ),
    "aclnnMoeGatingTopK": Oracle(
        _gated,
        shapes=_gatings,
        adapt=_apart,
        refused=lambda o: o.architecture == "3510" and (o.outFlag or o.groupCount == 256),
    ),
}
