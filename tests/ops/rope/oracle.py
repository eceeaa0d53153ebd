# SPDX-License-Identifier: Apache-2.0
"""Rotary position embedding."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sweep.oracle import Operands, Oracle

Array = NDArray[Any]
Shapes = Iterator[dict[str, Any]]

HALVES, NEIGHBOURS, QUARTERS, NEIGHBOURS_TO_HALVES = range(4)
_NAMES = {"half": HALVES, "interleave": NEIGHBOURS, "quarter": QUARTERS}


def _parts(x: Array, mode: int) -> tuple[Array, Array]:
    """x as the result has its columns, and what is multiplied by the sines."""
    if mode in (NEIGHBOURS, NEIGHBOURS_TO_HALVES):
        even, odd = x[..., ::2], x[..., 1::2]
        if mode == NEIGHBOURS:
            return x, np.stack([-odd, even], -1).reshape(x.shape)
        return np.concatenate([even, odd], -1), np.concatenate([-odd, even], -1)
    parts = np.split(x, 4 if mode == QUARTERS else 2, -1)
    turned = [part for a, b in zip(parts[::2], parts[1::2], strict=True) for part in (-b, a)]
    return x, np.concatenate(turned, -1)


def _turned(x: Array, cos: Array, sin: Array, mode: int) -> Array:
    same, turned = _parts(x, mode)
    return np.asarray(same * cos + turned * sin)


def _size(x: Array, cos: Array, sin: Array, mode: int) -> Array:
    same, turned = (np.abs(each) for each in _parts(x, mode))
    return np.asarray(same * np.abs(cos) + turned * np.abs(sin))


def _turned_back(dy: Array, cos: Array, sin: Array, mode: int) -> Array:
    """The linear map of a row is that of turning unit rows: its transpose is applied."""
    unit = np.eye(dy.shape[-1])
    same, turned = _parts(unit, mode)
    return np.asarray((dy * cos) @ same.T + (dy * sin) @ turned.T)


def _back_size(dy: Array, cos: Array, sin: Array, mode: int) -> Array:
    same, turned = (np.abs(each) for each in _parts(np.eye(dy.shape[-1]), mode))
    return np.asarray(np.abs(dy * cos) @ same.T + np.abs(dy * sin) @ turned.T)


def _folded(array: Array, like: Array) -> Array:
    dims = tuple(i for i, size in enumerate(like.shape) if size == 1 and i < 3)
    return np.asarray(array.sum(dims, keepdims=True))


def _gradients(o: Operands) -> list[Array]:
    same, turned = _parts(o.xOptional, o.mode)
    return [
        _turned_back(o.dy, o.cos, o.sin, o.mode),
        _folded(o.dy * same, o.cos),
        _folded(o.dy * turned, o.sin),
    ]


def _gradient_sizes(o: Operands) -> list[Array]:
    same, turned = _parts(o.xOptional, o.mode)
    return [
        _back_size(o.dy, o.cos, o.sin, o.mode),
        _folded(np.abs(o.dy * same), o.cos),
        _folded(np.abs(o.dy * turned), o.sin),
    ]


_SHAPES = [
    ((2, 3, 4, 8), (2, 1, 4, 8)),
    ((1, 5, 2, 16), (1, 5, 1, 16)),
    ((2, 3, 2, 4), (1, 1, 1, 4)),
    ((2, 3, 2, 12), (2, 3, 2, 12)),
    ((0, 3, 2, 8), (1, 3, 1, 8)),
]


_PAIRS = [
    ((2, 3, 2, 64), (2, 3, 1, 64)),
    ((1, 5, 3, 128), (1, 5, 1, 128)),
    ((3, 1, 1, 64), (3, 1, 1, 64)),
    ((1, 2, 3, 128), (1, 2, 1, 64)),
]


def _cases(x: str, *others: str, of: Any = None) -> Any:
    def shapes() -> Shapes:
        for at, (own, angles) in enumerate(of or _SHAPES):
            yield {
                x: own,
                **dict.fromkeys(others, own),
                "cos": angles,
                "sin": angles,
                "mode": at % 4,
                "rotaryMode": list(_NAMES)[at % 3],
            }

    return shapes


def _wide() -> Shapes:
    yield {"x": (2, 3, 4, 64), "cos": (2, 1, 4, 64), "sin": (2, 1, 4, 64)}
    yield {"x": (1, 2, 4, 64), "cos": (1, 1, 1, 64), "sin": (1, 1, 1, 64)}


def _finite(arguments: dict[str, Any], _: int) -> None:
    """Without infinities, which meet zeros in the transposed map of the oracle."""
    for name, value in arguments.items():
        if isinstance(value, np.ndarray):
            small = np.clip(np.nan_to_num(value.astype(np.float64)), -9, 9)
            arguments[name] = small.astype(value.dtype)


def _pair(o: Operands, of: Any) -> list[Array]:
    """The columns that have angles are turned, those behind them stay."""
    mode = _NAMES[getattr(o, "rotaryMode", "half")]
    turned = o.cos.shape[-1]
    return [
        np.concatenate([of(each[..., :turned], o.cos, o.sin, mode), each[..., turned:]], -1)
        for each in (o.queryRef, o.keyRef)
    ]


def _by_matrix(o: Operands, size: Any = lambda array: array) -> Array:
    if o.rotate is None:
        return (_turned if size(-1) < 0 else _size)(o.x, o.cos, o.sin, o.mode)
    x, rotate = (size(np.asarray(each, np.float64)) for each in (o.x, o.rotate))
    return np.asarray(x * size(o.cos) + (x @ rotate) * size(o.sin))


def _matrices() -> Shapes:
    """Matrices of odd and even blocks of rows, angles of one length and of several, and none."""
    for x, angles, mode in (
        ((2, 3, 4, 64), (2, 1, 4, 64), 0),
        ((3, 50, 1, 36), (1, 50, 1, 36), 1),
        ((1, 2, 700, 896), (1, 1, 700, 896), 3),
        ((2, 3, 4, 6), (2, 3, 4, 6), 2),
    ):
        matrix = (x[-1], x[-1])
        yield {"x": x, "cos": angles, "sin": angles, "mode": mode, "rotate": matrix}
    angles = (1, 1, 4, 64)
    yield {"x": (2, 3, 4, 64), "cos": angles, "sin": angles, "mode": 1, "rotate": None}


def _part(o: Operands, name: str, of: Any) -> Array:
    """What `of` makes of the columns of a part; others stay."""
    x = np.asarray(getattr(o, name), np.float64)
    sliced = o.partialSlice or [0, x.shape[-1] if name == "xRef" else 0]
    if sliced[0] == sliced[1]:
        return x
    found = x.copy()
    part = slice(*sliced)
    found[..., part] = of(x[..., part], o.cos, o.sin, NEIGHBOURS)
    return found


def _parts_of(name: str, mode: str) -> Any:
    """Parts at both ends and in the middle, all columns, none; angles of batches and of rows."""

    def shapes() -> Shapes:
        for x, angles, part in (
            ((2, 3, 4, 8), (2, 3, 1, 4), [0, 4]),
            ((2, 5, 2, 16), (2, 1, 1, 6), [10, 16]),
            ((1, 40, 9, 128), (1, 40, 1, 64), [3, 67]),
            ((3, 2, 2, 12), (3, 2, 1, 12), [0, 12]),
            ((3, 2, 2, 12), (3, 2, 1, 4), [4, 4]),
            ((3, 2, 2, 4), (3, 2, 1, 4), None),
            ((0, 2, 2, 4), (0, 2, 1, 4), [0, 4]),
        ):
            yield {name: x, "cos": angles, "sin": angles, mode: 1, "partialSlice": part}

    return shapes


def _part_of(name: str, mode: str, of: Any, size: Any, **others: Any) -> Oracle:
    return Oracle(
        lambda o: _part(o, name, of),
        lambda o: np.abs(_part(o, name, size)),
        shapes=_parts_of(name, mode),
        adapt=_finite,
        **others,
    )


_BOTH = Oracle(
    lambda o: _pair(o, _turned),
    lambda o: _pair(o, _size),
    shapes=_cases("queryRef", "keyRef", of=_PAIRS),
    adapt=_finite,
)

ORACLES = {
    "aclnnRotaryPositionEmbedding": Oracle(
        lambda o: _turned(o.x, o.cos, o.sin, o.mode),
        lambda o: _size(o.x, o.cos, o.sin, o.mode),
        shapes=_cases("x"),
    ),
    "aclnnRotaryPositionEmbeddingV2": Oracle(
        _by_matrix,
        lambda o: _by_matrix(o, np.abs),
        shapes=_matrices,
        adapt=_finite,
        refused=lambda o: o.rotate is not None and o.architecture != "2201",
    ),
    "aclnnInterleaveRope": Oracle(
        lambda o: _turned(o.x, o.cos, o.sin, NEIGHBOURS_TO_HALVES),
        lambda o: _size(o.x, o.cos, o.sin, NEIGHBOURS_TO_HALVES),
        shapes=_wide,
    ),
    "aclnnRotaryPositionEmbeddingGrad": Oracle(
        _gradients, _gradient_sizes, shapes=_cases("dy", "xOptional"), adapt=_finite
    ),
    "aclnnInplacePartialRotaryMul": _part_of("xRef", "rotary_mode", _turned, _size),
    "aclnnInplacePartialRotaryMulGrad": _part_of("dyRef", "rotaryMode", _turned_back, _back_size),
    "aclnnApplyRotaryPosEmb": _BOTH,
    "aclnnApplyRotaryPosEmbV2": _BOTH,
}
