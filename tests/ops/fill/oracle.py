# SPDX-License-Identifier: Apache-2.0
"""Tensors that are made from numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sweep.oracle import Operands, Oracle

SHAPES = [((), ()), ((1,), (1,)), ((3, 4), ()), ((33, 65), (1,)), ((0, 3), ())]


def _diagonal(o: Operands) -> Any:
    values = o.selfRef.copy()
    np.fill_diagonal(values, np.float32(o.fillValue), wrap=o.wrap)
    return values


def _matrices() -> Iterator[dict[str, Any]]:
    for shape in ((2, 2), (1, 7), (7, 1), (9, 3), (3, 9), (33, 65), (4, 4, 4), (2, 2, 2, 2)):
        yield {"selfRef": shape}


def _terms(o: Operands, is_closed: bool) -> tuple[Any, Any]:
    """start and i * step in extended precision, of integers where the output has them."""
    start, end, step = (np.longdouble(o.given[name]) for name in ("start", "end", "step"))
    steps = (end - start) / step
    count = int(np.floor(steps)) + 1 if is_closed else int(np.ceil(steps))
    if o.computed.kind == "i":
        start, step = np.trunc(start), np.trunc(step)
    return start, np.arange(count) * step


def _sequence(is_closed: bool) -> Oracle:
    def value(o: Operands) -> Any:
        start, way = _terms(o, is_closed)
        return start + way

    def size(o: Operands) -> Any:
        start, way = _terms(o, is_closed)
        return np.abs(start) + np.abs(way)

    def shapes() -> Iterator[dict[str, Any]]:
        for start, step, count in (
            (0, 1, 10),
            (0.25, 1.5, 60),
            (5, -3, 4),
            (0.1, 1.1, 3),
            (-1000, 7, 2500),
            (0, 1, 70000),
            (2, 1, 1),
        ):
            yield {"start": start, "end": start + step * (count - 0.5), "step": step}
        yield {"start": 3, "end": 9, "step": 2}
        if not is_closed:
            yield {"start": 3, "end": 3, "step": 2}

    return Oracle(value, size, shapes=shapes)


def _spaced(o: Operands) -> Any:
    start, end = np.longdouble(o.start), np.longdouble(o.end)
    if o.steps == 1:
        return np.reshape(start, (1,))
    at = np.arange(o.steps)
    step = (end - start) / max(o.steps - 1, 1)
    return np.where(at < o.steps // 2, start + at * step, end - (o.steps - 1 - at) * step)


def _spaces() -> Iterator[dict[str, Any]]:
    """Distances that are exact, so that it is certain where integers are cut."""
    for start, end, steps in (
        (0, 1, 5),
        (3, 100, 17),
        (100, 7, 33),
        (2, 2, 1),
        (True, 5.5, 2),
        (0, 1, 0),
        (0.5, 99.75, 2049),
    ):
        yield {"start": start, "end": end, "steps": steps}


def _powers(o: Operands) -> Any:
    """The base and the exponents are rounded to the type computed in."""
    exponents = _spaced(o).astype(o.computed).astype(np.longdouble)
    base = np.float32(o.base).astype(o.computed).astype(np.longdouble)
    return base**exponents


def _power_spaces() -> Iterator[dict[str, Any]]:
    for start, end, steps, base in (
        (0, 1, 5, 10.0),
        (-3, 5, 17, 2.0),
        (2.5, -1.5, 33, 0.3),
        (3, 4, 1, 10.0),
        (0, 1, 0, 10.0),
        (-16, 16, 2049, 1.5),
    ):
        yield {"start": start, "end": end, "steps": steps, "base": base}


def _eyes() -> Iterator[dict[str, Any]]:
    for n, m in ((3, 3), (1, 1), (2, 7), (7, 2), (0, 4), (65, 33), (300, 400)):
        yield {"n": n, "m": m}


def _one_hot(o: Operands) -> Any:
    axis = o.self.ndim if o.axis < 0 else o.axis
    marks = np.expand_dims(o.self, axis) == np.arange(o.numClasses).reshape(
        [-1 if at == axis else 1 for at in range(o.self.ndim + 1)]
    )
    return np.where(marks, o.onValue.ravel()[0], o.offValue.ravel()[0])


def _classes() -> Iterator[dict[str, Any]]:
    for shape in ((7,), (), (3, 4), (2, 3, 4), (33, 65), (0, 3)):
        for axis in (-1, 0, len(shape) // 2):
            for count in (1, 5):
                # Classes that are not there mark nothing.
                limits = {"(indices)": {"self": count + 2}}
                ones = {"onValue": (1,), "offValue": (1,)}
                yield {"self": shape, "numClasses": count, "axis": axis, **ones, **limits}


ORACLES: dict[str, Oracle] = {
    "aclnnInplaceFillScalar": Oracle(lambda o: np.full(o.selfRef.shape, o.value)),
    "aclnnInplaceFillTensor": Oracle(
        lambda o: np.full(o.selfRef.shape, o.value.ravel()[0]),
        shapes=lambda: iter({"selfRef": shape, "value": value} for shape, value in SHAPES),
    ),
    "aclnnInplaceOne": Oracle(lambda o: np.ones(o.selfRef.shape)),
    "aclnnInplaceZero": Oracle(lambda o: np.zeros(o.selfRef.shape)),
    "aclnnInplaceFillDiagonal": Oracle(
        _diagonal, shapes=_matrices, arguments={"wrap": (False, True)}
    ),
    "aclnnArange": _sequence(is_closed=False),
    "aclnnRange": _sequence(is_closed=True),
    "aclnnLinspace": Oracle(
        _spaced,
        shapes=_spaces,
        computed=lambda architecture, name: "float32" if name == "int64" else name,
    ),
    "aclnnLogSpace": Oracle(_powers, shapes=_power_spaces),
    "aclnnEye": Oracle(lambda o: np.eye(o.n, o.m), shapes=_eyes),
    "aclnnOneHot": Oracle(_one_hot, shapes=_classes),
}
