# SPDX-License-Identifier: Apache-2.0
"""Gradients of activations."""

from __future__ import annotations

from typing import Any

import numpy as np
from sweep.oracles.oracle import Oracle


def _where(condition: Any, value: Any, other: Any) -> Any:
    return np.where(condition, value, other).astype(np.asarray(value).dtype)


def _hardswish(grad: Any, x: Any, lower: Any, upper: Any) -> Any:
    """lower and upper: where the gradient is 0, and where it passes; what is no number passes."""
    aslant = grad * (x / 3 + 0.5)
    return np.where(lower(x), 0, np.where(upper(x), grad, aslant))


ORACLES: dict[str, Oracle] = {
    "aclnnLeakyReluBackward": Oracle(
        lambda o: _where(o.self > 0, o.gradOutput, o.gradOutput * o.negativeSlope),
        arguments={"negativeSlope": [0.25, 1.5], "selfIsResult": [False, True]},
    ),
    "aclnnThresholdBackward": Oracle(
        lambda o: _where(o.self <= o.threshold, np.zeros_like(o.gradOutput), o.gradOutput),
        arguments={"threshold": [0, 2]},
        refused=lambda o: o.self.dtype == np.int64 and o.threshold != 0,
    ),
    "aclnnHardtanhBackward": Oracle(
        lambda o: np.where((o.self < o.min) | (o.self > o.max), 0, o.gradOutput),
        arguments={"min": [-1, -1.5], "max": [1, 2.5]},
    ),
    "aclnnHardswishBackward": Oracle(
        lambda o: _hardswish(o.gradOutput, o.self, lambda x: x < -3, lambda x: ~(x <= 3))
    ),
    "aclnnHardswishBackwardV2": Oracle(
        lambda o: _hardswish(o.gradOutput, o.self, lambda x: x <= -3, lambda x: ~(x < 3))
    ),
    "aclnnHardsigmoidBackward": Oracle(
        lambda o: np.where((o.self > -3) & (o.self < 3), o.gradOutput / 6, 0)
    ),
    "aclnnHardshrinkBackward": Oracle(
        lambda o: np.where((o.self <= o.lambd) & (o.self >= -o.lambd), 0, o.gradOutput),
        arguments={"lambd": [0.5, 1.5]},
    ),
    "aclnnSigmoidBackward": Oracle(
        lambda o: o.gradOutput * np.conj((1 - o.output) * o.output),
        lambda o: (
            np.abs(o.gradOutput) * (1 + np.abs(o.output)) * np.abs(o.output)
            if np.iscomplexobj(o.output)
            else np.zeros(())
        ),
    ),
    "aclnnTanhBackward": Oracle(lambda o: o.gradOutput * ((1 - o.output) * (1 + o.output))),
}
