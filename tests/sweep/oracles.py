# SPDX-License-Identifier: Apache-2.0
"""What declared calls compute, by their documented formulas in NumPy: a line a call.

Operands come in a type that is wider than the one computed in (float64 for float32 and halves,
extended precision for float64, complex likewise); integers and bool in the type computed in, where
NumPy wraps around and + and * of bool are or and and, as CANN's.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np

Operands = SimpleNamespace
"""The arguments by the vendor's names; lists for lists."""


@dataclass(frozen=True)
class Oracle:
    """The formula of a call.

    value      the result; a list for a list
    magnitude  what errors are relative to, where it is more than the result: terms that cancel
    computed   the data type computed in by architecture and that of the first operand, where it
               is another
    roundings  of intermediate results, each half a unit in the last place of the magnitude
    refused    whether phase one answers 161002, though it has the data types
    """

    value: Callable[[Operands], Any]
    magnitude: Callable[[Operands], Any] | None = None
    roundings: int = 0
    computed: Callable[[str, str], str] | None = None
    refused: Callable[[Operands], bool] = lambda o: False


def _axis(o: Operands) -> tuple[int, ...]:
    return tuple(o.dims) or tuple(range(o.self.ndim))


def _sum(values: Any, o: Operands) -> Any:
    """A sum over dims; of bool whether any is true, of none 0."""
    if values.dtype == np.bool_:
        return values.any(axis=_axis(o), keepdims=o.keepDims)
    return np.asarray(values.sum(axis=_axis(o), keepdims=o.keepDims, dtype=values.dtype))


ORACLES: dict[str, Oracle] = {
    "aclnnAdd": Oracle(
        lambda o: o.self + o.alpha * o.other,
        lambda o: np.abs(o.self) + np.abs(o.alpha * o.other),
        roundings=1,
    ),
    "aclnnAdds": Oracle(
        lambda o: o.self + o.alpha * o.other,
        lambda o: np.abs(o.self) + np.abs(o.alpha * o.other),
        roundings=1,
    ),
    "aclnnMul": Oracle(lambda o: o.self * o.other),
    "aclnnExp": Oracle(lambda o: np.exp(o.self)),
    "aclnnNeg": Oracle(lambda o: -o.self),
    "aclnnReduceSum": Oracle(
        lambda o: _sum(o.self, o),
        lambda o: _sum(np.abs(o.self), o),
        refused=lambda o: o.self.size == 0 and o.self.dtype.kind == "c",  # Fill has no complex
    ),
    "aclnnMm": Oracle(
        lambda o: o.self @ o.mat2,
        lambda o: np.abs(o.self) @ np.abs(o.mat2),
        computed=lambda architecture, name: "float16" if architecture == "1001" else name,
    ),
    "aclnnIndexSelect": Oracle(lambda o: np.take(o.self, o.index.astype(np.int64), axis=o.dim)),
    "aclnnForeachAddScalarV2": Oracle(lambda o: [x + o.scalar for x in o.x]),
}
