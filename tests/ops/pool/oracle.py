# SPDX-License-Identifier: Apache-2.0
"""Pools: windows of the last two dimensions, an element of the window after the other."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from sweep.oracle import Operands, Oracle

Array = Any


def _two(numbers: Sequence[int] | None, others: Sequence[int]) -> list[int]:
    if not numbers:
        return list(others)
    return [numbers[0], numbers[-1]]


def _windows(o: Operands, by_one: bool = False) -> list[tuple[int, int, int, tuple[int, int]]]:
    """Of height and width: the window, the stride, the dilation and both paddings."""
    kernel = _two(vars(o).get("kernelSize") or vars(o).get("kernelShape"), ())
    stride = vars(o).get("stride") or vars(o).get("strides")
    stride = _two(stride, (1, 1) if by_one else kernel)
    padding = vars(o).get("padding") or vars(o).get("paddings") or vars(o).get("pads")
    if padding and len(padding) == 4:
        sides = [(padding[0], padding[2]), (padding[1], padding[3])]
    else:
        sides = [(each, each) for each in _two(padding, (0, 0))]
    dilation = _two(vars(o).get("dilation"), (1, 1))
    return list(zip(kernel, stride, dilation, sides, strict=True))


def _count(size: int, window: tuple[int, int, int, tuple[int, int]], ceil: bool) -> int:
    kernel, stride, dilation, (before, behind) = window
    room = size + before + behind - dilation * (kernel - 1) - 1
    count = (room + (stride - 1 if ceil else 0)) // stride + 1
    return count - 1 if ceil and (count - 1) * stride >= size + before else count


def _seen(o: Operands, plane: Sequence[int], by_one: bool = False) -> Array:
    """The places of each window: [y, x, element, 2] in the plane, which may be outside."""
    every = []
    for size, window in zip(plane, _windows(o, by_one), strict=True):
        kernel, stride, dilation, (before, _) = window
        starts = np.arange(_count(size, window, bool(o.ceilMode))) * stride - before
        every.append(starts[:, None] + np.arange(kernel) * dilation)
    rows = every[0][:, None, :, None] + 0 * every[1][None, :, None, :]
    columns = every[1][None, :, None, :] + 0 * every[0][:, None, :, None]
    shape = (*rows.shape[:2], -1)
    return np.stack([rows.reshape(shape), columns.reshape(shape)], -1)


def _inside(seen: Array, plane: Sequence[int]) -> Array:
    return ((seen >= 0) & (seen < np.array(plane))).all(-1)


def _taken(self: Array, seen: Array) -> Array:
    """The elements of the windows, [..., y, x, element]; those outside are any."""
    height, width = self.shape[-2:]
    return self[..., seen[..., 0].clip(0, height - 1), seen[..., 1].clip(0, width - 1)]


def _divisors(o: Operands, plane: Sequence[int], seen: Array) -> Array:
    if o.divisorOverride:
        return np.full(seen.shape[:2], o.divisorOverride)
    if not o.countIncludePad:
        return _inside(seen, plane).sum(-1)
    behind = [size + window[3][1] for size, window in zip(plane, _windows(o), strict=True)]
    return (seen < np.array(behind)).all(-1).sum(-1)


def _averages(o: Operands, change: Any = lambda array: array) -> Array:
    plane = o.self.shape[-2:]
    seen = _seen(o, plane)
    values = np.where(_inside(seen, plane), _taken(change(o.self), seen), 0)
    return values.sum(-1) / change(_divisors(o, plane, seen))


def _added(grad: Array, seen: Array, is_there: Array, shape: Sequence[int]) -> Array:
    """Grads of windows at the places of their elements."""
    height, width = shape[-2:]
    out = np.zeros((*shape[:-2], height * width), grad.dtype)
    flat = seen[..., 0] * width + seen[..., 1]
    for element in range(seen.shape[2]):
        there = is_there[..., element]
        values = grad[..., there]
        places: Any = (..., flat[..., element][there])
        np.add.at(out, places, values)
    return out.reshape(shape)


def _averages_back(o: Operands, change: Any = lambda array: array) -> Array:
    plane = o.self.shape[-2:]
    seen = _seen(o, plane)
    shares = change(o.gradOutput) / change(_divisors(o, plane, seen))
    return _added(shares, seen, _inside(seen, plane), o.self.shape)


def _parts(size: int, count: int) -> list[slice]:
    return [slice(i * size // count, -(-(i + 1) * size // count)) for i in range(count)]


def _adaptive(o: Operands, change: Any = lambda array: array) -> Array:
    self = change(o.self)
    rows, columns = (
        _parts(size, count) for size, count in zip(self.shape[-2:], o.outputSize, strict=True)
    )
    out = np.empty((*self.shape[:-2], *o.outputSize), self.dtype)
    for (y, row), (x, column) in itertools.product(enumerate(rows), enumerate(columns)):
        out[..., y, x] = self[..., row, column].mean(axis=(-1, -2))
    return out


def _adaptive_back(o: Operands, change: Any = lambda array: array) -> Array:
    grad = change(o.gradOutput)
    out = np.zeros(o.self.shape, grad.dtype)
    rows, columns = (
        _parts(size, count) for size, count in zip(out.shape[-2:], grad.shape[-2:], strict=True)
    )
    for (y, row), (x, column) in itertools.product(enumerate(rows), enumerate(columns)):
        count = (row.stop - row.start) * (column.stop - column.start)
        out[..., row, column] += grad[..., y, x][..., None, None] / count
    return out


def _largest(o: Operands, by_one: bool = False) -> tuple[Array, Array, Array]:
    """The largest of each window, which of its elements it is, and where in the plane."""
    plane = o.self.shape[-2:]
    seen = _seen(o, plane, by_one)
    values = _taken(o.self, seen)
    is_there = _inside(seen, plane)
    floats = values.dtype.kind == "f"
    least = -np.inf if floats else np.iinfo(values.dtype).min
    known = np.where(is_there, values, least)
    is_nan = np.isnan(known) if floats else np.zeros(known.shape, bool)
    at = np.where(known == known.max(-1, keepdims=True), 1, 0)
    at = np.where(is_there, at, 0).argmax(-1)
    last = known.shape[-1] - 1 - is_nan[..., ::-1].argmax(-1)
    at = np.where(is_nan.any(-1), last, at)
    chosen = np.take_along_axis(known, at[..., None], -1)[..., 0]
    places = seen[..., 0] * plane[1] + seen[..., 1]
    where = np.take_along_axis(np.broadcast_to(places, known.shape), at[..., None], -1)[..., 0]
    return chosen, at, where


def _with_indices(o: Operands) -> list[Array]:
    values, _, where = _largest(o)
    return [values, where]


def _mask(o: Operands) -> list[Array]:
    values, at, _ = _largest(o)
    kernel = _two(o.kernelSize, ())
    places = values.shape[-1] * values.shape[-2]
    columns = (-(-places // 16) + 1) * 32
    mask = np.zeros((*values.shape[:-2], kernel[0] * kernel[1], columns), np.int8)
    flat = at.reshape(*at.shape[:-2], places)
    for element in range(kernel[0] * kernel[1]):
        mask[..., element, :places] = flat == element
    return [values, mask]


def _by_index(o: Operands, change: Any = lambda array: array) -> Array:
    out = np.zeros((*o.self.shape[:-2], o.self.shape[-1] * o.self.shape[-2]))
    places = o.gradOutput.shape[-1] * o.gradOutput.shape[-2]
    grad = change(o.gradOutput).reshape(*out.shape[:-1], places)
    where = o.given["indices"].reshape(grad.shape).astype(np.int64)
    flat, values = out.reshape(-1, out.shape[-1]), grad.reshape(-1, grad.shape[-1])
    rows = np.arange(len(flat))[:, None]
    np.add.at(flat, (rows, where.reshape(values.shape)), values)
    return out.reshape(o.self.shape)


def _by_mask(o: Operands, change: Any = lambda array: array) -> Array:
    plane = o.self.shape[-2:]
    seen = _seen(o, plane)
    places = o.gradOutput.shape[-1] * o.gradOutput.shape[-2]
    mask = np.moveaxis(o.indices[..., :places], -2, -1)
    mask = mask.reshape(*o.gradOutput.shape, seen.shape[2]) != 0
    grad = np.where(mask, change(o.gradOutput)[..., None], 0)
    out = np.zeros(o.self.shape)
    for element in range(seen.shape[2]):
        part = seen[:, :, element : element + 1]
        out += _added(grad[..., element], part, _inside(part, plane), o.self.shape)
    return out


def _volumes(o: Operands, change: Any = lambda array: array) -> Array:
    """Means of windows of three dimensions, a window after the other."""
    self = change(o.self)
    sizes = self.shape[-3:]
    three = [
        list(each) * 3 if len(each) == 1 else list(each)
        for each in (o.kernelSize, o.stride or o.kernelSize, o.padding)
    ]
    windows = [
        (kernel, stride, 1, (side, side)) for kernel, stride, side in zip(*three, strict=True)
    ]
    counts = [
        _count(size, each, bool(o.ceilMode)) for size, each in zip(sizes, windows, strict=True)
    ]
    out = np.empty((*self.shape[:-3], *counts), self.dtype)
    for at in itertools.product(*map(range, counts)):
        starts = [i * each[1] - each[3][0] for i, each in zip(at, windows, strict=True)]
        ends = [
            min(start + each[0], size + each[3][1])
            for start, each, size in zip(starts, windows, sizes, strict=True)
        ]
        inside = tuple(
            slice(max(start, 0), min(end, size))
            for start, end, size in zip(starts, ends, sizes, strict=True)
        )
        part = self[(..., *inside)]
        count = math.prod(end - start for start, end in zip(starts, ends, strict=True))
        if not o.countIncludePad:
            count = math.prod(part.shape[-3:])
        total = part.sum(axis=(-1, -2, -3))
        place: Any = (..., *at)
        out[place] = total / change(np.float64(o.divisorOverride or count))
    return out


def _volume_shapes() -> Iterator[dict[str, Any]]:
    for at, (self, kernel, stride, padding, ceil) in enumerate(
        (
            ((2, 2, 4, 5, 6), [2, 3, 2], [2, 1, 2], [1, 1, 0], False),
            ((3, 4, 5, 4), [2], [], [0], True),
            ((1, 1, 3, 4, 5), [3, 2, 2], [1, 2, 3], [1, 0, 1], True),
            ((0, 2, 3, 3, 3), [2], [1], [0], False),
        )
    ):
        yield {
            "self": self,
            "kernelSize": kernel,
            "stride": stride,
            "padding": padding,
            "ceilMode": ceil,
            "countIncludePad": at % 2 == 0,
            "divisorOverride": 5 if at == 2 else 0,
        }


def _finite(arguments: dict[str, Any], _: int) -> None:
    """Sums of infinities are not what is tested here."""
    for name, value in arguments.items():
        if isinstance(value, np.ndarray) and value.dtype.kind not in "iu":
            array = np.clip(np.nan_to_num(value.astype(np.float64)), -50, 50)
            arguments[name] = array.astype(value.dtype)


_PLANES: list[tuple[tuple[int, ...], list[int], list[int], list[int], bool]] = [
    ((2, 3, 7, 9), [3, 2], [2, 1], [1, 1], False),
    ((3, 6, 5), [3], [], [1], True),
    ((1, 2, 8, 8), [2, 2], [3, 2], [0, 1], True),
    ((2, 2, 5, 5), [1, 1], [1, 1], [0, 0], False),
    ((0, 3, 4, 4), [2], [2], [0], False),
    ((3, 40, 41), [3, 3], [2, 2], [1, 1], False),
]


def _average_shapes(strides: str = "strides", paddings: str = "paddings") -> Any:
    def shapes() -> Iterator[dict[str, Any]]:
        for at, (self, kernel, stride, padding, ceil) in enumerate(_PLANES):
            yield {
                "self": self,
                "kernelSize": kernel,
                strides: stride,
                paddings: padding,
                "ceilMode": ceil,
                "countIncludePad": at % 2 == 0,
                "divisorOverride": 5 if at == 2 else 0,
            }

    return shapes


def _output(shapes: dict[str, Any]) -> tuple[int, ...]:
    """The shape of the windows' result."""
    o = Operands(**{"dilation": [1], **shapes})
    plane = shapes["self"][-2:]
    counts = [
        _count(size, window, bool(o.ceilMode))
        for size, window in zip(plane, _windows(o), strict=True)
    ]
    return (*shapes["self"][:-2], *counts)


