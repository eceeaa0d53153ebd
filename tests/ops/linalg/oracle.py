# SPDX-License-Identifier: Apache-2.0
"""Inverses, decompositions and systems: by LAPACK in double precision, on matrices that are far
from singular."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sweep.oracle import Operands, Oracle, with_magnitude

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


def _separate(arguments: dict[str, Any], at: int) -> None:
    """Matrices whose singular values are near 4, 8, 12 and so on."""
    shape, dtype = arguments["input"].shape, arguments["input"].dtype
    value = np.random.default_rng(sum(shape)).normal(size=shape)
    if dtype.kind == "c":
        value = value + 1j * value[..., ::-1]
    if len(shape) > 1:
        value = 0.25 * value + np.eye(*shape[-2:]) * 4 * (1 + np.arange(shape[-1]))
    arguments["input"] = value.astype(dtype)


def _svd(o: Operands) -> list[Array]:
    value = _wide(o.input)
    none = np.zeros((0,), value.dtype)
    if not o.computeUV:
        return [np.linalg.svd(value, compute_uv=False).astype(value.dtype), none, none]
    found = np.linalg.svd(value, full_matrices=bool(o.fullMatrices))
    return [found.S.astype(value.dtype), found.U, np.swapaxes(found.Vh, -1, -2).conj()]


def _svd_sizes(o: Operands) -> list[Array]:
    values, *vectors = _svd(o)
    return [
        np.broadcast_to(np.max(np.abs(values), -1, keepdims=True), values.shape),
        *map(_largest, vectors),
    ]


def _fixed_vectors(results: list[Array]) -> list[Array]:
    """A pair of singular vectors has a phase of its own, and what completes them is any basis.

    The phase becomes the one with which the left vector has a positive product with a random one;
    the basis becomes as many columns of its projection.
    """
    values, left, right = results
    if left.ndim < 2:
        return results
    k = values.shape[-1]
    random = np.random.default_rng(left.shape[-2]).normal(size=left.shape[-2])
    product = np.einsum("...ij,i->...j", left[..., :k], random)[..., None, :]
    phase = np.where(product == 0, 1, product / np.where(product == 0, 1, np.abs(product)))
    fixed = []
    for vectors in (left, right):
        rest = vectors[..., k:]
        projection = rest @ np.swapaxes(rest, -1, -2).conj()
        kept = projection[..., : rest.shape[-1]]
        fixed.append(
            np.concatenate([vectors[..., :k] * phase.conj(), kept], -1).astype(vectors.dtype)
        )
    return [values, *fixed]


def _svds() -> Iterator[dict[str, Any]]:
    for at, shape in enumerate(_ANY[:4] + _ANY[5:]):
        yield {"input": shape, "fullMatrices": at % 2 == 0, "computeUV": True}
    yield {"input": (3, 4), "fullMatrices": False, "computeUV": False}


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


def _norms(size: Array, p: float) -> Array:
    """Along the last dimension."""
    if p == 0:
        return np.asarray((size != 0).sum(-1, dtype=np.float64))
    if np.isinf(p):
        return np.asarray(size.max(-1, initial=0))
    return np.asarray((size**p).sum(-1) ** (1 / p))


def _distances(o: Operands, x1: str = "x1", x2: str = "x2") -> Array:
    left, right = (getattr(o, name).astype(np.float64) for name in (x1, x2))
    return _norms(np.abs(left[..., :, None, :] - right[..., None, :, :]), float(o.p))


def _reach(o: Operands, x1: str = "x1", x2: str = "x2") -> Array:
    left, right = (np.abs(getattr(o, name).astype(np.float64)) for name in (x1, x2))
    return _norms(left[..., :, None, :] + right[..., None, :, :], float(o.p))


def _pairs(o: Operands, find: Callable[..., Array]) -> Array:
    p = float(o.p if "p" in vars(o) else o.pScalar)
    found = find(Operands(self=o.self, p=p), "self", "self")
    return np.asarray(found[np.triu_indices(len(o.self), 1)])


def _shares(o: Operands) -> Array:
    """What each pair of points adds to the gradient, [..., i, j, coordinates]."""
    x1, x2, grad, found = (each.astype(np.float64) for each in (o.x1, o.x2, o.grad, o.cdist))
    d = x1[..., :, None, :] - x2[..., None, :, :]
    grad, found = grad[..., None], found[..., None]
    p = float(o.p)
    with np.errstate(all="ignore"):
        if p == 0:
            return np.zeros_like(d)
        if p == 1:
            return np.asarray(np.sign(d) * grad)
        if p == -1 or np.isinf(p):
            return np.where(np.abs(d) == found, np.sign(d) * grad, 0)
        share = np.sign(d) * np.abs(d) ** (p - 1) * grad / found ** (p - 1)
        return np.where((found == 0) | ((d == 0) & (p < 1)), 0, share)


def _points() -> Iterator[dict[str, Any]]:
    shapes = (
        ((5, 3), (4, 3), 2.0),
        ((2, 7, 33), (2, 1, 33), 1.0),
        ((3, 4), (6, 4), 0.0),
        ((2, 3, 5), (2, 3, 5), float("inf")),
        ((2, 1, 3, 2), (3, 2, 2), 3.0),
        ((4, 3), (2, 3), 0.5),
        ((2, 0), (3, 0), 2.0),
        ((0, 2), (3, 2), 1.0),
    )
    for x1, x2, p in shapes:
        yield {"x1": x1, "x2": x2, "p": p, "compute_mode": 2}


def _rows(name: str) -> Callable[[], Iterator[dict[str, Any]]]:
    def shapes() -> Iterator[dict[str, Any]]:
        for self, p in (((5, 3), 2.0), ((9, 33), 1.0), ((4, 2), 0.0), ((3, 4), 3.0), ((1, 3), 2.0)):
            yield {"self": self, name: p}

    return shapes


def _point_grads() -> Iterator[dict[str, Any]]:
    for x1, x2, p in (
        ((5, 3), (4, 3), 2.0),
        ((2, 7, 9), (2, 3, 9), 1.0),
        ((3, 4), (6, 4), 0.0),
        ((2, 3, 5), (2, 3, 5), float("inf")),
        ((2, 3, 2), (1, 2, 2), 3.0),
        ((4, 3), (2, 3), 0.5),
    ):
        pairs = (*x1[:-1], x2[-2])
        yield {"grad": pairs, "x1": x1, "x2": x2, "cdist": pairs, "p": p}


def _small(arguments: dict[str, Any], _: int) -> None:
    """Whole numbers, whose differences are exact; distances are those of the points."""
    for name in ("x1", "x2", "self", "grad"):
        if name in arguments:
            value = np.nan_to_num(arguments[name].astype(np.float64))
            arguments[name] = np.round(np.clip(value, -8, 8)).astype(arguments[name].dtype)
    if "cdist" in arguments:
        found = _distances(Operands(**arguments))
        arguments["cdist"] = found.astype(arguments["cdist"].dtype)


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
    "aclnnSvd": Oracle(
        _svd, _svd_sizes, given=True, shapes=_svds, adapt=_separate, chosen=_fixed_vectors
    ),
    "aclnnLinalgCross": with_magnitude(_cross, shapes=_vectors),
    "aclnnEinsum": with_magnitude(_einsum, given=True, shapes=_einsums),
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
    "aclnnCdist": Oracle(_distances, _reach, shapes=_points, adapt=_small),
    "aclnnCdistBackward": Oracle(
        lambda o: _shares(o).sum(-2),
        lambda o: np.abs(_shares(o)).sum(-2),
        shapes=_point_grads,
        adapt=_small,
    ),
    "aclnnPdist": Oracle(
        lambda o: _pairs(o, _distances),
        lambda o: _pairs(o, _reach),
        shapes=_rows("p"),
        adapt=_small,
    ),
    "aclnnPdistForward": Oracle(
        lambda o: _pairs(o, _distances),
        lambda o: _pairs(o, _reach),
        shapes=_rows("pScalar"),
        adapt=_small,
    ),
}
