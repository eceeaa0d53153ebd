# SPDX-License-Identifier: Apache-2.0
"""Gradients of activations."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
from ops.activation.oracle import (
    gelu_erf,
    half_shapes,
    halves,
    over_one_and_exp,
    prelu_shapes,
    small_groups,
)
from sweep.oracle import GIVEN, Oracle, with_magnitude


def _where(condition: Any, value: Any, other: Any) -> Any:
    return np.where(condition, value, other).astype(np.asarray(value).dtype)


def _hardswish(grad: Any, x: Any, lower: Any, upper: Any) -> Any:
    """lower and upper: where the gradient is 0, and where it passes; what is no number passes."""
    aslant = grad * (x / 3 + 0.5)
    return np.where(lower(x), 0, np.where(upper(x), grad, aslant))


def _swish(grad: Any, x: Any, factor: Any) -> Any:
    below, above = over_one_and_exp(1, factor * x), over_one_and_exp(1, -factor * x)
    return grad * (below * (1 + factor * x * above))


def _gelu(x: Any) -> Any:
    inner = 2 * np.sqrt(2 / np.pi) * (x + 0.044715 * x**3)
    slope = 2 * np.sqrt(2 / np.pi) * (1 + 3 * 0.044715 * x**2)
    below, above = over_one_and_exp(1, inner), over_one_and_exp(1, -inner)
    return below + x * below * above * slope


def _gelu_erf(x: Any) -> Any:
    return gelu_erf(np.ones_like(x) * x) / x + x * np.exp(-x * x / 2) / np.sqrt(2 * np.pi)


def _erf_slope(x: Any) -> Any:
    """At 0 it is 1/2."""
    return np.where(x == 0, 0.5, _gelu_erf(np.where(x == 0, 1, x)))


def _whole(o: Any) -> bool:
    return all(each.dtype.kind in "iub" for each in (o.gradOutput, o.self))


def _elu(o: Any) -> Any:
    x = o.selfOrResult
    slope = x + o.alpha * o.scale
    if not o.isResult:
        slope = o.alpha * o.scale * np.exp(np.minimum(x, 0) * o.inputScale)
    return o.gradOutput * np.where(x <= 0, o.inputScale * slope, o.scale)


def _selu(grad: Any, y: Any) -> Any:
    """Integers are rounded, and hold what they can."""
    is_whole = y.dtype.kind == "i"
    wide, result = (each.astype(np.float64) if is_whole else each for each in (grad, y))
    scale, alpha = 1.0507009873554805, 1.6732632423543772
    value = np.where(result <= 0, wide * (result + scale * alpha), wide * scale)
    if not is_whole:
        return value
    limits = np.iinfo(y.dtype)
    return np.clip(np.rint(value), limits.min, limits.max)


def _softplus(o: Any) -> Any:
    v = o.self * o.beta
    return np.where(v > o.threshold, o.gradOutput, over_one_and_exp(o.gradOutput, v))


def _mish(x: Any) -> Any:
    e = np.exp(np.minimum(x, 40))
    n = e * (e + 2)
    return n / (n + 2) + x * (4 * e * (e + 1) / (n + 2) ** 2 * (x < 40))


def _prelu(o: Any) -> tuple[Any, Any, tuple[int, ...]]:
    """The gradient by the operand, what the slope's is a sum of, and the dimensions summed."""
    x, grad = o.self, o.gradOutput
    count = o.weight.size
    along = (1, -1) + (1,) * (x.ndim - 2) if x.ndim > 1 else (1,) * x.ndim
    by_self = np.where(x > 0, grad, grad * o.weight.reshape(along))
    dims = tuple(d for d in range(x.ndim) if d != 1 or count == 1)
    return by_self, np.where(x > 0, 0, grad * x), dims


def _prelu_values(o: Any) -> list[Any]:
    by_self, update, dims = _prelu(o)
    return [by_self, update.sum(axis=dims).reshape(o.weight.shape)]


def _prelu_magnitudes(o: Any) -> list[Any]:
    by_self, update, dims = _prelu(o)
    return [np.abs(by_self), np.abs(update).sum(axis=dims).reshape(o.weight.shape)]


def _glu(o: Any) -> Any:
    x, gate = halves(o)
    first = over_one_and_exp(o.gradOut, gate)
    return np.concatenate([first, first * (x * over_one_and_exp(1, -gate))], axis=o.dim)


def _glu_magnitude(o: Any) -> Any:
    """That of the differences which some products take."""
    x, gate = halves(o)
    first = np.abs(over_one_and_exp(o.gradOut, gate))
    return np.concatenate([first, first * np.abs(x)], axis=o.dim)


def _silu_magnitude(o: Any) -> Any:
    """That of the two terms of the slope."""
    below, above = over_one_and_exp(o.gradOutput, o.self), over_one_and_exp(1, -o.self)
    return np.abs(below) + np.abs(below * (o.self * above))