def _back_shapes() -> Iterator[dict[str, Any]]:
    for shapes in _average_shapes("stride", "padding")():
        yield {**shapes, "gradOutput": _output(shapes)}


def _max_shapes() -> Iterator[dict[str, Any]]:
    for self, kernel, stride, padding, ceil in _PLANES:
        yield {
            "self": self,
            "kernelSize": kernel,
            "stride": stride,
            "padding": padding,
            "dilation": [1],
            "ceilMode": ceil,
        }


def _max_back_shapes() -> Iterator[dict[str, Any]]:
    rng = np.random.default_rng(4)
    for shapes in _max_shapes():
        places = shapes["self"][-1] * shapes["self"][-2]
        windows = _output(shapes)
        indices = rng.integers(0, places, windows).astype(np.int32)
        yield {**shapes, "gradOutput": windows, "indices": indices}


def _mask_back_shapes() -> Iterator[dict[str, Any]]:
    rng = np.random.default_rng(3)
    for shapes in _max_shapes():
        windows = _output(shapes)
        self = rng.normal(size=shapes["self"])
        yield {
            **shapes,
            "gradOutput": windows,
            "indices": _mask(Operands(**{**shapes, "self": self}))[1],
        }


def _pool_shapes() -> Iterator[dict[str, Any]]:
    for at, (self, kernel, stride, padding, ceil) in enumerate(_PLANES):
        yield {
            "self": self,
            "kernelShape": kernel,
            "strides": stride,
            "pads": [1, 0, 0, 1] if at == 0 else padding if at != 4 else [],
            "dilations": [1],
            "ceilMode": int(ceil),
        }


