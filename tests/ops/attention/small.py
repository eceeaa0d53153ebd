# SPDX-License-Identifier: Apache-2.0
"""Operands of attention whose scores stay small: exponentials of large ones tell little."""

from __future__ import annotations

from typing import Any

import numpy as np


def _small(value: Any) -> Any:
    if isinstance(value, list):
        return [_small(each) for each in value]
    if not isinstance(value, np.ndarray) or value.dtype.kind in "biu":
        return value
    return np.clip(np.nan_to_num(value.astype(np.float64)), -1, 1).astype(value.dtype)


def make_small(arguments: dict[str, Any]) -> None:
    """Brings the numbers of all tensors of floats to -1 to 1."""
    for name, value in arguments.items():
        arguments[name] = _small(value)
