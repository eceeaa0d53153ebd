# SPDX-License-Identifier: Apache-2.0
"""Norms with a mean, quantised. Sums and those of squares are float64, and so is a silu; the rest
is float32, one operation after the other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from ops.quant.scales_oracle import saturated, single
from sweep.oracle import Operands, Oracle

Array = NDArray[Any]


def centred(x: Array, axes: tuple[int, ...], epsilon: float) -> tuple[Array, Array, Array]:
    """The distances from the mean, the mean and the reciprocal root of the variance."""
    mean = single(x.astype(np.float64).mean(axes, keepdims=True))
    distance = x - mean
    variance = single((distance.astype(np.float64) ** 2).mean(axes, keepdims=True))
    root = single(1 / np.sqrt((variance + np.float32(epsilon)).astype(np.float64)))
    return distance, mean, root


def _static(norm: Array, scale: Any, point: Any, *, divides: bool) -> Array:
    scaled = norm / single(scale) if divides else norm * single(scale)
    return saturated(np.rint(scaled if point is None else scaled + single(point)))


def dynamic(norm: Array, smooth: Any, largest: float = 127) -> tuple[Array, Array]:
    """What is rounded, and the scales."""
    numbers = norm if smooth is None else norm * single(smooth)
    scale = np.abs(numbers).max(-1, keepdims=True) / np.float32(largest)
    return numbers / scale, scale.squeeze(-1)


def _added(o: Operands) -> list[Array]:
    total = single(o.x1) + single(o.x2)
    total = total if o.biasOptional is None else total + single(o.biasOptional)
    is_one = o.scales1Optional is not None and np.size(o.scales1Optional) == 1 < np.size(o.gamma)
    rank = 1 if is_one else np.ndim(o.gamma)
    distance, _, root = centred(total, tuple(range(-rank, 0)), o.epsilon)
    norm = distance * root * single(o.gamma) + single(o.beta)
    results: list[Array] = []
    scales: list[Array] = []
    pairs = (o.scales1Optional, o.zeroPoints1Optional), (o.scales2Optional, o.zeroPoints2Optional)
    for at, (scale, point) in enumerate(pairs):
        rows = o.x1.shape[:-1] if o.quantMode == "dynamic" else (1,)
        y, found = np.ones(o.x1.shape, np.int8), np.ones(rows, np.float32)
        if (at == 0 or scale is not None) and o.quantMode == "dynamic":
            numbers, found = dynamic(norm, scale)
            y = saturated(np.rint(numbers))
        elif scale is not None:
            y = _static(norm, scale, point, divides=o.divMode)
        results.append(y)
        scales.append(found)
    return [*results, total.astype(o.x1.dtype), *scales]


def _added_v2(o: Operands) -> list[Array]:
    first, second, total, *scales = _added(o)
    return [first, second, total, _norm_of(o), *scales]


def _norm_of(o: Operands) -> Array:
    """The norm, which Ascend950 does not write."""
    if o.architecture == "3510":
        return np.ones(o.x1.shape, o.x1.dtype)
    total = single(o.x1) + single(o.x2)
    total = total if o.biasOptional is None else total + single(o.biasOptional)
    rank = 1 if np.size(o.scales1Optional) == 1 else np.ndim(o.gamma)
    distance, _, root = centred(total, tuple(range(-rank, 0)), o.epsilon)
    norm: Array = distance * root * single(o.gamma) + single(o.beta)
    return norm.astype(o.x1.dtype)


def _sums() -> Iterator[dict[str, Any]]:
    for at, (x, gamma) in enumerate((((3, 40), (40,)), ((2, 3, 5), (3, 5)), ((2, 7, 33), (33,)))):
        for second in (None, gamma):
            for point in (None, gamma):
                yield {
                    "x1": x,
                    "x2": x,
                    "gamma": gamma,
                    "beta": gamma,
                    "biasOptional": (None, x, gamma)[at],
                    "scales1Optional": gamma,
                    "scales2Optional": second,
                    "zeroPoints1Optional": point,
                    "zeroPoints2Optional": point if second else None,
                    "quantMode": "static",
                    "divMode": at != 1,
                }


def _rows() -> Iterator[dict[str, Any]]:
    for x in ((3, 40), (2, 7, 33)):
        row = (x[-1],)
        for first, second in ((None, None), (row, None), (row, row)):
            found: dict[str, Any] = {"x1": x, "x2": x, "gamma": row, "beta": row}
            found |= {"biasOptional": row if first else None, "quantMode": "dynamic"}
            found |= {"scales1Optional": first, "scales2Optional": second}
            found |= {"zeroPoints1Optional": None, "zeroPoints2Optional": None}
            yield found


def _all() -> Iterator[dict[str, Any]]:
    yield from _sums()
    yield from _rows()


def _with_one_scale() -> Iterator[dict[str, Any]]:
    yield from _sums()
    for x in ((3, 40), (2, 7, 33)):
        row = (1, x[-1])
        yield {
            "x1": x,
            "x2": x,
            "gamma": row,
            "beta": row,
            "biasOptional": None,
            "scales1Optional": (1,),
            "scales2Optional": None,
            "zeroPoints1Optional": (1,),
            "zeroPoints2Optional": None,
            "quantMode": "static",
            "divMode": True,
        }


def _no_single(o: Operands) -> bool:
    return bool(o.quantMode == "dynamic" and o.x1.dtype == np.float32)


def ada_norm(o: Operands) -> Array:
    """The norm, scaled and shifted, before it is quantised."""
    distance, _, root = centred(single(o.x), (-1,), o.epsilon)
    norm = distance * root
    norm = norm if o.weightOptional is None else norm * single(o.weightOptional)
    norm = norm if o.biasOptional is None else norm + single(o.biasOptional)
    rows = (*o.x.shape[:-2], 1, o.x.shape[-1])
    factors, summands = single(o.scale).reshape(rows), single(o.shift).reshape(rows)
    return norm * (np.float32(1) + factors) + summands


def _ada(o: Operands) -> list[Array]:
    numbers, scale = dynamic(ada_norm(o), o.smoothScalesOptional)
    return [saturated(np.rint(numbers)), scale]


def _ada_cases() -> Iterator[dict[str, Any]]:
    for x, factors in (((3, 40), (40,)), ((2, 3, 5), (2, 1, 5)), ((2, 1, 4, 33), (2, 1, 33))):
        row = (x[-1],)
        for weight, smooth in ((None, None), (row, None), (row, row)):
            found: dict[str, Any] = {"x": x, "scale": factors, "shift": factors}
            found |= {"weightOptional": weight, "biasOptional": smooth}
            yield found | {"smoothScalesOptional": smooth}


def _group_norm(o: Operands) -> list[Array]:
    batches, channels = o.self.shape[:2]
    x = single(o.self).reshape(batches, o.group, channels // o.group, -1)
    distance, mean, root = centred(x, (2, 3), o.eps)

    def in_groups(each: Any) -> Array:
        return single(each).reshape((1,) if np.size(each) == 1 else (1, *x.shape[1:3], 1))

    norm = distance * root
    norm = norm if o.gamma is None else norm * in_groups(o.gamma)
    norm = norm if o.beta is None else norm + in_groups(o.beta)
    wide = norm.astype(np.float64)
    with np.errstate(over="ignore"):
        silu = single(wide / (1 + np.exp(-wide)))
    y = saturated(np.rint(silu / in_groups(o.quantScale))).reshape(o.self.shape)
    statistics = [each.reshape(batches, o.group).astype(o.self.dtype) for each in (mean, root)]
    return [y, *statistics]


def _group_cases() -> Iterator[dict[str, Any]]:
    for x, group in (((2, 6, 4), 3), ((1, 4, 3, 3), 1), ((3, 8), 4)):
        channels = (x[1],)
        for factors in (None, channels):
            for scale in ((1,), channels):
                found: dict[str, Any] = {"self": x, "gamma": factors, "beta": factors}
                yield found | {"quantScale": scale, "group": group}


def _finite(arguments: dict[str, Any], _: int) -> None:
    for given in arguments.values():
        if isinstance(given, np.ndarray) and given.dtype.kind not in "iu":
            with np.errstate(invalid="ignore"):
                given[...] = np.clip(np.nan_to_num(given), -8, 8)


def _batch_norm(o: Operands) -> Array:
    def of_channels(each: Any) -> Array:
        return single(each).reshape(1, -1, 1, 1)

    distance = (single(o.input) - single(o.inputZeroPoint)) * single(o.inputScale)
    norm = (distance - of_channels(o.mean)) / np.sqrt(of_channels(o.var) + np.float32(o.epsilon))
    norm = norm if o.weight is None else norm * of_channels(o.weight)
    norm = norm if o.bias is None else norm + of_channels(o.bias)
    found = norm / single(o.outputScale) + single(o.outputZeroPoint)
    return saturated(np.trunc(found + np.copysign(np.float32(0.5), found)), str(o.input.dtype))


def _batch_cases() -> Iterator[dict[str, Any]]:
    for x in ((2, 3, 4, 5), (1, 2, 1, 1)):
        for factors in (None, (x[1],)):
            found: dict[str, Any] = {"input": x, "mean": (x[1],), "var": (x[1],)}
            found |= {"weight": factors, "bias": factors}
            found |= {"inputScale": np.float32(0.37), "outputScale": np.float32(0.11)}
            yield found | {"inputZeroPoint": np.int32(3), "outputZeroPoint": np.int32(-2)}


def _variances(arguments: dict[str, Any], at: int) -> None:
    _finite(arguments, at)
    arguments["var"][...] = np.abs(arguments["var"])


ORACLES = {
    "aclnnAddLayerNormQuant": Oracle(
        _added, given=True, shapes=_all, adapt=_finite, refused=_no_single
    ),
    "aclnnAddLayerNormQuantV2": Oracle(
        _added_v2, given=True, shapes=_with_one_scale, adapt=_finite, refused=_no_single
    ),
    "aclnnAdaLayerNormQuant": Oracle(_ada, given=True, shapes=_ada_cases, adapt=_finite),
    "aclnnGroupNormSiluQuant": Oracle(
        _group_norm,
        given=True,
        shapes=_group_cases,
        types={"quantScale": lambda _: "float32"},
        adapt=_finite,
    ),
    "aclnnQuantizedBatchNorm": Oracle(
        _batch_norm,
        given=True,
        shapes=_batch_cases,
        types={name: lambda _: "float32" for name in ("mean", "var", "weight", "bias")},
        adapt=_variances,
    ),
}