def _image_shapes() -> Iterator[dict[str, Any]]:
    for self, kernel, stride, pads, ceil in (
        ((2, 3, 7, 9), (2, 3), (2, 2), [0, 0, 0, 0], 0),
        ((1, 2, 8, 8), (3, 3), (2, 3), [1, 0, 2, 1], 0),
        ((2, 5, 6, 5), (3, 2), (2, 2), [1, 1, 1, 0], 1),
        ((1, 1, 3, 4), (1, 1), (1, 1), [1, 1, 1, 1], 0),  # windows beside the image
        ((1, 1, 40, 33), (5, 33), (1, 1), None, 0),
    ):
        own = {"ksize": [1, 1, *kernel], "strides": [1, 1, *stride]}
        yield {"x": self, **own, "pads": pads, "ceilMode": ceil}


def _image_windows(o: Operands) -> Array:
    """Minus infinity around the images, as the formula of the page says."""
    top, bottom, left, right = o.pads or (0, 0, 0, 0)
    (height, width), steps = o.ksize[2:], o.strides[2:]
    sides = [(top, bottom, height, steps[0]), (left, right, width, steps[1])]
    counts = []
    for size, (before, behind, window, step) in zip(o.x.shape[2:], sides, strict=True):
        count = (size + before + behind - window + (step - 1 if o.ceilMode else 0)) // step + 1
        counts.append(count - (bool(o.ceilMode) and (count - 1) * step >= size + before))
    room = ((0, 0), (0, 0), (top, bottom + steps[0]), (left, right + steps[1]))
    x = np.pad(o.x, room, constant_values=-np.inf)
    out = np.empty((*o.x.shape[:2], *counts), o.x.dtype)
    for i, j in itertools.product(*map(range, counts)):
        at = (slice(i * steps[0], i * steps[0] + height), slice(j * steps[1], j * steps[1] + width))
        out[..., i, j] = x[(..., *at)].max(axis=(-2, -1))
    return out


