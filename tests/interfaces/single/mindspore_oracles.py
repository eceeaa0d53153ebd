# SPDX-License-Identifier: Apache-2.0
"""What the types compute that MindSpore's networks ask for beside those of oracles.py.

The formulas are those of MindSpore's pages and of TensorFlow's operators, which CANN's prototypes
name.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from statistics import NormalDist
from typing import Any

import numpy as np
from interfaces.single.case import F32, RANDOM, Case, normal, single, wide, within
from interfaces.single.single import Array, Host
from ops.random import philox

NEAR = 2e-5


def number(value: float) -> Host:
    return Host([value], F32)


def slope(function: Callable[[Array], Any], x: Array) -> Array:
    """The derivative, by differences in float64: good to 1e-9."""
    return np.asarray((function(x + 1e-5) - function(x - 1e-5)) / 2e-5)


# --- Elements ------------------------------------------------------------------------------------


def _elements() -> dict[str, Case]:
    x, above = within(0.3, 0.9, 2, 3, 4), normal(2, 3, 4)
    signed = normal(2, 3, 4)
    other = normal(3, 4)
    gaps = np.where(RANDOM.random((3, 4)) < 0.3, F32(0), other)
    ends = signed.copy()
    ends[0, 0] = np.nan, np.inf, -np.inf, 0
    whole = RANDOM.integers(-20, 20, (2, 3, 4)).astype(np.int32)
    parts = np.array([3, -4, 5, 7], np.int32)
    w, d = wide(x), wide(above)
    elu = np.where(signed > 0, wide(signed), np.expm1(wide(signed)))
    gammas = np.vectorize(math.lgamma)
    filled = np.where(gaps == 0, F32(1), gaps)

    def gradient(function: Callable[[Array], Any], *inputs: Array, at: Array = w) -> Case:
        return Case(
            [single(each) for each in inputs], [single(d * slope(function, at))], tolerance=NEAR
        )

    return {
        "IsNan": Case([ends], [np.isnan(ends)]),
        "SquaredDifference": Case([signed, other], [single((wide(signed) - other) ** 2)]),
        "DivNoNan": Case([ends, gaps], [single(np.where(gaps == 0, 0, wide(ends) / filled))]),
        "MulNoNan": Case([ends, gaps], [single(np.where(gaps == 0, 0, wide(ends) * filled))]),
        "Xdivy": Case(
            [gaps, np.where(gaps == 0, F32(0), signed)],
            [single(np.where(gaps == 0, 0, wide(gaps) / signed))],
        ),
        "TruncateDiv": Case([whole, parts], [np.trunc(whole / parts).astype(np.int32)]),
        "TruncateMod": Case([whole, parts], [np.fmod(whole, parts)]),
        "Digamma": Case([4 * x], [single(slope(gammas, 4 * w))], tolerance=NEAR),
        "Lgamma": Case([4 * x], [single(gammas(4 * w))], tolerance=NEAR),
        "CustLgamma": Case([4 * x], [single(gammas(4 * w))], tolerance=NEAR),
        "CustHeaviside": Case(
            [np.broadcast_to(gaps, (2, 3, 4)).copy(), signed],
            [single(np.heaviside(np.broadcast_to(gaps, (2, 3, 4)), signed))],
        ),
        "Complex": Case([x, above], [(x + 1j * above).astype(np.complex64)], {}, 0),
        "Inv": Case([x], [single(1 / w)]),
        "InvGrad": gradient(lambda v: 1 / v, 1 / w, d),
        "SqrtGrad": gradient(np.sqrt, np.sqrt(w), d),
        "RsqrtGrad": gradient(lambda v: 1 / np.sqrt(v), 1 / np.sqrt(w), d),
        "AtanGrad": gradient(np.arctan, w, d),
        "AsinGrad": gradient(np.arcsin, w, d),
        "AcosGrad": gradient(np.arccos, w, d),
        "AsinhGrad": gradient(np.arcsinh, np.arcsinh(w), d),
        "AcoshGrad": gradient(np.arccosh, np.arccosh(w + 1), d, at=w + 1),
        "EluGrad": gradient(lambda v: np.where(v > 0, v, np.expm1(v)), d, elu, at=wide(signed)),
        "L2Loss": Case([signed], [np.array((wide(signed) ** 2).sum() / 2, F32)]),
        "LpNorm": Case(
            [signed],
            [single((np.abs(wide(signed)) ** 3).sum((0, 2)) ** (1 / 3))],
            {"p": 3, "axes": [0, 2]},
        ),
    }


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
    shrunk, accum = proximal(w, wide(v), lr, 5.0, 0.3, g)
    assert 0 < np.count_nonzero(shrunk == 0) < shrunk.size
    moves = w - lr * g
    agree = np.sign(g) * np.sign(moved)
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
            [var, v, rate, number(5.0), number(0.3), grad],
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
        "ApplyAdamWithAmsgradD": Case(
            [var, m, v, most, number(b1**2), number(b2**2), rate, grad],
            amsgrad,
            {"beta1": b1, "beta2": b2, "epsilon": eps},
            NEAR,
        ),
        "ApplyAdagradV2D": Case(
            [var, v, rate, grad],
            [single(w - lr * g / (np.sqrt(wide(v) + g**2) + eps)), single(wide(v) + g**2)],
            {"epsilon": eps},
            NEAR,
        ),
        "ApplyProximalGradientDescent": Case(
            [var, rate, number(5.0), np.array(0.3, F32), grad],
            [single(np.sign(moves) * np.maximum(np.abs(moves) - lr * 5, 0) / (1 + lr * 0.3))],
            tolerance=NEAR,
        ),
        "ApplyAddSignD": Case(
            [var, m, rate, number(0.7), number(0.4), number(0.9), grad],
            [single(w - lr * (0.7 + 0.4 * agree) * g), single(moved)],
            tolerance=NEAR,
        ),
        "ApplyPowerSignD": Case(
            [var, m, rate, number(0.7), number(0.4), number(0.9), grad],
            [single(w - lr * np.exp(0.7 * 0.4 * agree) * g), single(moved)],
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


def _rows() -> dict[str, Case]:
    """Rows of a tensor that indices name, some of them twice, and parts at pairs of indices."""
    var, updates = normal(5, 2, 3), normal(2, 2, 2, 3)
    indices = np.array([[4, 1], [4, 0]], np.int32)
    flat, parts = indices.ravel(), wide(updates).reshape(4, 2, 3)
    pairs = np.array([[4, 1], [0, 0], [4, 1]], np.int64)
    ends = normal(3, 3)

    def joined(function: Any, updates: Array = parts) -> list[Array]:
        found = wide(var).copy()
        function.at(found, flat, updates)
        return [single(found)]

    def at_pairs(start: Array, sign: int) -> list[Array]:
        found = wide(start).copy()
        np.add.at(found, (pairs[:, 0], pairs[:, 1]), sign * wide(ends))
        return [single(found)]

    def segments(function: Any, start: float) -> Case:
        found = np.full((6, 2, 3), float(start))
        function.at(found, flat, parts)
        return Case([updates, indices, Host([6])], [single(found)])

    return {
        "ScatterAdd": Case([var, indices, updates], joined(np.add)),
        "ScatterSub": Case([var, indices, updates], joined(np.subtract)),
        "ScatterMul": Case([var, indices, updates], joined(np.multiply)),
        "ScatterMax": Case([var, indices, updates], joined(np.maximum), tolerance=0),
        "ScatterMin": Case([var, indices, updates], joined(np.minimum), tolerance=0),
        "UnsortedSegmentSum": segments(np.add, 0),
        "UnsortedSegmentProd": segments(np.multiply, 1),
        "UnsortedSegmentMax": segments(np.maximum, float(np.finfo(F32).min)),
        "UnsortedSegmentMin": segments(np.minimum, float(np.finfo(F32).max)),
        "AccumulateNV2": Case([var, var + 1, 2 * var], [single(4 * wide(var) + 1)], {"N": 3}),
        "ScatterNd": Case([pairs, ends, Host([5, 2, 3])], at_pairs(np.zeros((5, 2, 3)), 1)),
        "ScatterNdSub": Case([var, pairs, ends], at_pairs(var, -1)),
        "ScatterNonAliasingAdd": Case([var, pairs, ends], at_pairs(var, 1)),
        "TensorScatterAdd": Case([var, pairs, ends], at_pairs(var, 1)),
        "TensorScatterSub": Case([var, pairs, ends], at_pairs(var, -1)),
    }


# The example of TensorFlow's pages: four blocks of four become the depth of four places, and back.
SPACE = np.array(
    [
        [
            [[1], [2], [5], [6]],
            [[3], [4], [7], [8]],
            [[9], [10], [13], [14]],
            [[11], [12], [15], [16]],
        ]
    ],
    F32,
)
DEPTH = np.arange(1, 17, dtype=F32).reshape(1, 2, 2, 4)


# --- Random numbers ------------------------------------------------------------------------------


def _chances() -> dict[str, Case]:
    """Numbers of docs/reference/random.md: philox.py has its definition."""
    shape, seeds = Host([4, 6]), {"seed": 5, "seed2": 24}
    units = philox.units(24, 5, 24, wide=False).reshape(4, 6)
    whole = philox.integers(24, 5, 24, 0, 2**31 - 1).reshape(4, 6)
    least, past = np.array([-3], np.int32), np.array([4], np.int32)
    inner = NormalDist().cdf(2) - NormalDist().cdf(-2)
    quantiles = np.vectorize(NormalDist().inv_cdf)
    sides = 2 * units - 1
    weights = within(0.1, 1, 2, 5)
    rows, images = normal(9, 2), normal(2, 3, 4, 5)
    volumes = normal(2, 3, 4, 5, 2)
    drawn = philox.samples(wide(weights), 8, 5, 24, replaces=True)
    kept = {"keep_prob": 1.0}
    return {
        "DropOutGenMask": Case([shape, number(0.75)], [philox.mask(24, 5, 24, 0.25)], seeds),
        "RandomUniform": Case([shape], [single(units)], seeds),
        "RandomStandardNormal": Case(
            [shape],
            [single(philox.normals(24, 5, 24, wide=False).reshape(4, 6))],
            seeds,
            NEAR,
        ),
        "RandomUniformInt": Case([shape, least, past], [(whole % 7 - 3).astype(np.int32)], seeds),
        # The middle of a normal distribution, up to two deviations, by its quantiles.
        "TruncatedNormal": Case([shape], [single(quantiles(0.5 + inner * sides / 2))], seeds, NEAR),
        "CustStandardLaplace": Case(
            [shape], [single(-np.sign(sides) * np.log1p(-np.abs(sides)))], seeds, NEAR
        ),
        "CustRandomShuffle": Case([rows], [rows[philox.permutation(9, 5, 24)]], seeds, 0),
        "CustMultinomial": Case([weights, Host([8])], [drawn.astype(np.int32)], seeds),
        "CustDropout2D": Case([images], [images, np.ones(images.shape, bool)], kept, 0),
        "CustDropout3D": Case([volumes], [volumes, np.ones(volumes.shape, bool)], kept, 0),
    }


# --- Sums over many places -----------------------------------------------------------------------


def partial(function: Callable[[Array], Any], x: Array) -> Array:
    """The derivatives of a number by each element, by differences in float64."""
    found = np.empty(x.shape)
    for at in np.ndindex(x.shape):
        step = np.zeros(x.shape)
        step[at] = 1e-5
        found[at] = (function(x + step) - function(x - step)) / 2e-5
    return found


def scaled_by_neighbours(x: Array, radius: int, bias: float, alpha: float, beta: float) -> Array:
    """Channels over a power of what the squares of those around them, and their own, add up to."""
    squares = np.pad(x * x, ((0, 0), (radius, radius), (0, 0), (0, 0)))
    sums = sum(squares[:, i : i + x.shape[1]] for i in range(2 * radius + 1))
    return np.asarray(x / (bias + alpha * sums) ** beta)


def losses(logs: Array, targets: Array, times: Array, lengths: Array) -> Array:
    """Connectionist temporal classification from its definition: the logarithm of the sum over all
    paths that become the targets, once repetitions and then blanks (0) are taken out."""
    found = np.empty(len(targets))
    for n, wanted in enumerate(targets):
        total = 0.0
        for path in itertools.product(range(logs.shape[2]), repeat=int(times[n])):
            read = [each for each, _ in itertools.groupby(path) if each != 0]
            if read == wanted[: lengths[n]].tolist():
                total += math.exp(sum(logs[t, n, each] for t, each in enumerate(path)))
        found[n] = -math.log(total)
    return found


def beginnings(logs: Array, targets: Array, times: Array, lengths: Array) -> Array:
    """Logarithms of the sums over the beginnings of paths that end in each place of the targets
    with blanks between them; places are a multiple of 8."""
    found = np.full((len(targets), len(logs), 8), -np.inf)
    for n, wanted in enumerate(targets):
        places = [0]
        for each in wanted[: lengths[n]]:
            places += [int(each), 0]
        ends = {0: 0.0}
        for t in range(times[n]):
            sums: dict[int, float] = {}
            for place, label in enumerate(places):
                skips = place > 1 and label not in (0, places[place - 2])
                before = [place] if t > 0 else []
                before += [place - 1] if t > 0 else []
                before += [place - 2] if t > 0 and skips else []
                parts = [math.exp(ends[each]) for each in before if each in ends]
                if t == 0 and place < 2:
                    parts = [1.0]
                if parts:
                    sums[place] = math.log(sum(parts)) + float(logs[t, n, label])
            ends = sums
            for place, value in ends.items():
                found[n, t, place] = value
    return found


def _sums() -> dict[str, Case]:
    images, above = normal(2, 7, 3, 2), normal(2, 7, 3, 2)
    radius = {"depth_radius": 2, "bias": 1.5, "alpha": 0.3, "beta": 0.7}

    def scaled(x: Array) -> Array:
        return scaled_by_neighbours(x, 2, 1.5, 0.3, 0.7)

    numbers = wide(normal(5, 2, 3))
    logs = single(numbers - np.log(np.exp(numbers).sum(-1, keepdims=True)))
    sequences = [
        np.array([[1, 1], [2, 1]], np.int32),
        np.array([5, 4], np.int32),
        np.array([2, 1], np.int32),
    ]
    weights = np.array([0.5, -2], F32)
    exact = losses(wide(logs), *sequences)
    begun = single(beginnings(wide(logs), *sequences))
    slopes = partial(lambda x: float(wide(weights) @ losses(x, *sequences)), wide(logs))
    # The gradient is that of what the logarithms are the log-softmax of, for sums of 1.
    counts = np.arange(5)[:, None] < sequences[1]
    back = wide(weights)[:, None] * np.exp(wide(logs)) * counts[..., None] + slopes
    return {
        "LRN": Case([images], [single(scaled(wide(images)))], radius),
        "LRNGrad": Case(
            [above, images, single(scaled(wide(images)))],
            [single(partial(lambda x: float((wide(above) * scaled(x)).sum()), wide(images)))],
            radius,
            NEAR,
        ),
        "CTCLossV2": Case([logs, *sequences], [single(exact), begun], tolerance=NEAR),
        "CTCLossV2Grad": Case(
            [weights, logs, *sequences, single(exact), begun], [single(back)], tolerance=NEAR
        ),
    }


def cases() -> dict[str, Case]:
    """A case of each operator type."""
    blocks = {
        "SpaceToDepth": Case([SPACE], [DEPTH], {"block_size": 2}, 0),
        "DepthToSpace": Case([DEPTH], [SPACE], {"block_size": 2}, 0),
    }
    return _elements() | _optimizers() | _layers() | _rows() | _chances() | _sums() | blocks
