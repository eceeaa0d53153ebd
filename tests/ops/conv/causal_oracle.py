# SPDX-License-Identifier: Apache-2.0
"""Convolutions along time that start from states, by the formula of CANN's pages and the states
that vLLM's functions of the same names leave."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sweep.oracle import GIVEN, Operands, Oracle

Array = NDArray[Any]
Shapes = Iterator[dict[str, Any]]


def _sequences(o: Operands, accepted: Any) -> tuple[bool, list[slice]]:
    """Whether states become the last tokens, and the tokens of each sequence."""
    shape, starts = o.x.shape, o.queryStartLocOptional
    if len(shape) == 3:
        whole = [slice(i * shape[1], (i + 1) * shape[1]) for i in range(shape[0])]
        return accepted is None and shape[1] > 1, whole
    return accepted is None, [slice(int(first), int(past)) for first, past in pairwise(starts)]


def _results(o: Operands, of: Any = np.asarray) -> list[Array]:
    channels = o.x.shape[-1]
    x, weight = (np.asarray(each, np.float64) for each in (o.x, o.weight))
    x = x.reshape(-1, channels)
    states, y = np.asarray(o.convStatesRef).copy(), np.zeros(x.shape)
    history, room = len(weight) - 1, states.shape[1]
    accepted = getattr(o, "numAcceptedTokensOptional", None)
    modes = getattr(o, "initialStateModeOptional", None)
    bias = 0 if o.biasOptional is None else of(np.asarray(o.biasOptional, np.float64))
    is_prefill, sequences = _sequences(o, accepted)
    for at, own in enumerate(sequences):
        line = at if o.cacheIndicesOptional is None else int(o.cacheIndicesOptional[at])
        if line == o.nullBlockId or own.stop == own.start:
            continue
        first = 0 if accepted is None else max(int(accepted[at]) - 1, 0)
        old = np.asarray(o.convStatesRef)[line, first : first + history]
        if is_prefill and (modes is None or not modes[at]):
            old = np.zeros_like(old)
        rows = np.concatenate([old, np.asarray(o.x).reshape(x.shape)[own]])
        exact = rows.astype(np.float64)
        for t in range(own.stop - own.start):
            value = (of(exact[t : t + history + 1] * weight)).sum(0) + bias
            silu = o.activation != "none"
            y[own.start + t] = value / (1 + np.exp(-value)) if silu and of is np.asarray else value
        if is_prefill:
            count = min(room, len(rows))
            states[line, room - count :] = rows[len(rows) - count :]
        else:
            count = min(room, history if accepted is None else len(rows) - 1)
            states[line, :count] = rows[1 : 1 + count]
    return [states, y.reshape(o.x.shape)]


def _sizes(o: Operands) -> list[Array]:
    states, y = _results(o, np.abs)
    return [np.abs(states.astype(np.float64)), y]


def _ints(*values: int) -> Array:
    return np.array(values, np.int32)


def _prefill() -> Shapes:
    more = {"queryStartLocOptional": None, "cacheIndicesOptional": None}
    states = {"convStatesRef": (5, 3, 16), "initialStateModeOptional": None}
    yield {"x": (2, 5, 16), "weight": (4, 16), "biasOptional": (16,), **states, **more}
    yield {
        "x": (9, 144),
        "weight": (3, 144),
        "convStatesRef": (6, 5, 144),
        "biasOptional": (144,),
        "queryStartLocOptional": _ints(0, 1, 1, 4, 9),
        "cacheIndicesOptional": _ints(5, 2, -1, 0),
        "initialStateModeOptional": _ints(1, 0, 1, 1),
    }
    yield {
        "x": (3, 2, 32),
        "weight": (2, 32),
        "convStatesRef": (4, 1, 32),
        "biasOptional": (32,),
        "queryStartLocOptional": None,
        "cacheIndicesOptional": _ints(3, 0, 1),
        "initialStateModeOptional": _ints(1, 1, 0),
    }


def _updates() -> Shapes:
    yield {
        "x": (3, 1, 16),
        "weight": (4, 16),
        "convStatesRef": (3, 3, 16),
        "biasOptional": (16,),
        "queryStartLocOptional": None,
        "cacheIndicesOptional": None,
        "numAcceptedTokensOptional": None,
    }
    yield {
        "x": (7, 272),
        "weight": (4, 272),
        "convStatesRef": (6, 6, 272),
        "biasOptional": (272,),
        "queryStartLocOptional": _ints(0, 3, 4, 7),
        "cacheIndicesOptional": _ints(5, 2, -1),
        "numAcceptedTokensOptional": _ints(2, 0, 4),
    }
    yield {
        "x": (2, 1, 32),
        "weight": (2, 32),
        "convStatesRef": (9, 4, 32),
        "biasOptional": (32,),
        "queryStartLocOptional": None,
        "cacheIndicesOptional": _ints(7, 0),
        "numAcceptedTokensOptional": None,
    }


def _usual(arguments: dict[str, Any], at: int) -> None:
    rng = np.random.default_rng(at)
    for name in ("x", "weight", "biasOptional", "convStatesRef"):
        given = arguments.get(name)
        if given is not None:
            arguments[name] = rng.normal(0, 1, given.shape).astype(given.dtype)


def _oracle(shapes: Any) -> Oracle:
    names = ("blockIdxFirstScheduledTokenOptional", "blockIdxLastScheduledTokenOptional",
             "initialStateIdxOptional", "numComputedTokensOptional")  # fmt: skip
    return Oracle(
        _results,
        _sizes,
        given=True,
        shapes=shapes,
        adapt=_usual,
        arguments={
            "activation": ["silu", "none"],
            "biasOptional": [GIVEN, None, GIVEN],
            **{name: [None] for name in names},
        },
    )


ORACLES = {
    "aclnnCausalConv1dFn": _oracle(_prefill),
    "aclnnCausalConv1dUpdate": _oracle(_updates),
}