def _adaptive_shapes() -> Iterator[dict[str, Any]]:
    for self, size in (
        ((2, 3, 7, 9), [3, 4]),
        ((3, 5, 6), [1, 1]),
        ((1, 2, 3, 2), [5, 4]),
        ((3, 40, 41), [7, 7]),
        ((0, 3, 4, 4), [2, 2]),
    ):
        yield {"self": self, "outputSize": size}


def _adaptive_back_shapes() -> Iterator[dict[str, Any]]:
    for shapes in _adaptive_shapes():
        self = shapes["self"]
        yield {"self": self, "gradOutput": (*self[:-2], *shapes["outputSize"])}


_VOLUMES: list[tuple[tuple[int, ...], list[int]]] = [
    ((2, 2, 4, 5, 6), [2, 3, 4]),
    ((3, 4, 5, 4), [1, 1, 1]),
    ((1, 2, 3, 3, 2), [3, 4, 2]),
]
_IMAGES: list[tuple[tuple[int, ...], list[int]]] = [
    ((2, 3, 7, 9), [3, 4]),
    ((3, 6, 5), [1, 1]),
    ((1, 2, 4, 5), [6, 5]),
    ((0, 3, 4, 4), [2, 2]),
]


def _each_part(shape: Sequence[int], counts: Sequence[int]) -> Iterator[tuple[Any, Any]]:
    """Of each part: its place in the result, and the elements."""
    parts = [
        list(enumerate(_parts(size, count)))
        for size, count in zip(shape[-len(counts) :], counts, strict=True)
    ]
    for found in itertools.product(*parts):
        yield (..., *(i for i, _ in found)), (..., *(part for _, part in found))


