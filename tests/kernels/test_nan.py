# SPDX-License-Identifier: Apache-2.0
"""What becomes of infinity - infinity where C adds in float64: the same NaN on every machine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import aclnn_py as acl

IMAGE = np.array([np.inf, -np.inf] * 8, np.float32).reshape(1, 1, 4, 4)

CALLS: dict[str, Callable[[], Any]] = {
    "UpsampleBicubic2d": lambda: acl.upsample_bicubic2d(IMAGE, [8, 8], False, 0.0, 0.0),
    "UpsampleTrilinear3d": lambda: acl.upsample_trilinear3d(
        IMAGE[None], [1, 8, 8], False, 0.0, 0.0, 0.0
    ),
    "UpsampleTrilinear3d, rows of both": lambda: acl.upsample_trilinear3d(
        IMAGE[None].swapaxes(3, 4), [1, 8, 4], False, 0.0, 0.0, 0.0
    ),
    "UpsampleBicubic2dBackward": lambda: acl.upsample_bicubic2d_backward(
        IMAGE, [4, 4], [1, 1, 2, 2], False, 0.0, 0.0
    ),
    "AvgPool2d": lambda: acl.avg_pool2d(IMAGE, [2, 2], [2, 2], [0, 0], False, True, 0, 0),
    "Im2colBackward": lambda: acl.im2col_backward(
        np.broadcast_to(IMAGE.reshape(1, 4, 4), (1, 4, 4)), [3, 3], [2, 2], [1, 1], [0, 0], [1, 1]
    ),
}


@pytest.mark.parametrize("name", CALLS)
def test_every_nan_has_the_same_bits(name: str) -> None:
    """x86-64 computes a negative one, aarch64 a positive one."""
    out = CALLS[name]()
    bits = out.view(np.uint32)[np.isnan(out)]
    assert bits.size
    assert (bits == 0x7FC00000).all()
