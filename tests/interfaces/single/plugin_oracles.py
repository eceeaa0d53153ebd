# SPDX-License-Identifier: Apache-2.0
"""What the types compute that PyTorch's plug-in calls beside those of oracles.py.

Gradients are differences of the function in float64, times what comes from above.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from typing import Any

import numpy as np
from interfaces.single.case import F32, Case, normal, single, wide, within
from interfaces.single.single import Array, Floats, Host
from ops.random import philox

NEAR = 1e-5


def along(function: Callable[[Array], float], x: Array, step: float = 1e-5) -> Array:
    """The gradient of a number by an array, by differences: good to 1e-9."""
    x = wide(x).copy()
    found = np.empty_like(x)
    for at in np.ndindex(x.shape):
        kept = x[at]
        x[at] = kept + step
        above = function(x)
        x[at] = kept - step
        found[at] = (above - function(x)) / (2 * step)
        x[at] = kept
    return found


def sigmoid(x: Array) -> Array:
    return 1 / (1 + np.exp(-x))


# --- Elements and rows ---------------------------------------------------------------------------


def _elements() -> dict[str, Case]:
    x, y = normal(2, 3, 4), normal(2, 3, 4)
    broken = x.copy()
    broken[0, 0, :3] = np.nan, np.inf, -np.inf
    close = single(np.where(wide(y) > 0, wide(x) * 1.001, wide(x) + 1))
    steep = 4 * x
    return {
        "NanToNum": Case(
            [broken],
            [np.nan_to_num(broken, nan=7, posinf=8, neginf=-9)],
            {"nan": 7.0, "posinf": 8.0, "neginf": -9.0},
            0,
        ),
        "HardSigmoid": Case([steep], [single(np.clip(wide(steep) / 6 + 0.5, 0, 1))]),
        "HardSigmoidGrad": Case([y, steep], [single(wide(y) * (np.abs(steep) < 3) / 6)]),
        "LogSigmoidGrad": Case([y, x], [single(wide(y) * sigmoid(-wide(x)))]),
        "LogAddExp": Case(
            [x, y],
            [single(np.log2(2 ** wide(x) + 2 ** wide(y)))],
            {"base": 2.0, "scale": 1.0, "shift": 0.0},
            NEAR,
        ),
        "IsClose": Case([x, close], [y > 0], {"rtol": 0.01, "atol": 0.0001}),
        "TensorEqual": Case([x, x.copy()], [np.array([True])]),
        "PReluGrad": Case(
            [y, x, np.array([0.3], F32)],
            [
                single(np.where(wide(x) > 0, wide(y), wide(y) * np.float64(F32(0.3)))),
                single([np.where(wide(x) > 0, 0, wide(y) * wide(x)).sum()]),
            ],
            tolerance=NEAR,
        ),
        "FillDiagonal": Case(
            [x[0]],
            [np.where(np.eye(3, 4) > 0, F32(2.5), x[0])],
            {"fill_value": 2.5, "wrap": False},
            0,
        ),
        "Eye": Case([], [np.eye(3, 4, dtype=F32)], {"num_rows": 3, "num_columns": 4}, 0),
        "Diag": Case([x[0, 0]], [np.diag(x[0, 0], 1)], {"diagonal": 1}, 0),
        "DiagPart": Case([x[0]], [np.diag(x[0], -1).copy()], {"diagonal": -1}, 0),
        "Trace": Case([x[0]], [single(np.trace(wide(x[0])))]),
        "RangeD": Case(
            [np.zeros(3, F32)],
            [np.array([1, 1.5, 2], F32)],
            {"start": 1.0, "limit": 2.5, "delta": 0.5},
            0,
        ),
        "LinSpace": Case(
            [Host([1], F32), Host([3], F32), Host([5])], [single(np.linspace(1, 3, 5))]
        ),
        "Cross": Case([x[:, :3, :3], y[:, :3, :3]], [_cross(x, y)], {"dim": 1}, NEAR),
    }


def _cross(x: Array, y: Array) -> Array:
    left, right = wide(x[:, :3, :3]).swapaxes(1, 2), wide(y[:, :3, :3]).swapaxes(1, 2)
    return single(np.cross(left, right).swapaxes(1, 2))


def _shortened() -> Case:
    """Norms of columns against 2, one above and one below."""
    x = np.array([[[3, 0.5], [1, 0.25]], [[-1, 1], [2, 0]]], F32)
    norms = (np.abs(wide(x)) ** 3).sum((0, 1)) ** (1 / 3)
    factors = np.where(norms > 2, 2 / norms, 1)
    return Case([x], [single(factors[None, None])], {"p": 3.0, "dim": 2, "maxnorm": 2.0})


def _along_a_dim() -> dict[str, Case]:
    x = normal(3, 5)
    running = np.maximum.accumulate(x, 1)
    places = [
        [int(np.flatnonzero(r[: i + 1] == r[: i + 1].max())[-1]) for i in range(5)] for r in x
    ]
    low = [[int(np.flatnonzero(r[: i + 1] == r[: i + 1].min())[-1]) for i in range(5)] for r in x]
    powers = np.abs(wide(x)) ** 3
    values = within(0, 4, 40)
    codes = np.array([0, 3, 3, 1, 5, 3], np.int32)
    weights = normal(6)
    ends = np.sort(normal(7))
    return {
        "Cumprod": Case([x, Host([1])], [single(np.cumprod(wide(x), 1))], tolerance=NEAR),
        "Cummax": Case([x], [running, np.array(places, np.int64)], {"dim": 1}, 0),
        "Cummin": Case([x], [np.minimum.accumulate(x, 1), np.array(low, np.int64)], {"axis": 1}, 0),
        "ReduceStdWithMean": Case(
            [x, single(np.mean(wide(x), 1))],
            [single(1 / np.sqrt(np.var(wide(x), 1) + 0.25))],
            {"dim": [1], "unbiased": False, "invert": True, "epsilon": 0.25},
            NEAR,
        ),
        "ReduceStdV2Update": Case(
            [x, single(np.broadcast_to(np.mean(wide(x), 1, keepdims=True), x.shape))],
            [single(np.std(wide(x), 1, ddof=2))],
            {"dim": [1], "if_std": True, "unbiased": True, "keepdim": False, "correction": 2},
            NEAR,
        ),
        "Renorm": _shortened(),
        "LpNormReduceV2": Case(
            [x], [single(powers.sum(0))], {"p": 3.0, "axes": [0], "keepdim": False}, NEAR
        ),
        "LpNormUpdateV2": Case(
            [single(powers.sum(0))], [single(powers.sum(0) ** (1 / 3))], {"p": 3.0}, NEAR
        ),
        "Histogram": Case(
            [values],
            [np.histogram(wide(values), 8, (0, 4))[0].astype(np.int32)],
            {"bins": 8, "min": 0.0, "max": 4.0},
        ),
        "Bincount": Case(
            [codes, Host([7], np.int32), weights],
            [single(np.bincount(codes, wide(weights), 7))],
        ),
        "SearchSorted": Case(
            [ends, x],
            [np.searchsorted(ends, x, "right").astype(np.int32)],
            {"dtype": 3, "right": True},
        ),
        "Pdist": Case(
            [x],
            [single([np.linalg.norm(wide(a) - b) for a, b in itertools.combinations(wide(x), 2)])],
            tolerance=NEAR,
        ),
    }


def _places() -> dict[str, Case]:
    x, rows = normal(5, 3), normal(2, 3)
    at = np.array([4, 1], np.int32)
    added, copied = wide(x), x.copy()
    added[at] += wide(rows)
    doubled = wide(x)
    doubled[at] += 2 * wide(rows)
    copied[at] = rows
    mask = within(0, 1, 5, 3) < 0.4
    source = normal(15)
    scattered = x.copy()
    scattered[mask] = source[: mask.sum()]
    chosen, picks = x.copy(), np.array([2, 0, 1, 1, 2], np.int32)
    chosen[np.arange(5), picks] = source[:5]
    return {
        "RepeatInterleave": Case([rows, at], [np.repeat(rows, at, 0)], {"axis": 0}, 0),
        "ArgMaxGrad": Case([x, picks, source[:5].copy()], [chosen], {"dimension": 1}, 0),
        "InplaceIndexAdd": Case([x, at, rows, Host([2], F32)], [single(doubled)], {"axis": 0}),
        "ScatterNdAdd": Case([x, at[:, None].copy(), rows], [single(added)]),
        "ScatterUpdate": Case([x, at, rows], [copied], tolerance=0),
        "MaskedScatter": Case([x, mask, source], [scattered], tolerance=0),
    }


# --- Matrices ------------------------------------------------------------------------------------


def _matrices() -> dict[str, Case]:
    square = single(wide(normal(3, 3)) + 3 * np.eye(3))
    lower = np.tril(square)
    right = normal(3, 2)
    sign, logarithm = np.linalg.slogdet(wide(square))
    # Factors that are unique: those of a diagonal.
    diagonal = np.diag([5, 3, 2]).astype(F32)
    return {
        "MatrixInverse": Case([square], [single(np.linalg.inv(wide(square)))], tolerance=NEAR),
        "MatrixTriangularSolve": Case(
            [lower, right],
            [single(np.linalg.solve(wide(lower), wide(right)))],
            {"lower": True, "adjoint": False},
            NEAR,
        ),
        "MatrixDeterminant": Case([square], [single(sign * np.exp(logarithm))], tolerance=NEAR),
        "LogMatrixDeterminant": Case([square], [single(sign), single(logarithm)], tolerance=NEAR),
        "Qr": Case([np.eye(3, dtype=F32)], _qr_of_one(), tolerance=NEAR),
        "Svd": Case(
            [diagonal], [np.array([5, 3, 2], F32), np.eye(3, dtype=F32), np.eye(3, dtype=F32)]
        ),
    }


def _qr_of_one() -> list[Array]:
    """LAPACK's reflections leave the identity as it is."""
    q, r = np.linalg.qr(np.eye(3))
    return [single(q), single(r)]


