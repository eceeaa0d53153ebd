# SPDX-License-Identifier: Apache-2.0
"""Recurrent networks, by the formulas of their documentation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sweep.oracle import Operands, Oracle


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
        biases = (o.inputBiasOptional, o.hiddenBiasOptional)
        parts += [each + np.zeros_like(o.inputGates) for each in biases]
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


# --- Sequences -----------------------------------------------------------------------------------


def _lengths(o: Operands) -> Any:
    """How many of the batch have each step; None where all have all."""
    found = getattr(o, "batchSizes", None)
    return found if found is not None else getattr(o, "batchSizesOptional", None)


def _in_steps(o: Operands, x: Any) -> Any:
    """A sequence as [T, B, n]."""
    if _lengths(o) is not None and x.ndim == 2:
        return x.reshape(len(_lengths(o)), -1, x.shape[-1])
    return x.swapaxes(0, 1) if o.batchFirst else x


def _as_given(o: Operands, x: Any) -> Any:
    return x.swapaxes(0, 1) if _lengths(o) is None and o.batchFirst else x


def _present(o: Operands, steps: int, batch: int) -> Any:
    """Whether each of the batch has each step, [T, B, 1]."""
    if _lengths(o) is None:
        return np.ones((steps, batch, 1), bool)
    return (np.asarray(_lengths(o))[:, None] > np.arange(batch))[..., None]


def _directions(o: Operands) -> int:
    return 2 if getattr(o, "bidirectional", False) or getattr(o, "bidirection", False) else 1


def _pass(o: Operands, states: list[Any] | None, step: Any, kept: int) -> list[Any]:
    """Every layer and direction, a step after the other; [output, states..., lists...]."""
    x = _in_steps(o, o.input)
    steps, batch = x.shape[:2]
    there = _present(o, steps, batch)
    each = 4 if o.hasBias else 2
    directions = _directions(o)
    lists: list[list[Any]] = [[] for _ in range(kept)]
    last: list[list[Any]] = []
    for layer in range(o.numLayers):
        outputs = []
        for direction in range(directions):
            at = layer * directions + direction
            w_ih, w_hh, *biases = o.params[at * each : (at + 1) * each]
            b_ih, b_hh = biases or (0, 0)
            hidden = w_hh.shape[1]
            own = [np.zeros((batch, hidden))] * (2 if states is None else len(states))
            own = [given[at] for given in states] if states else own
            found: list[list[Any]] = [[None] * steps for _ in range(kept)]
            y = [np.zeros((batch, hidden))] * steps
            for t in range(steps) if direction == 0 else reversed(range(steps)):
                new, gates = step(x[t] @ w_ih.T, own[0] @ w_hh.T, b_ih, b_hh, own, there[t])
                y[t] = np.where(there[t], gates[4], 0)
                own = new
                for k in range(kept):
                    found[k][t] = gates[k]
                found[4][t] = own[0]
            outputs.append(np.stack(y))
            last.append(own)
            for k in range(kept):
                lists[k].append(np.stack(found[k]))
        x = np.concatenate(outputs, -1)
    ends = [np.stack([each_[k] for each_ in last]) for k in range(len(last[0]))]
    output = x if _lengths(o) is not None else _as_given(o, x)
    return [output, *ends, *([m for each_ in lists for m in each_] if o.train else [])]


def _lstm_step(
    x: Any, h: Any, b_ih: Any, b_hh: Any, states: list[Any], there: Any
) -> tuple[list[Any], list[Any]]:
    i, f, g, u = np.split(x + h + (b_ih + b_hh), 4, -1)
    i, f, g, u = _sigmoid(i), _sigmoid(f), np.tanh(g), _sigmoid(u)
    cells = np.where(there, f * states[1] + i * g, states[1])
    new = u * np.tanh(cells)
    return [np.where(there, new, states[0]), cells], [i, g, f, u, new, cells, np.tanh(cells)]


def _gru_step(
    x: Any, h: Any, b_ih: Any, b_hh: Any, states: list[Any], _there: Any
) -> tuple[list[Any], list[Any]]:
    xr, xz, xn = np.split(x + b_ih, 3, -1)
    hr, hz, hn = np.split(h + b_hh, 3, -1)
    r, z = _sigmoid(xr + hr), _sigmoid(xz + hz)
    n = np.tanh(xn + r * hn)
    new = (1 - z) * n + z * states[0]
    return [new], [r, z, n, hn, new]


def _lstm(o: Operands) -> list[Any]:
    states = [o.hx[0], o.hx[1]] if o.hx is not None and len(o.hx) else None
    return _pass(o, states, _lstm_step, 7)


def _gru(o: Operands) -> list[Any]:
    hx = np.zeros((o.numLayers * _directions(o), 1, 1)) if o.hx is None else o.hx
    batch = o.input.shape[0 if o.batchFirst else 1]
    hidden = o.params[1].shape[1]
    return _pass(o, [np.broadcast_to(hx, (hx.shape[0], batch, hidden))], _gru_step, 5)


def _ones(value: Any) -> Any:
    return lambda o: [np.ones_like(each) for each in value(o)]


def _largest(value: Any) -> Any:
    def magnitude(o: Operands) -> list[Any]:
        return [np.full_like(each, max(np.abs(each).max(), 1e-3)) for each in value(o)]

    return magnitude


def _back(
    o: Operands, states: list[Any], ends: list[Any], step: Any, lists: list[Any]
) -> list[Any]:
    """Gradients, layer by layer from the last, a step after the other from its end."""
    x = _in_steps(o, o.input)
    steps, batch = x.shape[:2]
    there = _present(o, steps, batch)
    each = 4 if o.hasBias else 2
    directions = _directions(o)
    hidden = lists[4][0].shape[-1]
    dy = np.zeros((steps, batch, directions * hidden)) if o.dy is None else _in_steps(o, o.dy)
    params: list[Any] = [None] * len(o.params)
    before: list[list[Any]] = [[None] * len(states[0]) for _ in states]
    for layer in reversed(range(o.numLayers)):
        first = layer * directions
        inputs = x if layer == 0 else np.concatenate(lists[4][first - directions : first], -1)
        dx = 0.0
        for direction in range(directions):
            at = first + direction
            w_ih, w_hh = o.params[at * each : at * each + 2]
            order = list(range(steps)) if direction == 0 else list(reversed(range(steps)))
            previous = dict(zip(order, [None, *order[:-1]], strict=True))
            carried = [end[at] for end in ends]
            d_input = np.zeros((steps, batch, w_ih.shape[0]))
            d_state = np.zeros_like(d_input)
            h_before = np.zeros((steps, batch, hidden))
            for t in reversed(order):
                p = previous[t]
                olds = [
                    states[k][at] if p is None else lists[4 + k][at][p] for k in range(len(states))
                ]
                gates = [each_[at][t] for each_ in lists]
                own = dy[t][:, direction * hidden : (direction + 1) * hidden]
                d_input[t], d_state[t], carried = step(own, carried, gates, olds, w_hh, there[t])
                h_before[t] = olds[0]
            flat, flat_state = (
                d_input.reshape(-1, w_ih.shape[0]),
                d_state.reshape(-1, w_ih.shape[0]),
            )
            params[at * each] = flat.T @ inputs.reshape(len(flat), -1)
            params[at * each + 1] = flat_state.T @ h_before.reshape(len(flat), -1)
            if o.hasBias:
                params[at * each + 2] = flat.sum(0)
                params[at * each + 3] = flat_state.sum(0)
            dx = dx + d_input @ w_ih
            for k in range(len(states)):
                before[k][at] = carried[k]
        dy = dx
    whole = dy.reshape(o.input.shape) if _lengths(o) is not None else _as_given(o, dy)
    return [whole, *(np.stack(found) for found in before), *params]


def _lstm_back(
    dy: Any, carried: list[Any], gates: list[Any], olds: list[Any], w_hh: Any, there: Any
) -> tuple[Any, Any, list[Any]]:
    i, g, f, u, _h, _c, t = gates
    dh, dc = carried
    h = dy + dh
    d = h * u * (1 - t * t) + dc
    found = [
        d * g * i * (1 - i),
        d * olds[1] * f * (1 - f),
        d * i * (1 - g * g),
        h * t * u * (1 - u),
    ]
    gradient = np.where(there, np.concatenate(found, -1), 0)
    return (
        gradient,
        gradient,
        [gradient @ w_hh + np.where(there, 0, dh), np.where(there, d * f, dc)],
    )


def _gru_back(
    dy: Any, carried: list[Any], gates: list[Any], olds: list[Any], w_hh: Any, _there: Any
) -> tuple[Any, Any, list[Any]]:
    r, z, n, hn, _h = gates
    d = dy + carried[0]
    dn = d * (1 - z) * (1 - n * n)
    dr = dn * hn * r * (1 - r)
    dz = d * (olds[0] - n) * z * (1 - z)
    state = np.concatenate([dr, dz, dn * r], -1)
    return np.concatenate([dr, dz, dn], -1), state, [state @ w_hh + d * z]


def _lstm_backward(o: Operands) -> list[Any]:
    ends = [np.zeros_like(o.hx[0]) if each is None else each for each in (o.dh, o.dc)]
    return _back(o, list(o.hx), ends, _lstm_back, [o.i, o.g, o.f, o.o, o.h, o.c, o.tanhc])


def _gru_backward(o: Operands) -> list[Any]:
    return _back(o, [o.hx], [o.dh], _gru_back, [o.r, o.z, o.n, o.hn, o.h])


#: Steps, batch, columns of input, columns of the hidden state, layers, both directions, biases, the
#: batch first, whether there are states and gradients, lengths.
SEQUENCES = [
    (1, 1, 1, 1, 1, False, True, False, True, None),
    (5, 3, 4, 6, 1, False, True, True, True, None),
    (4, 2, 7, 5, 2, True, False, False, False, None),
    (3, 9, 6, 33, 1, True, True, False, True, None),
    (6, 5, 3, 4, 3, False, True, True, False, None),
    (4, 5, 3, 4, 2, True, True, False, True, [5, 4, 2, 1]),
]


def _params(
    gates: int, inputs: int, hidden: int, layers: int, directions: int, has_bias: bool
) -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = []
    for layer in range(layers):
        columns = inputs if layer == 0 else directions * hidden
        one: list[tuple[int, ...]] = [(gates * hidden, columns), (gates * hidden, hidden)]
        found += (one + [(gates * hidden,)] * 2 * has_bias) * directions
    return found


def _sequences(gates: int, gradient: bool) -> Any:
    """Shapes of what a call of an LSTM (4 gates) or a GRU (3) takes."""
    is_lstm = gates == 4

    def shapes() -> Iterator[dict[str, Any]]:
        for steps, batch, inputs, hidden, layers, both, bias, first, given, lengths in SEQUENCES:
            if lengths is not None and not is_lstm:
                continue
            directions = 2 if both else 1
            state = (layers * directions, batch, hidden)
            order = (batch, steps) if first else (steps, batch)
            rows = (steps * batch,) if lengths is not None else order
            found: dict[str, Any] = {
                "input": (*rows, inputs),
                "params": _params(gates, inputs, hidden, layers, directions, bias),
                "hx": [state, state] if is_lstm else state,
                "hasBias": bias,
                "numLayers": layers,
                "batchFirst": first,
                "bidirectional" if is_lstm else "bidirection": both,
            }
            name = "batchSizesOptional" if is_lstm and gradient else "batchSizes"
            found[name] = None if lengths is None else np.array(lengths, np.int64)
            if gradient:
                kept = [(steps, batch, hidden)] * (layers * directions)
                names = "i g f o h c tanhc" if is_lstm else "r z n hn h"
                found |= dict.fromkeys(names.split(), kept)
                there = given or not is_lstm
                found["dy"] = (*rows, directions * hidden) if there else None
                found["dh"] = state if there else None
                if is_lstm:
                    found["dc"] = state if there else None
                    found["outputMask"] = None
            else:
                found["train"] = given
                if not given:
                    found["hx"] = None
            yield found

    return shapes


ORACLES = {
    "aclnnThnnFusedLstmCell": Oracle(_cell, _cell_magnitude, shapes=_cell_shapes, adapt=_tame),
    "aclnnThnnFusedLstmCellBackward": Oracle(
        _cell_backward, _cell_backward_magnitude, shapes=_cell_backward_shapes, adapt=_tame
    ),
    "aclnnLSTM": Oracle(_lstm, _ones(_lstm), shapes=_sequences(4, False), adapt=_tame),
    "aclnnLstmBackward": Oracle(
        _lstm_backward, _largest(_lstm_backward), shapes=_sequences(4, True), adapt=_tame
    ),
    "aclnnGRU": Oracle(_gru, _ones(_gru), shapes=_sequences(3, False), adapt=_tame),
    "aclnnGRUBackward": Oracle(
        _gru_backward, _largest(_gru_backward), shapes=_sequences(3, True), adapt=_tame
    ),
}
