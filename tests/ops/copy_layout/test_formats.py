# SPDX-License-Identifier: Apache-2.0
"""Tensors in formats of the device: the storage that they take, and products that read them."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from support import int64s
from sweep.runs import Executor

import aclnn_py as acl

FLOAT, FLOAT16, INT8, INT32, BF16, E4M3 = 0, 1, 2, 3, 27, 36
NCHW, NHWC, ND, NC1HWC0, FRACTAL_Z, NZ, NCDHW, NDC1HWC0, Z_3D = 0, 1, 2, 3, 4, 29, 30, 32, 33
NZ_16, NZ_32 = 50, 51

libc = ctypes.CDLL(None)
libc.free.argtypes = [ctypes.c_void_p]


@pytest.fixture
def device() -> Iterator[acl.Device]:
    with acl.Device(0) as opened:
        yield opened


@contextmanager
def on(product: str) -> Iterator[None]:
    assert acl.lib.aclnnExtSelectSoc(product.encode()) == 0
    try:
        yield
    finally:
        acl.lib.aclnnExtSelectSoc(None)
        acl.lib.aclGetRecentErrMsg()


@contextmanager
def described(
    dims: Sequence[int],
    kind: int,
    layout: int,
    storage: Sequence[int],
    address: int | None = None,
    strides: Sequence[int] | None = None,
) -> Iterator[int]:
    tensor = acl.lib.aclCreateTensor(
        int64s(dims),
        len(dims),
        kind,
        None if strides is None else int64s(strides),
        0,
        layout,
        int64s(storage),
        len(storage),
        address,
    )
    yield tensor
    acl.lib.aclDestroyTensor(tensor)


def storage_of(
    dims: Sequence[int],
    kind: int,
    layout: int,
    to: int,
    additional: int = -1,
    storage: Sequence[int] = (),
) -> tuple[int, list[int], int]:
    """Status, dimensions in storage, and format."""
    shape, count, found = ctypes.POINTER(ctypes.c_int64)(), ctypes.c_uint64(), ctypes.c_int(-7)
    with described(dims, kind, layout, storage or dims) as tensor:
        status = acl.lib.aclnnNpuFormatCastCalculateSizeAndFormat(
            tensor,
            to,
            additional,
            ctypes.byref(shape),
            ctypes.byref(count),
            ctypes.byref(found),
        )
    answer = [shape[i] for i in range(count.value)]
    libc.free(shape)
    return status, answer, found.value


def test_blocks_of_matrices() -> None:
    """32 bytes a row, 16 rows; blocks at the edges are whole."""
    assert storage_of((33, 65), FLOAT16, ND, NZ) == (0, [5, 3, 16, 16], NZ)
    assert storage_of((33, 65), INT8, ND, NZ) == (0, [3, 3, 16, 32], NZ)
    assert storage_of((2, 33, 65), FLOAT, NCHW, NZ) == (0, [2, 9, 3, 16, 8], NZ)
    assert storage_of((64, 128), INT32, ND, NZ, FLOAT16) == (0, [8, 4, 16, 16], NZ)
    assert storage_of((33, 65), FLOAT16, NZ, ND, storage=(5, 3, 16, 16)) == (0, [33, 65], ND)
    with on("Ascend950"):
        assert storage_of((64, 128), INT32, ND, NZ, FLOAT16) == (0, [8, 4, 16, 16], NZ_16)
        assert storage_of((64, 128), FLOAT, ND, NZ, E4M3) == (0, [4, 4, 16, 32], NZ_32)
        assert storage_of((64, 128), INT8, ND, NZ, INT8) == (0, [4, 4, 16, 32], NZ)


def test_layouts_of_images() -> None:
    image, deep = (1, 17, 3, 4), (2, 17, 5, 3, 4)
    assert storage_of(image, FLOAT16, NCHW, NC1HWC0) == (0, [1, 2, 3, 4, 16], NC1HWC0)
    assert storage_of((1, 3, 4, 17), FLOAT16, NHWC, NC1HWC0) == (0, [1, 2, 3, 4, 16], NC1HWC0)
    assert storage_of(image, FLOAT16, NCHW, FRACTAL_Z) == (0, [24, 1, 16, 16], FRACTAL_Z)
    assert storage_of(deep, FLOAT, NCDHW, NDC1HWC0) == (0, [2, 5, 3, 3, 4, 8], NDC1HWC0)
    assert storage_of(deep, FLOAT, NCDHW, Z_3D) == (0, [180, 1, 16, 8], Z_3D)
    assert storage_of(image, FLOAT16, NC1HWC0, NCHW) == (0, list(image), NCHW)


def test_what_has_no_such_format() -> None:
    assert storage_of((4, 5), 9, ND, NZ)[0] == 161002  # int64
    assert storage_of((4,), FLOAT16, ND, NZ)[0] == 161002
    assert storage_of((0, 5), FLOAT16, ND, NZ)[0] == 361001
    assert storage_of((4, 5), FLOAT16, ND, NC1HWC0)[0] == 361001
    assert storage_of((4, 5), FLOAT16, ND, ND)[0] == 361001
    assert storage_of((4, 5, 6), FLOAT16, NCHW, NC1HWC0)[0] == 161002
    with on("Ascend910A"):
        assert storage_of((4, 5), FLOAT16, ND, NZ)[0] == 161002
    with on("Ascend950"):
        assert storage_of((1, 5), FLOAT16, ND, NZ)[0] == 161002
        assert storage_of((0, 5), FLOAT16, ND, NZ)[0] == 161002
        assert storage_of((4, 5), INT32, ND, NZ)[0] == 161002
    assert (
        acl.lib.aclnnNpuFormatCastCalculateSizeAndFormat(None, NZ, -1, None, None, None) == 161001
    )
    acl.lib.aclGetRecentErrMsg()


def run(device: acl.Device, name: str, *arguments: Any) -> None:
    executor = Executor(acl.lib, name, list(arguments))
    assert executor.status == 0
    workspace = device.empty((max(executor.size.value, 1),), "uint8")
    with device.stream() as stream:
        with device.current():
            assert executor.run(workspace.address, executor.size.value, stream.handle) == 0
        stream.synchronize()
    workspace.close()


def in_blocks(device: acl.Device, matrix: NDArray[Any], kind: int) -> tuple[acl.Tensor, list[int]]:
    """The matrix as NpuFormatCast leaves it, and its dimensions in storage."""
    status, storage, layout = storage_of(matrix.shape, kind, ND, NZ)
    assert (status, layout) == (0, NZ)
    room = device.tensor(np.zeros(storage, matrix.dtype))
    source = device.tensor(matrix)
    with (
        described(matrix.shape, kind, ND, matrix.shape, source.address) as given,
        described(matrix.shape, kind, NZ, storage, room.address) as cast,
    ):
        run(device, "aclnnNpuFormatCast", given, cast)
    source.close()
    return room, storage


def test_products_read_what_the_cast_writes(device: acl.Device) -> None:
    random = np.random.default_rng(4)
    left = random.integers(-8, 9, (5, 33)).astype(np.float16)
    right = random.integers(-8, 9, (33, 18)).astype(np.float16)
    expected = (left.astype(np.float64) @ right).astype(np.float16)
    room, storage = in_blocks(device, right, FLOAT16)
    x, out = device.tensor(left), device.tensor(np.zeros((5, 18), np.float16))
    with (
        described((5, 33), FLOAT16, ND, (5, 33), x.address) as self,
        described((33, 18), FLOAT16, NZ, storage, room.address) as mat2,
        described((5, 18), FLOAT16, ND, (5, 18), out.address) as product,
    ):
        for name in ("aclnnMm", "aclnnMatmul"):
            run(device, name, self, mat2, product, 0)
            assert np.array_equal(out.numpy(), expected)
            acl.lib.aclrtMemset(out.address, expected.nbytes, 0, expected.nbytes)
    with (
        described((33, 18), FLOAT16, NZ, storage, room.address) as cast,
        described((33, 18), FLOAT16, ND, (33, 18), room.address) as plain,
    ):
        run(device, "aclnnNpuFormatCast", cast, plain)
    back = room.numpy().ravel()[: right.size].reshape(right.shape)
    assert np.array_equal(back, right)
    for each in (room, x, out):
        each.close()


def _format_and_storage(tensor: int) -> tuple[int, list[int]]:
    kind, count, dims = ctypes.c_int(), ctypes.c_uint64(), ctypes.POINTER(ctypes.c_int64)()
    assert acl.lib.aclGetFormat(tensor, ctypes.byref(kind)) == 0
    assert acl.lib.aclGetStorageShape(tensor, ctypes.byref(dims), ctypes.byref(count)) == 0
    found = dims[: count.value]
    libc.free(dims)
    return kind.value, found


def test_weights_are_in_blocks_behind_phase_one(device: acl.Device) -> None:
    """As the examples of products with weights in blocks use the tensor, more than once."""
    left = np.arange(-20, 20, dtype=np.float16).reshape(2, 20)
    right = np.arange(-60, 60, dtype=np.float16).reshape(2, 20, 3)
    x, out = device.tensor(left), device.tensor(np.zeros((2, 3), np.float16))
    for batch in right:
        room = device.tensor(np.pad(batch.ravel(), (0, 32 * 16 - 60)))
        with (
            described((20, 3), FLOAT16, ND, (20, 3), room.address) as weight,
            described((2, 20), FLOAT16, ND, (2, 20), x.address) as self,
            described((2, 3), FLOAT16, ND, (2, 3), out.address) as product,
        ):
            run(device, "aclnnTransMatmulWeight", weight)
            assert _format_and_storage(weight) == (NZ, [1, 2, 16, 16])
            again = Executor(acl.lib, "aclnnTransMatmulWeight", [weight])
            assert again.status == 161002  # it is in blocks already
            run(device, "aclnnMatmulWeightNz", self, weight, product, 1)
        assert np.array_equal(out.numpy(), left @ batch)
        room.close()
    x.close()
    out.close()


def test_batches_of_weights_are_in_blocks(device: acl.Device) -> None:
    room = device.tensor(np.zeros(2 * 32 * 32, np.int8))
    with described((2, 20, 3), INT8, ND, (2, 20, 3), room.address) as weight:
        run(device, "aclnnTransMatmulWeight", weight)
        assert _format_and_storage(weight) == (NZ, [2, 1, 2, 16, 32])
    room.close()


def test_transposed_weights_in_blocks(device: acl.Device) -> None:
    """As programs write them that bring weights to the device's layout in their place."""
    left = np.arange(-6, 6, dtype=np.float16).reshape(2, 6)
    right = np.arange(18, dtype=np.float16).reshape(3, 6)
    size = ctypes.c_uint64()
    shape = acl.lib.aclCreateIntArray(int64s((3, 6)), 2)
    assert acl.lib.aclnnCalculateMatmulWeightSizeV2(shape, FLOAT16, ctypes.byref(size)) == 0
    acl.lib.aclDestroyIntArray(shape)
    weight = np.zeros(size.value, np.float16)
    weight[:18] = right.ravel()
    room, x = device.tensor(weight), device.tensor(left)
    out = device.tensor(np.zeros((2, 3), np.float16))
    with described((3, 6), FLOAT16, ND, (size.value,), room.address) as given:
        run(device, "aclnnTransMatmulWeight", given)
    with (
        described((2, 6), FLOAT16, ND, (2, 6), x.address) as self,
        described((6, 3), FLOAT16, NZ, (size.value,), room.address, (1, 6)) as mat2,
        described((2, 3), FLOAT16, ND, (2, 3), out.address) as product,
    ):
        run(device, "aclnnMm", self, mat2, product, 2)
    assert np.array_equal(out.numpy(), left @ right.T)
    for each in (room, x, out):
        each.close()


