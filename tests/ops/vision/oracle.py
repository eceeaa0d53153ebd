# SPDX-License-Identifier: Apache-2.0
"""Images that are read between their places, a dimension after the other."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sweep.oracle import Operands, Oracle

Array = NDArray[Any]


def _reflected(at: Array, low: float, high: float) -> Array:
    """A triangle wave between low and high."""
    span = high - low
    if span <= 0:
        return np.zeros_like(at)
    along = np.mod(at - low, 2 * span)
    return np.asarray(low + np.where(along > span, 2 * span - along, along))


def _held(o: Operands, at: Array, size: int) -> Array:
    if o.paddingMode == 0:
        return at
    if o.paddingMode == 2:
        edge = 0 if o.alignCorners else 0.5
        at = _reflected(at, -edge, size - 1 + edge)
    return np.clip(at, 0, size - 1)


def _cubic(x: Array) -> Array:
    """Cubic convolution with a = -0.75, from its definition."""
    a, x = -0.75, np.abs(x)
    near = (a + 2) * x**3 - (a + 3) * x**2 + 1
    far = a * x**3 - 5 * a * x**2 + 8 * a * x - 4 * a
    return np.where(x <= 1, near, np.where(x < 2, far, 0))


def _place(o: Operands, coordinate: Array, size: int) -> Array:
    """From [-1, 1] to places of the image."""
    if o.alignCorners:
        return np.asarray((coordinate + 1) / 2 * (size - 1))
    return np.asarray((coordinate + 1) * size / 2 - 0.5)


def _taps(o: Operands, coordinate: Array, size: int) -> list[tuple[Array, Array]]:
    """Places in a dimension and their weights: 0 outside."""
    at = _place(o, coordinate, size)
    if o.interpolationMode == 2:
        whole = np.floor(at)
        found = [(_held(o, whole + i, size), _cubic(at - whole - i)) for i in range(-1, 3)]
    elif o.interpolationMode == 1:
        found = [(np.rint(_held(o, at, size)), np.ones_like(at))]
    else:
        at = _held(o, at, size)
        whole = np.floor(at)
        found = [(whole, whole + 1 - at), (whole + 1, at - whole)]
    inside = [(place >= 0) & (place <= size - 1) for place, _ in found]
    return [
        (place.clip(0, size - 1).astype(int), np.where(is_in, weight, 0))
        for (place, weight), is_in in zip(found, inside, strict=True)
    ]


def _sampled(o: Operands, change: Any = lambda array: array) -> Array:
    x, grid = o.input.astype(np.float64), o.grid.astype(np.float64)
    spatial = x.ndim - 2
    along = [_taps(o, grid[..., spatial - 1 - dim], x.shape[2 + dim]) for dim in range(spatial)]
    out = np.zeros((*x.shape[:2], *grid.shape[1:-1]))
    batch = np.arange(len(x)).reshape(-1, *[1] * spatial)
    for taps in itertools.product(*along):
        weight = np.prod([each for _, each in taps], 0)
        found = x[(batch, slice(None), *(place for place, _ in taps))]
        out += change(np.moveaxis(found, -1, 1) * weight[:, None])
    return out


def _cubic_slope(x: Array) -> Array:
    """The derivative of the cubic convolution."""
    a, size = -0.75, np.abs(x)
    near = 3 * (a + 2) * size**2 - 2 * (a + 3) * size
    far = 3 * a * size**2 - 10 * a * size + 8 * a
    return np.where(size <= 1, near, np.where(size < 2, far, 0)) * np.sign(x)


def _slopes(o: Operands, coordinate: Array, size: int) -> list[Array]:
    """Derivatives of the weights of `_taps` by the coordinate."""
    scale = (size - 1) / 2 if o.alignCorners else size / 2
    at = _place(o, coordinate, size)
    if o.interpolationMode == 2:
        return [scale * _cubic_slope(at - np.floor(at) - i) for i in range(-1, 3)]
    if o.interpolationMode == 1:
        return [np.zeros_like(at)]
    if o.paddingMode == 0:
        moves = np.ones_like(at)
    else:
        # A small step tells how a piecewise linear function moves.
        step = 1e-7
        moves = np.rint((_held(o, at + step, size) - _held(o, at - step, size)) / (2 * step))
    return [-scale * moves, scale * moves]


def _gradients(o: Operands, change: Any = lambda array: array) -> list[Array]:
    x, grid = o.input.astype(np.float64), o.grid.astype(np.float64)
    grad = np.moveaxis(o.gradOutput.astype(np.float64), 1, -1)
    spatial = x.ndim - 2
    coordinates = [grid[..., spatial - 1 - dim] for dim in range(spatial)]
    along = [_taps(o, each, x.shape[2 + dim]) for dim, each in enumerate(coordinates)]
    slopes = [_slopes(o, each, x.shape[2 + dim]) for dim, each in enumerate(coordinates)]
    of_input, of_grid = np.zeros_like(x), np.zeros_like(grid)
    batch = np.arange(len(x)).reshape(-1, *[1] * spatial)
    for numbers in itertools.product(*(range(len(each)) for each in along)):
        taps = [along[dim][number] for dim, number in enumerate(numbers)]
        where: Any = (batch, slice(None), *(place for place, _ in taps))
        weights = [weight for _, weight in taps]
        np.add.at(of_input, where, change(np.prod(weights, 0)[..., None] * grad))
        for dim, number in enumerate(numbers):
            is_inside = weights[dim] != 0
            changed = [*weights[:dim], slopes[dim][number] * is_inside, *weights[dim + 1 :]]
            share = x[where] * grad * np.prod(changed, 0)[..., None]
            of_grid[..., spatial - 1 - dim] += change(share).sum(-1)
    wanted = zip(o.outputMask, (of_input, of_grid), strict=True)
    return [each if is_wanted else np.ones_like(each) for is_wanted, each in wanted]


def _gradient_cases(*images: tuple[tuple[int, ...], tuple[int, ...], int]) -> Any:
    def shapes() -> Iterator[dict[str, Any]]:
        for at, case in enumerate(_cases(*images)()):
            mask = [at % 5 != 3, at % 5 != 4]
            places = case["grid"][1:-1]
            yield {**case, "gradOutput": (*case["input"][:2], *places), "outputMask": mask}

    return shapes


def _cases(*images: tuple[tuple[int, ...], tuple[int, ...], int]) -> Any:
    def shapes() -> Iterator[dict[str, Any]]:
        for at, (image, places, mode) in enumerate(images):
            yield {
                "input": image,
                "grid": (image[0], *places, len(places)),
                "interpolationMode": mode,
                "paddingMode": at % 3,
                "alignCorners": at % 2 == 1,
            }

    return shapes


_PLANES = [
    *(((2, 3, 5, 4), (3, 6), at // 6) for at in range(18)),
    ((1, 1, 1, 1), (2, 2), 0),
    ((0, 2, 3, 3), (2, 2), 0),
]
_VOLUMES = [((2, 2, 3, 4, 2), (2, 3, 2), at // 3) for at in range(6)]


def _near(arguments: dict[str, Any], _: int) -> None:
    """Places within and around the images, none of them halfway."""
    rng = np.random.default_rng(8)
    grid, image = arguments["grid"], arguments["input"]
    arguments["grid"] = rng.uniform(-1.9, 1.9, grid.shape).astype(grid.dtype)
    for name in ("input", "gradOutput"):
        if name in arguments:
            wide = np.nan_to_num(arguments[name].astype(np.float64))
            arguments[name] = np.clip(wide, -50, 50).astype(image.dtype)


def _is_cubic_elsewhere(o: Operands) -> bool:
    is_known = o.architecture != "1001" and o.input.dtype != np.float64
    return bool(o.interpolationMode == 2 and not is_known)


def _affine(o: Operands, change: Any = lambda array: array) -> Array:
    sizes = o.size[2:]
    axes = []
    for size in sizes:
        ends = np.linspace(-1, 1, size) if size > 1 else np.zeros(1)
        axes.append(ends if o.alignCorners else ends * (size - 1) / size)
    places = np.stack([*np.meshgrid(*axes, indexing="ij")[::-1], np.ones(sizes)], -1)
    terms = places[None, ..., None, :] * o.theta.reshape(-1, *[1] * len(sizes), *o.theta.shape[1:])
    return np.asarray(change(terms).sum(-1))


def _affine_shapes() -> Iterator[dict[str, Any]]:
    for size in ([2, 3, 4, 5], [3, 1, 1, 7], [1, 2, 70, 90], [2, 3, 2, 3, 4], [1, 1, 1, 5, 1]):
        spatial = len(size) - 2
        yield {"theta": (size[0], spatial, spatial + 1), "size": size}


def _corners(boxes: Array, axis: int) -> tuple[Array, ...]:
    """Left, top, right and bottom."""
    return tuple(np.moveaxis(boxes, axis, 0))


def _common(one: tuple[Array, ...], two: tuple[Array, ...], eps: float) -> Array:
    """The area that boxes have in common."""
    sides = (
        np.maximum(np.minimum(one[at + 2], two[at + 2]) - np.maximum(one[at], two[at]) + eps, 0)
        for at in (0, 1)
    )
    return np.multiply(*sides)


def _area(box: tuple[Array, ...], eps: float) -> Array:
    return np.asarray((box[2] - box[0] + eps) * (box[3] - box[1] + eps))


def _iou(o: Operands) -> Array:
    eps = float(np.float32(o.eps))
    one, two = _corners(o.bBoxes, 1), _corners(o.gtBoxes, 1)
    if o.aligned:
        one, two = (tuple(each[:, None] for each in box) for box in (one, two))
    else:
        one, two = tuple(each[:, None] for each in one), tuple(each[None, :] for each in two)
    common = _common(one, two, eps)
    both = _area(two, eps) if o.mode == "iof" else _area(one, eps) + _area(two, eps) - common
    return np.asarray(common / both)


def _c_iou(o: Operands) -> list[Array]:
    one, two = _corners(o.bBoxes, 0), _corners(o.gtBoxes, 0)
    if o.trans:
        one, two = ((x - w / 2, y - h / 2, x + w / 2, y + h / 2) for x, y, w, h in (one, two))
    common = _common(one, two, 0)
    angle = np.arctan2(one[2] - one[0], one[3] - one[1])
    angle = angle - np.arctan2(two[2] - two[0], two[3] - two[1])
    centres = sum(((one[at] + one[at + 2] - two[at] - two[at + 2]) / 2) ** 2 for at in (0, 1))
    around = sum(
        (np.maximum(one[at + 2], two[at + 2]) - np.minimum(one[at], two[at])) ** 2 for at in (0, 1)
    )
    if o.mode == "iof":
        return [(common / _area(two, 0) - centres / around)[None], angle[None]]
    part = common / (_area(one, 0) + _area(two, 0) - common)
    v = 4 / np.pi**2 * angle**2
    form = np.where(v == 0, 0, v * v / np.where(v == 0, 1, 1 - part + v))
    return [(part - centres / around - form)[None], angle[None]]


def _boxes(arguments: dict[str, Any], at: int) -> None:
    """Boxes with a width and a height, of which pairs overlap now and then."""
    random = np.random.default_rng(at)
    axis = 0 if "trans" in arguments else 1
    for name in ("bBoxes", "gtBoxes"):
        boxes = np.moveaxis(arguments[name], axis, 0)
        start = random.uniform(0, 4, (2, boxes.shape[1]))
        size = random.uniform(1, 3, (2, boxes.shape[1]))
        boxes[:2] = start
        boxes[2:] = size if arguments.get("trans") else start + size


ORACLES = {
    "aclnnAffineGrid": Oracle(
        _affine,
        lambda o: _affine(o, np.abs),
        shapes=_affine_shapes,
        arguments={"alignCorners": (False, True)},
    ),
    "aclnnGridSampler2D": Oracle(
        _sampled,
        lambda o: _sampled(o, np.abs),
        shapes=_cases(*_PLANES),
        adapt=_near,
        refused=_is_cubic_elsewhere,
    ),
    "aclnnGridSampler3D": Oracle(
        _sampled, lambda o: _sampled(o, np.abs), shapes=_cases(*_VOLUMES), adapt=_near
    ),
    "aclnnGridSampler2DBackward": Oracle(
        _gradients,
        lambda o: _gradients(o, np.abs),
        shapes=_gradient_cases(*_PLANES[:-1]),
        adapt=_near,
    ),
    "aclnnGridSampler3DBackward": Oracle(
        _gradients,
        lambda o: _gradients(o, np.abs),
        shapes=_gradient_cases(*_VOLUMES),
        adapt=_near,
    ),
    "aclnnIou": Oracle(
        _iou,
        shapes=lambda: (
            {"bBoxes": (m, 4), "gtBoxes": (n, 4), "aligned": aligned}
            for m, n, aligned in (
                (5, 3, False),
                (7, 7, True),
                (1, 1, False),
                (0, 3, False),
                (33, 65, False),
                (130, 130, True),
            )
        ),
        arguments={"mode": ["iou", "iof", "iou"], "eps": [0.5, 0.0]},
        adapt=_boxes,
    ),
    "aclnnCIoU": Oracle(
        _c_iou,
        shapes=lambda: ({"bBoxes": (4, n), "gtBoxes": (4, n)} for n in (1024, 0, 2048)),
        arguments={"mode": ["iou", "iof", "iou"], "trans": [False, True], "isCross": [False]},
        adapt=_boxes,
        magnitude=lambda o: [np.full((1, o.bBoxes.shape[1]), 2.0)] * 2,
    ),
}
