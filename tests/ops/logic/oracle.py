# SPDX-License-Identifier: Apache-2.0
"""Truth values, and classes of numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
from sweep.oracle import Oracle


def _some_zeros(arguments: dict[str, Any], at: int) -> None:
    """Numbers that are false are among the others."""
    for offset, each in enumerate(arguments.values()):
        each.ravel()[(at + offset) % 2 :: 3] = 0


def _infinity(sign: int) -> Oracle:
    return Oracle(lambda o: np.equal(o.self, sign * np.inf))


ORACLES: dict[str, Oracle] = {
    "aclnnLogicalAnd": Oracle(lambda o: np.logical_and(o.self, o.other), adapt=_some_zeros),
    "aclnnLogicalOr": Oracle(lambda o: np.logical_or(o.self, o.other), adapt=_some_zeros),
    "aclnnLogicalXor": Oracle(
        lambda o: np.logical_xor(o.self, o.other),
        refused=lambda o: (
            any(each.dtype.kind == "c" and each.ndim > 7 for each in (o.self, o.other))
            and o.self.size > 0
        ),
        adapt=_some_zeros,
    ),
    "aclnnLogicalNot": Oracle(lambda o: np.logical_not(o.self), adapt=_some_zeros),
    "aclnnIsFinite": Oracle(lambda o: np.isfinite(o.self)),
    "aclnnIsPosInf": _infinity(1),
    "aclnnIsNegInf": _infinity(-1),
    "aclnnIsInf": Oracle(lambda o: np.isinf(o.x)),
    "aclnnSignbit": Oracle(
        lambda o: np.signbit(o.self) if o.self.dtype.kind == "f" else np.less(o.self, 0)
    ),
}
