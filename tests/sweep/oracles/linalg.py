# SPDX-License-Identifier: Apache-2.0
"""Inverses, decompositions and systems: by LAPACK in double precision, on matrices that are far
from singular."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sweep.oracles.oracle import Operands, Oracle

Array = NDArray[Any]


def _wide(value: Array) -> Array:
    return value.astype(np.complex128 if value.dtype.kind == "c" else np.float64)


def _largest(value: Array) -> Array:
    """The size of the largest element of each matrix, for all of them."""
    if value.size == 0:
        return np.abs(value)
    return np.broadcast_to(np.max(np.abs(value), axis=(-2, -1), keepdims=True), value.shape)


def _sizes(found: Any) -> Any:
    return [_largest(each) for each in found] if isinstance(found, list) else _largest(found)


def _regular(shape: tuple[int, ...], dtype: Any, definite: bool = False) -> Array:
    """Random matrices with a large diagonal; symmetric and definite ones."""
    rng = np.random.default_rng(len(shape) * 1000 + sum(shape))
    value = rng.normal(size=shape)
    if np.dtype(dtype).kind == "c":
        value = value + 1j * rng.normal(size=shape)
    if len(shape) < 2:
        return np.asarray(value.astype(dtype))
    if definite:
        value = value + np.swapaxes(value, -1, -2)
    edge = max(shape[-2:])
    return np.asarray((value + 3 * edge * np.eye(shape[-2], shape[-1])).astype(dtype))


def _replace(*names: str, definite: bool = False) -> Callable[[dict[str, Any], int], None]:
    def adapt(arguments: dict[str, Any], at: int) -> None:
        for name in names:
            given = arguments[name]
            arguments[name] = _regular(given.shape, given.dtype, definite)

    return adapt


def _matrices(*sizes: tuple[int, ...]) -> Callable[[], Iterator[dict[str, Any]]]:
    def shapes() -> Iterator[dict[str, Any]]:
        for size in sizes:
            yield {"self": size}

    return shapes


_SQUARE = ((2, 4, 4), (1, 1), (5, 5), (0, 0), (2, 0, 3, 3), (33, 33), (2, 1, 3, 3), (40, 8, 8))
_ANY = ((2, 5, 3), (1, 1), (3, 5), (4, 4), (0, 3, 2), (2, 33, 7), (9, 40))


def _of(
    find: Callable[[Operands], Any],
    *sizes: tuple[int, ...],
    definite: bool = False,
    arguments: dict[str, Any] | None = None,
) -> Oracle:
    return Oracle(
        find,
        lambda o: _sizes(find(o)),
        given=True,
        shapes=_matrices(*sizes),
        adapt=_replace("self", definite=definite),
        arguments=arguments or {},
    )


def _triangle(o: Operands) -> Array:
    value = _wide(o.self)
    lower = np.linalg.cholesky(value)
    return np.asarray(np.swapaxes(lower, -1, -2) if o.upper else lower)


def _slogdet(o: Operands) -> list[Array]:
    found = np.linalg.slogdet(_wide(o.self))
    return [np.asarray(found.sign), np.asarray(found.logabsdet.astype(found.sign.dtype))]


def _parts(matrices: Array, complete: bool, q: bool = True) -> list[Array]:
    value = _wide(matrices)
    mode: Any = "complete" if complete else "reduced"
    found = np.linalg.qr(value, mode=mode)
    return [found.Q if q else np.zeros((0,), value.dtype), found.R]


def _solve(o: Operands) -> list[Array]:
    matrices, sides = _wide(o.A), _wide(o.self)
    used = np.triu(matrices) if o.upper else np.tril(matrices)
    if o.unitriangular:
        edge = matrices.shape[-1]
        used = used * (1 - np.eye(edge)) + np.eye(edge)
    used = np.swapaxes(used, -1, -2) if o.transpose else used
    batch = np.broadcast_shapes(matrices.shape[:-2], sides.shape[:-2])
    sides = np.broadcast_to(sides, (*batch, *sides.shape[-2:]))
    return [np.linalg.solve(used, sides), np.broadcast_to(matrices, (*batch, *matrices.shape[-2:]))]


def _systems() -> Iterator[dict[str, Any]]:
    for at, (sides, matrices) in enumerate(
        (
            ((2, 4, 3), (2, 4, 4)),
            ((1, 1), (1, 1)),
            ((5, 2), (5, 5)),
            ((3, 5, 2), (5, 5)),
            ((5, 2), (3, 5, 5)),
            ((2, 1, 5, 2), (3, 5, 5)),
            ((0, 2), (0, 0)),
            ((33, 9), (33, 33)),
        )
    ):
        yield {"self": sides, "A": matrices, "upper": at % 2 == 0, "transpose": at % 3 == 1}


def _cross(o: Operands, size: bool = False) -> Array:
    a, b = np.broadcast_arrays(o.self, o.other)
    dim = o.dim if o.dim < 0 else o.dim - o.self.ndim
    x, y = (np.moveaxis(np.abs(each) if size else each, dim, 0) for each in (a, b))
    parts = [(x[(i + 1) % 3] * y[(i + 2) % 3], x[(i + 2) % 3] * y[(i + 1) % 3]) for i in range(3)]
    with np.errstate(all="ignore"):
        found = np.stack([p + q if size else p - q for p, q in parts])
    return np.moveaxis(found, 0, dim)


def _vectors() -> Iterator[dict[str, Any]]:
    for a, b, dim in (
        ((4, 3), (4, 3), 1),
        ((3,), (3,), 0),
        ((3, 5), (3, 5), 0),
        ((2, 3, 4), (3, 4), -2),
        ((3,), (5, 3), 0),
        ((2, 1, 3), (4, 3), -1),
        ((0, 3), (0, 3), 1),
        ((33, 3), (1, 3), -1),
    ):
        yield {"self": a, "other": b, "dim": dim}


def _einsum(o: Operands, size: bool = False) -> Array:
    a, b = o.tensors
    if a.ndim == 1:
        return np.asarray(np.multiply.outer(a, b))
    is_whole = a.dtype.kind in "iu"
    with np.errstate(all="ignore"):
        wide = [
            (each.astype(np.float16) if is_whole else each).astype(np.float64) for each in (a, b)
        ]
        found = np.einsum(o.equation, *(np.abs(each) if size else each for each in wide))
        return np.asarray(found.astype(np.float16).astype(np.float64) if is_whole else found)


def _einsums() -> Iterator[dict[str, Any]]:
    for a, b, equation in (
        ([1, 2, 3, 4], [1, 2, 3, 5, 4], "abcd,abced->abce"),
        ([3], [4], "a,b->ab"),
        ([2, 2, 1, 33], [2, 2, 1, 7, 33], "xyzu,xyzvu->xyzv"),
        ([1], [65], "i,j->ij"),
    ):
        yield {"tensors": [tuple(a), tuple(b)], "equation": equation}


ORACLES: dict[str, Oracle] = {
    "aclnnInverse": _of(lambda o: np.linalg.inv(_wide(o.self)), *_SQUARE),
    "aclnnLinalgCholesky": _of(
        _triangle, *_SQUARE, definite=True, arguments={"upper": (False, True)}
    ),
    "aclnnSlogdet": Oracle(
        _slogdet,
        given=True,
        shapes=_matrices(*_SQUARE[:3], *_SQUARE[4:]),
        adapt=_replace("self"),
    ),
    "aclnnLinalgQr": _of(
        lambda o: _parts(o.self, o.mode == 1, o.mode != 2), *_ANY, arguments={"mode": (0, 1, 2)}
    ),
    "aclnnQr": _of(lambda o: _parts(o.self, not o.some), *_ANY, arguments={"some": (True, False)}),
    "aclnnLinalgCross": Oracle(_cross, lambda o: _cross(o, True), shapes=_vectors),
    "aclnnEinsum": Oracle(_einsum, lambda o: _einsum(o, True), given=True, shapes=_einsums),
    "aclnnLogdet": Oracle(
        lambda o: np.asarray(
            np.linalg.slogdet(_wide(o.self)).logabsdet
            + np.log(np.linalg.slogdet(_wide(o.self)).sign)
        ),
        given=True,
        shapes=_matrices(*_SQUARE[:3], *_SQUARE[4:]),
        adapt=_replace("self"),
    ),
    "aclnnTriangularSolve": Oracle(
        _solve,
        lambda o: _sizes(_solve(o)),
        given=True,
        shapes=_systems,
        adapt=_replace("A", "self"),
        arguments={"unitriangular": (False,)},
    ),
}
