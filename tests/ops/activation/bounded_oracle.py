# SPDX-License-Identifier: Apache-2.0
"""Bounded gated units, of the first rows, and gradients of gated units."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
from sweep.oracle import GIVEN, Operands, Oracle, with_magnitude

Shapes = Iterator[dict[str, Any]]


def _sigmoid(x: Any) -> Any:
    return 1 / (1 + np.exp(-x))


def _rows(o: Operands, count: int) -> int:
    groups = o.groupIndexOptional
    return count if groups is None else min(int(groups.sum()), count)


def _situ_grad(o: Operands, sizes: bool = False) -> Any:
    size = np.abs if sizes else np.asarray
    first, second = np.split(o.x, 2, axis=o.dim)
    gate, up = (first, second) if o.activateLeft else (second, first)
    beta, linear = (float(np.float32(each)) for each in (o.beta, o.linearBeta))
    t, s = np.tanh(gate / beta), _sigmoid(gate)
    value, slope = up, np.ones_like(up)
    if linear > 0:
        value = linear * np.tanh(up / linear)
        slope = 1 - np.tanh(up / linear) ** 2
    grad = size(o.gradY)
    inner = 1 + t * t + np.abs(beta * t * (1 - s)) if sizes else 1 - t * t + beta * t * (1 - s)
    of_gate = grad * size(value) * s * inner
    of_up = grad * size(beta * t) * s * slope
    parts = (of_gate, of_up) if o.activateLeft else (of_up, of_gate)
    return np.concatenate(parts, axis=o.dim)


def _half_shapes() -> Shapes:
    for shape, dim in (((3, 8), -1), ((4, 6), 0), ((2, 6, 33), 1), ((130,), 0)):
        half = list(shape)
        half[dim] //= 2
        yield {"x": shape, "gradY": tuple(half), "dim": dim}


def _clipped_grad(o: Operands, sizes: bool = False) -> Any:
    size = np.abs if sizes else np.asarray
    dim = o.dim % o.x.ndim
    rows = math.prod(o.x.shape[:dim])
    x = o.x.reshape(rows, -1)
    a, b = (x[:, ::2], x[:, 1::2]) if o.interleaved else np.split(x, 2, axis=1)
    alpha, limit, bias = (float(np.float32(each)) for each in (o.alpha, o.limit, o.bias))
    g, u = np.minimum(a, limit), np.clip(b, -limit, limit)
    s = _sigmoid(alpha * g)
    grad = size(o.gradY.reshape(rows, -1))
    moved = alpha * g * (1 - s)
    of_a = grad * (np.abs(u) + abs(bias) if sizes else u + bias) * s
    of_a = np.where(a <= limit, of_a * (1 + size(moved)), 0)
    of_b = np.where(np.abs(b) <= limit, grad * size(g) * s, 0)
    joined = np.stack([of_a, of_b], -1).reshape(rows, -1)
    if not o.interleaved:
        joined = np.concatenate([of_a, of_b], 1)
    joined[_rows(o, rows) :] = 0
    return joined.reshape(o.x.shape)


def _clipped_shapes() -> Shapes:
    for shapes in _half_shapes():
        yield {**shapes, "groupIndexOptional": (2,)}


def _small(*names: str) -> Any:
    """Numbers of usual size, and groups of few rows."""

    def adapt(arguments: dict[str, Any], at: int) -> None:
        for name in names:
            given = arguments.get(name)
            if given is not None:
                usual = np.clip(np.nan_to_num(given.astype(np.float64)), -9, 9)
                arguments[name] = usual.astype(given.dtype)
        if arguments.get("groupIndexOptional") is not None:
            arguments["groupIndexOptional"] = np.array([1, at % 3], np.int64)

    return adapt


def _group(o: Operands) -> Any:
    rows = math.prod(o.x.shape[:-1])
    a, b = np.split(o.x.reshape(rows, -1), 2, axis=1)
    if o.clampLimit > 0:
        limit = float(np.float32(o.clampLimit))
        a, b = np.minimum(a, limit), np.clip(b, -limit, limit)
    y = a * _sigmoid(a) * b
    if o.weightOptional is not None:
        y = y * o.weightOptional.reshape(rows, 1)
    count = _rows(o, rows)
    old = np.asarray(o.out).reshape(rows, -1)
    return np.concatenate([y[:count], old[count:]]).reshape(o.out.shape)


def _group_shapes() -> Shapes:
    for shape in ((4, 6), (2, 3, 8), (5, 130)):
        yield {
            "x": shape,
            "out": (*shape[:-1], shape[-1] // 2),
            "weightOptional": (math.prod(shape[:-1]),),
            "groupIndexOptional": (2,),
        }


_GROUPS = {"groupIndexOptional": lambda _: "int64", "weightOptional": lambda _: "float32"}

ORACLES = {
    "aclnnSituGluGrad": with_magnitude(
        _situ_grad,
        shapes=_half_shapes,
        arguments={
            "beta": [1.0, 2.5],
            "linearBeta": [0.0, 3.0, -1.0],
            "activateLeft": [True, False],
        },
        adapt=_small("x", "gradY"),
    ),
    "aclnnClippedSwigluGrad": with_magnitude(
        _clipped_grad,
        shapes=_clipped_shapes,
        types={"groupIndexOptional": _GROUPS["groupIndexOptional"]},
        arguments={
            "groupIndexOptional": [None, GIVEN],
            "alpha": [1.702, 0.5],
            "limit": [7.0, 1.5],
            "bias": [1.0, 0.0],
            "interleaved": [True, False, False],
        },
        adapt=_small("x", "gradY"),
    ),
    "aclnnSwigluGroup": Oracle(
        _group,
        shapes=_group_shapes,
        types=_GROUPS,
        arguments={
            "weightOptional": [GIVEN, None],
            "groupIndexOptional": [None, GIVEN, GIVEN],
            "clampLimit": [-1.0, 1.5],
        },
        adapt=_small("x", "weightOptional"),
    ),
}
