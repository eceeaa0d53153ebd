# SPDX-License-Identifier: Apache-2.0
"""Order along a dimension: NaN above all numbers, equal elements in the order of their places."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sweep.oracle import Operands, Oracle

SHAPES: list[tuple[int, ...]] = [(), (7,), (3, 4), (0, 3), (3, 90), (2, 1, 2, 3)]


def _places(array: Any, dim: int, descending: bool) -> Any:
    """Places along a dimension, in order: NumPy's stable sort has NaN last, and the zeros equal."""
    if array.ndim == 0:
        return np.zeros((), np.int64)
    values = array if array.dtype.kind in "iub" else array.astype(np.float64)
    if not descending:
        return np.argsort(values, axis=dim, kind="stable")
    # The other way round twice: equal elements keep their order.
    turned = np.argsort(np.flip(values, dim), axis=dim, kind="stable")
    return array.shape[dim] - 1 - np.flip(turned, dim)


def _take(array: Any, places: Any, dim: int) -> Any:
    if array.ndim == 0:
        return array.copy()
    return np.take_along_axis(array, places, dim)


def _wide(array: Any) -> Any:
    return array.astype(np.float64) if array.dtype.kind not in "iubf" else array


def _sort(o: Operands) -> Any:
    places = _places(o.self, o.dim, o.descending)
    return [_wide(_take(o.self, places, o.dim)), places]


def _part(o: Operands, descending: bool, first: int, past: int) -> Any:
    places = _places(o.self, o.dim, descending)
    if o.self.ndim:
        places = np.take(places, range(first, past), axis=o.dim)
    return [_wide(_take(o.self, places, o.dim)), places]


def _kept(o: Operands, results: Any, keep: bool) -> Any:
    return results if keep or not o.self.ndim else [np.squeeze(each, o.dim) for each in results]


def _kth(o: Operands) -> Any:
    return _kept(o, _part(o, False, o.k - 1, o.k), o.keepdim)


