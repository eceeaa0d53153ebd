# SPDX-License-Identifier: Apache-2.0
"""Folds."""

from __future__ import annotations

from typing import Any

import numpy as np
from sweep.oracles.oracle import Operands, Oracle


def _axis(o: Operands) -> tuple[int, ...]:
    return tuple(o.dims) or tuple(range(o.self.ndim))


def _sum(values: Any, o: Operands) -> Any:
    """A sum over dims; of bool whether any is true, of none 0."""
    if values.dtype == np.bool_:
        return values.any(axis=_axis(o), keepdims=o.keepDims)
    return np.asarray(values.sum(axis=_axis(o), keepdims=o.keepDims, dtype=values.dtype))


ORACLES: dict[str, Oracle] = {
    "aclnnReduceSum": Oracle(
        lambda o: _sum(o.self, o),
        lambda o: _sum(np.abs(o.self), o),
        refused=lambda o: o.self.size == 0 and o.self.dtype.kind == "c",  # Fill has no complex
    ),
}
