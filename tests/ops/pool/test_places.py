# SPDX-License-Identifier: Apache-2.0
"""The gradients of pools name a place that is in no plane: 507015, where it is and the limit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import aclnn_py as acl

#: Sizes of windows, their steps, padding, dilation and ceil mode.
FLAT: tuple[Any, ...] = ([2, 2], [2, 2], [0, 0], [1, 1], False)
DEEP: tuple[Any, ...] = ([2, 2, 2], [2, 2, 2], [0, 0, 0], [1, 1, 1], False)

CALLS = {
    "adaptive_max_pool2d_backward": ((2, 3, 4, 6), ()),
    "adaptive_max_pool3d_backward": ((2, 3, 2, 4, 6), ()),
    "max_pool2d_with_indices_backward": ((2, 3, 4, 6), FLAT),
    "max_pool3d_with_argmax_backward": ((2, 3, 2, 4, 6), DEEP),
}


@pytest.mark.parametrize("bad", [24, -1, 2**31 - 1])
@pytest.mark.parametrize("name", CALLS)
def test_the_first_place_in_no_plane_is_told(name: str, bad: int) -> None:
    dims, more = CALLS[name]
    limit = int(np.prod(dims[2:]))
    windows = (*dims[:2], *([1] if len(dims) == 5 else []), 2, 3)
    bad = max(bad, limit) if bad > 0 else bad
    indices = np.zeros(windows, np.int32)
    indices[1, 2, ..., 1, 0] = indices[1, 2, ..., 1, 2] = bad
    where = "1, 2, 0, 1, 0" if len(dims) == 5 else "1, 2, 1, 0"
    grad, self = np.ones(windows, np.float32), np.zeros(dims, np.float32)
    text = rf"indices\[{where}\] is {bad}; every index must be in \[0, {limit}\)"
    with pytest.raises(acl.AclError, match=text) as caught:
        getattr(acl, name)(grad, self, indices, *more)
    assert caught.value.code == 507015
    indices[indices == bad] = limit - 1
    found = getattr(acl, name)(grad, self, indices, *more)
    assert (found.sum((0, 1)).flat[-1], found.sum()) == (2, grad.size)


def test_rows_of_planes_without_a_batch() -> None:
    indices = np.array([[[0, 9]], [[11, 12]]], np.int64)
    text = r"indices\[1, 0, 1\] is 12; every index must be in \[0, 12\)"
    with pytest.raises(acl.AclError, match=text):
        acl.adaptive_max_pool2d_backward(
            np.ones((2, 1, 2), np.float32), np.zeros((2, 3, 4), np.float32), indices
        )
