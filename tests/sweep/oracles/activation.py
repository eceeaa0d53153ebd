# SPDX-License-Identifier: Apache-2.0
"""Activations."""

from __future__ import annotations

from typing import Any

import numpy as np
from sweep.oracles.oracle import Oracle


def _where(condition: Any, value: Any, other: Any) -> Any:
    return np.where(condition, value, other).astype(np.asarray(value).dtype)


def _six_parts(x: Any) -> Any:
    return np.clip(x + 3, 0, 6)


def _hardsigmoid(x: Any) -> Any:
    """The fraction is cut off where the result is an integer."""
    value = _six_parts(x.astype(np.float64) if x.dtype.kind == "i" else x) / 6
    return np.trunc(value) if x.dtype.kind == "i" else value


def _shrink(x: Any, limit: Any, bias: Any) -> Any:
    small = (x <= limit) & (x >= -limit)
    return np.where(small, 0, np.where(x > limit, x - bias, x + bias))


ORACLES: dict[str, Oracle] = {
    "aclnnRelu": Oracle(lambda o: np.maximum(o.self, np.zeros_like(o.self))),
    "aclnnLeakyRelu": Oracle(
        lambda o: _where(o.self > 0, o.self, o.self * o.negativeSlope),
        arguments={"negativeSlope": [0.25, 1.5, -2.0]},
    ),
    "aclnnThreshold": Oracle(
        lambda o: _where(o.self <= o.threshold, o.value, o.self),
        arguments={"threshold": [0, 2], "value": [0, 3, 7]},
    ),
    "aclnnHardsigmoid": Oracle(lambda o: _hardsigmoid(o.self)),
    "aclnnHardswish": Oracle(lambda o: o.self * _six_parts(o.self) / 6),
    "aclnnHardshrink": Oracle(
        lambda o: np.where((o.self <= o.lambd) & (o.self >= -o.lambd), 0, o.self),
        arguments={"lambd": [0.5, 1.5]},
    ),
    "aclnnSoftshrink": Oracle(
        lambda o: _shrink(o.self, o.lambd, o.lambd), arguments={"lambd": [0.5, 1.5, 0]}
    ),
    "aclnnShrink": Oracle(
        lambda o: _shrink(o.self, o.lambd, o.bias),
        arguments={"lambd": [0.5, 1.5], "bias": [0, 0.25, -1.0]},
    ),
}