def _means(o: Operands, change: Any = lambda array: array) -> Array:
    self = change(o.self)
    out = np.empty((*self.shape[: -len(o.outputSize)], *o.outputSize), self.dtype)
    for place, part in _each_part(self.shape, o.outputSize):
        out[place] = self[part].mean(axis=(-1, -2, -3))
    return out


def _means_back(o: Operands, change: Any = lambda array: array) -> Array:
    grad = change(o.gradOutput)
    out = np.zeros(o.self.shape, grad.dtype)
    for place, part in _each_part(out.shape, grad.shape[-3:]):
        count = math.prod(out[part].shape[-3:])
        out[part] += (grad[place] / count)[..., None, None, None]
    return out


def _one_of(values: Array) -> Array:
    """Along the last dimension: the last that is no number, else the first of the largest."""
    is_nan = np.isnan(values)
    last = values.shape[-1] - 1 - is_nan[..., ::-1].argmax(-1)
    largest = np.where(is_nan, -np.inf, values)
    first = (largest == largest.max(-1, keepdims=True)).argmax(-1)
    return np.where(is_nan.any(-1), last, first)


def _put_largest(self: Array, part: Any, place: Any, out: list[Array]) -> None:
    spatial = len(part) - 1
    plane = self.shape[-spatial:]
    places = np.arange(math.prod(plane)).reshape(plane)[part[1:]].ravel()
    values = self[part]
    values = values.reshape(*self.shape[:-spatial], math.prod(values.shape[-spatial:]))
    at = _one_of(values)
    out[0][place] = np.take_along_axis(values, at[..., None], -1)[..., 0]
    out[1][place] = places[at]


