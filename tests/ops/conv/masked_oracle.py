# SPDX-License-Identifier: Apache-2.0
"""Convolutions along time of which a mask leaves results out, and their gradients, by the formulas
of CANN's pages: MaskedCausalConv1d and MaskedCausalConv1dBackward."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sweep.oracle import GIVEN, Operands, Oracle

Array = NDArray[Any]
Shapes = Iterator[dict[str, Any]]

TAPS = 3


def _wide(array: Any) -> Array:
    return np.asarray(array, np.float64)


def _behind(rows: Array, places: int) -> Array:
    """Rows so many places later, with negative places earlier, and zeros where there are none."""
    found = np.zeros_like(rows)
    count = len(rows) - abs(places)
    if count > 0:
        found[max(places, 0) :][:count] = rows[max(-places, 0) :][:count]
    return found


def _mask(o: Operands) -> Any:
    return 1 if o.maskOptional is None else o.maskOptional.T[..., None]


def _convolved(o: Operands, of: Callable[[Any], Any] = np.asarray) -> Array:
    x, weight = _wide(o.x), _wide(o.weight)
    terms = [of(_behind(x, k) * weight[TAPS - 1 - k]) for k in range(TAPS)]
    return np.asarray(_mask(o) * np.sum(terms, 0))


def _gradients(o: Operands, of: Callable[[Any], Any] = np.asarray) -> list[Array]:
    grad, x, weight = _mask(o) * _wide(o.gradY), _wide(o.x), _wide(o.weight)
    terms = [of(_behind(grad, -k) * weight[TAPS - 1 - k]) for k in range(TAPS)]
    sums = [of(_behind(grad, k - TAPS + 1) * x).sum((0, 1)) for k in range(TAPS)]
    return [np.sum(terms, 0), np.stack(sums)]


def _shapes(*names: str) -> Callable[[], Shapes]:
    def every() -> Shapes:
        for tokens, sequences, channels in ((1, 1, 384), (2, 3, 448), (7, 2, 576)):
            yield {
                **dict.fromkeys(names, (tokens, sequences, channels)),
                "weight": (TAPS, channels),
                "maskOptional": (sequences, tokens),
            }

    return every


def _usual(arguments: dict[str, Any], at: int) -> None:
    rng = np.random.default_rng(at)
    for name in ("gradY", "x", "weight"):
        if name in arguments:
            given = arguments[name]
            arguments[name] = rng.normal(0, 1, given.shape).astype(given.dtype)


OPTIONS: dict[str, Any] = {
    "given": True,
    "adapt": _usual,
    "types": {"maskOptional": lambda _: "bool"},
    "arguments": {"maskOptional": [GIVEN, None]},
}

ORACLES = {
    "aclnnMaskedCausalConv1d": Oracle(
        _convolved, lambda o: _convolved(o, np.abs), shapes=_shapes("x"), **OPTIONS
    ),
    "aclnnMaskedCausalConv1dBackward": Oracle(
        _gradients, lambda o: _gradients(o, np.abs), shapes=_shapes("gradY", "x"), **OPTIONS
    ),
}
