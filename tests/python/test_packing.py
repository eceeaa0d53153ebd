# SPDX-License-Identifier: Apache-2.0
"""Types of half a byte: bytes that a program packs itself, and arrays that the package packs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from sweep.c_calls import PRODUCTS

import aclnn_py as acl
from aclnn_py import pack_int4, unpack_int4


def test_device_tensors_of_packed_types() -> None:
    x = np.arange(-7, 8, dtype=np.int8).reshape(3, 5).astype(ml_dtypes.int4)
    with acl.Device(0) as device, device.tensor(x) as tensor:
        assert np.array_equal(tensor.numpy().astype(np.int8), x.astype(np.int8))
        assert "int4[3, 5] [[-7, -6, -5, -4, -3]" in repr(tensor)
        with tensor.view((5, 3), (1, 5)) as turned:
            assert np.array_equal(turned.numpy().astype(np.int8), x.T.astype(np.int8))


def test_packing() -> None:
    """Element 0 is the lower half of byte 0; the rest of a last byte is 0."""
    assert pack_int4([1, -1, 7]).tolist() == [0xF1, 0x07]
    assert pack_int4(np.arange(8) - 4).view("<i4").tolist() == [0x3210FEDC]
    values = np.arange(-8, 8).reshape(2, 8)
    assert np.array_equal(unpack_int4(pack_int4(values), (2, 8)), values)
    assert np.array_equal(unpack_int4(np.array([0x3210FEDC], np.int32), 8), np.arange(8) - 4)
    assert unpack_int4([], (0, 3)).shape == (0, 3)
    for wrong, error in (([8], ValueError), ([-9], ValueError), ([0.5], TypeError)):
        with pytest.raises(error):
            pack_int4(wrong)
    with pytest.raises(ValueError, match="5 int4 take 3 bytes, not 2"):
        unpack_int4(np.zeros(2, np.uint8), 5)


@contextmanager
def on_ascend950() -> Iterator[None]:
    assert acl.lib.aclnnExtSelectSoc(PRODUCTS["Ascend950"].encode()) == 0
    try:
        yield
    finally:
        acl.lib.aclnnExtSelectSoc(None)


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(
    "kind", [ml_dtypes.float8_e4m3fn, ml_dtypes.float8_e5m2, ml_dtypes.float4_e2m1fn]
)
def test_arrays_of_ml_dtypes(kind: Any) -> None:
    x = np.linspace(-5, 5, 34, dtype=np.float32).reshape(2, 17)
    with on_ascend950():
        small = acl.cast(x, dtype=np.dtype(kind))
        assert small.dtype == kind
        assert np.array_equal(small.astype(np.float32), x.astype(kind).astype(np.float32))
        back = acl.cast(small, dtype="float32")
    assert np.array_equal(back, small.astype(np.float32))


@pytest.mark.usefixtures("own_library")
def test_arrays_of_int4() -> None:
    x = np.arange(-8, 8, dtype=np.int32).reshape(4, 4)
    with on_ascend950():
        assert np.array_equal(acl.cast(x, dtype="int4").astype(np.int32), x)


@pytest.mark.torch
@pytest.mark.usefixtures("own_library")
def test_float8_of_torch() -> None:
    """Copied to a device and back, bit by bit; what it has no tensors of is refused."""
    import torch

    for kind in (torch.float8_e4m3fn, torch.float8_e5m2):
        every = torch.arange(256, dtype=torch.uint8).view(kind)
        with acl.Device(0) as device, device.tensor(every) as tensor:
            assert tensor.dtype.name == str(kind).removeprefix("torch.")
            assert tensor.numpy().view(np.uint8).tolist() == list(range(256))
    x = torch.linspace(-5, 5, 10)
    with on_ascend950():
        small = acl.cast(x, dtype=torch.float8_e5m2)
        assert torch.equal(small.view(torch.uint8), x.to(torch.float8_e5m2).view(torch.uint8))
        with pytest.raises(TypeError, match="torch has no tensors of float4_e2m1fn"):
            acl.cast(x, dtype="float4_e2m1fn")
