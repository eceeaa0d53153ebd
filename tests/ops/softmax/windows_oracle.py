# SPDX-License-Identifier: Apache-2.0
"""Softmax of the scores of windows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sweep.oracle import Operands, Oracle


def _windows(o: Operands) -> tuple[Any, Any]:
    """The scores, and the sizes of their summands."""
    matrix = o.x.shape[-2:]
    heads = o.x.shape[-3]
    mask = np.zeros((1, *matrix)) if o.attenMaskOptional is None else o.attenMaskOptional
    mask = mask.reshape(1, -1, 1, *matrix)
    bias = o.relativePosBias.reshape(1, 1, heads, *matrix)
    x = o.x.reshape(-1, mask.shape[1], heads, *matrix) * float(np.float32(o.scaleValue))
    return x + mask + bias, np.abs(x) + np.abs(mask) + np.abs(bias)


def _softmax(o: Operands) -> Any:
    scores, _ = _windows(o)
    powers = np.exp(scores - scores.max(-1, keepdims=True))
    return (powers / powers.sum(-1, keepdims=True)).reshape(o.x.shape)


def _reach(o: Operands) -> Any:
    _, sizes = _windows(o)
    wide = sizes + sizes.max(-1, keepdims=True)
    return _softmax(o) * (1 + wide.reshape(o.x.shape))


def _shapes() -> Iterator[dict[str, Any]]:
    for x, mask, bias in (
        ((6, 2, 3, 5), (3, 3, 5), (2, 3, 5)),
        ((4, 3, 2, 70), (4, 1, 2, 70), (1, 3, 2, 70)),
        ((2, 3, 2, 4, 4), (1, 3, 1, 4, 4), (1, 1, 2, 4, 4)),
        ((2, 1, 3, 8), None, (1, 3, 8)),
    ):
        yield {"x": x, "attenMaskOptional": mask, "relativePosBias": bias}


def _usual(arguments: dict[str, Any], _: int) -> None:
    for name in ("x", "attenMaskOptional", "relativePosBias"):
        given = arguments[name]
        if given is not None:
            usual = np.clip(np.nan_to_num(given.astype(np.float64)), -9, 9)
            arguments[name] = usual.astype(given.dtype)


ORACLES = {
    "aclnnMaskedSoftmaxWithRelPosBias": Oracle(
        _softmax, _reach, shapes=_shapes, arguments={"scaleValue": [1.0, 0.25]}, adapt=_usual
    )
}
