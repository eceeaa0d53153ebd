# SPDX-License-Identifier: Apache-2.0
"""Lists of many tensors, and sizes that are only known to be wrong when the work runs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import aclnn_py as acl


@pytest.fixture
def device() -> Iterator[acl.Device]:
    with acl.Device(0) as device:
        yield device


def run(device: acl.Device, name: str, *arguments: Any) -> None:
    with device.stream() as stream, acl.plan(name, *arguments) as plan:
        plan.run(stream)
        stream.synchronize()


@pytest.mark.parametrize("dim", [0, 1])
def test_a_thousand_tensors_are_joined(device: acl.Device, dim: int) -> None:
    """More than one kernel takes on any product; every fourth one has no elements."""
    arrays = [
        np.full((each % 4, 3) if dim == 0 else (3, each % 4), each, np.float32)
        for each in range(1000)
    ]
    expected = np.concatenate(arrays, dim)
    out = device.tensor(np.zeros_like(expected))
    run(device, "aclnnCat", [device.tensor(each) for each in arrays], dim, out)
    np.testing.assert_array_equal(out.numpy(), expected)


@pytest.mark.parametrize("parts", [513, 1500])
def test_a_tensor_is_split_into_many(device: acl.Device, parts: int) -> None:
    values = np.arange(2 * parts * 2, dtype=np.int64).reshape(2, parts * 2)
    out = [device.tensor(np.zeros((2, 2), np.int64)) for _ in range(parts)]
    run(device, "aclnnSplitTensor", device.tensor(values), 2, 1, out)
    for at, part in enumerate(out):
        np.testing.assert_array_equal(part.numpy(), values[:, 2 * at : 2 * at + 2])


REPEATS = np.array([2, 0, 3])


@pytest.mark.parametrize("entry", ["aclnnRepeatInterleave", "aclnnRepeatInterleaveWithDim"])
def test_an_output_of_another_size_than_the_repeats(device: acl.Device, entry: str) -> None:
    """The sum is known when the work runs: the launch fails and says both numbers."""
    x, repeats = device.tensor(np.ones(3, np.float32)), device.tensor(REPEATS)
    out = device.tensor(np.zeros(4, np.float32))
    dim = [0] if entry.endswith("Dim") else []
    with pytest.raises(acl.AclError, match="the sum of repeats is 5 and outputSize 4"):
        run(device, entry, x, repeats, *dim, 4, out)
    assert out.numpy().tolist() == [0] * 4


def test_a_gradient_of_another_size_than_the_repeats(device: acl.Device) -> None:
    grad, repeats = device.tensor(np.ones(6, np.float32)), device.tensor(REPEATS)
    out = device.tensor(np.zeros(3, np.float32))
    with pytest.raises(acl.AclError, match="the sum of repeats is 5 and yGrad has 6 places"):
        run(device, "aclnnRepeatInterleaveGrad", grad, repeats, 0, out)
    negative = device.tensor(np.array([7, -1, 0]))
    with pytest.raises(acl.AclError, match=r"repeats\[1\] is -1; 0 or more"):
        run(device, "aclnnRepeatInterleaveGrad", grad, negative, 0, out)
    assert out.numpy().tolist() == [0] * 3
