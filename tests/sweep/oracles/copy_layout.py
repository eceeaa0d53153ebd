# SPDX-License-Identifier: Apache-2.0
"""Layouts: every element comes from somewhere, unchanged."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sweep.oracles.oracle import Operands, Oracle

SHAPES: list[tuple[int, ...]] = [
    (7,),
    (3, 4),
    (33, 65),
    (2, 3, 4),
    (70, 3, 70),
    (2, 1, 2, 1, 2, 1, 2, 2),
    (2500,),
]


def _permute() -> Iterator[dict[str, Any]]:
    for shape, dims in (
        ((), []),
        ((0, 3), [1, 0]),
        ((2500,), [0]),
        ((3, 4), [0, 1]),
        ((33, 65), [1, 0]),
        ((2, 3, 4), [-1, 0, -2]),
        ((70, 3, 70), [2, 1, 0]),
        ((70, 3, 70), [1, 0, 2]),
        ((2, 1, 2, 1, 2, 1, 2, 2), [7, 6, 5, 4, 3, 2, 1, 0]),
        ((2, 1, 2, 1, 2, 1, 2, 2), [0, 2, 1, 3, 4, 6, 5, 7]),
    ):
        yield {"self": shape, "dims": dims}


def _flip() -> Iterator[dict[str, Any]]:
    for shape in [*SHAPES, (), (0, 3)]:
        rank = len(shape)
        for dims in ([], [-1], [0, -1], list(range(rank))):
            if len({dim % max(rank, 1) for dim in dims}) == len(dims):
                yield {"self": shape, "dims": dims}


def _roll() -> Iterator[dict[str, Any]]:
    for at, shape in enumerate([*SHAPES, (1, 5)]):
        yield {"x": shape, "shifts": [3], "dims": []}
        if at % 2:
            yield {"x": shape, "shifts": [-1], "dims": [-1]}
        else:
            yield {"x": shape, "shifts": [2, 100001], "dims": [0, len(shape) - 1]}
    yield {"x": (), "shifts": [1], "dims": []}
    yield {"x": (3, 4, 5), "shifts": [-1, 2, 3], "dims": [2, 1, 0]}


def _flatten() -> Iterator[dict[str, Any]]:
    for shape in [*SHAPES, (), (0, 3)]:
        for axis in {0, len(shape) // 2, -1}:
            yield {"self": shape, "axis": axis if shape else 0}


def _slice() -> Iterator[dict[str, Any]]:
    for at, shape in enumerate(SHAPES):
        for start, end, step in ((0, 100000, 1), (1, -1, 1), (-2, 100000, 2), (2, 1, 1)):
            dim = 0 if at % 2 else -1
            yield {"self": shape, "dim": dim, "start": start, "end": end, "step": step}


def _slice_v2() -> Iterator[dict[str, Any]]:
    names = ("starts", "ends", "axes", "steps")
    for shape in SHAPES:
        last = len(shape) - 1
        for values in (
            ([], [], [], []),
            ([1], [1 << 40], [-1], [2]),
            ([0, 1], [-1, 60], [last, 0], [1, 3]),
        ):
            if len(set(values[2])) == len(values[2]) and (last or len(values[2]) < 2):
                yield {"self": shape, **dict(zip(names, values, strict=True))}


def _sliced(o: Operands) -> Any:
    index = [slice(None)] * o.self.ndim
    for start, end, axis, step in zip(o.starts, o.ends, o.axes, o.steps, strict=True):
        index[axis] = slice(start, end, step)
    return o.self[tuple(index)]


def _expand() -> Iterator[dict[str, Any]]:
    for shape, size in (
        ((), []),
        ((), [3]),
        ((1,), [2500]),
        ((3, 1), [3, 4]),
        ((1, 65), [33, 65]),
        ((3, 4), [3, 4]),
        ((4, 1, 3), [2, 4, 5, 3]),
        ((1, 2, 1, 2), [2, 1, 2, 1, 2, 2, 2, 2]),
    ):
        yield {"self": shape, "size": size}


def _repeat() -> Iterator[dict[str, Any]]:
    for shape, repeats in (
        ((), []),
        ((), [3]),
        ((7,), [400]),
        ((3, 4), [1, 1]),
        ((3, 4), [2, 5]),
        ((3, 4), [2, 1, 3]),
        ((33, 65), [3, 2]),
        ((2, 3), [0, 2]),
        ((2, 1, 2, 1, 2, 1, 2, 2), [1, 2, 1, 2, 2, 1, 2, 2]),
    ):
        yield {"self": shape, "repeats": repeats}


def _triangle() -> Iterator[dict[str, Any]]:
    for shape in ((3, 4), (4, 3), (33, 65), (2, 3, 4), (0, 3), (1, 1), (2, 1, 2, 1, 2, 1, 2, 2)):
        for diagonal in (0, 1, -2) if shape[0] % 2 else (-1, 100, -100):
            yield {"self": shape, "diagonal": diagonal}


def _diag() -> Iterator[dict[str, Any]]:
    for shape in ((3, 4), (4, 3), (33, 65), (7,), (60,), (), (1, 1)):
        for diagonal in (0, 1, -2):
            if len(shape) < 2 or -shape[0] < diagonal < shape[1]:
                yield {"self": shape, "diagonal": diagonal}


def _diag_flat() -> Iterator[dict[str, Any]]:
    for shape in ((3, 4), (7,), (60,), (), (2, 1, 2, 1, 2, 1, 2, 2)):
        for diagonal in (0, 1, -2):
            yield {"self": shape, "diagonal": diagonal}


def _rolled(o: Operands) -> Any:
    if not o.dims:
        return np.roll(o.x, o.shifts[0])
    return np.roll(o.x, o.shifts, o.dims)


ORACLES: dict[str, Oracle] = {
    "aclnnPermute": Oracle(lambda o: o.self.transpose(o.dims), shapes=_permute),
    "aclnnFlip": Oracle(lambda o: np.flip(o.self, o.dims) if o.self.ndim else o.self, shapes=_flip),
    "aclnnRoll": Oracle(_rolled, shapes=_roll),
    "aclnnFlatten": Oracle(
        lambda o: o.self.reshape(
            np.prod(o.self.shape[: o.axis], dtype=int) if o.axis else 1,
            np.prod(o.self.shape[o.axis :], dtype=int),
        ),
        shapes=_flatten,
    ),
    "aclnnSlice": Oracle(
        lambda o: np.moveaxis(np.moveaxis(o.self, o.dim, 0)[o.start : o.end : o.step], 0, o.dim),
        shapes=_slice,
    ),
    "aclnnSliceV2": Oracle(_sliced, shapes=_slice_v2),
    "aclnnExpand": Oracle(lambda o: np.broadcast_to(o.self, o.size), shapes=_expand),
    "aclnnRepeat": Oracle(
        lambda o: np.tile(o.self, o.repeats or 1).reshape(
            o.self.shape if not o.repeats else np.tile(o.self, o.repeats).shape
        ),
        shapes=_repeat,
    ),
    "aclnnTril": Oracle(lambda o: np.tril(o.self, o.diagonal), shapes=_triangle),
    "aclnnTriu": Oracle(lambda o: np.triu(o.self, o.diagonal), shapes=_triangle),
    "aclnnDiag": Oracle(lambda o: np.diag(np.atleast_1d(o.self), o.diagonal), shapes=_diag),
    "aclnnDiagFlat": Oracle(lambda o: np.diag(o.self.ravel(), o.diagonal), shapes=_diag_flat),
}
