# SPDX-License-Identifier: Apache-2.0
"""Of three and more operands."""

from __future__ import annotations

from typing import Any

import numpy as np
from sweep.oracles.oracle import GIVEN, Operands, Oracle


def _quotient(a: Any, b: Any) -> Any:
    """Of integers cut toward zero, 0 where the divisor is."""
    if a.dtype.kind != "i":
        return a / b
    a, b = np.broadcast_arrays(a, b)
    sizes = np.abs(a.astype(object)) // np.where(b == 0, 1, np.abs(b.astype(object)))
    signed = np.where((a < 0) == (b < 0), sizes, -sizes)
    whole = np.where(b == 0, 0, signed) & (2**64 - 1)
    return whole.astype(np.uint64).view(np.int64)


def _lerp(o: Operands) -> Any:
    return o.self + o.weight * (o.end - o.self)


def _lerp_size(o: Operands) -> Any:
    """What is added up: the end that is near, and the way from it."""
    return np.abs(o.self) + np.abs(o.end) + np.abs(o.weight) * (np.abs(o.end) + np.abs(o.self))


def _clip(values: Any, low: Any = None, high: Any = None) -> Any:
    if low is not None:
        values = np.maximum(values, low)
    return values if high is None else np.minimum(values, high)


LOW = {"clipValueMin": (GIVEN, None, GIVEN)}
HIGH = {"clipValueMax": (GIVEN, GIVEN, None)}

ORACLES: dict[str, Oracle] = {
    "aclnnAddcmul": Oracle(
        lambda o: o.self + o.value * (o.tensor1 * o.tensor2),
        lambda o: np.abs(o.self) + np.abs(o.value * o.tensor1 * o.tensor2),
        roundings=2,
    ),
    "aclnnAddcdiv": Oracle(
        lambda o: o.self + o.value * _quotient(o.tensor1, o.tensor2),
        lambda o: np.abs(o.self) + np.abs(o.value * _quotient(o.tensor1, o.tensor2)),
        roundings=2,
    ),
    "aclnnLerp": Oracle(_lerp, _lerp_size, roundings=3),
    "aclnnLerps": Oracle(_lerp, _lerp_size, roundings=3),
    "aclnnSWhere": Oracle(lambda o: np.where(o.condition, o.self, o.other)),
    "aclnnClamp": Oracle(
        lambda o: _clip(o.self, o.clipValueMin, o.clipValueMax), arguments={**LOW, **HIGH}
    ),
    "aclnnClampMin": Oracle(lambda o: _clip(o.self, o.clipValueMin)),
    "aclnnClampMax": Oracle(lambda o: _clip(o.self, None, o.clipValueMax)),
    "aclnnClampTensor": Oracle(
        lambda o: _clip(o.self, o.clipValueMin, o.clipValueMax), arguments={**LOW, **HIGH}
    ),
    "aclnnClampMinTensor": Oracle(lambda o: _clip(o.self, o.clipValueMin)),
    "aclnnClampMaxTensor": Oracle(lambda o: _clip(o.self, None, o.max)),
}
