# SPDX-License-Identifier: Apache-2.0
"""Losses and their gradients."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from sweep.oracle import Operands, Oracle

_SHAPES = (
    ((), ()),
    ((4, 37), (4, 37)),
    ((3, 1, 5), (7, 1)),
    ((2, 0, 3), (2, 0, 3)),
    ((9,), (9,)),
)


def _pairs(reductions: int, *more: tuple[str, Any]) -> Callable[[], Iterator[dict[str, Any]]]:
    """Two tensors, with each reduction in turn."""

    def each() -> Iterator[dict[str, Any]]:
        for at, (one, other) in enumerate(_SHAPES):
            values = {name: values[at % len(values)] for name, values in more}
            for reduction in (at % reductions, (at + 1) % reductions):
                yield {"self": one, "target": other, "reduction": reduction, **values}

    return each


def _gradients(grad: str, *more: tuple[str, Any]) -> Callable[[], Iterator[dict[str, Any]]]:
    """The same with a gradient of each, or of the one."""

    def each() -> Iterator[dict[str, Any]]:
        for at, (one, other) in enumerate(_SHAPES):
            values = {name: values[at % len(values)] for name, values in more}
            whole = np.broadcast_shapes(one, other)
            shapes = {"self": one, "target": other, **values}
            yield {**shapes, grad: whole, "reduction": 0}
            yield {**shapes, grad: whole if at % 2 else (), "reduction": 1 + at % 2}

    return each


def _joined(losses: Any, o: Operands) -> Any:
    losses = np.asarray(losses)
    if o.reduction == 0:
        return losses
    total = losses.sum(dtype=losses.dtype)
    if o.reduction == 2:
        return total
    count = losses.size if o.reduction == 1 else o.self.shape[0] if o.self.ndim else 1
    return total / np.asarray(count, losses.dtype) if count else np.asarray(np.nan, losses.dtype)


def _over(grad: Any, o: Operands) -> Any:
    """The gradient of a mean is over the number of elements."""
    grad = np.asarray(grad)
    return grad / max(grad.size, 1) if o.reduction == 1 else grad


def _smooth(o: Operands) -> Any:
    d = np.abs(o.self - o.target)
    return np.where(d < o.beta, 0.5 * d * (d / (o.beta or 1)), d - 0.5 * o.beta)


def _smooth_slope(o: Operands) -> Any:
    d = o.self - o.target
    return np.where(np.abs(d) < o.beta, d / (o.beta or 1), np.sign(d))


def _soft_margin(o: Operands) -> Any:
    return np.logaddexp(0, -o.target * o.self)


def _kl_div_terms(o: Operands) -> tuple[Any, Any]:
    if o.logTarget:
        return np.exp(o.target) * (o.target - o.self), 0
    t = np.where(o.target == 0, 1, o.target)
    return np.where(o.target == 0, 0, t * np.log(t)), o.target * o.self


def _soft_margin_slope(o: Operands) -> Any:
    e = np.exp(-np.abs(o.target * o.self))
    return -o.target * np.where(o.target * o.self > 0, e / (1 + e), 1 / (1 + e))


ORACLES: dict[str, Oracle] = {
    "aclnnMseLoss": Oracle(lambda o: _joined((o.self - o.target) ** 2, o), shapes=_pairs(3)),
    "aclnnL1Loss": Oracle(
        lambda o: _joined(np.abs(o.self - o.target), o),
        shapes=_pairs(3),
        refused=lambda o: o.reduction == 1 and {o.self.dtype.kind, o.target.dtype.kind} == {"i"},
    ),
    "aclnnSmoothL1Loss": Oracle(
        lambda o: _joined(_smooth(o), o), shapes=_pairs(3, ("beta", (1.0, 0.5, 0.0)))
    ),
    "aclnnSoftMarginLoss": Oracle(lambda o: _joined(_soft_margin(o), o), shapes=_pairs(3)),
    "aclnnKlDiv": Oracle(
        lambda o: _joined(np.subtract(*_kl_div_terms(o)), o),
        lambda o: _joined(sum(np.abs(each) for each in _kl_div_terms(o)), o),
        shapes=_pairs(4, ("logTarget", (False, False, True))),
    ),
    "aclnnMseLossBackward": Oracle(
        lambda o: _over(o.gradOutput * 2 * (o.self - o.target), o),
        shapes=_gradients("gradOutput"),
    ),
    "aclnnL1LossBackward": Oracle(
        lambda o: _over(o.gradOutput * np.nan_to_num(np.sign(o.self - o.target)), o),
        shapes=_gradients("gradOutput"),
    ),
    "aclnnSmoothL1LossBackward": Oracle(
        lambda o: _over(o.gradOut * _smooth_slope(o), o),
        shapes=_gradients("gradOut", ("beta", (1.0, 0.5, 0.0))),
    ),
    "aclnnSoftMarginLossBackward": Oracle(
        lambda o: _over(o.gradOutput * _soft_margin_slope(o), o),
        shapes=_gradients("gradOutput"),
    ),
    "aclnnHingeLoss": Oracle(
        lambda o: np.maximum(0, 1 - o.target * o.predict),
        lambda o: 1 + np.abs(o.target * o.predict),
    ),
    "aclnnHingeLossGrad": Oracle(
        lambda o: np.where(o.target * o.predict < 1, -o.target * o.gradOutput, 0)
    ),
    "aclnnHuberLoss": Oracle(
        lambda o: np.where(
            np.abs(o.predictions - o.targets) <= o.delta,
            (o.predictions - o.targets) ** 2 / 2,
            o.delta * (np.abs(o.predictions - o.targets) - o.delta / 2),
        ),
        arguments={"delta": [1.0, 0.5]},
    ),
}
