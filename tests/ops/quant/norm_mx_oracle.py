# SPDX-License-Identifier: Apache-2.0
"""Norms quantised in blocks that share a power of two, and quantised gradients of norms. Squares
and their sums are float64, everything else float32, one operation after the other; what is
quantised in blocks is the norm in the type of its elements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from ops.quant.mx_oracle import E2M1, E4M3, E5M2, quantised
from ops.quant.norm_oracle import roots
from ops.quant.scales_oracle import saturated, single
from sweep.oracle import Operands, Oracle

Array = NDArray[Any]
_RNG = np.random.default_rng(37)


def mx_norm(o: Operands, x: Array, dtype: Any) -> list[Array]:
    """Numbers and scales, and the roots where they are wanted."""
    root = roots(x, 1, o.epsilon)
    norm = x * root * single(o.gamma)
    norm = norm if o.beta is None else norm + single(o.beta)
    found = quantised(
        norm.astype(dtype), -1, o.dstType, algorithm=o.scaleAlg, mode=o.roundMode or "rint"
    )
    return [*found, root] if o.outputRstd else [*found]


def _normed(o: Operands) -> list[Array]:
    return mx_norm(o, single(o.x), o.x.dtype)


def _added(o: Operands) -> list[Array]:
    """The norm reads the sum before it is rounded."""
    total = single(o.x1) + single(o.x2)
    numbers, *others = mx_norm(o, total, o.x1.dtype)
    return [numbers, total.astype(o.x1.dtype), *others]


def _mx_cases(*names: str) -> Iterator[dict[str, Any]]:
    for at, (kind, algorithm, mode) in enumerate(
        (
            (E4M3, 0, "rint"),
            (E4M3, 1, "rint"),
            (E5M2, 0, None),
            (E5M2, 1, "rint"),
            (E2M1, 0, "floor"),
            (E2M1, 0, "round"),
            (E2M1, 0, "rint"),
        )
    ):
        for x in ((3, 64), (2, 2, 40)):
            row: Any = (x[-1],) if at % 2 == 0 else _RNG.normal(size=x[-1]).astype(np.float32)
            yield {
                **dict.fromkeys(names, x),
                "gamma": row,
                "beta": None if at % 3 == 0 else row,
                "scaleAlg": algorithm,
                "roundMode": mode,
                "dstType": kind,
                "outputRstd": at % 4 != 3,
            }


def gradient(o: Operands) -> tuple[Array, Array]:
    """The gradient of the numbers, and the terms of that of the factors."""
    d = single(o.dy) * single(o.gamma)
    rstd = o.rstd.reshape(*o.rstd.shape, *(1,) * np.ndim(o.gamma))
    h = single(o.x) * rstd
    last = tuple(range(-np.ndim(o.gamma), 0))
    mean = single((d * h).astype(np.float64).mean(axis=last, keepdims=True))
    return rstd * (d - h * mean), single(o.dy) * h


def _gradient_quantised(o: Operands) -> list[Array]:
    dx, terms = gradient(o)
    scaled = dx / single(o.scalesX) if o.divMode else dx * single(o.scalesX)
    if o.offsetXOptional is not None:
        scaled = scaled + single(o.offsetXOptional)
    rows = tuple(range(o.rstd.ndim))
    return [saturated(np.rint(scaled)), terms.astype(np.float64).sum(axis=rows)]


def _gradient_sizes(o: Operands) -> list[Array]:
    _, terms = gradient(o)
    rows = tuple(range(o.rstd.ndim))
    return [np.ones(o.dy.shape), np.abs(terms).astype(np.float64).sum(axis=rows)]


def _gradient_cases() -> Iterator[dict[str, Any]]:
    for divides in (True, False):
        for x, last in (((3, 40), 1), ((2, 3, 5), 2), ((70, 2, 9), 1)):
            for offset in (None, np.full(1, -3, np.int32)):
                yield {
                    "dy": x,
                    "x": x,
                    "rstd": x[: len(x) - last],
                    "gamma": x[len(x) - last :],
                    "scalesX": (1,),
                    "offsetXOptional": offset,
                    "divMode": divides,
                }


def _finite(*names: str) -> Any:
    def adapt(arguments: dict[str, Any], _: int) -> None:
        for name in names:
            with np.errstate(invalid="ignore"):
                arguments[name][...] = np.clip(np.nan_to_num(arguments[name]), -8, 8)

    return adapt


ORACLES = {
    "aclnnRmsNormDynamicMxQuant": Oracle(_normed, given=True, shapes=lambda: _mx_cases("x")),
    "aclnnAddRmsNormDynamicMxQuant": Oracle(
        _added, given=True, shapes=lambda: _mx_cases("x1", "x2")
    ),
    "aclnnRmsNormGradQuant": Oracle(
        _gradient_quantised,
        _gradient_sizes,
        given=True,
        shapes=_gradient_cases,
        types={"rstd": lambda _: "float32", "scalesX": lambda _: "float32"},
        adapt=_finite("dy", "x", "rstd", "gamma", "scalesX"),
    ),
}
