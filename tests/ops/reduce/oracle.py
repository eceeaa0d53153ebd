# SPDX-License-Identifier: Apache-2.0
"""Folds."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
from sweep.oracle import Operands, Oracle


def _axis(o: Operands) -> tuple[int, ...]:
    return tuple(o.dims) or tuple(range(o.self.ndim))


def _sum(values: Any, o: Operands) -> Any:
    """A sum over dims; of bool whether any is true, of none 0."""
    if values.dtype == np.bool_:
        return values.any(axis=_axis(o), keepdims=o.keepDims)
    return np.asarray(values.sum(axis=_axis(o), keepdims=o.keepDims, dtype=values.dtype))


def _dims(o: Operands) -> tuple[int, ...]:
    return tuple(o.dim) or tuple(range(o.self.ndim))


def _some(dims: str, *flags: str) -> Callable[[], Iterator[dict[str, Any]]]:
    """Shapes with elements: of none nothing is written."""

    def shapes() -> Iterator[dict[str, Any]]:
        for shape in (
            (),
            (1,),
            (7,),
            (3, 4),
            (2, 3, 4),
            (2, 1, 2, 1, 2, 1, 2, 2),
            (40, 50),
            (5000,),
        ):
            rank = len(shape)
            chosen: list[list[int]] = [[], *([dim] for dim in range(rank)), list(range(rank))]
            for entries in [*chosen, *([[0, 2], [-1, 0]] if rank > 2 else [])]:
                for at in range(2 if rank > 1 else 1):
                    yield {"self": shape, dims: entries, **dict.fromkeys(flags, at == 1)}

    return shapes


def _some_dim() -> Iterator[dict[str, Any]]:
    for shape in (
        (),
        (5,),
        (3, 4),
        (2, 3, 4),
        (65, 3),
        (7, 700),
        (3, 5000),
        (2, 1, 2, 1, 2, 1, 2, 2),
    ):
        for at in sorted({0, max(len(shape), 1) - 1, -1}):
            yield {"self": shape, "dim": at, "keepdim": at == 0}


def _some_whole() -> Iterator[dict[str, Any]]:
    for shape in ((), (1,), (7,), (3, 4), (2, 3, 4), (40, 50), (5000,)):
        yield {"self": shape}


def _extreme(fold: Any, values: Any, dims: Any, keep: bool, whole: bool = False) -> Any:
    if whole and not dims:
        return values
    return fold(values, axis=tuple(dims) or None, keepdims=keep)


def _place(find: Any, o: Operands) -> Any:
    """The first; of the first NaN where there is one, as NumPy has it."""
    values = np.atleast_1d(o.self)
    if values.dtype.kind not in "fiub":
        values = values.astype(np.float32)
    found = find(values, axis=o.dim, keepdims=o.keepdim)
    return found if o.self.ndim else np.asarray(found).reshape(())


def _value(fold: Any, o: Operands) -> Any:
    return fold(np.atleast_1d(o.self), axis=o.dim, keepdims=o.keepdim).reshape(
        () if o.self.ndim == 0 else fold(o.self, axis=o.dim, keepdims=o.keepdim).shape
    )


def _nansum(values: Any, o: Operands) -> Any:
    if values.dtype.kind == "f":
        values = np.where(np.isnan(values), values.dtype.type(0), values)
    if values.dtype == np.bool_:
        return values.any(axis=_dims(o), keepdims=o.keepDim)
    return np.asarray(values.sum(axis=_dims(o), keepdims=o.keepDim, dtype=values.dtype))


def _mean(values: Any, o: Operands) -> Any:
    if values.dtype.kind in "iu":
        count = values.size // max(values.sum(axis=_dims(o)).size, 1)
        total = np.asarray(values.astype(np.int64).sum(axis=_dims(o), keepdims=o.keepDim))
        if not count:
            return total
        return total // count + ((total % count != 0) & (total < 0))  # toward zero
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return np.asarray(values.mean(axis=_dims(o), keepdims=o.keepDim))


def _log_sum_exp(o: Operands) -> Any:
    o = SimpleNamespace(**{**vars(o), "self": o.self.astype(np.float64)})
    if o.self.size == 0:
        return np.full(o.self.sum(axis=_dims(o), keepdims=o.keepDim).shape, -np.inf)
    with np.errstate(all="ignore"):
        largest = o.self.max(axis=_dims(o), keepdims=True)
        largest = np.where(np.isinf(largest), 0, largest)
        total = np.exp(o.self - largest).sum(axis=_dims(o), keepdims=True)
        result = np.log(total) + largest
    return result if o.keepDim else result.reshape(o.self.sum(axis=_dims(o)).shape)


def _log_sum_exp_terms(o: Operands) -> Any:
    """What is added at the end: the largest number, and a logarithm."""
    if o.self.size == 0:
        return np.abs(_log_sum_exp(o))
    with np.errstate(all="ignore"):
        largest = np.abs(o.self.astype(np.float64)).max(axis=_dims(o), keepdims=o.keepDim)
        return np.maximum(np.abs(_log_sum_exp(o)), largest) + 1


def _product(o: Operands, **how: Any) -> Any:
    with np.errstate(all="ignore"):
        return np.asarray(np.prod(o.self, dtype=o.self.dtype, **how))


def _near_one(arguments: dict[str, Any], at: int) -> None:
    """Factors whose product has no intermediate results beyond the range of the type."""
    factors = arguments["self"]
    if factors.dtype.kind not in "iub" and factors.size > 0:
        random = np.random.default_rng(at)
        factors[...] = random.choice([-1, 1], factors.shape) * random.uniform(
            0.98, 1.02, factors.shape
        )


_ORDERS = [2.0, 1.0, 0.0, 3.0, -1.5, float("inf"), float("-inf")]


def _norm(values: Any, order: Any, dims: Any, keep: bool) -> Any:
    axis = tuple(dims) or tuple(range(values.ndim))
    sizes = np.abs(values.astype(np.longdouble))
    if values.size == 0:
        return np.zeros(sizes.sum(axis=axis, keepdims=keep).shape)
    p = float(order)
    with np.errstate(all="ignore"):
        if p == 0:
            return np.asarray((sizes != 0).sum(axis=axis, keepdims=keep))
        if np.isinf(p):
            return np.asarray((np.max if p > 0 else np.min)(sizes, axis=axis, keepdims=keep))
        return np.asarray((sizes**p).sum(axis=axis, keepdims=keep) ** (1 / np.longdouble(p)))


def _norm_of(o: Operands, order: Any, dims: Any, keep: bool) -> Any:
    """In float32, of real parts; integers are what is left of that."""
    given = o.given["self"].dtype
    found = _norm(o.self.real, order, dims, keep)
    if given.kind in "iu":
        info = np.iinfo(given)
        with np.errstate(all="ignore"):
            return np.clip(np.trunc(np.float32(found)).astype(np.float64), info.min, info.max)
    return found != 0 if given.kind == "b" else found


def _tamed(arguments: dict[str, Any], at: int) -> None:
    """Numbers whose powers are within the range of float32."""
    numbers = arguments["self"]
    if numbers.dtype.kind not in "iub" and numbers.size > 0:
        numbers[...] = np.random.default_rng(at).normal(0, 3, numbers.shape)


def _axes(values: Any, dims: Any) -> tuple[int, ...]:
    return (tuple(dims) if values.ndim else ()) or tuple(range(values.ndim))


def _mean_over(values: Any, dims: Any, keep: bool) -> Any:
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return np.asarray(values.mean(axis=_axes(values, dims), keepdims=keep))


def _variance(o: Operands, correction: int, empty: Any = np.inf) -> Any:
    """By squares of differences; of no more elements than the correction infinite, of one NaN."""
    axis = _axes(o.self, o.dim)
    with np.errstate(all="ignore"):
        values = o.self.astype(np.longdouble)
        squares = (values - _mean_over(values, axis, True)) ** 2
        total = np.asarray(squares.sum(axis=axis, keepdims=o.keepdim))
        count = values.size // max(total.size, 1)
        if o.self.size == 0:
            return np.full(total.shape, np.nan)
        if count <= correction and (count == 1 or correction > 1):
            return np.full(total.shape, np.nan if count == 1 else empty)
        return total / (count - correction)


def _bounds(o: Operands, dims: Any, keep: bool) -> list[Any]:
    axis = _axes(o.self, dims)
    return [fold(o.self, axis=axis, keepdims=keep) for fold in (np.min, np.max)]


def _named(name: str, shapes: Callable[[], Iterator[dict[str, Any]]]) -> Any:
    """The same shapes for the elements under another name."""

    def renamed() -> Iterator[dict[str, Any]]:
        for each in shapes():
            yield {name if key == "self" else key: value for key, value in each.items()}

    return renamed


def _moments() -> Iterator[dict[str, Any]]:
    for shape in ((), (1,), (7,), (0, 3), (3, 0), (2, 3, 4), (2, 1, 2, 1, 2, 1, 2, 2), (40, 50)):
        rank = len(shape)
        for at, entries in enumerate([[], *([dim] for dim in range(rank)), [0, -1][: rank - 1]]):
            yield {"self": shape, "dim": entries, "keepdim": at % 2 == 1}


def _matrices() -> Iterator[dict[str, Any]]:
    for shape in ((1, 1), (3, 5), (5, 3), (0, 4), (70, 70)):
        yield {"self": shape}


def _log_sums() -> Iterator[dict[str, Any]]:
    for shapes in _some("axes", "keepDims")():
        yield {**shapes, "noopWithEmptyAxes": False}
    yield {"self": (3, 4), "axes": [], "keepDims": True, "noopWithEmptyAxes": True}


def _positive(arguments: dict[str, Any], at: int) -> None:
    """Summands whose sum has a logarithm."""
    summands = arguments["data"]
    summands[...] = np.random.default_rng(at).uniform(0.5, 2, summands.shape)


def _log_sum(o: Operands) -> Any:
    if o.noopWithEmptyAxes and not o.axes:
        return o.data
    axis = _axes(o.data, o.axes)
    return np.log(o.data.sum(axis=axis, keepdims=o.keepDims))


_CORRECTIONS = [1, 0, 2, -1, 5]

ORACLES: dict[str, Oracle] = {
    "aclnnVar": Oracle(
        lambda o: _variance(o, int(o.unbiased)),
        shapes=_moments,
        arguments={"unbiased": [True, False, True]},
    ),
    "aclnnVarCorrection": Oracle(
        lambda o: _variance(o, o.correction),
        shapes=_moments,
        arguments={"correction": _CORRECTIONS},
    ),
    "aclnnVarMean": Oracle(
        lambda o: [_variance(o, o.correction), _mean_over(o.self, o.dim, o.keepdim)],
        lambda o: [_variance(o, o.correction), _mean_over(np.abs(o.self), o.dim, o.keepdim)],
        shapes=_moments,
        arguments={"correction": _CORRECTIONS},
    ),
    "aclnnStd": Oracle(
        lambda o: np.sqrt(_variance(o, o.correction)),
        shapes=_moments,
        arguments={"correction": _CORRECTIONS},
    ),
    "aclnnStdMeanCorrection": Oracle(
        lambda o: [np.sqrt(_variance(o, o.correction)), _mean_over(o.self, o.dim, o.keepdim)],
        lambda o: [
            np.sqrt(_variance(o, o.correction)),
            _mean_over(np.abs(o.self), o.dim, o.keepdim),
        ],
        shapes=_moments,
        arguments={"correction": _CORRECTIONS},
    ),
    "aclnnTrace": Oracle(
        lambda o: np.trace(o.self, dtype=np.int64 if o.self.dtype.kind in "iub" else None),
        lambda o: np.trace(np.abs(o.self), dtype=np.int64 if o.self.dtype.kind in "iub" else None),
        shapes=_matrices,
    ),
    "aclnnAminmax": Oracle(lambda o: _bounds(o, o.dim, o.keepDim), shapes=_some("dim", "keepDim")),
    "aclnnAminmaxDim": Oracle(
        lambda o: _bounds(o, [o.dim] if o.self.ndim else [], o.keepDim),
        shapes=lambda: (
            {"self": each["self"], "dim": each["dim"], "keepDim": each["keepdim"]}
            for each in _some_dim()
        ),
    ),
    "aclnnAminmaxAll": Oracle(lambda o: _bounds(o, [], False), shapes=_some_whole),
    "aclnnReduceLogSum": Oracle(
        _log_sum,
        lambda o: np.abs(_log_sum(o)) + 1,
        shapes=_named("data", _log_sums),
        adapt=_positive,
    ),
    "aclnnReduceSum": Oracle(
        lambda o: _sum(o.self, o),
        lambda o: _sum(np.abs(o.self), o),
        refused=lambda o: o.self.size == 0 and o.self.dtype.kind == "c",  # Fill has no complex
    ),
    "aclnnLogSumExp": Oracle(_log_sum_exp, _log_sum_exp_terms),
    "aclnnAmax": Oracle(
        lambda o: _extreme(np.max, o.self, o.dim, o.keepDim), shapes=_some("dim", "keepDim")
    ),
    "aclnnAmin": Oracle(
        lambda o: _extreme(np.min, o.self, o.dim, o.keepDim), shapes=_some("dim", "keepDim")
    ),
    "aclnnMaxV2": Oracle(
        lambda o: _extreme(np.max, o.self, o.dims, o.keepDims, o.noopWithEmptyDims),
        shapes=_some("dims", "keepDims", "noopWithEmptyDims"),
    ),
    "aclnnMax": Oracle(lambda o: np.max(o.self), shapes=_some_whole),
    "aclnnMin": Oracle(lambda o: np.min(o.self), shapes=_some_whole),
    "aclnnArgMax": Oracle(lambda o: _place(np.argmax, o), shapes=_some_dim),
    "aclnnArgMin": Oracle(lambda o: _place(np.argmin, o), shapes=_some_dim),
    "aclnnMaxDim": Oracle(lambda o: [_value(np.max, o), _place(np.argmax, o)], shapes=_some_dim),
    "aclnnMinDim": Oracle(lambda o: [_value(np.min, o), _place(np.argmin, o)], shapes=_some_dim),
    "aclnnMeanV2": Oracle(
        lambda o: o.self if o.noopWithEmptyAxes and not o.dim else _mean(o.self, o),
        lambda o: np.abs(o.self) if o.noopWithEmptyAxes and not o.dim else _mean(np.abs(o.self), o),
        refused=lambda o: o.self.size == 0 and o.self.dtype.kind == "c",
    ),
    "aclnnAll": Oracle(lambda o: (o.self != 0).all(axis=_dims(o), keepdims=o.keepdim)),
    "aclnnAny": Oracle(lambda o: (o.self != 0).any(axis=_dims(o), keepdims=o.keepdim)),
    "aclnnMean": Oracle(
        lambda o: _mean(o.self, o),
        lambda o: _mean(np.abs(o.self), o),
        refused=lambda o: o.self.size == 0 and o.self.dtype.kind == "c",  # Fill has no complex
    ),
    "aclnnProd": Oracle(_product, refused=lambda o: o.self.size == 0 and o.self.dtype.kind == "c"),
    "aclnnProdDim": Oracle(
        lambda o: _product(o, **({"axis": o.dim, "keepdims": o.keepDim} if o.self.ndim else {})),
        refused=lambda o: o.self.size == 0 and o.self.dtype.kind == "c",
        adapt=_near_one,
    ),
    "aclnnReduceNansum": Oracle(lambda o: _nansum(o.self, o), lambda o: _nansum(np.abs(o.self), o)),
    "aclnnNorm": Oracle(
        lambda o: _norm_of(o, o.given["pScalar"], o.dim, o.keepdim),
        arguments={"pScalar": _ORDERS},
        types=dict.fromkeys(("pScalar",), lambda _: "float32"),
        adapt=_tamed,
    ),
    "aclnnLinalgVectorNorm": Oracle(
        lambda o: _norm_of(o, o.given["ord"], o.dims, o.keepDims),
        arguments={"ord": _ORDERS},
        types=dict.fromkeys(("ord",), lambda _: "float32"),
        refused=lambda o: o.self.dtype.kind == "c",
        adapt=_tamed,
    ),
    "aclnnReduceMinV2": Oracle(
        lambda o: np.min(o.x, axis=o.axes, keepdims=bool(o.keepdims)),
        shapes=lambda: (
            {"x": shape, "axes": axes, "keepdims": keepdims}
            for shape in ((3, 4), (1, 1), (33, 130), (130, 33))
            for axes in (0, 1)
            for keepdims in (0, 1)
        ),
    ),
}
