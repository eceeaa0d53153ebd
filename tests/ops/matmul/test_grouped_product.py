# SPDX-License-Identifier: Apache-2.0
"""Products of groups of the depth, and what phase one refuses of groups."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import aclnn_py as acl

Array = NDArray[Any]

NONE = (None, None, None)


@pytest.fixture
def device() -> Iterator[acl.Device]:
    with acl.Device(0) as found:
        yield found


def transposed(device: acl.Device, array: Array) -> acl.Tensor:
    """A matrix that lies with its columns one behind the other."""
    whole = device.tensor(np.ascontiguousarray(array.T))
    return whole.view(array.shape, [1, array.shape[0]])


def multiplied(
    device: acl.Device, x: list[Any], weight: list[Any], groups: Any, out: Array, **words: int
) -> Array:
    """The only tensor of aclnnGroupedMatmulV4's result."""
    result = device.tensor(out)
    listed = None if groups is None else device.tensor(np.asarray(groups, np.int64))
    numbers = [words.get(each, 0) for each in ("splitItem", "groupType", "groupListType")]
    arguments = (x, weight, None, None, None, None, None, None, listed, *NONE, *numbers, 0)
    plan = acl.plan("aclnnGroupedMatmulV4", *arguments, [result], None, None)
    with plan, device.stream() as stream:
        plan.run(stream)
        stream.synchronize()
    return result.numpy()


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
@pytest.mark.parametrize(
    ("kind", "groups", "ends"),
    [
        (0, [3, 3, 300], [0, 3, 3, 300]),
        (0, [5, 2, 1000], [0, 5, 5, 300]),  # one that goes back has nothing, one too far stops
        (1, [100, 0, 200], [0, 100, 100, 300]),
        (1, [-7, 299, 299], [0, 0, 299, 300]),
    ],
)
def test_groups_of_the_depth(
    device: acl.Device, dtype: Any, kind: int, groups: list[int], ends: list[int]
) -> None:
    rng = np.random.default_rng(0)
    x = rng.integers(-3, 4, (9, 300)).astype(dtype)
    weight = rng.integers(-3, 4, (300, 17)).astype(dtype)
    expected = [
        x[:, first:end].astype(float) @ weight[first:end].astype(float)
        for first, end in pairwise(ends)
    ]
    found = multiplied(
        device,
        [transposed(device, x)],
        [device.tensor(weight)],
        groups,
        np.full((3, 9, 17), 7, dtype),
        splitItem=3,
        groupType=2,
        groupListType=kind,
    )
    assert (found == np.array(expected)).all()


def test_weights_that_are_transposed(device: acl.Device) -> None:
    rng = np.random.default_rng(1)
    x = rng.integers(-3, 4, (7, 6)).astype(np.float32)
    weight = rng.integers(-3, 4, (2, 6, 5)).astype(np.float32)
    whole = device.tensor(np.ascontiguousarray(weight.swapaxes(1, 2)))
    turned = whole.view(weight.shape, [30, 1, 6])
    found = multiplied(
        device, [device.tensor(x)], [turned], [3, 7], np.zeros((7, 5), np.float32), splitItem=2
    )
    assert (found == np.concatenate([x[:3] @ weight[0], x[3:] @ weight[1]])).all()


@pytest.mark.parametrize(
    ("words", "code", "text"),
    [
        ({"groupType": 1, "splitItem": 3}, 161002, "groupType is 1"),
        ({"groupType": -1, "splitItem": 3}, 161002, "groupType is -1"),
        ({"groupType": 0, "splitItem": 0}, 161002, "splitItem is 0"),
        ({"groupType": 0, "splitItem": 3, "groupListType": 3}, 161002, "groupListType is 3"),
        ({"groupType": 2, "splitItem": 3}, 161002, "x[0]"),
    ],
)
def test_what_does_not_go_together(
    device: acl.Device, words: dict[str, int], code: int, text: str
) -> None:
    x, weight = device.tensor(np.ones((4, 3), np.float32)), np.ones((2, 3, 5), np.float32)
    with pytest.raises(acl.AclError) as caught:
        multiplied(
            device, [x], [device.tensor(weight)], [1, 4], np.zeros((4, 5), np.float32), **words
        )
    assert caught.value.code == code
    assert text in str(caught.value)
