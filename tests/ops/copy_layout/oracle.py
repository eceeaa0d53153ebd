# SPDX-License-Identifier: Apache-2.0
"""Layouts: every element comes from somewhere, unchanged."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import ml_dtypes
import numpy as np
from sweep.oracle import Operands, Oracle

SHAPES: list[tuple[int, ...]] = [
    (7,),
    (3, 4),
    (33, 65),
    (2, 3, 4),
    (70, 3, 70),
    (2, 1, 2, 1, 2, 1, 2, 2),
    (2500,),
]


def _permute() -> Iterator[dict[str, Any]]:
    for shape, dims in (
        ((), []),
        ((0, 3), [1, 0]),
        ((2500,), [0]),
        ((3, 4), [0, 1]),
        ((33, 65), [1, 0]),
        ((2, 3, 4), [-1, 0, -2]),
        ((70, 3, 70), [2, 1, 0]),
        ((70, 3, 70), [1, 0, 2]),
        ((2, 1, 2, 1, 2, 1, 2, 2), [7, 6, 5, 4, 3, 2, 1, 0]),
        ((2, 1, 2, 1, 2, 1, 2, 2), [0, 2, 1, 3, 4, 6, 5, 7]),
    ):
        yield {"self": shape, "dims": dims}


def _flip() -> Iterator[dict[str, Any]]:
    for shape in [*SHAPES, (), (0, 3)]:
        rank = len(shape)
        for dims in ([], [-1], [0, -1], list(range(rank))):
            if len({dim % max(rank, 1) for dim in dims}) == len(dims):
                yield {"self": shape, "dims": dims}


def _roll() -> Iterator[dict[str, Any]]:
    for at, shape in enumerate([*SHAPES, (1, 5)]):
        yield {"x": shape, "shifts": [3], "dims": []}
        if at % 2:
            yield {"x": shape, "shifts": [-1], "dims": [-1]}
        else:
            yield {"x": shape, "shifts": [2, 100001], "dims": [0, len(shape) - 1]}
    yield {"x": (), "shifts": [1], "dims": []}
    yield {"x": (3, 4, 5), "shifts": [-1, 2, 3], "dims": [2, 1, 0]}


def _flatten() -> Iterator[dict[str, Any]]:
    for shape in [*SHAPES, (), (0, 3)]:
        for axis in {0, len(shape) // 2, -1}:
            yield {"self": shape, "axis": axis if shape else 0}


def _slice() -> Iterator[dict[str, Any]]:
    for at, shape in enumerate(SHAPES):
        for start, end, step in ((0, 100000, 1), (1, -1, 1), (-2, 100000, 2), (2, 1, 1)):
            dim = 0 if at % 2 else -1
            yield {"self": shape, "dim": dim, "start": start, "end": end, "step": step}


def _slice_v2() -> Iterator[dict[str, Any]]:
    names = ("starts", "ends", "axes", "steps")
    for shape in SHAPES:
        last = len(shape) - 1
        for values in (
            ([], [], [], []),
            ([1], [1 << 40], [-1], [2]),
            ([0, 1], [-1, 60], [last, 0], [1, 3]),
        ):
            if len(set(values[2])) == len(values[2]) and (last or len(values[2]) < 2):
                yield {"self": shape, **dict(zip(names, values, strict=True))}


def _sliced(o: Operands) -> Any:
    index = [slice(None)] * o.self.ndim
    for start, end, axis, step in zip(o.starts, o.ends, o.axes, o.steps, strict=True):
        index[axis] = slice(start, end, step)
    return o.self[tuple(index)]


def _expand() -> Iterator[dict[str, Any]]:
    for shape, size in (
        ((), []),
        ((), [3]),
        ((1,), [2500]),
        ((3, 1), [3, 4]),
        ((1, 65), [33, 65]),
        ((3, 4), [3, 4]),
        ((4, 1, 3), [2, 4, 5, 3]),
        ((1, 2, 1, 2), [2, 1, 2, 1, 2, 2, 2, 2]),
    ):
        yield {"self": shape, "size": size}


def _repeat() -> Iterator[dict[str, Any]]:
    for shape, repeats in (
        ((), []),
        ((), [3]),
        ((7,), [400]),
        ((3, 4), [1, 1]),
        ((3, 4), [2, 5]),
        ((3, 4), [2, 1, 3]),
        ((33, 65), [3, 2]),
        ((2, 3), [0, 2]),
        ((2, 1, 2, 1, 2, 1, 2, 2), [1, 2, 1, 2, 2, 1, 2, 2]),
    ):
        yield {"self": shape, "repeats": repeats}


def _triangle() -> Iterator[dict[str, Any]]:
    for shape in ((3, 4), (4, 3), (33, 65), (2, 3, 4), (0, 3), (1, 1), (2, 1, 2, 1, 2, 1, 2, 2)):
        for diagonal in (0, 1, -2) if shape[0] % 2 else (-1, 100, -100):
            yield {"self": shape, "diagonal": diagonal}


def _diag() -> Iterator[dict[str, Any]]:
    for shape in ((3, 4), (4, 3), (33, 65), (7,), (60,), (), (1, 1)):
        for diagonal in (0, 1, -2):
            if len(shape) < 2 or -shape[0] < diagonal < shape[1]:
                yield {"self": shape, "diagonal": diagonal}


def _diag_flat() -> Iterator[dict[str, Any]]:
    for shape in ((3, 4), (7,), (60,), (), (2, 1, 2, 1, 2, 1, 2, 2)):
        for diagonal in (0, 1, -2):
            yield {"self": shape, "diagonal": diagonal}


def _cast() -> Iterator[dict[str, Any]]:
    for name in (
        *("float32", "float16", "bfloat16", "float64", "complex64", "complex128", "bool"),
        *("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"),
    ):
        yield {"self": (300,), "dtype": name}
    for shape in ((), (0, 3), (3, 4), (2, 1, 2, 1, 2, 1, 2, 2)):
        yield {"self": shape, "dtype": "float32"}


def _castable(arguments: dict[str, Any], at: int) -> None:
    """The AI cores convert float8 to floats alone; test_small_casts.py has all pairs of it."""
    if str(arguments["self"].dtype).startswith("float8"):
        arguments["dtype"] = ("float32", "float16", "bfloat16")[at % 3]


def converted(values: Any, to: str) -> Any:
    """Numbers in another type, as torch and CANN have it; floats as they are, rounded later."""
    dtype = np.dtype(getattr(ml_dtypes, to) if to == "bfloat16" else to)
    if dtype.kind == "c":
        return values.astype(np.clongdouble)
    if dtype == np.bool_:
        return values != 0
    if values.dtype.kind == "c":
        values = values.real
    if values.dtype.name.startswith("float8"):
        values = values.astype(np.float32)
    if dtype.kind not in "iu":
        by_way_of_float = dtype.itemsize == 2 and values.dtype.kind in "iu"
        return values.astype(np.float32 if by_way_of_float else np.longdouble)
    if values.dtype.kind in "iub":
        return values.astype(dtype)
    limits = np.iinfo(dtype)
    whole = np.nan_to_num(np.trunc(values.astype(np.longdouble)), nan=0.0)
    low, high = np.longdouble(int(limits.min)), np.longdouble(int(limits.max))
    return np.clip(whole, low, high).astype(dtype)


def _copy() -> Iterator[dict[str, Any]]:
    for target, source in (
        ((7,), (7,)),
        ((3, 4), (3, 4)),
        ((33, 65), (33, 65)),
        ((33, 65), (1, 65)),
        ((2, 3, 4), (3, 1)),
        ((5,), ()),
        ((), ()),
        ((0, 3), (1, 3)),
        ((2, 1, 2, 1, 2, 1, 2, 2), (2, 1, 2, 1, 2, 1, 2, 2)),
    ):
        yield {"selfRef": target, "src": source}


def _cat() -> Iterator[dict[str, Any]]:
    for shapes, dim in (
        ([(3,), (0,), (5,)], 0),
        ([(3, 4)], 1),
        ([(3, 4), (3, 2)], -1),
        ([(2, 3, 4), (2, 0, 4), (2, 5, 4)], 1),
        ([(33, 65), (7, 65)], 0),
        ([(2, 70)] * 40, 0),
        ([(2, each % 3 + 1) for each in range(70)], 1),
        ([(2, 1, 2, 1, 2, 1, 2, 2)] * 2, 7),
    ):
        yield {"tensors": shapes, "dim": dim}


def _stack() -> Iterator[dict[str, Any]]:
    for shapes, dim in (
        ([()] * 3, 0),
        ([(3, 4)], 1),
        ([(3, 4)] * 2, -1),
        ([(3, 4)] * 3, 0),
        ([(2, 35)] * 40, 1),
        ([(2, 3)] * 70, 2),
        ([(0, 3)] * 2, 0),
    ):
        yield {"tensors": shapes, "dim": dim}


def _sections() -> Iterator[dict[str, Any]]:
    for shape, section, dim in (
        ((7,), 3, 0),
        ((3, 4), 4, -1),
        ((3, 4), 2, 1),
        ((33, 65), 1, 0),
        ((2, 3, 4), 2, 1),
        ((3, 0), 1, 0),
    ):
        yield {"self": shape, "splitSections": section, "dim": dim}


def _split() -> Iterator[dict[str, Any]]:
    for shape, sizes, dim in (
        ((7,), [3, 4], 0),
        ((3, 4), [4], -1),
        ((3, 4), [1, 0, 3], 1),
        ((33, 65), [1] * 33, 0),
        ((2, 2100), [60] * 35, 1),
        ((3, 0), [1, 2], 0),
    ):
        yield {"self": shape, "splitSize": sizes, "dim": dim}


def _shuffle() -> Iterator[dict[str, Any]]:
    for shape, groups in (((2, 6, 3), 2), ((2, 6, 3), 3), ((1, 64, 5, 5), 8), ((0, 4, 2), 2)):
        yield {"self": shape, "groups": groups}


def _shuffled(o: Operands) -> Any:
    batch, channels, *rest = o.self.shape
    grouped = o.self.reshape(batch, o.groups, channels // o.groups, *rest)
    return grouped.swapaxes(1, 2).reshape(o.self.shape)


def _interleave_int() -> Iterator[dict[str, Any]]:
    for shape, times in (((7,), 3), ((3, 4), 2), ((), 5), ((33, 65), 2), ((2, 3), 1), ((0, 3), 2)):
        yield {"self": shape, "repeats": times, "outputSize": times * math.prod(shape)}


def _interleave_int_with_dim() -> Iterator[dict[str, Any]]:
    for shape, times, dim in (
        ((7,), 3, 0),
        ((3, 4), 2, -1),
        ((33, 65), 2, 0),
        ((2, 3, 4), 3, 1),
        ((2, 3), 1, 1),
        ((2, 1, 2, 1, 2, 1, 2, 2), 2, 4),
    ):
        yield {"self": shape, "repeats": times, "dim": dim, "outputSize": times * shape[dim]}


def _interleave() -> Iterator[dict[str, Any]]:
    for shape, repeats in (
        ((7,), [2, 0, 3, 1, 0, 1, 4]),
        ((3, 4), [1] * 11 + [0]),
        ((3, 4), [3]),
        ((33, 65), [2]),
        ((2, 3), [1]),
    ):
        count = sum(repeats) if len(repeats) > 1 else repeats[0] * math.prod(shape)
        yield {"self": shape, "repeats": np.array(repeats), "outputSize": count}


def _interleave_with_dim() -> Iterator[dict[str, Any]]:
    for shape, repeats, dim in (
        ((7,), [2, 0, 3, 1, 0, 1, 4], 0),
        ((3, 4), [1, 2, 3], 0),
        ((3, 4), [0, 1, 0, 5], -1),
        ((33, 65), [2], 1),
        ((2, 3, 4), [100, 0, 200], 1),
        ((2, 1, 2, 1, 2, 1, 2, 2), [1, 3], 6),
    ):
        count = sum(repeats) if len(repeats) > 1 else repeats[0] * shape[dim]
        kind = np.int32 if len(shape) % 2 else np.int64
        values = np.array(repeats, kind)
        yield {"self": shape, "repeats": values, "dim": dim, "outputSize": count}


def _interleave_tensor() -> Iterator[dict[str, Any]]:
    for repeats in ([2, 0, 3], [0, 0, 1], [7], [3] * 500):
        yield {"repeats": np.array(repeats), "outputSize": sum(repeats)}


def _windows() -> Iterator[dict[str, Any]]:
    names = ("kernelSize", "dilation", "padding", "stride")
    for shape, *values in (
        ((3, 4, 5), [2, 2], [1, 1], [0, 0], [1, 1]),
        ((2, 3, 8, 9), [3, 2], [2, 1], [1, 2], [2, 3]),
        ((1, 1, 3, 3), [3, 3], [1, 1], [1, 1], [1, 1]),
        ((2, 2, 2, 2), [2, 2], [1, 1], [4, 3], [1, 2]),
        ((1, 3, 40, 40), [3, 3], [1, 1], [1, 1], [1, 1]),
        ((0, 3, 4, 4), [3, 3], [1, 1], [1, 1], [1, 1]),
    ):
        yield {"self": shape, **dict(zip(names, values, strict=True))}


def _columns(o: Operands) -> Any:
    """By the formula, an element of the kernel at a time."""
    images = o.self if o.self.ndim == 4 else o.self[None]
    down, across = o.padding
    padded = np.pad(images, ((0, 0), (0, 0), (down, down), (across, across)))
    reach = [gap * (edge - 1) for gap, edge in zip(o.dilation, o.kernelSize, strict=True)]
    parts = [
        padded[
            :,
            :,
            i * o.dilation[0] : padded.shape[2] - reach[0] + i * o.dilation[0] : o.stride[0],
            j * o.dilation[1] : padded.shape[3] - reach[1] + j * o.dilation[1] : o.stride[1],
        ]
        for i in range(o.kernelSize[0])
        for j in range(o.kernelSize[1])
    ]
    batch, channels = images.shape[:2]
    windows = math.prod(parts[0].shape[2:])
    laid = np.stack(parts, 2).reshape(batch, channels * len(parts), windows)
    return laid if o.self.ndim == 4 else laid[0]


def _rolled(o: Operands) -> Any:
    if not o.dims:
        return np.roll(o.x, o.shifts[0])
    return np.roll(o.x, o.shifts, o.dims)


def _strided() -> Iterator[dict[str, Any]]:
    arrays = ("begin", "end", "strides")
    masks = ("beginMask", "endMask", "ellipsisMask", "newAxisMask", "shrinkAxisMask")
    for shape, entries, *bits in (
        ((7,), [(1, 6, 2)], 0, 0, 0, 0, 0),
        ((7,), [(-1, -8, -1)], 0, 0, 0, 0, 0),
        ((33, 65), [(40, 2, -3), (5, 60, 1)], 0, 0, 0, 0, 0),
        ((33, 65), [(3, 0, 1)], 0, 0, 0, 0, 1),
        ((2, 3, 4), [(9, 9, 1), (1, 3, 1)], 1, 1, 0, 0, 0),
        ((2, 3, 4), [(0, 0, 1), (3, 0, -2)], 0, 2, 1, 0, 0),
        ((2, 3, 4), [(0, 0, 1), (0, 0, 1), (-1, 0, 1)], 0, 0, 2, 1, 4),
        ((2, 3, 4), [(0, 0, 1), (1, 2, 1), (0, 0, 1)], 0, 0, 1, 4, 0),
        ((2, 3, 4), [], 0, 0, 0, 0, 0),
        ((3, 4), [(2, 2, 1)], 0, 0, 0, 0, 0),
        ((), [(0, 0, 1)], 0, 0, 0, 1, 0),
        ((2, 1, 2, 1, 2, 1, 2, 2), [(1, 2, 1), (0, 0, 1), (1, -3, -1)], 0, 0, 2, 0, 1),
    ):
        values = [list(each) for each in zip(*entries, strict=True)] or [[], [], []]
        yield {
            "self": shape,
            **dict(zip(arrays, values, strict=True)),
            **dict(zip(masks, bits, strict=True)),
        }


def _indexed(o: Operands) -> Any:
    """The entries as an index expression of Python."""
    index: list[Any] = []
    for at, (first, past, step) in enumerate(zip(o.begin, o.end, o.strides, strict=True)):
        if o.ellipsisMask >> at & 1:
            index.append(...)
        elif o.newAxisMask >> at & 1:
            index.append(None)
        elif o.shrinkAxisMask >> at & 1:
            index.append(first)
        else:
            begin = None if o.beginMask >> at & 1 else first
            end = None if o.endMask >> at & 1 else past
            index.append(slice(begin, end, step))
    return o.self[tuple(index)]


def _confusion() -> Iterator[dict[str, Any]]:
    for shape, perm, to, first in (
        ((7,), [0], [7], False),
        ((6, 4), [1, 0], [3, 8], False),
        ((6, 4), [1, 0], [3, 8], True),
        ((33, 65), [2, 0, 1], [65, 3, 11], False),
        ((2, 3, 4), [2, 0, 1], [24], True),
        ((2, 1, 2, 1, 2, 1, 2, 2), [7, 5, 3, 1, 0, 2, 4, 6], [4, 8], True),
        ((4, 8), [7, 5, 3, 1, 0, 2, 4, 6], [2, 1, 2, 1, 2, 1, 2, 2], False),
    ):
        yield {"x": shape, "perm": perm, "shape": to, "transpose_first": first}


def _confused(o: Operands) -> Any:
    if o.transpose_first:
        return o.x.transpose(o.perm).reshape(o.shape)
    return o.x.reshape(o.shape).transpose(o.perm)


def _chunks() -> Iterator[dict[str, Any]]:
    for shapes, chunks in (
        ([(7,)], 3),
        ([(5, 3), (5, 2)], 5),
        ([(4, 3), (9, 2, 5), (2,)], 4),
        ([(33, 65), (0, 3), (1, 1)], 6),
        ([(3, 2)] * 5, 1),
        ([(1, 3)] * 600, 2),
        ([(2, 1, 2, 1, 2, 1, 2, 2)], 2),
    ):
        yield {"tensors": shapes, "dim": 0, "numChunks": chunks}


def _joined_chunks(o: Operands) -> Any:
    rows = []
    for each in o.tensors:
        if each.size:
            places = -(-each.shape[0] // o.numChunks) * o.numChunks
            padded = np.zeros((places, *each.shape[1:]), each.dtype)
            padded[: each.shape[0]] = each
            rows.append(padded.reshape(o.numChunks, -1))
    return np.concatenate(rows, 1)


def _column_sums() -> Iterator[dict[str, Any]]:
    names = ("inputSize", "kernelSize", "dilation", "padding", "stride")
    for shape, *values in (
        ((12, 12), [4, 5], [2, 2], [1, 1], [0, 0], [1, 1]),
        ((2, 18, 12), [8, 9], [3, 2], [2, 1], [1, 2], [2, 3]),
        ((1, 9, 9), [3, 3], [3, 3], [1, 1], [1, 1], [1, 1]),
        ((2, 6, 10), [5, 7], [1, 3], [1, 2], [0, 1], [3, 1]),
        ((1, 2, 599), [1, 600], [1, 2], [1, 1], [0, 0], [1, 1]),
        ((0, 60, 56), [10, 12], [4, 5], [1, 1], [0, 0], [1, 1]),
    ):
        yield {"gradOutput": shape, **dict(zip(names, values, strict=True))}


def _summed_columns(o: Operands, grad: Any) -> Any:
    """By the formula, a column at a time."""
    columns = grad if grad.ndim == 3 else grad[None]
    batch, rows, _ = columns.shape
    height, width = o.kernelSize
    channels = rows // (height * width)
    down, across = (
        (o.inputSize[i] + 2 * o.padding[i] - o.dilation[i] * (o.kernelSize[i] - 1) - 1)
        // o.stride[i]
        + 1
        for i in range(2)
    )
    parts = columns.reshape(batch, channels, height, width, down, across)
    edges = [o.inputSize[i] + 2 * o.padding[i] for i in range(2)]
    padded = np.zeros((batch, channels, *edges), grad.dtype)
    for i in range(height):
        for j in range(width):
            for y in range(down):
                row = y * o.stride[0] + i * o.dilation[0]
                first = j * o.dilation[1]
                past = first + (across - 1) * o.stride[1] + 1
                padded[:, :, row, first : past : o.stride[1]] += parts[:, :, i, j, y]
    images = padded[
        :,
        :,
        o.padding[0] : o.padding[0] + o.inputSize[0],
        o.padding[1] : o.padding[1] + o.inputSize[1],
    ]
    return images if grad.ndim == 3 else images[0]


def _unfolded() -> Iterator[dict[str, Any]]:
    for sizes, dim, size, step in (
        ([7], 0, 2, 1),
        ([7], 0, 2, 2),
        ([7], 0, 2, 5),
        ([3, 20], 1, 6, 2),
        ([20, 3], 0, 6, 4),
        ([2, 9, 3, 5], 1, 4, 3),
        ([2, 5, 600], 1, 2, 1),
        ([1, 2, 1, 2, 1, 2, 3], 6, 2, 1),
    ):
        shape = list(sizes)
        shape[dim] = (sizes[dim] - size) // step + 1
        yield {
            "gradOut": (*shape, size),
            "inputSizes": sizes,
            "dim": dim,
            "size": size,
            "step": step,
        }


def _refolded(o: Operands, grad: Any) -> Any:
    found = np.zeros(o.inputSizes, grad.dtype)
    places = np.moveaxis(found, o.dim, 0)
    windows = np.moveaxis(grad, o.dim, 0)
    for number, window in enumerate(windows):
        for j in range(o.size):
            places[number * o.step + j] += window[..., j]
    return found


def _repeat_sums() -> Iterator[dict[str, Any]]:
    for shape, repeats, axis in (
        ((11,), [2, 0, 3, 1, 0, 1, 4], 0),
        ((6, 4), [1, 2, 3], 0),
        ((3, 6), [0, 1, 0, 5], -1),
        ((33, 65), [65], 1),
        ((2, 300, 4), [100, 0, 200], 1),
        ((5, 600), [4, 1], 0),
        ((2, 1, 2, 1, 2, 1, 4, 2), [1, 3], 6),
    ):
        kind = np.int32 if len(shape) % 2 else np.int64
        yield {"yGrad": shape, "repeats": np.array(repeats, kind), "axis": axis}


def _summed_repeats(o: Operands, grad: Any) -> Any:
    ends = np.cumsum(o.given["repeats"])
    parts = np.split(np.moveaxis(grad, o.axis, 0), ends[:-1])
    return np.moveaxis(np.stack([part.sum(0) for part in parts]), 0, o.axis)


def _weights() -> Iterator[dict[str, Any]]:
    for shape in ((4, 5), (33, 65), (1, 1), (0, 5), (257, 16)):
        yield {"mmWeightRef": shape}


def _sources() -> Iterator[dict[str, Any]]:
    for shape in ((33, 65), (2, 3, 4), (2, 0)):
        yield {"srcTensor": shape}


def _views() -> Iterator[dict[str, Any]]:
    for x, size, stride, offset in (
        ((4, 6), [3, 2], [6, 2], 1),
        ((4, 6), [6, 4], [1, 6], 0),
        ((24,), [3, 4, 5], [0, 4, 1], 3),
        ((2, 3, 4), [7], [3], 2),
        ((5,), [2, 0], [1, 1], 0),
        ((70, 65), [65, 70], [1, 65], 0),
    ):
        yield {"x": x, "size": size, "stride": stride, "storageOffset": [offset]}


def _between(o: Operands) -> Any:
    result, view = o.dst.copy(), np.lib.stride_tricks.as_strided

    def part(array: Any, offset: Any, size: Any, stride: Any) -> Any:
        return view(array.ravel()[int(offset[0]) :], size, stride * array.itemsize)

    to = part(result, o.dst_storage_offset, o.dst_size, o.dst_stride)
    to[...] = part(o.src, o.src_storage_offset, o.src_size, o.src_stride)
    return result


def _between_cases() -> Iterator[dict[str, Any]]:
    for at, (dst, size, to, first, src, stride, start) in enumerate(
        (
            ((5,), [1], [1], 1, (5,), [1], 1),
            ((6, 7), [2, 3], [14, 2], 8, (4, 5), [5, 1], 5),
            ((3, 4, 5), [3, 2, 5], [20, 5, 1], 10, (70,), [10, 5, 1], 3),
            ((65, 33), [65, 33], [33, 1], 0, (33, 65), [1, 65], 0),
            (
                (2,) * 8,
                [2] * 8,
                [128, 64, 32, 16, 8, 4, 2, 1],
                0,
                (256,),
                [1, 2, 4, 8, 16, 32, 64, 128],
                0,
            ),
        )
    ):
        kind = np.int32 if at % 2 else np.int64
        yield {
            "dst": dst,
            "dst_size": np.array(size, kind),
            "dst_stride": np.array(to, kind),
            "dst_storage_offset": np.array([first], kind),
            "src": src,
            "src_size": np.array(size, kind),
            "src_stride": np.array(stride, kind),
            "src_storage_offset": np.array([start], kind),
        }


ORACLES: dict[str, Oracle] = {
    "aclnnViewCopy": Oracle(_between, given=True, shapes=_between_cases),
    "aclnnTensorMove": Oracle(lambda o: o.x),
    "aclnnAsStrided": Oracle(
        lambda o: np.lib.stride_tricks.as_strided(
            np.ascontiguousarray(o.x).reshape(-1)[o.storageOffset[0] :],
            o.size,
            [each * o.x.itemsize for each in o.stride],
        ),
        shapes=_views,
    ),
    "aclnnPermute": Oracle(lambda o: o.self.transpose(o.dims), shapes=_permute),
    "aclnnFlip": Oracle(lambda o: np.flip(o.self, o.dims) if o.self.ndim else o.self, shapes=_flip),
    "aclnnRoll": Oracle(_rolled, shapes=_roll),
    "aclnnFlatten": Oracle(
        lambda o: o.self.reshape(
            np.prod(o.self.shape[: o.axis], dtype=int) if o.axis else 1,
            np.prod(o.self.shape[o.axis :], dtype=int),
        ),
        shapes=_flatten,
    ),
    "aclnnSlice": Oracle(
        lambda o: np.moveaxis(np.moveaxis(o.self, o.dim, 0)[o.start : o.end : o.step], 0, o.dim),
        shapes=_slice,
    ),
    "aclnnSliceV2": Oracle(_sliced, shapes=_slice_v2),
    "aclnnExpand": Oracle(lambda o: np.broadcast_to(o.self, o.size), shapes=_expand),
    "aclnnRepeat": Oracle(
        lambda o: np.tile(o.self, o.repeats or 1).reshape(
            o.self.shape if not o.repeats else np.tile(o.self, o.repeats).shape
        ),
        shapes=_repeat,
    ),
    "aclnnCast": Oracle(
        lambda o: converted(o.self, o.dtype),
        shapes=_cast,
        adapt=_castable,
        given=True,
    ),
    "aclnnInplaceCopy": Oracle(lambda o: np.broadcast_to(o.src, o.selfRef.shape), shapes=_copy),
    "aclnnCat": Oracle(
        lambda o: np.concatenate([x for x in o.tensors if x.shape != (0,)], o.dim), shapes=_cat
    ),
    "aclnnStack": Oracle(lambda o: np.stack(o.tensors, o.dim), shapes=_stack),
    "aclnnSplitTensor": Oracle(
        lambda o: np.split(
            o.self, range(o.splitSections, o.self.shape[o.dim], o.splitSections), o.dim
        ),
        shapes=_sections,
    ),
    "aclnnSplitWithSize": Oracle(
        lambda o: np.split(o.self, np.cumsum(o.splitSize)[:-1], o.dim), shapes=_split
    ),
    "aclnnChannelShuffle": Oracle(_shuffled, shapes=_shuffle),
    "aclnnRepeatInterleave": Oracle(
        lambda o: np.repeat(o.self, o.repeats.astype(int)), shapes=_interleave, given=True
    ),
    "aclnnRepeatInterleaveWithDim": Oracle(
        lambda o: np.repeat(o.self, o.repeats.astype(int), o.dim),
        shapes=_interleave_with_dim,
        given=True,
    ),
    "aclnnRepeatInterleaveInt": Oracle(
        lambda o: np.repeat(o.self, o.repeats), shapes=_interleave_int, given=True
    ),
    "aclnnRepeatInterleaveIntWithDim": Oracle(
        lambda o: np.repeat(o.self, o.repeats, o.dim), shapes=_interleave_int_with_dim
    ),
    "aclnnRepeatInterleaveTensor": Oracle(
        lambda o: np.repeat(np.arange(len(o.repeats)), o.repeats.astype(int)),
        shapes=_interleave_tensor,
        given=True,
    ),
    "aclnnIm2col": Oracle(_columns, shapes=_windows),
    "aclnnStridedSlice": Oracle(_indexed, shapes=_strided),
    "aclnnConfusionTranspose": Oracle(_confused, shapes=_confusion),
    "aclnnChunkCat": Oracle(_joined_chunks, shapes=_chunks),
    "aclnnIm2colBackward": Oracle(
        lambda o: _summed_columns(o, o.gradOutput),
        lambda o: _summed_columns(o, np.abs(o.gradOutput)),
        shapes=_column_sums,
    ),
    "aclnnUnfoldGrad": Oracle(
        lambda o: _refolded(o, o.gradOut),
        lambda o: _refolded(o, np.abs(o.gradOut)),
        shapes=_unfolded,
    ),
    "aclnnRepeatInterleaveGrad": Oracle(
        lambda o: _summed_repeats(o, o.yGrad),
        lambda o: _summed_repeats(o, np.abs(o.yGrad)),
        shapes=_repeat_sums,
    ),
    "aclnnNpuFormatCast": Oracle(
        lambda o: o.srcTensor, given=True, shapes=_sources, layouts=("dense", "offset")
    ),
    "aclnnTransMatmulWeight": Oracle(lambda o: o.mmWeightRef, shapes=_weights),
    "aclnnTril": Oracle(lambda o: np.tril(o.self, o.diagonal), shapes=_triangle),
    "aclnnTriu": Oracle(lambda o: np.triu(o.self, o.diagonal), shapes=_triangle),
    "aclnnDiag": Oracle(lambda o: np.diag(np.atleast_1d(o.self), o.diagonal), shapes=_diag),
    "aclnnDiagFlat": Oracle(lambda o: np.diag(o.self.ravel(), o.diagonal), shapes=_diag_flat),
}
