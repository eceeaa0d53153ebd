# SPDX-License-Identifier: Apache-2.0
"""Convolutions along time with a cache of the last tokens, by the formula of CANN's page:
FusedCausalConv1d, and the same in place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sweep.oracle import Operands, Oracle

Array = NDArray[Any]
Shapes = Iterator[dict[str, Any]]

TAPS = 3
HISTORY = TAPS - 1


def _sequences(o: Operands) -> list[slice]:
    shape = o.x.shape
    if len(shape) == 3:
        return [slice(i * shape[1], (i + 1) * shape[1]) for i in range(shape[0])]
    return [slice(int(first), int(past)) for first, past in pairwise(o.queryStartLoc)]


def _lines(o: Operands, at: int) -> tuple[int, int]:
    """The line that is read, and the one that is written."""
    if o.cacheIndices is None:
        return at, at
    if o.cacheIndices.ndim == 1:
        return int(o.cacheIndices[at]), int(o.cacheIndices[at])
    row = o.cacheIndices[at]
    return int(row[o.initialStateIdx[at]]), int(row[o.blockIdxLastScheduledToken[at]])


def _keep_blocks(o: Operands, at: int, tokens: int, rows: Array, states: Array) -> None:
    """Rows before the ends of full blocks; `rows` are the history and the tokens."""
    block, room = o.blockSize, states.shape[1]
    first, last = int(o.blockIdxFirstScheduledToken[at]), int(o.blockIdxLastScheduledToken[at])
    rest = (tokens - (block - int(o.numComputedTokens[at]) % block)) % block
    full = tokens - rest - (block if rest == 0 else 0)
    for chunk in range(last - first):
        end = full - (last - first - chunk - 1) * block
        line = int(o.cacheIndices[at][first + chunk])
        states[line, room - HISTORY :] = rows[end : end + HISTORY]


def _results(o: Operands, of: Callable[[Any], Any] = np.asarray) -> list[Array]:
    channels = o.x.shape[-1]
    x, weight = o.x.reshape(-1, channels), np.asarray(o.weight, np.float64)
    old, states = o.convStates, o.convStates.copy()
    y, room = np.zeros(x.shape), o.convStates.shape[1]
    for at, own in enumerate(_sequences(o)):
        read, written = _lines(o, at)
        tokens = own.stop - own.start
        computed = None if o.numComputedTokens is None else int(o.numComputedTokens[at])
        if read == o.padSlotId or tokens == 0:
            continue
        accepted = None if o.numAcceptedTokens is None else int(o.numAcceptedTokens[at])
        offset = room - HISTORY if accepted is None else accepted - 1
        cached = old[read, : offset + HISTORY]
        if computed == 0:
            offset, cached = 0, np.zeros((HISTORY, channels), old.dtype)
        joined = np.concatenate([cached, x[own]])
        count = min(room, len(joined))
        states[written, room - count :] = joined[len(joined) - count :]
        rows = joined[offset:]
        if o.cacheIndices is not None and o.cacheIndices.ndim == 2:
            _keep_blocks(o, at, tokens, rows, states)
        exact = rows.astype(np.float64)
        for t in range(tokens):
            y[own.start + t] = of(exact[t : t + TAPS] * weight).sum(0)
        if o.convMode == 1:
            y[own.start : own.start + min(max(HISTORY - (computed or 0), 0), tokens)] = 0
        if o.residualConnection:
            y[own] += of(x[own].astype(np.float64))
    return [states, y.reshape(o.x.shape)]


def _sizes(o: Operands) -> list[Array]:
    states, y = _results(o, np.abs)
    return [np.abs(states.astype(np.float64)), y]


def _ints(*values: Any) -> Array:
    return np.array(values, np.int32)


def _case(x: tuple[int, ...], states: tuple[int, int], **others: Any) -> dict[str, Any]:
    given: dict[str, Any] = {
        "x": x, "weight": (TAPS, x[-1]), "convStates": (*states, x[-1]),
        **dict.fromkeys(
            (
                "queryStartLoc", "cacheIndices", "initialStateMode", "bias", "numAcceptedTokens",
                "numComputedTokens", "blockIdxFirstScheduledToken", "blockIdxLastScheduledToken",
                "initialStateIdx",
            )
        ),
        "activationMode": 0, "padSlotId": -1, "runMode": 0, "maxQueryLen": -1,
        "residualConnection": 0, "blockSize": 128, "convMode": 0,
    }  # fmt: skip
    if len(x) == 2:
        given["maxQueryLen"] = x[0]
    assert others.keys() <= given.keys()
    return given | others


def _fused() -> Shapes:
    yield _case((11, 144), (5, 2), queryStartLoc=_ints(0, 1, 4, 11), residualConnection=1)
    yield _case(
        (11, 16), (6, 5), queryStartLoc=_ints(0, 6, 7, 11), cacheIndices=_ints(5, 0, 2),
        numComputedTokens=_ints(0, 9, 4), maxQueryLen=99,
    )  # fmt: skip
    yield _case(
        (11, 32), (6, 9), queryStartLoc=_ints(0, 6, 7, 11), cacheIndices=_ints(5, -1, 2),
        numAcceptedTokens=_ints(1, 1, 6), numComputedTokens=_ints(1, 0, 0), convMode=1,
    )  # fmt: skip
    yield _case((3, 4, 64), (3, 5), numAcceptedTokens=_ints(1, 4, 2), residualConnection=1)
    yield _case((2, 1, 272), (4, 9), cacheIndices=_ints(3, 1), numAcceptedTokens=_ints(8, 1))
    yield _case(
        (9, 64), (4, 9), queryStartLoc=_ints(0, 8, 9), maxQueryLen=8, convMode=1,
        numComputedTokens=_ints(0, 1), residualConnection=1,
    )  # fmt: skip
    yield _case(
        (30, 48), (12, 3), queryStartLoc=_ints(0, 13, 14, 30),
        cacheIndices=_ints([3, 7, 1, 0], [2, 9, 5, 11], [4, 6, 8, 10]),
        numComputedTokens=_ints(2, 7, 0), blockIdxFirstScheduledToken=_ints(0, 1, 0),
        blockIdxLastScheduledToken=_ints(3, 1, 3), initialStateIdx=_ints(0, 1, 0), blockSize=4,
    )  # fmt: skip
    yield _case(
        (2, 6, 64), (8, 7), cacheIndices=_ints([3, 7, 1], [2, 4, 5]),
        numComputedTokens=_ints(3, 6), blockIdxFirstScheduledToken=_ints(0, 1),
        blockIdxLastScheduledToken=_ints(2, 2), initialStateIdx=_ints(0, 1), blockSize=4,
        numAcceptedTokens=_ints(3, 1),
    )  # fmt: skip


def _usual(arguments: dict[str, Any], at: int) -> None:
    rng = np.random.default_rng(at)
    for name in ("x", "weight", "convStates"):
        given = arguments[name]
        arguments[name] = rng.normal(0, 1, given.shape).astype(given.dtype)


ORACLES = {
    "aclnnFusedCausalConv1d": Oracle(_results, _sizes, given=True, shapes=_fused, adapt=_usual),
    "aclnnInplaceFusedCausalConv1d": Oracle(
        lambda o: _results(o)[::-1],
        lambda o: _sizes(o)[::-1],
        given=True,
        shapes=_fused,
        adapt=_usual,
    ),
}
