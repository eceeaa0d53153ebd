# SPDX-License-Identifier: Apache-2.0
"""Managed memory: one address for host and device, what was said of its pages."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pytest
from runtime.codes import (
    CONTEXT_NULL,
    FEATURE_NOT_SUPPORT,
    INVALID_HANDLE,
    INVALID_PARAM,
    PARAM_INVALID,
)
from runtime.tools import (
    DEVICE_TO_DEVICE,
    DEVICE_TO_HOST,
    HOST_TO_DEVICE,
    apart,
    in_every_mode,
    malloc,
    new_stream,
    read,
)
from support import Api, Session

from aclnn_py import native

MIB = 2**20
PAGE = 2 * MIB
INVALID, DEVICE, HOST, NUMA, CURRENT = range(5)
READ_MOSTLY, UNSET_READ, PREFERRED, UNSET_PREFERRED, ACCESSED, UNSET_ACCESSED = range(6)
MOSTLY, LOCATION, ACCESSED_BY, TYPE, ID, PREFETCH, PREFETCH_TYPE, PREFETCH_ID = range(1, 9)


Place: Any = native.structure("aclrtMemManagedLocation")


def managed(api: Api, size: int) -> int:
    address = ctypes.c_void_p()
    api.ok.aclrtMemAllocManaged(ctypes.byref(address), size, 1)
    assert address.value
    return address.value


def attribute(api: Api, number: int, address: int, size: int = PAGE, count: int = 1) -> Any:
    found = (ctypes.c_int32 * count)(*[99] * count)
    api.ok.aclrtMemManagedGetAttr(number, address, size, found, 4 * count)
    return found[0] if count == 1 else list(found)


@in_every_mode
def test_host_and_device_see_the_same_bytes(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    stream = new_stream(api)
    address = managed(api, 4096)
    ctypes.memset(address, 1, 4096)
    other = malloc(api, 4096)
    api.ok.aclrtMemcpyAsync(other, 4096, address, 4096, DEVICE_TO_DEVICE, stream)
    api.ok.aclrtMemsetAsync(address, 4096, 2, 2048, stream)
    api.ok.aclrtReduceAsync(address, address, 4096, 10, 2, stream, None)
    api.ok.aclrtSynchronizeStream(stream)
    assert ctypes.string_at(address, 4096) == b"\x04" * 2048 + b"\x02" * 2048
    assert read(api, other, 4096) == b"\x01" * 4096
    for kind in (HOST_TO_DEVICE, DEVICE_TO_HOST, DEVICE_TO_DEVICE, 4):
        api.ok.aclrtMemcpy(address, 8, address + 2048, 8, kind)
    assert ctypes.string_at(address, 8) == b"\x02" * 8
    for each in (address, other):
        api.ok.aclrtFree(each)
    api.ok.aclrtDestroyStream(stream)


@apart(ACLNN_CHECK="isolate")
def test_the_host_may_touch_it(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    address = managed(api, 64)
    api.ok.aclrtMemset(address, 64, 5, 64)
    assert ctypes.string_at(address, 64) == b"\x05" * 64
    api.ok.aclrtFree(address)


def test_operators_use_it(session: Session) -> None:
    api = session.api
    address = managed(api, 64)
    values = np.arange(16, dtype=np.float32)
    ctypes.memmove(address, values.tobytes(), 64)
    dims = (ctypes.c_int64 * 1)(16)
    strides = (ctypes.c_int64 * 1)(1)
    tensor = api.aclCreateTensor(dims, 1, 0, strides, 0, 2, dims, 1, ctypes.c_void_p(address))
    size, executor = ctypes.c_uint64(), ctypes.c_void_p()
    api.ok.aclnnNegGetWorkspaceSize(tensor, tensor, ctypes.byref(size), ctypes.byref(executor))
    workspace = session.malloc(size.value)
    api.ok.aclnnNeg(workspace or None, size.value, executor, session.stream)
    api.ok.aclrtSynchronizeStream(session.stream)
    found = np.frombuffer(ctypes.string_at(address, 64), np.float32)
    assert np.array_equal(found, -values)
    api.ok.aclDestroyTensor(tensor)
    api.ok.aclrtFree(address)


def test_allocating(device: Api) -> None:
    address = managed(device, 3)
    assert address % PAGE == 0
    ctypes.memset(address, 1, PAGE)

    class Attributes(ctypes.Structure):
        _fields_ = [
            ("id", ctypes.c_uint32),
            ("type", ctypes.c_int),
            ("page_size", ctypes.c_uint32),
            ("rsv", ctypes.c_uint32 * 4),
        ]

    found = Attributes()
    device.ok.aclrtPointerGetAttributes(address, ctypes.byref(found))
    assert found.type == 3  # ACL_MEM_LOCATION_TYPE_MANAGED
    assert device.aclrtFreeHost(address) == PARAM_INVALID
    assert "of aclrtMemAllocManaged" in device.message()
    assert device.aclrtFree(address + 8) == PARAM_INVALID
    device.ok.aclrtFree(address)
    assert device.aclrtFree(address) == PARAM_INVALID


def test_order_of_tests(api: Api) -> None:
    address = ctypes.c_void_p()
    call = api.aclrtMemAllocManaged
    assert call(None, 0, 2) == INVALID_PARAM
    for flag in (0, 2):
        assert call(ctypes.byref(address), 0, flag) == INVALID_PARAM
    for size in (0, 3 * 2**40 + 1):
        assert call(ctypes.byref(address), size, 1) == PARAM_INVALID
        assert f"size is {size}" in api.message()
    assert call(ctypes.byref(address), 8, 1) == CONTEXT_NULL
    assert address.value is None


def test_advice_is_remembered_by_page(device: Api) -> None:
    address = managed(device, 4 * PAGE)
    second = address + PAGE
    advise = device.ok.aclrtMemManagedAdvise
    assert attribute(device, MOSTLY, address, 4 * PAGE) == 0
    assert attribute(device, LOCATION, address, 4 * PAGE) == -2
    assert attribute(device, TYPE, address) == INVALID
    advise(second, 2 * PAGE, READ_MOSTLY, Place(INVALID, 77))
    assert attribute(device, MOSTLY, second, 2 * PAGE) == 1
    assert attribute(device, MOSTLY, address, 4 * PAGE) == 0
    assert attribute(device, MOSTLY, second + PAGE - 1, 2) == 1
    assert attribute(device, MOSTLY, second - 1, 2) == 0
    advise(second, PAGE, UNSET_READ, Place(INVALID, 0))
    assert attribute(device, MOSTLY, second, 2 * PAGE) == 0
    advise(address, 4 * PAGE, PREFERRED, Place(DEVICE, 0))
    for number, value in ((LOCATION, 0), (TYPE, DEVICE), (ID, 0)):
        assert attribute(device, number, address, 4 * PAGE) == value
    advise(second, PAGE, PREFERRED, Place(HOST, 5))
    for number, value in ((LOCATION, -1), (TYPE, HOST)):
        assert attribute(device, number, second) == value
    for number, value in ((LOCATION, -2), (TYPE, INVALID)):
        assert attribute(device, number, address, 4 * PAGE) == value
    advise(second, PAGE, PREFERRED, Place(NUMA, 3))
    assert attribute(device, LOCATION, second) == 3
    advise(second, PAGE, PREFERRED, Place(CURRENT, -7))
    assert attribute(device, TYPE, second) == NUMA
    assert attribute(device, ID, second) >= 0
    advise(second, PAGE, UNSET_PREFERRED, Place(INVALID, 0))
    assert attribute(device, LOCATION, second) == -2
    device.ok.aclrtFree(address)


def test_accessors_are_listed(device: Api) -> None:
    address = managed(device, 2 * PAGE)
    advise = device.ok.aclrtMemManagedAdvise
    advise(address, 2 * PAGE, ACCESSED, Place(DEVICE, 0))
    advise(address, 2 * PAGE, ACCESSED, Place(HOST, 0))
    advise(address, PAGE, ACCESSED, Place(NUMA, 2))
    assert attribute(device, ACCESSED_BY, address, PAGE, 5) == [-1, 0, 2, -2, -2]
    assert attribute(device, ACCESSED_BY, address, 2 * PAGE, 3) == [-1, 0, -2]
    assert attribute(device, ACCESSED_BY, address, PAGE, 2) == [-1, 0]
    advise(address, 2 * PAGE, UNSET_ACCESSED, Place(HOST, 0))
    assert attribute(device, ACCESSED_BY, address, 2 * PAGE, 2) == [0, -2]
    device.ok.aclrtFree(address)


def test_attributes_together(device: Api) -> None:
    address = managed(device, PAGE)
    device.ok.aclrtMemManagedAdvise(address, PAGE, READ_MOSTLY, Place(INVALID, 0))
    wanted = (ctypes.c_int * 2)(MOSTLY, TYPE)
    found = [ctypes.c_int32(9), ctypes.c_int32(9)]
    data = (ctypes.c_void_p * 2)(*[ctypes.addressof(each) for each in found])
    sizes = (ctypes.c_size_t * 2)(4, 4)
    device.ok.aclrtMemManagedGetAttrs(wanted, 2, address, PAGE, data, sizes)
    assert [each.value for each in found] == [1, INVALID]
    sizes[1] = 8
    found[0].value = 9
    call = device.aclrtMemManagedGetAttrs
    assert call(wanted, 2, address, PAGE, data, sizes) == PARAM_INVALID
    assert found[0].value == 9
    data[1] = None
    assert call(wanted, 2, address, PAGE, data, sizes) == INVALID_PARAM
    for arguments in (
        (wanted, 2, None, PAGE, data, sizes),
        (None, 2, address, PAGE, data, sizes),
        (wanted, 2, address, PAGE, None, sizes),
        (wanted, 2, address, PAGE, data, None),
        (wanted, 2, address, 0, data, sizes),
    ):
        assert call(*arguments) == INVALID_PARAM
    device.ok.aclrtFree(address)


def test_prefetches_are_remembered(device: Api) -> None:
    stream = new_stream(device)
    address = managed(device, 4 * PAGE)
    prefetch = device.ok.aclrtMemManagedPrefetchAsync
    assert attribute(device, PREFETCH, address) == -2
    prefetch(address, 2 * PAGE, Place(DEVICE, 0), 0, stream)
    assert [attribute(device, n, address, 2 * PAGE) for n in (6, 7, 8)] == [0, DEVICE, 0]
    ptrs = (ctypes.c_void_p * 3)(*[address + PAGE * i for i in range(1, 4)])
    sizes = (ctypes.c_size_t * 3)(PAGE, PAGE, PAGE)
    places = (Place * 2)(Place(HOST, 0), Place(NUMA, 1))
    first = (ctypes.c_size_t * 2)(0, 2)
    batch = device.aclrtMemManagedPrefetchBatchAsync
    assert batch(ptrs, sizes, 3, places, first, 2, 0, stream) == 0
    values = [attribute(device, PREFETCH, address + PAGE * i) for i in range(4)]
    assert values == [0, -1, -1, 1]
    ptrs[2] = address + 4 * PAGE
    places[0] = Place(DEVICE, 0)
    assert batch(ptrs, sizes, 3, places, first, 2, 0, stream) == PARAM_INVALID
    assert attribute(device, PREFETCH, address + PAGE) == -1, "none of a batch that is refused"
    device.ok.aclrtFree(address)


def test_what_is_wrong_is_said(device: Api) -> None:
    stream = new_stream(device)
    address = managed(device, 2 * PAGE)
    other = malloc(device, 2 * PAGE)
    none, here = Place(INVALID, 0), Place(DEVICE, 0)
    advise = device.aclrtMemManagedAdvise
    assert advise(None, 0, 99, none) == INVALID_PARAM
    assert advise(address, 0, 99, none) == INVALID_PARAM
    for size in (PAGE + 1, 3 * 2**40 + PAGE):
        assert advise(address, size, 99, none) == PARAM_INVALID
        assert f"size is {size}" in device.message()
    for number in (-1, 6):
        assert advise(address, PAGE, number, none) == PARAM_INVALID
        assert f"advise is {number}" in device.message()
    for place in (none, Place(5, 0), Place(DEVICE, 1), Place(DEVICE, -1), Place(NUMA, 47)):
        assert advise(address, PAGE, PREFERRED, place) == PARAM_INVALID
        assert "location." in device.message()
    for start, size in ((other, PAGE), (address, 4 * PAGE), (address + PAGE, 2 * PAGE)):
        assert advise(start, size, READ_MOSTLY, none) == PARAM_INVALID
        assert "one allocation of aclrtMemAllocManaged" in device.message()
    get = device.aclrtMemManagedGetAttr
    data = (ctypes.c_int32 * 2)()
    for number in (0, 9):
        assert get(number, address, 1, data, 4) == PARAM_INVALID
    for number, size in ((MOSTLY, 8), (TYPE, 0), (ACCESSED_BY, 0), (ACCESSED_BY, 6)):
        assert get(number, address, 1, data, size) == PARAM_INVALID
        assert f"dataSize is {size}" in device.message()
    prefetch = device.aclrtMemManagedPrefetchAsync
    assert prefetch(address, PAGE, here, 1, stream) == INVALID_PARAM
    assert prefetch(address, PAGE + 8, here, 0, stream) == PARAM_INVALID
    assert prefetch(address, PAGE, none, 0, stream) == PARAM_INVALID
    assert prefetch(other, PAGE, here, 0, stream) == PARAM_INVALID
    foreign = ctypes.c_void_p(64)
    assert prefetch(address, PAGE, here, 0, foreign) == INVALID_HANDLE
    device.ok.aclrtFree(address)
    device.ok.aclrtFree(other)


@pytest.mark.parametrize(
    ("count", "first", "number", "status"),
    [
        (0, [0], 1, INVALID_PARAM),
        (2, [0], 0, INVALID_PARAM),
        (1, [0, 1], 2, INVALID_PARAM),
        (2, [1], 1, PARAM_INVALID),
        (2, [0, 0], 2, PARAM_INVALID),
        (2, [0, 2], 2, PARAM_INVALID),
    ],
)
def test_batches_begin_with_0_and_ascend(
    device: Api, count: int, first: list[int], number: int, status: int
) -> None:
    address = managed(device, 2 * PAGE)
    ptrs = (ctypes.c_void_p * 2)(address, address + PAGE)
    sizes = (ctypes.c_size_t * 2)(PAGE, PAGE)
    places = (Place * 2)(Place(HOST, 0), Place(HOST, 0))
    starts = (ctypes.c_size_t * len(first))(*first)
    call = device.aclrtMemManagedPrefetchBatchAsync
    assert call(ptrs, sizes, count, places, starts, number, 0, None) == status
    device.ok.aclrtFree(address)


@apart(ACLNN_SOC="Ascend910_9391")
def test_910_93_has_none(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    address = ctypes.c_void_p()
    assert api.aclrtMemAllocManaged(ctypes.byref(address), 8, 1) == FEATURE_NOT_SUPPORT
    assert "Ascend910_9391 has no managed memory; products of Ascend910B have" in api.message()
