# SPDX-License-Identifier: Apache-2.0
"""Losses of classes, and their gradients."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from sweep.oracle import Operands, Oracle

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


# --- CrossEntropyLoss ----------------------------------------------------------------------------

_WORDS = ("none", "mean", "sum", None)


def _rows_of_classes() -> Iterator[dict[str, Any]]:
    rng = np.random.default_rng(8)
    for at, shape in enumerate(((4, 37), (1, 1), (5, 3), (0, 4), (2, 300))):
        for word in (_WORDS[at % 4], _WORDS[(at + 1) % 4]):
            yield {
                "input": shape,
                "logProb": shape,
                "target": rng.integers(0, shape[1], shape[0]),
                "weightOptional": shape[1:] if at % 2 else None,
                "gradZlossOptional": None,
                "lseForZlossOptional": None,
                "gradLoss": shape[:1] if word == "none" else (1,),
                "reductionOptional": word,
                "ignoreIndex": 1 if at == 2 else -100,
                "labelSmoothing": (0.0, 0.25, 1.0)[at % 3],
            }


def _class_terms(o: Operands, logs: Any, sizes: Any) -> tuple[Any, Any, Any, Any]:
    """The loss of each row, what it is a sum of, its part by its class, and its weight."""
    w = np.ones(logs.shape[1]) if o.weightOptional is None else o.weightOptional
    kept = (o.target != o.ignoreIndex).astype(float)
    rows = np.arange(len(o.target))
    weights = w[o.target] * kept
    part = o.labelSmoothing / logs.shape[1]
    own = -(1 - o.labelSmoothing) * weights * logs[rows, o.target]
    losses = own - part * kept * (logs * w).sum(axis=1)
    magnitude = (1 - o.labelSmoothing) * np.abs(weights) * sizes[rows, o.target]
    magnitude = magnitude + part * kept * (sizes * np.abs(w)).sum(axis=1)
    return losses, magnitude, weights, w


def _joined_rows(o: Operands, losses: Any, weights: Any) -> Any:
    if o.reductionOptional == "none":
        return losses
    total = losses.sum(keepdims=True)
    return total if o.reductionOptional == "sum" else total / weights.sum()


def _cross_entropy(o: Operands, *, is_size: bool = False) -> list[Any]:
    x = o.input
    count = x.shape[0] if o.reductionOptional == "none" else 1
    if not x.size:
        ones = np.ones(count)
        return [ones, x, ones, np.ones(x.shape[0])]
    d = x - x.max(axis=1, keepdims=True)
    log = np.log(np.exp(d).sum(axis=1, keepdims=True))
    sizes = 1 + np.abs(d) + np.abs(log)
    losses, magnitude, weights, _ = _class_terms(o, d - log, sizes)
    if is_size:
        return [_joined_rows(o, magnitude, weights), sizes, None, None]
    return [_joined_rows(o, losses, weights), d - log, np.ones(count), np.ones(x.shape[0])]


def _cross_entropy_slope(o: Operands, *, is_size: bool = False) -> Any:
    if not o.logProb.size:
        return o.logProb
    *_, weights, w = _class_terms(o, o.logProb, o.logProb)
    kept = (o.target != o.ignoreIndex).astype(float)
    total = weights.sum() if o.reductionOptional in ("mean", None) else 1
    g = np.broadcast_to(o.gradLoss, weights.shape) / total
    own = (g * (1 - o.labelSmoothing) * weights)[:, None]
    all_classes = (g * o.labelSmoothing / len(w) * kept)[:, None]
    place = np.eye(len(w))[o.target]
    p = np.exp(o.logProb)
    terms = (p * (own + all_classes * w.sum()), -place * own, -all_classes * w)
    return sum(np.abs(each) for each in terms) if is_size else sum(terms)


def _target_slope(o: Operands) -> tuple[Any, Any]:
    """Logarithms of sigmoids."""
    g = o.gradOutput * _times(o.weightOptional)
    return (
        -g * np.logaddexp(0, o.self),
        g * _times(o.posWeightOptional) * np.logaddexp(0, -o.self),
    )


def _kl_target_shapes() -> Iterator[dict[str, Any]]:
    for shapes in _kl_shapes():
        yield {**shapes, "self": shapes["target"], "target": shapes["self"]}


def _positive(arguments: dict[str, Any], _: int) -> None:
    """Targets that have a logarithm."""
    given = arguments["target"]
    arguments["target"] = np.asarray(np.abs(given.astype(np.float64)) + 0.5).astype(given.dtype)


def _kl_target_slopes(o: Operands) -> tuple[Any, ...]:
    whole = np.broadcast_shapes(o.self.shape, o.target.shape)
    count = {1: int(np.prod(whole)), 3: whole[0] if whole else 1}.get(o.reduction, 1)
    g = o.gradOutput / max(count, 1)
    e = np.exp(o.target) if o.logTarget else 1
    log = o.target if o.logTarget else np.log(o.target)
    return tuple(np.broadcast_to(g * e * each, whole) for each in (log, -o.self, 1))


def _first_joined(o: Operands) -> Any:
    losses = (o.self - o.target) ** 2
    if o.reduction == 0 or losses.ndim == 0:
        return losses
    if not losses.size:
        return np.ones(losses.shape[1:])
    return losses.sum(axis=0) / (losses.shape[0] if o.reduction == 1 else 1)


def _first_joined_shapes() -> Iterator[dict[str, Any]]:
    for at, (one, other) in enumerate(
        (((4, 7), (4, 7)), ((), ()), ((3, 1, 5), (2, 1)), ((9,), (9,)))
    ):
        for reduction in (at % 3, (at + 1) % 3):
            yield {"self": one, "target": other, "reduction": reduction}
    yield {"self": (0, 3), "target": (0, 3), "reduction": 0}


# --- ScaledMaskedSoftmax -------------------------------------------------------------------------


def _masked_shapes() -> Iterator[dict[str, Any]]:
    for shape, mask in (
        ((2, 3, 4, 37), (2, 3, 4, 37)),
        ((2, 3, 2, 5), (1, 3, 2, 5)),
        ((2, 1, 1, 9), (2, 1, 1, 9)),
        ((3, 2, 2, 4), (1, 1, 2, 4)),
        ((0, 2, 2, 4), (1, 1, 2, 4)),
    ):
        yield {"x": shape, "y": shape, "gradOutput": shape, "mask": mask, "scale": 0.7}


def _masked_softmax(o: Operands, *, is_size: bool = False) -> Any:
    if not o.x.size:
        return o.x
    z = np.where(o.mask, -10000, o.x * float(np.float32(o.scale)))
    d = z - z.max(axis=-1, keepdims=True)
    y = np.exp(d) / np.exp(d).sum(axis=-1, keepdims=True)
    return y * (1 + np.abs(d)) if is_size else y


def _masked_slope(o: Operands, *, is_size: bool = False) -> Any:
    d = o.gradOutput * o.y
    if is_size:
        total = np.abs(d) + np.abs(d).sum(axis=-1, keepdims=True) * np.abs(o.y)
    else:
        total = d - d.sum(axis=-1, keepdims=True) * o.y
    return np.where(o.mask, 0, total * float(np.float32(o.scale)))


_MASKS = {"mask": lambda _: "bool"}
_FLOAT_WEIGHTS = {**_TARGETS, "weightOptional": lambda _: "float32"}

# --- CtcLoss -------------------------------------------------------------------------------------


def _sequences(target_lengths: str = "targetlengths") -> Iterator[dict[str, Any]]:
    """Lengths of all kinds; targets together, and one behind the other. The vendor spells the
    lengths of targets in two ways."""
    for at, (shape, inputs, lengths) in enumerate(
        (
            ((6, 3, 4), [6, 4, 5], [2, 1, 3]),
            ((5, 5), [5], [2]),
            ((4, 2, 3), [4, 1], [0, 2]),
            ((3, 2, 9), [3, 2], [1, 1]),
            ((7, 1, 3), [7], [3]),
        )
    ):
        rng = np.random.default_rng(at)
        count = shape[1] if len(shape) == 3 else 1
        together = at % 2 == 0
        dims = (count, max(lengths)) if together else (sum(lengths),)
        dtype = ("int64", "int32")[at % 2]
        yield {
            "logProbs": shape,
            "targets": rng.integers(1, shape[-1], dims).astype(dtype),
            "inputLengths": inputs,
            target_lengths: lengths,
            "blank": 0,
            "zeroInfinity": at == 2,
        }


def _sequences_of_batches() -> Iterator[dict[str, Any]]:
    for shapes in _sequences("targetLengths"):
        if len(shapes["logProbs"]) == 3:
            times, count, _ = shapes["logProbs"]
            places = (2 * max(shapes["targetLengths"]) + 8) // 8 * 8
            yield {
                **shapes,
                "gradOut": (count,),
                "negLogLikelihood": (count,),
                "logAlpha": (count, times, places),
            }


def _log_sum(*each: Any) -> Any:
    with np.errstate(all="ignore"):
        return np.logaddexp.reduce(np.stack(np.broadcast_arrays(*each)))


def _labels(o: Operands, lengths: Any, number: int) -> Any:
    """The classes of a sequence with blanks around them."""
    length = lengths[number]
    first = sum(lengths[:number])
    row = o.targets[number] if o.targets.ndim == 2 else o.targets[first:]
    labels = np.full(2 * length + 1, o.blank)
    labels[1::2] = row[:length]
    return labels


def _shifted(row: Any, by: int) -> Any:
    return np.concatenate([np.full(by, -np.inf, row.dtype), row])[: len(row)]


def _recursion(probs: Any, labels: Any) -> Any:
    """Logarithms of sums over the beginnings of paths, by time and place."""
    skips = np.arange(len(labels)) % 2 == 1
    skips[2:] &= labels[2:] != labels[:-2]
    rows = [np.where(np.arange(len(labels)) < 2, probs[0, labels], -np.inf)]
    for p in probs[1:]:
        last = rows[-1]
        over = np.where(skips, _shifted(last, 2), -np.inf)
        rows.append(_log_sum(last, _shifted(last, 1), over) + p[labels])
    return np.stack(rows)


def _ctc(o: Operands) -> list[Any]:
    probs = o.logProbs if o.logProbs.ndim == 3 else o.logProbs[:, None]
    times, count, _ = probs.shape
    places = (2 * max(o.targetlengths) + 8) // 8 * 8
    alphas = np.full((count, times, places), -np.inf, probs.dtype)
    losses = np.zeros(count, probs.dtype)
    for n, length in enumerate(o.inputLengths):
        rows = _recursion(probs[:length, n], _labels(o, o.targetlengths, n))
        alphas[n, :length, : rows.shape[1]] = rows
        losses[n] = -_log_sum(*rows[-1, -2:]) if rows.shape[1] > 1 else -rows[-1, -1]
    if o.zeroInfinity:
        losses = np.where(np.isinf(losses), 0, losses)
    return [losses.reshape(o.logProbs.shape[1:-1]), alphas]


def _ctc_slope(o: Operands, *, is_size: bool = False) -> Any:
    grad = np.zeros_like(o.logProbs)
    for n, length in enumerate(o.inputLengths):
        if o.zeroInfinity and np.isinf(o.negLogLikelihood[n]):
            continue
        labels = _labels(o, o.targetLengths, n)
        probs = o.logProbs[:length, n]
        betas = _recursion(probs[::-1], labels[::-1])[::-1, ::-1]
        sums = o.logAlpha[n, :length, : len(labels)] + betas
        of_class = labels[:, None] == np.arange(probs.shape[1])
        with np.errstate(all="ignore"):
            by_class = np.logaddexp.reduce(np.where(of_class, sums[:, :, None], -np.inf), axis=1)
            powers = np.exp(by_class + o.negLogLikelihood[n] - probs)
        both = np.exp(probs) + powers if is_size else np.exp(probs) - powers
        grad[:length, n] = both * (np.abs(o.gradOut[n]) if is_size else o.gradOut[n])
    return grad


def _with_sums(arguments: dict[str, Any], at: int) -> None:
    """What the loss gave."""
    _plain("logProbs", "gradOut")(arguments, at)
    given = arguments["logProbs"]
    arguments["logProbs"] = (-np.abs(given.astype(np.float64))).astype(given.dtype)
    wide = {
        **arguments,
        "logProbs": arguments["logProbs"].astype(np.float64),
        "targetlengths": arguments["targetLengths"],
    }
    losses, alphas = _ctc(Operands(**wide))
    arguments["negLogLikelihood"] = np.asarray(losses).astype(given.dtype)
    arguments["logAlpha"] = alphas.astype(given.dtype)


# --- MultilabelMarginLoss ------------------------------------------------------------------------


def _labelled() -> Iterator[dict[str, Any]]:
    for at, shape in enumerate(((3, 5), (7,), (), (2, 33), (0, 4))):
        rng = np.random.default_rng(at)
        dtype = ("int64", "int32")[at % 2]
        target = rng.integers(-1, shape[-1] if shape else 1, shape).astype(dtype)
        for reduction in (at % 3, (at + 1) % 3):
            yield {"self": shape, "target": np.asarray(target, dtype), "reduction": reduction}


def _margins(o: Operands) -> list[Any]:
    if not o.self.size:
        return [np.ones(0 if o.reduction == 0 else ()), np.ones(o.target.shape)]
    x = o.self.reshape(-1, o.self.shape[-1] if o.self.ndim else 1)
    labels = o.target.reshape(x.shape)
    counts = np.logical_and.accumulate(labels != -1, axis=1)
    place = (labels[:, :, None] == np.arange(x.shape[1])) & counts[:, :, None]
    marks = place.any(axis=1)
    own = np.take_along_axis(x, np.maximum(labels, 0), 1)
    margins = np.maximum(1 - own[:, :, None] + x[:, None, :], 0)
    margins = margins * counts[:, :, None] * ~marks[:, None, :]
    losses = margins.sum(axis=(1, 2)) / x.shape[1]
    joined = losses.mean() if o.reduction == 1 else losses.sum()
    is_each = o.reduction == 0 and o.self.ndim == 2
    return [losses if is_each else joined, marks.reshape(o.target.shape).astype(float)]


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
    "aclnnCrossEntropyLoss": Oracle(
        _cross_entropy,
        lambda o: _cross_entropy(o, is_size=True),
        types=_FLOAT_WEIGHTS,
        shapes=_rows_of_classes,
        adapt=_both(_plain("input"), _plain("weightOptional", least=0)),
    ),
    "aclnnCrossEntropyLossGrad": Oracle(
        _cross_entropy_slope,
        lambda o: _cross_entropy_slope(o, is_size=True),
        types=_FLOAT_WEIGHTS,
        shapes=_rows_of_classes,
        adapt=_both(_plain("logProb", "gradLoss"), _plain("weightOptional", least=0.5)),
    ),
    "aclnnBinaryCrossEntropyWithLogitsTargetBackward": Oracle(
        lambda o: _over(sum(_target_slope(o)), o),
        lambda o: _over(sum(np.abs(each) for each in _target_slope(o)), o),
        shapes=_pairs("weightOptional", "posWeightOptional"),
        adapt=_plain("self", "gradOutput", "weightOptional", "posWeightOptional"),
    ),
    "aclnnKlDivTargetBackward": Oracle(
        lambda o: _summed(sum(_kl_target_slopes(o)), o.target.shape),
        lambda o: _summed(sum(np.abs(each) for each in _kl_target_slopes(o)), o.target.shape),
        roundings=1,
        shapes=_kl_target_shapes,
        adapt=_both(_plain("self", "target", "gradOutput"), _positive),
    ),
    "aclnnMseLossOut": Oracle(
        _first_joined, roundings=1, shapes=_first_joined_shapes, adapt=_plain("self", "target")
    ),
    "aclnnScaledMaskedSoftmax": Oracle(
        _masked_softmax,
        lambda o: _masked_softmax(o, is_size=True),
        types=_MASKS,
        shapes=_masked_shapes,
        adapt=_plain("x"),
    ),
    "aclnnScaledMaskedSoftmaxBackward": Oracle(
        _masked_slope,
        lambda o: _masked_slope(o, is_size=True),
        types=_MASKS,
        shapes=_masked_shapes,
        adapt=_plain("y", "gradOutput"),
    ),
    "aclnnCtcLoss": Oracle(
        _ctc,
        types={"targets": lambda _: "int64"},
        shapes=_sequences,
        adapt=_plain("logProbs"),
    ),
    "aclnnCtcLossBackward": Oracle(
        _ctc_slope,
        lambda o: _ctc_slope(o, is_size=True),
        types={"targets": lambda _: "int64"},
        shapes=_sequences_of_batches,
        adapt=_with_sums,
    ),
    "aclnnMultilabelMarginLoss": Oracle(
        _margins, types=_TARGETS, shapes=_labelled, adapt=_plain("self")
    ),
}
