# SPDX-License-Identifier: Apache-2.0
"""Numbers quantised and restored by scales that are given.

The pages give formulas without a precision. Everything is float32 here, one operation after the
other, and results are compared bit by bit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sweep.oracle import Operands, Oracle

Array = NDArray[Any]
_RNG = np.random.default_rng(11)
INT8, INT32 = 2, 3
ROUNDINGS: dict[str, Callable[[Array], Array]] = {
    "round": np.rint,
    "floor": np.floor,
    "ceil": np.ceil,
    "trunc": np.trunc,
}


def single(values: Any) -> Array:
    return np.asarray(values).astype(np.float32)


def saturated(values: Array, dtype: str = "int8") -> Array:
    """Whole numbers in an integer type: the nearest there is, and 0 for NaN."""
    limits = np.iinfo(dtype)
    wide = np.nan_to_num(values.astype(np.float64), nan=0, posinf=1e30, neginf=-1e30)
    return np.clip(wide, limits.min, limits.max).astype(dtype)


def along(numbers: Any, rank: int, axis: int) -> Array:
    """One dimension of numbers beside a tensor of so many dimensions."""
    found = single(numbers)
    if found.ndim != 1:
        return found
    shape = [1] * rank
    shape[axis] = found.size
    return found.reshape(shape)


def _quantised(o: Operands) -> Array:
    axis = getattr(o, "axis", -1)
    x = single(o.x)
    scale = along(o.scale, x.ndim, axis)
    found = x * scale
    if o.sqrtMode:
        found = found * scale
    if o.offset is not None:
        found = found + along(o.offset, x.ndim, axis)
    whole = saturated(ROUNDINGS[o.roundMode](found))
    return packed(whole) if o.dstType == INT32 else whole


def unpacked(words: Array) -> Array:
    """The eight int4 of each int32, the first in the lowest bits; other numbers as they are."""
    if words.dtype != np.int32:
        return words
    shifted = words.view(np.uint32)[..., None] >> np.arange(0, 32, 4, dtype=np.uint32)
    numbers = (shifted & 15).astype(np.int64)
    signed = np.where(numbers < 8, numbers, numbers - 16)
    return signed.reshape(*words.shape[:-1], 8 * words.shape[-1])


def packed(numbers: Array) -> Array:
    """Eight numbers in each int32, at most 7 and at least -8."""
    small = np.clip(numbers.astype(np.int64), -8, 7) & 15
    groups = small.reshape(*numbers.shape[:-1], numbers.shape[-1] // 8, 8)
    words = (groups << np.arange(0, 32, 4)).sum(-1)
    return np.asarray(words.astype(np.uint32).view(np.int32))


def _restored(o: Operands) -> Array:
    x = single(unpacked(np.atleast_1d(o.x)) if o.x.dtype == np.int32 else o.x)
    scale = single(o.scale)
    axis = -1
    if scale.ndim == 1 and scale.size not in (1, x.shape[-1]):
        axis = -2
    found = x if o.offset is None else x + along(o.offset, x.ndim, axis)
    found = found * along(scale, x.ndim, axis)
    return found * along(scale, x.ndim, axis) if o.sqrtMode else found


def _divided(o: Operands) -> Array:
    x = single(o.x)
    axis = o.axis if np.size(o.scales) > 1 else -1
    found = x / along(o.scales, x.ndim, axis)
    if o.zeroPoints is not None:
        found = found + along(o.zeroPoints, x.ndim, axis)
    return saturated(np.rint(found), np.dtype(o.dtype).name)


def _quantise_cases(*, has_axis: bool) -> Iterator[dict[str, Any]]:
    for mode in ROUNDINGS:
        for x, axis, scale in (
            ((3, 40), -1, (40,)),
            ((2, 3, 16), -1, (1,)),
            ((3, 4), 1, (1,)),
            ((2, 3, 4), -1, (1, 1, 4)),
            ((7,), -1, (7,)),
            ((2, 5, 3), -2, (5,)),
            ((2, 5, 3), 1, (1, 5, 1)),
            ((5, 33), 0, (5,)),
            ((0, 3), -1, (3,)),
            ((2, 1, 2, 1, 2, 1, 2, 2), -1, (2,)),
        ):
            if not has_axis and axis % len(x) != len(x) - 1:
                continue
            for offset in (None, scale):
                for sqrt_mode in (False, True):
                    kind = INT32 if x[-1] % 8 == 0 and sqrt_mode else INT8
                    found: dict[str, Any] = {"x": x, "scale": scale, "offset": offset}
                    found |= {"sqrtMode": sqrt_mode, "roundMode": mode, "dstType": kind}
                    yield found | ({"axis": axis} if has_axis else {})


def _restore_cases() -> Iterator[dict[str, Any]]:
    for x, scale in (
        ((3, 40), (40,)),
        ((3, 4), (1,)),
        ((2, 3, 5), (5,)),
        ((7,), (7,)),
        ((0, 3), (3,)),
    ):
        for offset in (None, scale):
            for kind in (1, 27):
                found = {"x": x, "scale": scale, "offset": offset, "sqrtMode": kind == 27}
                yield found | {"dstType": kind}


def _adapt_scales(arguments: dict[str, Any], _: int) -> None:
    """A scale for each number of the words, as there was one for each word."""
    if arguments["x"].dtype != np.int32:
        return
    for name in ("scale", "offset"):
        if arguments[name] is not None and arguments[name].size > 1:
            arguments[name] = np.repeat(arguments[name], 8)


def _divide_cases() -> Iterator[dict[str, Any]]:
    for kind in ("int8", "uint8", "int32"):
        for x, axis, scales in (
            ((3, 40), -1, 40),
            ((3, 4), 0, 3),
            ((2, 3, 5), 1, 3),
            ((2, 3, 5), 9, 1),
            ((7,), 0, 7),
            ((0, 3), 1, 3),
        ):
            for points in (None, "int8", "uint8", "int32"):
                given = None
                if points is not None:
                    given = _RNG.integers(0, 100, scales).astype(points)
                yield {
                    "x": x,
                    "scales": (scales,),
                    "zeroPoints": given,
                    "dtype": kind,
                    "axis": axis,
                }


def _of_half(kind: str) -> str:
    return kind if kind in ("float16", "bfloat16") else "float32"


ORACLES = {
    "aclnnAscendQuant": Oracle(
        _quantised,
        given=True,
        shapes=lambda: _quantise_cases(has_axis=False),
        types={"scale": _of_half, "offset": _of_half},
    ),
    "aclnnAscendQuantV3": Oracle(
        _quantised,
        given=True,
        shapes=lambda: _quantise_cases(has_axis=True),
        types={"scale": _of_half, "offset": _of_half},
    ),
    "aclnnAscendAntiQuant": Oracle(
        _restored,
        given=True,
        shapes=_restore_cases,
        adapt=_adapt_scales,
        types={"scale": lambda _: "float32", "offset": lambda _: "float32"},
        refused=lambda o: o.x.dtype.name.startswith("float8") and o.sqrtMode,
    ),
    "aclnnQuantize": Oracle(
        _divided,
        given=True,
        shapes=_divide_cases,
        types={"scales": lambda _: "float32"},
    ),
}
