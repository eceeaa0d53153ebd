# SPDX-License-Identifier: Apache-2.0
"""The choice of tokens, a row at a time, in float64."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sweep.oracle import GIVEN, Operands, Oracle


def _softmax(row: Any) -> Any:
    powers = np.exp(row - row.max())
    return powers / powers.sum()


def _left(row: Any, k: int, p: float, least: float, most: int, logits: bool) -> tuple[Any, Any]:
    """The places that are left of a row, and their probabilities."""
    has_k = 1 <= k <= min(most, len(row))
    is_sorted = has_k or p < 1 or least >= 1
    places = np.argsort(-row, kind="stable") if is_sorted else np.arange(len(row))
    places = places[: k if has_k else None]
    shares = _softmax(row[places]) if logits else row[places]
    if p <= 0:
        places, shares = places[:1], np.ones(1) if logits else shares[:1]
    elif p < 1:
        stays = np.cumsum(shares) - shares < p
        stays[0] = True
        places, shares = places[stays], shares[stays]
    if least >= 1:
        return places[:1], shares[:1]
    stays = shares >= (least * shares.max() if least > 0 else -np.inf)
    return places[stays], shares[stays]


def _chosen(o: Operands) -> list[Any]:
    logits = o.logits.astype(np.float64)
    scale = getattr(o, "inputIsLogits", True)
    most = min(-(-getattr(o, "ksMax", 1024) // 8) * 8, 1024)
    least = getattr(o, "minPs", None)
    tokens = np.zeros(len(logits), np.int64)
    kept = np.full(logits.shape, -np.inf if scale else 0.0)
    rest, shares = np.zeros(logits.shape, np.int64), np.zeros(logits.shape)
    for at, row in enumerate(logits):
        minimum = 0.0 if least is None else float(least[at])
        left, parts = _left(row, int(o.topK[at]), float(o.topP[at]), minimum, most, scale)
        weighted = parts
        if o.q is not None:
            eps = np.float64(np.float32(o.eps))
            weighted = parts / (np.abs(o.q[at, : len(left)].astype(np.float64)) + eps)
        tokens[at] = left[np.argmax(weighted)]
        kept[at, left] = row[left]
        rest[at, : len(left)], shares[at, : len(left)] = left, parts
    return [tokens, kept, rest, shares]


def _second(o: Operands) -> list[Any]:
    """The results that are wanted."""
    tokens, kept, rest, shares = _chosen(o)
    left = [kept] if o.isNeedLogits else []
    return [*left, rest, shares] if o.isNeedSampleResult else [tokens, *left]


def _shapes() -> Iterator[dict[str, Any]]:
    for rows, columns in ((1, 1), (5, 40), (8, 300), (6, 7)):
        yield {
            "logits": (rows, columns),
            "topK": (rows,),
            "topP": (rows,),
            "q": (rows, columns),
            "minPs": (rows,),
        }


def _first_shapes() -> Iterator[dict[str, Any]]:
    for shapes in _shapes():
        yield {name: shape for name, shape in shapes.items() if name != "minPs"}


def _usual(arguments: dict[str, Any], at: int) -> None:
    """Rows with every limit and with none."""
    rng = np.random.default_rng(at)
    shape, kind = arguments["logits"].shape, arguments["logits"].dtype
    scale = arguments.get("inputIsLogits", True)
    logits = rng.normal(0, 2, shape) if scale else rng.dirichlet(np.ones(shape[1]), shape[0])
    arguments["logits"] = logits.astype(kind)
    rows = np.arange(shape[0])
    arguments["topK"] = np.array([3, 0, 9, 5000, 1, -2, 17, 2])[rows].astype(np.int32)
    arguments["topP"] = np.array([0.5, 0.75, 1, 1, 0.25, 0, 0.875, 2])[rows].astype(kind)
    if arguments.get("minPs") is not None:
        arguments["minPs"] = np.array([0.125, 0, 0.5, 0.25, -1, 1, 0.0625, 2])[rows].astype(kind)
    if arguments.get("q") is not None:
        arguments["q"] = rng.exponential(1, shape).astype(np.float32)


_FIRST: dict[str, list[Any]] = {"q": [GIVEN, None], "eps": [1e-8, 0.25], "isNeedLogits": [True]}

ORACLES = {
    "aclnnTopKTopPSample": Oracle(
        lambda o: _chosen(o)[:2], shapes=_first_shapes, adapt=_usual, arguments=_FIRST
    ),
    "aclnnTopKTopPSampleV2": Oracle(
        _second,
        roundings=2,
        shapes=_shapes,
        adapt=_usual,
        arguments={
            "q": [GIVEN, GIVEN, None],
            "minPs": [GIVEN, None],
            "eps": [1e-8],
            "isNeedLogits": [True, False, True],
            "ksMax": [1024, 2],
            "inputIsLogits": [True, True, False, True],
            "isNeedSampleResult": [False, True],
        },
    ),
}
