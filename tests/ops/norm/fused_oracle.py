# SPDX-License-Identifier: Apache-2.0
"""Gradients of AdaLayerNorm and of groups, and a norm behind a scaled sum."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from ops.norm.oracle import backward, batch_backward, batch_backward_shapes, finite, positive
from sweep.oracle import Operands, Oracle, with_magnitude

Shapes = Iterator[dict[str, Any]]


def _same(array: Any) -> Any:
    return array


def _centred(o: Operands, x: Any, mean: Any, root: Any, sizes: bool) -> Any:
    return (np.abs(x) + np.abs(mean)) * np.abs(root) if sizes else (x - mean) * root


def _ada_backward(o: Operands, sizes: bool = False) -> list[Any]:
    size = np.abs if sizes else _same
    batch = (*o.input.shape[:-2], 1, o.input.shape[-1])
    weight = 1 if o.weightOptional is None else size(o.weightOptional)
    bias = 0 if o.biasOptional is None else size(o.biasOptional)
    factor = 1 + size(o.scale.reshape(batch))
    h = _centred(o, o.input, o.mean, o.rstd, sizes)
    grad = size(o.gradOut)
    lead = tuple(range(o.input.ndim - 1))
    return [
        backward(grad * factor, h, o.rstd, (-1,), weight, sizes=sizes),
        (grad * (h * weight + bias)).sum(axis=-2).reshape(o.scale.shape),
        grad.sum(axis=-2).reshape(o.shift.shape),
        (grad * factor * h).sum(axis=lead),
        (grad * factor).sum(axis=lead),
    ]


def _ada_backward_shapes() -> Shapes:
    for at, shape in enumerate(((2, 3, 37), (4, 5), (2, 2, 1, 6), (3, 70, 3))):
        batches, last = shape[:-2], shape[-1:]
        yield {
            **dict.fromkeys(("gradOut", "input"), shape),
            **dict.fromkeys(("mean", "rstd"), (*shape[:-1], 1)),
            "normalizedShape": list(last),
            "scale": (*batches, 1, *last) if at % 2 else (*batches, *last),
            "shift": (*batches, *last),
            "weightOptional": last if at != 1 else None,
            "biasOptional": last if at != 2 else None,
        }


def _scaled(o: Operands, sizes: bool = False) -> list[Any]:
    """The root is that of the sums; sizes are those of the summands."""
    scale = float(np.float32(o.scale))
    total = o.x1 * scale + o.x2
    axis = tuple(range(total.ndim - o.gamma.ndim, total.ndim))
    mean = (total * total).mean(axis=axis, keepdims=True)
    root = 1 / np.sqrt(mean + np.float32(o.epsilon))
    if sizes:
        total = np.abs(o.x1 * scale) + np.abs(o.x2)
        square = (total * total).mean(axis=axis, keepdims=True)
        return [total * root * np.abs(o.gamma), root * (1 + square * root * root), total]
    return [total * root * o.gamma, root, total]


def _biased(o: Operands, sizes: bool = False) -> list[Any]:
    o.scale = 1.0
    quotients, root, total = _scaled(o, sizes)
    if o.betaOptional is not None:
        quotients = quotients + (np.abs(o.betaOptional) if sizes else o.betaOptional)
    return [quotients, root, total]


def _biased_shapes() -> Shapes:
    for at, shapes in enumerate(_scaled_shapes()):
        yield {**shapes, "betaOptional": shapes["gamma"] if at != 1 else None}


def _scaled_shapes() -> Shapes:
    for shape, last in (((3, 40), 1), ((2, 3, 5), 2), ((7,), 1), ((2, 2, 1, 600), 1)):
        yield {**dict.fromkeys(("x1", "x2"), shape), "gamma": shape[len(shape) - last :]}


def _groups_backward(o: Operands, sizes: bool = False) -> Any:
    size = np.abs if sizes else _same
    ones = (1,) * (o.x.ndim - 2)
    mean, root = (each.reshape(*each.shape, *ones) for each in (o.mean, o.rstd))
    axis = tuple(range(2, o.x.ndim))
    h = _centred(o, o.x, mean, root, sizes)
    d = size(o.dy * o.gamma)
    one, two = (each.mean(axis=axis, keepdims=True) for each in (d, d * h))
    inner = size(o.dy) + one + h * two if sizes else o.dy - one - h * two
    return size(root * o.gamma) * inner


def _groups_shapes() -> Shapes:
    for shape in ((2, 3, 5), (1, 2, 4, 33), (3, 1, 2, 2, 3)):
        yield {
            **dict.fromkeys(("x", "dy", "gamma"), shape),
            **dict.fromkeys(("mean", "rstd"), shape[:2]),
        }


ORACLES = {
    "aclnnAdaLayerNormBackward": with_magnitude(
        _ada_backward,
        shapes=_ada_backward_shapes,
        adapt=finite("gradOut", "input", "mean", "rstd", "scale", "weightOptional", "biasOptional"),
    ),
    "aclnnFastBatchNormBackward": Oracle(
        lambda o: batch_backward(o, roots_on="none"),
        lambda o: batch_backward(o, True, roots_on="none"),
        shapes=batch_backward_shapes,
        arguments={"eps": [1e-5]},
        adapt=positive("runningVar", "saveInvstd"),
    ),
    "aclnnFusedAddRmsNorm": with_magnitude(
        _scaled,
        shapes=_scaled_shapes,
        arguments={"epsilon": [1e-5], "scale": [1.0, 0.75]},
        adapt=finite("x1", "x2", "gamma"),
    ),
    "aclnnAddRmsNormBias": with_magnitude(
        _biased,
        shapes=_biased_shapes,
        arguments={"epsilon": [1e-5]},
        adapt=finite("x1", "x2", "gamma", "betaOptional"),
    ),
    "aclnnGroupNormalizationGrad": with_magnitude(
        _groups_backward,
        shapes=_groups_shapes,
        adapt=finite("x", "dy", "gamma", "mean", "rstd"),
    ),
}
