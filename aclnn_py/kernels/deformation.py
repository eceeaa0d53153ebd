# SPDX-License-Identifier: Apache-2.0
"""Attention to a few places of images of several sizes, and its gradients.

Values are [batch, keys, heads, width]: the places of all levels one behind the other, of which
`shapes` has height and width and `starts` the first key. A query reads each level at `points`
places, which lie between those of the image, and adds them up by weights. Places are given as x
and y from 0 to 1, edge to edge; what lies outside is 0.

All are dense, of float64; shapes and starts are int64. A level whose keys are not there is passed
over.
"""

from __future__ import annotations

import numpy as np

from .dialect import (
    Family,
    device,
    float64_to_int64,
    load_once,
    pointer_float64,
    pointer_int64,
    split,
    unsigned_divide,
    unsigned_remainder,
)

family = Family(
    name="deformation",
    tiling=("batch", "keys", "heads", "width", "queries", "levels", "points"),
    arguments=(
        "values",
        "shapes",
        "starts",
        "places",
        "weights",
        "result",
        "values_grad",
        "places_grad",
        "weights_grad",
    ),
    module=__name__,
)

BATCH = family.tiling_offset("batch")
KEYS = family.tiling_offset("keys")
HEADS = family.tiling_offset("heads")
WIDTH = family.tiling_offset("width")
QUERIES = family.tiling_offset("queries")
LEVELS = family.tiling_offset("levels")
POINTS = family.tiling_offset("points")

VALUES = family.argument_index("values")
SHAPES = family.argument_index("shapes")
STARTS = family.argument_index("starts")
PLACES = family.argument_index("places")
WEIGHTS = family.argument_index("weights")
RESULT = family.argument_index("result")
VALUES_GRAD = family.argument_index("values_grad")
PLACES_GRAD = family.argument_index("places_grad")
WEIGHTS_GRAD = family.argument_index("weights_grad")

MOST_SIDE = 1 << 31


@device
def is_level(start, height, width, keys):  # type: ignore[no-untyped-def]
    """Whether the keys of a level are there."""
    if start < 0 or start > keys or height <= 0 or width <= 0:
        return False
    if height > MOST_SIDE or width > MOST_SIDE:
        return False
    return height * width <= keys - start


@device
def is_near(y, x, height, width):  # type: ignore[no-untyped-def]
    """Whether a place has places of the image around it."""
    return y > -1.0 and x > -1.0 and y < np.float64(height) and x < np.float64(width)


@device
def share(place, line, size):  # type: ignore[no-untyped-def]
    """What a line of the image has of a place; 0 where there is no line."""
    part = 1.0 - abs(place - np.float64(line))
    return part if line >= 0 and line < size else 0.0


@device
def slope(place, line, size):  # type: ignore[no-untyped-def]
    """How that changes with the place."""
    part = -1.0 if np.float64(line) <= place else 1.0
    return part if line >= 0 and line < size else 0.0


@family.kernel("attention")
def attention(block: int, blocks: int, tiling: int, arguments: int) -> None:
    """The sums of all queries; each block does some heads of queries."""
    t = pointer_int64(tiling)
    a = pointer_int64(arguments)
    values, places = pointer_float64(a[VALUES]), pointer_float64(a[PLACES])
    shapes, starts = pointer_int64(a[SHAPES]), pointer_int64(a[STARTS])
    weights, result = pointer_float64(a[WEIGHTS]), pointer_float64(a[RESULT])
    keys, heads, width = t[KEYS], t[HEADS], t[WIDTH]
    levels, points = t[LEVELS], t[POINTS]
    rows = t[BATCH] * t[QUERIES] * heads
    for row in range(split(rows, block, blocks), split(rows, block + 1, blocks)):
        batch = unsigned_divide(row, t[QUERIES] * heads)
        head = unsigned_remainder(row, heads)
        for i in range(width):
            result[row * width + i] = 0.0
        for level in range(levels):
            start = load_once(starts, level)
            height = load_once(shapes, 2 * level)
            line = load_once(shapes, 2 * level + 1)
            if not is_level(start, height, line, keys):
                continue
            for point in range(points):
                at = (row * levels + level) * points + point
                x = places[2 * at] * np.float64(line) - 0.5
                y = places[2 * at + 1] * np.float64(height) - 0.5
                if not is_near(y, x, height, line):
                    continue
                top = float64_to_int64(np.floor(y))
                left = float64_to_int64(np.floor(x))
                for corner in range(4):
                    v = top + (corner >> 1)
                    u = left + (corner & 1)
                    part = share(y, v, height) * share(x, u, line) * weights[at]
                    if v < 0 or u < 0 or v >= height or u >= line:
                        continue
                    key = batch * keys + start + v * line + u
                    for i in range(width):
                        result[row * width + i] += part * values[(key * heads + head) * width + i]


