# SPDX-License-Identifier: Apache-2.0
"""Products."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import ml_dtypes
import numpy as np
from numpy.typing import NDArray
from sweep.oracle import GIVEN, Operands, Oracle, with_magnitude

Array = NDArray[Any]
Product = Callable[[Array, Array], Array]
Shapes = Iterator[dict[str, Any]]


def _lowered(architecture: str, name: str) -> str:
    """Ascend910 multiplies halves."""
    return "float16" if architecture == "1001" else name


def _product(left: str, right: str, shapes: Callable[[], Shapes]) -> Oracle:
    return Oracle(
        lambda o: np.matmul(getattr(o, left), getattr(o, right)),
        lambda o: np.matmul(np.abs(getattr(o, left)), np.abs(getattr(o, right))),
        computed=_lowered,
        shapes=shapes,
    )


def _joint(left: Array, right: Array) -> Array:
    return np.asarray(np.sum(np.matmul(left, right), axis=0))


def _sum(
    summand: str,
    left: str,
    right: str,
    shapes: Callable[[], Shapes],
    product: Product = np.matmul,
    drops: Callable[[str], bool] = lambda architecture: True,
) -> Oracle:
    """beta * summand + alpha * product: a beta of 0 leaves out the summand, and on products that
    `drops` names an alpha of 0 the product."""

    def matrix(o: Operands, name: str) -> Array:
        value = getattr(o, name)
        if o.architecture == "1001":
            value = value.astype(np.float16)
        value = value.astype(np.float64)
        return np.asarray(value.T if getattr(o, f"trans{name}", 0) else value)

    def total(o: Operands) -> Array:
        found = product(matrix(o, left), matrix(o, right))
        is_left_out = o.alpha == 0 and drops(o.architecture)
        found = np.zeros_like(found) if is_left_out else float(o.alpha) * found
        added = getattr(o, summand).astype(np.float64)
        return np.asarray(found + float(o.beta) * added if o.beta != 0 else found)

    def size(o: Operands) -> Array:
        """With factors of 1 at least: what is multiplied may overflow before."""
        found = product(np.abs(matrix(o, left)), np.abs(matrix(o, right)))
        found = max(1.0, abs(o.alpha)) * found
        added = np.abs(getattr(o, summand).astype(np.float64))
        return np.asarray(found + max(1.0, abs(o.beta)) * added if o.beta != 0 else found)

    return Oracle(
        total,
        size,
        given=True,
        roundings=2,  # of halves: the summand by its factor, and the product
        arguments={"beta": (1.0, 0.5, 0.0, -2.0, 1.0), "alpha": (1.0, 1.0, 1.5, -0.5, 0.0, 1.0)},
        shapes=shapes,
    )


def _never(architecture: str) -> bool:
    return False


_SIZES = [(1, 1, 1), (3, 4, 5), (7, 0, 3), (2, 3, 0), (33, 65, 17), (16, 32, 16), (1, 40, 9)]


def _sums(summand: str, left: str, right: str) -> Callable[[], Shapes]:
    def shapes() -> Shapes:
        for m, k, n in _SIZES:
            for shape in ((m, n), (n,), (1, n), (m, 1)):
                yield {summand: shape, left: (m, k), right: (k, n)}

    return shapes


def _gemm_sums() -> Shapes:
    for at, (m, k, n) in enumerate(_SIZES * 2):
        flips = {"transA": at & 1, "transB": at >> 1 & 1}
        sizes = {"A": (k, m) if at & 1 else (m, k), "B": (n, k) if at >> 1 & 1 else (k, n)}
        yield {"C": ((m, n), (n,), (1, n))[at % 3], **sizes, **flips}


def _batch_sums(summand: str) -> Callable[[], Shapes]:
    def shapes() -> Shapes:
        for at, (m, k, n) in enumerate(_SIZES):
            b = at % 4 + 1
            yield {summand: (b, m, n), "batch1": (b, m, k), "batch2": (b, k, n)}
            if summand == "self":
                yield {summand: (1, n), "batch1": (b, m, k), "batch2": (1, k, n)}

    return shapes


def _joint_sums(summand: str) -> Callable[[], Shapes]:
    def shapes() -> Shapes:
        for at, (m, k, n) in enumerate(_SIZES):
            yield {summand: (m, n), "batch1": (at % 4, m, k), "batch2": (at % 4, k, n)}
            if summand == "self":
                yield {summand: (n,), "batch1": (1, m, k), "batch2": (1, k, n)}

    return shapes


def _whole(
    shapes: Callable[[], Shapes], left: str, right: str, summand: str
) -> Callable[[], Shapes]:
    """Those in which the summand has the shape of the sum."""

    def whole() -> Shapes:
        for each in shapes():
            if each[summand] == (each[left][0], each[right][-1]):
                yield each

    return whole


def _multiplied() -> Shapes:
    for left, right in (
        ((5, 4), (4, 3)),
        ((4,), (4,)),
        ((5, 4), (4,)),
        ((4,), (4, 3)),
        ((7, 0), (0, 3)),
        ((0, 4), (4, 3)),
        ((2, 5, 4), (4, 3)),
        ((2, 5, 4), (4,)),
        ((2, 3, 5, 4), (4, 6)),
        ((4,), (2, 4, 3)),
        ((5, 4), (2, 4, 3)),
        ((2, 5, 4), (2, 4, 3)),
        ((1, 5, 4), (3, 4, 2)),
        ((3, 1, 5, 4), (2, 4, 2)),
        ((2, 1, 33, 65), (1, 3, 65, 17)),
        ((2, 3, 0), (2, 0, 5)),
    ):
        yield {"self": left, "mat2": right}


def _batches() -> Shapes:
    for b, (m, k, n) in enumerate(_SIZES):
        yield {"self": (b, m, k), "mat2": (b, k, n)}
    yield {"self": (1, 5, 6), "mat2": (4, 6, 7)}
    yield {"self": (4, 5, 6), "mat2": (1, 6, 7)}


def _by_vector(*names: str) -> Callable[[], Shapes]:
    """A matrix and a vector, and what is added."""

    def shapes() -> Shapes:
        for at, (m, k) in enumerate(((3, 4), (1, 1), (7, 0), (0, 3), (33, 65), (64, 300))):
            yield dict(zip(names, ((m, k), (k,), (m,) if at % 3 else ()), strict=False))

    return shapes


def _vectors(*names: str) -> Callable[[], Shapes]:
    def shapes() -> Shapes:
        for m, n in ((3, 4), (1, 1), (0, 3), (3, 0), (33, 65)):
            for summand in ((m, n), (n,), (1, n)):
                yield dict(zip(names, ((m,), (n,), summand), strict=False))

    return shapes


def _pairs() -> Shapes:
    for count in (5, 1, 0, 100, 5000):
        yield {"self": (count,), "tensor": (count,)}


def _dot(o: Operands, size: bool = False) -> Array:
    a, b = (
        each.astype(np.int64) if each.dtype.kind in "iu" else each for each in (o.self, o.tensor)
    )
    return np.asarray(np.dot(np.abs(a), np.abs(b)) if size else np.dot(a, b))


def _addr(o: Operands, products_first: bool = False) -> Array:
    """Each step is rounded to the type computed in; alpha multiplies a vector, or products."""

    def rounded(value: Array) -> Array:
        return np.asarray(value.astype(o.computed).astype(o.vec1.dtype))

    def scaled(value: Array, factor: Any) -> Array:
        if factor is None:
            return value
        return rounded(value * np.asarray(factor).astype(o.computed).astype(value.dtype))

    if products_first:
        product = scaled(rounded(np.multiply.outer(o.vec1, o.vec2)), o.alphaOptional)
    else:
        product = rounded(np.multiply.outer(scaled(o.vec1, o.alphaOptional), o.vec2))
    if o.betaOptional is not None and o.betaOptional == 0:
        return product
    return rounded(scaled(o.self, o.betaOptional) + product)


def _addr_factors(arguments: dict[str, Any], at: int) -> None:
    """bool is a factor of bool only."""
    kinds = {value.dtype for value in arguments.values() if isinstance(value, np.ndarray)}
    for name in ("betaOptional", "alphaOptional"):
        is_bool = isinstance(arguments[name], bool | np.bool_)
        if is_bool and kinds != {np.dtype(np.bool_)}:
            arguments[name] = None


def _addmv(o: Operands, size: bool = False) -> Array:
    of: Any = np.abs if size else lambda each: each
    mat, vec = of(o.mat), of(o.vec)
    if o.architecture == "1001" and o.given["mat"].dtype == np.float32:
        mat, vec = (each.astype(np.float16).astype(mat.dtype) for each in (mat, vec))
    alpha, beta = (np.asarray(each).astype(mat.dtype) for each in (o.alpha, o.beta))
    least = 1 if size else 0  # what is multiplied may overflow before
    found = (max(of(alpha), least) if size else alpha) * (mat @ vec)
    added = (max(of(beta), least) if size else beta) * of(o.self)
    return np.asarray(found + added if o.beta != 0 else found)


def _addmv_factors(arguments: dict[str, Any], at: int) -> None:
    """Factors of the data type of the matrix."""
    kind = arguments["mat"].dtype.type
    values = {"alpha": (1, 2, 2), "beta": (2, 1, 0, 2)}
    for name, choices in values.items():
        arguments[name] = kind(choices[at % len(choices)])


_ADDR = Oracle(
    _addr,
    arguments={"betaOptional": (GIVEN, None, GIVEN), "alphaOptional": (GIVEN, None)},
    shapes=_vectors("vec1", "vec2", "self"),
    adapt=_addr_factors,
)

_ADDR_V2 = replace(_ADDR, value=lambda o: _addr(o, True))


def _thick(shapes: Callable[[], Shapes], right: str) -> Callable[[], Shapes]:
    """Those whose right matrices have fractals: more than one row and column."""

    def thick() -> Shapes:
        for each in shapes():
            if len(each[right]) > 1 and 1 not in each[right][-2:]:
                yield each

    return thick


def _matrices() -> Shapes:
    for m, k, n in _SIZES:
        yield {"self": (m, k), "mat2": (k, n)}


def _half(name: str) -> str:
    return "float16" if name == "float32" else name


def _in_fractals(oracle: Oracle, right: str) -> Oracle:
    assert oracle.shapes is not None
    return replace(oracle, shapes=_thick(oracle.shapes, right), layouts=("dense",))


ORACLES: dict[str, Oracle] = {
    "aclnnMm": Oracle(
        lambda o: o.self @ o.mat2,
        lambda o: np.abs(o.self) @ np.abs(o.mat2),
        computed=_lowered,
    ),
    "aclnnMatmul": _product("self", "mat2", _multiplied),
    "aclnnBatchMatMul": _product("self", "mat2", _batches),
    "aclnnMatmulWeightNz": _in_fractals(_product("self", "mat2", _matrices), "mat2"),
    "aclnnBatchMatMulWeightNz": _in_fractals(_product("self", "mat2", _batches), "mat2"),
    "aclnnAddmmWeightNz": replace(
        _in_fractals(_sum("self", "mat1", "mat2", _sums("self", "mat1", "mat2")), "mat2"),
        types={"mat1": _half, "mat2": _half},
    ),
    "aclnnMv": _product("self", "vec", _by_vector("self", "vec")),
    "aclnnDot": with_magnitude(_dot, shapes=_pairs),
    "aclnnGer": Oracle(
        lambda o: np.multiply.outer(o.self, o.vec2), shapes=_vectors("self", "vec2")
    ),
    "aclnnAddmm": _sum("self", "mat1", "mat2", _sums("self", "mat1", "mat2")),
    "aclnnInplaceAddmm": _sum(
        "self", "mat1", "mat2", _whole(_sums("selfRef", "mat1", "mat2"), "mat1", "mat2", "selfRef")
    ),
    "aclnnGemm": _sum("C", "A", "B", _gemm_sums, drops=lambda architecture: architecture == "3510"),
    "aclnnBaddbmm": _sum("self", "batch1", "batch2", _batch_sums("self"), drops=_never),
    "aclnnInplaceBaddbmm": _sum("self", "batch1", "batch2", _batch_sums("selfRef"), drops=_never),
    "aclnnAddbmm": _sum("self", "batch1", "batch2", _joint_sums("self"), _joint),
    "aclnnInplaceAddbmm": _sum("self", "batch1", "batch2", _joint_sums("selfRef"), _joint),
    "aclnnAddmv": with_magnitude(
        _addmv,
        roundings=2,
        refused=lambda o: o.architecture == "1001" and o.mat.dtype == ml_dtypes.bfloat16,
        adapt=_addmv_factors,
        shapes=_by_vector("mat", "vec", "self"),
    ),
    "aclnnAddr": _ADDR,
    "aclnnInplaceAddr": replace(
        _ADDR, shapes=_whole(_vectors("vec1", "vec2", "selfRef"), "vec1", "vec2", "selfRef")
    ),
    "aclnnAddrV2": _ADDR_V2,
    "aclnnInplaceAddrV2": replace(
        _ADDR_V2, shapes=_whole(_vectors("vec1", "vec2", "selfRef"), "vec1", "vec2", "selfRef")
    ),
}
