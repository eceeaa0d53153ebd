# SPDX-License-Identifier: Apache-2.0
"""Gradients of points that others were found for.

`points_interpolate_gradient` adds the gradients of features [batch, channels, count] to those of
[batch, channels, sources] that each was made of: three, with a weight each.
`points_chamfer_gradient` is that of squared distances of points in a plane to the nearest of
another set, for one of two sets: each point moves with its own distance, and with those of the
points it was nearest to.

All are dense, of float64; indices are int64, and what they name that is not there is passed over.
"""

from __future__ import annotations

import numpy as np

from .dialect import (
    Family,
    load_once,
    pointer_float64,
    pointer_int64,
    split,
    unsigned_divide,
)

family = Family(
    name="points",
    tiling=("batch", "channels", "count", "sources"),
    arguments=(
        "grad",
        "indices",
        "weights",
        "other_grad",
        "other_indices",
        "own",
        "others",
        "result",
    ),
    module=__name__,
)

BATCH = family.tiling_offset("batch")
CHANNELS = family.tiling_offset("channels")
COUNT = family.tiling_offset("count")
SOURCES = family.tiling_offset("sources")

GRAD = family.argument_index("grad")
INDICES = family.argument_index("indices")
WEIGHTS = family.argument_index("weights")
OTHER_GRAD = family.argument_index("other_grad")
OTHER_INDICES = family.argument_index("other_indices")
OWN = family.argument_index("own")
OTHERS = family.argument_index("others")
RESULT = family.argument_index("result")

NEIGHBOURS = 3


@family.kernel("interpolate_gradient")
def interpolate_gradient(block: int, blocks: int, tiling: int, arguments: int) -> None:
    """Each block does some channels."""
    t = pointer_int64(tiling)
    a = pointer_int64(arguments)
    grad, weights = pointer_float64(a[GRAD]), pointer_float64(a[WEIGHTS])
    indices, result = pointer_int64(a[INDICES]), pointer_float64(a[RESULT])
    channels, count, sources = t[CHANNELS], t[COUNT], t[SOURCES]
    planes = t[BATCH] * channels
    for plane in range(split(planes, block, blocks), split(planes, block + 1, blocks)):
        batch = unsigned_divide(plane, channels)
        for source in range(sources):
            result[plane * sources + source] = 0.0
        for point in range(count):
            for i in range(NEIGHBOURS):
                at = (batch * count + point) * NEIGHBOURS + i
                source = load_once(indices, at)
                if source >= 0 and source < sources:
                    result[plane * sources + source] += grad[plane * count + point] * weights[at]


@family.kernel("chamfer_gradient")
def chamfer_gradient(block: int, blocks: int, tiling: int, arguments: int) -> None:
    """The gradients of `count` own points, with `sources` others; each block does some batches."""
    t = pointer_int64(tiling)
    a = pointer_int64(arguments)
    grad, indices = pointer_float64(a[GRAD]), pointer_int64(a[INDICES])
    other_grad, other_indices = pointer_float64(a[OTHER_GRAD]), pointer_int64(a[OTHER_INDICES])
    own, others, result = (
        pointer_float64(a[OWN]),
        pointer_float64(a[OTHERS]),
        pointer_float64(a[RESULT]),
    )
    count, sources = t[COUNT], t[SOURCES]
    for batch in range(split(t[BATCH], block, blocks), split(t[BATCH], block + 1, blocks)):
        for point in range(batch * count, (batch + 1) * count):
            nearest = load_once(indices, point)
            is_there = nearest >= 0 and nearest < sources
            for i in range(2):
                step = 0.0
                if is_there:
                    step = own[2 * point + i] - others[2 * (batch * sources + nearest) + i]
                result[2 * point + i] = 2.0 * grad[point] * step if is_there else np.float64(0.0)
        for other in range(batch * sources, (batch + 1) * sources):
            nearest = load_once(other_indices, other)
            if nearest >= 0 and nearest < count:
                point = batch * count + nearest
                for i in range(2):
                    step = others[2 * other + i] - own[2 * point + i]
                    result[2 * point + i] -= 2.0 * other_grad[other] * step