def test_quantised_weights_in_blocks(device: acl.Device) -> None:
    left = np.arange(-4, 4, dtype=np.float16).reshape(2, 4)
    right = np.arange(-6, 6, dtype=np.int8).reshape(4, 3)
    scale = np.array([0.5, 1, 2], np.float16)
    room, storage = in_blocks(device, right, INT8)
    x, scales = device.tensor(left), device.tensor(scale)
    out = device.tensor(np.zeros((2, 3), np.float16))
    with (
        described((2, 4), FLOAT16, ND, (2, 4), x.address) as self,
        described((4, 3), INT8, NZ, storage, room.address) as weight,
        described((3,), FLOAT16, ND, (3,), scales.address) as factors,
        described((2, 3), FLOAT16, ND, (2, 3), out.address) as product,
    ):
        name = "aclnnWeightQuantBatchMatmulV2"
        run(device, name, self, weight, factors, None, None, None, None, 0, product)
    assert np.array_equal(out.numpy(), left @ (right * scale))
    for each in (room, x, scales, out):
        each.close()


def test_convolution_weights_have_no_layout() -> None:
    size = ctypes.c_uint64(7)
    shape = acl.lib.aclCreateIntArray(int64s((8, 4, 3, 3)), 4)
    call = acl.lib.aclnnCalculateConvolutionWeightSize
    for arguments in ((shape, False, 1), (shape, True, 1), (shape, False, 0)):
        assert call(*arguments, FLOAT16, ctypes.byref(size)) == 161002
    assert call(None, False, 1, FLOAT16, ctypes.byref(size)) == 161001
    assert size.value == 7
    acl.lib.aclDestroyIntArray(shape)
    acl.lib.aclGetRecentErrMsg()


def test_products_without_formats(device: acl.Device) -> None:
    matrix = device.tensor(np.zeros((2, 2), np.float32))
    with on("Ascend910A"), described((2, 2), FLOAT, ND, (2, 2), matrix.address) as tensor:
        assert Executor(acl.lib, "aclnnNpuFormatCast", [tensor, tensor]).status == 161002
    matrix.close()