def _geglu(o: Any, left: bool) -> Any:
    first, second = halves(o)
    other, gate = (second, first) if left else (first, second)
    slope = _gelu(gate) if o.approximate == 1 else _erf_slope(gate)
    by_other, by_gate = o.gradOutput * o.gelu, o.gradOutput * other * slope
    return np.concatenate([by_gate, by_other] if left else [by_other, by_gate], axis=o.dim)


def _swiglu(o: Any) -> Any:
    gate, x = halves(o)
    by_gate = _swish(o.yGrad * x, gate, 1)
    return np.concatenate([by_gate, over_one_and_exp(o.yGrad * gate, gate)], axis=o.dim)


def _logit(o: Any) -> Any:
    least = max(o.eps, 0)
    outside = (o.x < least) | (o.x > 1 - least)
    return np.where(outside, np.nan if o.eps < 0 else 0, o.dy / (o.x * (1 - o.x)))


def _swiglu_group(o: Any, size: bool = False) -> list[Any]:
    """Rows behind those of all groups have no gradient; that of the weights is of all rows."""
    of: Any = np.abs if size else np.asarray
    first, second = np.split(o.x, 2, axis=-1)
    limit = o.clampLimit if o.clampLimit > 0 else np.inf
    a, b = np.minimum(first, limit), np.clip(second, -limit, limit)
    weights = 1 if o.weightOptional is None else o.weightOptional.reshape(*a.shape[:-1], 1)
    grad = o.gradY * weights
    below, above = over_one_and_exp(1, a), over_one_and_exp(1, -a)
    found = [
        np.where(first < limit, of(grad * b * below) * (1 + of(a * above)), 0)
        if size
        else np.where(first < limit, grad * b * below * (1 + a * above), 0),
        np.where(np.abs(second) < limit, of(grad * a * below), 0),
    ]
    joined = np.concatenate(found, axis=-1)
    if o.groupIndexOptional is not None:
        rows = np.arange(math.prod(a.shape[:-1])).reshape(*a.shape[:-1], 1)
        joined = np.where(rows < o.groupIndexOptional.sum(), joined, 0)
    sums = np.asarray(o.gradWeightOutOptional)
    if o.weightOptional is not None:
        sums = of(o.gradY * o.yOriginOptional).sum(-1).reshape(o.weightOptional.shape)
    return [joined, sums]


def _group_shapes() -> Iterator[dict[str, Any]]:
    for shape, weights in (
        ((4, 3), (4,)),
        ((2, 3, 4), (6, 1)),
        ((5, 65), (5,)),
        ((1, 1), (1, 1)),
        ((33, 16), (33,)),
    ):
        whole = (*shape[:-1], 2 * shape[-1])
        yield {
            **dict.fromkeys(("gradY", "yOriginOptional"), shape),
            **dict.fromkeys(("x", "gradXOut"), whole),
            **dict.fromkeys(("weightOptional", "gradWeightOutOptional"), weights),
            "groupIndexOptional": (2,),
        }


