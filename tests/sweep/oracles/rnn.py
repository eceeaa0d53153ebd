# SPDX-License-Identifier: Apache-2.0
"""Recurrent networks, by the formulas of their documentation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sweep.oracles.oracle import Operands, Oracle


def _sigmoid(x: Any) -> Any:
    with np.errstate(over="ignore"):
        return 1 / (1 + np.exp(-x))


def _cell(o: Operands) -> list[Any]:
    gates = o.inputGates + o.hiddenGates
    if o.inputBiasOptional is not None:
        gates = gates + (o.inputBiasOptional + o.hiddenBiasOptional)
    i, f, g, u = np.split(gates, 4, axis=-1)
    i, f, g, u = _sigmoid(i), _sigmoid(f), np.tanh(g), _sigmoid(u)
    cells = f * o.cx + i * g
    return [u * np.tanh(cells), cells, np.concatenate([i, f, g, u], -1)]


def _cell_magnitude(o: Operands) -> list[Any]:
    parts = [o.inputGates, o.hiddenGates]
    if o.inputBiasOptional is not None:
        parts += [o.inputBiasOptional + np.zeros_like(o.inputGates)] + [
            o.hiddenBiasOptional + np.zeros_like(o.inputGates)
        ]
    size = 1 + sum(np.abs(each) for each in parts)
    i, f, g, u = np.split(size, 4, axis=-1)
    cells = np.abs(o.cx) * f + i + g
    return [u + cells, cells, size]


def _cell_backward(o: Operands) -> list[Any]:
    i, f, g, u = np.split(o.storage, 4, axis=-1)
    t = np.tanh(o.cy)
    d = o.gradHyOptional * u * (1 - t * t) + o.gradCOptional
    gates = [
        d * g * i * (1 - i),
        d * o.cx * f * (1 - f),
        d * i * (1 - g * g),
        o.gradHyOptional * t * u * (1 - u),
    ]
    gradient = np.concatenate(gates, -1)
    return [gradient, d * f, gradient.sum(0)]


def _cell_backward_magnitude(o: Operands) -> list[Any]:
    i, f, g, u = (np.abs(each) for each in np.split(o.storage, 4, axis=-1))
    t = np.abs(np.tanh(o.cy))
    h = np.abs(o.gradHyOptional)
    d = h * u * (1 + t * t) + np.abs(o.gradCOptional)
    gates = [
        d * g * i * (1 + i),
        d * np.abs(o.cx) * f * (1 + f),
        d * i * (1 + g * g),
        h * t * u * (1 + u),
    ]
    gradient = np.concatenate(gates, -1)
    return [gradient, d * f, gradient.sum(0)]


CELLS = [(1, 1), (3, 5), (7, 33), (40, 16)]


def _cell_shapes() -> Iterator[dict[str, Any]]:
    for at, (batch, hidden) in enumerate(CELLS):
        gates = (batch, 4 * hidden)
        bias = None if at == 1 else (4 * hidden,)
        yield {
            "inputGates": gates,
            "hiddenGates": gates,
            "cx": (batch, hidden),
            "inputBiasOptional": bias,
            "hiddenBiasOptional": bias,
        }


def _cell_backward_shapes() -> Iterator[dict[str, Any]]:
    for batch, hidden in CELLS:
        cell = (batch, hidden)
        yield {
            "gradHyOptional": cell,
            "gradCOptional": cell,
            "cx": cell,
            "cy": cell,
            "storage": (batch, 4 * hidden),
        }


def _tame(arguments: dict[str, Any], at: int) -> None:
    random = np.random.default_rng(at)
    for value in arguments.values():
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, np.ndarray) and each.dtype.kind == "f":
                each[...] = random.normal(0, 0.5, each.shape)


ORACLES = {
    "aclnnThnnFusedLstmCell": Oracle(
        _cell, _cell_magnitude, shapes=_cell_shapes, adapt=_tame
    ),
    "aclnnThnnFusedLstmCellBackward": Oracle(
        _cell_backward, _cell_backward_magnitude, shapes=_cell_backward_shapes, adapt=_tame
    ),
}