@family.kernel("attention_gradient")
def attention_gradient(block: int, blocks: int, tiling: int, arguments: int) -> None:
    """The gradients; each block does some heads of batches, since queries share their values."""
    t = pointer_int64(tiling)
    a = pointer_int64(arguments)
    values, places = pointer_float64(a[VALUES]), pointer_float64(a[PLACES])
    shapes, starts = pointer_int64(a[SHAPES]), pointer_int64(a[STARTS])
    weights, result = pointer_float64(a[WEIGHTS]), pointer_float64(a[RESULT])
    values_grad, places_grad = pointer_float64(a[VALUES_GRAD]), pointer_float64(a[PLACES_GRAD])
    weights_grad = pointer_float64(a[WEIGHTS_GRAD])
    keys, heads, width = t[KEYS], t[HEADS], t[WIDTH]
    levels, points, queries = t[LEVELS], t[POINTS], t[QUERIES]
    groups = t[BATCH] * heads
    for group in range(split(groups, block, blocks), split(groups, block + 1, blocks)):
        batch = unsigned_divide(group, heads)
        head = unsigned_remainder(group, heads)
        for key in range(batch * keys, (batch + 1) * keys):
            for i in range(width):
                values_grad[(key * heads + head) * width + i] = 0.0
        for query in range(batch * queries, (batch + 1) * queries):
            row = query * heads + head
            for level in range(levels):
                start = load_once(starts, level)
                height = load_once(shapes, 2 * level)
                line = load_once(shapes, 2 * level + 1)
                is_there = is_level(start, height, line, keys)
                for point in range(points):
                    at = (row * levels + level) * points + point
                    x = places[2 * at] * np.float64(line) - 0.5
                    y = places[2 * at + 1] * np.float64(height) - 0.5
                    by_weight = 0.0
                    by_x = 0.0
                    by_y = 0.0
                    is_read = is_there and is_near(y, x, height, line)
                    top = float64_to_int64(np.floor(y)) if is_read else 0
                    left = float64_to_int64(np.floor(x)) if is_read else 0
                    for corner in range(4 if is_read else 0):
                        v = top + (corner >> 1)
                        u = left + (corner & 1)
                        if v < 0 or u < 0 or v >= height or u >= line:
                            continue
                        key = batch * keys + start + v * line + u
                        part = share(y, v, height) * share(x, u, line)
                        product = 0.0
                        for i in range(width):
                            place = (key * heads + head) * width + i
                            product += result[row * width + i] * values[place]
                            values_grad[place] += part * weights[at] * result[row * width + i]
                        by_weight += part * product
                        by_x += share(y, v, height) * slope(x, u, line) * product
                        by_y += slope(y, v, height) * share(x, u, line) * product
                    weights_grad[at] = by_weight
                    places_grad[2 * at] = by_x * weights[at] * np.float64(line)
                    places_grad[2 * at + 1] = by_y * weights[at] * np.float64(height)
