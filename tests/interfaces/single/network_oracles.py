# SPDX-License-Identifier: Apache-2.0
"""What the types compute that PyTorch's plug-in calls for whole layers: norms over several devices,
windows and grids in three dimensions, places by lists of indices.

Gradients are differences of the function in float64, times what comes from above.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable

import numpy as np
from interfaces.single.case import F32, Case, normal, single, wide, within
from interfaces.single.plugin_oracles import along, nearest, resized
from interfaces.single.single import Array, Host
from ops.random import philox

NEAR = 1e-5


def summed(function: Callable[[Array], Array], above: Array) -> Callable[[Array], float]:
    return lambda x: float((function(x) * above).sum())


# --- Norms ---------------------------------------------------------------------------------------


def normed(x: Array, eps: float) -> tuple[Array, Array, Array]:
    """Rows with mean 0 and variance 1, their means, and 1 / their deviations."""
    mean = x.mean(-1, keepdims=True)
    rstd = 1 / np.sqrt(x.var(-1, keepdims=True) + eps)
    return (x - mean) * rstd, mean, rstd


def _layers() -> dict[str, Case]:
    x, other, above = normal(3, 8), normal(3, 8), normal(3, 8)
    gamma, beta = normal(8), normal(8)
    rows, mean, rstd = normed(wide(x) + other, 1e-5)
    deep, deep_mean, deep_rstd = normed(0.3 * wide(x) + other, 1e-6)

    def added(v: Array) -> Array:
        return normed(v, 1e-5)[0] * gamma

    def deepened(v: Array, w: Array) -> Array:
        return normed(0.3 * v + w, 1e-6)[0] * gamma

    images = normal(2, 4, 3, 5)
    groups, group_mean, group_rstd = normed(wide(images).reshape(2, 2, -1), 1e-5)
    scale, shift = normal(4), normal(4)
    scaled = groups.reshape(images.shape) * scale[:, None, None] + shift[:, None, None]
    return {
        "AddLayerNorm": Case(
            [x, other, gamma, beta],
            [single(rows * gamma + beta), single(mean), single(rstd), single(wide(x) + other)],
            {"epsilon": 1e-5, "additional_output": True},
            NEAR,
        ),
        "AddLayerNormGrad": Case(
            [above, x, other, single(rstd), single(mean), gamma],
            [
                single(along(summed(added, above), wide(x) + other)),
                single((wide(above) * rows).sum(0)),
                single(wide(above).sum(0)),
            ],
            tolerance=NEAR,
        ),
        "DeepNorm": Case(
            [x, other, beta, gamma],
            [single(deep_mean), single(deep_rstd), single(deep * gamma + beta)],
            {"alpha": 0.3, "epsilon": 1e-6},
            NEAR,
        ),
        "DeepNormGrad": Case(
            [above, x, other, gamma, single(deep_mean), single(deep_rstd)],
            [
                single(along(lambda v: float((deepened(v, wide(other)) * above).sum()), x)),
                single(along(lambda v: float((deepened(wide(x), v) * above).sum()), other)),
                single(wide(above).sum(0)),
                single((wide(above) * deep).sum(0)),
            ],
            {"alpha": 0.3},
            NEAR,
        ),
        "GroupNormSwish": Case(
            [images, scale, shift],
            [
                single(scaled / (1 + np.exp(-scaled))),
                single(group_mean[..., 0]),
                single(group_rstd[..., 0]),
            ],
            {"num_groups": 2, "eps": 1e-5},
            NEAR,
        ),
    }


def _shared() -> dict[str, Case]:
    """Batches of 6, 10 and 4 samples on three devices, with 5 channels."""
    eps, momentum = 1e-3, 0.2
    shares = [normal(count, 5) for count in (6, 10, 4)]
    together = wide(np.concatenate(shares))
    counts = np.repeat(np.array([[6], [10], [4]], F32), 5, 1)
    total = counts.sum(0, keepdims=True, dtype=F32)
    means = np.stack([wide(each).mean(0) for each in shares])
    invstds = np.stack([1 / np.sqrt(wide(each).var(0) + eps) for each in shares])
    mean, variance = together.mean(0, keepdims=True), together.var(0, keepdims=True)
    running_mean, running_var = normal(1, 5), within(1, 2, 1, 5)
    moved_mean = (1 - momentum) * wide(running_mean) + momentum * mean
    moved_var = (1 - momentum) * wide(running_var) + momentum * variance * 20 / 19
    sums = np.stack([wide(each).sum(0) for each in shares])
    squares = np.stack([(wide(each) ** 2).sum(0) for each in shares])

    above, values = normal(4, 5), normal(4, 5)
    center, spread, weight = normal(5), within(0.5, 2, 5), normal(5)
    apart = (wide(values) - center) * above
    mean_dy, mean_dy_xmu = normal(5), normal(5)

    def whole(v: Array) -> Array:
        return np.broadcast_to(v, (4, 5)).copy()

    grad = wide(above) - mean_dy - (wide(values) - center) * wide(spread) ** 2 * mean_dy_xmu
    return {
        "ReduceMeanWithCount": Case(
            [single(means), counts, np.repeat(total, 3, 0)],
            [single(mean)],
            {"axes": [0], "keep_dims": True},
            NEAR,
        ),
        "SyncBatchNormGatherStatsWithCounts": Case(
            [
                single(means),
                single(invstds),
                counts,
                single(np.repeat(mean, 3, 0)),
                total,
                running_var,
            ],
            [single(1 / np.sqrt(variance + eps)), single(moved_var)],
            {"momentum": momentum, "epsilon": eps},
            NEAR,
        ),
        "SyncBNTrainingUpdate": Case(
            [single(mean), running_mean], [single(moved_mean)], {"momentum": momentum}, NEAR
        ),
        "SyncBatchNormGatherStats": Case(
            [
                single(sums),
                single(squares),
                np.array([6, 10, 4], np.int32),
                running_mean[0],
                running_var[0],
            ],
            [
                single(mean[0]),
                single(1 / np.sqrt(variance[0] + eps)),
                single(moved_mean[0]),
                single(moved_var[0]),
            ],
            {"momentum": momentum, "eps": eps},
            NEAR,
        ),
        "SyncBatchNormBackwardReduce": Case(
            [
                single(wide(above).sum(0)),
                single((wide(above) * values).sum(0)),
                center,
                spread,
            ],
            [single(apart.sum(0)), single(apart.sum(0) * spread)],
            tolerance=NEAR,
        ),
        "SyncBatchNormBackwardElemt": Case(
            [
                above,
                values,
                *(whole(each) for each in (center, spread, weight, mean_dy, mean_dy_xmu)),
            ],
            [single(grad * spread * weight)],
            tolerance=NEAR,
        ),
    }


# --- Windows and grids ---------------------------------------------------------------------------


def columns(x: Array) -> Array:
    """[n, c, h, w]: windows of 2 by 3 in steps of 2 and 1, with a border of 1, as columns."""
    x = np.pad(x, [(0, 0), (0, 0), (1, 1), (1, 1)])
    windows = np.lib.stride_tricks.sliding_window_view(x, (2, 3), (2, 3))[:, :, ::2]
    return windows.transpose(0, 1, 4, 5, 2, 3).reshape(x.shape[0], x.shape[1] * 6, -1)


def highest(x: Array) -> Array:
    """Windows of 2 in steps of 2."""
    n, c, d, h, w = x.shape
    return np.asarray(x.reshape(n, c, d // 2, 2, h // 2, 2, w // 2, 2).max((3, 5, 7)))


def solid(x: Array, grid: Array) -> Array:
    """Linear between the eight elements around, zeros outside, corners not aligned."""
    n, c, *size = x.shape
    out = np.zeros((n, c, *grid.shape[1:4]))
    for at in np.ndindex(n, *grid.shape[1:4]):
        place = ((grid[at] + 1) * size[::-1] - 1)[::-1] / 2
        low = [math.floor(each) for each in place]
        for corner in itertools.product(*((each, each + 1) for each in low)):
            if all(0 <= each < most for each, most in zip(corner, size, strict=True)):
                share = math.prod(1 - abs(p - q) for p, q in zip(place, corner, strict=True))
                out[(at[0], slice(None), *at[1:])] += share * x[(at[0], slice(None), *corner)]
    return out


def _grids() -> dict[str, Case]:
    x, block = normal(2, 3, 4, 5), normal(1, 2, 4, 6, 4)
    parts = columns(wide(x))
    above = normal(*parts.shape)
    pooled = {
        "ksize": [3, 3, 3],
        "strides": [2, 2, 2],
        "pads": [1] * 6,
        "count_include_pad": True,
        "data_format": "NCDHW",
    }
    y = averaged_block(wide(block))
    from_pools = normal(*y.shape)
    maxima = {
        "ksize": [1, 1, 2, 2, 2],
        "strides": [1, 1, 2, 2, 2],
        "padding": "CALCULATED",
        "data_format": "NCDHW",
    }
    small = normal(1, 2, 2, 3, 2)
    larger = normal(1, 2, 4, 5, 3)
    sizes = {"input_size": [1, 2, 2, 3, 2], "output_size": [4, 5, 3]}
    grid = within(-1.1, 1.1, 1, 2, 2, 3, 3)
    sampled = solid(wide(small), wide(grid))
    from_samples = normal(*sampled.shape)
    theta = normal(2, 2, 3)
    across, down = (np.arange(4) * 2 + 1) / 4 - 1, (np.arange(3) * 2 + 1) / 3 - 1
    base = np.stack([*np.meshgrid(across, down), np.ones((3, 4))], -1).reshape(-1, 3)
    return {
        "Im2col": Case(
            [x],
            [single(parts)],
            {"ksizes": [2, 3], "strides": [2, 1], "dilations": [1, 1], "pads": [1, 1, 1, 1]},
            0,
        ),
        "Col2im": Case(
            [above.reshape(2, 3, 6, -1), Host([4, 5], np.int32)],
            [single(along(summed(columns, above), x))],
            {"kernel_size": [2, 3], "stride": [2, 1], "dilation": [1, 1], "padding": [1, 1]},
            NEAR,
        ),
        "AvgPool3D": Case([block], [single(y)], pooled, NEAR),
        "AvgPool3DGrad": Case(
            [Host(block.shape, np.int32), from_pools],
            [single(along(summed(averaged_block, from_pools), block))],
            pooled,
            NEAR,
        ),
        "MaxPool3D": Case([block], [highest(block)], maxima, 0),
        "UpsampleNearest3dGrad": Case(
            [larger],
            [single(along(summed(lambda v: nearest(v, (4, 5, 3)), larger), small))],
            sizes,
            NEAR,
        ),
        "UpsampleTrilinear3dGrad": Case(
            [larger],
            [single(along(summed(lambda v: resized(v, (4, 5, 3)), larger), small))],
            {**sizes, "align_corners": False},
            NEAR,
        ),
        "GridSampler3D": Case([small, grid], [single(sampled)], tolerance=NEAR),
        "GridSampler3DGrad": Case(
            [from_samples, small, grid],
            [
                single(along(summed(lambda v: solid(v, wide(grid)), from_samples), small)),
                single(along(summed(lambda v: solid(wide(small), v), from_samples), grid)),
            ],
            tolerance=NEAR,
        ),
        "AffineGrid": Case(
            [theta, Host([2, 1, 3, 4], np.int32)],
            [single(base @ wide(theta).swapaxes(1, 2))],
            {"align_corners": False},
            NEAR,
        ),
    }


def averaged_block(x: Array) -> Array:
    """Windows of 3 in steps of 2, with a border of 1 that counts, in three dimensions."""
    x = np.pad(x, [(0, 0), (0, 0)] + [(1, 1)] * 3)
    windows = np.lib.stride_tricks.sliding_window_view(x, (3, 3, 3), (2, 3, 4))
    return np.asarray(windows[:, :, ::2, ::2, ::2].mean((5, 6, 7)))


# --- Places --------------------------------------------------------------------------------------


def _places() -> dict[str, Case]:
    x = normal(3, 4, 5)
    rows, ends = np.array([2, 0, 2]), np.array([4, 1, 4])
    which, strides = Host([1, 0, 1]), Host([1])
    taken = x[rows, :, ends]
    values = normal(*taken.shape)
    added = wide(x)
    for row, end, value in zip(rows, ends, values, strict=True):
        added[row, :, end] += value
    filled = x.copy()
    filled[:, [1, 3]] = 2.5
    marked = (filled != x).any((0, 2))[None, :, None]
    help1 = np.broadcast_to(np.where(marked, 0, 1), x.shape).astype(F32)
    help2 = np.broadcast_to(np.where(marked, 2.5, 0), x.shape).astype(F32)
    cache, fresh = normal(2, 3, 6, 4), normal(2, 3, 1, 4)
    kept = cache.copy()
    for batch, slot in enumerate((5, 2)):
        kept[batch, :, slot] = fresh[batch, :, 0]
    codes = np.array([4, 4, 1, 7, 7, 7, 1], np.int64)
    changes = np.flatnonzero(np.diff(codes, prepend=-1))
    runs = np.diff(np.append(changes, codes.size))
    values_of, inverse, counts = np.unique(codes, return_inverse=True, return_counts=True)
    room = [np.zeros(7, np.int64) for _ in range(3)]
    table, bags = normal(6, 4), np.array([1, 5, 0, 3, 3], np.int64)
    weights = within(0.1, 1, 2, 7)
    return {
        "Index": Case([x, which, strides, rows, ends], [taken], tolerance=0),
        "IndexPutV2": Case(
            [x, values, which, strides, rows, ends], [single(added)], {"accumulate": True}
        ),
        "IndexFillD": Case([x, help1, help2], [filled], {"dim": 1}, 0),
        "Scatter": Case(
            [cache, np.array([5, 2], np.int64), fresh],
            [kept],
            {"reduce": "update", "axis": -2},
            0,
        ),
        "UniqueConsecutive": Case(
            [codes],
            [codes[changes], np.repeat(np.arange(changes.size), runs), runs],
            {"return_idx": True, "return_counts": True},
            before=room,
        ),
        "UniqueWithCountsAndSorting": Case(
            [codes],
            [values_of, inverse, counts],
            {"sorted": True, "return_inverse": True, "return_counts": True},
            before=room,
        ),
        "EmbeddingBag": Case(
            [table, bags, np.array([0, 3], np.int64)],
            [
                single([wide(table)[bags[:3]].mean(0), wide(table)[bags[3:]].mean(0)]),
                np.array([0, 0, 0, 1, 1]),
                np.array([3, 2]),
                np.array([3, 2]),
            ],
            {"mode": "mean"},
        ),
        "ShuffleChannel": Case(
            [cache.reshape(2, 3, 4, 6).copy().reshape(1, 6, 4, 6)],
            [cache.reshape(1, 2, 3, 4, 6).swapaxes(1, 2).reshape(1, 6, 4, 6)],
            {"group": 2},
            0,
        ),
        "LogSpaceD": Case(
            [np.zeros(5, F32)],
            [single(2 ** np.linspace(-1, 3, 5))],
            {"start": -1.0, "end": 3.0, "steps": 5, "base": 2.0},
        ),
        "MultinomialWithReplacement": Case(
            [weights, Host([5]), Host([24])],
            [philox.samples(wide(weights), 9, 5, 24, replaces=True)],
            {"numsamples": 9, "replacement": True},
        ),
    }


def cases() -> dict[str, Case]:
    """A case of each operator type."""
    return _layers() | _shared() | _grids() | _places()
