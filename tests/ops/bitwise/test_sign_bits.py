# SPDX-License-Identifier: Apache-2.0
"""Signs packed into bytes, as the documentation says."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pytest
from sweep.samples import PRODUCTS

import aclnn_py as acl


@contextmanager
def product(architecture: str) -> Iterator[None]:
    """Phase one of this thread is that of a product."""
    acl.lib.aclnnExtSelectSoc(PRODUCTS[architecture].encode())
    try:
        yield
    finally:
        acl.lib.aclnnExtSelectSoc(None)


@pytest.mark.parametrize("architecture", ["2201", "3510"])
def test_signs_of_the_documented_example(architecture: str) -> None:
    """What torch_npu documents; of Ascend950 what CANN does, the other way round."""
    numbers = np.array([5, 4, 3, 2, 0, -1, -2, 4, 3, 2, 1, 0, -1, -2], np.float32)
    with product(architecture):
        packed = acl.sign_bits_pack(numbers, 2)
        assert packed.tolist() == ([[159], [15]] if architecture == "2201" else [[6], [15]])
        signs = acl.sign_bits_unpack(np.array([159, 15], np.uint8), 2)
    assert signs.tolist() == [[1, 1, 1, 1, 1, -1, -1, 1], [1, 1, 1, 1, -1, -1, -1, -1]]


@pytest.mark.parametrize(("shape", "rows"), [((14,), 3), ((14,), 0), ((2, 7), 1)])
def test_signs_that_make_no_rows(shape: tuple[int, ...], rows: int) -> None:
    out = np.zeros((rows, 1), np.uint8)
    with pytest.raises(acl.AclError, match=r"size is|are required") as caught:
        acl.sign_bits_pack(np.zeros(shape, np.float32), rows, out=out)
    assert caught.value.code == 161002
