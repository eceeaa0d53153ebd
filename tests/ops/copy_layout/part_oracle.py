# SPDX-License-Identifier: Apache-2.0
"""Diagonals, formats, parts that are written, and conversions by number."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from ops.copy_layout.oracle import converted
from sweep.oracle import Operands, Oracle

Shapes = Iterator[dict[str, Any]]


def _diagonal(o: Operands) -> Any:
    half = o.x.shape[: o.x.ndim // 2]
    count = int(np.prod(half))
    return o.x.reshape(count, count).diagonal().reshape(half)


def _squares() -> Shapes:
    for count in (1, 5, 40, 0):
        yield {"x": (count, count)}


def _mapped(o: Operands) -> Any:
    places = np.array([o.dstFormat.index(letter) for letter in o.srcFormat])
    return places[o.x % len(places)].astype(o.x.dtype)


def _dims() -> Shapes:
    for source, target in (("NHWC", "NCHW"), ("NCDHW", "NDHWC"), ("AB", "BA"), ("C", "C")):
        count = len(source)
        for shape in ((), (7,), (2, 3)):
            rng = np.random.default_rng(count)
            yield {
                "x": rng.integers(-count, count, shape),
                "srcFormat": source,
                "dstFormat": target,
            }


def _numbers(arguments: dict[str, Any], at: int) -> None:
    """Numbers of dimensions, in the type of the operands."""
    given = arguments["x"]
    count = len(arguments["srcFormat"])
    numbers = np.random.default_rng(at).integers(-count, count, given.shape)
    arguments["x"] = numbers.astype(given.dtype)


def _dim_shapes() -> Shapes:
    for shapes in _dims():
        yield {**shapes, "x": shapes["x"].shape}


_PARTS = (
    # varRef, begin, end, strides, axes, the part
    ((6,), [1], [5], [1], None, (4,)),
    ((5, 7), [0, 2], [5, -1], [2, 1], None, (3, 4)),
    ((3, 4, 5), [-2], [9], [1], [1], (3, 2, 5)),
    ((4, 3, 6), [1, 0], [4, 3], [3, 2], [0, 1], (1, 2, 6)),
    ((9, 2), [8], [0], [1], None, (0, 2)),
)


def _parts() -> Shapes:
    for shape, begin, end, strides, axes, part in _PARTS:
        yield {
            "varRef": shape,
            "inputValue": part,
            "begin": begin,
            "end": end,
            "strides": strides,
            "axesOptional": axes,
        }


def _assigned(o: Operands) -> Any:
    result = o.varRef.copy()
    cut = [slice(None)] * result.ndim
    axes = range(len(o.begin)) if o.axesOptional is None else o.axesOptional
    for axis, *bounds in zip(axes, o.begin, o.end, o.strides, strict=True):
        cut[axis] = slice(*bounds)
    result[tuple(cut)] = o.inputValue
    return result


def _expansions() -> Shapes:
    for shape, target in (((3,), [2, 3]), ((1, 4), [3, 4]), ((2, 1, 3), [5, 2, 6, 3]), ((), [2])):
        yield {"self": shape, "shape": target}


_NUMBERS = {0: "float32", 1: "float16", 2: "int8", 3: "int32", 4: "uint8", 6: "int16", 12: "bool"}
"""The types that CastV3 converts to, by their numbers in aclDataType."""


def _to_another_type(arguments: dict[str, Any], at: int) -> None:
    own = arguments["x"].dtype.name
    wide = {"int8", "uint8", "int16"} if own == "int64" else set()
    others = [number for number, name in _NUMBERS.items() if name not in {own, *wide}]
    arguments["dstType"] = others[at % len(others)]


ORACLES = {
    "aclnnDiagPart": Oracle(_diagonal, given=True, shapes=_squares),
    "aclnnDataFormatDimMap": Oracle(_mapped, given=True, shapes=_dim_shapes, adapt=_numbers),
    "aclnnStridedSliceAssignV2": Oracle(_assigned, given=True, shapes=_parts),
    "aclnnCastV3": Oracle(
        lambda o: converted(o.x, _NUMBERS[int(o.dstType)]),
        given=True,
        shapes=lambda: ({"x": shape, "dstType": 0} for shape in ((), (300,), (3, 4), (0, 2))),
        adapt=_to_another_type,
    ),
    "aclnnExpandv": Oracle(
        lambda o: np.broadcast_to(o.self, o.shape), given=True, shapes=_expansions
    ),
}