def _largest_parts(o: Operands) -> list[Array]:
    shape = (*o.self.shape[: -len(o.outputSize)], *o.outputSize)
    out = [np.empty(shape, o.self.dtype), np.zeros(shape, np.int64)]
    for place, part in _each_part(o.self.shape, o.outputSize):
        _put_largest(o.self, part, place, out)
    return out


def _volume_windows(o: Operands) -> list[tuple[int, int, int, tuple[int, int]]]:
    three = [
        list(each) * 3 if len(each) == 1 else list(each)
        for each in (o.kernelSize, o.stride or o.kernelSize, o.padding)
    ]
    return [(kernel, stride, 1, (side, side)) for kernel, stride, side in zip(*three, strict=True)]


def _each_window(o: Operands, shape: Sequence[int]) -> Iterator[tuple[Any, Any, int]]:
    """Of each window of volumes: its place, its elements, and how many places count."""
    windows, sizes = _volume_windows(o), shape[-3:]
    counts = [
        _count(size, each, bool(o.ceilMode)) for size, each in zip(sizes, windows, strict=True)
    ]
    for at in itertools.product(*map(range, counts)):
        spans = [
            (i * each[1] - each[3][0], min(i * each[1] - each[3][0] + each[0], size + each[3][1]))
            for i, each, size in zip(at, windows, sizes, strict=True)
        ]
        part = tuple(
            slice(max(first, 0), min(past, size))
            for (first, past), size in zip(spans, sizes, strict=True)
        )
        yield (..., *at), (..., *part), math.prod(past - first for first, past in spans)


def _windows_back(o: Operands, change: Any = lambda array: array) -> Array:
    grad = change(o.gradOutput)
    out = np.zeros(o.self.shape, grad.dtype)
    for place, part, count in _each_window(o, out.shape):
        counted = count if o.countIncludePad else math.prod(out[part].shape[-3:])
        out[part] += (grad[place] / (o.divisorOverride or counted))[..., None, None, None]
    return out


def _largest_windows(o: Operands) -> list[Array]:
    shape = _window_shape(o, o.self.shape)
    out = [np.empty(shape, o.self.dtype), np.zeros(shape, np.int64)]
    for place, part, _ in _each_window(o, o.self.shape):
        _put_largest(o.self, part, place, out)
    return out


def _window_shape(o: Operands, shape: Sequence[int]) -> tuple[int, ...]:
    counts = [
        _count(size, each, bool(o.ceilMode))
        for size, each in zip(shape[-3:], _volume_windows(o), strict=True)
    ]
    return (*shape[:-3], *counts)


def _by_place(o: Operands, change: Any = lambda array: array) -> Array:
    """Gradients added up at the places that indices name, in volumes too."""
    spatial = o.spatial
    out = np.zeros((math.prod(o.self.shape[:-spatial]), math.prod(o.self.shape[-spatial:])))
    grad = change(o.gradOutput)
    grad = grad.reshape(len(out), math.prod(grad.shape[-spatial:]))
    where = o.given["indices"].reshape(grad.shape).astype(np.int64)
    np.add.at(out, (np.arange(len(out))[:, None], where), grad)
    return out.reshape(o.self.shape)


def _of(spatial: int, call: Any) -> Any:
    """The call on planes of so many dimensions."""

    def of(o: Operands, *change: Any) -> Any:
        return call(Operands(**{**vars(o), "spatial": spatial}), *change)

    return of


def _parts_of(cases: Any, name: str = "self") -> Any:
    def shapes() -> Iterator[dict[str, Any]]:
        for self, size in cases:
            yield {name: self, "outputSize": size}

    return shapes


