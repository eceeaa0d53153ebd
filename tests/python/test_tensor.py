# SPDX-License-Identifier: Apache-2.0
"""Tensors: what goes in comes out, and C sees the shape that Python says."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import aclnn_py as acl
from aclnn_py import native

DTYPES = [
    row.numpy_name
    for row in native.description().data_types
    if row.numpy_name
    and row.bits % 8 == 0
    and (hasattr(np, row.numpy_name) or hasattr(ml_dtypes, row.numpy_name))
]


@pytest.mark.parametrize("dtype", DTYPES)
def test_every_data_type(device: acl.Device, dtype: str) -> None:
    bits = np.arange(24, dtype=np.uint8)
    empty = device.empty((2, 3), dtype)
    array = np.resize(bits, 6 * empty.dtype.itemsize).view(empty.dtype).reshape(2, 3)
    if dtype == "bool":
        array = np.array([[True, False, True], [False, False, True]])
    tensor = device.tensor(array)
    assert tensor.dtype == array.dtype
    assert tensor.numpy().tobytes() == array.tobytes()
    value = ctypes.c_int()
    assert acl.lib.aclGetDataType(tensor.handle, ctypes.byref(value)) == 0
    row = next(row for row in native.description().data_types if row.numpy_name == dtype)
    assert value.value == row.value


@pytest.mark.parametrize(
    "array",
    [
        np.arange(12.0).reshape(3, 4).T,
        np.arange(12.0).reshape(3, 4)[:, ::2],
        np.arange(12.0)[::-1],
        np.broadcast_to(np.arange(3.0), (4, 3)),
        np.array(3.5),
        np.empty((0,)),
        np.empty((3, 0, 2)),
        np.arange(4, dtype=">f4"),
        np.asfortranarray(np.arange(6.0).reshape(2, 3)),
        np.ones((1,) * 8),
    ],
    ids=[
        "transposed",
        "sliced",
        "reversed",
        "broadcast",
        "0-dim",
        "empty",
        "empty rank 3",
        "big-endian",
        "fortran",
        "rank 8",
    ],
)
def test_any_strides(device: acl.Device, array: np.ndarray[Any, Any]) -> None:
    tensor = device.tensor(array)
    assert tensor.shape == array.shape
    assert tensor.ndim == array.ndim
    assert tensor.size == array.size
    result = tensor.numpy()
    assert result.shape == array.shape
    np.testing.assert_array_equal(result, array)


def c_shape(tensor: acl.Tensor, function: str) -> list[int]:
    dims = ctypes.POINTER(ctypes.c_int64)()
    count = ctypes.c_uint64()
    get = getattr(acl.lib, function)
    assert get(tensor.handle, ctypes.byref(dims), ctypes.byref(count)) == 0
    return dims[: count.value]


def test_views(device: acl.Device) -> None:
    array = np.arange(24, dtype=np.int32).reshape(4, 6)
    tensor = device.tensor(array)
    for shape, strides, offset, expected in [
        ((6, 4), (1, 6), 0, array.T),
        ((2, 3), (12, 2), 1, array[::2, 1::2]),
        ((3, 6), (0, 1), 6, np.broadcast_to(array[1], (3, 6))),
        ((6,), (-1,), 5, array[0, ::-1]),
        ((), (), 7, array[1, 1]),
        ((0, 3), (3, 1), 0, np.empty((0, 3), np.int32)),
        ((24,), None, 0, array.reshape(24)),
        ((8,), None, 16, array.reshape(24)[16:]),
    ]:
        view = tensor.view(shape, strides, offset)
        np.testing.assert_array_equal(view.numpy(), expected)
        assert c_shape(view, "aclGetViewShape") == list(shape)
        assert c_shape(view, "aclGetViewStrides") == list(view.strides)
        assert c_shape(view, "aclGetStorageShape") == [4, 6]
        at = ctypes.c_int64()
        assert acl.lib.aclGetViewOffset(view.handle, ctypes.byref(at)) == 0
        assert at.value == offset


def test_a_view_keeps_the_memory(device: acl.Device) -> None:
    free = device.memory()[0]
    tensor = device.tensor(np.arange(6.0))
    view = tensor.view((3,), (2,), 1)
    tensor.close()
    assert view.numpy().tolist() == [1.0, 3.0, 5.0]
    view.close()
    assert device.memory()[0] == free
    with pytest.raises(acl.ClosedError, match="it was closed"):
        view.numpy()


def test_views_outside_of_the_memory(device: acl.Device) -> None:
    tensor = device.tensor(np.arange(6.0))
    for view in (tensor.view((7,)), tensor.view((2,), (-1,), 0), tensor.view((1,), None, 6)):
        with pytest.raises(ValueError, match="its memory has 6"):
            view.numpy()
    with pytest.raises(ValueError, match="strides"):
        tensor.view((2, 3), (1,))
    with pytest.raises(ValueError, match="64 bits"):
        tensor.view((1,), (2**63,))
    with pytest.raises(ValueError, match="64 bits"):
        tensor.view((1,), (1,), 2**70)
    wrong: Any = tensor.view
    for strides in ((2.9,), ("1",)):
        with pytest.raises(TypeError):
            wrong((1,), strides)
    with pytest.raises(ValueError, match=r"shape: .* more than an address space holds"):
        device.empty((0, 2**40, 2**40))


def test_write(device: acl.Device) -> None:
    tensor = device.empty((2, 2), "bfloat16")
    new = np.array([[1, 2], [3, 4]], ml_dtypes.bfloat16)
    tensor.write(new.T)
    assert (tensor.numpy() == new.T).all()
    with pytest.raises(ValueError, match=r"bfloat16\[2, 2\] is required, not float64\[2, 2\]"):
        tensor.write(np.ones((2, 2)))
    with pytest.raises(ValueError, match="view"):
        tensor.view((2, 2), (1, 2)).write(new)


def test_what_is_refused(device: acl.Device) -> None:
    with pytest.raises(TypeError, match="object"):
        device.tensor(np.array([object()]))
    with pytest.raises(TypeError, match="<U1"):
        device.tensor(np.array(["a"]))
    with pytest.raises(TypeError, match="float32"):
        device.empty((1,), np.longdouble)
    with pytest.raises(ValueError, match="negative"):
        device.empty((-1,))
    with pytest.raises(ValueError, match="address space"):
        device.empty((2**62,), "float64")
    with pytest.raises(ValueError, match="format"):
        device.empty((1,), format="XYZ")


def test_formats(device: acl.Device) -> None:
    formats = native.description().enums["aclFormat"]
    for name in ("ND", "NCHW", "NHWC", "FRACTAL_NZ", "FRACTAL_Z_3D"):
        tensor = device.empty((1, 2, 3, 4), format=name)
        value = ctypes.c_int()
        assert acl.lib.aclGetFormat(tensor.handle, ctypes.byref(value)) == 0
        assert value.value in {formats.get(f"ACL_FORMAT_{name}"), formats.get(f"ACL_{name}")}


def test_lists_and_integers_as_shape(device: acl.Device) -> None:
    assert device.empty(3).shape == (3,)
    assert device.empty(np.int64(3)).shape == (3,)
    assert device.empty([2, 3]).shape == (2, 3)
    assert device.empty(()).shape == ()
    assert device.tensor([[1, 2], [3, 4]]).numpy().tolist() == [[1, 2], [3, 4]]
    assert "float32[2, 3]" in repr(device.empty((2, 3)))


def test_a_repr_has_the_values(device: acl.Device) -> None:
    assert repr(device.tensor(np.array([1, 2.5], np.float32))) == (
        "<aclnn_py.Tensor float32[2] [1. , 2.5]>"
    )
    assert "..." in repr(device.tensor(np.zeros((40, 40))))
    with device.tensor(np.zeros(3)) as tensor:
        pass
    assert repr(tensor) == "<aclnn_py.Tensor float64[3] closed>"


# --- Arrays of others ----------------------------------------------------------------------------


class Shared:
    """What only DLPack shares."""

    def __init__(self, array: np.ndarray[Any, Any], problem: str = "") -> None:
        self.array, self.problem = array, problem

    def __dlpack__(self, **options: Any) -> Any:
        if self.problem:
            raise BufferError(self.problem)
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.array.__dlpack_device__()


def test_arrays_that_dlpack_shares(device: acl.Device) -> None:
    array = np.arange(6, dtype=np.float32).reshape(2, 3).T
    tensor = device.tensor(Shared(array))  # type: ignore[arg-type]
    assert np.array_equal(tensor.numpy(), array)
    tensor.write(Shared(2 * array))  # type: ignore[arg-type]
    assert np.array_equal(tensor.numpy(), 2 * array)
    with pytest.raises(TypeError, match=r"array in host memory .* is required: on the moon"):
        device.tensor(Shared(array, "on the moon"))  # type: ignore[arg-type]


def test_no_one_takes_device_memory_for_an_array(device: acl.Device) -> None:
    tensor = device.empty((2, 3))
    uses: list[Callable[[Any], object]] = [
        np.asarray,
        np.array,
        np.sum,
        lambda it: np.array([it]),
        lambda it: np.ones((2, 3)) + it,
        lambda it: acl.embedding_dense_backward(it, [0, 1], 2),
        device.tensor,
    ]
    for use in uses:
        with pytest.raises(TypeError, match=r"lies in the memory of device 0; \.numpy\(\) makes"):
            use(tensor)
    with pytest.raises(BufferError, match=r"DLPack cannot share; \.numpy\(\) copies it"):
        np.from_dlpack(tensor)


@pytest.mark.torch
def test_nor_for_a_torch_tensor(device: acl.Device) -> None:
    import torch

    for use in (torch.from_dlpack, torch.as_tensor, torch.tensor):
        with pytest.raises((BufferError, TypeError), match=r"\.numpy\(\)"):
            use(device.empty((2, 3)))
