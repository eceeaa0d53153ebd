# SPDX-License-Identifier: Apache-2.0
"""Two results of attention to parts of the keys, joined: RingAttentionUpdate."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sweep.oracle import Operands, Oracle

Array = NDArray[Any]
Shapes = Iterator[dict[str, Any]]


def _by_rows(o: Operands, statistic: Array) -> Array:
    """The first of the eight numbers of each row, broadcast to its result, [.., heads, columns]."""
    first = statistic[..., 0]
    if o.inputLayoutOptional == "SBH":
        return np.moveaxis(first, 2, 0)[..., None]
    if getattr(o, "inputSoftmaxLayoutOptional", None) == "TND":
        return first[..., None]
    rows, heads = first.shape
    found, ends = np.empty_like(first), o.actualSeqQlenOptional
    flat = first.reshape(-1)
    for low, high in pairwise(ends):
        found[low:high] = flat[low * heads : high * heads].reshape(heads, high - low).T
    return found.reshape(rows, heads, 1)


def _joined(o: Operands, sizes: bool = False) -> list[Array]:
    wide = {
        name: np.asarray(getattr(o, name), np.float64)
        for name in ("prevSoftmaxMax", "prevSoftmaxSum", "curSoftmaxMax", "curSoftmaxSum")
    }
    most = np.maximum(wide["prevSoftmaxMax"], wide["curSoftmaxMax"])
    previous = wide["prevSoftmaxSum"] * np.exp(wide["prevSoftmaxMax"] - most)
    current = wide["curSoftmaxSum"] * np.exp(wide["curSoftmaxMax"] - most)
    total = previous + current
    parts = []
    for result, part in ((o.prevAttnOut, previous), (o.curAttnOut, current)):
        weights = _by_rows(o, part / total)
        each = np.asarray(result, np.float64).reshape(*weights.shape[:-1], -1)
        parts.append(np.abs(each * weights) if sizes else each * weights)
    found = np.maximum(*parts) if sizes else parts[0] + parts[1]
    return [found.reshape(o.prevAttnOut.shape), most, total]


def _shapes(result: Any, statistic: Any, **others: Any) -> dict[str, Any]:
    names = ("prevSoftmaxMax", "prevSoftmaxSum", "curSoftmaxMax", "curSoftmaxSum")
    return {
        "prevAttnOut": result,
        "curAttnOut": result,
        **dict.fromkeys(names, statistic),
        "actualSeqQlenOptional": None,
        "inputSoftmaxLayoutOptional": "",
        **others,
    }


def _rings() -> Shapes:
    """Rows of batches beside each other, and behind each other in batches of any length."""
    yield _shapes((5, 2, 12), (2, 3, 5, 8), inputLayoutOptional="SBH")
    yield _shapes((70, 1, 600), (1, 2, 70, 8), inputLayoutOptional="SBH")
    ends = np.array([0, 3, 3, 10], np.int64)
    for layout in ("", "SBH", None, "TND"):
        yield _shapes(
            (10, 3, 64),
            (10, 3, 8),
            actualSeqQlenOptional=ends,
            inputLayoutOptional="TND",
            inputSoftmaxLayoutOptional=layout,
        )


def _eight_times(arguments: dict[str, Any], at: int) -> None:
    """Statistics as attention gives them: sums above 0, each number eight times."""
    rng = np.random.default_rng(at)
    for name in ("prevSoftmaxMax", "prevSoftmaxSum", "curSoftmaxMax", "curSoftmaxSum"):
        low, high = (-4, 4) if name.endswith("Max") else (0.5, 9)
        shape = arguments[name].shape
        one = rng.uniform(low, high, (*shape[:-1], 1)).astype(np.float32)
        arguments[name] = np.ascontiguousarray(np.broadcast_to(one, shape))
    for name in ("prevAttnOut", "curAttnOut"):
        kind = arguments["prevAttnOut"].dtype
        arguments[name] = rng.uniform(-3, 3, arguments[name].shape).astype(kind)


_ORACLE = Oracle(
    _joined,
    lambda o: _joined(o, sizes=True),
    given=True,
    shapes=_rings,
    adapt=_eight_times,
    types={
        **dict.fromkeys(
            ("prevSoftmaxMax", "prevSoftmaxSum", "curSoftmaxMax", "curSoftmaxSum"),
            lambda _: "float32",
        ),
        "actualSeqQlenOptional": lambda _: "int64",
    },
)

ORACLES = {
    "aclnnRingAttentionUpdate": _ORACLE,
    "aclnnRingAttentionUpdateV2": _ORACLE,
}
