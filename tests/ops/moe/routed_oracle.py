# SPDX-License-Identifier: Apache-2.0
"""Grouped products whose rows are combined."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import ml_dtypes
import numpy as np
from numpy.typing import NDArray
from ops.quant.scales_oracle import unpacked
from sweep.oracle import Operands, Oracle, with_magnitude

Array = NDArray[Any]
Shapes = Iterator[dict[str, Any]]

_RNG = np.random.default_rng(11)


def _named(o: Operands, *names: str) -> Any:
    """The operand that the version has under one of these names."""
    return next((getattr(o, name) for name in names if hasattr(o, name)), None)


def _scales(scale: Array) -> Array:
    if scale.dtype != np.int64:
        return scale.astype(np.float64)
    bits = (scale & 0xFFFFE000).astype(np.uint32)
    return bits.view(np.float32).astype(np.float64).reshape(scale.shape[0], -1)


def _ends(o: Operands, rows: int) -> list[int]:
    numbers = np.asarray(_named(o, "groupList", "groupListOptional"))
    ends = np.cumsum(numbers) if o.groupListType == 1 else numbers
    return [min(int(end), rows) for end in ends]


def _combined(o: Operands, size: bool = False) -> Array:
    of: Any = np.abs if size else np.asarray
    x = _named(o, "x1", "x").astype(np.float64)
    given = _named(o, "x2", "w")
    weight, scale = unpacked(given).astype(np.float64), _scales(_named(o, "scale", "scaleOptional"))
    bias = _named(o, "bias", "biasOptional")
    offset = _named(o, "offsetOptional")
    tokens, logit = o.pertokenScaleOptional, _named(o, "logit", "logitOptional")
    shared = _named(o, "sharedInput", "sharedInputOptional")
    places = _named(o, "rowIndex", "rowIndexOptional")
    is_small = given.dtype == np.int32
    out = np.zeros((len(x), weight.shape[-1]))
    if shared is not None:
        first = o.sharedInputOffset
        out[first : first + len(shared)] += of(
            shared.astype(np.float64) * np.float64(np.float32(o.sharedInputWeight))
        )
    first = 0
    for group, end in enumerate(_ends(o, len(x))):
        for row in range(first, end):
            left = of(x[row] - 8 if is_small else x[row])
            sums = of(left) @ of(weight[group]) * of(scale[group])
            factor = 1.0 if tokens is None else float(of(tokens[row]))
            added = 0.0 if bias is None else of(bias[group].astype(np.float64))
            if is_small and offset is not None:
                added = added + of(offset[group, 0].astype(np.float64) * x[row].sum())
            sums = (sums + added) * factor if is_small else sums * factor + added
            if 0 <= places[row] < len(out):
                out[places[row]] += sums * float(of(logit[row]))
        first = max(first, end)
    return out


def _whole(*shape: int) -> Array:
    return _RNG.integers(-128, 128, shape).astype(np.int8)


def _floats(*shape: int) -> Array:
    return _RNG.uniform(-2, 2, shape).astype(np.float32)


def _words(*shape: int) -> Array:
    return _floats(*shape).view(np.uint32).astype(np.int64)


def _cases(names: dict[str, str], *, small: bool, has_offset: bool) -> Callable[[], Shapes]:
    """`names` are those of a version that are others in the first one."""

    def cases() -> Shapes:
        for at, (m, groups) in enumerate(((5, [2, 0, 3]), (7, [1, 4, 1]), (3, [9, 9, 9]))):
            k, n = (192, 128) if small else (48, 256)
            packed = _RNG.integers(-(2**31), 2**31, (3, k, n // 8)).astype(np.int32)
            half = _floats(3, n).astype(ml_dtypes.bfloat16)
            case: dict[str, Any] = {
                "x": _whole(m, k),
                "w": packed if small else _whole(3, k, n),
                "scale": _words(3, 1, n) if small else half if at == 1 else _floats(3, n),
                "bias": _floats(3, n) if small else half if at == 2 else None,
                "pertokenScaleOptional": None if at == 2 and not small else _floats(m),
                "groupList": np.array(groups if at != 1 else np.cumsum(groups), np.int64),
                "sharedInput": None if at == 2 else _floats(2, n).astype(ml_dtypes.bfloat16),
                "logit": _floats(m),
                "rowIndex": _RNG.integers(0, m, m).astype(np.int64),
                "dtype": 0,
                "sharedInputWeight": 0.5,
                "sharedInputOffset": 1 if at < 2 else 0,
                "transposeX": False,
                "transposeW": False,
                "groupListType": 0 if at == 1 else 1,
            }
            if has_offset:
                offset = _floats(3, 1, n) if small and at == 1 else None
                reserved = {"antiquantScaleOptional": None, "antiquantOffsetOptional": None}
                case |= {"offsetOptional": offset, **reserved}
            if "tuningConfigOptional" in names:
                case["tuningConfigOptional"] = None if at == 0 else [m]
            yield {names.get(name, name): value for name, value in case.items()}

    return cases


_OPTIONAL = {
    name: f"{name}Optional"
    for name in ("scale", "bias", "groupList", "sharedInput", "logit", "rowIndex")
}
_SECOND = {"x": "x1", "w": "x2", "transposeX": "transposeX1", "transposeW": "transposeX2"}
_TUNED = {"tuningConfigOptional": "tuningConfigOptional"}


def _both(first: Callable[[], Shapes], second: Callable[[], Shapes]) -> Callable[[], Shapes]:
    def both() -> Shapes:
        yield from first()
        yield from second()

    return both


def _oracle(shapes: Callable[[], Shapes]) -> Oracle:
    return with_magnitude(
        _combined,
        given=True,
        shapes=shapes,
        layouts=("dense",),
        refused=lambda o: o.architecture == "3510",  # it takes others: test_routed_floats.py
    )


_NZ = "aclnnGroupedMatmulFinalizeRoutingWeightNz"
ORACLES = {
    "aclnnGroupedMatmulFinalizeRouting": _oracle(_cases(_OPTIONAL, small=True, has_offset=False)),
    "aclnnGroupedMatmulFinalizeRoutingV2": _oracle(
        _cases(_OPTIONAL | _SECOND, small=True, has_offset=True)
    ),
    "aclnnGroupedMatmulFinalizeRoutingV3": _oracle(
        _cases(_OPTIONAL | _SECOND | _TUNED, small=True, has_offset=True)
    ),
    _NZ: _oracle(_cases(_SECOND, small=False, has_offset=False)),
    f"{_NZ}V2": _oracle(
        _both(
            _cases(_SECOND | _TUNED, small=False, has_offset=True),
            _cases(_SECOND | _TUNED, small=True, has_offset=True),
        )
    ),
}
