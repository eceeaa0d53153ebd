# SPDX-License-Identifier: Apache-2.0
"""Operands as torch_npu gives them: storage of one dimension, tensors without elements."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from support import Api
from sweep.c_calls import phase_one, selected

import aclnn_py as acl


@pytest.fixture
def device() -> Iterator[acl.Device]:
    with acl.Device(0) as opened:
        yield opened


def test_addmm_adds_a_number_whose_storage_has_a_dimension(device: acl.Device) -> None:
    left, right = np.arange(6, dtype=np.float32).reshape(2, 3), np.eye(3, 4, dtype=np.float32)
    number = device.tensor(np.array([0.5], np.float32)).view(())
    out = device.empty((2, 4), np.float32)
    acl.plan("aclnnAddmm", number, *map(device.tensor, (left, right)), 2.0, 1.0, out, 1).run()
    device.synchronize()
    np.testing.assert_array_equal(out.numpy(), left @ right + 1)
    alone = device.tensor(np.array(0.5, np.float32))
    with pytest.raises(acl.AclError, match="self has 0 dimension"):
        acl.plan("aclnnAddmm", alone, *map(device.tensor, (left, right)), 2.0, 1.0, out, 1)


def test_take_counts_negative_places_from_the_end(device: acl.Device) -> None:
    elements = device.tensor(np.arange(9, dtype=np.float32).reshape(3, 3))
    places = device.tensor(np.array([[-7, 8], [-9, 0]]))
    out = device.empty((2, 2), np.float32)
    acl.plan("aclnnTake", elements, places, out).run()
    device.synchronize()
    assert out.numpy().tolist() == [[2, 8], [0, 0]]
    acl.plan("aclnnTake", elements, device.tensor(np.array([-10])), out.view((1,))).run()
    with pytest.raises(acl.AclError, match=r"index\[0\] is -10"):
        device.synchronize()


@pytest.mark.usefixtures("own_library")
def test_layer_norm_without_rows_has_no_statistics(api: Api) -> None:
    """Ascend950 alone compares the shape of the statistics."""

    def tensor(*shape: int) -> list[object]:
        return ["T", [*shape], 0, 2, None, 0, [*shape]]

    for soc, statistic, status in (
        ("Ascend910B", tensor(0), 0),
        ("Ascend910B", tensor(0, 1), 0),
        ("Ascend910B", tensor(1), 0),
        ("Ascend950", tensor(0), 161002),
        ("Ascend950", tensor(0, 1), 0),
    ):
        x, factors = tensor(0, 3), tensor(3)
        arguments = [x, ["Int", [3]], factors, factors, ["d", 1e-5], x, statistic, statistic]
        with selected(api, soc):
            assert phase_one(api, "aclnnLayerNorm", arguments).status == status, (soc, statistic)