# --- Losses --------------------------------------------------------------------------------------


def _losses() -> dict[str, Case]:
    x, target = normal(4, 3), within(0.1, 0.9, 4, 3)
    chance, weight = within(0.1, 0.9, 4, 3), within(0.5, 2, 4, 3)
    above = np.array(0.7, F32)
    signs = single(np.where(within(-1, 1, 4, 3) > 0, 1, -1))
    labels = np.array([2, 0, 1, 2], np.int32)
    of_classes = within(0.5, 2, 3)
    total = wide(of_classes)[labels].sum()
    d = float(above)

    def cross_entropy(p: Array) -> float:
        t = wide(target)
        return float((-wide(weight) * (t * np.log(p) + (1 - t) * np.log(1 - p))).mean() * d)

    def logits(v: Array) -> float:
        t, w = wide(target), wide(weight)
        each = (1 - t) * v + (1 + (of_positive - 1) * t) * np.log1p(np.exp(-v))
        return float((w * each).mean())

    of_positive = wide(within(0.5, 2, 3))

    def soft_margin(v: Array) -> float:
        return float(np.log1p(np.exp(-wide(signs) * v)).sum())

    def chosen(v: Array) -> float:
        picked = v[np.arange(4), labels]
        return float(-(picked * wide(of_classes)[labels]).sum() / total)

    return {
        "KlDivLossGrad": Case(
            [above.reshape(1), x, target],
            [single(-wide(target) * d / 12)],
            {"reduction": "mean", "log_target": False},
        ),
        "BinaryCrossEntropyGrad": Case(
            [chance, target, above.reshape(1), weight],
            [single(along(cross_entropy, chance))],
            {"reduction": "mean"},
            NEAR,
        ),
        "SigmoidCrossEntropyWithLogitsV2": Case(
            [x, target, weight, single(of_positive)],
            [single(logits(wide(x)))],
            {"reduction": "mean"},
            NEAR,
        ),
        "SigmoidCrossEntropyWithLogitsGradV2": Case(
            [x, target, above.reshape(1), weight, single(of_positive)],
            [single(d * along(logits, x))],
            {"reduction": "mean"},
            NEAR,
        ),
        "LpLoss": Case(
            [x, target],
            [single(np.abs(wide(x) - wide(target)).sum())],
            {"p": 1, "reduction": "sum"},
            NEAR,
        ),
        "L1LossGrad": Case(
            [weight, x, target],
            [single(wide(weight) * np.sign(wide(x) - wide(target)) / 12)],
            {"reduction": "mean"},
        ),
        "NLLLoss": Case(
            [x, labels, of_classes],
            [single(chosen(wide(x))), single(total)],
            {"reduction": "mean", "ignore_index": -100},
            NEAR,
        ),
        "NLLLossGrad": Case(
            [x, above, labels, of_classes, single(total)],
            [single(d * along(chosen, x))],
            {"reduction": "mean", "ignore_index": -100},
            NEAR,
        ),
        "SoftMarginLoss": Case(
            [x, signs], [single(soft_margin(wide(x)))], {"reduction": "sum"}, NEAR
        ),
        "SoftMarginLossGrad": Case(
            [x, signs, above.reshape(1)],
            [single(d * along(soft_margin, x))],
            {"reduction": "sum"},
            NEAR,
        ),
        "MultilabelMarginLoss": _multilabel(x),
        "BNTrainingReduce": _moments(),
        "GroupNorm": _groups(),
    }


