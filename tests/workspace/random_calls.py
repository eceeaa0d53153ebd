# SPDX-License-Identifier: Apache-2.0
"""Random calls that are valid, with sizes near the limits where plans change."""

from __future__ import annotations

import math
import random

from workspace.calls import LAYOUTS, Call, View, dense_strides

INDEX_TYPES = ("i32", "i64", "i8", "u8", "i16", "bool", "f16", "f32", "f64")

#: Where some rule changes: of rows, columns, weights.
ROWS = (1, 2, 8, 9, 11, 12, 48, 64, 511, 512, 513, 1023, 1024, 1025, 2048, 12000, 2**30, 2**31 - 1)
COLUMNS = (1, 8, 16, 31, 32, 64, 128, 511, 512, 513, 1024, 2047, 2048, 2049, 10976, 10977, 14641)
WEIGHTS = (0, 1, 2, 7, 8, 40, 48, 1000, 5 * 2049, 5 * 2049 + 1, 2**24, 2**24 + 1, 2**31 - 1, 2**31)


def size(draw: random.Random, special: tuple[int, ...], most: float) -> int:
    """One of the special sizes, or any of up to 2^most, the small as likely as the large."""
    if draw.random() < 0.35:
        return draw.choice(special)
    return int(2 ** draw.uniform(0, most))


def factored(draw: random.Random, count: int, axes: int) -> tuple[int, ...]:
    """A shape of about as many elements: the first size is what the others leave."""
    sizes = [min(count, int(2 ** draw.uniform(0, 6))) for _ in range(axes - 1)]
    return (max(1, count // math.prod(sizes)), *sizes)


def view(draw: random.Random, type: str, shape: tuple[int, ...]) -> View:
    """Any view: cut out of something larger, with steps, permuted, repeated, backwards."""
    axes = len(shape)
    order = list(range(axes))
    if draw.random() < 0.5:
        draw.shuffle(order)
    stretch = [draw.choice((1, 1, 1, 2, 3)) for _ in shape]
    spare = [draw.choice((0, 0, 0, 1, 16, 64)) for _ in shape]
    if draw.random() < 0.4:
        stretch = [1] * axes
        spare = [0 if axis != order[-1] else extra for axis, extra in enumerate(spare)]
    outer = [size * step + extra for size, step, extra in zip(shape, stretch, spare, strict=True)]
    inner = dense_strides([outer[axis] for axis in order])
    strides = [0] * axes
    for axis, stride in zip(order, inner, strict=True):
        strides[axis] = stride * stretch[axis]
    if draw.random() < 0.3:
        strides[draw.randrange(axes)] = 0
    if draw.random() < 0.05:
        strides = [0] * axes
    if draw.random() < 0.1:
        strides[draw.randrange(axes)] *= -1
    if draw.random() < 0.1:
        strides[draw.randrange(axes)] += draw.choice((1, 7))
    ends = [(count - 1) * stride for count, stride in zip(shape, strides, strict=True)]
    before = -sum(end for end in ends if end < 0)
    offset = before + draw.choice((0, 0, 0, 1, 3, 16, 64))
    whole = max(math.prod(outer), offset + sum(end for end in ends if end > 0) + 1)
    storage = whole + draw.choice((0, 0, 0, 5, 128))
    if draw.random() < 0.05:
        storage = max(1, storage // 2)
    return View(type, shape, tuple(strides), offset, (storage,))


def layout(draw: random.Random, type: str, shape: tuple[int, ...], share: float) -> str | View:
    """Dense in most cases; the other layouts of the tables, or any view, in a share of them."""
    if draw.random() >= share:
        return "c"
    if draw.random() < 0.5 and 0 not in shape:
        return view(draw, type, shape)
    return draw.choice([name for name in LAYOUTS if name != "t" or len(shape) > 1])


def call(draw: random.Random, soc: str, strided: float = 0.0) -> Call:
    """A call for a product; a share of the tensors is strided."""
    floats = (
        ("f32", "f16")
        if soc.startswith(("Ascend910A", "Ascend910Pro"))
        else (
            "f32",
            "f16",
            "bf16",
        )
    )
    grad_type, out_type = draw.choice(floats), draw.choice(floats)
    if draw.random() < 0.7:
        out_type = grad_type
    index_type = draw.choice(INDEX_TYPES if draw.random() < 0.3 else ("i32", "i64"))
    rows = factored(draw, size(draw, ROWS, 31.2), draw.choice((1, 1, 2, 3)))
    columns = size(draw, COLUMNS, 16)
    weights = size(draw, WEIGHTS, 32)
    if draw.random() < 0.02:
        rows, columns = draw.choice((((0,), columns), (rows, 0), ((3, 0), columns)))
    scale = draw.random() < 0.4
    return Call(
        soc,
        rows,
        columns,
        weights,
        grad_type=grad_type,
        index_type=index_type,
        out_type=out_type,
        padding=draw.choice((-1, 0, 3, 2**40)),
        scale=scale,
        deterministic=draw.choice((0, 0, 1, 2, 3)),
        grad_layout=layout(draw, grad_type, (*rows, columns), strided),
        index_layout=layout(draw, index_type, rows, strided),
        out_layout=layout(draw, out_type, (weights, columns), strided),
    )
