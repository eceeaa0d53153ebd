# SPDX-License-Identifier: Apache-2.0
"""What the types of detection networks compute: boxes against boxes, codes of boxes, regions of
images."""

from __future__ import annotations

import itertools

import numpy as np
from interfaces.single.case import RANDOM, Case, normal, single, wide
from interfaces.single.plugin_oracles import along
from interfaces.single.single import Array, Floats

NEAR = 1e-5


def corners(count: int) -> Array:
    """Boxes, a row each: left, top, right, bottom."""
    low = RANDOM.uniform(0, 50, (count, 2))
    return single(np.concatenate([low, low + RANDOM.uniform(5, 40, (count, 2))], 1))


def centred(boxes: Array) -> Array:
    """The same boxes: x and y of the centre, width, height."""
    low, high = boxes[:, :2], boxes[:, 2:]
    return np.concatenate([(low + high) / 2, high - low], 1)


def area(low: Array, high: Array) -> Array:
    return np.asarray(np.clip(high - low, 0, None).prod(-1))


def _pairs() -> dict[str, Case]:
    # two boxes that lie apart, two that share a part, one in the other
    first = np.array([[0, 0, 10, 10], [0, 0, 8, 4], [5, 5, 9, 9], [3, 2, 20, 31]])
    second = np.array([[20, 30, 25, 34], [4, 2, 12, 9], [0, 0, 30, 40], [3, 2, 20, 31]])
    low, high = np.minimum(first, second)[:, :2], np.maximum(first, second)[:, 2:]
    shared = area(np.maximum(first, second)[:, :2], np.minimum(first, second)[:, 2:])
    union = area(first[:, :2], first[:, 2:]) + area(second[:, :2], second[:, 2:]) - shared
    around = area(low, high)
    between = centred(first)[:, :2] - centred(second)[:, :2]
    results = {
        "GIoU": shared / union - (around - union) / around,
        "DIoU": shared / union - (between**2).sum(1) / ((high - low) ** 2).sum(1),
    }
    wide1, wide2 = centred(first)[:, 2:], centred(second)[:, 2:]
    angle = np.arctan(wide1[:, 0] / wide1[:, 1]) - np.arctan(wide2[:, 0] / wide2[:, 1])
    form = 4 / np.pi**2 * angle**2
    complete = results["DIoU"] - form**2 / (1 - shared / union + form + 1e-9)
    middles = [single(centred(each).T) for each in (first, second)]
    sides = [single(each.T) for each in (first, second)]
    return {
        "GIoU": Case(
            middles, [single(results["GIoU"][None])], {"trans": True, "is_cross": False}, NEAR
        ),
        "DIoU": Case(sides, [single(results["DIoU"][None])], {"is_cross": False}, NEAR),
        "CIoU": Case(
            sides, [single(complete[None]), single(angle[None])], {"is_cross": False}, NEAR
        ),
    }


def _codes() -> dict[str, Case]:
    anchors, truth = corners(5), corners(5)
    means, stds = Floats([0.1, -0.2, 0.05, 0]), Floats([0.5, 2, 0.25, 1])
    attrs = {"means": means, "stds": stds}
    # a box has its last place too: it is wider by 1
    p, g = centred(wide(anchors)), centred(wide(truth))
    p[:, 2:] += 1
    g[:, 2:] += 1
    raw = np.concatenate([(g[:, :2] - p[:, :2]) / p[:, 2:], np.log(g[:, 2:] / p[:, 2:])], 1)
    deltas = normal(5, 4)
    deltas[0, 2:] = 9, -90  # beyond what wh_ratio_clip lets through
    moved = wide(deltas) * np.array(stds) + means
    most = abs(np.log(0.1))
    centre = p[:, :2] + p[:, 2:] * moved[:, :2]
    half = p[:, 2:] * np.exp(np.clip(moved[:, 2:], -most, most)) / 2
    ends = np.concatenate([centre - half + 0.5, centre + half - 0.5], 1)
    height, width = 60, 70
    inside = np.clip(ends, 0, np.array([width, height] * 2) - 1)
    return {
        "BoundingBoxEncode": Case([anchors, truth], [single((raw - means) / stds)], attrs, NEAR),
        "BoundingBoxDecode": Case(
            [anchors, deltas],
            [single(inside)],
            {**attrs, "max_shape": [height, width], "wh_ratio_clip": 0.1},
            NEAR,
        ),
    }


def between(image: Array, y: float, x: float) -> Array:
    """The image [C, H, W] at a place between its elements."""
    top, left = int(y), int(x)
    down, right = y - top, x - left
    below, beside = min(top + 1, image.shape[1] - 1), min(left + 1, image.shape[2] - 1)
    upper = image[:, top, left] * (1 - right) + image[:, top, beside] * right
    lower = image[:, below, left] * (1 - right) + image[:, below, beside] * right
    return np.asarray(upper * (1 - down) + lower * down)


def regions(images: Array, rois: Array, shift: float = 0, beyond: float = 0) -> Array:
    """Parts of 2 x 3 of each region, of 2 x 2 samples each, at half the scale. Regions end
    `beyond` their right and bottom places."""
    out = np.zeros((len(rois), images.shape[1], 2, 3))
    for at, (number, *ends) in enumerate(rois + np.array([0, 0, 0, beyond, beyond])):
        left, top, right, bottom = (each / 2 - shift for each in ends)
        for row, column, i, j in itertools.product(range(2), range(3), range(2), range(2)):
            y = top + (bottom - top) * (row + (i + 0.5) / 2) / 2
            x = left + (right - left) * (column + (j + 0.5) / 2) / 3
            out[at, :, row, column] += between(images[int(number)], y, x) / 4
    return out


def _regions() -> dict[str, Case]:
    images, above = normal(2, 2, 6, 7), normal(3, 2, 2, 3)
    rois = np.array([[0, 2, 2, 10, 9], [1, 3, 1, 9, 8], [1, 4, 3, 8, 10]])
    attrs = {"pooled_height": 2, "pooled_width": 3, "spatial_scale": 0.5}

    def loss(x: Array) -> float:
        return float((regions(x, rois, beyond=1) * above).sum())

    return {
        "ROIAlign": Case(
            [images, single(rois)],
            [single(regions(wide(images), rois, 0.5))],
            {**attrs, "roi_end_mode": 2},
            NEAR,
        ),
        "ROIAlignGrad": Case(
            [above, single(rois)],
            [single(along(loss, images))],
            {**attrs, "xdiff_shape": list(images.shape)},
            NEAR,
        ),
    }


def cases() -> dict[str, Case]:
    """A case of each of these types."""
    return _pairs() | _codes() | _regions()
