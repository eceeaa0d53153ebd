# SPDX-License-Identifier: Apache-2.0
"""Adam with a moving average of the parameters."""

from __future__ import annotations

from typing import Any

import numpy as np
from sweep.oracle import Operands, with_magnitude


def _step(o: Operands, sizes: bool = False) -> list[Any]:
    size = np.abs if sizes else np.asarray
    lr, decay, b1, b2, eps, wd = (
        float(np.float32(each))
        for each in (o.lr, o.emaDecay, o.beta1, o.beta2, o.eps, o.weightDecay)
    )
    var, grad = size(o.varRef), size(o.grad)
    if o.mode == 0:
        grad = grad + wd * var
    step = int(o.given["step"][0])
    corrections = (1 - b1**step, 1 - b2**step) if o.biasCorrection else (1.0, 1.0)
    m = b1 * size(o.mRef) + (1 - b1) * grad
    v = b2 * size(o.vRef) + (1 - b2) * grad**2
    root = v if not sizes else b2 * o.vRef + (1 - b2) * _true_gradient(o, wd) ** 2
    move = m / corrections[0] / (np.sqrt(root / corrections[1]) + eps)
    if o.mode == 1:
        move = move + wd * var
    var = var + lr * move if sizes else var - lr * move
    return [var, m, v, decay * size(o.sRef) + (1 - decay) * var]


def _true_gradient(o: Operands, wd: float) -> Any:
    return o.grad + wd * o.varRef if o.mode == 0 else o.grad


def _adapt(arguments: dict[str, Any], at: int) -> None:
    """Numbers of usual size, second moments that are above 0."""
    for name in ("grad", "varRef", "mRef", "vRef", "sRef"):
        given = arguments[name]
        usual = np.clip(np.nan_to_num(given.astype(np.float64)), -3, 3)
        arguments[name] = (np.abs(usual) + 0.25 if name == "vRef" else usual).astype(given.dtype)
    arguments["step"] = np.array([at % 7 + 1], np.int64)


ORACLES = {
    "aclnnApplyFusedEmaAdam": with_magnitude(
        _step,
        shapes=lambda: (
            {**dict.fromkeys(("grad", "varRef", "mRef", "vRef", "sRef"), shape), "step": (1,)}
            for shape in ((3, 4), (70,), (2, 3, 33), (1,))
        ),
        types={"step": lambda _: "int64"},
        arguments={
            "lr": [0.01],
            "emaDecay": [0.75, 0.9],
            "beta1": [0.9],
            "beta2": [0.99],
            "eps": [1e-6],
            "weightDecay": [0.0, 0.25],
            "mode": [0, 1, 1],
            "biasCorrection": [True, True, False],
        },
        adapt=_adapt,
    )
}