def _grads_of(cases: Any, index: Any = None) -> Any:
    """Gradients of parts, with the places of the largest in them where there is a type."""

    def shapes() -> Iterator[dict[str, Any]]:
        rng = np.random.default_rng(6)
        for self, size in cases:
            grad = (*self[: -len(size)], *size)
            found: dict[str, Any] = {"self": self, "gradOutput": grad}
            if index is not None:
                places = math.prod(self[-len(size) :])
                found["indices"] = rng.integers(0, places, grad).astype(index)
            yield found

    return shapes


def _window_grads(index: bool) -> Any:
    def shapes() -> Iterator[dict[str, Any]]:
        rng = np.random.default_rng(7)
        for each in _volume_shapes():
            grad = _window_shape(Operands(**each), each["self"])
            found = {**each, "gradOutput": grad}
            if index:
                places = math.prod(each["self"][-3:])
                found["indices"] = rng.integers(0, places, grad).astype(np.int32)
                found["dilation"] = [1]
            yield found

    return shapes


def _largest_shapes() -> Iterator[dict[str, Any]]:
    for each in _volume_shapes():
        yield {**each, "dilation": [1]}


def _places(shape: Sequence[int], size: Sequence[int], kind: Any) -> Array:
    """Different places of larger planes."""
    rng = np.random.default_rng(5)
    rows = math.prod(shape[: -len(size)])
    count, room = math.prod(shape[-len(size) :]), math.prod(size)
    found = [rng.permutation(room)[:count] for _ in range(rows)]
    return np.array(found).reshape(shape).astype(kind)


_UNPOOLED: list[tuple[tuple[int, ...], list[int]]] = [
    ((2, 3, 4, 5), [8, 9]),
    ((3, 2, 2), [2, 2]),
    ((0, 3, 4, 4), [5, 5]),
]
_UNPOOLED_VOLUMES: list[tuple[tuple[int, ...], list[int]]] = [
    ((2, 2, 2, 3, 2), [4, 5, 3]),
    ((2, 1, 2, 2), [2, 4, 4]),
]


def _unpool_shapes(cases: Any, is_gradient: bool) -> Any:
    def shapes() -> Iterator[dict[str, Any]]:
        for at, (self, size) in enumerate(cases):
            kind = np.int64 if at % 2 == 0 or is_gradient else np.int32
            found = {"self": self, "indices": _places(self, size, kind), "outputSize": size}
            if is_gradient:
                found["gradOutput"] = (*self[: -len(size)], *size)
            if len(size) == 3:
                found |= {"stride": [1, 2, 3], "padding": [0, 1, 0]}
            yield found

    return shapes


def _unpooled(o: Operands) -> Array:
    spatial = len(o.outputSize)
    rows = math.prod(o.self.shape[:-spatial])
    out = np.zeros((rows, math.prod(o.outputSize)), o.self.dtype)
    count = math.prod(o.self.shape[-spatial:])
    where = o.indices.reshape(rows, count).astype(np.int64)
    np.put_along_axis(out, where, o.self.reshape(rows, count), 1)
    return out.reshape(*o.self.shape[:-spatial], *o.outputSize)


def _unpooled_back(o: Operands) -> Array:
    spatial = len(o.outputSize)
    rows = math.prod(o.self.shape[:-spatial])
    grad = o.gradOutput.reshape(rows, math.prod(o.outputSize))
    where = o.indices.reshape(rows, math.prod(o.self.shape[-spatial:])).astype(np.int64)
    return np.asarray(np.take_along_axis(grad, where, 1).reshape(o.self.shape))


def _many_places(o: Operands) -> bool:
    is_one = o.gradOutput.shape[-3:] == (1, 1, 1)
    return not is_one and (o.architecture == "1001" or o.gradOutput.dtype == np.float64)


