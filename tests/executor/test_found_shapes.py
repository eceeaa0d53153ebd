# SPDX-License-Identifier: Apache-2.0
"""Outputs whose shape is known when the call has run: the view shape of the caller's tensor."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest

import aclnn_py as acl

free = ctypes.CDLL(None).free
free.argtypes = [ctypes.c_void_p]

INT64, BOOL, ND = 9, 12, 2


@pytest.fixture
def device() -> Iterator[acl.Device]:
    with acl.Device(0) as device:
        yield device


@contextmanager
def tensor(tensor: acl.Tensor, kind: int) -> Iterator[int]:
    """An aclTensor of a dense tensor, which may be destroyed in the block."""
    dims = (ctypes.c_int64 * len(tensor.shape))(*tensor.shape)
    rank = len(tensor.shape)
    handle = acl.lib.aclCreateTensor(dims, rank, kind, None, 0, ND, dims, rank, tensor.address)
    yield handle
    acl.lib.aclDestroyTensor(handle)
    acl.lib.aclGetRecentErrMsg()


def view_shape(handle: int) -> list[int]:
    dims, rank = ctypes.POINTER(ctypes.c_int64)(), ctypes.c_uint64()
    assert acl.lib.aclGetViewShape(handle, ctypes.byref(dims), ctypes.byref(rank)) == 0
    found = dims[: rank.value]
    free(dims)
    return found


class Call:
    """Phase one of a call, and its memory."""

    def __init__(self, device: acl.Device, name: str, *arguments: Any) -> None:
        self.name = name
        size, self.executor = ctypes.c_uint64(), ctypes.c_void_p()
        first = getattr(acl.lib, name + "GetWorkspaceSize")
        status = first(*arguments, ctypes.byref(size), ctypes.byref(self.executor))
        assert status == 0, acl.lib.aclGetRecentErrMsg()
        self.size = size.value
        self.workspace = device.empty((max(size.value, 1),), "uint8")

    def run(self, stream: Any) -> int:
        second = getattr(acl.lib, self.name)
        status: int = second(self.workspace.address, self.size, self.executor, stream.handle)
        return status


def test_the_view_shape_is_that_of_what_was_found(device: acl.Device) -> None:
    values = np.array([[0, 5, 0], [7, 0, 9]], np.int64)
    self, out = device.tensor(values), device.tensor(np.zeros((6, 2), np.int64))
    with device.current(), device.stream() as stream:
        with tensor(self, INT64) as given, tensor(out, INT64) as result:
            call = Call(device, "aclnnNonzero", given, result)
            assert view_shape(result) == [6, 2]
            assert call.run(stream) == 0
            stream.synchronize()
            assert view_shape(result) == [3, 2]
        assert out.numpy()[:3].tolist() == [[0, 1], [1, 0], [1, 2]]


def test_each_repeat_starts_from_the_maximum(device: acl.Device) -> None:
    self = device.tensor(np.arange(8, dtype=np.int64))
    mask, out = device.tensor(np.zeros(8, bool)), device.tensor(np.zeros(8, np.int64))
    with device.current(), device.stream() as stream:
        with (
            tensor(self, INT64) as given,
            tensor(mask, BOOL) as choice,
            tensor(out, INT64) as result,
        ):
            call = Call(device, "aclnnMaskedSelect", given, choice, result)
            assert acl.lib.aclSetAclOpExecutorRepeatable(call.executor) == 0
            for chosen in (2, 8, 0, 5):
                mask.write(np.arange(8) < chosen)
                assert call.run(stream) == 0
                stream.synchronize()
                assert view_shape(result) == [chosen]
            assert acl.lib.aclDestroyAclOpExecutor(call.executor) == 0
        assert out.numpy().tolist() == [0, 1, 2, 3, 4, 5, 6, 7]


def test_a_tensor_that_was_destroyed_is_passed_over(device: acl.Device) -> None:
    self, out = device.tensor(np.ones(3, np.int64)), device.tensor(np.zeros((3, 1), np.int64))
    with device.current(), device.stream() as stream:
        with tensor(self, INT64) as given, tensor(out, INT64) as result:
            call = Call(device, "aclnnNonzero", given, result)
            assert acl.lib.aclDestroyTensor(result) == 0
            assert call.run(stream) == 0
            stream.synchronize()
        assert out.numpy().tolist() == [[0], [1], [2]]


def test_more_than_out_has_room_for_is_a_failure(device: acl.Device) -> None:
    """Nothing is written then, and the view shape stays."""
    self, out = device.tensor(np.ones(5, np.int64)), device.tensor(np.full((4, 1), 7, np.int64))
    with device.current(), device.stream() as stream:
        with tensor(self, INT64) as given, tensor(out, INT64) as result:
            assert Call(device, "aclnnNonzero", given, result).run(stream) == 0
            with pytest.raises(
                acl.AclError, match="out has 4 elements; 5, as many as were found"
            ) as caught:
                stream.synchronize()
            assert caught.value.code == 507015
            assert view_shape(result) == [4, 1]
        assert out.numpy().tolist() == [[7]] * 4


def test_the_shape_is_read_while_it_is_written(device: acl.Device) -> None:
    """A reader sees one that was there, never a part of two."""
    self, out = (
        device.tensor(np.zeros((8, 9), np.int64)),
        device.tensor(np.zeros((2, 72), np.int64)),
    )
    seen: set[tuple[int, ...]] = set()
    stop = threading.Event()
    with (
        device.current(),
        device.stream() as stream,
        tensor(self, INT64) as given,
        tensor(out, INT64) as result,
    ):

        def read() -> None:
            while not stop.is_set():
                seen.add(tuple(view_shape(result)))

        call = Call(device, "aclnnNonzeroV2", given, result)
        assert acl.lib.aclSetAclOpExecutorRepeatable(call.executor) == 0
        reader = threading.Thread(target=read)
        reader.start()
        for count in range(40):
            self.write((np.arange(72) < count).reshape(8, 9).astype(np.int64))
            assert call.run(stream) == 0
            stream.synchronize()
        stop.set()
        reader.join()
        assert acl.lib.aclDestroyAclOpExecutor(call.executor) == 0
    assert seen <= {(2, count) for count in [*range(40), 72]}


def test_functions_of_arrays_have_the_shape_that_was_found() -> None:
    values = np.array([[0.0, 1.5], [np.nan, -0.0]])
    assert acl.nonzero(values).tolist() == [[0, 1], [1, 0]]
    assert acl.nonzero_v2(values).shape == (2, 2)
    assert acl.nonzero(np.zeros(3)).shape == (0, 1)
    assert acl.masked_select(values, values > 1).tolist() == [1.5]


def test_two_outputs_have_the_shape_that_was_found(device: acl.Device) -> None:
    values = np.array([3, 1, 3, 3, 2], np.int64)
    self, inverse = device.tensor(values), device.tensor(np.zeros(5, np.int64))
    out, count = device.tensor(np.zeros(5, np.int64)), device.tensor(np.zeros(5, np.int64))
    with device.current(), device.stream() as stream:
        with (
            tensor(self, INT64) as given,
            tensor(out, INT64) as result,
            tensor(inverse, INT64) as places,
            tensor(count, INT64) as counts,
        ):
            call = Call(device, "aclnnUnique2", given, True, True, True, result, places, counts)
            assert (view_shape(result), view_shape(counts)) == ([5], [5])
            assert call.run(stream) == 0
            stream.synchronize()
            assert (view_shape(result), view_shape(counts)) == ([3], [3])
            assert view_shape(places) == [5]
        assert out.numpy()[:3].tolist() == [1, 2, 3]
        assert count.numpy()[:3].tolist() == [1, 1, 3]
        assert inverse.numpy().tolist() == [2, 0, 2, 2, 1]


def test_different_elements_and_slices_of_arrays() -> None:
    values, inverse, counts = acl.unique2(np.array([2.0, np.nan, -0.0, 2.0, 0.0, np.nan]))
    assert values.tolist()[:2] == [0.0, 2.0]
    assert np.isnan(values[2:]).tolist() == [True, True]
    assert (inverse.tolist(), counts.tolist()) == ([1, 2, 0, 1, 0, 3], [2, 2, 1, 1])
    slices, numbers, many = acl.unique_dim(np.array([[3, 1, 3], [4, 5, 4]]), dim=1)
    assert (slices.tolist(), numbers.tolist(), many.tolist()) == (
        [[1, 3], [5, 4]],
        [1, 0, 1],
        [1, 2],
    )
    runs = acl.unique_consecutive(np.array([1, 1, 2, 1]))
    assert [each.tolist() for each in runs] == [[1, 2, 1], [0, 0, 1, 2], [2, 1, 1]]


def test_no_room_for_what_was_found_is_a_failure(device: acl.Device) -> None:
    self, inverse = device.tensor(np.arange(5)), device.tensor(np.zeros(5, np.int64))
    out, counts = device.tensor(np.full(4, 7)), device.tensor(np.full(4, 7))
    call = ("aclnnUnique2", self, True, True, True, out, inverse, counts)
    with device.stream() as stream, acl.plan(*call) as plan:
        plan.run(stream)
        with pytest.raises(acl.AclError, match="room for 4, and 5") as caught:
            stream.synchronize()
    assert caught.value.code == 507015
    assert out.numpy().tolist() == [7] * 4
