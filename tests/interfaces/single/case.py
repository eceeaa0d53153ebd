# SPDX-License-Identifier: Apache-2.0
"""One call of a single operator, and numbers for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from interfaces.single.single import Array, Host

F32 = np.float32
RANDOM = np.random.default_rng(7)


@dataclass
class Case:
    """One call of an operator. `before` is what lies in its outputs when it is called."""

    inputs: Sequence[Array | Host | None]
    outputs: Sequence[Any]
    attrs: dict[str, Any] = field(default_factory=dict)
    tolerance: float = 2e-6
    before: Sequence[Array] | None = None


def normal(*shape: int) -> Array:
    return RANDOM.standard_normal(shape).astype(F32)


def within(low: float, high: float, *shape: int) -> Array:
    return RANDOM.uniform(low, high, shape).astype(F32)


def wide(array: Array) -> Array:
    return np.asarray(array, np.float64)


def single(array: Any) -> Array:
    return np.asarray(array).astype(F32)
