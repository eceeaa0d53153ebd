# SPDX-License-Identifier: Apache-2.0
"""Norms with quantised results. Squares and their sums are float64; the mean, what is added to it
and everything else are float32, one operation after the other, so that quantised results are
compared bit by bit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from ops.quant.scales_oracle import saturated, single
from sweep.oracle import Operands, Oracle

Array = NDArray[Any]


def roots(x: Array, rank: int, epsilon: float) -> Array:
    """The reciprocal roots of the mean squares of the last dimensions."""
    axes = tuple(range(x.ndim - rank, x.ndim))
    mean = (x.astype(np.float64) ** 2).mean(axes, keepdims=True)
    return single(1 / np.sqrt((single(mean) + np.float32(epsilon)).astype(np.float64)))


def _by(norm: Array, scale: Any, offset: Any, *, divides: bool) -> Array:
    scaled = norm / single(scale) if divides else norm * single(scale)
    return saturated(np.rint(scaled if offset is None else scaled + single(offset)))


def _normed(o: Operands, x: Array, rank: int = 1, beta: Any = None) -> Array:
    norm = x * roots(x, rank, o.epsilon) * single(o.gamma)
    return norm if beta is None else norm + single(beta)


def _quantised(o: Operands) -> Array:
    norm = _normed(o, single(o.x), beta=o.beta)
    return _by(norm, o.scale, o.offset, divides=True)


def _quantised_v3(o: Operands) -> list[Array]:
    x = single(o.x)
    y = _by(_normed(o, x, beta=o.beta), o.scale, o.offset, divides=o.divMode)
    root = roots(x, 1, o.epsilon)
    return [y, root if o.outputRstd else np.ones_like(root)]


def added(o: Operands) -> Array:
    """The sum as the norm reads it: rounded to the type of its operands."""
    return (single(o.x1) + single(o.x2)).astype(o.x1.dtype)


def _added_quantised(o: Operands) -> list[Array]:
    total = added(o)
    norm = _normed(o, single(total), np.ndim(o.gamma))
    first = _by(norm, o.scales1, o.zeroPoints1Optional, divides=o.divMode)
    second = np.ones(total.shape, np.int8)  # what the result holds before the call
    if o.scales2Optional is not None:
        second = _by(norm, o.scales2Optional, o.zeroPoints2Optional, divides=o.divMode)
    return [first, second, total]


def _added_quantised_v2(o: Operands) -> list[Array]:
    """The sum, and the norm without beta: on Ascend910B one of them is a result."""
    total = added(o)
    norm = _normed(o, single(total), 1)
    biased = norm if o.betaOptional is None else norm + single(o.betaOptional)
    first = _by(biased, o.scales1, o.zeroPoints1Optional, divides=o.divMode)
    second = np.ones(total.shape, np.int8)  # what the result holds before the call
    if o.scales2Optional is not None:
        second = _by(biased, o.scales2Optional, o.zeroPoints2Optional, divides=o.divMode)
    norm = norm.astype(total.dtype)
    if o.architecture == "3510":
        return [first, second, total, norm]
    gives_norm = np.size(o.scales1) == 1 and o.betaOptional is None and o.x1.shape[-1] > 1
    return [first, second, norm if gives_norm else total]


def _added_dynamic(o: Operands) -> list[Array]:
    total = added(o)
    norm = _normed(o, single(total), beta=getattr(o, "betaOptional", None))
    smooth = [o.smoothScale1Optional, o.smoothScale2Optional]
    mask = getattr(o, "outputMask", None)
    wanted = mask or [True, smooth[0] is not None and smooth[1] is not None]
    results: list[Array] = []
    scales: list[Array] = []
    for each, is_wanted in zip(smooth, wanted, strict=True):
        numbers = norm if each is None else norm * single(each)
        scale = np.abs(numbers).max(-1, keepdims=True) / np.float32(127)
        y = saturated(np.rint(numbers / scale))
        results.append(y if is_wanted else np.ones(1, np.int8))
        scales.append(scale.squeeze(-1) if is_wanted else np.ones(1, np.float32))
    return [*results, total, *scales]


def _dynamic_normed(o: Operands) -> list[Array]:
    numbers = _normed(o, single(o.x), beta=o.betaOptional)
    if o.smoothScalesOptional is not None:
        numbers = numbers * single(o.smoothScalesOptional)
    scale = np.abs(numbers).max(-1, keepdims=True) / np.float32(127)
    return [saturated(np.rint(numbers / scale)), scale.squeeze(-1)]


def _dynamic_rows() -> Iterator[dict[str, Any]]:
    for x in ROWS:
        row = (x[-1],)
        for smooth in (None, row):
            for beta in (None, row):
                found: dict[str, Any] = {"x": x, "gamma": row}
                yield found | {"smoothScalesOptional": smooth, "betaOptional": beta}


ROWS = ((3, 40), (2, 3, 5), (7, 1), (33, 65), (2, 1, 2, 1, 2, 1, 2, 2))


def _rows() -> Iterator[dict[str, Any]]:
    for x in (*ROWS, (7,)):
        n = x[-1]
        yield {"x": x, "gamma": (n,), "beta": (n,), "scale": (1,), "offset": (1,)}
        if len(x) > 1:
            yield {"x": x, "gamma": (1, n), "beta": (1, n), "scale": (1,), "offset": (1,)}


def _rows_v3() -> Iterator[dict[str, Any]]:
    for divides in (True, False):
        for x in ROWS:
            n = x[-1]
            for scale, offset in (((1,), None), ((1,), (1,)), ((n,), (n,)), ((n,), None)):
                yield {
                    "x": x,
                    "gamma": (n,),
                    "beta": None if offset is None else (n,),
                    "scale": scale,
                    "offset": offset,
                    "divMode": divides,
                    "outputRstd": len(x) < 3,
                }


def _sums() -> Iterator[dict[str, Any]]:
    for divides in (True, False):
        for x, gamma in (
            ((3, 40), (40,)),
            ((2, 3, 5), (3, 5)),
            ((2, 3, 5), (5,)),
            ((7,), (7,)),
            ((33, 65), (65,)),
            ((0, 3), (3,)),
        ):
            for second in (None, gamma):
                for point in (None, "int32", "float32"):
                    points = None if point is None else np.full(gamma, -3, point)
                    yield {
                        "x1": x,
                        "x2": x,
                        "gamma": gamma,
                        "scales1": gamma,
                        "scales2Optional": second,
                        "zeroPoints1Optional": points,
                        "zeroPoints2Optional": points if second else None,
                        "divMode": divides,
                    }


def _sums_v2() -> Iterator[dict[str, Any]]:
    for x in ((3, 40), (2, 3, 5), (7,), (33, 65), (0, 3)):
        row = (x[-1],)
        for beta in (None, row):
            for divides in (True, False):
                for second in (None, row):
                    for point in (None, "int32"):
                        points = None if point is None else np.full(row, -3, point)
                        yield {
                            "x1": x,
                            "x2": x,
                            "gamma": row,
                            "scales1": row,
                            "scales2Optional": second,
                            "zeroPoints1Optional": points,
                            "zeroPoints2Optional": points if second else None,
                            "betaOptional": beta,
                            "divMode": divides,
                        }


def _adapt_points(arguments: dict[str, Any], _: int) -> None:
    """Points of float32 beside numbers of float32."""
    for name in ("zeroPoints1Optional", "zeroPoints2Optional"):
        if arguments["x1"].dtype == np.float32 and arguments[name] is not None:
            arguments[name] = arguments[name].astype(np.float32)


def _dynamic(*, has_mask: bool) -> Iterator[dict[str, Any]]:
    masks = (None, [True, False], [False, True], [True, True]) if has_mask else (None,)
    for x in (*ROWS, (0, 3)):
        n = x[-1]
        for mask in masks:
            for first, second in ((None, None), ((n,), None), ((n,), (n,))):
                if mask is not None and (
                    (first and not mask[0]) or (second and not mask[1]) or 0 in x
                ):
                    continue
                if 0 in x and not second:
                    continue
                found: dict[str, Any] = {"x1": x, "x2": x, "gamma": (n,)}
                found |= {"smoothScale1Optional": first, "smoothScale2Optional": second}
                if has_mask:
                    found |= {"betaOptional": (n,) if first else None, "outputMask": mask}
                yield found


ORACLES = {
    "aclnnRmsNormQuant": Oracle(
        _quantised,
        given=True,
        shapes=_rows,
        types={"scale": lambda kind: kind, "offset": lambda _: "int8"},
        refused=lambda o: o.architecture == "3510" and o.x.dtype == np.float32,
    ),
    "aclnnRmsNormQuantV3": Oracle(
        _quantised_v3,
        given=True,
        shapes=_rows_v3,
        types={"scale": lambda _: "float32", "offset": lambda _: "float32"},
    ),
    "aclnnRmsNormDynamicQuant": Oracle(_dynamic_normed, given=True, shapes=_dynamic_rows),
    "aclnnAddRmsNormQuant": Oracle(
        _added_quantised,
        given=True,
        shapes=_sums,
        types={"scales1": lambda _: "float32", "scales2Optional": lambda _: "float32"},
    ),
    "aclnnAddRmsNormQuantV2": Oracle(
        _added_quantised_v2,
        given=True,
        shapes=_sums_v2,
        types={"scales1": lambda _: "float32", "scales2Optional": lambda _: "float32"},
        adapt=_adapt_points,
    ),
    "aclnnAddRmsNormDynamicQuant": Oracle(
        _added_dynamic, given=True, shapes=lambda: _dynamic(has_mask=False)
    ),
    "aclnnAddRmsNormDynamicQuantV2": Oracle(
        _added_dynamic, given=True, shapes=lambda: _dynamic(has_mask=True)
    ),
}
