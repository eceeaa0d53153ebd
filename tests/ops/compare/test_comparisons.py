# SPDX-License-Identifier: Apache-2.0
"""What the documentation says of single comparisons, and the sweeps do not look at."""

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


@pytest.mark.parametrize("architecture", PRODUCTS)
def test_minus_zero_has_a_sign(architecture: str) -> None:
    numbers = np.array([0.0, -0.0, -1.0, 1.0, np.inf, -np.inf], np.float32)
    with product(architecture):
        found = acl.signbit(numbers)
    assert found.tolist() == [False, True, True, False, False, True]


@pytest.mark.parametrize("architecture", ["2201", "3510"])
def test_what_is_infinite_has_eight_dimensions(architecture: str) -> None:
    """Nine are an error of the tiling; for calls that are no generated ones it is 161002."""
    numbers = np.zeros((1,) * 9, np.float32)
    with product(architecture):
        assert not acl.is_inf(numbers[0]).any()
        with pytest.raises(acl.AclError, match="x has 9 dimensions") as caught:
            acl.is_inf(numbers)
        assert caught.value.code == 561002
        with pytest.raises(acl.AclError) as caught:
            acl.is_finite(numbers)
        assert caught.value.code == 161002


def test_closeness_writes_bool() -> None:
    numbers = np.ones(3, np.float32)
    with pytest.raises(acl.AclError, match="DT_BOOL, which the kernel writes") as caught:
        acl.is_close(numbers, numbers, out=np.zeros(3, np.int16))
    assert caught.value.code == 561103


def test_tensors_of_different_shapes_are_not_equal() -> None:
    numbers = np.ones((2, 3), np.float32)
    assert acl.equal(numbers, numbers).tolist() == [True]
    assert acl.equal(numbers, numbers.T).tolist() == [False]
    assert acl.equal(numbers, numbers[:1]).tolist() == [False]
    assert acl.equal(numbers[:0], numbers[:0]).tolist() == [True]
    assert acl.equal(numbers, np.ones((2, 3))).tolist() == [True]


def test_numbers_that_a_half_cannot_hold() -> None:
    """Greater takes a double as it is where the tensor's type has not the number: 2049."""
    number = np.array([2048, 2050], np.float16)
    assert acl.gt_scalar(number, 2049.0).tolist() == [False, True]
    assert acl.ge_scalar(number, 2049.0).tolist() == [False, True]
    assert acl.eq_scalar(number, 2049.0).tolist() == [True, False]  # in float16
