# SPDX-License-Identifier: Apache-2.0
"""Quantised products that ranks sum up, for one rank: of int8 to the bit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import ml_dtypes
import numpy as np
from numpy.typing import NDArray
from ops.quant.product_oracle import multiplied, restored, words_of
from sweep.group import GROUP
from sweep.oracle import Operands, Oracle, with_magnitude

Array = NDArray[Any]
Shapes = Iterator[dict[str, Any]]
NAMED: dict[str, Sequence[Any]] = {"group": [GROUP], "commMode": ["ai_cpu"]}
_RNG = np.random.default_rng(31)
_BFLOAT16 = ml_dtypes.bfloat16


def _codes(*shape: int) -> Array:
    return _RNG.integers(-128, 128, shape).astype(np.int8)


def _reals(shape: tuple[int, ...], dtype: Any = np.float32, size: float = 1) -> Array:
    return np.asarray((_RNG.normal(size=shape) * size).astype(dtype))


def _given(o: Operands, *names: str) -> Any:
    """The first of the arguments that the call has; None where it is left out."""
    return next((getattr(o, name) for name in names if hasattr(o, name)), None)


# --- int8 ----------------------------------------------------------------------------------------


def product(o: Operands) -> Array:
    """A rank's numbers, rounded to the type that is exchanged."""
    scale = _given(o, "dequantScale", "x2Scale")
    tokens = _given(o, "pertokenScaleOptional", "x1ScaleOptional")
    bias = _given(o, "bias", "biasOptional")
    x3 = _given(o, "x3", "x3Optional")
    rows = o.x1.reshape(-1, o.x1.shape[-1])
    sums = multiplied(rows, o.x2, False, False)
    if bias is not None:
        sums = sums + bias.astype(sums.dtype)
    found = restored(sums, scale.reshape(-1), tokens, None)
    if x3 is not None:
        found = found + x3.reshape(found.shape).astype(np.float32)
    wanted = _BFLOAT16 if scale.dtype == _BFLOAT16 else np.float16
    return np.asarray(found.astype(wanted).reshape(*o.x1.shape[:-1], -1))


def exchanged(numbers: Sequence[Array], codes: Array, sums: Array) -> Array:
    """The sum of what ranks exchange as int8."""
    first, second = codes.reshape(-1).astype(np.float32), sums.reshape(-1).astype(np.float32)
    coded = [np.rint(each.astype(np.float32) / first).clip(-128, 127) for each in numbers]
    total = np.sum(coded, axis=0, dtype=np.float32)
    kept = np.rint(total * (first / second)).clip(-128, 127).astype(np.int8)
    return np.asarray((kept.astype(np.float32) * second).astype(numbers[0].dtype))


def _summed(o: Operands) -> Array:
    codes = _given(o, "commQuantScale1Optional")
    found = product(o)
    if codes is None:
        return found
    return exchanged([found], codes, o.commQuantScale2Optional)


def cases() -> Shapes:
    """Operands by the names of version 4, of which others have some."""
    for rows, depth, columns in (((5,), 40, 16), ((2, 3), 70, 33), ((1,), 1, 1)):
        count = int(np.prod(rows))
        whole = _RNG.integers(-9000, 9000, columns).astype(np.int32)
        own: dict[str, Any] = {"x1": _codes(*rows, depth), "x2": _codes(depth, columns)}
        words = words_of(_reals((columns,), size=1 / 512))
        half = _reals((1, columns), _BFLOAT16, 1 / 512)
        added = (*rows, columns)
        yield own | {"x2Scale": words, "bias": whole, "x3": _reals(added, np.float16)}
        yield own | {"x2Scale": words[:1]}
        yield own | {"x2Scale": half, "bias": whole, "x3": _reals(added, _BFLOAT16)}
        yield own | {"x2Scale": half, "tokens": _reals((count,))}
        float32 = _reals((columns,), size=1 / 512)
        yield own | {"x2Scale": float32, "tokens": _reals((count,)), "bias": whole}
        scales = {
            "codes": np.abs(_reals((columns,), np.float16)) + np.float16(0.0625),
            "sums": np.abs(_reals((columns,), np.float16)) + np.float16(0.0625),
        }
        yield own | {"x2Scale": float32, "tokens": _reals((count,)), **scales}
        yield own | {
            "x2Scale": half,
            "x3": _reals(added, _BFLOAT16),
            "codes": np.abs(_reals((1, columns), _BFLOAT16)) + _BFLOAT16(0.0625),
            "sums": np.abs(_reals((1, columns), _BFLOAT16)) + _BFLOAT16(0.0625),
        }


_NAMES = {
    1: {"x2Scale": "dequantScale", "bias": "bias", "x3": "x3"},
    2: {
        "x2Scale": "dequantScale",
        "bias": "biasOptional",
        "x3": "x3Optional",
        "tokens": "pertokenScaleOptional",
    },
}
_NAMES[3] = _NAMES[2] | {"codes": "commQuantScale1Optional", "sums": "commQuantScale2Optional"}
_NAMES[4] = _NAMES[3] | {"x2Scale": "x2Scale", "tokens": "x1ScaleOptional"}


def _named(version: int) -> Any:
    names = _NAMES[version]

    def each() -> Shapes:
        for case in cases():
            own = {key: value for key, value in case.items() if key in ("x1", "x2", *names)}
            is_float = own["x2Scale"].dtype == np.float32
            if len(own) == len(case) and not (version == 1 and is_float):
                yield {
                    "x1": own["x1"],
                    "x2": own["x2"],
                    **{names[key]: own.get(key) for key in names},
                }

    return each


