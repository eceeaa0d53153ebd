# SPDX-License-Identifier: Apache-2.0
"""Lists of as many tensors as a kernel takes."""

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


def test_many_gradients_are_unscaled(device: acl.Device) -> None:
    """One of them has what is not finite, which all are told."""
    arrays = [np.full(each % 5 + 1, each, np.float32) for each in range(255)]
    grads = [device.tensor(each) for each in arrays]
    found = device.tensor(np.zeros(1, np.float32))
    scale = device.tensor(np.full(1, 0.5, np.float32))
    run(device, "aclnnForeachNonFiniteCheckAndUnscale", grads, found, scale)
    assert found.numpy().tolist() == [0]
    for array, grad in zip(arrays, grads, strict=True):
        np.testing.assert_array_equal(grad.numpy(), array / 2)
    bad = device.tensor(np.array([1, np.inf, 2], np.float32))
    run(device, "aclnnForeachNonFiniteCheckAndUnscale", [*grads, bad], found, scale)
    assert found.numpy().tolist() == [1]
    assert bad.numpy().tolist() == [0.5, np.inf, 1]
