# SPDX-License-Identifier: Apache-2.0
"""Operands that share memory: every input is read as it was, whatever the strides are.

The oracle copies the inputs first, computes with NumPy, and writes the outputs one element after
the other, so that of elements that share memory the last one stays.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt
import pytest

import aclnn_py as acl

Floats = npt.NDArray[np.float32]
View = tuple[tuple[int, ...], tuple[int, ...], int]  # shape, strides, offset

LENGTH = 200


@pytest.fixture(scope="module")
def device() -> Iterator[acl.Device]:
    with acl.Device(0) as opened:
        yield opened


def as_numpy(memory: Floats, view: View) -> Floats:
    shape, strides, offset = view
    steps = tuple(4 * stride for stride in strides)
    return np.lib.stride_tricks.as_strided(memory[offset:], shape, steps)


def places(view: View) -> list[int]:
    """Where the elements lie, in row-major order."""
    shape, strides, offset = view
    index = np.indices(shape).reshape(len(shape), -1) if shape else np.zeros((0, 1), np.int64)
    return [offset + int(np.dot(column, strides)) for column in index.T]


def random_view(dice: random.Random, shape: Sequence[int]) -> View:
    """Any strides, negative ones and those that let elements meet too, within the memory."""
    while True:
        strides = tuple(dice.choice([-7, -3, -1, 0, 1, 1, 2, 3, 5, 8, 13]) for _ in shape)
        ends = [stride * (size - 1) for stride, size in zip(strides, shape, strict=True)]
        low, high = sum(min(e, 0) for e in ends), sum(max(e, 0) for e in ends)
        if high - low < LENGTH:
            return tuple(shape), strides, dice.randint(-low, LENGTH - 1 - high)


def add(device: acl.Device, memory: Floats, views: Sequence[View], in_place: bool) -> Floats:
    """The memory after out = self + 3 * other on views of it."""
    whole = device.tensor(memory)
    tensors = [whole.view(shape, strides, offset) for shape, strides, offset in views]
    if in_place:
        plan = acl.plan("aclnnInplaceAdd", tensors[0], tensors[1], 3.0)
    else:
        plan = acl.plan("aclnnAdd", tensors[0], tensors[1], 3.0, tensors[2])
    plan.run()
    device.default_stream.synchronize()
    return whole.numpy()


def expected(memory: Floats, views: Sequence[View]) -> Floats:
    first, second = (as_numpy(memory, view).copy() for view in views[:2])
    result = memory.copy()
    for place, value in zip(places(views[2]), (first + 3 * second).ravel(), strict=True):
        result[place] = value
    return result


def test_a_matrix_plus_its_transpose(device: acl.Device) -> None:
    memory = np.arange(LENGTH, dtype=np.float32)
    matrix, transpose = ((12, 12), (12, 1), 0), ((12, 12), (1, 12), 0)
    done = add(device, memory, [matrix, transpose], in_place=True)
    square = memory[:144].reshape(12, 12)
    assert np.array_equal(done[:144].reshape(12, 12), square + 3 * square.T)
    assert np.array_equal(done[144:], memory[144:])


@pytest.mark.parametrize("shift", [-13, -1, 1, 13])
def test_a_window_that_moved(device: acl.Device, shift: int) -> None:
    memory = np.arange(LENGTH, dtype=np.float32)
    views: list[View] = [((160,), (1,), 20), ((160,), (1,), 20 + shift), ((160,), (1,), 20)]
    for in_place in (False, True):
        assert np.array_equal(add(device, memory, views, in_place), expected(memory, views))


def test_any_views_of_one_memory(device: acl.Device) -> None:
    dice = random.Random(20261122)
    memory = np.random.default_rng(7).integers(-50, 50, LENGTH).astype(np.float32)
    for _ in range(500):
        shape = [dice.randint(1, 5) for _ in range(dice.randint(0, 4))]
        views = [random_view(dice, shape) for _ in range(3)]
        in_place = dice.random() < 0.3
        if in_place:
            views[2] = views[0]
        done, wanted = add(device, memory, views, in_place), expected(memory, views)
        assert np.array_equal(done, wanted), views


@pytest.mark.parametrize(("row", "column"), [(0, 5), (1, 0)])
def test_columns_of_rows_that_follow(device: acl.Device, row: int, column: int) -> None:
    """The distance of the rows, 96 bytes, is no power of 2, and more rows than are read at once
    share columns with those before or behind them."""
    memory = np.arange(2000 * 24, dtype=np.float32).reshape(2000, 24)
    whole = device.tensor(memory)
    given, out = (whole.view((1999, 10), (24, 1), 24 * r + c) for r, c in (
        (row, column), (1 - row, 5 - column)
    ))  # fmt: skip
    acl.plan("aclnnNeg", given, out).run()
    device.default_stream.synchronize()
    wanted = memory.copy()
    first, left = 1 - row, 5 - column
    wanted[first : first + 1999, left : left + 10] = -memory[row:, column:][:1999, :10]
    assert np.array_equal(whole.numpy(), wanted)


def test_long_outputs_whose_elements_meet(device: acl.Device) -> None:
    """More than a block of them: which one stays does not depend on the cores."""
    rows = device.tensor(np.arange(400_000, dtype=np.float32).reshape(4000, 100))
    one = device.tensor(np.zeros(1, np.float32))
    out = device.empty((100,), "float32")
    folded = out.view((4000, 100), (0, 1), 0)
    acl.plan("aclnnAdd", rows, one, 1.0, folded).run()
    device.default_stream.synchronize()
    assert np.array_equal(out.numpy(), np.arange(399_900, 400_000, dtype=np.float32))


def test_outputs_that_share_memory(device: acl.Device) -> None:
    """Work of several blocks: what is left of both does not depend on who is faster."""
    numbers = np.random.default_rng(2).integers(-50, 50, (40, 30_000), np.int32)
    given = device.tensor(numbers)
    found = []
    for _ in range(12):
        whole = device.tensor(np.zeros(50 * 30_000, np.int32))
        values = whole.view((40, 30_000), (30_000, 1), 0)
        indices = whole.view((40, 30_000), (30_000, 1), 7 * 30_000 - 12_345)
        acl.plan("aclnnCummax", given, 0, values, indices).run()
        device.default_stream.synchronize()
        found.append(whole.numpy())
    for each in found[1:]:
        assert np.array_equal(each, found[0])
    # Nothing else is written where only one of them is.
    first = 7 * 30_000 - 12_345
    assert np.array_equal(found[0][:first], np.maximum.accumulate(numbers, 0).ravel()[:first])


def test_lists_that_share_memory(device: acl.Device) -> None:
    """Members are read before any is written; outputs are written in the order of the list."""
    dice = random.Random(5)
    memory = np.random.default_rng(3).integers(-50, 50, LENGTH).astype(np.float32)
    for _ in range(200):
        shapes = [[dice.randint(1, 9)] * dice.randint(0, 2) for _ in range(dice.randint(1, 6))]
        inputs = [random_view(dice, shape) for shape in shapes]
        outputs = [v if dice.random() < 0.4 else random_view(dice, v[0]) for v in inputs]
        whole = device.tensor(memory)
        lists = [[whole.view(*view) for view in views] for views in (inputs, outputs)]
        acl.plan("aclnnForeachAddScalarV2", lists[0], 2.0, lists[1]).run()
        device.default_stream.synchronize()
        wanted = memory.copy()
        for source, target in zip(inputs, outputs, strict=True):
            values = (as_numpy(memory, source) + 2).ravel()
            for place, value in zip(places(target), values, strict=True):
                wanted[place] = value
        assert np.array_equal(whole.numpy(), wanted), (inputs, outputs)


def test_a_list_of_a_thousand_strided_tensors(device: acl.Device) -> None:
    count = 1000
    memory = np.arange(count * 40, dtype=np.float32)
    whole, out = device.tensor(memory), device.tensor(np.zeros_like(memory))
    views = [((3, 4), (1, 5), 40 * i) for i in range(count)]
    inputs, outputs = ([base.view(*view) for view in views] for base in (whole, out))
    acl.plan("aclnnForeachAddScalarV2", inputs, 1.0, outputs).run()
    device.default_stream.synchronize()
    wanted = np.zeros_like(memory)
    for view in views:
        as_numpy(wanted, view)[...] = as_numpy(memory, view) + 1
    assert np.array_equal(out.numpy(), wanted)
