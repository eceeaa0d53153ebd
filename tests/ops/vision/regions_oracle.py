# SPDX-License-Identifier: Apache-2.0
"""Regions of images, points and deformed attention, a place at a time."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sweep.oracle import Operands, Oracle, with_magnitude

Array = NDArray[Any]
Shapes = Iterator[dict[str, Any]]


def _same(array: Any) -> Any:
    return array


# --- Regions -------------------------------------------------------------------------------------


def _share(place: float, size: int) -> Array:
    """What each line of an image has of a place; nothing far from the image."""
    if not -1 <= place <= size:
        return np.zeros(size)
    held = min(max(place, 0.0), size - 1.0)
    return np.asarray(np.maximum(0, 1 - np.abs(np.arange(size) - held)))


def _places(
    low: float, high: float, parts: int, samples: int, *, is_aligned: bool
) -> list[list[float]]:
    """Where samples lie along a side, for each part."""
    start = low - 0.5 if is_aligned else low
    length = high - low if is_aligned else max(high - low, 1.0)
    count = samples or int(np.ceil(length / parts))
    return [
        [start + (part + (at + 0.5) / count) * length / parts for at in range(count)]
        for part in range(parts)
    ]


def _boxes(o: Operands) -> Iterator[tuple[int, list[Array], list[Array]]]:
    """The image of each region, and for the parts of both sides the shares of its samples."""
    height, width = (o.self if hasattr(o, "self") else o.gradInput).shape[2:]
    for region in range(len(o.boxes)):
        number, left, top, right, bottom = o.boxes[region].astype(np.float64)
        scale = float(np.float32(o.spatialScale))
        down = _places(
            top * scale, bottom * scale, o.pooledHeight, o.samplingRatio, is_aligned=o.aligned
        )
        along = _places(
            left * scale, right * scale, o.pooledWidth, o.samplingRatio, is_aligned=o.aligned
        )
        yield (
            int(number),
            [np.array([_share(at, height) for at in part]).reshape(-1, height) for part in down],
            [np.array([_share(at, width) for at in part]).reshape(-1, width) for part in along],
        )


class _Given:
    """The operands of the second version, from those of the first."""

    def __init__(self, o: Operands) -> None:
        self.self = o.self
        self.boxes = np.concatenate([o.batchIndices[:, None].astype(o.rois.dtype), o.rois], 1)
        self.pooledHeight, self.pooledWidth = o.outputHeight, o.outputWidth
        self.spatialScale, self.samplingRatio, self.aligned = o.spatialScale, o.samplingRatio, False


def _aligned(o: Any, size: Any = _same, mode: str = "avg") -> Array:
    x = size(o.self.astype(np.float64))
    out = np.zeros((len(o.boxes), x.shape[1], o.pooledHeight, o.pooledWidth))
    for region, (number, down, along) in enumerate(_boxes(o)):
        for row, column in itertools.product(range(len(down)), range(len(along))):
            samples = np.einsum("yh,chw,xw->cyx", down[row], x[number], along[column])
            if samples.size:
                joined = samples.max((1, 2)) if mode == "max" else samples.mean((1, 2))
                out[region, :, row, column] = joined
    return out


def _aligned_gradient(o: Any, size: Any = _same) -> Array:
    out = np.zeros(o.inputShape)
    o = _Shaped(o, out)
    for region, (number, down, along) in enumerate(_boxes(o)):
        for row, column in itertools.product(range(len(down)), range(len(along))):
            grad = size(o.gradOutput[region, :, row, column].astype(np.float64))
            count = max(len(down[row]) * len(along[column]), 1)
            shares = np.outer(down[row].sum(0), along[column].sum(0)) / count
            out[number] += grad[:, None, None] * shares
    return out


class _Shaped:
    """Operands whose gradient has the shape of the images."""

    def __init__(self, o: Operands, images: Array) -> None:
        self.gradInput, self.gradOutput, self.boxes = images, o.gradOutput, o.boxes
        self.pooledHeight, self.pooledWidth = o.pooledHeight, o.pooledWidth
        self.spatialScale, self.samplingRatio = o.spatialScale, o.samplingRatio
        self.aligned = o.aligned


_IMAGES = (
    ((2, 3, 6, 5), 4, (2, 3), 0.5),
    ((1, 2, 8, 8), 3, (3, 3), 1.0),
    ((3, 1, 4, 9), 5, (1, 2), 0.25),
    ((2, 17, 7, 3), 2, (4, 1), 1.0),
)


def _align_shapes() -> Shapes:
    for at, (image, count, pooled, scale) in enumerate(_IMAGES):
        yield {
            "self": image,
            "rois": (count, 4),
            "batchIndices": (count,),
            "mode": ("avg", "max")[at % 2],
            "outputHeight": pooled[0],
            "outputWidth": pooled[1],
            "samplingRatio": (2, 0)[at // 2],
            "spatialScale": scale,
        }


def _align_v2_shapes() -> Shapes:
    for at, (image, count, pooled, scale) in enumerate(_IMAGES):
        yield {
            "self": image,
            "boxes": (count, 5),
            "pooledHeight": pooled[0],
            "pooledWidth": pooled[1],
            "spatialScale": scale,
            "samplingRatio": (2, 0)[at // 2],
            "aligned": at % 2 == 1,
        }


def _align_gradient_shapes() -> Shapes:
    for shapes in _align_v2_shapes():
        image, count = shapes.pop("self"), shapes["boxes"][0]
        pooled = (shapes["pooledHeight"], shapes["pooledWidth"])
        yield {**shapes, "gradOutput": (count, image[1], *pooled), "inputShape": list(image)}


def _within(arguments: dict[str, Any], at: int) -> None:
    """Regions that lie in the images, in quarters of a place; numbers of usual size."""
    rng = np.random.default_rng(at)
    for name in ("self", "gradOutput", "x"):
        if name in arguments and arguments[name].dtype.kind != "i":
            given = arguments[name]
            arguments[name] = np.clip(np.nan_to_num(given.astype(np.float64)), -50, 50).astype(
                given.dtype
            )
    image = next(
        arguments[name] for name in ("self", "x", "gradInputRef", "inputShape") if name in arguments
    )
    batch, _, height, width = image if isinstance(image, list) else image.shape
    boxes = arguments["rois" if "rois" in arguments else "boxes"]
    scale = arguments.get("spatialScale", 1.0)
    count = len(boxes)
    first = rng.integers(0, 2, (count, 2)) / 4
    sides = np.array([width, height]) * (1 + rng.integers(0, 3, (count, 2))) / 4
    corners = np.concatenate([first, np.maximum(sides, first + 0.25)], 1) / scale
    boxes[:, -4:] = np.rint(corners * 4) / 4
    if boxes.shape[1] == 5:
        boxes[:, 0] = rng.integers(0, batch, count)
    else:
        arguments["batchIndices"][...] = rng.integers(0, batch, count)


def _pooled(o: Operands) -> list[Array]:
    x, rois = o.x.astype(np.float64), o.rois.astype(np.float64)
    rows, columns = o.pooled_h, o.pooled_w
    scale = [float(np.float32(o.spatial_scale_h)), float(np.float32(o.spatial_scale_w))]
    y = np.zeros((len(rois), x.shape[1], rows, columns))
    argmax = np.full(y.shape, -1)
    for region, (number, left, top, right, bottom) in enumerate(rois):
        ends = [
            [first * scale[axis], (last + 1) * scale[axis]]
            for axis, (first, last) in enumerate(((top, bottom), (left, right)))
        ]
        if min(last - first for first, last in ends) <= 0:
            continue
        for row, column in itertools.product(range(rows), range(columns)):
            part = []
            for axis, (at, parts) in enumerate(((row, rows), (column, columns))):
                first, last = ends[axis]
                step = (last - first) / parts
                low, high = np.floor(at * step + first), np.ceil((at + 1) * step + first)
                part.append(range(*np.clip([low, high], 0, x.shape[2 + axis]).astype(int)))
            if not part[0] or not part[1]:
                continue
            window = x[int(number)][:, part[0].start : part[0].stop, part[1].start : part[1].stop]
            flat = window.reshape(len(window), -1).argmax(1)
            y[region, :, row, column] = window.reshape(len(window), -1).max(1)
            down, along = np.divmod(flat, len(part[1]))
            argmax[region, :, row, column] = (
                (part[0].start + down) * x.shape[3] + part[1].start + along
            )
    return [y, argmax]


def _pool_shapes() -> Shapes:
    for image, count, pooled, scale in _IMAGES:
        yield {
            "x": image,
            "rois": (count, 5),
            "pooled_h": pooled[0],
            "pooled_w": pooled[1],
            "spatial_scale_h": scale,
            "spatial_scale_w": scale,
        }


def _pool_within(arguments: dict[str, Any], at: int) -> None:
    _within({**arguments, "spatialScale": arguments["spatial_scale_h"]}, at)
    given = arguments["x"]
    usual = np.clip(np.nan_to_num(given.astype(np.float64)), -50, 50)
    arguments["x"] = usual.astype(given.dtype)


def _pool_gradient(o: Operands, size: Any = _same) -> Array:
    out = np.zeros(o.gradInputRef.shape)
    flat = out.reshape(*out.shape[:2], -1)
    for region, channel in np.ndindex(*o.gradOutput.shape[:2]):
        number = int(o.rois[region, 0])
        places = o.argmax[region, channel].ravel().astype(int)
        known = (places >= 0) & (places < flat.shape[2])
        grad = size(o.gradOutput[region, channel].astype(np.float64)).ravel()
        np.add.at(flat[number, channel], places[known], grad[known])
    return out


def _pool_gradient_shapes() -> Shapes:
    for image, count, pooled, _ in _IMAGES:
        yield {
            "gradOutput": (count, image[1], *pooled),
            "gradInputRef": image,
            "rois": (count, 5),
            "argmax": (count, image[1], *pooled),
            "pooledH": pooled[0],
            "pooledW": pooled[1],
        }


def _pool_gradient_within(arguments: dict[str, Any], at: int) -> None:
    _within(arguments, at)
    places = arguments["argmax"]
    most = int(np.prod(arguments["gradInputRef"].shape[2:]))
    rng = np.random.default_rng(at)
    arguments["argmax"] = rng.integers(-1, most, places.shape).astype(places.dtype)


# --- Points --------------------------------------------------------------------------------------


def _interpolated(o: Operands, size: Any = _same) -> Array:
    grad, weight = size(o.grad_x.astype(np.float64)), size(o.weight.astype(np.float64))
    batch, channels, count = grad.shape[:3]
    out = np.zeros((batch, channels, o.m))
    for b, n, i in np.ndindex(batch, count, 3):
        out[b, :, int(o.idx[b, n, i])] += (
            grad.reshape(batch, channels, count)[b, :, n] * weight[b, n, i]
        )
    return out.reshape(batch, channels, o.m, *grad.shape[3:])


def _interpolate_shapes() -> Shapes:
    for batch, channels, count, sources in ((2, 3, 5, 4), (1, 17, 40, 7), (3, 1, 2, 1)):
        yield {
            "grad_x": (batch, channels, count) if channels > 1 else (batch, channels, count, 1),
            "idx": (batch, count, 3),
            "weight": (batch, count, 3),
            "m": sources,
        }


def _usual(*names: str, indices: dict[str, Any]) -> Any:
    """Numbers of usual size, and indices below what a function of the arguments says."""

    def adapt(arguments: dict[str, Any], at: int) -> None:
        rng = np.random.default_rng(at)
        for name in names:
            given = arguments[name]
            usual = np.clip(np.nan_to_num(given.astype(np.float64)), -50, 50)
            arguments[name] = usual.astype(given.dtype)
        for name, most in indices.items():
            given = arguments[name]
            arguments[name] = rng.integers(0, most(arguments), given.shape).astype(given.dtype)

    return adapt


def _chamfer(o: Operands, sizes: bool = False) -> list[Array]:
    size = np.abs if sizes else _same
    points = [o.xyz1.astype(np.float64), o.xyz2.astype(np.float64)]
    indices, grads = [o.idx1, o.idx2], [size(o.gradDist1), size(o.gradDist2)]
    results = [np.zeros_like(each) for each in points]
    for own in (0, 1):
        for b, i in np.ndindex(*indices[own].shape):
            k = int(indices[own][b, i])
            one, two = points[own][b, i], points[1 - own][b, k]
            step = 2.0 * grads[own][b, i] * (np.abs(one) + np.abs(two) if sizes else one - two)
            results[own][b, i] += step
            results[1 - own][b, k] += step if sizes else -step
    return results


def _chamfer_shapes() -> Shapes:
    for batch, one, two in ((2, 5, 5), (1, 40, 17), (3, 1, 4)):
        yield {
            "xyz1": (batch, one, 2),
            "xyz2": (batch, two, 2),
            "idx1": (batch, one),
            "idx2": (batch, two),
            "gradDist1": (batch, one),
            "gradDist2": (batch, two),
        }


# --- Deformed attention --------------------------------------------------------------------------


def _lines(place: Array, size: int) -> tuple[Array, Array]:
    """What each line of an image has of places, and how that changes with them."""
    low = np.floor(place)[..., None]
    lines = np.arange(size)
    is_near = (lines == low) | (lines == low + 1)
    inside = ((place > -1) & (place < size))[..., None] & is_near
    share = 1 - np.abs(place[..., None] - lines)
    return np.where(inside, share, 0), np.where(inside, np.where(lines == low, -1.0, 1.0), 0)


def _levels(o: Operands) -> Iterator[tuple[int, slice, Any, Any, Any, Any]]:
    places = o.location.astype(np.float64)
    for level, (height, width) in enumerate(o.spatialShape.astype(int)):
        start = int(o.levelStartIndex[level])
        x = places[:, :, :, level, :, 0] * width - 0.5
        y = places[:, :, :, level, :, 1] * height - 0.5
        yield level, slice(start, start + height * width), *_lines(y, height), *_lines(x, width)


def _attended(o: Operands, size: Any = _same) -> Array:
    value, weight = size(o.value.astype(np.float64)), size(o.attnWeight.astype(np.float64))
    batch, _, heads, width = value.shape
    out = np.zeros((batch, o.location.shape[1], heads, width))
    for level, keys, down, _, along, _ in _levels(o):
        image = value[:, keys].reshape(batch, down.shape[-1], along.shape[-1], heads, width)
        out += np.einsum("bqhpy,bqhpx,byxhc,bqhp->bqhc", down, along, image, weight[:, :, :, level])
    return out.reshape(batch, -1, heads * width)


def _attended_gradients(o: Operands, size: Any = _same) -> list[Array]:
    value, weight = size(o.value.astype(np.float64)), size(o.attnWeight.astype(np.float64))
    batch, _, heads, width = value.shape
    grad = size(o.gradOutput.astype(np.float64)).reshape(batch, -1, heads, width)
    of_value, of_place = np.zeros_like(value), np.zeros(o.location.shape)
    of_weight = np.zeros(o.attnWeight.shape)
    for level, keys, down, by_y, along, by_x in _levels(o):
        height, line = down.shape[-1], along.shape[-1]
        image = value[:, keys].reshape(batch, height, line, heads, width)
        w = weight[:, :, :, level]
        added = np.einsum("bqhpy,bqhpx,bqhc,bqhp->byxhc", down, along, grad, w)
        of_value[:, keys] += added.reshape(batch, height * line, heads, width)
        read = np.einsum("byxhc,bqhc->bqhyx", image, grad)
        of_weight[:, :, :, level] = np.einsum("bqhpy,bqhpx,bqhyx->bqhp", down, along, read)
        moved = np.einsum("bqhpy,bqhpx,bqhyx->bqhp", down, size(by_x), read)
        of_place[:, :, :, level, :, 0] = moved * w * line
        moved = np.einsum("bqhpy,bqhpx,bqhyx->bqhp", size(by_y), along, read)
        of_place[:, :, :, level, :, 1] = moved * w * height
    return [of_value, of_place, of_weight]


_LEVELS = (
    ((2, 3), (4, 2)),
    ((5, 4),),
    ((1, 1), (3, 3), (2, 1)),
)


def _attention_shapes(*, is_gradient: bool) -> Any:
    def shapes() -> Shapes:
        for at, levels in enumerate(_LEVELS):
            batch, heads, width, points, queries = 1 + at % 2, 2, (8, 16, 72)[at], 1 + at, 32
            keys = sum(height * line for height, line in levels)
            found = {
                "value": (batch, keys + 1, heads, width),
                "spatialShape": (len(levels), 2),
                "levelStartIndex": (len(levels),),
                "location": (batch, queries, heads, len(levels), points, 2),
                "attnWeight": (batch, queries, heads, len(levels), points),
            }
            if is_gradient:
                found["gradOutput"] = (batch, queries, heads * width)
            yield found

    return shapes


def _attention_adapt(arguments: dict[str, Any], at: int) -> None:
    """Places within and around the images, none on a line."""
    rng = np.random.default_rng(at)
    for name in ("value", "attnWeight", "gradOutput"):
        if name in arguments:
            given = arguments[name]
            usual = np.clip(np.nan_to_num(given.astype(np.float64)), -9, 9)
            arguments[name] = usual.astype(given.dtype)
    count = len(arguments["spatialShape"])
    levels = next(each for each in _LEVELS if len(each) == count)
    starts = np.cumsum([0, *(height * line for height, line in levels)])
    for name, values in (("spatialShape", levels), ("levelStartIndex", starts[:-1])):
        arguments[name][...] = np.array(values).reshape(arguments[name].shape)
    location = arguments["location"]
    arguments["location"] = rng.uniform(-0.3, 1.3, location.shape).astype(location.dtype)


ORACLES = {
    "aclnnRoiAlign": Oracle(
        lambda o: _aligned(_Given(o), mode=o.mode),
        lambda o: _aligned(_Given(o), np.abs, mode=o.mode),
        shapes=_align_shapes,
        adapt=_within,
    ),
    "aclnnRoiAlignV2": Oracle(
        _aligned, lambda o: _aligned(o, np.abs), shapes=_align_v2_shapes, adapt=_within
    ),
    "aclnnRoiAlignV2Backward": Oracle(
        _aligned_gradient,
        lambda o: _aligned_gradient(o, np.abs),
        shapes=_align_gradient_shapes,
        adapt=_within,
    ),
    "aclnnRoiPoolingWithArgMax": Oracle(_pooled, shapes=_pool_shapes, adapt=_pool_within),
    "aclnnRoiPoolingGradWithArgMax": Oracle(
        _pool_gradient,
        lambda o: _pool_gradient(o, np.abs),
        shapes=_pool_gradient_shapes,
        adapt=_pool_gradient_within,
    ),
    "aclnnThreeInterpolateBackward": Oracle(
        _interpolated,
        lambda o: _interpolated(o, np.abs),
        shapes=_interpolate_shapes,
        adapt=_usual("grad_x", "weight", indices={"idx": lambda given: given["m"]}),
    ),
    "aclnnChamferDistanceBackward": with_magnitude(
        _chamfer,
        shapes=_chamfer_shapes,
        adapt=_usual(
            "xyz1",
            "xyz2",
            "gradDist1",
            "gradDist2",
            indices={
                "idx1": lambda given: given["xyz2"].shape[1],
                "idx2": lambda given: given["xyz1"].shape[1],
            },
        ),
    ),
    "aclnnMultiScaleDeformableAttnFunction": Oracle(
        _attended,
        lambda o: _attended(o, np.abs),
        shapes=_attention_shapes(is_gradient=False),
        adapt=_attention_adapt,
    ),
    "aclnnMultiScaleDeformableAttentionGrad": Oracle(
        _attended_gradients,
        lambda o: _attended_gradients(o, np.abs),
        shapes=_attention_shapes(is_gradient=True),
        adapt=_attention_adapt,
    ),
}
