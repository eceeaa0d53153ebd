# SPDX-License-Identifier: Apache-2.0
"""Softmax, its logarithm, and their gradients."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from sweep.oracle import Operands, Oracle


def _shapes(*names: str) -> Callable[[], Iterator[dict[str, Any]]]:
    def each() -> Iterator[dict[str, Any]]:
        for shape, dim in (((), 0), ((5,), -1), ((4, 37), -1), ((3, 7, 5), 1), ((2, 0, 3), 0)):
            yield {**dict.fromkeys(names, shape), "dim": dim}

    return each


def _sum(values: Any, dim: int) -> Any:
    return values.sum(axis=dim, keepdims=True) if values.ndim else values


def _exponentials(o: Operands) -> Any:
    largest = o.self.max(axis=o.dim, keepdims=True) if o.self.ndim and o.self.size else o.self
    return o.self - largest, np.exp(o.self - largest)


def _softmax(o: Operands) -> Any:
    powers = _exponentials(o)[1]
    return powers / _sum(powers, o.dim)


def _log_softmax(o: Operands) -> Any:
    differences, powers = _exponentials(o)
    return differences - np.log(_sum(powers, o.dim))


def _magnitude(o: Operands) -> Any:
    """Of all terms of the logarithm."""
    differences, powers = _exponentials(o)
    largest = np.abs(o.self).max(axis=o.dim, keepdims=True) if o.self.size and o.self.ndim else 0
    return np.abs(differences) + np.log(_sum(powers, o.dim)) + largest


def _as_probabilities(name: str = "output") -> Callable[[dict[str, Any], int], None]:
    """Results of the forward call are from 0 to 1."""

    def adapt(arguments: dict[str, Any], _: int) -> None:
        given = arguments[name]
        size = np.abs(np.nan_to_num(given.astype(np.float64), nan=0, posinf=9, neginf=9))
        arguments[name] = np.asarray(size / (1 + size)).astype(given.dtype)

    return adapt


LOG_SOFTMAX = Oracle(_log_softmax, _magnitude, computed=lambda _, own: own, shapes=_shapes("self"))

ORACLES: dict[str, Oracle] = {
    "aclnnSoftmax": Oracle(
        _softmax, lambda o: _softmax(o) * (1 - _exponentials(o)[0]), shapes=_shapes("self")
    ),
    "aclnnLogSoftmax": LOG_SOFTMAX,
    "aclnnLogSoftmaxV2": LOG_SOFTMAX,
    "aclnnSoftmaxGrad": Oracle(
        lambda o: o.y * (o.dy - _sum(o.dy * o.y, -1)),
        lambda o: np.abs(o.y) * (np.abs(o.dy) + _sum(np.abs(o.dy * o.y), -1)),
        adapt=_as_probabilities("y"),
    ),
    "aclnnSoftmaxBackward": Oracle(
        lambda o: o.output * (o.gradOutput - _sum(o.gradOutput * o.output, o.dim)),
        lambda o: (
            np.abs(o.output) * (np.abs(o.gradOutput) + _sum(np.abs(o.gradOutput * o.output), o.dim))
        ),
        shapes=_shapes("gradOutput", "output"),
        adapt=_as_probabilities(),
    ),
    "aclnnLogSoftmaxBackward": Oracle(
        lambda o: o.gradOutput - np.exp(o.output) * _sum(o.gradOutput, o.dim),
        lambda o: np.abs(o.gradOutput) + np.exp(o.output) * _sum(np.abs(o.gradOutput), o.dim),
        shapes=_shapes("gradOutput", "output"),
    ),
}