ORACLES = {
    "aclnnAvgPool2d": Oracle(
        _averages, lambda o: _averages(o, np.abs), shapes=_average_shapes(), adapt=_finite
    ),
    "aclnnAvgPool3d": Oracle(
        _volumes, lambda o: _volumes(o, np.abs), shapes=_volume_shapes, adapt=_finite
    ),
    "aclnnAvgPool2dBackward": Oracle(
        _averages_back, lambda o: _averages_back(o, np.abs), shapes=_back_shapes, adapt=_finite
    ),
    "aclnnAdaptiveAvgPool2d": Oracle(
        _adaptive, lambda o: _adaptive(o, np.abs), shapes=_adaptive_shapes, adapt=_finite
    ),
    "aclnnAdaptiveAvgPool2dBackward": Oracle(
        _adaptive_back,
        lambda o: _adaptive_back(o, np.abs),
        shapes=_adaptive_back_shapes,
        adapt=_finite,
    ),
    "aclnnMaxPoolV3": Oracle(_image_windows, shapes=_image_shapes),
    "aclnnMaxPool": Oracle(lambda o: _largest(o, True)[0], shapes=_pool_shapes),
    "aclnnMaxPool2dWithIndices": Oracle(_with_indices, shapes=_max_shapes),
    "aclnnMaxPool2dWithIndicesBackward": Oracle(
        _by_index, lambda o: _by_index(o, np.abs), shapes=_max_back_shapes, adapt=_finite
    ),
    "aclnnMaxPool2dWithMask": Oracle(_mask, shapes=_max_shapes),
    "aclnnMaxPool2dWithMaskBackward": Oracle(
        _by_mask, lambda o: _by_mask(o, np.abs), shapes=_mask_back_shapes, adapt=_finite
    ),
    "aclnnAvgPool3dBackward": Oracle(
        _windows_back,
        lambda o: _windows_back(o, np.abs),
        shapes=_window_grads(False),
        adapt=_finite,
    ),
    "aclnnAdaptiveAvgPool3d": Oracle(
        _means, lambda o: _means(o, np.abs), shapes=_parts_of(_VOLUMES), adapt=_finite
    ),
    "aclnnAdaptiveAvgPool3dBackward": Oracle(
        _means_back,
        lambda o: _means_back(o, np.abs),
        shapes=_grads_of(_VOLUMES),
        adapt=_finite,
        refused=_many_places,
    ),
    "aclnnAdaptiveMaxPool2d": Oracle(_largest_parts, shapes=_parts_of(_IMAGES)),
    "aclnnAdaptiveMaxPool2dBackward": Oracle(
        _of(2, _by_place),
        lambda o: _of(2, _by_place)(o, np.abs),
        shapes=_grads_of(_IMAGES, np.int32),
        adapt=_finite,
    ),
    "aclnnAdaptiveMaxPool3d": Oracle(_largest_parts, shapes=_parts_of(_VOLUMES)),
    "aclnnAdaptiveMaxPool3dBackward": Oracle(
        _of(3, _by_place),
        lambda o: _of(3, _by_place)(o, np.abs),
        shapes=_grads_of(_VOLUMES, np.int32),
        adapt=_finite,
    ),
    "aclnnMaxPool3dWithArgmax": Oracle(_largest_windows, shapes=_largest_shapes),
    "aclnnMaxPool3dWithArgmaxBackward": Oracle(
        _of(3, _by_place),
        lambda o: _of(3, _by_place)(o, np.abs),
        shapes=_window_grads(True),
        adapt=_finite,
    ),
    "aclnnMaxUnpool2d": Oracle(_unpooled, given=True, shapes=_unpool_shapes(_UNPOOLED, False)),
    "aclnnMaxUnpool2dBackward": Oracle(
        _unpooled_back, given=True, shapes=_unpool_shapes(_UNPOOLED, True)
    ),
    "aclnnMaxUnpool3d": Oracle(
        _unpooled, given=True, shapes=_unpool_shapes(_UNPOOLED_VOLUMES, False)
    ),
    "aclnnMaxUnpool3dBackward": Oracle(
        _unpooled_back, given=True, shapes=_unpool_shapes(_UNPOOLED_VOLUMES, True)
    ),
}
