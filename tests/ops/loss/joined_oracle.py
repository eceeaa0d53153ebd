# SPDX-License-Identifier: Apache-2.0
"""Losses that a word joins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sweep.oracle import Operands, Oracle, with_magnitude

Shapes = Iterator[dict[str, Any]]


def _join(losses: Any, word: str) -> Any:
    if word == "none":
        return losses
    return np.asarray(losses.sum() if word == "sum" else losses.mean()).reshape(1)


def _variances(o: Operands) -> Any:
    v = np.maximum(o.var, float(np.float32(o.eps)))
    return (
        v[..., None]
        if v.size > 1 and v.ndim < o.input.ndim
        else v.reshape(v.shape if v.size > 1 else (1,) * o.input.ndim)
    )


def _gaussian(o: Operands, sizes: bool = False) -> Any:
    v = _variances(o)
    d = np.abs(o.input) + np.abs(o.target) if sizes else o.input - o.target
    losses = 0.5 * ((np.abs(np.log(v)) if sizes else np.log(v)) + d * d / v)
    if o.full:
        losses = losses + 0.5 * np.log(2 * np.pi)
    return _join(losses + np.zeros(o.input.shape), o.reductionOptional)


def _gaussian_grad(o: Operands, sizes: bool = False) -> list[Any]:
    v = _variances(o)
    d = np.abs(o.input) + np.abs(o.target) if sizes else o.input - o.target
    grad = np.abs(o.gradOutput) if sizes else o.gradOutput
    if o.reduction != "none":
        grad = grad.reshape((1,) * o.input.ndim)
    if o.reduction == "mean":
        grad = grad / o.input.size
    slopes = grad * 0.5 * (1 / v + d * d / v**2 if sizes else 1 / v - d * d / v**2)
    slopes = slopes + np.zeros(o.input.shape)
    axis = tuple(at for at in range(v.ndim) if v.shape[at] != o.input.shape[at])
    return [grad * d / v, slopes.sum(axis=axis, keepdims=True).reshape(o.var.shape)]


def _gaussian_shapes() -> Shapes:
    for at, (shape, target, var) in enumerate(
        (
            ((3, 4), (3, 4), (3, 4)),
            ((3, 4), (1, 4), (3, 1)),
            ((2, 3, 70), (2, 3, 70), (2, 3)),
            ((5,), (5,), (1,)),
        )
    ):
        for word in ("none", "sum", "mean"):
            yield {
                "input": shape,
                "target": target,
                "var": var,
                "reductionOptional": word,
                "full": at % 2 == 0,
            }


def _gaussian_grad_shapes() -> Shapes:
    for shapes in _gaussian_shapes():
        word = shapes.pop("reductionOptional")
        grad = shapes["input"] if word == "none" else (1,)
        yield {"gradOutput": grad, **shapes, "reduction": word}


def _usual(arguments: dict[str, Any], _: int) -> None:
    for name in ("input", "target", "var", "gradOutput"):
        if name in arguments:
            given = arguments[name]
            usual = np.clip(np.nan_to_num(given.astype(np.float64)), -5, 5)
            arguments[name] = (np.abs(usual) if name == "var" else usual).astype(given.dtype)


def _hinge(o: Operands, sizes: bool = False) -> Any:
    margin = float(np.float32(o.margin))
    near = np.abs(o.input) if sizes else o.input
    far = abs(margin) + np.abs(o.input) if sizes else np.maximum(0, margin - o.input)
    return _join(np.where(o.target > 0, near, far), o.reduction)


def _hinge_shapes() -> Shapes:
    for shape in ((3, 4), (70,), (2, 3, 33)):
        for word in ("none", "sum", "mean"):
            yield {"input": shape, "target": shape, "reduction": word}


def _signs(arguments: dict[str, Any], at: int) -> None:
    _usual(arguments, at)
    given = arguments["target"]
    rng = np.random.default_rng(at)
    arguments["target"] = rng.choice([-1, 1], given.shape).astype(given.dtype)


def _lp_shapes() -> Shapes:
    for at, shape in enumerate(((), (3, 4), (70,), (2, 3, 33), (2, 0))):
        for word in ("none", "sum", "mean")[: 2 if at == 4 else 3]:
            yield {"predict": shape, "label": shape, "reduction": word}


def _mse_grad_shapes() -> Shapes:
    for at, (one, other) in enumerate((((), ()), ((3, 4), (3, 4)), ((3, 1, 5), (7, 1)))):
        whole = np.broadcast_shapes(one, other)
        for word in ("none", "sum", "mean"):
            grad = whole if word == "none" or at == 1 else ()
            yield {"gradOutput": grad, "self": one, "target": other, "reduction": word}


def _mse_grad(o: Operands) -> Any:
    grad = np.asarray(o.gradOutput * 2 * (o.self - o.target))
    return grad / grad.size if o.reduction == "mean" else grad


ORACLES = {
    "aclnnLpLoss": Oracle(
        lambda o: _join(np.abs(o.predict - o.label), o.reduction),
        shapes=_lp_shapes,
        arguments={"p": [1]},
    ),
    "aclnnMseLossGrad": Oracle(_mse_grad, shapes=_mse_grad_shapes),
    "aclnnGaussianNllLoss": with_magnitude(
        _gaussian,
        shapes=_gaussian_shapes,
        arguments={"eps": [0.125]},
        adapt=_usual,
    ),
    "aclnnGaussianNllLossGrad": with_magnitude(
        _gaussian_grad,
        shapes=_gaussian_grad_shapes,
        arguments={"eps": [0.125]},
        adapt=_usual,
    ),
    "aclnnHingeEmbeddingLoss": with_magnitude(
        _hinge,
        shapes=_hinge_shapes,
        arguments={"margin": [1.0, 0.25]},
        adapt=_signs,
    ),
}
