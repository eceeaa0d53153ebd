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
    found = np.zeros(a.shape, np.int64)
    for at in np.ndindex(a.shape):
        if b[at] == 0:
            continue
        size = abs(int(a[at])) // abs(int(b[at]))
        whole = size if (a[at] < 0) == (b[at] < 0) else -size
        found[at] = (whole + 2**63) % 2**64 - 2**63
    return found


def _lerp(o: Operands) -> Any:
    near_self = o.self + o.weight * (o.end - o.self)
    near_end = o.end - (o.end - o.self) * (1 - o.weight)
    return np.where(np.abs(o.weight) < 0.5, near_self, near_end)


def _lerp_size(o: Operands) -> Any:
    """What is added up: the end that is near, and the way from it."""
    return np.abs(o.self) + np.abs(o.end) + np.abs(o.weight) * (np.abs(o.end) + np.abs(o.self))


def _clip(values: Any, low: Any = None, high: Any = None) -> Any:
    if low is not None:
        values = np.maximum(values, low)
    return values if high is None else np.minimum(values, high)


def _needs_int16(o: Operands) -> bool:
    """int8 and uint8 meet in int16, which addcmul does not have."""
    first = o.selfRef if hasattr(o, "selfRef") else o.self
    return {each.dtype.name for each in (first, o.tensor1, o.tensor2)} == {"int8", "uint8"}


# The last ones cross.
BOUNDS = {"clipValueMin": (1, None, 2, 0.5, 5), "clipValueMax": (3, 2, None, 2.5, 4)}
TENSOR_BOUNDS = {"clipValueMin": (GIVEN, None, GIVEN), "clipValueMax": (GIVEN, GIVEN, None)}

ORACLES: dict[str, Oracle] = {
    "aclnnAddcmul": Oracle(
        lambda o: o.self + o.value * (o.tensor1 * o.tensor2),
        lambda o: np.abs(o.self) + np.abs(o.value * o.tensor1 * o.tensor2),
        roundings=2,
        refused=_needs_int16,
    ),
    "aclnnAddcdiv": Oracle(
        lambda o: o.self + o.value * _quotient(o.tensor1, o.tensor2),
        lambda o: np.abs(o.self) + np.abs(o.value * _quotient(o.tensor1, o.tensor2)),
        roundings=2,
    ),
    "aclnnLerp": Oracle(_lerp, _lerp_size, roundings=3),
    "aclnnLerps": Oracle(_lerp, _lerp_size, roundings=3),
    "aclnnSWhere": Oracle(lambda o: np.where(o.condition, o.self, o.other)),
    "aclnnClamp": Oracle(lambda o: _clip(o.self, o.clipValueMin, o.clipValueMax), arguments=BOUNDS),
    "aclnnClampMin": Oracle(
        lambda o: _clip(o.self, o.clipValueMin), arguments={"clipValueMin": (1, 0.5)}
    ),
    "aclnnClampMax": Oracle(
        lambda o: _clip(o.self, None, o.clipValueMax), arguments={"clipValueMax": (1, 0.5)}
    ),
    "aclnnInplaceClampMax": Oracle(lambda o: _clip(o.self, None, o.clipValueMax)),
    "aclnnClampTensor": Oracle(
        lambda o: _clip(o.self, o.clipValueMin, o.clipValueMax), arguments=TENSOR_BOUNDS
    ),
    "aclnnClampMinTensor": Oracle(lambda o: _clip(o.self, o.clipValueMin)),
    "aclnnClampMaxTensor": Oracle(lambda o: _clip(o.self, None, o.max)),
}