def _median_places(array: Any, dim: int, skips: bool) -> Any:
    """The places of the lower medians along a dimension, which stays."""
    size = array.shape[dim]
    numbers = np.count_nonzero(~np.isnan(array.astype(np.float64)), axis=dim, keepdims=True)
    if skips:
        ranks = np.maximum(numbers - 1, 0) // 2
    else:
        ranks = np.where(numbers < size, numbers, (size - 1) // 2)
    return np.take_along_axis(_places(array, dim, False), ranks, dim)


def _median(skips: bool) -> Any:
    def value(o: Operands) -> Any:
        row = o.self.reshape(-1)
        if not row.size:
            least = {"int32": -(2**31), "int64": -(2**63)}.get(row.dtype.name, 0)
            is_real = row.dtype.name in ("float32", "float16", "bfloat16")
            return np.full(1, np.nan if is_real else least, np.float64 if is_real else row.dtype)
        return _wide(row[_median_places(row, 0, skips)])

    return value


def _median_dim(skips: bool) -> Any:
    def value(o: Operands) -> Any:
        if not o.self.ndim:
            return [_wide(o.self), np.zeros((), np.int64)]
        places = _median_places(o.self, o.dim, skips)
        return _kept(o, [_wide(_take(o.self, places, o.dim)), places], o.keepDim)

    return value


def _along(least: int = 0, **more: Any) -> Any:
    """The first and the last dimension of shapes; with a count, few or all of the dimension."""

    def shapes() -> Iterator[dict[str, Any]]:
        for at, shape in enumerate(SHAPES):
            for dim in (0, -1) if len(shape) > 1 else (-1,):
                size = shape[dim] if shape else 1
                if size == 0 or (size == 1 and shape):
                    continue  # bfloat16 is refused there
                if "k" not in more:
                    yield {"self": shape, "dim": dim}
                    continue
                counts = (least, size // 2, size, max(size // 10, 1))
                for k in dict.fromkeys((counts[at % 2], counts[2 + at % 2])):
                    yield {"self": shape, "dim": dim, "k": max(k, least, int(not shape))}

    return shapes


def _whole() -> Iterator[dict[str, Any]]:
    for shape in SHAPES:
        if 0 not in shape and (not shape or shape[-1] > 1):
            yield {"self": shape}
    yield {"self": (3, 0, 2)}


FLAGS = (False, True)


def _likeliest(o: Operands) -> Any:
    x = o.logits.astype(np.float64)
    size = x.shape[-1]
    if size == 1 or x.size == 0:
        return x
    order = np.argsort(x, -1, kind="stable")
    rows = np.take_along_axis(x, order, -1)
    if o.k is not None:
        k = o.k.astype(np.int64)
        least = np.take_along_axis(rows, (size - np.clip(k, 1, size))[:, None], -1)
        counts = ((k > 0) & (k < size))[:, None]
        rows = np.where(counts & (rows < least), -np.inf, rows)
    if o.p is not None:
        powers = np.exp(rows - rows.max(-1, keepdims=True))
        sums = np.cumsum(powers / powers.sum(-1, keepdims=True), -1)
        left_out = sums <= 1 - o.p.astype(np.float64)[:, None]
        left_out[:, -1] = False
        rows = np.where(left_out, -np.inf, rows)
    out = np.empty_like(rows)
    np.put_along_axis(out, order, rows, -1)
    return out


def _logits() -> Iterator[dict[str, Any]]:
    def counts(*numbers: int) -> Any:
        return np.array(numbers, np.int32)

    yield {"logits": (3, 7), "p": (3,), "k": counts(2, 0, 9)}
    yield {"logits": (2, 1), "p": (2,), "k": counts(1, 1)}
    yield {"logits": (4, 300), "p": None, "k": counts(1, 17, 299, 300)}
    yield {"logits": (2, 50), "p": (2,), "k": None}
    yield {"logits": (2, 5), "p": None, "k": None}
    yield {"logits": (0, 3), "p": (0,), "k": counts()}


def _spread(arguments: dict[str, Any], at: int) -> None:
    """Different logits, and probabilities in between."""
    logits = arguments["logits"]
    rng = np.random.default_rng(at)
    steps = np.arange(logits.size) / 16 % 9 - 4.5
    arguments["logits"] = rng.permutation(steps).reshape(logits.shape).astype(logits.dtype)
    if arguments["p"] is not None:
        chosen = rng.uniform(0.3, 0.95, arguments["p"].shape)
        arguments["p"] = chosen.astype(arguments["p"].dtype)


ORACLES: dict[str, Oracle] = {
    "aclnnSort": Oracle(
        _sort,
        shapes=_along(),
        given=True,
        arguments={"descending": FLAGS, "stable": (True, True, False)},
    ),
    "aclnnArgsort": Oracle(
        lambda o: _places(o.self, o.dim, o.descending),
        shapes=_along(),
        given=True,
        arguments={"descending": FLAGS},
    ),
    "aclnnTopk": Oracle(
        lambda o: _part(o, o.largest, 0, o.k),
        shapes=_along(k=True),
        given=True,
        arguments={"largest": FLAGS, "sorted": (True,)},
    ),
    "aclnnKthvalue": Oracle(
        _kth, shapes=_along(1, k=True), given=True, arguments={"keepdim": FLAGS}
    ),
    "aclnnMedianDim": Oracle(
        _median_dim(skips=False), shapes=_along(), given=True, arguments={"keepDim": FLAGS}
    ),
    "aclnnNanMedianDim": Oracle(
        _median_dim(skips=True), shapes=_along(), given=True, arguments={"keepDim": FLAGS}
    ),
    "aclnnMedian": Oracle(_median(skips=False), shapes=_whole, given=True),
    "aclnnNanMedian": Oracle(_median(skips=True), shapes=_whole, given=True),
    "aclnnApplyTopKTopP": Oracle(_likeliest, given=True, shapes=_logits, adapt=_spread),
}