def _multilabel(x: Array) -> Case:
    """max(0, 1 - (x[y] - x[i])) over labels y and classes i that are none, by the classes."""
    labels = np.array([[2, 0, -1], [1, -1, 0], [-1, 1, 2], [0, 1, 2]], np.int32)
    is_target, sums = np.zeros((4, 3), np.int32), []
    for row, given in enumerate(labels):
        names = list(itertools.takewhile(lambda label: label >= 0, given))
        is_target[row, names] = 1
        margins = [
            max(0.0, 1 - (float(x[row, y]) - float(x[row, i])))
            for y in names
            for i in range(3)
            if i not in names
        ]
        sums.append(sum(margins) / 3)
    return Case([x, labels], [single(np.mean(sums)), is_target], {"reduction": "mean"}, NEAR)


def _groups() -> Case:
    """Two groups of two channels, with gamma and beta of channels."""
    x, gamma, beta = normal(3, 4, 2, 3), normal(4), normal(4)
    groups = wide(x).reshape(3, 2, -1)
    means, variances = groups.mean(2), groups.var(2)
    y = (groups - means[..., None]) / np.sqrt(variances[..., None] + 0.01)
    y = y.reshape(x.shape) * wide(gamma)[:, None, None] + wide(beta)[:, None, None]
    return Case(
        [x, gamma, beta],
        [single(y), single(means.ravel()), single(variances.ravel())],
        {"num_groups": 2, "eps": 0.01},
        NEAR,
    )


