# SPDX-License-Identifier: Apache-2.0
"""What the types compute that MindSpore's networks ask for beside those of oracles.py.

The formulas are those of MindSpore's pages and of TensorFlow's operators, which CANN's prototypes
name.
"""

from __future__ import annotations

import math

import numpy as np
from interfaces.single.case import F32, Case, normal, single, wide, within
from interfaces.single.single import Array, Host

NEAR = 2e-5


def number(value: float) -> Host:
    return Host([value], F32)


# --- Optimizers ----------------------------------------------------------------------------------


def proximal(
    var: Array, accum: Array, rate: float, l1: float, l2: float, grad: Array
) -> tuple[Array, Array]:
    """A step of FOBOS with the rates of Adagrad: var and accum."""
    accum = accum + grad**2
    rates = rate / np.sqrt(accum)
    moved = var - rates * grad
    near = np.sign(moved) * np.maximum(np.abs(moved) - rates * l1, 0)
    return near / (1 + rates * l2), accum


def _optimizers() -> dict[str, Case]:
    var, grad, m = normal(3, 4), normal(3, 4), normal(3, 4)
    v, most = within(0.1, 1, 3, 4), within(0.1, 2, 3, 4)
    w, g, first = wide(var), wide(grad), wide(m)
    b1, b2, lr, eps = 0.9, 0.99, 0.1, 1e-3
    rate = np.array([lr], F32)
    moved, seen = 0.9 * first + 0.1 * g, b2 * wide(v) + (1 - b2) * g**2
    largest = np.maximum(wide(most), seen)
    adam = lr * math.sqrt(1 - b2**2) / (1 - b1**2) * moved / (np.sqrt(largest) + eps)
    amsgrad = [single(w - adam), single(moved), single(seen), single(largest)]
    mean, squares = single(0.1 * first), within(1, 2, 3, 4)
    new_mean, new_squares = 0.9 * wide(mean) + 0.1 * g, 0.9 * wide(squares) + 0.1 * g**2
    momentum = 0.8 * first + lr * g / np.sqrt(new_squares - new_mean**2 + eps)
    shrunk, accum = proximal(w, wide(v), lr, 0.7, 0.3, g)
    assert 0 < np.count_nonzero(shrunk == 0) < shrunk.size
    norms = [np.array([(each**2).sum()], F32) for each in (w, g)]
    length, slope = (math.sqrt(each[0]) for each in norms)
    trust = 0.02 * length / (slope + 0.05 * length + 1e-3)
    return {
        "ApplyCenteredRMSProp": Case(
            [var, mean, squares, m, rate, number(0.9), number(0.8), number(eps), grad],
            [single(w - momentum)],
            tolerance=NEAR,
        ),
        "ApplyProximalAdagradD": Case(
            [var, v, rate, number(0.7), number(0.3), grad],
            [single(shrunk), single(accum)],
            tolerance=NEAR,
        ),
        "ApplyAdamWithAmsgradV2": Case(
            [
                *(var, m, v, most, number(b1**2), number(b2**2), rate),
                *(number(b1), np.array(b2, F32), number(eps), grad),
            ],
            amsgrad,
            tolerance=NEAR,
        ),
        "LarsV2Update": Case(
            [var, grad, norms[0], norms[1].reshape(()), np.array([0.05], F32), rate],
            [single(min(trust / lr, 1) * (g + 0.05 * w))],
            {"hyperpara": 0.02, "epsilon": 1e-3, "use_clip": True},
        ),
        "SquareSumAll": Case(
            [var, single(grad[0])],
            [np.array((w**2).sum(), F32), np.array([(g[0] ** 2).sum()], F32)],
        ),
    }


# --- Norms, pools, places ------------------------------------------------------------------------


def averaged(x: Array, rows: int, columns: int) -> Array:
    """The means of windows that cover images evenly."""
    found = np.empty((*x.shape[:-2], rows, columns))
    for i, j in np.ndindex(rows, columns):
        high, wide_ = x.shape[-2:]
        part = x[
            ...,
            i * high // rows : -(-(i + 1) * high // rows),
            j * wide_ // columns : -(-(j + 1) * wide_ // columns),
        ]
        found[..., i, j] = part.mean((-2, -1))
    return found


def instances(x: Array, gamma: Array, beta: Array, eps: float) -> list[Array]:
    """Each plane of [N, C, ...] with mean 0 and variance 1, scaled; means and variances."""
    axes = tuple(range(2, x.ndim))
    mean, variance = wide(x).mean(axes, keepdims=True), wide(x).var(axes, keepdims=True)
    form = (-1,) + (1,) * len(axes)
    normed = (wide(x) - mean) / np.sqrt(variance + eps)
    scaled = normed * wide(gamma).reshape(form) + wide(beta).reshape(form)
    return [single(scaled), single(mean), single(variance)]


def _layers() -> dict[str, Case]:
    images, gamma, beta = normal(2, 3, 4, 5), normal(3), normal(3)
    small = normal(2, 3, 5, 7)
    above = normal(2, 3, 2, 3)
    back = np.zeros((2, 3, 5, 7))
    for at in np.ndindex(5, 7):
        unit = np.zeros((5, 7))
        unit[at] = 1
        back[(..., *at)] = (wide(above) * averaged(unit, 2, 3)).sum((-2, -1))
    codes = np.array([7, 3, 7, 9, 3, 3, -1, 9], np.int32)
    kept, inverse = [7, 3, 9, -1], [0, 1, 0, 2, 1, 1, 3, 2]
    return {
        "InstanceNorm": Case(
            [images, gamma, beta], instances(images, gamma, beta, 1e-3), {"epsilon": 1e-3}
        ),
        "CustAdaptiveAvgPool2D": Case([small], [single(averaged(wide(small), 2, 3))]),
        "CustAdaptiveAvgPool2DGrad": Case(
            [above, np.array([2, 3, 5, 7], np.int64)], [single(back)]
        ),
        "ReduceStd": Case(
            [images],
            [single(wide(images).std((1, 3), ddof=1)), single(wide(images).mean((1, 3)))],
            {"dim": [1, -1]},
        ),
        "Unique": Case(
            [codes],
            [np.array(kept, np.int32), np.array(inverse, np.int32)],
            before=[np.zeros(8, np.int32), np.zeros(8, np.int32)],
        ),
    }


def cases() -> dict[str, Case]:
    """A case of each operator type."""
    return _optimizers() | _layers()