ORACLES: dict[str, Oracle] = {
    "aclnnSwiGluGrad": Oracle(_swiglu, shapes=half_shapes("x", yGrad=True)),
    "aclnnLogitGrad": Oracle(_logit, arguments={"eps": [-1.0, 0.25, 0.0]}),
    "aclnnGluBackward": Oracle(_glu, _glu_magnitude, roundings=1, shapes=half_shapes(gradOut=True)),
    "aclnnGeGluBackward": Oracle(
        lambda o: _geglu(o, False),
        arguments={"approximate": [0, 1]},
        shapes=half_shapes(gradOutput=True, gelu=True),
    ),
    "aclnnGeGluV3Backward": Oracle(
        lambda o: _geglu(o, o.activateLeft),
        arguments={"approximate": [0, 1], "activateLeft": [False, True, True]},
        shapes=half_shapes(gradOutput=True, gelu=True),
    ),
    "aclnnSoftshrinkBackward": Oracle(
        lambda o: np.where(
            (o.self <= o.__dict__["lambda"]) & (o.self >= -o.__dict__["lambda"]), 0, o.gradOutput
        ),
        arguments={"lambda": [0.5, 1.5]},
    ),
    "aclnnPreluBackward": Oracle(
        _prelu_values, _prelu_magnitudes, roundings=1, shapes=prelu_shapes
    ),
    "aclnnSiluBackward": Oracle(lambda o: _swish(o.gradOutput, o.self, 1), _silu_magnitude),
    "aclnnSwishBackward": Oracle(
        lambda o: _swish(o.gradOutput, o.self, 1 if o.betaOptional is None else o.betaOptional),
        arguments={"betaOptional": [None, 1.5, -0.25]},
    ),
    "aclnnGeluBackward": Oracle(lambda o: o.gradOutput * _gelu(o.self), refused=_whole),
    "aclnnGeluBackwardV2": Oracle(
        lambda o: o.gradOutput * (_gelu(o.self) if o.approximate == "tanh" else _erf_slope(o.self)),
        refused=_whole,
        arguments={"approximate": ["none", "tanh"]},
    ),
    "aclnnFastGeluBackward": Oracle(lambda o: _swish(o.gradOutput, o.self, 1.702)),
    "aclnnEluBackward": Oracle(
        _elu,
        arguments={
            "alpha": [1, 1.5, 0.25],
            "scale": [1, 0.5],
            "inputScale": [1, 2],
            "isResult": [False, True],
        },
    ),
    "aclnnSeluBackward": Oracle(lambda o: _selu(o.gradOutput, o.result)),
    "aclnnSoftplusBackward": Oracle(
        _softplus, arguments={"beta": [1, 2, 0.25], "threshold": [20, 1.5]}
    ),
    "aclnnLogSigmoidBackward": Oracle(lambda o: over_one_and_exp(o.gradOutput, -o.self)),
    "aclnnMishBackward": Oracle(lambda o: o.gradOutput * _mish(o.self)),
    "aclnnLeakyReluBackward": Oracle(
        lambda o: _where(o.self > 0, o.gradOutput, o.gradOutput * o.negativeSlope),
        arguments={"negativeSlope": [0.25, 1.5], "selfIsResult": [False, True]},
    ),
    "aclnnThresholdBackward": Oracle(
        lambda o: _where(o.self <= o.threshold, np.zeros_like(o.gradOutput), o.gradOutput),
        arguments={"threshold": [0, 2]},
        refused=lambda o: o.self.dtype == np.int64 and o.threshold != 0,
    ),
    "aclnnHardtanhBackward": Oracle(
        lambda o: np.where((o.self < o.min) | (o.self > o.max), 0, o.gradOutput),
        arguments={"min": [-1, -1.5], "max": [1, 2.5]},
    ),
    "aclnnHardswishBackward": Oracle(
        lambda o: _hardswish(o.gradOutput, o.self, lambda x: x < -3, lambda x: ~(x <= 3))
    ),
    "aclnnHardswishBackwardV2": Oracle(
        lambda o: _hardswish(o.gradOutput, o.self, lambda x: x <= -3, lambda x: ~(x < 3))
    ),
    "aclnnHardsigmoidBackward": Oracle(
        lambda o: np.where((o.self > -3) & (o.self < 3), o.gradOutput / 6, 0)
    ),
    "aclnnHardshrinkBackward": Oracle(
        lambda o: np.where((o.self <= o.lambd) & (o.self >= -o.lambd), 0, o.gradOutput),
        arguments={"lambd": [0.5, 1.5]},
    ),
    "aclnnSigmoidBackward": Oracle(
        lambda o: o.gradOutput * np.conj((1 - o.output) * o.output),
        lambda o: (
            np.abs(o.gradOutput) * (1 + np.abs(o.output)) * np.abs(o.output)
            if np.iscomplexobj(o.output)
            else np.zeros(())
        ),
    ),
    "aclnnTanhGrad": Oracle(lambda o: o.dy * ((1 - o.y) * (1 + o.y))),
    "aclnnTanhBackward": Oracle(lambda o: o.gradOutput * ((1 - o.output) * (1 + o.output))),
    "aclnnAcosGrad": Oracle(lambda o: -o.y_grad / np.sqrt((1 - o.x) * (1 + o.x))),
    "aclnnAcosGradV2": Oracle(lambda o: -o.dy / np.sqrt((1 - o.y) * (1 + o.y))),
    "aclnnAsinGrad": Oracle(lambda o: o.dy / np.sqrt((1 - o.y) * (1 + o.y))),
    "aclnnAcoshGrad": Oracle(lambda o: o.dy / np.sinh(o.y)),
    "aclnnAsinhGrad": Oracle(lambda o: o.dy / np.cosh(o.y)),
    "aclnnAtanGrad": Oracle(lambda o: o.dy / (1 + o.x**2)),
    "aclnnSoftsignBackward": Oracle(lambda o: o.gradients / (1 + np.abs(o.features)) ** 2),
    "aclnnSqrtBackward": Oracle(
        lambda o: np.where(o.dy == 0, 0, o.dy / 2 / np.where(o.dy == 0, 1, o.y))
    ),
    "aclnnReluGradV3": Oracle(
        lambda o: _where(o.x > 0, o.y, 0),
        shapes=lambda: (
            {"x": x, "y": y}
            for x, y in (
                ((7,), (7,)),
                ((3, 4), (1,)),
                ((0, 3), (0, 3)),
                ((33, 130), (33, 130)),
                ((3, 1, 5), (4, 1)),
            )
        ),
    ),
    "aclnnReluGradV4": Oracle(
        lambda o: _where(o.self != 0, o.gradOutput, 0),
        types={"self": lambda kind: "uint8"},
        arguments={"threshold": [0]},
    ),
    "aclnnSwigluGroupGrad": with_magnitude(
        _swiglu_group,
        shapes=_group_shapes,
        adapt=small_groups,
        types={
            "groupIndexOptional": lambda kind: "int64",
            "weightOptional": lambda kind: "float32",
            "gradWeightOutOptional": lambda kind: "float32",
        },
        arguments={
            "weightOptional": [GIVEN, None],
            "yOriginOptional": [GIVEN, None],
            "groupIndexOptional": [GIVEN, GIVEN, None],
            "clampLimit": [0.0, 0.5, 7.0],
        },
    ),
}