def _moments() -> Case:
    images = normal(2, 3, 4, 5)
    values = wide(images)
    sums = [values.sum((0, 2, 3)), (values**2).sum((0, 2, 3))]
    return Case([images], [single(each) for each in sums], tolerance=NEAR)


# --- Windows and images --------------------------------------------------------------------------


def convolved(x: Array, w: Array, step: int, around: int, groups: int) -> Array:
    """[n, c, ...] by [o, c / groups, ...], in any number of dimensions."""
    spatial = x.ndim - 2
    x = np.pad(x, [(0, 0), (0, 0)] + [(around, around)] * spatial)
    size = w.shape[2:]
    places = [(x.shape[2 + i] - size[i]) // step + 1 for i in range(spatial)]
    out = np.zeros((x.shape[0], w.shape[0], *places))
    inside = x.shape[1] // groups
    for o in range(w.shape[0]):
        first = o // (w.shape[0] // groups) * inside
        for at in np.ndindex(*places):
            window = tuple(slice(p * step, p * step + k) for p, k in zip(at, size, strict=True))
            part = x[(slice(None), slice(first, first + inside), *window)]
            out[(slice(None), o, *at)] = (part * w[o]).reshape(x.shape[0], -1).sum(1)
    return out


def _convolutions() -> dict[str, Case]:
    def attrs(spatial: int, step: int, around: int, **more: Any) -> dict[str, Any]:
        return {
            "strides": [1, 1] + [step] * spatial,
            "pads": [around] * (2 * spatial),
            "dilations": [1] * (spatial + 2),
            "data_format": "NCHW" if spatial == 2 else "NCDHW",
            **more,
        }

    def of(spatial: int) -> dict[str, Case]:
        side = (5,) * spatial
        w, image = normal(3, 2, *(3,) * spatial), normal(1, 2, *side)
        above = normal(*convolved(wide(image), wide(w), 2, 1, 1).shape)
        given = attrs(spatial, 2, 1, groups=1)
        dx = along(lambda v: float((convolved(v, wide(w), 2, 1, 1) * above).sum()), image)
        dw = along(lambda v: float((convolved(wide(image), v, 2, 1, 1) * above).sum()), w)
        sizes, none = Host(image.shape, np.int32), {"output_padding": [0] * (spatial + 2)}
        return {
            f"Conv{spatial}DTranspose": Case(
                [sizes, above, w, None, None], [single(dx)], {**given, **none}, NEAR
            ),
            f"Conv{spatial}DBackpropInput": Case([sizes, w, above], [single(dx)], given, NEAR),
            f"Conv{spatial}DBackpropFilter": Case(
                [image, Host(w.shape, np.int32), above], [single(dw)], given, NEAR
            ),
        }

    found = {"Conv2DTranspose": of(2)["Conv2DTranspose"], **of(3)}
    # A channel by a window of its own; the filter lies as [1, channels, ...].
    image, w = normal(2, 3, 5, 5), normal(3, 1, 3, 3)
    above = normal(2, 3, 3, 3)
    turned = w.transpose(1, 0, 2, 3).copy()
    given = attrs(2, 2, 1)
    dx = along(lambda v: float((convolved(v, wide(w), 2, 1, 3) * above).sum()), image)
    dw = along(lambda v: float((convolved(wide(image), v, 2, 1, 3) * above).sum()), w)
    found["DepthwiseConv2D"] = Case(
        [image, turned, None, None], [single(convolved(wide(image), wide(w), 2, 1, 3))], given, NEAR
    )
    found["DepthwiseConv2DBackpropInput"] = Case(
        [Host(image.shape, np.int32), turned, above], [single(dx)], given, NEAR
    )
    found["DepthwiseConv2DBackpropFilter"] = Case(
        [image, Host(w.shape, np.int32), above], [single(dw)], given, NEAR
    )
    return found


def averaged(x: Array, counts_all: bool) -> Array:
    """Windows of 3 in steps of 2, with a border of 1."""
    ones = np.ones((1, 1, 3, 3))
    sums = np.concatenate([convolved(x[:, i : i + 1], ones, 2, 1, 1) for i in range(x.shape[1])], 1)
    counts = convolved(np.ones_like(x[:1, :1]), ones, 2, 1, 1)
    return np.asarray(sums / (9 if counts_all else counts))


def _largest_of_solids() -> Case:
    """Windows of 2 x 3 x 2 in steps of 1, 2 and 2, with a border of 0, 1 and 0."""
    x = normal(1, 2, 3, 4, 4)
    padded = np.pad(x, [(0, 0), (0, 0), (0, 0), (1, 1), (0, 0)], constant_values=-np.inf)
    y, grad = np.empty((1, 2, 2, 2, 2), F32), np.zeros(padded.shape)
    dy = normal(*y.shape)
    for n, c, d, h, w in np.ndindex(y.shape):
        window = padded[n, c, d : d + 2, 2 * h : 2 * h + 3, 2 * w : 2 * w + 2]
        y[n, c, d, h, w] = window.max()
        i, j, k = np.unravel_index(int(window.argmax()), window.shape)
        grad[n, c, d + i, 2 * h + j, 2 * w + k] += dy[n, c, d, h, w]
    return Case(
        [x, y, dy],
        [single(grad[:, :, :, 1:-1])],
        {
            "ksize": [1, 1, 2, 3, 2],
            "strides": [1, 1, 1, 2, 2],
            "padding": "CALCULATED",
            "pads": [0, 0, 1, 1, 0, 0],
            "data_format": "NCDHW",
        },
    )


def _pools() -> dict[str, Case]:
    x = normal(2, 2, 5, 6)
    attrs = {
        "ksize": [1, 1, 3, 3],
        "strides": [1, 1, 2, 2],
        "pads": [1, 1, 1, 1],
        "exclusive": True,
        "data_format": "NCHW",
    }
    y = averaged(wide(x), False)
    above = normal(*y.shape)
    thirds = wide(x).reshape(2, 2, 5, 3, 2).mean((2, 4))[:, :, None]
    adaptive = normal(2, 2, 1, 3)
    spread = np.repeat(np.repeat(wide(adaptive) / 10, 2, 3), 5, 2)
    return {
        "AvgPoolV2": Case([x], [single(y)], attrs, NEAR),
        "AvgPoolV2Grad": Case(
            [Host(x.shape, np.int32), above],
            [single(along(lambda v: float((averaged(v, True) * above).sum()), x))],
            {**attrs, "exclusive": False},
            NEAR,
        ),
        "MaxPool3DGrad": _largest_of_solids(),
        "AdaptiveAvgPool2d": Case([x], [single(thirds)], {"output_size": [1, 3]}, NEAR),
        "AdaptiveAvgPool2dGrad": Case(
            [adaptive], [single(spread)], {"orig_input_shape": [2, 2, 5, 6]}, NEAR
        ),
    }


def sampled(x: Array, grid: Array) -> Array:
    """Bilinear, zeros outside, corners not aligned."""
    n, c, h, w = x.shape
    out = np.zeros((n, c, *grid.shape[1:3]))
    for b, i, j in np.ndindex(n, *grid.shape[1:3]):
        px, py = ((grid[b, i, j] + 1) * (w, h) - 1) / 2
        left, top = math.floor(px), math.floor(py)
        for row, column in itertools.product((top, top + 1), (left, left + 1)):
            if 0 <= row < h and 0 <= column < w:
                share = (1 - abs(px - column)) * (1 - abs(py - row))
                out[b, :, i, j] += share * x[b, :, row, column]
    return out


def resized(x: Array, size: tuple[int, ...], aligned: bool = False) -> Array:
    """Linear in each dimension behind the first two."""
    for axis, count in enumerate(size, 2):
        have = x.shape[axis]
        place = np.arange(count, dtype=float)
        if aligned:
            place = place * (have - 1) / max(count - 1, 1)
        else:
            place = np.maximum((place + 0.5) * have / count - 0.5, 0)
        low = np.minimum(place.astype(int), have - 1)
        high = np.minimum(low + 1, have - 1)
        share = (place - low).reshape([-1] + [1] * (x.ndim - axis - 1))
        x = np.take(x, low, axis) * (1 - share) + np.take(x, high, axis) * share
    return x


def cubic(x: Array, size: tuple[int, int]) -> Array:
    """By Keys' convolution with -0.75; places outside have the border's elements."""
    for axis, count in enumerate(size, 2):
        have = x.shape[axis]
        shares = np.zeros((count, have))
        for i in range(count):
            place = (i + 0.5) * have / count - 0.5
            for j in range(math.floor(place) - 1, math.floor(place) + 3):
                d = abs(place - j)
                near, far = (1.25 * d - 2.25) * d * d + 1, ((-0.75 * d + 3.75) * d - 6) * d + 3
                shares[i, min(max(j, 0), have - 1)] += near if d <= 1 else far
        x = np.moveaxis(np.tensordot(x, shares, (axis, 1)), -1, axis)
    return x


def nearest(x: Array, size: tuple[int, ...]) -> Array:
    for axis, count in enumerate(size, 2):
        x = np.take(x, np.arange(count) * x.shape[axis] // count, axis)
    return x


def _images() -> dict[str, Case]:
    x, solid = normal(1, 2, 3, 4), normal(1, 2, 2, 3, 2)
    grid = within(-1.1, 1.1, 1, 2, 3, 2)
    above, wider = normal(1, 2, 2, 3), normal(1, 2, 5, 7)
    half = {"align_corners": False, "half_pixel_centers": True}
    reflected = np.pad(x, [(0, 0), (0, 0), (1, 2), (2, 1)], "reflect")
    widths = Host([[0, 0], [0, 0], [1, 2], [2, 1]], np.int32)
    from_border = normal(*reflected.shape)

    def summed(function: Callable[[Array], Array], dy: Array) -> Callable[[Array], float]:
        return lambda v: float((function(v) * dy).sum())

    def edged(v: Array) -> Array:
        return np.pad(v, [(0, 0), (0, 0), (1, 2), (2, 1)], "edge")

    return {
        "GridSampler2D": Case([x, grid], [single(sampled(wide(x), wide(grid)))], tolerance=NEAR),
        "GridSampler2DGrad": Case(
            [above, x, grid],
            [
                single(along(summed(lambda v: sampled(v, wide(grid)), above), x)),
                single(along(summed(lambda v: sampled(wide(x), v), above), grid, 1e-6)),
            ],
            tolerance=2e-5,
        ),
        "ResizeNearestNeighborV2": Case(
            [x, Host([5, 7], np.int32)], [nearest(x, (5, 7))], tolerance=0
        ),
        "ResizeNearestNeighborV2Grad": Case(
            [wider, Host([3, 4], np.int32)],
            [single(along(summed(lambda v: nearest(v, (5, 7)), wider), x))],
            tolerance=NEAR,
        ),
        "ResizeBilinearV2": Case(
            [x, Host([5, 7], np.int32)], [single(resized(wide(x), (5, 7)))], half, NEAR
        ),
        "ResizeBilinearV2Grad": Case(
            [wider, x],
            [single(along(summed(lambda v: resized(v, (5, 7), True), wider), x))],
            {"align_corners": True, "half_pixel_centers": False},
            NEAR,
        ),
        "UpsampleNearest3d": Case(
            [solid], [nearest(solid, (4, 5, 3))], {"output_size": [4, 5, 3]}, 0
        ),
        "UpsampleTrilinear3d": Case(
            [solid],
            [single(resized(wide(solid), (4, 5, 3)))],
            {"output_size": [4, 5, 3], "align_corners": False},
            NEAR,
        ),
        "ResizeD": Case(
            [x],
            [single(cubic(wide(x), (5, 7)))],
            {"sizes": [5, 7], "scales": Floats([0.0, 0.0]), "mode": "cubic"},
            NEAR,
        ),
        "ResizeGradD": Case(
            [wider.transpose(2, 3, 0, 1)],
            [
                single(along(summed(lambda v: cubic(v, (5, 7)), wider), x))
                .transpose(2, 3, 0, 1)
                .reshape(x.shape)
            ],
            {"original_size": list(x.shape), "mode": "cubic", "data_format": "HWNC"},
            NEAR,
        ),
        "MirrorPad": Case([x, widths], [reflected], {"mode": "REFLECT"}, 0),
        "PadV3Grad": Case(
            [from_border, widths],
            [single(along(summed(edged, from_border), x))],
            {"mode": "edge", "paddings_contiguous": True},
            NEAR,
        ),
    }


# --- Turned pairs, masks, random numbers, overflow -----------------------------------------------


def _turned() -> Case:
    x, cos, sin, dy = (normal(2, 3, 2, 8) for _ in range(4))

    def rotated(v: Array) -> Array:
        return np.concatenate([-v[..., 4:], v[..., :4]], -1)

    def of(v: Array, c: Array, s: Array) -> float:
        return float(((v * c + rotated(v) * s) * dy).sum())

    angles = [wide(cos[:1, :1]), wide(sin[:1, :1])]
    gradients = [
        along(lambda v: of(v, *angles), x),
        along(lambda v: of(wide(x), v, angles[1]), angles[0]),
        along(lambda v: of(wide(x), angles[0], v), angles[1]),
    ]
    return Case(
        [x, cos[:1, :1].copy(), sin[:1, :1].copy(), dy],
        [single(each) for each in gradients],
        {"need_backward": True},
        NEAR,
    )


def soft(x: Array) -> Array:
    e: Array = np.exp(x)
    total: Array = e.sum(-1, keepdims=True)
    return np.divide(e, total)


def _chances() -> dict[str, Case]:
    x = normal(2, 3, 4)
    mask = (within(0, 1, 2, 3, 4) < 0.8).astype(np.uint8)
    key, counter, algorithm = Host([5], np.uint64), Host([0, 24], np.uint64), Host([1], np.int32)
    status = np.zeros(8, np.int32)
    other, above = normal(2, 3, 4), normal(2, 3, 4)
    weights = soft(wide(x) + 0.5 * wide(other))
    padded = np.ones(128, np.uint8)
    padded[: mask.size] = mask.ravel()

    def kept(scores: Array) -> float:
        return float((soft(0.5 * scores) * mask / np.float64(F32(0.8)) * above).sum())

    attrs = {"alpha": 0.5, "input_keep_prob": 0.8}
    return {
        "AxpyWithSoftmaxAndDropOutDoMask": Case(
            [x, other, padded],
            [single(weights), single(weights * mask / np.float64(F32(0.8)))],
            {**attrs, "axis": [-1]},
        ),
        "DropoutWithMulsAndSoftmaxGrad": Case(
            [above, padded, single(soft(0.5 * wide(x)))],
            [single(along(kept, x))],
            {**attrs, "axes": [-1]},
            NEAR,
        ),
        "RotaryMulGrad": _turned(),
        "DropOutDoMaskV3": Case(
            [x, mask, Host([0.8], F32)], [single(wide(x) * mask / np.float64(F32(0.8)))]
        ),
        "DropOutGenMaskV3": Case(
            [Host([4, 6]), Host([0.75], F32)],
            [philox.bits(24, 5, 24, 0.75).reshape(4, 6).astype(np.uint8)],
            {"seed": 5, "seed2": 24},
        ),
        "StatelessDropOutGenMask": Case(
            [
                Host([4, 6]),
                Host([0.75], F32),
                *(Host([each], np.int32) for each in (5, 0)),
                counter,
            ],
            [philox.mask(24, 5, 24, 0.25)],
        ),
        "StatelessRandomUniformV2": Case(
            [Host([4, 6]), key, counter, algorithm],
            [single(philox.units(24, 5, 24, wide=False).reshape(4, 6))],
        ),
        "StatelessRandomNormalV2": Case(
            [Host([4, 6]), key, counter, algorithm],
            [single(philox.normals(24, 5, 24, wide=False).reshape(4, 6))],
            tolerance=NEAR,
        ),
        "StatelessBernoulli": Case(
            [Host([4, 6]), Host([0.75], F32), Host([5]), Host([24])],
            [philox.bits(24, 5, 24, 0.75).reshape(4, 6).astype(F32)],
            tolerance=0,
        ),
        "StatelessRandperm": Case(
            [Host([9]), Host([5]), Host([24])], [philox.permutation(9, 5, 24)]
        ),
        "NPUAllocFloatStatus": Case([], [np.zeros(8, F32)], tolerance=0),
        "NPUGetFloatStatus": Case([np.zeros(8, F32)], [np.zeros(8, F32)], tolerance=0),
        "NPUClearFloatStatus": Case([np.zeros(8, F32)], [np.zeros(8, F32)], tolerance=0),
        "NPUGetFloatStatusV2": Case([], [status]),
        "NPUGetFloatDebugStatus": Case([], [status]),
        "NPUClearFloatStatusV2": Case([], []),
        "NPUClearFloatDebugStatus": Case([], []),
    }


def cases() -> dict[str, Case]:
    """A case of each operator type."""
    return (
        _elements()
        | _along_a_dim()
        | _places()
        | _matrices()
        | _losses()
        | _convolutions()
        | _pools()
        | _images()
        | _chances()
    )