def _quantised(version: int) -> Oracle:
    return Oracle(_summed, given=True, shapes=_named(version), arguments=NAMED)


# --- Weights of small whole numbers ---------------------------------------------------------------


def _weights(o: Operands, size: Any = np.asarray) -> Array:
    """x1 @ ((x2 + offset) * scale) + bias + x3 in float64."""
    scale, offset = o.antiquantScale.astype(np.float64), o.antiquantOffset
    weight = o.x2.astype(np.float64)
    group = o.antiquantGroupSize
    if group:
        spread = np.arange(weight.shape[0]) // group
        scale = scale[spread]
        offset = None if offset is None else offset.astype(np.float64)[spread]
    if offset is not None:
        weight = size(weight) + size(offset.astype(np.float64))
    found = size(o.x1.astype(np.float64)) @ (size(weight) * size(scale))
    for name in ("bias", "x3"):
        summand = getattr(o, name, None)
        if summand is not None:
            found = found + size(summand.astype(np.float64))
    return np.asarray(found)


def _weight_cases(residual: bool) -> Shapes:
    for at, (rows, depth, columns, group) in enumerate(
        (((5,), 40, 16, 0), ((2, 3), 70, 33, 32), ((4,), 96, 8, 64), ((3,), 7, 5, 0))
    ):
        scales: tuple[int, ...] = (-(-depth // group), columns) if group else (columns,)
        for has_more in (True, False):
            own: dict[str, Any] = {
                "x1": (*rows, depth),
                "x2": (depth, columns),
                "antiquantScale": (1,) if at == 3 else scales,
                "antiquantOffset": ((1,) if at == 3 else scales) if has_more else None,
                "bias": (columns,) if has_more else None,
                "antiquantGroupSize": group,
            }
            if residual:
                whole = (*rows, columns) if len(rows) == 2 else (1, *rows, columns)
                yield own | {"residual": whole, "gamma": (columns,)}
            else:
                yield own | {"x3": (*rows, columns) if has_more else None}


# --- Norms ---------------------------------------------------------------------------------------


def _normed(o: Operands, of_sizes: bool = False) -> list[Array]:
    """The sums, rounded, and their norm."""
    dtype = o.residual.dtype
    is_weight = hasattr(o, "antiquantScale")
    numbers = _weights(o) if is_weight else product(o)
    total = o.residual.astype(np.float64) + numbers.astype(dtype).astype(np.float64).reshape(
        o.residual.shape
    )
    total = total.astype(dtype).astype(np.float64)
    root = np.sqrt(np.mean(total * total, axis=-1, keepdims=True) + o.epsilon)
    gamma = o.gamma.astype(np.float64)
    if of_sizes:
        wide = _weights(o, np.abs) if is_weight else np.abs(numbers.astype(np.float64))
        total = np.abs(o.residual.astype(np.float64)) + wide.reshape(o.residual.shape)
        gamma = np.abs(gamma)
    return [total, total / root * gamma]


def _norm_cases() -> Shapes:
    for case in cases():
        words = case["x2Scale"]
        if {"tokens", "codes"} & set(case) or words.dtype == np.float32:
            continue
        dtype = _BFLOAT16 if words.dtype == _BFLOAT16 else np.float16
        rows, columns = case["x1"].shape[:-1], case["x2"].shape[1]
        whole = (*rows, columns) if len(rows) == 2 else (1, *rows, columns)
        yield {
            "x1": case["x1"],
            "x2": case["x2"],
            "dequantScale": words,
            "bias": case.get("bias"),
            "residual": _reals(whole, dtype),
            "gamma": _reals((columns,), dtype),
        }


def _moderate(arguments: dict[str, Any], at: int) -> None:
    for name, value in arguments.items():
        if isinstance(value, np.ndarray) and value.dtype.kind not in "iub":
            wide = np.nan_to_num(value.astype(np.float64), posinf=9, neginf=-9)
            arguments[name] = np.clip(wide, -9, 9).astype(value.dtype)


_NORM = with_magnitude(_normed, given=True, shapes=_norm_cases, arguments=NAMED)
_WEIGHT_NORM = with_magnitude(
    _normed,
    given=True,
    shapes=lambda: _weight_cases(True),
    types={"x2": lambda _: "int8"},
    arguments=NAMED,
    adapt=_moderate,
)
_WEIGHT = Oracle(
    _weights,
    lambda o: _weights(o, np.abs),
    given=True,
    shapes=lambda: _weight_cases(False),
    types={"x2": lambda _: "int8"},
    arguments=NAMED,
    adapt=_moderate,
)

ORACLES = {
    "aclnnQuantMatmulAllReduce": _quantised(1),
    "aclnnQuantMatmulAllReduceV2": _quantised(2),
    "aclnnQuantMatmulAllReduceV3": _quantised(3),
    "aclnnQuantMatmulAllReduceV4": _quantised(4),
    "aclnnQuantMatmulAllReduceV5": _quantised(4),
    "aclnnQuantMatmulAllReduceAddRmsNorm": _NORM,
    "aclnnInplaceQuantMatmulAllReduceAddRmsNorm": _NORM,
    "aclnnWeightQuantMatmulAllReduce": _WEIGHT,
    "aclnnWeightQuantMatmulAllReduceV2": _WEIGHT,
    "aclnnWeightQuantMatmulAllReduceAddRmsNorm": _WEIGHT_NORM,
    "aclnnInplaceWeightQuantMatmulAllReduceAddRmsNorm": _WEIGHT_NORM,
}
