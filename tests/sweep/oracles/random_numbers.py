# SPDX-License-Identifier: Apache-2.0
"""Random numbers: the documented sequence, by sweep/philox.py."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import ml_dtypes
import numpy as np
from sweep import philox
from sweep.oracles.oracle import Operands, Oracle

SHAPES: list[tuple[int, ...]] = [(), (1,), (7,), (3, 4), (2, 3, 4), (0, 3), (33, 65), (5000,)]
STATES: dict[str, Any] = {"seed": (0, 7, -1, 2**40 + 3), "offset": (0, 10, 2**35, 5, -3)}


def _shapes() -> Iterator[dict[str, Any]]:
    for shape in SHAPES:
        yield {"selfRef": shape}


def _with_tensors(kind: str = "int64") -> Any:
    def shapes() -> Iterator[dict[str, Any]]:
        for at, shape in enumerate(SHAPES):
            seed = np.array([(at * 2**33 + 5) % 2**62]).astype(kind)
            yield {"selfRef": shape, "seedTensor": seed, "offsetTensor": np.array([at], kind)}

    return shapes


def _state(o: Operands) -> tuple[int, int]:
    given = o.given
    if "seedTensor" in given:
        return int(given["seedTensor"][0]), int(given["offsetTensor"][0]) + int(given["offset"])
    return int(given["seed"]), int(given["offset"])


def _tensor(o: Operands) -> Any:
    return o.given["selfRef" if "selfRef" in o.given else "self"]


def _is_wide(o: Operands) -> bool:
    return bool(_tensor(o).dtype == np.float64)


def is_half(dtype: np.dtype[Any]) -> bool:
    return dtype in (np.dtype(np.float16), np.dtype(ml_dtypes.bfloat16))


def _bounds(o: Operands) -> tuple[Any, Any]:
    """The bounds as the type that is drawn has them."""
    kind = _tensor(o).dtype
    drawn = np.dtype(np.float64) if _is_wide(o) else kind if is_half(kind) else np.dtype(np.float32)
    return drawn.type(o.given["from"]), drawn.type(o.given["to"])


def _uniform(o: Operands) -> Any:
    shape = _tensor(o).shape
    low, high = _bounds(o)
    unit: Any = philox.units(int(np.prod(shape)), *_state(o), wide=_is_wide(o))
    wide: Any = np.longdouble if _is_wide(o) else np.float32
    first, length = wide(low), wide(high) - wide(low)
    # One product, one sum, as documented: where they are rounded decides what integers are cut to.
    value = unit.astype(wide) * length + first
    most = np.nextafter(high, type(high)(-np.inf))
    value = np.minimum(value, max(wide(most), first))
    return value.astype(np.longdouble).reshape(shape)


def _uniform_size(o: Operands) -> Any:
    low, high = _bounds(o)
    return np.full(_tensor(o).shape, max(abs(float(low)), abs(float(high))))


def _normal(o: Operands) -> Any:
    shape = _tensor(o).shape
    z = philox.normals(int(np.prod(shape)), *_state(o), wide=_is_wide(o))
    return (np.longdouble(np.float32(o.mean)) + np.longdouble(np.float32(o.std)) * z).reshape(shape)


def _normal_size(o: Operands) -> Any:
    return np.abs(_normal(o)) + 2 * abs(float(o.mean))


DIGITS = {"float32": 24, "float16": 11, "bfloat16": 8, "float64": 53, "complex64": 24}


def _integers(o: Operands, low: int, past: int) -> Any:
    array = _tensor(o)
    found = philox.integers(array.size, *_state(o), low, past).reshape(array.shape)
    if array.dtype.kind in "iub":
        return found.astype(array.dtype)
    return found.astype(np.clongdouble if array.dtype.kind == "c" else np.longdouble)


def _nearest(number: int, kind: str) -> tuple[int, int] | None:
    """The number of a floating-point type that is nearest to an integer, and the distance there."""
    if kind not in DIGITS or kind.startswith("complex"):
        return None
    step = int(2 ** max(abs(number).bit_length() - DIGITS[kind], 0))
    found = round(Fraction(number, step)) * step
    return None if kind == "float16" and abs(found) > 65504 else (found, step)


def _random(o: Operands) -> Any:
    low, past = int(o.given["from"]), int(o.given["to"])
    kind = _tensor(o).dtype.name
    last, first = (_nearest(number, kind) for number in (past - 1, low + 1))
    # Where the last number of the range would become its end, the range ends before that number.
    if last is not None and last[0] >= past:
        past = last[0] - last[1]
    if first is not None and first[0] < low:
        low = first[0] + first[1]
    return _integers(o, low, past)


def _all(o: Operands) -> Any:
    kind = _tensor(o).dtype
    if kind.kind in "iu":
        return _integers(o, 0, int(np.iinfo(kind).max) + 1)
    return _integers(o, 0, 2 if kind.kind == "b" else 2 ** DIGITS.get(kind.name, 24) + 1)


def _pairs(of: Any, *ranges: tuple[Any, Any]) -> dict[str, Any]:
    first, second = of
    return {first: [low for low, _ in ranges], second: [high for _, high in ranges]}


INTERVALS = _pairs(("from", "to"), (0.0, 1.0), (-3.0, 100.0), (2.5, 2.5), (-0.1, 0.1), (-7.0, -5.0))
RANGES = _pairs(("from", "to"), (0, 10), (-100, 28), (3, 4), (0, 70000), (-(2**40), 2**33))
DEVIATIONS: dict[str, Any] = {"mean": (0.0, 2.5, -100.0), "std": (1.0, 0.0, 3.5, 0.01)}
MORE: dict[str, Any] = {"offset": (0, 100)}


ORACLES: dict[str, Oracle] = {
    "aclnnInplaceUniform": Oracle(
        _uniform,
        _uniform_size,
        shapes=_shapes,
        given=True,
        arguments=INTERVALS | {"seed": (0, 7, 2**63 + 5), "offset": (0, 10, 2**35)},
    ),
    "aclnnInplaceUniformTensor": Oracle(
        _uniform,
        _uniform_size,
        shapes=_with_tensors("uint64"),
        given=True,
        arguments=INTERVALS | MORE,
    ),
    "aclnnInplaceNormal": Oracle(
        _normal, _normal_size, shapes=_shapes, given=True, arguments=DEVIATIONS | STATES
    ),
    "aclnnInplaceNormalTensor": Oracle(
        _normal, _normal_size, shapes=_with_tensors(), given=True, arguments=DEVIATIONS | MORE
    ),
    "aclnnInplaceRandom": Oracle(_random, shapes=_shapes, given=True, arguments=RANGES | STATES),
    "aclnnInplaceRandomTensor": Oracle(
        _random, shapes=_with_tensors(), given=True, arguments=RANGES | MORE
    ),
    "aclnnInplaceRandomWithoutFromTo": Oracle(_all, shapes=_shapes, given=True, arguments=STATES),
    "aclnnInplaceRandomWithoutFromToTensor": Oracle(
        _all, shapes=_with_tensors(), given=True, arguments=MORE
    ),
}
