# SPDX-License-Identifier: Apache-2.0
"""A layer of an LSTM, a step of a sequence at a time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sweep.oracle import Operands, Oracle


def _sigmoid(x: Any) -> Any:
    return 1 / (1 + np.exp(-x))


def _rows(o: Operands) -> list[Any]:
    """The rows of x that each step has."""
    lengths = getattr(o, "batchSizeOptional", None)
    if lengths is None:
        return list(o.x)
    lengths = lengths.astype(int)
    if not o.packed:
        return [x[:length] for x, length in zip(o.x, lengths, strict=True)]
    return np.split(o.x, np.cumsum(lengths)[:-1])


def _one_way(o: Operands, steps: list[Any], names: list[str], way: int) -> tuple[Any, Any, Any]:
    w_ih, w_hh, *biases = (getattr(o, name) for name in names)
    h, c = o.initH[way].copy(), o.initC[way].copy()
    bias = sum(biases) if o.isbias else 0
    found = []
    for x in steps if way == 0 else reversed(steps):
        count = len(x)
        gates = x @ w_ih.T + h[:count] @ w_hh.T + bias
        i, f, g, u = np.split(gates, 4, axis=-1)
        c[:count] = _sigmoid(f) * c[:count] + _sigmoid(i) * np.tanh(g)
        h[:count] = _sigmoid(u) * np.tanh(c[:count])
        found.append(h[:count].copy())
    return found if way == 0 else found[::-1], h, c


def _layer(o: Operands) -> list[Any]:
    steps = _rows(o)
    names = ["wIh", "wHh", "bIhOptional", "bHhOptional"]
    other = [name.replace("Optional", "") + "ReverseOptional" for name in names]
    ways = [_one_way(o, steps, names, 0)]
    if o.bidirection:
        ways.append(_one_way(o, steps, other, 1))
    joined = [np.concatenate(each, -1) for each in zip(*(way[0] for way in ways), strict=True)]
    if getattr(o, "packed", False) and o.batchSizeOptional is not None:
        y = np.concatenate(joined)
    else:
        batch = o.initH.shape[1]
        y = np.stack([np.pad(each, ((0, batch - len(each)), (0, 0))) for each in joined])
    return [y, np.stack([way[1] for way in ways]), np.stack([way[2] for way in ways])]


def _ones(o: Operands) -> list[Any]:
    return [np.ones_like(each) for each in _layer(o)]


def _shapes(has_lengths: bool) -> Any:
    def shapes() -> Iterator[dict[str, Any]]:
        sizes = ((3, 2, 4, 5), (1, 1, 2, 3), (6, 5, 3, 8))
        for at, (steps, batch, columns, hidden) in enumerate(sizes):
            both, bias, packed = at % 2 == 0, at < 2, has_lengths and at == 2
            lengths = np.sort(np.random.default_rng(at).integers(1, batch + 1, steps))[::-1]
            lengths[0] = batch
            state = (2 if both else 1, batch, hidden)
            weights = {"wIh": (4 * hidden, columns), "wHh": (4 * hidden, hidden)}
            biases = dict.fromkeys(("bIhOptional", "bHhOptional"), (4 * hidden,) if bias else None)
            back = {
                "wIhReverseOptional": weights["wIh"] if both else None,
                "wHhReverseOptional": weights["wHh"] if both else None,
                "bIhReverseOptional": (4 * hidden,) if both and bias else None,
                "bHhReverseOptional": (4 * hidden,) if both and bias else None,
            }
            more = {
                "batchSizeOptional": lengths.astype(np.int32) if at else None,
                "packed": packed,
            }
            yield {
                "x": (int(lengths.sum()), columns) if packed else (steps, batch, columns),
                "initH": state,
                "initC": state,
                **weights,
                **biases,
                **back,
                **(more if has_lengths else {}),
                "isbias": bias,
                "bidirection": both,
            }

    return shapes


def _tame(arguments: dict[str, Any], at: int) -> None:
    random = np.random.default_rng(at)
    for value in arguments.values():
        if isinstance(value, np.ndarray) and value.dtype.kind == "f":
            value[...] = random.normal(0, 0.5, value.shape)


_FIXED: dict[str, list[Any]] = {"numLayers": [1], "batchFirst": [False]}

ORACLES = {
    "aclnnBidirectionLSTM": Oracle(
        _layer, _ones, shapes=_shapes(False), adapt=_tame, arguments=_FIXED
    ),
    "aclnnBidirectionLSTMV2": Oracle(
        _layer, _ones, shapes=_shapes(True), adapt=_tame, arguments=_FIXED
    ),
}
