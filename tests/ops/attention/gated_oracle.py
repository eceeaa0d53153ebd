# SPDX-License-Identifier: Apache-2.0
"""Linear attention whose states decay: RecurrentGatedDeltaRule and ChunkGatedDeltaRule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sweep.oracle import Operands, Oracle

Array = NDArray[Any]
Shapes = Iterator[dict[str, Any]]


def _wide(array: Array) -> Array:
    return np.asarray(array, np.float64)


def _ruled(o: Operands, sizes: bool = False) -> list[Array]:
    """States and answers; with sizes, sums of magnitudes in place of sums."""
    size = np.abs if sizes else np.asarray
    query, key, value = (size(_wide(each)) for each in (o.query, o.key, o.value))
    together = value.shape[1] // query.shape[1]
    states, out = size(_wide(o.stateRef)), np.zeros(value.shape)
    alpha = np.exp(np.zeros(value.shape[:2]) if o.g is None else _wide(o.g))[..., None, None]
    rows = np.ones((len(value), 1, 1, 1)) if o.gk is None else np.exp(_wide(o.gk))[:, :, None]
    first = 0
    for batch, count in enumerate(o.actualSeqLengths):
        if count == 0:
            continue
        begin = 0 if o.numAcceptedTokens is None else o.numAcceptedTokens[batch] - 1
        state = states[o.ssmStateIndices[first + begin]].copy()
        for t in range(first, first + count):
            k, q = (np.repeat(each[t], together, 0)[:, None] for each in (key, query))
            state = state * alpha[t] * rows[t]
            found = (state * k).sum(-1)
            learnt = (value[t] + found if sizes else value[t] - found) * size(
                _wide(o.beta)[t][:, None]
            )
            state = state + learnt[..., None] * k
            states[o.ssmStateIndices[t]] = state
            out[t] = (state * q).sum(-1) * o.scaleValue
        first += count

    return [states, out]


def _long(o: Operands, sizes: bool = False) -> list[Array]:
    """The same of sequences that have one state each, of which the last is kept."""
    tokens = len(o.value)
    numbers = np.repeat(np.arange(len(o.actualSeqLengths)), o.actualSeqLengths)
    more = {
        "stateRef": o.initialState,
        "g": o.gOptional,
        "gk": None,
        "numAcceptedTokens": None,
        "ssmStateIndices": np.resize(numbers, tokens),
    }
    return _ruled(Operands(**vars(o) | more), sizes)[::-1]


def _long_sequences() -> Shapes:
    """Sequences of no token, of a piece, and of several with a rest."""
    for heads, keys, values, lengths, has_g in (
        ((2, 4), 32, 24, [2, 19], True),
        ((1, 1), 5, 3, [8], False),
        ((2, 2), 128, 128, [1, 0, 17], True),
    ):
        tokens = sum(lengths)
        yield {
            "query": (tokens, heads[0], keys),
            "key": (tokens, heads[0], keys),
            "value": (tokens, heads[1], values),
            "beta": (tokens, heads[1]),
            "initialState": (len(lengths), heads[1], values, keys),
            "actualSeqLengths": np.array(lengths, np.int32),
            "gOptional": (tokens, heads[1]) if has_g else None,
            "scaleValue": 0.25,
        }


def _sequences() -> Shapes:
    """Sequences of no token, one and eight; with and without decays and accepted tokens."""
    for heads, keys, values, lengths, accepted, has_g, has_gk in (
        ((2, 4), 32, 24, [2, 3], None, True, False),
        ((1, 1), 5, 3, [8], [5], False, False),
        ((2, 2), 128, 64, [1, 0, 2], [1, 1, 2], True, True),
        ((1, 3), 20, 130, [4, 1], [4, 1], False, True),
    ):
        tokens = sum(lengths)
        indices = np.random.default_rng(tokens).permutation(tokens + 2)[:tokens]
        yield {
            "query": (tokens, heads[0], keys),
            "key": (tokens, heads[0], keys),
            "value": (tokens, heads[1], values),
            "beta": (tokens, heads[1]),
            "stateRef": (tokens + 2, heads[1], values, keys),
            "actualSeqLengths": np.array(lengths, np.int32),
            "ssmStateIndices": indices.astype(np.int32),
            "g": (tokens, heads[1]) if has_g else None,
            "gk": (tokens, heads[1], keys) if has_gk else None,
            "numAcceptedTokens": None if accepted is None else np.array(accepted, np.int32),
            "scaleValue": 0.25,
        }


def _small(arguments: dict[str, Any], at: int) -> None:
    """Keys of about the length 1, decays from 0 to 1."""
    rng = np.random.default_rng(at)
    reach = 1 / np.sqrt(arguments["key"].shape[-1])
    for name, low, high in (
        ("query", -1, 1),
        ("key", -reach, reach),
        ("value", -2, 2),
        ("beta", 0, 1),
        ("stateRef", -2, 2),
        ("initialState", -2, 2),
        ("g", -1, 0),
        ("gOptional", -1, 0),
        ("gk", -1, 0),
    ):
        given = arguments.get(name)
        if given is not None:
            arguments[name] = rng.uniform(low, high, given.shape).astype(given.dtype)


ORACLES = {
    "aclnnChunkGatedDeltaRule": Oracle(
        _long,
        lambda o: _long(o, sizes=True),
        given=True,
        shapes=_long_sequences,
        adapt=_small,
        types={"gOptional": lambda _: "float32", "actualSeqLengths": lambda _: "int32"},
    ),
    "aclnnRecurrentGatedDeltaRule": Oracle(
        _ruled,
        lambda o: _ruled(o, sizes=True),
        given=True,
        shapes=_sequences,
        adapt=_small,
        types={
            "g": lambda _: "float32",
            "gk": lambda _: "float32",
            **dict.fromkeys(
                ("actualSeqLengths", "ssmStateIndices", "numAcceptedTokens"), lambda _: "int32"
            ),
        },
    ),
}
