# SPDX-License-Identifier: Apache-2.0
"""Activations."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from ops.random import philox
from sweep.oracle import GIVEN, Operands, Oracle

_erfc = np.vectorize(math.erfc, otypes=[np.float64])


def _where(condition: Any, value: Any, other: Any) -> Any:
    return np.where(condition, value, other).astype(np.asarray(value).dtype)


def _six_parts(x: Any) -> Any:
    return np.clip(x + 3, 0, 6)


def _hardsigmoid(x: Any) -> Any:
    """The fraction is cut off where the result is an integer."""
    value = _six_parts(x.astype(np.float64) if x.dtype.kind == "i" else x) / 6
    return np.trunc(value) if x.dtype.kind == "i" else value


def _shrink(x: Any, limit: Any, bias: Any) -> Any:
    small = (x <= limit) & (x >= -limit)
    return np.where(small, 0, np.where(x > limit, x - bias, x + bias))


def over_one_and_exp(above: Any, x: Any) -> Any:
    """The quotient above / (1 + e^-x)."""
    return above / (1 + np.exp(-x))


def gelu(x: Any) -> Any:
    """With tanh: 1 + tanh u is 2 / (1 + e^-2u)."""
    return over_one_and_exp(x, 2 * np.sqrt(2 / np.pi) * (x + 0.044715 * x**3))


def gelu_erf(x: Any) -> Any:
    """1 + erf y is erfc -y."""
    return x / 2 * _erfc(-x / np.sqrt(2))


def softplus(x: Any) -> Any:
    return np.maximum(x, 0) + np.log1p(np.exp(-np.abs(x)))


def _mish(x: Any) -> Any:
    return x * np.tanh(softplus(x))


def _selu(x: Any) -> Any:
    """The fraction is cut off where the result is an integer, which holds what it can."""
    wide = x.astype(np.float64) if x.dtype.kind == "i" else x
    scale, alpha = 1.0507009873554805, 1.6732632423543772
    value = scale * np.where(wide > 0, wide, alpha * np.expm1(np.minimum(wide, 0)))
    value = np.where(np.isnan(wide), wide, value)
    return np.minimum(np.trunc(value), np.iinfo(x.dtype).max) if x.dtype.kind == "i" else value


def _elu(o: Any) -> Any:
    below = o.alpha * o.scale * np.expm1(o.self * o.inputScale)
    return np.where(o.self <= 0, below, o.scale * o.self)


def _softplus(o: Any) -> Any:
    v = o.self * o.beta
    return np.where(v > o.threshold, o.self, softplus(v) / o.beta)


def prelu_shapes() -> Iterator[dict[str, Any]]:
    """One slope, or one for each place of the second dimension."""
    for shape, slopes in (
        ((7,), (1,)),
        ((), ()),
        ((3, 4), (4,)),
        ((3, 4), (1,)),
        ((2, 3, 4), (3,)),
        ((2, 33, 65), (33,)),
        ((2, 3, 2, 1, 2, 1, 2, 2), (3,)),
        ((5, 500), (1, 1)),
    ):
        yield {"self": shape, "gradOutput": shape, "weight": slopes}


def _along(weight: Any, like: Any) -> Any:
    if like.ndim < 2:
        return weight.reshape((1,) * like.ndim)
    return weight.reshape((1, -1) + (1,) * (like.ndim - 2))


def half_shapes(whole: str = "self", last: bool = False, **others: bool) -> Any:
    """A tensor of two halves, and those that are as large as one."""

    def shapes() -> Iterator[dict[str, Any]]:
        for shape, dim in (
            ((2,), 0),
            ((3, 4), -1),
            ((4, 3), 0),
            ((2, 6, 4), 1),
            ((33, 130), -1),
            ((0, 4), 1),
            ((2, 1, 2, 1, 2, 1, 2, 2), 4),
            ((5000,), 0),
        ):
            half = [size // 2 if at == dim % len(shape) else size for at, size in enumerate(shape)]
            if not last or dim % len(shape) == len(shape) - 1:
                yield {whole: shape, "dim": dim, **dict.fromkeys(others, tuple(half))}

    return shapes


def halves(o: Any) -> tuple[Any, Any]:
    whole = next(getattr(o, name) for name in ("self", "x", "input") if hasattr(o, name))
    first, second = np.split(whole, 2, axis=getattr(o, "dim", -1))
    return first, second


def _geglu(o: Any, left: bool) -> list[Any]:
    first, second = halves(o)
    other, gate = (second, first) if left else (first, second)
    active = gelu(gate) if o.approximate == 1 else gelu_erf(gate)
    return [other * active, active]


def _gelu_mul(o: Any) -> Any:
    first, second = halves(o)
    return (gelu(first) if o.approximateOptional == "tanh" else gelu_erf(first)) * second


def _swiglu(o: Any) -> Any:
    first, second = halves(o)
    return over_one_and_exp(first, first) * second


def _fast_gelu_v2(x: Any) -> Any:
    part = -0.1444 * (np.minimum(np.abs(0.7071 * x), 1.769) - 1.769) ** 2 + 0.5
    return x * (np.where(x + 1e-12 < 0, -1, 1) * part + 0.5)


def _fused_bias_leaky_relu(o: Any) -> Any:
    total = o.x + o.bias
    return np.where(total >= 0, total, total * o.negativeSlope) * o.scale


def _swiglu_clamp(o: Any) -> Any:
    gate, up = halves(o)
    return np.minimum(over_one_and_exp(gate, gate), o.limit) * np.clip(up, -o.limit, o.limit)


def _fatrelu_mul(o: Any) -> Any:
    gate, up = halves(o)
    return np.where(gate < o.threshold.reshape(()), 0, gate) * up


def _fatrelu_shapes() -> Iterator[dict[str, Any]]:
    for shape, threshold in (
        ((1, 2), ()),
        ((3, 4), (1,)),
        ((33, 130), (1, 1, 1)),
        ((0, 4), (1,)),
        ((2, 1, 2, 1, 2, 1, 2, 6), (1,)),
        ((5, 1024), ()),
    ):
        yield {"input": shape, "threshold": threshold}


def _situ_glu(o: Any) -> Any:
    first, second = halves(o)
    gate, up = (first, second) if o.activateLeft else (second, first)
    if o.linearBeta > 0:
        up = o.linearBeta * np.tanh(up / o.linearBeta)
    return over_one_and_exp(o.beta * np.tanh(gate / o.beta), gate) * up


def _clipped_swiglu(o: Any) -> Any:
    """Rows behind those of all groups stay."""
    dim = o.dim % o.x.ndim
    rows = math.prod(o.x.shape[:dim])
    joined = o.x.reshape(rows, -1) if o.x.size else o.x.reshape(rows, 0)
    half = joined.shape[1] // 2
    a, b = (
        (joined[:, ::2], joined[:, 1::2]) if o.interleaved else (joined[:, :half], joined[:, half:])
    )
    b = np.clip(b, -o.limit, o.limit)
    if getattr(o, "clampMode", 0):
        found = np.minimum(over_one_and_exp(a, a), o.limit) * b
    else:
        a = np.minimum(a, o.limit)
        found = over_one_and_exp(a, np.float64(np.float32(o.alpha)) * a) * (b + o.bias)
    if o.groupIndexOptional is not None:
        computed = np.arange(rows)[:, None] < o.groupIndexOptional.sum()
        found = np.where(computed, found, o.out.reshape(found.shape))
    return found.reshape(o.out.shape)


def _clipped_shapes() -> Iterator[dict[str, Any]]:
    for shape, dim in (
        ((6, 4), -1),
        ((2,), 0),
        ((3, 2, 6), 1),
        ((2, 3, 130), 2),
        ((0, 4), 1),
        ((5, 4, 3), -2),
    ):
        half = [size // 2 if at == dim % len(shape) else size for at, size in enumerate(shape)]
        yield {"x": shape, "dim": dim, "out": tuple(half), "groupIndexOptional": (2,)}


def small_groups(arguments: dict[str, Any], at: int) -> None:
    """Groups of no rows, of some, and of more than there are."""
    groups = arguments["groupIndexOptional"]
    if groups is not None:
        groups[...] = [[0, 1], [1, 2], [3, 90], [0, 0]][at % 4]


CLIPPED: dict[str, Any] = {
    "shapes": _clipped_shapes,
    "adapt": small_groups,
    "types": {"groupIndexOptional": lambda kind: "int64"},
}
CLIPPED_ARGUMENTS: dict[str, Any] = {
    "groupIndexOptional": [GIVEN, None, GIVEN],
    "alpha": [1.5, 1.0],
    "limit": [7.0, 0.5],
    "bias": [1.0, 0.0],
    "interleaved": [True, False, True],
}


def _rectified_at_random(o: Operands) -> list[Any]:
    """By docs/reference/random.md: slopes are drawn in float32, from bounds rounded to the type."""
    given = o.given["self"]
    kind, noise = given.dtype, o.given["noise"]
    low, high = (np.float32(kind.type(o.given[name])) for name in ("lower", "upper"))
    x = given.astype(np.float64)
    if not o.training:
        return [noise, np.where(x > 0, x, x * ((o.given["lower"] + o.given["upper"]) / 2))]
    unit = philox.units(given.size, o.given["seed"], o.given["offset"], wide=False)
    most = np.float32(np.nextafter(kind.type(o.given["upper"]), kind.type(-np.inf)))
    slopes = np.minimum(unit.astype(np.float32) * (high - low) + low, max(most, low))
    factors = np.where(x < 0, slopes.astype(kind).reshape(x.shape), kind.type(1))
    written = noise.copy().reshape(-1)
    written[: x.size] = factors.reshape(-1)
    return [written.reshape(noise.shape), x * factors.astype(np.float64)]


def _with_noise() -> Iterator[dict[str, Any]]:
    for shape, noise in (
        ((3, 4), (3, 4)),
        ((), ()),
        ((33, 65), (33, 65)),
        ((2, 3), (5, 7)),
        ((6,), (2, 3)),
        ((0, 3), (4,)),
    ):
        yield {"self": shape, "noise": noise}


THRESHOLD = Oracle(
    lambda o: _where(o.self <= o.threshold, o.value, o.self),
    arguments={"threshold": [0, 2], "value": [0, 3, 7]},
)

HARD_SHRINK = Oracle(
    lambda o: np.where((o.self <= o.lambd) & (o.self >= -o.lambd), 0, o.self),
    arguments={"lambd": [0.5, 1.5]},
)

RRELU = Oracle(
    _rectified_at_random,
    given=True,
    shapes=_with_noise,
    arguments={
        "training": (True, True, False, True, True),
        "lower": (0.125, -1.0, 0.25),
        "upper": (0.375, 0.5),
        "seed": (0, 7, -1),
        "offset": (0, 10),
    },
)


ORACLES: dict[str, Oracle] = {
    "aclnnSquaredRelu": Oracle(
        lambda o: np.maximum(o.input, 0) ** 2,
        shapes=lambda: ({"input": shape} for shape in ((1,), (7,), (3, 4), (0, 3), (2500,))),
    ),
    "aclnnEluV2": Oracle(
        _elu,
        arguments={"alpha": [1, 1.5, 0.25], "scale": [1, 0.5], "inputScale": [1, 2]},
    ),
    "aclnnFastGeluV2": Oracle(lambda o: _fast_gelu_v2(o.x)),
    "aclnnFusedBiasLeakyRelu": Oracle(
        _fused_bias_leaky_relu,
        arguments={"negativeSlope": [0.25, 0.0, 1.5], "scale": [1.0, 1.5]},
        magnitude=lambda o: (np.abs(o.x) + np.abs(o.bias)) * abs(o.scale) * max(1, o.negativeSlope),
    ),
    "aclnnHardsigmoidV2": Oracle(lambda o: _hardsigmoid(o.self)),
    "aclnnReluV3": Oracle(lambda o: [np.maximum(o.x, np.zeros_like(o.x)), o.x > 0]),
    "aclnnSiluMul": Oracle(
        lambda o: over_one_and_exp(o.x, o.x) * o.y,
        shapes=lambda: (
            {"x": shape, "y": shape} for shape in ((1, 2), (3, 4), (0, 4), (2, 3, 2), (33, 130))
        ),
    ),
    "aclnnSoftsign": Oracle(lambda o: o.self / (1 + np.abs(o.self))),
    "aclnnSwigluClamp": Oracle(
        _swiglu_clamp, arguments={"limit": [7.0, 0.5]}, shapes=half_shapes("x", last=True)
    ),
    "aclnnFatreluMul": Oracle(_fatrelu_mul, shapes=_fatrelu_shapes),
    "aclnnSituGlu": Oracle(
        _situ_glu,
        arguments={
            "beta": [1.0, 0.5],
            "linearBeta": [0.0, 1.5, -1.0],
            "activateLeft": [True, False, True],
        },
        shapes=half_shapes("x"),
    ),
    "aclnnClippedSwiglu": Oracle(_clipped_swiglu, arguments=CLIPPED_ARGUMENTS, **CLIPPED),
    "aclnnClippedSwigluV2": Oracle(
        _clipped_swiglu, arguments={**CLIPPED_ARGUMENTS, "clampMode": [0, 1]}, **CLIPPED
    ),
    "aclnnSwiGlu": Oracle(_swiglu, shapes=half_shapes("x")),
    "aclnnGeluMul": Oracle(
        _gelu_mul,
        arguments={"approximateOptional": ["none", "tanh", None]},
        shapes=half_shapes("input", last=True),
    ),
    "aclnnGlu": Oracle(lambda o: over_one_and_exp(*halves(o)), roundings=1, shapes=half_shapes()),
    "aclnnGeGlu": Oracle(
        lambda o: _geglu(o, False), arguments={"approximate": [0, 1]}, shapes=half_shapes()
    ),
    "aclnnGeGluV3": Oracle(
        lambda o: _geglu(o, o.activateLeft),
        arguments={"approximate": [0, 1], "activateLeft": [False, True, True]},
        shapes=half_shapes(),
    ),
    "aclnnHardtanh": Oracle(
        lambda o: np.clip(o.self, o.clipValueMin, o.clipValueMax),
        arguments={"clipValueMin": [1, 0], "clipValueMax": [2, 5]},
    ),
    "aclnnPrelu": Oracle(
        lambda o: np.where(o.self > 0, o.self, o.self * _along(o.weight, o.self)),
        shapes=prelu_shapes,
    ),
    "aclnnSigmoid": Oracle(lambda o: over_one_and_exp(1, o.self)),
    "aclnnTanh": Oracle(lambda o: np.tanh(o.self)),
    "aclnnSilu": Oracle(lambda o: over_one_and_exp(o.self, o.self)),
    "aclnnSwish": Oracle(
        lambda o: over_one_and_exp(
            o.self, o.self * (1 if o.betaOptional is None else o.betaOptional)
        ),
        arguments={"betaOptional": [None, 1.5, -0.25]},
    ),
    "aclnnGelu": Oracle(lambda o: gelu(o.self)),
    "aclnnGeluV2": Oracle(
        lambda o: gelu(o.x) if o.approximate == 1 else gelu_erf(o.x),
        arguments={"approximate": [0, 1]},
    ),
    "aclnnFastGelu": Oracle(lambda o: over_one_and_exp(o.self, 1.702 * o.self)),
    "aclnnElu": Oracle(
        _elu,
        arguments={"alpha": [1, 1.5, 0.25], "scale": [1, 0.5], "inputScale": [1, 2]},
    ),
    "aclnnCelu": Oracle(
        lambda o: np.where(o.self <= 0, o.alpha * np.expm1(o.self / o.alpha), o.self),
        arguments={"alpha": [1, 0.5, -2]},
    ),
    "aclnnSelu": Oracle(lambda o: _selu(o.self)),
    "aclnnSoftplus": Oracle(_softplus, arguments={"beta": [1, 2, 0.25], "threshold": [20, 1.5]}),
    "aclnnLogSigmoid": Oracle(lambda o: -softplus(-o.self)),
    "aclnnLogSigmoidForward": Oracle(lambda o: -softplus(-o.self), arguments={"buffer": [None]}),
    "aclnnMish": Oracle(lambda o: _mish(o.self)),
    "aclnnRelu": Oracle(lambda o: np.maximum(o.self, np.zeros_like(o.self))),
    "aclnnLeakyRelu": Oracle(
        lambda o: _where(o.self > 0, o.self, o.self * o.negativeSlope),
        arguments={"negativeSlope": [0.25, 1.5, -2.0]},
    ),
    "aclnnThreshold": THRESHOLD,
    "aclnnThresholdV2": THRESHOLD,
    "aclnnHardsigmoid": Oracle(lambda o: _hardsigmoid(o.self)),
    "aclnnHardswish": Oracle(lambda o: o.self * _six_parts(o.self) / 6),
    "aclnnHardshrink": HARD_SHRINK,
    "aclnnHardShrink": HARD_SHRINK,
    "aclnnSoftshrink": Oracle(
        lambda o: _shrink(o.self, o.lambd, o.lambd), arguments={"lambd": [0.5, 1.5, 0]}
    ),
    "aclnnShrink": Oracle(
        lambda o: _shrink(o.self, o.lambd, o.bias),
        arguments={"lambd": [0.5, 1.5], "bias": [0, 0.25, -1.0]},
    ),
    "aclnnRReluWithNoise": RRELU,
    "aclnnInplaceRReluWithNoise": replace(RRELU, value=lambda o: _rectified_at_random(o)[::-1]),
}
