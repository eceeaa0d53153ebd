# SPDX-License-Identifier: Apache-2.0
"""Elementwise operators and folds on more elements, and over longer strides, than 32 bits count."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

import aclnn_py as acl

pytestmark = pytest.mark.slow  # gigabytes of memory

MANY = 2**31 + 64


@pytest.fixture
def device() -> Iterator[acl.Device]:
    with acl.Device(0) as device:
        yield device


def run(name: str, *arguments: object) -> None:
    """Both phases, and the wait."""
    with acl.plan(name, *arguments) as plan:
        plan.run()
        plan.device.default_stream.synchronize()


def test_elements(device: acl.Device) -> None:
    """The last of 2^31 and some results; one operand is a column of 64 times as many rows."""
    rows = MANY // 64
    column = device.tensor(np.arange(rows, dtype=np.int64).astype(np.int8).reshape(rows, 1))
    row = device.tensor(np.arange(64, dtype=np.int8))
    with device.empty((rows, 64), "int8") as out:
        run("aclnnAdd", column, row, 1, out)
        for first in (0, rows // 2, rows - 2):
            got = out.view((2, 64), None, first * 64).numpy()
            expected = (np.arange(first, first + 2)[:, None] + np.arange(64)).astype(np.int8)
            assert np.array_equal(got, expected)


def test_a_fold(device: acl.Device) -> None:
    """A sum of as many ones, of one element in memory."""
    one = device.tensor(np.ones(1, np.int64))
    out = device.tensor(np.zeros((), np.int64))
    run("aclnnReduceSum", one.view((MANY,), (0,)), [], False, "int64", out)
    assert out.numpy() == MANY


def test_a_join(device: acl.Device) -> None:
    """Two members of one element in memory each, where the second begins before 2^31 and ends
    behind it."""
    one, two = (device.tensor(np.full(1, each, np.int8)) for each in (1, 2))
    with device.empty(MANY, "int8") as out:
        first = 2**31 - 32
        members = [one.view((first,), (0,)), two.view((MANY - first,), (0,))]
        run("aclnnCat", members, 0, out)
        near = out.view((128,), None, first - 32).numpy()
        assert np.array_equal(near, np.repeat(np.int8([1, 2]), [32, 96]))
        assert out.view((1,), None, 0).numpy() == 1


def test_strides(device: acl.Device) -> None:
    """Rows that lie 2^31 elements apart, of an input and of a result."""
    values = np.array([[1, 2, 3], [4, 5, 6]], np.int8)
    with device.empty(MANY, "int8") as memory, device.empty(MANY, "int8") as target:
        far, farther = (each.view((2, 3), (2**31 + 1, 7)) for each in (memory, target))
        run("aclnnNeg", device.tensor(values), far)
        run("aclnnNeg", far, farther)
        for at, row in enumerate(values):
            for each, sign in ((memory, -1), (target, 1)):
                assert (each.view((3,), (7,), at * (2**31 + 1)).numpy() == sign * row).all()
