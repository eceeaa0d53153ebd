# SPDX-License-Identifier: Apache-2.0
"""Losses of classes, and their gradients."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from sweep.oracles.oracle import Operands, Oracle

_IGNORED = 1
_TARGETS = {"target": lambda _: "int64"}

# --- NLLLoss -------------------------------------------------------------------------------------


def _named(*shapes: tuple[int, ...]) -> Callable[[], Iterator[dict[str, Any]]]:
    """Logarithms with their classes second, or alone; a class for each position, of each type."""

    def each() -> Iterator[dict[str, Any]]:
        rng = np.random.default_rng(7)
        for at, shape in enumerate(shapes):
            classes = shape[min(len(shape) - 1, 1)]
            positions = (*shape[:1], *shape[2:]) if len(shape) > 1 else ()
            dtype = ("int64", "int32", "uint8")[at % 3]
            target = rng.integers(0, max(classes, 1), positions).astype(dtype)
            for reduction in (0, 1, 2):
                yield {
                    "self": shape,
                    "target": np.asarray(target, dtype),
                    "weight": (classes,),
                    "reduction": reduction,
                    "ignoreIndex": _IGNORED if at % 2 else -100,
                    "gradOutput": positions if reduction == 0 else ((1,) if at % 2 else ()),
                    "totalWeight": (1,),
                }

    return each


_ROWS = _named((4, 5), (3,), (37, 3), (0, 4), (2, 300))
_IMAGES = _named((2, 3, 4, 5), (1, 4, 3, 1), (2, 1, 2, 2), (3, 2, 0, 4))


def _plain(*names: str, least: float = -9) -> Callable[[dict[str, Any], int], None]:
    """Products neither overflow nor vanish."""

    def adapt(arguments: dict[str, Any], _: int) -> None:
        for name in names:
            given = arguments[name]
            if given is not None:
                usual = np.nan_to_num(given.astype(np.float64), nan=1, posinf=2, neginf=-2)
                usual = np.where(np.abs(usual) < 1e-3, 0, np.clip(usual, least, 9))
                arguments[name] = np.asarray(usual).astype(given.dtype)

    return adapt


def _both(*each: Callable[[dict[str, Any], int], None]) -> Callable[[dict[str, Any], int], None]:
    def adapt(arguments: dict[str, Any], at: int) -> None:
        for one in each:
            one(arguments, at)

    return adapt


def _weights(o: Operands) -> tuple[Any, Any]:
    """The class of each position, 0 where it is ignored, and its weight, 0 there."""
    ignored = o.target == o.ignoreIndex
    safe = np.where(ignored, 0, o.target).astype(np.int64)
    return safe, np.where(ignored, 0, o.weight[safe] if o.weight.size else 0)


def _picked(o: Operands) -> Any:
    safe, weights = _weights(o)
    dim = min(o.self.ndim - 1, 1)
    index = np.expand_dims(safe, dim)
    return weights * -np.take_along_axis(o.self, index, dim).squeeze(dim)


def _nll(o: Operands) -> list[Any]:
    if o.reduction == 0:
        return [_picked(o) if o.self.size else np.zeros(o.target.shape), np.ones(1)]
    total = _weights(o)[1].sum(keepdims=True).reshape(1)
    losses = _picked(o).sum() if o.self.size else np.zeros(())
    return [losses / total.reshape(()) if o.reduction == 1 else losses, total]


def _nll_sizes(o: Operands) -> list[Any]:
    if o.reduction == 0 or not o.self.size:
        return [None, None]
    total = _weights(o)[1].sum()
    size = np.abs(_picked(o)).sum()
    return [size / total if o.reduction == 1 else size, None]


def _nll_slope(o: Operands) -> Any:
    safe, weights = _weights(o)
    dim = min(o.self.ndim - 1, 1)
    grad = o.gradOutput.reshape(()) if o.gradOutput.size == 1 else o.gradOutput
    numbers = -weights * grad / (o.totalWeight.reshape(()) if o.reduction == 1 else 1)
    numbers = np.where(o.target == o.ignoreIndex, 0, numbers)
    out = np.zeros(o.self.shape)
    if out.size:
        np.put_along_axis(out, np.expand_dims(safe, dim), np.expand_dims(numbers, dim), dim)
    return out


# --- BinaryCrossEntropy --------------------------------------------------------------------------

_SHAPES: tuple[tuple[int, ...], ...] = ((4, 37), (), (3, 1, 5), (2, 0, 3), (9,))


def _pairs(*factors: str) -> Callable[[], Iterator[dict[str, Any]]]:
    """Two tensors of a shape, each reduction, and factors that broadcast, or are missing."""

    def each() -> Iterator[dict[str, Any]]:
        for at, shape in enumerate(_SHAPES):
            given = [shape, None, shape[-1:]]
            for reduction in (at % 3, (at + 1) % 3):
                found = {name: given[(at + i) % 3] for i, name in enumerate(factors)}
                grad = shape if reduction == 0 else ()
                yield dict(found, self=shape, target=shape, gradOutput=grad, reduction=reduction)

    return each


def _probabilities(arguments: dict[str, Any], _: int) -> None:
    """What is between 0 and 1, both of them too."""
    for name in ("self", "target"):
        given = arguments[name]
        usual = np.nan_to_num(given.astype(np.float64), nan=0.5, posinf=1, neginf=-1)
        arguments[name] = np.asarray(np.clip(np.abs(usual) / 6, 0, 1)).astype(given.dtype)


def _times(factor: Any) -> Any:
    return 1 if factor is None else factor


def _entropy_terms(o: Operands) -> tuple[Any, Any]:
    w = _times(o.weight)
    return (
        -w * o.target * np.maximum(np.log(o.self), -100),
        -w * (1 - o.target) * np.maximum(np.log1p(-o.self), -100),
    )


def _joined(losses: Any, o: Operands) -> Any:
    losses = np.asarray(losses)
    if o.reduction == 0:
        return losses
    total = losses.sum(dtype=losses.dtype)
    if o.reduction == 2:
        return total
    return total / np.asarray(losses.size) if losses.size else np.asarray(np.nan)


def _over(grad: Any, o: Operands) -> Any:
    """The gradient of a mean is over the number of elements."""
    grad = np.asarray(np.broadcast_to(grad, o.self.shape))
    return grad / max(grad.size, 1) if o.reduction == 1 else grad


def _entropy_slope(o: Operands) -> Any:
    slope = (o.self - o.target) / np.maximum((1 - o.self) * o.self, 1e-12)
    return o.gradOutput * _times(o.weightOptional) * slope


def _sigmoid(x: Any) -> Any:
    e = np.exp(-np.abs(x))
    return np.where(x < 0, e / (1 + e), 1 / (1 + e)) + x * 0


def _logit_terms(o: Operands) -> tuple[Any, Any]:
    factor = (_times(o.posWeightOptional) - 1) * o.target + 1
    w = _times(o.weightOptional)
    terms = np.logaddexp(0, -np.abs(o.self)) + np.maximum(-o.self, 0)
    return w * (1 - o.target) * o.self, w * factor * terms


def _logit_slope(o: Operands) -> tuple[Any, ...]:
    k = _times(o.posWeightOptional) * o.target
    g = o.gradOutput * _times(o.weightOptional)
    s = _sigmoid(o.self)
    return g * k * s, g * s, g * -o.target * s, g * -k


# --- The others ----------------------------------------------------------------------------------


def _kl_shapes() -> Iterator[dict[str, Any]]:
    pairs = (((4, 37), (4, 37)), ((), ()), ((3, 1, 5), (2, 1)), ((5,), (3, 5)), ((2, 0), (2, 0)))
    for at, (one, other) in enumerate(pairs):
        whole = np.broadcast_shapes(one, other)
        for reduction in (at % 4, (at + 1) % 4):
            yield {
                "self": one,
                "target": other,
                "gradOutput": () if at % 2 else whole,
                "reduction": reduction,
                "logTarget": at % 3 == 1,
            }


def _kl_slopes(o: Operands) -> Any:
    whole = np.broadcast_shapes(o.self.shape, o.target.shape)
    t = np.exp(o.target) if o.logTarget else o.target
    count = {1: int(np.prod(whole)), 3: whole[0] if whole else 1}.get(o.reduction, 1)
    return np.broadcast_to(-o.gradOutput * t, whole) / max(count, 1)


def _summed(grad: Any, shape: tuple[int, ...]) -> Any:
    """The sum over what a shape was broadcast to."""
    more = grad.ndim - len(shape)
    grad = grad.sum(axis=tuple(range(more)))
    dims = tuple(i for i, size in enumerate(shape) if size != grad.shape[i])
    return grad.sum(axis=dims, keepdims=True)


def _softmax_shapes() -> Iterator[dict[str, Any]]:
    for shape, labels in (((4, 37), (4, 37)), ((3, 1), (3, 1)), ((5, 6), (1, 6)), ((0, 3), (0, 3))):
        yield {"features": shape, "labels": labels}


def _softmax_terms(o: Operands) -> tuple[Any, Any, Any, Any]:
    """The distances from the largest, the logarithm of the sum, the softmax and the labels."""
    d = o.features - o.features.max(axis=1, keepdims=True)
    total = np.exp(d).sum(axis=1, keepdims=True)
    return d, np.log(total), np.exp(d) / total, np.broadcast_to(o.labels, d.shape)


def _softmax_loss(o: Operands) -> list[Any]:
    if not o.features.size:
        return [np.ones(o.features.shape[:1]), o.features]
    d, log, softmax, labels = _softmax_terms(o)
    return [(labels * (log - d)).sum(axis=1), softmax - labels]


def _softmax_sizes(o: Operands) -> list[Any]:
    if not o.features.size:
        return [None, None]
    d, log, softmax, labels = _softmax_terms(o)
    return [
        (np.abs(labels) * (np.abs(log) + np.abs(d))).sum(axis=1),
        softmax * (1 + np.abs(d)) + np.abs(labels),
    ]


ORACLES: dict[str, Oracle] = {
    "aclnnNLLLoss": Oracle(
        _nll,
        _nll_sizes,
        types=_TARGETS,
        shapes=_ROWS,
        adapt=_both(_plain("self"), _plain("weight", least=0)),
    ),
    "aclnnNLLLoss2d": Oracle(
        _nll,
        _nll_sizes,
        types=_TARGETS,
        shapes=_IMAGES,
        adapt=_both(_plain("self"), _plain("weight", least=0)),
    ),
    "aclnnNLLLossBackward": Oracle(
        _nll_slope,
        types=_TARGETS,
        shapes=_ROWS,
        adapt=_both(_plain("gradOutput"), _plain("weight", "totalWeight", least=0)),
    ),
    "aclnnNLLLoss2dBackward": Oracle(
        _nll_slope,
        types=_TARGETS,
        shapes=_IMAGES,
        adapt=_both(_plain("gradOutput"), _plain("weight", "totalWeight", least=0)),
    ),
    "aclnnBinaryCrossEntropy": Oracle(
        lambda o: _joined(sum(_entropy_terms(o)), o),
        lambda o: _joined(sum(np.abs(each) for each in _entropy_terms(o)), o),
        shapes=_pairs("weight"),
        adapt=_both(_probabilities, _plain("weight")),
    ),
    "aclnnBinaryCrossEntropyBackward": Oracle(
        lambda o: _over(_entropy_slope(o), o),
        shapes=_pairs("weightOptional"),
        adapt=_both(_probabilities, _plain("gradOutput", "weightOptional")),
    ),
    "aclnnBinaryCrossEntropyWithLogits": Oracle(
        lambda o: _joined(sum(_logit_terms(o)), o),
        lambda o: _joined(sum(np.abs(each) for each in _logit_terms(o)), o),
        shapes=_pairs("weightOptional", "posWeightOptional"),
        adapt=_plain("self", "target", "weightOptional", "posWeightOptional"),
    ),
    "aclnnBinaryCrossEntropyWithLogitsBackward": Oracle(
        lambda o: _over(sum(_logit_slope(o)), o),
        lambda o: _over(sum(np.abs(each) for each in _logit_slope(o)), o),
        shapes=_pairs("weightOptional", "posWeightOptional"),
        adapt=_plain("self", "target", "gradOutput", "weightOptional", "posWeightOptional"),
    ),
    "aclnnKlDivBackward": Oracle(
        lambda o: _summed(_kl_slopes(o), o.self.shape),
        lambda o: _summed(np.abs(_kl_slopes(o)), o.self.shape),
        roundings=1,
        shapes=_kl_shapes,
        adapt=_plain("target", "gradOutput"),
    ),
    "aclnnSoftmaxCrossEntropyWithLogits": Oracle(
        _softmax_loss, _softmax_sizes, shapes=_softmax_shapes
    ),
}
