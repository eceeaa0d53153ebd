# SPDX-License-Identifier: Apache-2.0
"""Errors of reductions, scans, softmax and norms over 2^24 elements, beside those of torch:
python -m benchmarks --parts accuracy.

The exact result is that of float64 on the same elements, which float32 and bfloat16 hold exactly.
The error is the largest difference from it in any element, over the largest exact element, in
units of the type's precision: 2^-24 and 2^-8, so that a result rounded once has at most 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import torch

import aclnn_py as acl

from . import report
from .beside_torch import Line, both_sides, numpy_of
from .cases import SEED
from .compute import DIMS, EDGE, EPSILON, TYPES, as_type
from .results import AccuracyResult

PRECISION = {"float32": 2.0**-24, "bfloat16": 2.0**-8}

aten: Any = torch.ops.aten

Exact = Callable[[Any, Any], Any]
"""The result in float64, of the elements and the dimensions."""


def _normal(kind: str) -> Any:
    """2^24 normally distributed numbers around 1/2."""
    random = np.random.default_rng(SEED)
    return as_type(kind, random.standard_normal((EDGE, EDGE), np.float32) + np.float32(0.5))


def _factors(kind: str) -> Any:
    """2^24 numbers near 1 whose product is near 1 too."""
    random = np.random.default_rng(SEED)
    low, high = 1 - 2.0**-8, 1 + 2.0**-7
    share = np.log(high) / (np.log(high) - np.log(low))
    return as_type(kind, np.where(random.random((EDGE, EDGE)) < share, low, high))


def _log_sum(a: Any, dims: Any) -> Any:
    most = a.max(dims, keepdims=True)
    return np.squeeze(most, dims) + np.log(np.exp(a - most).sum(dims))


def _softmax(a: Any, dims: Any) -> Any:
    powers = np.exp(a - a.max(dims, keepdims=True))
    powers /= powers.sum(dims, keepdims=True)
    return powers


def _standardized(a: Any, dims: Any) -> Any:
    difference = a - a.mean(dims, keepdims=True)
    difference /= np.sqrt(np.square(difference).mean(dims, keepdims=True) + EPSILON)
    return difference


def _line(
    name: str,
    kind: str,
    where: str,
    call: tuple[str, Sequence[Any]],
    function: Callable[[Mapping[str, Any]], Any],
    array: Any,
    out: Sequence[int],
    **more: Any,
) -> Line:
    arrays = {"a": array, "out": as_type(kind, np.zeros(out))} | more
    return Line(name, kind, where, [call], lambda: arrays, function)


def _folds(kind: str, where: str, dims: tuple[int, ...]) -> Iterator[tuple[Line, Exact]]:
    """One result for each place in the dimensions that are kept."""
    left = (EDGE,) if len(dims) == 1 else ()
    a, factors = _normal(kind), _factors(kind)
    kept = (dims, False)
    prod = ("aclnnProdDim", ("a", *kept[0], False, kind, "out"))
    if len(dims) == 2:
        prod = ("aclnnProd", ("a", kind, "out"))
    given: tuple[tuple[str, tuple[str, Sequence[Any]], Any, Any, Exact], ...] = (
        ("sum", ("aclnnReduceSum", ("a", *kept, kind, "out")), torch.sum, a, np.sum),
        ("mean", ("aclnnMean", ("a", *kept, kind, "out")), torch.mean, a, np.mean),
        ("var", ("aclnnVar", ("a", dims, True, False, "out")), torch.var, a, _var),
        ("std", ("aclnnStd", ("a", dims, 1, False, "out")), torch.std, a, _std),
        ("norm", ("aclnnNorm", ("a", 2.0, *kept, "out")), _torch_norm, a, _norm),
        ("logsumexp", ("aclnnLogSumExp", ("a", *kept, "out")), torch.logsumexp, a, _log_sum),
        ("prod", prod, _torch_prod, factors, np.prod),
    )
    for name, call, function, array, exact in given:
        yield (
            _line(
                name,
                kind,
                where,
                call,
                lambda t, function=function: function(t["a"], dims),  # type: ignore[misc]
                array,
                left,
            ),
            exact,
        )


def _var(a: Any, dims: Any) -> Any:
    return a.var(dims, ddof=1)


def _std(a: Any, dims: Any) -> Any:
    return a.std(dims, ddof=1)


def _norm(a: Any, dims: Any) -> Any:
    return np.sqrt(np.square(a).sum(dims))


def _torch_norm(a: Any, dims: Any) -> Any:
    return torch.norm(a, 2, dims)


def _torch_prod(a: Any, dims: Any) -> Any:
    return torch.prod(a) if len(dims) == 2 else torch.prod(a, dims[0])


def _rows(kind: str, where: str, dims: tuple[int, ...]) -> Iterator[tuple[Line, Exact]]:
    """A result for each element; all of them in one row are of rank 1."""
    a = _normal(kind)
    a = a.reshape(-1) if len(dims) == 2 else a
    dim = 0 if len(dims) == 2 else dims[0]

    def line(name: str, call: str, arguments: Sequence[Any], function: Any, **more: Any) -> Line:
        return _line(name, kind, where, (call, arguments), function, a, a.shape, **more)

    softmax = line(
        "softmax", "aclnnSoftmax", ("a", dim, "out"), lambda t: torch.softmax(t["a"], dim)
    )
    yield softmax, lambda a, _: _softmax(a, dim)
    cumsum = line(
        "cumsum", "aclnnCumsum", ("a", dim, kind, "out"), lambda t: torch.cumsum(t["a"], dim)
    )
    yield cumsum, lambda a, _: np.cumsum(a, dim)
    if where == "first dim":
        statistics = {name: np.zeros(EDGE, np.float32) for name in ("mean", "var", "m", "v")}
        batch_norm = line(
            "batch norm",
            "aclnnBatchNorm",
            ("a", None, None, "mean", "var", True, 0.1, EPSILON, "out", "m", "v"),
            lambda t: aten.native_batch_norm(t["a"], None, None, None, None, True, 0.1, EPSILON)[0],
            **statistics,
        )
        yield batch_norm, lambda a, _: _standardized(a, dim)
    else:
        row = a.shape[-1:]
        layer_norm = line(
            "layer norm",
            "aclnnLayerNorm",
            ("a", row, None, None, EPSILON, "out", None, None),
            lambda t: torch.layer_norm(t["a"], row, None, None, EPSILON),
        )
        yield layer_norm, lambda a, _: _standardized(a, dim)


def _lines() -> Iterator[tuple[Line, Exact, tuple[int, ...]]]:
    for kind in TYPES:
        for where, dims in DIMS.items():
            for line, exact in (*_folds(kind, where, dims), *_rows(kind, where, dims)):
                yield line, exact, dims


def error(result: Any, exact: Any, kind: str) -> float:
    """The largest difference, over the largest exact element, in units of the precision."""
    difference = np.abs(result.astype(np.float64) - exact).max()
    return float(difference / np.abs(exact).max() / PRECISION[kind])


def run(threads: int) -> list[AccuracyResult]:
    """Every line, printed as soon as it is there."""
    torch.set_num_threads(threads)
    print(report.accuracy_heading(), flush=True)
    results = []
    with acl.Device(0) as device, device.stream() as stream, torch.no_grad():
        for line, exact, dims in _lines():
            arrays = line.arrays()
            expected = exact(arrays["a"].astype(np.float64), dims)
            with both_sides(device, stream, line, arrays) as (ours, theirs, run_ours):
                run_ours()
                errors = [
                    error(each, expected, line.type)
                    for each in (ours["out"].numpy(), numpy_of(line.torch(theirs)))
                ]
            results.append(AccuracyResult(line.name, line.type, line.size, *errors))
            print(report.accuracy_line(results[-1]), flush=True)
    return results
